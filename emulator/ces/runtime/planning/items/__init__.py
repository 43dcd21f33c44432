"""The items of a list that a tool gave, and which of them a text refers to.

- `listed_items`: the items, and their names
- `ordinals`: references by position: "the second one"
- `item_references`: references by properties: "the morning one", "that with Ben"
- `superlatives`: the most or the least of all: "the cheapest one"
"""
