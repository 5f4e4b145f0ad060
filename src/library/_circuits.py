"""What `qkv model FOLDER TEXT --writes`, `--circuit`, `--patch` and `--ablate` walk through: listings
with qkv.circuits."""

import json
import sys

from _qkv import fail as _fail
from transformers import AutoConfig, AutoTokenizer
from transformers.utils import folder_of

_LONG = 128  # tokens; of a longer text the run itself is not recorded

_BEGIN = '''\
"""{name} reads: {shown}"""

# %% The tokens
from transformers import AutoModelForCausalLM, AutoTokenizer
from qkv.circuits import {uses}

tokenizer = AutoTokenizer.from_pretrained({folder})
#| axes: input_ids = text, tokens
input_ids = tokenizer({text}, return_tensors="pt")["input_ids"]
tokens = [tokenizer.decode([number]).strip() for number in input_ids[0].tolist()]

# %% The run
{record}model = AutoModelForCausalLM.from_pretrained({folder})
stream = Stream(model, input_ids)
layers = [f"layer {{number}}" for number in range(stream.layers)]
'''

_HEADS = '''\
heads = [f"head {number}" for number in range(stream.attentions[0].heads)]
'''

_LENS = '''
# %% The logit lens: what each layer would say
states = ["embedding"] + layers
lens = stream.lens().softmax(dim=-1)
likeliest = lens.topk({count})
#| axes: shares = states, likeliest
shares = likeliest.values
for state, row, numbers in zip(states, shares.tolist(), likeliest.indices.tolist()):
    said = [f"{{share:.2f}} {{tokenizer.decode([number])!r}}" for share, number in zip(row, numbers)]
    print(f"{{state:9}}", "  ".join(said))
'''

_PARTS = '''
# %% What each part adds to a logit
{token}
parts = stream.attribution(token, against)
names = stream.names
#| axes: parts = names
#| axes: by_head = layers, heads
by_head = stream.by_head(parts)
logit = parts.sum()
print({said})
print_parts(stream, parts)
'''

_CIRCUIT = '''
# %% QK: how well each query fits each key
#| axes: fits = tokens, tokens
fits = stream.qk({layer}, {head})

# %% OV: what each token would add to each logit
#| axes: adds = tokens, tokens
adds = stream.ov({layer}, {head}, input_ids[0])

# %% The same of the tokens alone
#| axes: fits_alone = tokens, tokens
fits_alone = stream.qk({layer}, {head}, input_ids[0])
#| axes: adds_alone = tokens, tokens
adds_alone = stream.ov({layer}, {head}, input_ids[0], input_ids[0])
'''

_OTHER = '''
# %% The other sentence
{record}other_ids = tokenizer({other}, return_tensors="pt")["input_ids"]
other = Stream(model, other_ids)
'''

_PATCH = '''
# %% What is compared
{token}
here, there = stream.logit(token, against).item(), other.logit(token, against).item()
print({said})
print(f"{{here:.4f}} in the text, {{there:.4f}} in the other sentence")

# %% Each head held at what it handed on in the other sentence
#| record: nothing
held = sweep_heads(stream, other, token, against)

# %% The effect of each head
#| axes: effects = layers, heads
effects = held - here
print_effects(held, here, there)

# %% The stream of each token held, as it goes into each layer
#| record: nothing
held_streams = sweep_states(stream, other, token, against)

# %% The effect of each token
#| axes: token_effects = layers, tokens
token_effects = held_streams - here
print_effects(held_streams, here, there, tokens)
'''

_ABLATE = '''
# %% The mean of what each head hands on
#| record: nothing
sentences = {sentences}
mean = means(model, [tokenizer(one, return_tensors="pt")["input_ids"] for one in sentences])

# %% What is compared
{token}
here = stream.logit(token, against).item()
print({said}, f"{{here:.4f}}")

# %% Each head held at its mean
#| record: nothing
held = sweep_heads(stream, mean, token, against)

# %% The effect of each head
#| axes: effects = layers, heads
effects = held - here
print_effects(held, here)
'''


def _quoted(text):
    return json.dumps(text, ensure_ascii=False)


def _shown(text):
    return ' '.join(text.split()).replace('\\', '/').replace('"', "'")


def _id_of(tokenizer, text, option):
    ids = tokenizer.encode(text, add_special_tokens=False)
    if len(ids) != 1:
        pieces = ' '.join(repr(tokenizer.decode([one])) for one in ids[:6])
        _fail('ValueError', f'{option} takes one token, and {text!r} is {len(ids)}: {pieces}'.rstrip(': '),
              "a token as the tokenizer has it; in most of them a blank at its beginning counts")
    return ids[0]


