"""Writes folders in the shape of Llama and the models after it to tests/models, and decoders.safetensors
with what is to come out of them.

    python3 tests/support/make_decoders.py

The formulas are written here from the papers and from what the configurations define: heads one by one,
rotary positions pair by pair, masks cell by cell. Nothing of src/library is used. Needs PyTorch and
safetensors.

Papers: RoPE (Su 2021), RMSNorm (Zhang 2019), GLU variants (Shazeer 2020), grouped queries (Ainslie 2023),
Mistral 7B (Jiang 2023), Gemma 2 (2024), Gemma 3 (2025), Qwen 2.5 (2024), Qwen 3 (2025), Phi-3 (2024),
LongRoPE (Ding 2024), YaRN (Peng 2023), Llama 3 (2024), OLMo 2 (2024).
"""
import json
import math
import os

import torch
from safetensors.torch import save_file
from torch.nn import functional as F

FOLDER = os.path.join(os.path.dirname(__file__), '..', 'models')
D, HEADS, PAIRS, HEAD, INNER, LAYERS, VOCAB, TOKENS = 16, 4, 2, 8, 20, 3, 40, 12

SHARED = {'hidden_size': D, 'intermediate_size': INNER, 'num_hidden_layers': LAYERS, 'num_attention_heads': HEADS,
          'num_key_value_heads': PAIRS, 'vocab_size': VOCAB, 'max_position_embeddings': 64, 'rms_norm_eps': 1e-5,
          'bos_token_id': 1, 'eos_token_id': 2, 'use_cache': True, 'initializer_range': 0.02}
# The configurations, with the keys that those on the disk have.
CONFIGS = {
    'llama2': {'architectures': ['LlamaForCausalLM'], 'model_type': 'llama', 'hidden_act': 'silu',
               'num_key_value_heads': HEADS, 'rope_scaling': None, 'tie_word_embeddings': False,
               'pretraining_tp': 1, 'torch_dtype': 'float32'},
    'llama3': {'architectures': ['LlamaForCausalLM'], 'model_type': 'llama', 'hidden_act': 'silu', 'head_dim': HEAD,
               'attention_bias': False, 'mlp_bias': False, 'rope_theta': 500000.0, 'tie_word_embeddings': True,
               'rope_scaling': {'factor': 8.0, 'high_freq_factor': 4.0, 'low_freq_factor': 1.0,
                                'original_max_position_embeddings': 32, 'rope_type': 'llama3'},
               'eos_token_id': [2, 3], 'torch_dtype': 'bfloat16'},
    'smollm2': {'architectures': ['LlamaForCausalLM'], 'model_type': 'llama', 'hidden_act': 'silu',
                'attention_bias': False, 'rope_interleaved': False, 'rope_theta': 100000,
                'tie_word_embeddings': True, 'vocab_size': 314, 'max_position_embeddings': 256,
                'eos_token_id': 313, 'bos_token_id': 313, 'torch_dtype': 'bfloat16'},
    'mistral': {'architectures': ['MistralForCausalLM'], 'model_type': 'mistral', 'hidden_act': 'silu',
                'head_dim': HEAD, 'rope_theta': 10000.0, 'sliding_window': 5, 'tie_word_embeddings': False,
                'torch_dtype': 'float16'},
    'qwen2': {'architectures': ['Qwen2ForCausalLM'], 'model_type': 'qwen2', 'hidden_act': 'silu',
              'max_window_layers': 1, 'rope_theta': 1000000.0, 'sliding_window': 6, 'use_sliding_window': True,
              'tie_word_embeddings': True, 'torch_dtype': 'bfloat16'},
    'qwen3': {'architectures': ['Qwen3ForCausalLM'], 'model_type': 'qwen3', 'hidden_act': 'silu', 'head_dim': HEAD,
              'attention_bias': False, 'max_window_layers': 28, 'rope_theta': 1000000, 'sliding_window': None,
              'use_sliding_window': False, 'tie_word_embeddings': True, 'torch_dtype': 'bfloat16',
              'rope_scaling': {'rope_type': 'yarn', 'factor': 4.0, 'original_max_position_embeddings': 16}},
    'gemma2': {'architectures': ['Gemma2ForCausalLM'], 'model_type': 'gemma2', 'head_dim': HEAD,
               'hidden_act': 'gelu_pytorch_tanh', 'hidden_activation': 'gelu_pytorch_tanh',
               'attn_logit_softcapping': 2.0, 'final_logit_softcapping': 3.0, 'query_pre_attn_scalar': 12,
               'sliding_window': 4, 'rope_theta': 10000.0, 'torch_dtype': 'bfloat16', 'cache_implementation': 'hybrid'},
    'gemma3': {'architectures': ['Gemma3ForCausalLM'], 'model_type': 'gemma3_text', 'head_dim': HEAD,
               'hidden_activation': 'gelu_pytorch_tanh', 'query_pre_attn_scalar': HEAD, 'sliding_window': 4,
               'sliding_window_pattern': 3, 'rope_theta': 1000000, 'rope_local_base_freq': 10000,
               'rope_scaling': {'factor': 8.0, 'rope_type': 'linear'}, 'attn_logit_softcapping': None,
               'final_logit_softcapping': None, 'torch_dtype': 'bfloat16'},
    'phi3': {'architectures': ['Phi3ForCausalLM'], 'model_type': 'phi3', 'hidden_act': 'silu',
             'hidden_size': HEADS * HEAD, 'partial_rotary_factor': 0.75, 'original_max_position_embeddings': 8,
             'rope_theta': 10000.0, 'rope_scaling': {'type': 'longrope', 'long_factor': [1.1, 1.9, 4.0],
                                                     'short_factor': [1.0, 1.05, 1.4]},
             'sliding_window': 7, 'tie_word_embeddings': False, 'torch_dtype': 'bfloat16'},
    'olmo2': {'architectures': ['Olmo2ForCausalLM'], 'model_type': 'olmo2', 'hidden_act': 'silu',
              'num_key_value_heads': HEADS, 'attention_bias': False, 'rope_scaling': None, 'rope_theta': 500000,
              'tie_word_embeddings': False, 'torch_dtype': 'bfloat16'}}


