"""The items of a list that a tool gave, and which of them a text refers to.

- `listed_items`: their names, and ordinals: "the second one"
- `item_references`: properties: "the morning one", "that with Ben"
- `superlatives`: the most or the least of all: "the cheapest one"
"""
