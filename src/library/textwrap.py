"""textwrap: lines of text, shorter or less indented."""
import re


def dedent(text):
    lines = text.split('\n')
    margin = None
    for line in lines:
        if line.strip():
            indent = line[:len(line) - len(line.lstrip())]
            margin = indent if margin is None else _common(margin, indent)
    cut = len(margin or '')
    return '\n'.join([line[cut:] if line.strip() else '' for line in lines])


def _common(a, b):
    count = 0
    while count < min(len(a), len(b)) and a[count] == b[count]:
        count += 1
    return a[:count]


def indent(text, prefix):
    return ''.join([prefix + line if line.strip() else line for line in text.splitlines(True)])


# After CPython: blanks; dashes between words; a word up to its hyphen or its end.
_CHUNK = re.compile(r"""([\t\n\x0b\x0c\r ]+
    | (?<=[\w!"'&.,?]) -{2,} (?=\w)
    | [^\t\n\x0b\x0c\r ]+? (?:
        - (?: (?<=[^\d\W]{2}-) | (?<=[^\d\W]-[^\d\W]-)) (?= [^\d\W] -? [^\d\W])
        | (?= [\t\n\x0b\x0c\r ] | \Z)
        | (?<=[\w!"'&.,?]) (?=-{2,}\w)))""", re.VERBOSE)


def wrap(text, width=70, initial_indent='', subsequent_indent=''):
    if width <= 0:
        raise ValueError(f'invalid width {width!r} (must be > 0)')
    text = re.sub(r'[\t\n\x0b\x0c\r ]', ' ', text.expandtabs())
    chunks = [chunk for chunk in _CHUNK.split(text) if chunk]
    chunks.reverse()
    lines = []
    while chunks:
        indent = subsequent_indent if lines else initial_indent
        room = width - len(indent)
        if not chunks[-1].strip() and lines:
            chunks.pop()
        line, length = [], 0
        while chunks and length + len(chunks[-1]) <= room:
            length += len(chunks[-1])
            line.append(chunks.pop())
        if chunks and len(chunks[-1]) > room:
            _break_word(chunks, line, 1 if room < 1 else room - length)
        if line and not line[-1].strip():
            line.pop()
        if line:
            lines.append(indent + ''.join(line))
    return lines


def _break_word(chunks, line, left):
    """What is longer than a line goes on in the next, behind a hyphen where there is one."""
    word = chunks[-1]
    hyphen = word.rfind('-', 0, left) if len(word) > left else -1
    end = hyphen + 1 if hyphen > 0 and word[:hyphen].strip('-') else left
    line.append(word[:end])
    chunks[-1] = word[end:]


def fill(text, width=70, **options):
    return '\n'.join(wrap(text, width, **options))


def shorten(text, width, placeholder=' [...]'):
    if len(placeholder.lstrip()) > width:
        raise ValueError('placeholder too large for max width')
    text = ' '.join(text.split())
    if len(text) <= width:
        return text
    chunks = [chunk for chunk in _CHUNK.split(text) if chunk]
    chunks.reverse()
    line = []
    while chunks and len(''.join(line)) + len(chunks[-1]) <= width:
        line.append(chunks.pop())
    if chunks and len(chunks[-1]) > width:
        _break_word(chunks, line, width - len(''.join(line)))
    while line:
        if line[-1].strip() and len(''.join(line)) + len(placeholder) <= width:
            return ''.join(line) + placeholder
        line.pop()
    return placeholder.lstrip()
