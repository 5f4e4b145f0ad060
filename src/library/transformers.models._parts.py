"""What Llama and the models after it are made of. The file of each model has what it does differently."""

import torch
from torch import nn
from transformers.activations import get_activation
from transformers.configuration_utils import PretrainedConfig
from transformers.generation import GenerationMixin
from transformers.modeling_outputs import BaseModelOutputWithPast, CausalLMOutputWithPast
from transformers.modeling_rope_utils import OF_LENGTH, rope_frequencies, rope_type
from transformers.modeling_utils import PreTrainedModel

_DEFAULTS = {
    'vocab_size': 32000, 'hidden_size': 4096, 'intermediate_size': 11008, 'num_hidden_layers': 32,
    'num_attention_heads': 32, 'num_key_value_heads': None, 'head_dim': None, 'hidden_act': 'silu',
    'max_position_embeddings': 2048, 'initializer_range': 0.02, 'rms_norm_eps': 1e-6,
    'rope_theta': 10000.0, 'rope_scaling': None, 'rope_parameters': None,
    'partial_rotary_factor': 1.0, 'attention_bias': False, 'mlp_bias': False,
    'attention_dropout': 0.0, 'sliding_window': None, 'layer_types': None,
    'query_pre_attn_scalar': None, 'attn_logit_softcapping': None, 'final_logit_softcapping': None,
    'bos_token_id': None, 'eos_token_id': None, 'pad_token_id': None, 'tie_word_embeddings': False}
_LAYER_TYPES = ('full_attention', 'sliding_attention')


class DecoderConfig(PretrainedConfig):
    """What config.json says of such a model; `defaults` has what the first one of its kind had."""

    defaults = {}

    def __init__(self, **given):
        super().__init__(**{**_DEFAULTS, **self.defaults, **given})
        if given.get('quantization_config'):
            raise NotImplementedError('quantized weights are not there in qkv; those of float32, '
                                      'float16 or bfloat16 are')
        if self.num_key_value_heads is None:
            self.num_key_value_heads = self.num_attention_heads
        self._need_sizes('vocab_size', 'hidden_size', 'intermediate_size', 'num_hidden_layers',
                         'num_attention_heads', 'num_key_value_heads', 'max_position_embeddings')
        if self.head_dim is None:
            self.head_dim = self.hidden_size // self.num_attention_heads
        self._need_sizes('head_dim')
        if self.num_attention_heads % self.num_key_value_heads:
            raise ValueError(f'{self.num_attention_heads} heads cannot be shared out evenly among '
                             f'num_key_value_heads = {self.num_key_value_heads}')
        get_activation(self.hidden_act)
        self._check_numbers('rms_norm_eps', 'initializer_range')
        for name in ('query_pre_attn_scalar', 'attn_logit_softcapping', 'final_logit_softcapping'):
            if getattr(self, name) is not None:
                self._check_numbers(name)
        self._check_layers()
        self._check_rotation()

    def _check_numbers(self, *names):
        for name in names:
            value = getattr(self, name)
            if type(value) not in (int, float) or not 0 < value < 1e9:
                raise ValueError(f'{name} must be a positive number, not {value!r}')

    def _layer_type(self, layer):
        """Of a config.json without layer_types."""
        return 'full_attention' if self.sliding_window is None else 'sliding_attention'

    def _check_layers(self):
        layers = range(self.num_hidden_layers)
        if self.layer_types is None:
            self.layer_types = [self._layer_type(layer) for layer in layers]
        if not isinstance(self.layer_types, list) or len(self.layer_types) != len(layers):
            raise ValueError(f'layer_types must be a list with one entry for each of the '
                             f'{len(layers)} layers')
        for kind in self.layer_types:
            if kind not in _LAYER_TYPES:
                raise NotImplementedError(f'a layer of the type {kind!r} is not there in qkv; '
                                          f"{' and '.join(_LAYER_TYPES)} are")
        if 'sliding_attention' in self.layer_types:
            self._need_sizes('sliding_window')

    def _check_rotation(self):
        self._check_numbers('partial_rotary_factor')
        for kind in dict.fromkeys(self.layer_types):
            self.rotation(kind)
        if self.partial_rotary_factor > 1 or self.rotary_dim < 2 or self.rotary_dim % 2:
            raise ValueError('rotary positions turn pairs of features: they need an even number, and '
                             f'here there are {self.rotary_dim} in a head of {self.head_dim}')

    @property
    def rotary_dim(self):
        """How many features of a head turn with the position."""
        return int(self.head_dim * self.partial_rotary_factor)

    def rotation(self, layer_type):
        """The numbers of the rotary positions in layers of that type, under their names of today."""
        given = self.rope_parameters or self.rope_scaling or {}
        if isinstance(given, dict):
            given = given.get(layer_type, given)
        if not isinstance(given, dict):
            raise ValueError('rope_scaling and rope_parameters hold names and numbers, not '
                             f'{given!r}')
        rope_type(given)
        return {'rope_theta': self.rope_theta, **given}

    def window(self, layer):
        """How many tokens back a token of that layer sees; None: all of them."""
        return self.sliding_window if self.layer_types[layer] == 'sliding_attention' else None

    @property
    def attention_scale(self):
        return (self.query_pre_attn_scalar or self.head_dim) ** -0.5


