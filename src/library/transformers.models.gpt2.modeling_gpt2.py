"""GPT-2: layers of attention to what stands before, each with a feed-forward part after it."""

import math

import torch
from torch import nn
from transformers.activations import get_activation
from transformers.generation import GenerationMixin
from transformers.modeling_outputs import (
    BaseModelOutputWithPastAndCrossAttentions, CausalLMOutputWithCrossAttentions)
from transformers.modeling_utils import PreTrainedModel
from transformers.models.gpt2.configuration_gpt2 import GPT2Config
from transformers.pytorch_utils import Conv1D


class GPT2Attention(nn.Module):
    def __init__(self, config, layer_idx=None):
        super().__init__()
        self.embed_dim = config.n_embd
        self.num_heads = config.n_head
        self.head_dim = self.embed_dim // self.num_heads
        self.layer_idx = layer_idx
        self.scale = math.sqrt(self.head_dim) if config.scale_attn_weights else 1.0
        if config.scale_attn_by_inverse_layer_idx:
            self.scale *= layer_idx + 1
        self.c_attn = Conv1D(3 * self.embed_dim, self.embed_dim)
        self.c_proj = Conv1D(self.embed_dim, self.embed_dim)
        self.attn_dropout = nn.Dropout(config.attn_pdrop)
        self.resid_dropout = nn.Dropout(config.resid_pdrop)

    def split_heads(self, tensor):
        """(batch, tokens, features) to (batch, heads, tokens, features of a head)"""
        batch, tokens, _ = tensor.shape
        return tensor.view(batch, tokens, self.num_heads, self.head_dim).transpose(1, 2)

    def forward(self, hidden_states, layer_past=None, attention_mask=None, use_cache=False):
        query, key, value = self.c_attn(hidden_states).split(self.embed_dim, dim=2)
        query = self.split_heads(query)
        key = self.split_heads(key)
        value = self.split_heads(value)
        if layer_past is not None:
            key = torch.cat((layer_past[0], key), dim=-2)
            value = torch.cat((layer_past[1], value), dim=-2)
        scores = torch.matmul(query, key.transpose(-1, -2)) / self.scale
        # A token sees itself and those before it.
        everything = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool)
        to_see = everything.tril(key.size(-2) - query.size(-2))
        masked_scores = scores.masked_fill(~to_see, float('-inf'))
        if attention_mask is not None:
            masked_scores = masked_scores + attention_mask
        weights = masked_scores.softmax(dim=-1)
        heads = torch.matmul(self.attn_dropout(weights), value)
        joined = heads.transpose(1, 2).reshape(hidden_states.shape)
        attn_output = self.resid_dropout(self.c_proj(joined))
        return attn_output, (key, value) if use_cache else None, weights


class GPT2MLP(nn.Module):
    def __init__(self, intermediate_size, config):
        super().__init__()
        self.c_fc = Conv1D(intermediate_size, config.n_embd)
        self.c_proj = Conv1D(config.n_embd, intermediate_size)
        self.act = get_activation(config.activation_function)
        self.dropout = nn.Dropout(config.resid_pdrop)

    def forward(self, hidden_states):
        return self.dropout(self.c_proj(self.act(self.c_fc(hidden_states))))


class GPT2Block(nn.Module):
    def __init__(self, config, layer_idx=None):
        super().__init__()
        self.ln_1 = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)
        self.attn = GPT2Attention(config, layer_idx)
        self.ln_2 = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)
        self.mlp = GPT2MLP(config.n_inner if config.n_inner is not None else 4 * config.n_embd,
                           config)

    def forward(self, hidden_states, layer_past=None, attention_mask=None, use_cache=False,
                output_attentions=True):
        attn_output, present, weights = self.attn(
            self.ln_1(hidden_states), layer_past, attention_mask, use_cache)
        hidden_states = hidden_states + attn_output
        hidden_states = hidden_states + self.mlp(self.ln_2(hidden_states))
        return hidden_states, present, weights


class GPT2PreTrainedModel(PreTrainedModel):
    config_class = GPT2Config
    base_model_prefix = 'transformer'
    layers_at = 'transformer.h'
    _keys_to_ignore = ('.attn.bias', '.attn.masked_bias')
    _heads = ('lm_head.',)
    _tied = {'lm_head.weight': 'transformer.wte.weight'}

    def _init_weights(self, module):
        deviation = self.config.initializer_range
        if isinstance(module, (nn.Linear, nn.Embedding, Conv1D)):
            nn.init.normal_(module.weight, std=deviation)
        for name, parameter in module.named_parameters():
            if name == 'c_proj.weight':
                nn.init.normal_(parameter, std=deviation / math.sqrt(2 * self.config.n_layer))


