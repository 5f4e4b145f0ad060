"""torch.version: whose numbers these are."""
__version__ = '1.13.1'
cuda = None
hip = None
debug = False
