"""An encoder and a decoder, line by line."""
from .attention import MultiHeadedAttention, attention
from .layers import LayerNorm, SublayerConnection, clones
from .model import make_model
from .masks import subsequent_mask

__all__ = ['MultiHeadedAttention', 'attention', 'LayerNorm', 'SublayerConnection', 'clones',
           'make_model', 'subsequent_mask']
__version__ = '0.1'
