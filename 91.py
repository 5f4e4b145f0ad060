class Attention:
    pass
