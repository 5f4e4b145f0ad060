"""A validator for the JSON Schema that assets/qkv.schema.json is written in.

What it does not know is an error, so that no keyword of the schema is without effect.
"""

import json
import sys

KNOWN = {"$schema", "$defs", "$ref", "title", "description", "anyOf", "type", "properties",
         "required", "additionalProperties", "items", "enum", "const", "minimum"}
TYPES = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None),
         "integer": int, "number": (int, float)}


def is_of(value, name):
    number = name in ("integer", "number")
    return isinstance(value, TYPES[name]) and not (number and isinstance(value, bool))


def flaws(value, schema, root, at="$"):
    """What is wrong with `value`, as lines "$.steps[0]: …"."""
    unknown = set(schema) - KNOWN
    assert not unknown, f"the schema has {unknown}, which this test does not know"
    if "$ref" in schema:
        yield from flaws(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, at)
    if "anyOf" in schema:
        each = [list(flaws(value, one, root, at)) for one in schema["anyOf"]]
        if all(each):
            yield from min(each, key=len)
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_of(value, name) for name in types):
        yield f"{at}: {value!r:.60} is no {' or '.join(types)}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r:.60} is none of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{at}: {value!r:.60} is not {schema['const']}"
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{at}: {value} is below {schema['minimum']}"
    for i, item in enumerate(value if "items" in schema else []):
        yield from flaws(item, schema["items"], root, f"{at}[{i}]")
    properties = schema.get("properties", {})
    for name in schema.get("required", []):
        if name not in value:
            yield f"{at}: {name} is missing"
    for name, member in value.items() if properties else []:
        if name in properties:
            yield from flaws(member, properties[name], root, f"{at}.{name}")
        elif not schema.get("additionalProperties", True):
            yield f"{at}: {name} is not in the schema"


def main(kind, path, *texts):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    bad = 0
    for text in texts:
        with open(text, encoding="utf-8") as file:
            value = json.load(file)
        found = list(flaws(value, {"$ref": f"#/$defs/{kind}"}, schema))
        for flaw in found[:5]:
            print(f"{text}: {flaw}")
        bad += bool(found)
    return bad


if __name__ == "__main__":
    sys.exit(min(main(*sys.argv[1:]), 1))
