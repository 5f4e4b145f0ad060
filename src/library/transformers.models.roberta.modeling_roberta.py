"""RoBERTa: BERT's layers. Positions are counted from behind the padding token's number, and no sentence
has a type of its own."""

import torch
from torch import nn
from transformers.modeling_outputs import ClassifierOutput
from transformers.models.bert.modeling_bert import (
    BertEmbeddings, BertModel, BertPreTrainedModel, MaskedLM)
from transformers.models.roberta.configuration_roberta import RobertaConfig


class RobertaEmbeddings(BertEmbeddings):
    def __init__(self, config):
        super().__init__(config)
        self.padding_idx = config.pad_token_id
        self.most = config.most_tokens

    def positions(self, input_ids, tokens):
        """The first token has the number after the padding's; padding itself keeps its own."""
        if input_ids is None:
            return torch.arange(self.padding_idx + 1, self.padding_idx + 1 + tokens).unsqueeze(0)
        is_token = input_ids.ne(self.padding_idx).int()
        return (is_token.cumsum(dim=1) * is_token).long() + self.padding_idx


class RobertaPreTrainedModel(BertPreTrainedModel):
    config_class = RobertaConfig
    base_model_prefix = 'roberta'
    layers_at = 'roberta.encoder.layer'
    _heads = ('lm_head.', 'classifier.', 'roberta.pooler.', 'pooler.')
    _tied = {'lm_head.decoder.weight': 'roberta.embeddings.word_embeddings.weight',
             'lm_head.decoder.bias': 'lm_head.bias'}


class RobertaModel(RobertaPreTrainedModel, BertModel):
    _embeddings = RobertaEmbeddings


class RobertaLMHead(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.layer_norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.decoder = nn.Linear(config.hidden_size, config.vocab_size)
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.decoder.bias = self.bias

    def forward(self, features):
        return self.decoder(self.layer_norm(nn.functional.gelu(self.dense(features))))


class RobertaForMaskedLM(MaskedLM, RobertaPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.roberta = RobertaModel(config, add_pooling_layer=False)
        self.lm_head = RobertaLMHead(config)
        self.post_init()
        self.tie_weights()

    def tie_weights(self):
        self.lm_head.decoder.bias = self.lm_head.bias
        if self.config.tie_word_embeddings:
            self.lm_head.decoder.weight = self.roberta.embeddings.word_embeddings.weight

    def get_input_embeddings(self):
        return self.roberta.embeddings.word_embeddings

    def get_output_embeddings(self):
        return self.lm_head.decoder

    def _logits(self, states):
        return self.lm_head(states)


class RobertaClassificationHead(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.out_proj = nn.Linear(config.hidden_size, config.num_labels)

    def forward(self, features):
        first = self.dropout(features[:, 0])
        return self.out_proj(self.dropout(torch.tanh(self.dense(first))))


class RobertaForSequenceClassification(RobertaPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.roberta = RobertaModel(config, add_pooling_layer=False)
        self.classifier = RobertaClassificationHead(config)
        self.post_init()

    def forward(self, *inputs, labels=None, return_dict=None, **named):
        outputs = self.roberta(*inputs, **named, return_dict=True)
        logits = self.classifier(outputs.last_hidden_state)
        loss = None if labels is None else nn.functional.cross_entropy(logits, labels.view(-1))
        result = ClassifierOutput(loss=loss, logits=logits, hidden_states=outputs.hidden_states,
                                  attentions=outputs.attentions)
        return_dict = self.config.return_dict if return_dict is None else return_dict
        return result if return_dict else result.to_tuple()
