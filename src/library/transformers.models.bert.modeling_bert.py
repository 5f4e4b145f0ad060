"""BERT: layers in which each token attends to all others, each with a feed-forward part after it."""

import math

import torch
from torch import nn
from transformers.activations import get_activation
from transformers.modeling_outputs import (
    BaseModelOutputWithPoolingAndCrossAttentions, MaskedLMOutput)
from transformers.modeling_utils import PreTrainedModel
from transformers.models.bert.configuration_bert import BertConfig


class BertEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.most = config.max_position_embeddings
        self.word_embeddings = nn.Embedding(config.vocab_size, config.hidden_size,
                                            padding_idx=config.pad_token_id)
        self.position_embeddings = nn.Embedding(self.most, config.hidden_size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, input_ids=None, token_type_ids=None, position_ids=None, inputs_embeds=None):
        if inputs_embeds is None:
            inputs_embeds = self.word_embeddings(input_ids)
        batch, tokens, _ = inputs_embeds.shape
        if tokens > self.most:
            raise ValueError(f'{tokens} tokens are more than the {self.most} that this model was '
                             'made for')
        if position_ids is None:
            position_ids = torch.arange(tokens).unsqueeze(0)
        if token_type_ids is None:
            token_type_ids = torch.zeros(batch, tokens, dtype=torch.long)
        embeddings = inputs_embeds + self.token_type_embeddings(token_type_ids)
        embeddings = embeddings + self.position_embeddings(position_ids)
        return self.dropout(self.LayerNorm(embeddings))


class BertSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.num_attention_heads = config.num_attention_heads
        self.attention_head_size = config.hidden_size // config.num_attention_heads
        self.query = nn.Linear(config.hidden_size, config.hidden_size)
        self.key = nn.Linear(config.hidden_size, config.hidden_size)
        self.value = nn.Linear(config.hidden_size, config.hidden_size)
        self.dropout = nn.Dropout(config.attention_probs_dropout_prob)

    def transpose_for_scores(self, x):
        """(batch, tokens, features) to (batch, heads, tokens, features of a head)"""
        batch, tokens, _ = x.shape
        return x.view(batch, tokens, self.num_attention_heads, self.attention_head_size).transpose(1, 2)

    def forward(self, hidden_states, attention_mask=None):
        query = self.transpose_for_scores(self.query(hidden_states))
        key = self.transpose_for_scores(self.key(hidden_states))
        value = self.transpose_for_scores(self.value(hidden_states))
        scores = torch.matmul(query, key.transpose(-1, -2)) / math.sqrt(self.attention_head_size)
        if attention_mask is not None:
            scores = scores + attention_mask
        weights = scores.softmax(dim=-1)
        context = torch.matmul(self.dropout(weights), value).transpose(1, 2)
        return context.reshape(hidden_states.shape), weights


class BertSelfOutput(nn.Module):
    def __init__(self, config, size=None):
        super().__init__()
        self.dense = nn.Linear(size or config.hidden_size, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, hidden_states, input_tensor):
        return self.LayerNorm(self.dropout(self.dense(hidden_states)) + input_tensor)


class BertAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.self = BertSelfAttention(config)
        self.output = BertSelfOutput(config)

    def forward(self, hidden_states, attention_mask=None):
        context, weights = self.self(hidden_states, attention_mask)
        return self.output(context, hidden_states), weights


class BertIntermediate(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.intermediate_size)
        self.intermediate_act_fn = get_activation(config.hidden_act)

    def forward(self, hidden_states):
        return self.intermediate_act_fn(self.dense(hidden_states))


class BertOutput(BertSelfOutput):
    def __init__(self, config):
        super().__init__(config, config.intermediate_size)


class BertLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = BertAttention(config)
        self.intermediate = BertIntermediate(config)
        self.output = BertOutput(config)

    def forward(self, hidden_states, attention_mask=None, output_attentions=True):
        attention_output, weights = self.attention(hidden_states, attention_mask)
        return self.output(self.intermediate(attention_output), attention_output), weights


class BertEncoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layer = nn.ModuleList([BertLayer(config) for _ in range(config.num_hidden_layers)])

    def forward(self, hidden_states, attention_mask=None):
        all_hidden_states, attentions = (hidden_states,), ()
        for layer in self.layer:
            hidden_states, weights = layer(hidden_states, attention_mask)
            all_hidden_states += (hidden_states,)
            attentions += (weights,)
        return all_hidden_states, attentions


