"""IPython.display: display() prints; the rest shows nothing."""


def display(*values):
    for value in values:
        print(repr(value))


def _nothing(*arguments, **keywords):
    return None


set_matplotlib_formats = clear_output = Image = HTML = Markdown = Math = _nothing
