"""textwrap: lines of text, shorter or less indented."""


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


def wrap(text, width=70, initial_indent='', subsequent_indent=''):
    lines, line = [], initial_indent
    empty = True
    for word in text.split():
        while True:
            room = width - len(line) - (0 if empty else 1)
            if len(word) <= room:
                line += word if empty else ' ' + word
                empty = False
                break
            if empty:
                lines.append(line + word[:max(1, room)])
                word = word[max(1, room):]
            else:
                lines.append(line)
            line, empty = subsequent_indent, True
    return lines if empty else lines + [line]


def fill(text, width=70, **options):
    return '\n'.join(wrap(text, width, **options))


def shorten(text, width, placeholder=' [...]'):
    words = text.split()
    if len(' '.join(words)) <= width:
        return ' '.join(words)
    while words and len(' '.join(words)) + len(placeholder) > width:
        words.pop()
    return ' '.join(words) + placeholder if words else placeholder.strip()