# ---- what the configurations mean ------------------------------------------------------------------

def gemma(config):
    return config['model_type'].startswith('gemma')


def head_size(config):
    return config.get('head_dim') or config['hidden_size'] // config['num_attention_heads']


def turning(config):
    """How many features of a head turn."""
    return int(head_size(config) * config.get('partial_rotary_factor', 1))


def window_of(config, layer):
    window = config.get('sliding_window')
    kind = config['model_type']
    if kind.startswith('qwen'):
        return window if config['use_sliding_window'] and layer >= config['max_window_layers'] else None
    if kind == 'gemma2':
        return window if layer % 2 == 0 else None
    if kind == 'gemma3_text':
        return None if (layer + 1) % config['sliding_window_pattern'] == 0 else window
    return window


def rotation_of(config, layer):
    if config['model_type'] == 'gemma3_text' and window_of(config, layer):
        return {'rope_theta': config['rope_local_base_freq']}
    scaling = dict(config.get('rope_scaling') or {})
    if 'original_max_position_embeddings' in config:
        scaling['original_max_position_embeddings'] = config['original_max_position_embeddings']
    return {'rope_theta': config.get('rope_theta', 10000.0), **scaling}


def angles_of(rotation, size, longest, tokens):
    """The angle of one position for each pair, and the factor of sine and cosine, in doubles."""
    theta, factor = rotation['rope_theta'], rotation.get('factor')
    kind = rotation.get('rope_type', rotation.get('type', 'default'))
    trained = rotation.get('original_max_position_embeddings', longest)
    pairs = range(size // 2)
    if kind == 'dynamic' and tokens > longest:
        theta *= (factor * tokens / longest - factor + 1) ** (size / (size - 2))
    plain = [theta ** (-2 * pair / size) for pair in pairs]
    if kind == 'linear':
        return [angle / factor for angle in plain], 1
    if kind == 'llama3':
        mixed = []
        for angle in plain:
            wave = 2 * math.pi / angle
            if wave < trained / rotation['high_freq_factor']:
                mixed.append(angle)
            elif wave > trained / rotation['low_freq_factor']:
                mixed.append(angle / factor)
            else:
                share = trained / wave - rotation['low_freq_factor']
                share /= rotation['high_freq_factor'] - rotation['low_freq_factor']
                mixed.append(share * angle + (1 - share) * angle / factor)
        return mixed, 1
    if kind == 'yarn':
        def pair_of(turns):
            return size * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(theta))
        first = max(math.floor(pair_of(rotation.get('beta_fast', 32))), 0)
        last = min(math.ceil(pair_of(rotation.get('beta_slow', 1))), size - 1)
        mixed = []
        for pair, angle in zip(pairs, plain):
            share = min(max((pair - first) / ((last - first) or 0.001), 0), 1)
            mixed.append(share * angle / factor + (1 - share) * angle)
        return mixed, 0.1 * math.log(factor) + 1
    if kind == 'longrope':
        factors = rotation['long_factor' if tokens > trained else 'short_factor']
        return ([angle / own for angle, own in zip(plain, factors)],
                math.sqrt(1 + math.log(longest / trained) / math.log(trained)))
    return plain, 1


