"""The arguments of a tool call, extracted from what the user said by the tool's schema.

- `extraction`: the arguments that a text has for all parameters of a tool
- `elicited`: the argument that the user was asked for
- `entity_types`: the kind of value that a parameter takes, by its schema
- `reader`: the value of one parameter in a text, each span taken once
- `named_values`: values behind the parameter's name, `id=7`
- `enums`: one of a few values
- `numerals`, `dates`, `times`, `places`, `proper_names`, `codes`: the values of single types
- `small_counts`: none and one of what is counted, "one adult, no children"
- `rejections`: values that a text rejects, "not Friday", which are not read
- `mentions`: a value with its span in the text
"""
