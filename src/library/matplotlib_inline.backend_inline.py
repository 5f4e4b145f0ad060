"""matplotlib_inline.backend_inline: how Jupyter draws; qkv draws by itself."""


def set_matplotlib_formats(*formats, **kwargs):
    return None


def set_matplotlib_close(close=True):
    return None