# ---- the model -------------------------------------------------------------------------------------

def norm(config, x, weight):
    """Of halves each kind of model rounds at another place."""
    wide = x.float() / (x.float().square().mean(-1, keepdim=True) + config['rms_norm_eps']).sqrt()
    if gemma(config):
        return (wide * (1 + weight.float())).to(x.dtype)
    if config['model_type'] == 'olmo2':
        return (wide * weight.float()).to(x.dtype)
    return wide.to(x.dtype) * weight


def turn(config, x, angles, scale):
    """x: (tokens, features of one head)"""
    rounded = torch.float32 if config['model_type'] == 'olmo2' else x.dtype
    half, turned = len(angles), x.clone().to(rounded)
    for place in range(x.shape[0]):
        for pair, angle in enumerate(angles):
            angle = torch.tensor(place * angle, dtype=torch.float64)
            cos, sin = (angle.cos() * scale).to(rounded), (angle.sin() * scale).to(rounded)
            a, b = x[place, pair].to(rounded), x[place, pair + half].to(rounded)
            turned[place, pair] = a * cos - b * sin
            turned[place, pair + half] = b * cos + a * sin
    return turned.to(x.dtype)


def attention(config, layer, x, w):
    size, count, pairs = head_size(config), config['num_attention_heads'], config['num_key_value_heads']
    tokens, kind = x.shape[0], config['model_type']
    if kind == 'phi3':
        q, k, v = F.linear(x, w('self_attn.qkv_proj.weight')).split([count * size, pairs * size, pairs * size], -1)
    else:
        q, k, v = [F.linear(x, w(f'self_attn.{name}_proj.weight'), w(f'self_attn.{name}_proj.bias'))
                   for name in 'qkv']
    if kind == 'olmo2':
        q, k = norm(config, q, w('self_attn.q_norm.weight')), norm(config, k, w('self_attn.k_norm.weight'))
    angles, scale = angles_of(rotation_of(config, layer), turning(config), config['max_position_embeddings'], tokens)
    window, outputs, weights = window_of(config, layer), [], []
    cap = config.get('attn_logit_softcapping')
    for head in range(count):
        shared = head // (count // pairs)
        query = q[:, head * size:(head + 1) * size]
        key, value = [t[:, shared * size:(shared + 1) * size] for t in (k, v)]
        if kind in ('qwen3', 'gemma3_text'):
            query = norm(config, query, w('self_attn.q_norm.weight'))
            key = norm(config, key, w('self_attn.k_norm.weight'))
        query, key = turn(config, query, angles, scale), turn(config, key, angles, scale)
        scores = query @ key.T * (config.get('query_pre_attn_scalar', size) ** -0.5)
        if cap:
            scores = (scores / cap).tanh() * cap
        for i in range(tokens):
            for j in range(tokens):
                if j > i or (window and i - j >= window):
                    scores[i, j] = -math.inf
        shares = scores.float().softmax(-1).to(x.dtype)
        weights.append(shares)
        outputs.append(shares @ value)
    return F.linear(torch.cat(outputs, -1), w('self_attn.o_proj.weight')), torch.stack(weights)


def feed_forward(config, x, w):
    if config['model_type'] == 'phi3':
        gate, up = F.linear(x, w('mlp.gate_up_proj.weight')).chunk(2, -1)
    else:
        gate, up = F.linear(x, w('mlp.gate_proj.weight')), F.linear(x, w('mlp.up_proj.weight'))
    opened = F.gelu(gate, approximate='tanh') if gemma(config) else F.silu(gate)
    return F.linear(opened * up, w('mlp.down_proj.weight'))


