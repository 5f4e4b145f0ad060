"""How the parts of a tokenizer are made from the objects in tokenizer.json."""


def made(kinds, content, what):
    """The part that {'type': …, …} describes; None for None."""
    if content is None:
        return None
    if not isinstance(content, dict) or not isinstance(content.get('type'), str):
        raise ValueError(f"the {what} is no object with a 'type'")
    kind = content['type']
    if kind not in kinds:
        raise NotImplementedError(f"the {what} '{kind}' is not there in qkv; "
                                  f"{', '.join(sorted(kinds))} are")
    given = {name: value for name, value in content.items() if name != 'type'}
    try:
        return kinds[kind](**given)
    except (TypeError, KeyError, AttributeError, IndexError) as wrong:
        raise ValueError(f'the {what} {kind}: {wrong}') from None


def made_all(kinds, contents, what):
    if not isinstance(contents, (list, tuple)):
        raise ValueError(f'the {what} Sequence has no list of its parts')
    return [made(kinds, part, what) if isinstance(part, dict) else part for part in contents]


def need(kind, **given):
    """Each of the values is of that type, or of one of those types."""
    for name, value in given.items():
        if not isinstance(value, kind):
            expected = kind.__name__ if isinstance(kind, type) else \
                ' or '.join([one.__name__ for one in kind])
            raise ValueError(f'{name} is {value!r}, and not of the type {expected}')
