from . import dense, local
