"""What `qkv model FOLDER TEXT` walks through: a listing, and what is said before it runs."""

import json
import sys

from _data import _bytes, _many as _count
from transformers import AutoConfig, AutoTokenizer
from transformers.utils import file_of, folder_of

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
model = {model}.from_pretrained({folder}{options})
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
weights = layer_{layer}(states, output_attentions=True)[-1]
#| axes: attention_{layer} = head, tokens, tokens
attention_{layer} = weights[0]
'''

_LIKELIEST = '''
# %% {title}
{begin}probabilities = outputs.logits[0, {place}].softmax(dim=-1)
likeliest = probabilities.topk({count})
candidates = [{candidate} for number in likeliest.indices.tolist()]
#| axes: shares = candidates
shares = likeliest.values
for share, candidate in zip(shares.tolist(), candidates):
    print(f"{{share:.4f}}", candidate)
'''


def _numbers(config):
    """How many numbers the model has, by its sizes."""
    d, layers = config.hidden_size, config.num_hidden_layers
    inner = getattr(config, 'n_inner', None) or getattr(config, 'intermediate_size', 4 * d)
    norms = 2 * d * (2 * layers + 1)
    per_layer = 4 * d * d + 4 * d + 2 * d * inner + inner + d
    words = (config.vocab_size + config.max_position_embeddings) * d
    if config.model_type == 'gpt2':
        return words + layers * per_layer + norms
    head = d * d + d + 2 * d + config.vocab_size
    return words + config.type_vocab_size * d + layers * per_layer + norms + head


def _recorded(config, tokens):
    """Bytes of what one layer computes, as it is recorded."""
    d, heads = config.hidden_size, config.num_attention_heads
    inner = getattr(config, 'n_inner', None) or getattr(config, 'intermediate_size', 4 * d)
    return 4 * (tokens * (14 * d + 2 * inner) + 4 * heads * tokens * tokens)


def _quoted(text):
    return json.dumps(text, ensure_ascii=False)


def _say(name, config, file, tokens, recorded):
    numbers = _numbers(config)
    print(f"{name} ({config.model_type}): {_count(config.num_hidden_layers, 'layer')}, "
          f"{_count(config.num_attention_heads, 'head')}, d {config.hidden_size}, "
          f"{numbers:,} numbers in {file} ({_bytes(4 * numbers)}); "
          f"{_count(tokens, 'token')}, {_bytes(recorded)} to record", file=sys.stderr)


def _print_layers(config, tokens, layer):
    if tokens > _WHOLE:
        print(f'More than {_WHOLE} tokens: layer {layer} alone is recorded; --layer names another',
              file=sys.stderr)
        layers = 'transformer.h' if config.model_type == 'gpt2' else 'bert.encoder.layer'
        print(_LONG_OUTPUTS.format(layer=layer, layers=layers), end='')
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
    _say(name, config, file_of(folder), tokens, recorded)
    is_gpt2 = config.model_type == 'gpt2'
    shown = ' '.join(text.split()).replace('\\', '/').replace('"', "'")
    print(_BEGIN.format(name=name, shown=shown, text=_quoted(text), folder=_quoted(folder),
                        options='' if tokens > _WHOLE else ', output_attentions=True',
                        model='AutoModelForCausalLM' if is_gpt2 else 'AutoModelForMaskedLM'), end='')
    _print_layers(config, tokens, layer)
    count = min(10, config.vocab_size)
    if is_gpt2:
        print(_LIKELIEST.format(title='The likeliest next tokens', begin='', place=-1, count=count,
                                candidate='repr(tokenizer.decode(number))'), end='')
    elif tokenizer.mask_token_id in ids:
        print(_LIKELIEST.format(title='The likeliest tokens for [MASK]', place='place', count=count,
                                begin=f'place = {ids.index(tokenizer.mask_token_id)}\n',
                                candidate='tokenizer.decode(number)'), end='')
