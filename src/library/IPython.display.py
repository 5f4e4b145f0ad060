"""IPython.display: display() prints; the rest shows nothing."""


def display(*values):
    for value in values:
        print(value if isinstance(value, DisplayObject) else repr(value))


def _nothing(*arguments, **keywords):
    return None


set_matplotlib_formats = clear_output = display_html = display_markdown = _nothing
display_latex = display_svg = display_png = display_pretty = _nothing


class DisplayObject:
    """What a notebook would draw; where Python runs a file, its name is printed."""

    def __init__(self, data=None, *args, **kwargs):
        self.data = data

    def __repr__(self):
        return f'<IPython.core.display.{type(self).__name__} object>'


class HTML(DisplayObject):
    pass


class Markdown(DisplayObject):
    pass


class Math(DisplayObject):
    pass


class Latex(DisplayObject):
    pass


class SVG(DisplayObject):
    pass


class Image(DisplayObject):
    pass


class Audio(DisplayObject):
    pass


class Video(DisplayObject):
    pass


class IFrame(DisplayObject):
    pass


class Javascript(DisplayObject):
    pass


class JSON(DisplayObject):
    pass


class Code(DisplayObject):
    pass
