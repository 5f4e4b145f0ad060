"""How fast each pair of features turns with the position, and the ways to stretch that for longer texts."""

import math

import torch


def _number(parameters, name, otherwise=None):
    """A positive number of rope_scaling, or what is used where it says none."""
    value = parameters.get(name)
    value = otherwise if value is None else value
    if type(value) not in (int, float) or not 0 < value < 1e12:
        raise ValueError(f'the rotary positions of config.json need {name} as a positive number, '
                         f'not {value!r}')
    return value


def _factors(parameters, name, count):
    """A list with one positive number for each pair of features."""
    values = parameters.get(name)
    if not isinstance(values, list) or len(values) != count:
        raise ValueError(f'the rotary positions of config.json need {name} as a list of {count} '
                         'numbers, one for each pair of features')
    for value in values:
        _number({name: value}, name)
    return torch.tensor(values, dtype=torch.float32)


def _powers(theta, dim):
    """theta to the powers 0, 2/dim, 4/dim, …"""
    return theta ** (torch.arange(0, dim, 2, dtype=torch.int64).float() / dim)


def _default(parameters, dim, longest, tokens):
    return 1.0 / _powers(_number(parameters, 'rope_theta'), dim), 1.0


def _linear(parameters, dim, longest, tokens):
    """Positions are divided by the factor (S. Chen and others, 2023)."""
    inv_freq, scaling = _default(parameters, dim, longest, tokens)
    return inv_freq / _number(parameters, 'factor'), scaling


def _dynamic(parameters, dim, longest, tokens):
    """The base grows with a text that is longer than those of training."""
    theta, factor = _number(parameters, 'rope_theta'), _number(parameters, 'factor')
    if dim < 4:
        raise ValueError("rotary positions of the type 'dynamic' need heads of 4 features or more")
    stretched = factor * max(tokens, longest) / longest - (factor - 1)
    return 1.0 / _powers(theta * stretched ** (dim / (dim - 2)), dim), 1.0


def _llama3(parameters, dim, longest, tokens):
    """Slow turns are divided by the factor, fast ones stay, those between are mixed (Llama 3.1)."""
    inv_freq, scaling = _default(parameters, dim, longest, tokens)
    factor = _number(parameters, 'factor')
    low, high = _number(parameters, 'low_freq_factor'), _number(parameters, 'high_freq_factor')
    trained = _number(parameters, 'original_max_position_embeddings')
    if high <= low:
        raise ValueError(f'high_freq_factor must be more than low_freq_factor: {high} and {low}')
    turns = trained / (2 * math.pi / inv_freq)  # in a text as long as those of training
    kept = ((turns - low) / (high - low)).clamp(0, 1)
    return (1 - kept) * inv_freq / factor + kept * inv_freq, scaling


def _yarn(parameters, dim, longest, tokens):
    """The same with the share by the place of the pair, and sharper scores (B. Peng and others, 2023)."""
    theta, factor = _number(parameters, 'rope_theta'), _number(parameters, 'factor')
    trained = _number(parameters, 'original_max_position_embeddings', longest)
    if theta == 1:
        raise ValueError("rotary positions of the type 'yarn' need a rope_theta other than 1")

    def place(turns):  # of the pair that turns so often
        return dim * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(theta))

    first = place(_number(parameters, 'beta_fast', 32))
    last = place(_number(parameters, 'beta_slow', 1))
    if parameters.get('truncate', True):
        first, last = math.floor(first), math.ceil(last)
    first, last = max(first, 0), min(last, dim - 1)
    width = last - first if last != first else 0.001
    divided = ((torch.arange(dim // 2, dtype=torch.float32) - first) / width).clamp(0, 1)
    powers = _powers(theta, dim)
    inv_freq = divided / (factor * powers) + (1 - divided) / powers
    scaling = 0.1 * math.log(factor) + 1 if factor > 1 else 1.0
    return inv_freq, _number(parameters, 'attention_factor', scaling)


def _longrope(parameters, dim, longest, tokens):
    """A factor of its own for each pair; other ones for long texts (Y. Ding and others, 2024)."""
    trained = _number(parameters, 'original_max_position_embeddings', longest)
    factor = longest / trained if trained != longest else _number(parameters, 'factor', 1)
    short = _factors(parameters, 'short_factor', dim // 2)
    long = _factors(parameters, 'long_factor', dim // 2)
    scaling = math.sqrt(1 + math.log(factor) / math.log(trained)) if factor > 1 < trained else 1.0
    factors = long if tokens > trained else short
    inv_freq = 1.0 / (factors * _powers(_number(parameters, 'rope_theta'), dim))
    return inv_freq, _number(parameters, 'attention_factor', scaling)


ROPE_INIT_FUNCTIONS = {'default': _default, 'linear': _linear, 'dynamic': _dynamic, 'llama3': _llama3,
                       'yarn': _yarn, 'longrope': _longrope}
OF_LENGTH = ('dynamic', 'longrope')  # depend on how long the text is


def rope_type(parameters):
    kind = parameters.get('rope_type', parameters.get('type', 'default'))
    if not isinstance(kind, str) or kind not in ROPE_INIT_FUNCTIONS:
        raise NotImplementedError(f'rotary positions of the type {kind!r} are not there in qkv; '
                                  f"{', '.join(ROPE_INIT_FUNCTIONS)} are")
    return kind


def rope_frequencies(parameters, dim, longest, tokens=0):
    """The angle of one position for each pair of features, and what sine and cosine are multiplied by."""
    return ROPE_INIT_FUNCTIONS[rope_type(parameters)](parameters, dim, longest, tokens)