def forward(config, tensors, ids):
    """The logits, the states before each layer and after the last norm, the weights of each layer."""
    x = tensors['model.embed_tokens.weight'][ids]
    if gemma(config):
        x = x * torch.tensor(config['hidden_size'] ** 0.5, dtype=x.dtype)
    states, weights = [], []
    for layer in range(config['num_hidden_layers']):
        def w(name, at=f'model.layers.{layer}.'):
            return tensors.get(at + name)
        states.append(x)
        before = config['model_type'] != 'olmo2'
        sandwich = gemma(config) or not before
        y, shares = attention(config, layer, norm(config, x, w('input_layernorm.weight')) if before else x, w)
        x = x + (norm(config, y, w('post_attention_layernorm.weight')) if sandwich else y)
        name = 'pre_feedforward_layernorm.weight' if gemma(config) else 'post_attention_layernorm.weight'
        y = feed_forward(config, norm(config, x, w(name)) if before else x, w)
        x = x + (norm(config, y, w('post_feedforward_layernorm.weight')) if sandwich else y)
        weights.append(shares)
    x = norm(config, x, tensors['model.norm.weight'])
    states.append(x)
    head = tensors['model.embed_tokens.weight'] if config['tie_word_embeddings'] else tensors['lm_head.weight']
    logits, cap = F.linear(x, head), config.get('final_logit_softcapping')
    return (logits / cap).tanh() * cap if cap else logits, states, weights


# ---- the folders -----------------------------------------------------------------------------------

def shapes(config):
    d, size, inner = config['hidden_size'], head_size(config), config['intermediate_size']
    queries, pairs = config['num_attention_heads'] * size, config['num_key_value_heads'] * size
    kind = config['model_type']
    yield 'model.embed_tokens.weight', (config['vocab_size'], d)
    for layer in range(config['num_hidden_layers']):
        at = f'model.layers.{layer}.'
        if kind == 'phi3':
            yield f'{at}self_attn.qkv_proj.weight', (queries + 2 * pairs, d)
            yield f'{at}mlp.gate_up_proj.weight', (2 * inner, d)
        else:
            for name, width in (('q', queries), ('k', pairs), ('v', pairs)):
                yield f'{at}self_attn.{name}_proj.weight', (width, d)
                if kind == 'qwen2':
                    yield f'{at}self_attn.{name}_proj.bias', (width,)
            yield f'{at}mlp.gate_proj.weight', (inner, d)
            yield f'{at}mlp.up_proj.weight', (inner, d)
        yield f'{at}self_attn.o_proj.weight', (d, queries)
        yield f'{at}mlp.down_proj.weight', (d, inner)
        if kind in ('qwen3', 'gemma3_text', 'olmo2'):
            each = kind != 'olmo2'
            yield f'{at}self_attn.q_norm.weight', (size if each else queries,)
            yield f'{at}self_attn.k_norm.weight', (size if each else pairs,)
        names = ['post_attention', *(['input'] if kind != 'olmo2' else []),
                 *(['pre_feedforward'] if gemma(config) else []),
                 *(['post_feedforward'] if gemma(config) or kind == 'olmo2' else [])]
        for name in names:
            yield f'{at}{name}_layernorm.weight', (d,)
    yield 'model.norm.weight', (d,)
    if not config['tie_word_embeddings']:
        yield 'lm_head.weight', (config['vocab_size'], d)


def made(config, dtype):
    tensors = {}
    for name, shape in shapes(config):
        number = torch.randn(shape) * .35
        if len(shape) == 1 and name.endswith('norm.weight') and not gemma(config):
            number = 1 + number
        tensors[name] = number.to(dtype)
    return tensors


def write_json(folder, name, content):
    with open(os.path.join(folder, name), 'w') as file:
        json.dump(content, file, indent=1, ensure_ascii=False)
        file.write('\n')


def write(name, config, tensors):
    folder = os.path.join(FOLDER, name)
    os.makedirs(folder, exist_ok=True)
    write_json(folder, 'config.json', config)
    if name != 'llama3':
        save_file(tensors, os.path.join(folder, 'model.safetensors'), {'format': 'pt'})
        return
    names = list(tensors)
    parts, places = (names[::2], names[1::2]), {}
    for number, part in enumerate(parts):
        file = f'model-0000{number + 1}-of-0000{len(parts)}.safetensors'
        save_file({key: tensors[key] for key in part}, os.path.join(folder, file), {'format': 'pt'})
        places |= dict.fromkeys(part, file)
    size = sum(tensor.nbytes for tensor in tensors.values())
    write_json(folder, 'model.safetensors.index.json', {'metadata': {'total_size': size}, 'weight_map': places})


