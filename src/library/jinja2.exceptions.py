"""jinja2.exceptions: what can be wrong with a template."""


class TemplateError(Exception):
    @property
    def message(self):
        return self.args[0] if self.args else None


class TemplateSyntaxError(TemplateError):
    def __init__(self, message, lineno=1):
        super().__init__(f'{message} (line {lineno} of the template)')
        self.lineno = lineno


class TemplateAssertionError(TemplateSyntaxError):
    """A filter or a test that there is not."""


class TemplateRuntimeError(TemplateError):
    pass


class UndefinedError(TemplateRuntimeError):
    pass


class SecurityError(TemplateRuntimeError):
    pass
