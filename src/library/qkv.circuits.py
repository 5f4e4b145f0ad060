"""What the heads of a causal model write: the logit lens, direct attribution, QK and OV, patching.

    stream = Stream(model, input_ids)
    stream.lens()                      # the logits after each layer
    stream.attribution(token)          # parts that add up to the logit of a token
    sweep_heads(stream, Stream(model, other_ids), token, against)

The residual stream is a sum: the embedding, what each head and each MLP adds. The last norm scales
that sum; with the scale that it has in this text, each part has its own share of a logit.
"""

import math

import torch
from torch import nn

try:
    from tqdm import tqdm
except ImportError:
    def tqdm(rows, **options):
        return rows

_ATTENTIONS = ('attn', 'self_attn', 'attention', 'cross_attention')
_LAST = ('c_proj', 'o_proj', 'out_proj', 'out', 'output', 'dense')
_MLPS = ('mlp', 'feed_forward', 'block_sparse_moe', 'down')
_FIRST_NORMS = ('ln_1', 'input_layernorm', 'norm')
_FINAL_NORMS = ('ln_f', 'norm', 'final_layernorm')
_BATCH = 4096  # tokens that a sweep reads at once


def _child(module, names):
    for name in names:
        if isinstance(getattr(module, name, None), nn.Module):
            return getattr(module, name)
    return None


def _tensor(output):
    if isinstance(output, torch.Tensor):
        return output
    return output.logits if hasattr(output, 'logits') else output[0]


class Branch:
    """What a layer adds to the stream: an attention, head by head, or an MLP."""

    def __init__(self, layer, module, is_attention, own_norm=None, sum_norm=None, is_cross=False):
        self.layer, self.module = layer, module
        self.is_attention, self.is_cross = is_attention, is_cross  # is_cross: to another text
        self.last = (_child(module, _LAST) if is_attention else None) or module
        self.own_norm = own_norm  # of what is added, before it is added
        self.sum_norm = sum_norm  # of the stream, after it
        self.title = 'cross L' if is_cross else 'L' if is_attention else 'MLP '
        self.heads = 1


def _attentions(block):
    found = [(name, getattr(block, name)) for name in _ATTENTIONS
             if isinstance(getattr(block, name, None), nn.Module)]
    if not found and hasattr(block, 'query') and _child(block, _LAST):
        return [('', block)]
    return found


def _blocks(model):
    """The layers: the last list of modules that attend."""
    lists = [module for module in model.modules()
             if isinstance(module, nn.ModuleList) and len(module) and _attentions(module[0])]
    if not lists:
        raise ValueError(f'{type(model).__name__} has no list of layers with attention: '
                         f"each is to have a module called {', '.join(_ATTENTIONS)}")
    return lists[-1]


def _branches_of(block, layer):
    own = sums = {}
    if hasattr(block, 'post_feedforward_layernorm'):  # Gemma 2 and 3, OLMo 2
        own = {'self_attn': block.post_attention_layernorm, 'mlp': block.post_feedforward_layernorm}
    elif hasattr(block, 'last_norm'):  # as in 2017: the norm of the sum
        sums = {'attention': block.norm, 'cross_attention': getattr(block, 'cross_norm', None),
                'down': block.last_norm}
    branches = [Branch(layer, module, True, own.get(name), sums.get(name),
                       name == 'cross_attention')
                for name, module in _attentions(block)]
    for name in _MLPS:
        if isinstance(getattr(block, name, None), nn.Module):
            branches.append(Branch(layer, getattr(block, name), False, own.get(name),
                                   sums.get(name)))
            break
    return branches


def _final_norm(model):
    for module in model.modules():
        blocks = [child for child in module.children() if isinstance(child, nn.ModuleList)]
        if any(_attentions(child[0]) for child in blocks if len(child)):
            return _child(module, _FINAL_NORMS)
    return None


def _unembedding(model):
    if hasattr(model, 'get_output_embeddings'):
        return model.get_output_embeddings()
    linear = [child for child in model.children() if isinstance(child, nn.Linear)]
    if not linear:
        raise ValueError(f'{type(model).__name__} has no Linear that gives its logits: '
                         'pass the module whose weight does, as unembedding=')
    return linear[-1]


def _head_count(model, attention):
    config = getattr(model, 'config', None)
    for owner, name in ((attention, 'num_heads'), (attention, 'heads'),
                        (config, 'num_attention_heads')):
        if isinstance(getattr(owner, name, None), int):
            return getattr(owner, name)
    return 1


