"""asyncio: accepted as an import. There is nothing beside the program."""


def __getattr__(name):
    raise NotImplementedError(f"asyncio.{name} is not there in qkv: it runs one program, and nothing beside it")
