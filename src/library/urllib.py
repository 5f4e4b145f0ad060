"""urllib: accepted as an import. No network is reached."""


def __getattr__(name):
    raise NotImplementedError(f"urllib.{name} reaches the network, which qkv does not")
