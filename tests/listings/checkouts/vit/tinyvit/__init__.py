from tinyvit.vit import ViT
from .layers import *
from .utils.helpers import pair as make_pair
