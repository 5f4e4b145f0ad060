"""urllib.request: accepted as an import. No network is reached."""


def __getattr__(name):
    raise NotImplementedError(f"urllib.request.{name} reaches the network, which qkv does not")
