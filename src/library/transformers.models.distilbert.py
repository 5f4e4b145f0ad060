"""transformers.models.distilbert: DistilBERT, half of BERT's layers, trained to say what BERT says."""

from transformers.models.distilbert.configuration_distilbert import DistilBertConfig
from transformers.models.distilbert.modeling_distilbert import (
    DistilBertForMaskedLM, DistilBertForSequenceClassification, DistilBertModel)
from transformers.models.distilbert.tokenization_distilbert import (
    DistilBertTokenizer, DistilBertTokenizerFast)


def __getattr__(name):
    raise NotImplementedError(f'transformers.{name} is not there in qkv')