# ---- norms and positions ---------------------------------------------------------------------------

class RMSNorm(nn.Module):
    """Divides by the root of the mean square; no mean is taken away (B. Zhang and R. Sennrich, 2019)."""

    def __init__(self, hidden_size, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.variance_epsilon = eps

    def extra_repr(self):
        return f'{tuple(self.weight.shape)}, eps={self.variance_epsilon}'

    def normalized(self, hidden_states):
        wide = hidden_states.to(torch.float32)
        variance = wide.pow(2).mean(-1, keepdim=True)
        scale = torch.rsqrt(variance + self.variance_epsilon)
        return wide * scale

    def forward(self, hidden_states):
        normalized = self.normalized(hidden_states).to(hidden_states.dtype)
        return self.weight * normalized


class RotaryEmbedding(nn.Module):
    """Cosine and sine of the angle by which each pair of features turns at each position."""

    def __init__(self, config):
        super().__init__()
        self.config = config
        self._by_type = {kind: self._frequencies(kind) for kind in dict.fromkeys(config.layer_types)}
        self.register_buffer('inv_freq', self._by_type[config.layer_types[0]][0], persistent=False)

    def _frequencies(self, layer_type, tokens=0):
        config = self.config
        return rope_frequencies(config.rotation(layer_type), config.rotary_dim,
                                config.max_position_embeddings, tokens)

    def forward(self, x, position_ids, layer_type=None):
        layer_type = layer_type or self.config.layer_types[0]
        inv_freq, scaling = self._by_type[layer_type]
        if rope_type(self.config.rotation(layer_type)) in OF_LENGTH:
            inv_freq, scaling = self._frequencies(layer_type, int(position_ids.max()) + 1)
        angles = position_ids[:, :, None].float() * inv_freq
        angles = torch.cat((angles, angles), dim=-1)
        cos, sin = angles.cos(), angles.sin()
        if scaling != 1:
            cos, sin = cos * scaling, sin * scaling
        return cos.to(dtype=x.dtype), sin.to(dtype=x.dtype)


def rotate_half(x):
    """The other feature of each pair: the second half with its sign changed, then the first."""
    first, second = x.chunk(2, dim=-1)
    return torch.cat((-second, first), dim=-1)


def apply_rotary_pos_emb(q, k, cos, sin, position_ids=None, unsqueeze_dim=1):
    """Turns queries and keys, so that their product depends on how far apart they are."""
    cos, sin = cos.unsqueeze(unsqueeze_dim), sin.unsqueeze(unsqueeze_dim)
    q_embed = q * cos + rotate_half(q) * sin
    k_embed = k * cos + rotate_half(k) * sin
    return q_embed.to(q.dtype), k_embed.to(k.dtype)


def repeat_kv(hidden_states, n_rep):
    """The same key or value for each query head of its group."""
    if n_rep == 1:
        return hidden_states
    batch, heads, tokens, head_dim = hidden_states.shape
    repeated = hidden_states[:, :, None].expand(batch, heads, n_rep, tokens, head_dim)
    return repeated.reshape(batch, heads * n_rep, tokens, head_dim)


# ---- a layer ---------------------------------------------------------------------------------------

class Attention(nn.Module):
    """Several query heads share a key and a value head (J. Ainslie and others, 2023)."""

    norm_class = RMSNorm

    def __init__(self, config, layer_idx):
        super().__init__()
        self.layer_idx = layer_idx
        self.head_dim = config.head_dim
        self.num_heads = config.num_attention_heads
        self.num_key_value_heads = config.num_key_value_heads
        self.num_key_value_groups = self.num_heads // self.num_key_value_heads
        self.scaling = config.attention_scale
        self.softcap = config.attn_logit_softcapping
        self.sliding_window = config.window(layer_idx)
        self.make_projections(config)

    def make_projections(self, config, bias=None):
        bias = config.attention_bias if bias is None else bias
        queries, pairs = self.num_heads * self.head_dim, self.num_key_value_heads * self.head_dim
        self.q_proj = nn.Linear(config.hidden_size, queries, bias=bias)
        self.k_proj = nn.Linear(config.hidden_size, pairs, bias=bias)
        self.v_proj = nn.Linear(config.hidden_size, pairs, bias=bias)
        self.o_proj = nn.Linear(queries, config.hidden_size, bias=config.attention_bias)

    def split_heads(self, tensor):
        """(batch, tokens, features) to (batch, heads, tokens, features of a head)"""
        batch, tokens, _ = tensor.shape
        return tensor.view(batch, tokens, -1, self.head_dim).transpose(1, 2)

    def queries_keys_values(self, hidden_states):
        queries = self.q_proj(hidden_states)
        keys = self.k_proj(hidden_states)
        values = self.v_proj(hidden_states)
        return self.split_heads(queries), self.split_heads(keys), self.split_heads(values)

    def turned(self, query, key, cos, sin):
        return apply_rotary_pos_emb(query, key, cos, sin)

    def to_see(self, queries, keys):
        """A token sees itself and those before it, of a sliding window the last ones."""
        everything = torch.ones(queries, keys, dtype=torch.bool)
        to_see = everything.tril(keys - queries)
        if self.sliding_window is not None and keys > self.sliding_window:
            to_see = to_see.triu(keys - queries - self.sliding_window + 1)
        return to_see

    def forward(self, hidden_states, position_embeddings, attention_mask=None, past_key_value=None):
        query, key, value = self.queries_keys_values(hidden_states)
        cos, sin = position_embeddings
        query, key = self.turned(query, key, cos, sin)
        if past_key_value is not None:
            key = torch.cat((past_key_value[0], key), dim=-2)
            value = torch.cat((past_key_value[1], value), dim=-2)
        keys = repeat_kv(key, self.num_key_value_groups)
        values = repeat_kv(value, self.num_key_value_groups)
        products = torch.matmul(query, keys.transpose(-1, -2))
        scores = products * self.scaling
        if self.softcap is not None:
            scores = torch.tanh(scores / self.softcap) * self.softcap
        to_see = self.to_see(query.size(-2), keys.size(-2))
        masked_scores = scores.masked_fill(~to_see, float('-inf'))
        if attention_mask is not None:
            masked_scores = masked_scores + attention_mask
        weights = masked_scores.softmax(dim=-1, dtype=torch.float32).to(query.dtype)
        heads = torch.matmul(weights, values)
        joined = heads.transpose(1, 2).flatten(2)
        return self.o_proj(joined), weights, (key, value)


class MLP(nn.Module):
    """One half opens or closes the other (N. Shazeer, 2020: SwiGLU, with gelu GeGLU)."""

    def __init__(self, config):
        super().__init__()
        self.gate_proj = nn.Linear(config.hidden_size, config.intermediate_size, bias=config.mlp_bias)
        self.up_proj = nn.Linear(config.hidden_size, config.intermediate_size, bias=config.mlp_bias)
        self.down_proj = nn.Linear(config.intermediate_size, config.hidden_size, bias=config.mlp_bias)
        self.act_fn = get_activation(config.hidden_act)

    def forward(self, x):
        gate = self.act_fn(self.gate_proj(x))
        up = self.up_proj(x)
        return self.down_proj(gate * up)


class DecoderLayer(nn.Module):
    attention_class, mlp_class, norm_class = Attention, MLP, RMSNorm
    norms = ('input_layernorm', 'post_attention_layernorm')

    def __init__(self, config, layer_idx):
        super().__init__()
        self.attention_type = config.layer_types[layer_idx]
        self.self_attn = self.attention_class(config, layer_idx)
        self.mlp = self.mlp_class(config)
        for name in self.norms:
            setattr(self, name, self.norm_class(config.hidden_size, eps=config.rms_norm_eps))

    def forward(self, hidden_states, position_embeddings=None, attention_mask=None,
                past_key_value=None, output_attentions=True):
        normalized = self.input_layernorm(hidden_states)
        attn_output, weights, present = self.self_attn(normalized, position_embeddings,
                                                       attention_mask, past_key_value)
        hidden_states = hidden_states + attn_output
        mlp_output = self.mlp(self.post_attention_layernorm(hidden_states))
        hidden_states = hidden_states + mlp_output
        return hidden_states, present, weights


class SandwichLayer(DecoderLayer):
    """A norm before and after each part, as in Gemma 2 and 3."""

    norms = ('input_layernorm', 'post_attention_layernorm', 'pre_feedforward_layernorm',
             'post_feedforward_layernorm')

    def forward(self, hidden_states, position_embeddings=None, attention_mask=None,
                past_key_value=None, output_attentions=True):
        normalized = self.input_layernorm(hidden_states)
        attn_output, weights, present = self.self_attn(normalized, position_embeddings,
                                                       attention_mask, past_key_value)
        hidden_states = hidden_states + self.post_attention_layernorm(attn_output)
        mlp_output = self.mlp(self.pre_feedforward_layernorm(hidden_states))
        hidden_states = hidden_states + self.post_feedforward_layernorm(mlp_output)
        return hidden_states, present, weights


# ---- the whole -------------------------------------------------------------------------------------

class DecoderPreTrainedModel(PreTrainedModel):
    base_model_prefix = 'model'
    layers_at = 'model.layers'
    takes_halves = True
    _keys_to_ignore = ('rotary_emb.inv_freq',)
    _heads = ('lm_head.',)
    _tied = {'lm_head.weight': 'model.embed_tokens.weight'}

    def _init_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=self.config.initializer_range)