class BertPooler(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.activation = nn.Tanh()

    def forward(self, hidden_states):
        return self.activation(self.dense(hidden_states[:, 0]))


class BertPreTrainedModel(PreTrainedModel):
    config_class = BertConfig
    base_model_prefix = 'bert'
    layers_at = 'bert.encoder.layer'
    _keys_to_ignore = ('embeddings.position_ids',)
    _heads = ('cls.', 'bert.pooler.', 'pooler.')
    _tied = {'cls.predictions.decoder.weight': 'bert.embeddings.word_embeddings.weight',
             'cls.predictions.decoder.bias': 'cls.predictions.bias'}

    def _init_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=self.config.initializer_range)
        if isinstance(module, nn.Linear) and module.bias is not None:
            nn.init.zeros_(module.bias)
        if isinstance(module, nn.Embedding) and module.padding_idx is not None:
            with torch.no_grad():
                module.weight[module.padding_idx].zero_()


def _additive(attention_mask):
    """Nothing where every token is a real one; else what hides the others, added to scores."""
    if attention_mask is None or bool(attention_mask.bool().all()):
        return None
    if attention_mask.dim() == 2:
        attention_mask = attention_mask[:, None, None, :]
    elif attention_mask.dim() == 3:
        attention_mask = attention_mask[:, None, :, :]
    return (1.0 - attention_mask.float()) * torch.finfo(torch.float32).min


class BertModel(BertPreTrainedModel):
    def __init__(self, config, add_pooling_layer=True):
        super().__init__(config)
        self.embeddings = BertEmbeddings(config)
        self.encoder = BertEncoder(config)
        self.pooler = BertPooler(config) if add_pooling_layer else None
        self.post_init()

    def get_input_embeddings(self):
        return self.embeddings.word_embeddings

    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, position_ids=None,
                inputs_embeds=None, output_attentions=None, output_hidden_states=None,
                return_dict=None):
        config = self.config
        if (input_ids is None) == (inputs_embeds is None):
            raise ValueError('You have to specify either input_ids or inputs_embeds')
        if output_attentions is None:
            output_attentions = config.output_attentions
        if output_hidden_states is None:
            output_hidden_states = config.output_hidden_states
        return_dict = config.return_dict if return_dict is None else return_dict
        hidden_states = self.embeddings(input_ids, token_type_ids, position_ids, inputs_embeds)
        all_hidden_states, attentions = self.encoder(hidden_states, _additive(attention_mask))
        last = all_hidden_states[-1]
        outputs = BaseModelOutputWithPoolingAndCrossAttentions(
            last_hidden_state=last,
            pooler_output=self.pooler(last) if self.pooler is not None else None,
            hidden_states=all_hidden_states if output_hidden_states else None,
            attentions=attentions if output_attentions else None)
        return outputs if return_dict else outputs.to_tuple()


class BertPredictionHeadTransform(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.transform_act_fn = get_activation(config.hidden_act)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, hidden_states):
        return self.LayerNorm(self.transform_act_fn(self.dense(hidden_states)))


class BertLMPredictionHead(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.transform = BertPredictionHeadTransform(config)
        self.decoder = nn.Linear(config.hidden_size, config.vocab_size)
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.decoder.bias = self.bias

    def forward(self, hidden_states):
        return self.decoder(self.transform(hidden_states))


class BertOnlyMLMHead(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.predictions = BertLMPredictionHead(config)

    def forward(self, sequence_output):
        return self.predictions(sequence_output)


class BertForMaskedLM(BertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.bert = BertModel(config, add_pooling_layer=False)
        self.cls = BertOnlyMLMHead(config)
        self.post_init()
        self.tie_weights()

    def tie_weights(self):
        predictions = self.cls.predictions
        predictions.decoder.bias = predictions.bias
        if self.config.tie_word_embeddings:
            predictions.decoder.weight = self.bert.embeddings.word_embeddings.weight

    def get_input_embeddings(self):
        return self.bert.embeddings.word_embeddings

    def get_output_embeddings(self):
        return self.cls.predictions.decoder

    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, position_ids=None,
                inputs_embeds=None, labels=None, output_attentions=None, output_hidden_states=None,
                return_dict=None):
        outputs = self.bert(input_ids, attention_mask, token_type_ids, position_ids, inputs_embeds,
                            output_attentions, output_hidden_states, return_dict=True)
        logits = self.cls(outputs.last_hidden_state)
        loss = None
        if labels is not None:  # -100 where nothing is asked
            loss = nn.functional.cross_entropy(logits.view(-1, logits.size(-1)), labels.view(-1))
        result = MaskedLMOutput(loss=loss, logits=logits, hidden_states=outputs.hidden_states,
                                attentions=outputs.attentions)
        return_dict = self.config.return_dict if return_dict is None else return_dict
        return result if return_dict else result.to_tuple()
