from .modeling import BertConfig, BertForMaskedLM
from .tokenization import BasicTokenizer, FullTokenizer