def write_tokenizer(folder):
    """The pieces of words of tests/models/gpt2 in one file."""
    with open(os.path.join(FOLDER, 'gpt2', 'vocab.json')) as file:
        vocab = json.load(file)
    with open(os.path.join(FOLDER, 'gpt2', 'merges.txt')) as file:
        merges = file.read().split('\n')[1:-1]
    end = {'id': vocab['<|endoftext|>'], 'content': '<|endoftext|>', 'single_word': False, 'lstrip': False,
           'rstrip': False, 'normalized': False, 'special': True}
    level = {'type': 'ByteLevel', 'add_prefix_space': False, 'trim_offsets': True, 'use_regex': True}
    content = {'version': '1.0', 'truncation': None, 'padding': None, 'added_tokens': [end], 'normalizer': None,
               'pre_tokenizer': level, 'post_processor': None, 'decoder': level,
               'model': {'type': 'BPE', 'dropout': None, 'unk_token': None, 'continuing_subword_prefix': None,
                         'end_of_word_suffix': None, 'fuse_unk': False, 'byte_fallback': False, 'vocab': vocab,
                         'merges': merges}}
    with open(os.path.join(folder, 'tokenizer.json'), 'w') as file:
        json.dump(content, file)
    write_json(folder, 'tokenizer_config.json', {'bos_token': '<|endoftext|>', 'eos_token': '<|endoftext|>',
                                                 'model_max_length': 256, 'tokenizer_class': 'GPT2Tokenizer'})


def greedy(config, tensors, ids, count):
    for _ in range(count):
        ids = torch.cat((ids, forward(config, tensors, ids)[0][-1:].argmax(-1)))
    return ids


def golden(name, number):
    config = {**SHARED, **CONFIGS[name]}
    if gemma(config):
        config.setdefault('tie_word_embeddings', True)
    dtype = getattr(torch, config['torch_dtype'])
    torch.manual_seed(number)
    tensors = made(config, dtype)
    write(name, config, tensors)
    ids = torch.randint(4, config['vocab_size'], (TOKENS,))
    wide = {key: tensor.float() for key, tensor in tensors.items()}
    logits, states, weights = forward(config, wide, ids)
    results = {'ids': ids, 'logits': logits, 'states': torch.stack(states), 'attentions': torch.stack(weights),
               'generated': greedy(config, wide, ids, 6)}
    if dtype != torch.float32:
        narrow, _, shares = forward(config, tensors, ids)
        results |= {'narrow.logits': narrow, 'narrow.attentions': torch.stack(shares)}
    return {f'{name}.{key}': tensor.contiguous() for key, tensor in results.items()}


def golden_rotations():
    """For each way to stretch positions: a text as long as those of training, and a longer one."""
    ways = [{'rope_theta': 10000.0}, {'rope_theta': 10000.0, 'rope_type': 'linear', 'factor': 4.0},
            {'rope_theta': 10000.0, 'type': 'dynamic', 'factor': 2.0},
            {'rope_theta': 500000.0, 'rope_type': 'llama3', 'factor': 8.0, 'low_freq_factor': 1.0,
             'high_freq_factor': 4.0, 'original_max_position_embeddings': 8192},
            {'rope_theta': 1000000.0, 'rope_type': 'yarn', 'factor': 4.0, 'original_max_position_embeddings': 32768},
            {'rope_theta': 10000.0, 'rope_type': 'longrope', 'original_max_position_embeddings': 4096,
             'short_factor': [1 + i / 10 for i in range(16)], 'long_factor': [1.5 + i for i in range(16)]}]
    results = {}
    for number, way in enumerate(ways):
        longest = 131072 if 'original_max_position_embeddings' in way else 2048
        for tokens in (1000, longest + 1000):
            angles, scale = angles_of(way, 32, longest, tokens)
            results[f'rotation.{number}.{tokens}'] = torch.tensor([*angles, scale], dtype=torch.float64)
    write_json(FOLDER, 'rotations.json', ways)
    return results


if __name__ == '__main__':
    torch.set_grad_enabled(False)
    results = golden_rotations()
    for number, name in enumerate(CONFIGS):
        results |= golden(name, number)
    write_tokenizer(os.path.join(FOLDER, 'smollm2'))
    save_file(results, os.path.join(FOLDER, 'decoders.safetensors'), {'format': 'pt'})
