"""A table of numbers as text: a row on each line, its cells apart by a character or by white space."""

import _files
from _qkv import fail as _fail

_MISSING = {'', 'nan', 'NaN', 'NA', 'N/A', 'n/a', '#N/A', 'NULL', 'null', 'None', '<NA>', '-'}


def _text(source):
    """That of the file at a path, or the only item of a list; and what messages call it."""
    if isinstance(source, list):
        return source[0], 'the text'
    return _files.part(source, None, None, 0, None, True)[0].removeprefix('\ufeff'), str(source)


def _quoted(line, between, quote):
    """The cells of a line with quotes, in which a cell may hold anything, the quote itself doubled; None:
    one is not closed. What follows a closed one is not looked at."""
    cells, at = [], 0
    while True:
        while line[at:at + 1] in (' ', '\t') and line[at] != between:
            at += 1
        cell, is_quoted = '', line[at:at + 1] == quote
        while is_quoted and line[at:at + 1] == quote:
            end = line.find(quote, at + 1)
            if end < 0:
                return None
            cell += (quote if cell or line[at - 1:at] == quote and at else '') + line[at + 1:end]
            at = end + 1
        end = at
        while end < len(line) and (line[end] != between if between else line[end] not in ' \t'):
            end += 1
        cells.append(cell if is_quoted else line[at:end].strip())
        at = end + 1
        if end >= len(line) or not between and not line[at:].strip():
            return cells


def _rows(text, name, between, quote, comment, skip):
    """The number of each line that says anything, whether an empty one precedes it, its cells."""
    gap = False
    for number, line in enumerate(text.split('\n'), 1):
        if comment and comment in line:
            line = line[:line.index(comment)]
        if number <= skip or not line.strip():
            gap = number > skip
            continue
        if quote and quote in line:
            cells = _quoted(line.rstrip('\r'), between, quote)
        else:
            cells = [cell.strip() for cell in line.split(between)] if between else line.split()
        if cells is None:
            _fail('ValueError', f'{name} has a quote that is not closed in its line', f'line {number} of {name}')
        yield number, gap, cells
        gap = False


def _number(cell, may_miss, comma=False):
    """None: it is none."""
    if may_miss and cell in _MISSING:
        return float('nan')
    if comma and '.' not in cell and len(cell) < 64:
        cell = cell.replace(',', '.')
    try:
        return float(cell) if '_' not in cell and cell.isascii() else None
    except ValueError:
        return None


def _numbers(cells, name, row, line, first, may_miss):
    numbers = [_number(cell, may_miss) for cell in cells]
    if None in numbers:
        at = numbers.index(None)
        _fail('ValueError', f"could not convert string '{cells[at][:60]}' to float64 at row {row}, column "
              f'{first + at + 1}.', f'line {line} of {name}')
    return numbers


def read(source, between, quote, comment, skip, first, end, may_miss):
    """All rows, as numpy.loadtxt reads them: an array of float64."""
    text, name = _text(source)
    plain, numbers, columns, row = '_' not in text and text.isascii(), [], 0, -1
    for row, (line, _, cells) in enumerate(_rows(text, name, between, quote, comment, skip)):
        last = len(cells) if end < 0 else end
        if not first <= last <= len(cells):
            _fail('ValueError', f'invalid column index {last - 1} at row {row + 1} with {len(cells)} columns',
                  f'line {line} of {name}')
        if row and last - first != columns:
            _fail('ValueError', f'the number of columns changed from {columns} to {last - first} at row '
                  f'{row + 1}; use `usecols` to select a subset and avoid this error', f'line {line} of {name}')
        columns, cells = last - first, cells[first:last]
        try:
            numbers.extend(map(float, cells) if plain else _numbers(cells, name, row, line, first, may_miss))
        except ValueError:
            del numbers[row * columns:]
            numbers.extend(_numbers(cells, name, row, line, first, may_miss))
    title = name.split('/')[-1]
    return _files.table(numbers, row + 1, columns, title[:title.rfind('.')] if title.rfind('.') > 0 else title)


def _counted(names):
    """None for 0, 1, 2 …, as pandas writes them where there are no names."""
    return None if names == [str(i) for i in range(len(names))] else names


def look(source):
    """What a file seems to be: how its cells are apart, lines to skip, whether its first column is names,
    how many others there are, the names of these and of the rows, how many blocks of as many rows there are
    with empty lines between, and whether numbers are missing or have decimal commas."""
    text, name = _text(source)
    begin, title, skip = '', '', 0
    for number, begin in enumerate(text.split('\n'), 1):
        if begin.strip() and (begin[0] != '#' or begin[1:2] in ('\t', ';', ',')):
            break
        title, skip = (begin[1:].strip(), number) if begin.strip() else (title, skip)
    between = next((c for c in '\t;,' if c in begin), '')

    def is_number(cell):
        return _number(cell, True, between != ',') is not None

    def next_row(wanted):
        row = next(_rows(text, name, between, '"', '', skip), None)
        return row or _fail('ValueError', f'{name} has {wanted}', 'a row of numbers on each line')

    line, _, cells = next_row('no numbers')
    columns = None
    if cells[0] == '' or not all(map(is_number, cells[len(cells) > 1:])):
        columns, skip = cells, line
        line, _, cells = next_row('names of columns, and no numbers')
        if len(cells) - len(columns) not in (0, 1):
            _fail('ValueError', f'{name} has {len(columns)} names in its first line, and {len(cells)} columns',
                  'a name for each column, or none at all')
        first = len(cells) > len(columns) or not is_number(cells[0]) or columns[0] == ''
        columns = columns[1:] if first and len(cells) == len(columns) else columns
    else:
        first = len(cells) > 1 and not is_number(cells[0])
        words = [word.strip() for word in title.split(between or None)]  # as numpy.savetxt writes them
        columns = words if title and len(words) == len(cells) - first else None
    count, names, named, blocks = len(cells) - first, [], 0, [0]
    misses = commas = points = False
    for line, gap, cells in _rows(text, name, between, '"', '', skip):
        if first:
            names.append(cells[0])
            named += not is_number(cells[0])
        blocks += [0] if gap and blocks[-1] else []
        blocks[-1] += 1
        cells = cells[first:]
        misses = misses or not _MISSING.isdisjoint(cells)
        rest = ' '.join(cells)
        commas, points = commas or ',' in rest, points or '.' in rest
    if first and columns is None and 2 * named <= sum(blocks):  # a number or two that are none
        first, count = False, count + 1
    if commas and points:
        _fail('ValueError', f'{name} has numbers with a comma, and others with a point', 'one of them everywhere')
    return (between, skip, int(first), count, columns and _counted(columns), first and _counted(names) or None,
            len(blocks) if len(set(blocks)) == 1 else 1, misses, commas)
