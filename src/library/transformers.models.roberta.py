"""transformers.models.roberta: RoBERTa, BERT's layers under other tokens and other positions."""

from transformers.models.roberta.configuration_roberta import RobertaConfig
from transformers.models.roberta.modeling_roberta import (
    RobertaForMaskedLM, RobertaForSequenceClassification, RobertaModel)
from transformers.models.roberta.tokenization_roberta import RobertaTokenizer, RobertaTokenizerFast


def __getattr__(name):
    raise NotImplementedError(f'transformers.{name} is not there in qkv')