def _token_code(tokenizer, token, against, likeliest, is_difference):
    """The lines that set `token` and `against`, and the expression that says what they are."""
    lines = []
    if token is not None:
        lines.append(f'token = {_id_of(tokenizer, token, "--token")}  # {token!r}')
    else:
        lines.append(f'token = {likeliest}.logits[0, -1].argmax().item()')
    if against is not None:
        lines.append(f'against = {_id_of(tokenizer, against, "--against")}  # {against!r}')
    elif is_difference and token is None:
        lines.append('against = stream.logits[0, -1].argmax().item()')
        lines.append('if against == token:')
        lines.append('    against = None')
    else:
        lines.append('against = None')
    lines.append('answer = repr(tokenizer.decode([token]))')
    said = 'f"The logit of {answer}"'
    if against is not None or (is_difference and token is None):
        lines.append('if against is not None:')
        lines.append('    answer += " less that of " + repr(tokenizer.decode([against]))')
    return '\n'.join(lines), said


def _tokens_of(tokenizer, text, name):
    ids = tokenizer.encode(text)
    if not ids:
        raise ValueError(f'{name} has no tokens')
    return ids


def _same_length(tokenizer, text, ids, other):
    its = _tokens_of(tokenizer, other, 'the other sentence')
    if len(ids) != len(its):
        shown = [' '.join(repr(tokenizer.decode([one])) for one in row[:40]) for row in (ids, its)]
        _fail('ValueError', f'--patch compares token with token: the text has {len(ids)} ({shown[0]}), '
              f'the other sentence {len(its)} ({shown[1]})', 'a sentence of as many tokens')


def _layer_and_head(circuit, config):
    layer, _, head = circuit.partition('.')
    if not (layer.isdigit() and head.isdigit()) or len(circuit) > 12:
        raise ValueError(f'--circuit takes a layer and a head, such as 1.0, not {circuit!r}')
    for number, name, count in ((layer, 'layer', config.num_hidden_layers),
                                (head, 'head', config.num_attention_heads)):
        if int(number) >= count:
            raise ValueError(f'there is no {name} {number}: the {name}s are 0 to {count - 1}')
    return int(layer), int(head)


def _uses(writes, circuit, patch, ablate):
    uses = ['Stream']
    if ablate is not None:
        uses.append('means')
    if patch is not None or ablate is not None:
        uses.append('print_effects')
    if writes:
        uses.append('print_parts')
    if patch is not None or ablate is not None:
        uses.append('sweep_heads')
    if patch is not None:
        uses.append('sweep_states')
    return ', '.join(uses)


def _with_titles(listing):
    """The same, whose steps that print something print their titles first."""
    first, *steps = listing.split('\n# %% ')
    gap = ''
    for step in steps:
        title, code = step.split('\n', 1)
        if '\nprint' in code or '    print' in code:
            code = f'print({gap}{_quoted(title)})\n{code}'
            gap = '"\\n" + '
        first += f'\n{code}'
    return first


def write(folder, name, text, writes=False, circuit=None, patch=None, ablate=None, token=None,
          against=None, printed=False):
    """Prints the listing; `printed`: one that is run for what it prints."""
    folder = folder_of(folder)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    ids = _tokens_of(tokenizer, text, 'the text')
    record = '#| record: nothing\n' if len(ids) > _LONG else ''
    if record:
        print(f'More than {_LONG} tokens: the run itself is not recorded', file=sys.stderr)
    listing = _BEGIN.format(name=name, shown=_shown(text), folder=_quoted(folder),
                            text=_quoted(text), uses=_uses(writes, circuit, patch, ablate),
                            record=record)
    if circuit is None:
        listing += _HEADS
    if writes:
        code, said = _token_code(tokenizer, token, against, 'stream', False)
        listing += _LENS.format(count=4) + _PARTS.format(token=code, said=said)
    if circuit is not None:
        layer, head = _layer_and_head(circuit, AutoConfig.from_pretrained(folder))
        listing += _CIRCUIT.format(layer=layer, head=head)
    if patch is not None:
        _same_length(tokenizer, text, ids, patch)
        code, said = _token_code(tokenizer, token, against, 'other', True)
        listing += _OTHER.format(other=_quoted(patch), record=record)
        listing += _PATCH.format(token=code, said=said)
    if ablate is not None:
        code, said = _token_code(tokenizer, token, against, 'stream', False)
        sentences = '[\n' + ''.join(f'    {_quoted(one)},\n' for one in ablate) + ']'
        listing += _ABLATE.format(sentences=sentences, token=code, said=said)
    print(_with_titles(listing) if printed else listing, end='')