def _rows_of(weight, last):
    """The weight of a projection, a row for each number that goes in."""
    weight = weight.float()
    return weight.T if isinstance(last, nn.Linear) else weight


def _gain(norm):
    """What an RMSNorm multiplies by: its weight, or 1 more in some models."""
    ones = torch.ones_like(norm.weight)
    return norm(ones).float() * math.sqrt(1 + _epsilon(norm))  # the mean square of ones is 1


def _epsilon(norm):
    return getattr(norm, 'variance_epsilon', getattr(norm, 'eps', 0))


def through_norm(norm, whole, parts):
    """What a norm makes of `parts` of the row `whole`: it centres them, and scales by the whole."""
    whole, parts = whole.float(), parts.float()
    if not isinstance(norm, nn.LayerNorm):
        mean_square = whole.pow(2).mean(-1, keepdim=True)
        size = (mean_square + _epsilon(norm)).sqrt()
        scaled = parts / size
        return scaled * _gain(norm)
    variance = whole.var(-1, unbiased=False, keepdim=True)
    size = (variance + norm.eps).sqrt()
    mean = parts.mean(-1, keepdim=True)
    centred = parts - mean
    scaled = centred / size
    return scaled if norm.weight is None else scaled * norm.weight.float()


class Stream:
    """A run of a model on one text, and what each of its parts added to the residual stream."""

    def __init__(self, model, *inputs, unembedding=None, **options):
        self.model, self.inputs, self.options = model, inputs, options
        if inputs[0].size(0) != 1:
            raise ValueError(f'a Stream is about one text, and there are {inputs[0].size(0)}')
        self.blocks = _blocks(model)
        self.branches = [branch for layer, block in enumerate(self.blocks)
                         for branch in _branches_of(block, layer)]
        for branch in self.branches:
            branch.heads = _head_count(model, branch.module) if branch.is_attention else 0
        self.attentions = [branch for branch in self.branches if branch.is_attention]
        self.norm = _final_norm(model)
        self.unembedding = unembedding or _unembedding(model)
        self.states = []   # what goes into each layer, and what comes out of the last one
        self.written = {}  # of each branch, what it adds
        self.mixed = {}    # of each attention, what its heads hand to the last projection
        self.summed = {}   # of each norm, what goes into it
        self.logits = None
        self._run()

    @property
    def layers(self):
        return len(self.blocks)

    # ---- the run

    def _keep_branch(self, number):
        def keep(module, args, output):
            self.mixed[number], self.written[number] = args[0], _tensor(output)
        return keep

    def _keep_sum(self, norm):
        def keep(module, args):
            self.summed[norm] = args[0]
        return keep

    def _keep_state(self, module, args, keywords):
        self.states.append(args[0] if args else keywords['hidden_states'])

    def _keep_last(self, module, args, output):
        self.states.append(_tensor(output))

    def _keep_logits(self, module, args, output):
        self.logits = output

    def _run(self):
        hooks = [block.register_forward_pre_hook(self._keep_state, with_kwargs=True)
                 for block in self.blocks]
        hooks.append(self.blocks[-1].register_forward_hook(self._keep_last))
        for number, branch in enumerate(self.branches):
            hooks.append(branch.last.register_forward_hook(self._keep_branch(number)))
            if branch.sum_norm is not None:
                keep = self._keep_sum(branch.sum_norm)
                hooks.append(branch.sum_norm.register_forward_pre_hook(keep))
        if not isinstance(self.unembedding, nn.Embedding):
            hooks.append(self.unembedding.register_forward_hook(self._keep_logits))
        try:
            with torch.no_grad():
                output = _tensor(self.model(*self.inputs, **self.options))
        finally:
            for hook in hooks:
                hook.remove()
        if self.logits is None:
            self.logits = output

    # ---- to the logits

    def _final(self, rows, place):
        """`rows` that are parts of the stream's end, as the last norm scales them."""
        if self.norm is None:
            return rows
        return through_norm(self.norm, self.states[-1][0, place], rows)

    def _carried(self, number, rows, place):
        """`rows` that branch `number` writes, through all norms that are still to come."""
        branch = self.branches[number]
        if branch.own_norm is not None:
            rows = through_norm(branch.own_norm, self.written[number][0, place], rows)
        return self._from(number, rows, place)

    def _from(self, number, rows, place):
        for branch in self.branches[number:]:
            if branch.sum_norm is not None:
                rows = through_norm(branch.sum_norm, self.summed[branch.sum_norm][0, place], rows)
        return self._final(rows, place)

    def heads_write(self, number, place=-1):
        """What each head of an attention, one of `branches`, adds to the stream: (heads, width)."""
        branch = self.branches[number]
        mixed = self.mixed[number][0, place].float().view(branch.heads, 1, -1)
        output = _rows_of(branch.last.weight, branch.last)
        by_head = output.reshape(branch.heads, mixed.size(-1), -1)
        written = torch.matmul(mixed, by_head)
        return written.squeeze(1)

    def _towards(self, token, against):
        weight = self.unembedding.weight
        towards = weight[token].float()
        return towards if against is None else towards - weight[against].float()

    def _constants(self, place):
        """What norms and the last product add whatever goes in: (name, row, first norm after it)."""
        rows = []
        for number, branch in enumerate(self.branches):
            bias = getattr(branch.own_norm, 'bias', None)
            if bias is not None:
                rows.append((f'norm bias {branch.layer}', self._from(number, bias, place)))
            bias = getattr(branch.sum_norm, 'bias', None)
            if bias is not None:
                rows.append((f'norm bias {branch.layer}', self._from(number + 1, bias, place)))
        bias = getattr(self.norm, 'bias', None)
        if bias is not None:
            rows.append(('norm bias', bias))
        return rows

    @torch.no_grad()
    def attribution(self, token, against=None, place=-1):
        """Of each part what it adds to the logit of `token`, or to what it has more than `against`.
        `names` says which part each is; their sum is the logit, and that is checked."""
        towards = self._towards(token, against)
        names, rows = ['embedding'], [self._from(0, self.states[0][0, place], place)[None]]
        for number, branch in enumerate(self.branches):
            if not branch.is_attention:
                names.append(f'{branch.title}{branch.layer}')
                rows.append(self._carried(number, self.written[number][0, place], place)[None])
                continue
            names.extend(f'{branch.title}{branch.layer}H{head}' for head in range(branch.heads))
            rows.append(self._carried(number, self.heads_write(number, place), place))
            if branch.last.bias is not None:
                names.append(f'bias {branch.layer}')
                rows.append(self._carried(number, branch.last.bias, place)[None])
        for name, row in self._constants(place):
            names.append(name)
            rows.append(row[None])
        carried = torch.cat(rows)
        parts = carried @ towards
        bias = getattr(self.unembedding, 'bias', None)
        if bias is not None:
            names.append('bias')
            own = bias[token] if against is None else bias[token] - bias[against]
            parts = torch.cat([parts, own.float()[None]])
        self.names = names
        self._check(parts, self.logit(token, against, place))
        return parts

    def logit(self, token, against=None, place=-1):
        row = self.logits[0, place]
        return row[token] if against is None else row[token] - row[against]

    def _check(self, parts, logit):
        exact = self.logits.dtype == self.unembedding.weight.dtype == torch.float32
        room = (1e-4 if exact else 3e-2) * max(1.0, parts.abs().sum().item())
        if abs(parts.sum().item() - logit.item()) > room:
            raise ValueError(f'the parts add up to {parts.sum().item():.4f}, and the logit is '
                             f'{logit.item():.4f}: this {type(self.model).__name__} adds something '
                             'to its stream that qkv.circuits does not know')

    def by_head(self, parts, cross=False):
        """Those of the parts that are heads, as (layers, heads); `cross`: those that look at another
        text."""
        rows = []
        for layer in range(self.layers):
            _, branch = self._attention(layer, cross)
            first = self.names.index(f'{branch.title}{layer}H0')
            rows.append(parts[first:first + branch.heads])
        return torch.stack(rows)

    @torch.no_grad()
    def lens(self, place=-1):
        """The logits that each layer's input would give at once, and those of the end: (layers + 1,
        vocabulary)."""
        rows = torch.cat([state[:, place] for state in self.states])
        if self.norm is not None:
            rows = self.norm(rows)
        return rows.float() @ self.unembedding.weight.float().T

    # ---- what a head compares, and what it hands over

    def _attention(self, layer, cross=False):
        if not 0 <= layer < self.layers:
            raise ValueError(f'there is no layer {layer}: the layers are 0 to {self.layers - 1}')
        for number, branch in enumerate(self.branches):
            if branch.layer == layer and branch.is_attention and branch.is_cross == cross:
                return number, branch
        raise ValueError(f'layer {layer} has no attention to another text')

    def _read(self, layer, ids):
        """What goes into the projections of an attention: the text's rows there, or tokens alone."""
        block = self.blocks[layer]
        rows = self.states[layer][0] if ids is None else self._embedding()(ids)
        norm = _child(block, _FIRST_NORMS)
        is_first = norm is not None and not hasattr(block, 'last_norm')
        return norm(rows) if is_first else rows

    def _embedding(self):
        if hasattr(self.model, 'get_input_embeddings'):
            return self.model.get_input_embeddings()
        tables = [module for module in self.model.modules() if isinstance(module, nn.Embedding)]
        return tables[0]

    def _projected(self, branch, rows, head):
        """Query, key and value of a head; heads that share a key and a value have the same."""
        attention = branch.module
        whole = _child(attention, ('c_attn', 'qkv_proj'))
        size = branch.last.weight.numel() // branch.last.weight.shape[_width(branch.last)]
        size //= branch.heads
        if whole is not None:
            made = whole(rows)
            shared = (made.size(-1) - branch.heads * size) // 2
            query, key, value = made.split((branch.heads * size, shared, shared), dim=-1)
        else:
            query = _child(attention, ('q_proj', 'query'))(rows)
            key = _child(attention, ('k_proj', 'key'))(rows)
            value = _child(attention, ('v_proj', 'value'))(rows)
        group = branch.heads // (key.size(-1) // size)
        query = self._normed(attention, 'q_norm', query, size)[:, head]
        key = self._normed(attention, 'k_norm', key, size)[:, head // group]
        return query, key, value.view(rows.size(0), -1, size)[:, head // group]

    def _normed(self, attention, name, rows, size):
        norm = _child(attention, (name,))
        if norm is not None and norm.weight.numel() != size:  # of all heads at once
            rows = norm(rows)
        rows = rows.reshape(rows.size(0), -1, size)
        return norm(rows) if norm is not None and norm.weight.numel() == size else rows

    @torch.no_grad()
    def qk(self, layer, head, ids=None):
        """How well the query of each row fits the key of each: of the text as it is there, or with
        `ids` of tokens alone. Positions that are turned into queries and keys are left out."""
        _, branch = self._attention(layer)
        self._check_head(branch, head)
        query, key, _ = self._projected(branch, self._read(layer, ids), head)
        scale = getattr(branch.module, 'scaling', None)
        scores = query.float() @ key.float().T
        return scores * scale if scale is not None else scores / math.sqrt(query.size(-1))

    @torch.no_grad()
    def ov(self, layer, head, columns, ids=None, place=-1):
        """What the head adds to the logit of each token of `columns`, for each row that it looks at
        with all of its weight: the rows of the text, or with `ids` tokens alone."""
        number, branch = self._attention(layer)
        self._check_head(branch, head)
        _, _, value = self._projected(branch, self._read(layer, ids), head)
        output = _rows_of(branch.last.weight, branch.last)
        size = value.size(-1)
        written = value.float() @ output[head * size:(head + 1) * size]
        carried = self._carried(number, written, place)
        return carried @ self.unembedding.weight[columns].float().T

    def _check_head(self, branch, head):
        if not 0 <= head < branch.heads:
            raise ValueError(f'there is no head {head}: layer {branch.layer} has heads 0 to '
                             f'{branch.heads - 1}')


def _width(last):
    """The dimension of a projection's weight along which its output is."""
    return 0 if isinstance(last, nn.Linear) else 1


# ---- held at what another text gave ---------------------------------------------------------------

def means(model, texts):
    """The mean of what each head hands on, over all tokens of all texts: what sweep_heads() takes in
    place of another Stream. The texts are lists of ids, each as (1, tokens)."""
    sums, count = {}, 0
    for ids in tqdm(texts, desc='texts'):
        stream = Stream(model, ids)
        count += ids.size(1)
        for number, mixed in stream.mixed.items():
            total = mixed.float().sum(1, keepdim=True)
            sums[number] = sums[number] + total if number in sums else total
    if not count:
        raise ValueError('there is no text to take the mean of')
    return {number: total / count for number, total in sums.items()}


def _scores(stream, copies, token, against, place, module, hook):
    """Of `copies` of the text, each held otherwise by the hook of `module`."""
    kept = []

    def last_alone(unembedding, args):
        return (args[0][:, [place]],)

    def keep(unembedding, args, output):
        kept.append(output)

    hooks = [module.register_forward_pre_hook(hook, with_kwargs=True)]
    if not isinstance(stream.unembedding, nn.Embedding):
        hooks.append(stream.unembedding.register_forward_pre_hook(last_alone))
        hooks.append(stream.unembedding.register_forward_hook(keep))
    try:
        with torch.no_grad():
            inputs = [one.expand(copies, *one.shape[1:]) for one in stream.inputs]
            logits = _tensor(stream.model(*inputs, **stream.options))
    finally:
        for one in hooks:
            one.remove()
    row = kept[0][:, 0] if kept else logits[:, place]
    return row[:, token] if against is None else row[:, token] - row[:, against]


def _check_lengths(stream, other):
    own, its = stream.states[0].shape, other.states[0].shape
    if own != its:
        raise ValueError(f'the two texts have {own[1]} and {its[1]} tokens: what one token is held '
                         'at is what the token at its place is there')


def _swept(stream, rows, columns, make, token, against, place):
    """A score for each row and each of its columns, some columns at once."""
    step = max(1, _BATCH // stream.states[0].size(1))
    done = []
    for row in tqdm(range(rows), desc='layers'):
        scores = []
        for first in range(0, columns, step):
            chosen = torch.arange(first, min(first + step, columns))
            module, hook = make(row, chosen)
            scores.append(_scores(stream, len(chosen), token, against, place, module, hook))
        done.append(torch.cat(scores))
    return torch.stack(done)


def sweep_heads(stream, other, token, against=None, place=-1, cross=False):
    """The logit of `token` (less that of `against`) with one head after the other held at what it
    handed on in `other`, a Stream of as many tokens, or at what means() gave: (layers, heads)."""
    if isinstance(other, Stream):
        _check_lengths(stream, other)
    values = other.mixed if isinstance(other, Stream) else other

    def make(layer, chosen):
        number, branch = stream._attention(layer, cross)
        size = values[number].size(-1) // branch.heads
        owner = torch.arange(branch.heads).repeat_interleave(size)
        is_held = (owner == chosen[:, None])[:, None]
        held = values[number].to(stream.mixed[number].dtype)

        def hook(module, args, keywords):
            return (torch.where(is_held, held, args[0]), *args[1:]), keywords
        return branch.last, hook

    heads = stream.attentions[0].heads
    return _swept(stream, stream.layers, heads, make, token, against, place)


def sweep_states(stream, other, token, against=None, place=-1):
    """The same with the stream at one place held, as it goes into each layer: (layers, tokens)."""
    _check_lengths(stream, other)
    tokens = stream.states[0].size(1)

    def make(layer, chosen):
        is_held = (torch.arange(tokens) == chosen[:, None])[..., None]

        def hook(module, args, keywords):
            states = args[0] if args else keywords['hidden_states']
            states = torch.where(is_held, other.states[layer], states)
            if args:
                return (states, *args[1:]), keywords
            return args, {**keywords, 'hidden_states': states}
        return stream.blocks[layer], hook

    return _swept(stream, stream.layers, tokens, make, token, against, place)


# ---- as text -------------------------------------------------------------------------------------

def _largest(numbers, count):
    return numbers.abs().argsort(descending=True, stable=True)[:count].tolist()


def print_parts(stream, parts, count=12):
    """The largest parts of a logit, the rest in one, and their sum."""
    chosen = _largest(parts, count)
    for number in chosen:
        print(f'{parts[number].item():+9.4f}  {stream.names[number]}')
    if len(chosen) < len(parts):
        rest = parts.sum().item() - parts[chosen].sum().item()
        print(f'{rest:+9.4f}  the other {len(parts) - len(chosen)}')
    print(f'{parts.sum().item():+9.4f}  in all')


def print_effects(effects, before, whole=None, columns='H', count=10):
    """Where holding changes the logit most, and how far that goes from `before` to `whole`."""
    flat = effects.flatten() - before
    for number in _largest(flat, count):
        if flat[number] == 0:
            break
        row, column = divmod(number, effects.size(1))
        name = f'L{row}{columns}{column}' if isinstance(columns, str) else f'layer {row} {columns[column]}'
        share = '' if whole is None or whole == before else f'  {flat[number].item() / (whole - before):+6.0%}'
        print(f'{flat[number].item():+9.4f}{share}  {name}')
