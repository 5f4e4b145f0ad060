"""Documentation strings as Python keeps them since 3.13."""


def clean(text):
    """Without what all lines but the first are indented by."""
    first, *lines = text.expandtabs().split('\n') if '\t' in text else text.split('\n')
    margin = min([len(line) - len(line.lstrip(' ')) for line in lines if line.strip(' ')], default=len(text))
    return '\n'.join([first.lstrip(' '), *[line[margin:] for line in lines]])
