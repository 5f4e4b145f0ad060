from .base import Tokenizer
from .basic import BasicTokenizer