def _additive(attention_mask, dtype):
    """Nothing where every token is a real one; else what hides the others, added to scores."""
    if attention_mask is None or bool(attention_mask.bool().all()):
        return None
    hidden = 1.0 - attention_mask[:, None, None, :].to(dtype)
    return hidden * torch.finfo(dtype).min


class DecoderModel(DecoderPreTrainedModel):
    layer_class, norm_class, rotary_class = DecoderLayer, RMSNorm, RotaryEmbedding

    def __init__(self, config):
        super().__init__(config)
        self.embed_tokens = nn.Embedding(config.vocab_size, config.hidden_size)
        self.layers = nn.ModuleList([self.layer_class(config, layer_idx)
                                     for layer_idx in range(config.num_hidden_layers)])
        self.norm = self.norm_class(config.hidden_size, eps=config.rms_norm_eps)
        self.rotary_emb = self.rotary_class(config)
        self.post_init()

    def get_input_embeddings(self):
        return self.embed_tokens

    def scaled(self, inputs_embeds):
        """What goes into the first layer."""
        return inputs_embeds

    def forward(self, input_ids=None, attention_mask=None, position_ids=None, past_key_values=None,
                inputs_embeds=None, use_cache=None, output_attentions=None,
                output_hidden_states=None, return_dict=None):
        config = self.config
        if (input_ids is None) == (inputs_embeds is None):
            raise ValueError('You must specify exactly one of input_ids or inputs_embeds')
        if output_attentions is None:
            output_attentions = config.output_attentions
        if output_hidden_states is None:
            output_hidden_states = config.output_hidden_states
        use_cache = config.use_cache if use_cache is None else use_cache
        return_dict = config.return_dict if return_dict is None else return_dict
        if inputs_embeds is None:
            inputs_embeds = self.embed_tokens(input_ids)
        past = past_key_values[0][0].size(-2) if past_key_values else 0
        if position_ids is None:
            position_ids = torch.arange(past, past + inputs_embeds.size(1)).unsqueeze(0)
        hidden_states = self.scaled(inputs_embeds)
        rotations = {kind: self.rotary_emb(hidden_states, position_ids, kind)
                     for kind in dict.fromkeys(config.layer_types)}
        attention_mask = _additive(attention_mask, hidden_states.dtype)
        all_hidden_states, attentions, presents = (), (), ()
        for i, decoder_layer in enumerate(self.layers):
            all_hidden_states += (hidden_states,)
            hidden_states, present, weights = decoder_layer(
                hidden_states, rotations[decoder_layer.attention_type], attention_mask,
                past_key_values[i] if past_key_values else None)
            presents += (present,)
            attentions += (weights,)
        hidden_states = self.norm(hidden_states)
        outputs = BaseModelOutputWithPast(
            last_hidden_state=hidden_states, past_key_values=presents if use_cache else None,
            hidden_states=all_hidden_states + (hidden_states,) if output_hidden_states else None,
            attentions=attentions if output_attentions else None)
        return outputs if return_dict else outputs.to_tuple()


