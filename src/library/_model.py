"""What `qkv model FOLDER TEXT` walks through: a listing, and what is said before it runs."""

import json
import sys

import torch
from _data import _bytes, _many as _count
from safetensors import _BYTES as _BYTES_OF, _header
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer
from transformers.models.auto import DECODERS, class_for
from transformers.utils import files_of, folder_of

_WHOLE = 128  # tokens; of a longer text one layer at a time is recorded

_BEGIN = '''\
"""{name} reads: {shown}"""

# %% The tokens
from transformers import {model}, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained({folder})
inputs = tokenizer({text}, return_tensors="pt")
tokens = [tokenizer.decode(number).strip() for number in inputs["input_ids"][0].tolist()]
#| axes: input_ids = text, tokens
input_ids = inputs["input_ids"]

# %% The model
model = {model}.from_pretrained({line}{folder}{options})
'''

_OUTPUTS = '''\
outputs = model(**inputs)
'''

_LAYER = '''
# %% Layer {layer}: attention
#| axes: attention_{layer} = head, tokens, tokens
attention_{layer} = outputs.attentions[{layer}][0]
'''

# Of a long text: all layers at once, without a record, and one of them again with it.
_LONG_OUTPUTS = '''
# %% All layers
#| record: nothing
outputs = model(**inputs, output_hidden_states=True)

# %% Layer {layer}: attention
#| axes: states = text, tokens
states = outputs.hidden_states[{layer}]
layer_{layer} = model.{layers}[{layer}]
{before}weights = layer_{layer}(states, {given}output_attentions=True)[-1]
#| axes: attention_{layer} = head, tokens, tokens
attention_{layer} = weights[0]
'''

_LIKELIEST = '''
# %% {title}
{begin}probabilities = outputs.logits[0, {place}]{wide}.softmax(dim=-1)
likeliest = probabilities.topk({count})
candidates = [{candidate} for number in likeliest.indices.tolist()]
#| axes: shares = candidates
shares = likeliest.values
for share, candidate in zip(shares.tolist(), candidates):
    print(f"{{share:.4f}}", candidate)
'''


_ROTATIONS = '''\
import torch
positions = torch.arange(states.size(1)).unsqueeze(0)
rotations = model.model.rotary_emb(states, positions{kind})
'''


def _in_file(path):
    """How many numbers its tensors have, and how many bytes these take."""
    numbers = size = 0
    if path.endswith('.safetensors'):
        for _, dtype, shape, _ in _header(path)[1]:
            count = 1
            for length in shape:
                count *= length
            numbers, size = numbers + count, size + count * _BYTES_OF[dtype]
        return numbers, size
    for tensor in torch.load(path, map_location='cpu', weights_only=True).values():
        if isinstance(tensor, torch.Tensor):
            numbers, size = numbers + tensor.numel(), size + tensor.nbytes
    return numbers, size


def _recorded(config, tokens):
    """Bytes of what one layer computes, as it is recorded."""
    d, heads = config.hidden_size, config.num_attention_heads
    inner = getattr(config, 'n_inner', None) or getattr(config, 'intermediate_size', 4 * d)
    if config.model_type not in DECODERS:
        return 4 * (tokens * (14 * d + 2 * inner) + 4 * heads * tokens * tokens)
    queries, pairs = heads * config.head_dim, config.num_key_value_heads * config.head_dim
    numbers = 18 * d + 9 * queries + 7 * pairs + 4 * inner
    return 4 * (tokens * numbers + 4 * heads * tokens * tokens)


def _quoted(text):
    return json.dumps(text, ensure_ascii=False)


def _say(name, config, folder, tokens, recorded):
    files = files_of(folder)
    measured = [_in_file(f'{folder}/{file}') for file in files]
    numbers, size = [sum(counts) for counts in zip(*measured)]
    pairs = config.__dict__.get('num_key_value_heads', config.num_attention_heads)
    shared = f' ({pairs} of keys and values)' if pairs != config.num_attention_heads else ''
    print(f"{name} ({config.model_type}): {_count(config.num_hidden_layers, 'layer')}, "
          f"{_count(config.num_attention_heads, 'head')}{shared}, d {config.hidden_size}, "
          f"{numbers:,} numbers in {files[0] if len(files) == 1 else _count(len(files), 'file')} "
          f"({_bytes(size)}); {_count(tokens, 'token')}, {_bytes(recorded)} to record",
          file=sys.stderr)


def _print_layers(model_class, config, tokens, layer):
    if tokens > _WHOLE:
        print(f'More than {_WHOLE} tokens: layer {layer} alone is recorded; --layer names another',
              file=sys.stderr)
        before = given = ''
        if config.model_type in DECODERS:
            several = len(set(config.layer_types)) > 1 and config.model_type == 'gemma3_text'
            kind = f', layer_{layer}.attention_type' if several else ''
            before, given = _ROTATIONS.format(kind=kind), 'position_embeddings=rotations, '
        print(_LONG_OUTPUTS.format(layer=layer, layers=model_class.layers_at, before=before, given=given),
              end='')
        return
    print(_OUTPUTS, end='')
    for number in range(config.num_hidden_layers):
        print(_LAYER.format(layer=number), end='')


def write(folder, name, text, layer=0):
    """Prints the listing; says on the other stream what it will take."""
    folder = folder_of(folder)
    config = AutoConfig.from_pretrained(folder)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    ids = tokenizer.encode(text)
    tokens, most = len(ids), config.max_position_embeddings
    layers = config.num_hidden_layers
    if tokens == 0:
        raise ValueError('the text has no tokens')
    if tokens > most:
        raise ValueError(f'the text has {tokens} tokens, and {name} reads at most {most}')
    if layer >= layers:
        raise ValueError(f'there is no layer {layer}: {name} has layers 0 to {layers - 1}')
    recorded = (1 if tokens > _WHOLE else layers) * _recorded(config, tokens)
    recorded += 4 * tokens * config.vocab_size
    _say(name, config, folder, tokens, recorded)
    is_decoder = config.model_type in DECODERS
    goes_on = is_decoder or config.model_type == 'gpt2'
    auto = AutoModelForCausalLM if goes_on else AutoModelForMaskedLM
    options = ', torch_dtype="auto", attn_implementation="eager"' if is_decoder else ''
    options += '' if tokens > _WHOLE else ', output_attentions=True'
    shown = ' '.join(text.split()).replace('\\', '/').replace('"', "'")
    print(_BEGIN.format(name=name, shown=shown, text=_quoted(text), folder=_quoted(folder),
                        line='\n    ' if is_decoder else '',
                        options=options, model=auto.__name__), end='')
    _print_layers(class_for(auto, config.model_type), config, tokens, layer)
    count = min(10, config.vocab_size)
    if goes_on:
        print(_LIKELIEST.format(title='The likeliest next tokens', begin='', place=-1, count=count,
                                wide='.float()' if is_decoder else '',
                                candidate='repr(tokenizer.decode(number))'), end='')
    elif tokenizer.mask_token_id in ids:
        print(_LIKELIEST.format(title='The likeliest tokens for [MASK]', place='place', count=count,
                                wide='',
                                begin=f'place = {ids.index(tokenizer.mask_token_id)}\n',
                                candidate='tokenizer.decode(number)'), end='')
