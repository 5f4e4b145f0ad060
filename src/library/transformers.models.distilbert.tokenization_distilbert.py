"""DistilBERT's pieces of words: those of BERT, without types of sentences."""

from transformers.models.bert.tokenization_bert import BertTokenizer


class DistilBertTokenizer(BertTokenizer):
    model_input_names = ['input_ids', 'attention_mask']


class DistilBertTokenizerFast(DistilBertTokenizer):
    is_fast = True