def _additive(attention_mask):
    """Nothing where every token is a real one; else what hides the others, added to scores."""
    if attention_mask is None or bool(attention_mask.bool().all()):
        return None
    hidden = 1.0 - attention_mask[:, None, None, :].float()
    return hidden * torch.finfo(torch.float32).min


class GPT2Model(GPT2PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.embed_dim = config.n_embd
        self.wte = nn.Embedding(config.vocab_size, self.embed_dim)
        self.wpe = nn.Embedding(config.n_positions, self.embed_dim)
        self.drop = nn.Dropout(config.embd_pdrop)
        self.h = nn.ModuleList([GPT2Block(config, layer_idx=i) for i in range(config.n_layer)])
        self.ln_f = nn.LayerNorm(self.embed_dim, eps=config.layer_norm_epsilon)
        self.post_init()

    def get_input_embeddings(self):
        return self.wte

    def _positions(self, tokens, past):
        if past + tokens > self.config.n_positions:
            raise ValueError(f'{past + tokens} tokens are more than the {self.config.n_positions} '
                             'that this model was made for')
        return torch.arange(past, past + tokens).unsqueeze(0)

    def forward(self, input_ids=None, past_key_values=None, attention_mask=None,
                token_type_ids=None, position_ids=None, inputs_embeds=None, use_cache=None,
                output_attentions=None, output_hidden_states=None, return_dict=None):
        config = self.config
        if (input_ids is None) == (inputs_embeds is None):
            raise ValueError('You have to specify either input_ids or inputs_embeds')
        if output_attentions is None:
            output_attentions = config.output_attentions
        if output_hidden_states is None:
            output_hidden_states = config.output_hidden_states
        use_cache = config.use_cache if use_cache is None else use_cache
        return_dict = config.return_dict if return_dict is None else return_dict
        if inputs_embeds is None:
            inputs_embeds = self.wte(input_ids)
        past = past_key_values[0][0].size(-2) if past_key_values else 0
        own_positions = self._positions(inputs_embeds.size(1), past)
        if position_ids is None:
            position_ids = own_positions
        hidden_states = inputs_embeds + self.wpe(position_ids)
        if token_type_ids is not None:
            hidden_states = hidden_states + self.wte(token_type_ids)
        hidden_states = self.drop(hidden_states)
        attention_mask = _additive(attention_mask)
        all_hidden_states, attentions, presents = (), (), ()
        for i, block in enumerate(self.h):
            all_hidden_states += (hidden_states,)
            layer_past = past_key_values[i] if past_key_values else None
            hidden_states, present, weights = block(hidden_states, layer_past, attention_mask,
                                                    use_cache)
            presents += (present,)
            attentions += (weights,)
        hidden_states = self.ln_f(hidden_states)
        outputs = BaseModelOutputWithPastAndCrossAttentions(
            last_hidden_state=hidden_states,
            past_key_values=presents if use_cache else None,
            hidden_states=all_hidden_states + (hidden_states,) if output_hidden_states else None,
            attentions=attentions if output_attentions else None)
        return outputs if return_dict else outputs.to_tuple()


class GPT2LMHeadModel(GPT2PreTrainedModel, GenerationMixin):
    def __init__(self, config):
        super().__init__(config)
        self.transformer = GPT2Model(config)
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
        self.post_init()
        self.tie_weights()

    def tie_weights(self):
        if self.config.tie_word_embeddings:
            self.lm_head.weight = self.transformer.wte.weight

    def get_input_embeddings(self):
        return self.transformer.wte

    def get_output_embeddings(self):
        return self.lm_head

    def forward(self, input_ids=None, past_key_values=None, attention_mask=None,
                token_type_ids=None, position_ids=None, inputs_embeds=None, labels=None,
                use_cache=None, output_attentions=None, output_hidden_states=None,
                return_dict=None):
        outputs = self.transformer(
            input_ids, past_key_values, attention_mask, token_type_ids, position_ids, inputs_embeds,
            use_cache, output_attentions, output_hidden_states, return_dict=True)
        logits = self.lm_head(outputs.last_hidden_state)
        loss = None
        if labels is not None:  # each place is to say the word after it
            shifted, wanted = logits[..., :-1, :].contiguous(), labels[..., 1:].contiguous()
            loss = nn.functional.cross_entropy(shifted.view(-1, shifted.size(-1)), wanted.view(-1))
        result = CausalLMOutputWithCrossAttentions(
            loss=loss, logits=logits, past_key_values=outputs.past_key_values,
            hidden_states=outputs.hidden_states, attentions=outputs.attentions)
        return_dict = self.config.return_dict if return_dict is None else return_dict
        return result if return_dict else result.to_tuple()
