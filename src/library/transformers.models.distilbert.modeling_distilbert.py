"""DistilBERT: BERT's layers under other names, without types of sentences."""

import math

import torch
from torch import nn
from transformers.activations import get_activation
from transformers.modeling_outputs import BaseModelOutput, ClassifierOutput
from transformers.modeling_utils import PreTrainedModel
from transformers.models.bert.modeling_bert import MaskedLM
from transformers.models.distilbert.configuration_distilbert import DistilBertConfig


class Embeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.most = config.max_position_embeddings
        self.word_embeddings = nn.Embedding(config.vocab_size, config.dim,
                                            padding_idx=config.pad_token_id)
        self.position_embeddings = nn.Embedding(self.most, config.dim)
        self.LayerNorm = nn.LayerNorm(config.dim, eps=1e-12)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, input_ids=None, inputs_embeds=None):
        if inputs_embeds is None:
            inputs_embeds = self.word_embeddings(input_ids)
        tokens = inputs_embeds.size(1)
        if tokens > self.most:
            raise ValueError(f'{tokens} tokens are more than the {self.most} that this model was '
                             'made for')
        position_ids = torch.arange(tokens).unsqueeze(0)
        embeddings = inputs_embeds + self.position_embeddings(position_ids)
        return self.dropout(self.LayerNorm(embeddings))


class MultiHeadSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.n_heads = config.n_heads
        self.head_dim = config.dim // config.n_heads
        self.q_lin = nn.Linear(config.dim, config.dim)
        self.k_lin = nn.Linear(config.dim, config.dim)
        self.v_lin = nn.Linear(config.dim, config.dim)
        self.out_lin = nn.Linear(config.dim, config.dim)
        self.dropout = nn.Dropout(config.attention_dropout)

    def shape(self, x):
        """(batch, tokens, features) to (batch, heads, tokens, features of a head)"""
        batch, tokens, _ = x.shape
        return x.view(batch, tokens, self.n_heads, self.head_dim).transpose(1, 2)

    def forward(self, x, mask=None):
        query = self.shape(self.q_lin(x)) / math.sqrt(self.head_dim)
        key = self.shape(self.k_lin(x))
        value = self.shape(self.v_lin(x))
        scores = torch.matmul(query, key.transpose(2, 3))
        if mask is not None:
            scores = scores.masked_fill(mask, torch.finfo(torch.float32).min)
        weights = scores.softmax(dim=-1)
        context = torch.matmul(self.dropout(weights), value).transpose(1, 2)
        return self.out_lin(context.reshape(x.shape)), weights


class FFN(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dropout = nn.Dropout(config.dropout)
        self.lin1 = nn.Linear(config.dim, config.hidden_dim)
        self.lin2 = nn.Linear(config.hidden_dim, config.dim)
        self.activation = get_activation(config.activation)

    def forward(self, x):
        return self.dropout(self.lin2(self.activation(self.lin1(x))))


class TransformerBlock(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = MultiHeadSelfAttention(config)
        self.sa_layer_norm = nn.LayerNorm(config.dim, eps=1e-12)
        self.ffn = FFN(config)
        self.output_layer_norm = nn.LayerNorm(config.dim, eps=1e-12)

    def forward(self, x, attn_mask=None, output_attentions=True):
        attention_output, weights = self.attention(x, attn_mask)
        middle = self.sa_layer_norm(attention_output + x)
        return self.output_layer_norm(self.ffn(middle) + middle), weights


class Transformer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layer = nn.ModuleList([TransformerBlock(config) for _ in range(config.n_layers)])

    def forward(self, x, attn_mask=None):
        all_hidden_states, attentions = (x,), ()
        for layer in self.layer:
            x, weights = layer(x, attn_mask)
            all_hidden_states += (x,)
            attentions += (weights,)
        return all_hidden_states, attentions


class DistilBertPreTrainedModel(PreTrainedModel):
    config_class = DistilBertConfig
    base_model_prefix = 'distilbert'
    layers_at = 'distilbert.transformer.layer'
    _keys_to_ignore = ('embeddings.position_ids',)
    _heads = ('vocab_', 'pre_classifier.', 'classifier.', 'qa_outputs.')
    _tied = {'vocab_projector.weight': 'distilbert.embeddings.word_embeddings.weight'}

    def _init_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=self.config.initializer_range)
        if isinstance(module, nn.Linear):
            nn.init.zeros_(module.bias)


def _hidden(attention_mask):
    """Nothing where every token is a real one; else True at the others."""
    if attention_mask is None or bool(attention_mask.bool().all()):
        return None
    return (attention_mask == 0)[:, None, None, :]


class DistilBertModel(DistilBertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.embeddings = Embeddings(config)
        self.transformer = Transformer(config)
        self.post_init()

    def get_input_embeddings(self):
        return self.embeddings.word_embeddings

    def forward(self, input_ids=None, attention_mask=None, inputs_embeds=None, output_attentions=None,
                output_hidden_states=None, return_dict=None):
        config = self.config
        if (input_ids is None) == (inputs_embeds is None):
            raise ValueError('You have to specify either input_ids or inputs_embeds')
        if output_attentions is None:
            output_attentions = config.output_attentions
        if output_hidden_states is None:
            output_hidden_states = config.output_hidden_states
        return_dict = config.return_dict if return_dict is None else return_dict
        hidden_states = self.embeddings(input_ids, inputs_embeds)
        all_hidden_states, attentions = self.transformer(hidden_states, _hidden(attention_mask))
        outputs = BaseModelOutput(last_hidden_state=all_hidden_states[-1],
                                  hidden_states=all_hidden_states if output_hidden_states else None,
                                  attentions=attentions if output_attentions else None)
        return outputs if return_dict else outputs.to_tuple()


class DistilBertForMaskedLM(MaskedLM, DistilBertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.activation = get_activation(config.activation)
        self.distilbert = DistilBertModel(config)
        self.vocab_transform = nn.Linear(config.dim, config.dim)
        self.vocab_layer_norm = nn.LayerNorm(config.dim, eps=1e-12)
        self.vocab_projector = nn.Linear(config.dim, config.vocab_size)
        self.post_init()
        self.tie_weights()

    def tie_weights(self):
        if self.config.tie_word_embeddings:
            self.vocab_projector.weight = self.distilbert.embeddings.word_embeddings.weight

    def get_input_embeddings(self):
        return self.distilbert.embeddings.word_embeddings

    def get_output_embeddings(self):
        return self.vocab_projector

    def _logits(self, states):
        return self.vocab_projector(self.vocab_layer_norm(self.activation(self.vocab_transform(states))))


class DistilBertForSequenceClassification(DistilBertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.distilbert = DistilBertModel(config)
        self.pre_classifier = nn.Linear(config.dim, config.dim)
        self.classifier = nn.Linear(config.dim, config.num_labels)
        self.dropout = nn.Dropout(config.seq_classif_dropout)
        self.post_init()

    def forward(self, *inputs, labels=None, return_dict=None, **named):
        outputs = self.distilbert(*inputs, **named, return_dict=True)
        first = outputs.last_hidden_state[:, 0]
        pooled = nn.functional.relu(self.pre_classifier(first))
        logits = self.classifier(self.dropout(pooled))
        loss = None if labels is None else nn.functional.cross_entropy(logits, labels.view(-1))
        result = ClassifierOutput(loss=loss, logits=logits, hidden_states=outputs.hidden_states,
                                  attentions=outputs.attentions)
        return_dict = self.config.return_dict if return_dict is None else return_dict
        return result if return_dict else result.to_tuple()
