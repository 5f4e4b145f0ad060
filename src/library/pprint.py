"""pprint: what fits on a line is printed on one; the rest is broken as Python breaks it."""


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True):
    return "\n".join(lines(object, indent, width, 0, 0, sort_dicts))


def shown(object, sort_dicts):
    if type(object) is dict:
        return "{" + ", ".join([f"{key!r}: {shown(object[key], sort_dicts)}"
                                for key in keys_of(object, sort_dicts)]) + "}"
    if type(object) is list:
        return "[" + ", ".join([shown(item, sort_dicts) for item in object]) + "]"
    return repr(object)


def keys_of(object, sort_dicts):
    return sorted(object) if sort_dicts else list(object)


def lines(object, indent, width, at, more, sort_dicts):
    text = shown(object, sort_dicts)
    brackets = {list: "[]", tuple: "()", set: "{}", dict: "{}"}.get(type(object))
    if len(text) <= width - at - more or brackets is None or not object:
        return text.split("\n")
    parts = []
    inner = at + indent
    items = keys_of(object, sort_dicts) if type(object) is dict else list(object)
    if type(object) is set:
        items = sorted(items)
    for i, item in enumerate(items):
        last = i == len(items) - 1
        end = brackets[1] if last else ","
        if last and type(object) is tuple and len(items) == 1:
            end = ",)"
        if type(object) is dict:
            head = repr(item) + ": "
            part = lines(object[item], indent, width, inner + len(head), more * last + 1,
                         sort_dicts)
            part = [head + part[0]] + [" " * len(head) + line for line in part[1:]]
        else:
            part = lines(item, indent, width, inner, more * last + 1, sort_dicts)
        part[-1] += end
        parts.extend([" " * indent + line for line in part])
    parts[0] = brackets[0] + " " * (indent - 1) + parts[0][indent:]
    return parts


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True):
    print(pformat(object, indent, width, depth, compact=compact, sort_dicts=sort_dicts))


pp = pprint