class DecoderForCausalLM(DecoderPreTrainedModel, GenerationMixin):
    model_class = DecoderModel

    def __init__(self, config):
        super().__init__(config)
        self.model = self.model_class(config)
        self.lm_head = nn.Linear(config.hidden_size, config.vocab_size, bias=False)
        self.post_init()
        self.tie_weights()

    def tie_weights(self):
        if self.config.tie_word_embeddings:
            self.lm_head.weight = self.model.embed_tokens.weight

    def get_input_embeddings(self):
        return self.model.embed_tokens

    def get_output_embeddings(self):
        return self.lm_head

    def forward(self, input_ids=None, attention_mask=None, position_ids=None, past_key_values=None,
                inputs_embeds=None, labels=None, use_cache=None, output_attentions=None,
                output_hidden_states=None, return_dict=None, logits_to_keep=0):
        outputs = self.model(input_ids, attention_mask, position_ids, past_key_values, inputs_embeds,
                             use_cache, output_attentions, output_hidden_states, return_dict=True)
        hidden_states = outputs.last_hidden_state
        if logits_to_keep:
            hidden_states = hidden_states[:, -logits_to_keep:]
        logits = self.lm_head(hidden_states)
        softcap = self.config.final_logit_softcapping
        if softcap is not None:
            logits = torch.tanh(logits / softcap) * softcap
        loss = None
        if labels is not None:  # each place is to say the token after it
            shifted, wanted = logits[..., :-1, :].float(), labels[..., 1:].contiguous()
            loss = nn.functional.cross_entropy(shifted.flatten(0, 1), wanted.view(-1))
        result = CausalLMOutputWithPast(
            loss=loss, logits=logits, past_key_values=outputs.past_key_values,
            hidden_states=outputs.hidden_states, attentions=outputs.attentions)
        return_dict = self.config.return_dict if return_dict is None else return_dict
        return result if return_dict else result.to_tuple()
