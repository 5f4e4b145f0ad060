"""qkv.attention: the attention weights of a model, as a file that qkv opens.

    qkv.attention(model, inputs, "attention.npz", tokens=words)

`model` may be one of Hugging Face transformers, a HookedTransformer of TransformerLens, or any module
that has nn.MultiheadAttention or F.scaled_dot_product_attention in it; also what such a model gave: an
output with `attentions`, that of generate(), or a cache. Then `qkv learn attention.npz`.
"""
import functools
import os

import torch
import torch.nn.functional as F

from . import npz

_KINDS = {"attentions": "layer", "encoder_attentions": "encoder.layer",
          "decoder_attentions": "decoder.layer", "cross_attentions": "cross.layer"}


def attention(model, inputs=None, path="attention.npz", *, tokens=None, tokenizer=None):
    """Writes the attention weights of each layer, and returns the path.

    inputs     what the model is called with: a tensor, a tuple, a dict as tokenizers give it, or a text
    tokens     the words at the positions, a list
    tokenizer  of Hugging Face: says what the tokens are, and reads a text
    """
    if isinstance(model, torch.nn.Module) or hasattr(model, "run_with_cache"):
        inputs, tokens = _inputs(model, inputs, tokens, tokenizer)
        weights = _of_model(model, inputs)
    else:
        weights = _of_outputs(model)
    if not weights:
        raise ValueError("qkv.attention: no attention weights were found. Models that compute them by a "
                         "function of their own: qkv.record(\"run.py\", model) shows where")
    arrays = dict(weights)
    if tokens is not None:
        arrays["tokens"] = list(tokens)
    npz.write(os.fspath(path), arrays)
    return path


def _inputs(model, inputs, tokens, tokenizer):
    tokenizer = tokenizer or getattr(model, "tokenizer", None)
    if isinstance(inputs, str):
        if hasattr(model, "to_str_tokens"):
            return inputs, tokens or model.to_str_tokens(inputs)
        if tokenizer is None:
            raise ValueError("qkv.attention: a text needs tokenizer=, or give the numbers of its tokens")
        inputs = tokenizer(inputs, return_tensors="pt")
    if tokens is None and tokenizer is not None:
        numbers = inputs.get("input_ids") if hasattr(inputs, "get") else inputs
        if isinstance(numbers, torch.Tensor):
            row = numbers[0] if numbers.dim() > 1 else numbers
            tokens = [tokenizer.decode([number]).strip() for number in row.tolist()]
    return inputs, tokens


def _called(model, inputs, **more):
    with torch.no_grad():
        if isinstance(inputs, torch.Tensor) or isinstance(inputs, str):
            return model(inputs, **more)
        if isinstance(inputs, (tuple, list)):
            return model(*inputs, **more)
        return model(**dict(inputs or {}), **more)


def _of_model(model, inputs):
    if hasattr(model, "run_with_cache"):
        with torch.no_grad():
            return _of_outputs(model.run_with_cache(inputs)[1])
    if hasattr(getattr(model, "config", None), "output_attentions"):
        found = _of_outputs(_called(model, inputs, output_attentions=True))
        if found:
            return found
    return _of_modules(model, inputs)


# ---- what a model gave -----------------------------------------------------------------------------

def _of_outputs(outputs):
    found = {}
    for kind, name in _KINDS.items():
        layers = getattr(outputs, kind, None)
        layers = outputs.get(kind) if layers is None and isinstance(outputs, dict) else layers
        if not layers:
            continue
        if isinstance(layers[0], (tuple, list)):
            layers = _of_steps(layers)
        found.update({f"{name}{i}": tensor for i, tensor in enumerate(layers) if tensor is not None})
    if not found and hasattr(outputs, "items"):  # a cache
        found = {name: tensor for name, tensor in outputs.items()
                 if str(name).endswith(("hook_pattern", "pattern"))}
    return found


def _of_steps(steps):
    """generate() has the rows of each step by itself: of a layer they make one matrix."""
    layers = []
    for rows in zip(*steps):
        width = rows[-1].shape[-1]
        layers.append(torch.cat([F.pad(row, (0, width - row.shape[-1])) for row in rows], dim=-2))
    return layers


# ---- any module ------------------------------------------------------------------------------------

class _Watch(torch.overrides.TorchFunctionMode):
    """Keeps the weights of each F.scaled_dot_product_attention."""

    def __init__(self, found, where):
        super().__init__()
        self.found, self.where = found, where

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if getattr(func, "__name__", "") == "scaled_dot_product_attention":
            self.keep(self.weights(*args, **kwargs))
        return func(*args, **kwargs)

    def keep(self, weights):
        base = self.where[-1] if self.where else "attention"
        name, number = base, 2
        while name in self.found:
            name, number = f"{base}_{number}", number + 1
        self.found[name] = weights.detach()

    @staticmethod
    def weights(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                enable_gqa=False):
        if enable_gqa:
            key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        scores = query @ key.transpose(-2, -1) * (query.size(-1) ** -0.5 if scale is None else scale)
        if is_causal:
            seen = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).tril()
            scores = scores.masked_fill(~seen, float("-inf"))
        if attn_mask is not None and attn_mask.dtype == torch.bool:
            scores = scores.masked_fill(~attn_mask, float("-inf"))
        elif attn_mask is not None:
            scores = scores + attn_mask
        return scores.softmax(-1)


def _of_modules(model, inputs):
    """nn.MultiheadAttention is asked for its weights head by head; else the products are looked at."""
    found, where, undo = {}, [], []

    def ask(module, name):
        forward = module.forward

        @functools.wraps(forward)
        def asked(*args, **kwargs):
            kwargs = dict(kwargs, need_weights=True, average_attn_weights=False)
            out, weights = forward(*args[:4], **kwargs)
            found[name if name not in found else f"{name}_{len(found)}"] = weights.detach()
            return out, weights
        return asked

    def begin(name):
        return lambda *_: where.append(name)

    for name, module in model.named_modules():
        if isinstance(module, torch.nn.MultiheadAttention):
            module.forward = ask(module, name or "attention")
            undo.append(functools.partial(module.__dict__.pop, "forward"))
        elif name:
            undo.append(module.register_forward_pre_hook(begin(name)).remove)
            undo.append(module.register_forward_hook(lambda *_: where.pop() and None).remove)
    try:
        with _Watch(found, where):
            _called(model, inputs)
    finally:
        for each in undo:
            each()
    return found
