"""csv: rows of a text as lists. What writes is missing, as files cannot be written."""

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    pass


def _cells(line, lines, delimiter, quote):
    cells, cell, quoted, at = [], '', False, 0
    while True:
        if at >= len(line):
            if not quoted:
                return cells + [cell]
            line, at = next(lines, None), 0
            if line is None:
                return cells + [cell]
        letter = line[at]
        at += 1
        if quoted and letter == quote and line[at:at + 1] == quote:
            cell, at = cell + quote, at + 1
        elif letter == quote and (quoted or not cell):
            quoted = not quoted
        elif quoted or letter not in (delimiter, '\r', '\n'):
            cell += letter
        elif letter == delimiter:
            cells.append(cell)
            cell = ''


def reader(csvfile, dialect='excel', *, delimiter=None, quotechar='"', skipinitialspace=False):
    between = delimiter or ('\t' if dialect == 'excel-tab' else ',')
    lines = iter(csvfile)
    for line in lines:
        cells = _cells(line, lines, between, quotechar) if line.strip('\r\n') else []
        yield [cell.lstrip(' ') for cell in cells] if skipinitialspace else cells


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', **options):
        self._rows = reader(f, dialect, **options)
        self.fieldnames = list(next(self._rows, [])) if fieldnames is None else list(fieldnames)
        self.restkey, self.restval = restkey, restval

    def __iter__(self):
        return self

    def __next__(self):
        row = next(self._rows)
        while not row:
            row = next(self._rows)
        named = dict(zip(self.fieldnames, row))
        if len(row) > len(self.fieldnames):
            named[self.restkey] = row[len(self.fieldnames):]
        for name in self.fieldnames[len(row):]:
            named[name] = self.restval
        return named


def __getattr__(name):
    raise NotImplementedError(f"csv.{name} reaches files, which qkv does not; csv.reader is there")
