"""What `qkv model FOLDER TEXT --next` walks through: a listing that chooses tokens, and goes on."""

import sys

from _model import _quoted, _recorded, _say
from transformers import AutoConfig, AutoTokenizer
from transformers.models.auto import DECODERS
from transformers.utils import folder_of

_WRITTEN = 20  # tokens

_LISTING = '''\
"""{name} goes on with: {shown}"""

# %% The text
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, TextStreamer

tokenizer = AutoTokenizer.from_pretrained({folder})
inputs = tokenizer({text}, return_tensors="pt")
tokens = [tokenizer.decode(number).strip() for number in inputs["input_ids"][0].tolist()]
#| axes: input_ids = text, tokens
input_ids = inputs["input_ids"]

# %% The scores of the next token
#| record: nothing
model = AutoModelForCausalLM.from_pretrained({folder}{options})
outputs = model(**inputs, use_cache=True)
scores = outputs.logits[0, -1].float()

# %% The next token
temperature = torch.tensor(1.0)  # divides the scores: below 1 the likeliest gain
top_k = torch.tensor({top_k})  # only so many of the likeliest tokens
top_p = torch.tensor(1.0)  # only the likeliest that together have this chance
min_p = torch.tensor(0.0)  # only with this part of the largest chance, or more


def chances_of(scores):
    """The chance of each token, the likeliest first, and the numbers of the tokens."""
    scaled, numbers = (scores / temperature.clamp(min=0.001)).sort(descending=True, stable=True)
    allowed = torch.arange(scaled.size(0)) < top_k.clamp(min=1)
    chances = scaled.masked_fill(~allowed, float("-inf")).softmax(dim=0)
    allowed = (chances.cumsum(dim=0) - chances < top_p) & (chances >= min_p * chances[0])
    allowed[0] = True
    chances = chances * allowed
    return chances / chances.sum(), numbers


chances, numbers = chances_of(scores)
candidates = [repr(tokenizer.decode(number)) for number in numbers[:{count}].tolist()]
rows = ["as given", "with these settings"]
#| axes: next_token = rows, candidates
next_token = torch.stack((scores.softmax(dim=0)[numbers[:{count}]], chances[:{count}]))
for candidate, given, now in zip(candidates, *next_token.tolist()):
    print(f"{{given:.4f}} {{now:.4f}}", candidate)

# %% The text goes on
seed = torch.tensor(0)  # which tokens are drawn
count = torch.tensor({written})  # tokens to write
torch.manual_seed(int(seed))
streamer = TextStreamer(tokenizer)
streamer.put(input_ids)
for place in range(int(count)):
    chances, numbers = chances_of(scores)
    number = torch.multinomial(torch.zeros_like(chances).scatter(0, numbers, chances), 1)
    streamer.put(number)
    if number.item() in {ends} or input_ids.size(1) + place + 1 >= {most}:
        break
    outputs = model(number[None], past_key_values=outputs.past_key_values, use_cache=True)
    scores = outputs.logits[0, -1].float()
streamer.end()
'''


def write(folder, name, text):
    """Prints the listing; says on the other stream what the model is."""
    folder = folder_of(folder)
    config = AutoConfig.from_pretrained(folder)
    if config.model_type != 'gpt2' and config.model_type not in DECODERS:
        raise ValueError(f"{name} is a model of the type '{config.model_type}', which writes no text; "
                         'gpt2 and models like Llama do')
    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokens, most = len(tokenizer.encode(text)), config.max_position_embeddings
    if tokens == 0:
        raise ValueError('the text has no tokens')
    if tokens >= most:
        raise ValueError(f'the text has {tokens} tokens, and {name} reads at most {most}: there is no '
                         'room for another one')
    # Of the tokens that are written the first two and the last two are recorded.
    recorded = 4 * (config.num_hidden_layers * _recorded(config, 1) + 40 * config.vocab_size)
    _say(name, config, folder, tokens, recorded)
    end = config.eos_token_id
    shown = ' '.join(text.split()).replace('\\', '/').replace('"', "'")
    print(_LISTING.format(
        name=name, shown=shown, folder=_quoted(folder), text=_quoted(text), written=_WRITTEN,
        options=', torch_dtype="auto"' if config.model_type in DECODERS else '', most=most,
        top_k=min(50, config.vocab_size), count=min(12, config.vocab_size),
        ends=end if isinstance(end, list) else [] if end is None else [end]), end='')
