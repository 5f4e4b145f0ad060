#!/usr/bin/env python3
"""Writes strides.txt: how the results of all operations lie in memory, answered by the real PyTorch.

    UPDATE=1 tests/parity/golden.py tests/golden/strides.py

A line says operation, layout of the input, and the strides of each tensor that is returned: `same`
before them where it is the input itself, `view` where it shares its storage. tests/unit/test_strides.c
runs this program with qkv and compares, but for the lines that strides_differ.txt names.
"""
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.filterwarnings("ignore")


def numbers(*shape):
    count = 1
    for size in shape:
        count *= size
    return (torch.arange(float(count)) / count + 0.1).reshape(shape)


INPUTS = {
    "line": lambda: numbers(4),
    "line-gaps": lambda: numbers(8)[::2],
    "one": lambda: numbers(1),
    "one-gaps": lambda: numbers(6)[::6],
    "matrix": lambda: numbers(3, 4),
    "matrix-transposed": lambda: numbers(4, 3).t(),
    "matrix-rows": lambda: numbers(6, 4)[::2],
    "matrix-columns": lambda: numbers(3, 8)[:, ::2],
    "matrix-expanded": lambda: numbers(4).expand(3, 4),
    "row": lambda: numbers(4, 1).t(),
    "row-gaps": lambda: numbers(3, 4)[:1, ::2],
    "column": lambda: numbers(1, 3).t(),
    "column-gaps": lambda: numbers(3, 4)[:, 1:2],
    "three": lambda: numbers(2, 3, 4),
    "three-transposed": lambda: numbers(2, 4, 3).transpose(1, 2),
    "three-swapped": lambda: numbers(3, 2, 4).transpose(0, 1),
    "three-permuted": lambda: numbers(3, 4, 2).permute(2, 0, 1),
    "three-reversed": lambda: numbers(4, 3, 2).permute(2, 1, 0),
    "three-gaps": lambda: numbers(2, 3, 8)[..., ::2],
    "three-part": lambda: numbers(2, 5, 4)[:, 1:4],
    "three-expanded": lambda: numbers(2, 1, 4).expand(2, 3, 4),
    "three-expanded-first": lambda: numbers(3, 4).expand(2, 3, 4),
    "three-first-one": lambda: numbers(3, 4, 1).permute(2, 0, 1),
    "three-middle-one": lambda: numbers(2, 4, 1).transpose(1, 2),
    "three-last-one": lambda: numbers(1, 3, 2).permute(2, 1, 0),
    "three-ones": lambda: numbers(1, 4, 1).transpose(0, 1),
    "heads": lambda: numbers(2, 4, 3, 6).transpose(1, 2),
    "four": lambda: numbers(2, 4, 3, 6),
    "four-permuted": lambda: numbers(6, 2, 3, 4).permute(1, 3, 2, 0),
    "four-channels-last": lambda: numbers(2, 3, 6, 4).permute(0, 3, 1, 2),
    "four-keys": lambda: numbers(2, 3, 4, 6).permute(0, 2, 3, 1),
    "four-part": lambda: numbers(2, 4, 5, 6)[:, :, 1:4, ::2],
    "four-one": lambda: numbers(3, 4, 6, 1).permute(3, 1, 0, 2),
    "four-expanded": lambda: numbers(2, 1, 3, 6).expand(2, 4, 3, 6),
    "none-ones": lambda: numbers(1, 0, 1),
    "none-permuted": lambda: numbers(3, 2, 0).permute(2, 0, 1),
}


def matrix(x):
    """The last two dimensions."""
    while x.dim() > 2:
        x = x[0]
    return x


def vector(x):
    """The last dimension."""
    while x.dim() > 1:
        x = x[0]
    return x


def batch(x):
    return x if x.dim() == 3 else x.flatten(0, 1) if x.dim() == 4 else x.unsqueeze(0)


def image(x):
    return x if x.dim() == 4 else x.unsqueeze(0)


def whole(x):
    return (x * 10).long()


def positions(x):
    return torch.zeros_like(x, dtype=torch.long)


def last(x):
    """A tensor that is broadcast along all dimensions but the last."""
    return numbers(x.size(-1))


def square(x):
    return x @ x.transpose(-2, -1)


def turned(x):
    """Of the same shape, another layout."""
    dims = list(range(x.dim()))[::-1]
    return x.permute(dims).contiguous().permute(dims)


def assigned(x):
    y = x.clone()
    y[0] = 1.0
    return y


def written(x, name, *given):
    y = x.clone()
    return getattr(y, name)(*given)


def trained(x, module):
    return module.train()(x)


def attended(x, **options):
    torch.manual_seed(0)
    attention = nn.MultiheadAttention(x.size(-1), 1, batch_first=True)
    return attention(x, x, x, **options)


def stacked(x, kind):
    torch.manual_seed(0)
    return kind(x.size(-1), 3, batch_first=True)(x)


CASES = {
    # ---- arithmetic --------------------------------------------------------------------------
    "add": lambda x: x + 1,
    "add itself": lambda x: x + x,
    "add turned": lambda x: x + turned(x),
    "add to turned": lambda x: turned(x) + x,
    "add last": lambda x: x + last(x),
    "add to last": lambda x: last(x) + x,
    "add contiguous": lambda x: x + x.contiguous(),
    "sub": lambda x: x - 1,
    "sub from": lambda x: 1 - x,
    "mul": lambda x: x * 2,
    "mul last": lambda x: x * last(x),
    "mul mask": lambda x: x * (x > 0),
    "div": lambda x: x / 2,
    "div by last": lambda x: x / last(x),
    "div by": lambda x: 2 / x,
    "div by sum": lambda x: x / x.sum(-1, keepdim=True),
    "floor_divide": lambda x: x // 2,
    "remainder": lambda x: x % 2,
    "pow": lambda x: x ** 2,
    "pow of": lambda x: 2 ** x,
    "pow half": lambda x: x ** 0.5,
    "pow turned": lambda x: x ** turned(x),
    "neg": lambda x: -x,
    "bitwise_and": lambda x: (x > 0) & (x < 1),
    "bitwise_or": lambda x: whole(x) | 1,
    "bitwise_xor": lambda x: (x > 0) ^ True,
    "bitwise_not": lambda x: ~(x > 0),
    "bitwise_left_shift": lambda x: whole(x) << 1,
    "bitwise_right_shift": lambda x: whole(x) >> 1,
    "eq": lambda x: x == 0,
    "ne": lambda x: x != last(x),
    "lt": lambda x: x < 0,
    "le": lambda x: x <= 0,
    "gt": lambda x: x > turned(x),
    "ge": lambda x: x >= 0,
    "isclose": lambda x: torch.isclose(x, x),
    "isclose turned": lambda x: torch.isclose(x, turned(x)),
    "maximum": lambda x: torch.maximum(x, turned(x)),
    "minimum": lambda x: torch.minimum(x, last(x)),
    "fmax": lambda x: torch.fmax(x, turned(x)),
    "fmin": lambda x: torch.fmin(x, last(x)),
    "fmod": lambda x: torch.fmod(x, 2),
    "hypot": lambda x: torch.hypot(x, turned(x)),
    "atan2": lambda x: torch.atan2(x, turned(x)),
    "logaddexp": lambda x: torch.logaddexp(x, turned(x)),
    "xlogy": lambda x: torch.xlogy(x, turned(x)),
    "heaviside": lambda x: torch.heaviside(x, last(x)),
    "lerp": lambda x: torch.lerp(x, turned(x), 0.5),
    "lerp weight": lambda x: torch.lerp(x, turned(x), last(x)),
    "addcmul": lambda x: torch.addcmul(x, turned(x), x),
    "addcdiv": lambda x: torch.addcdiv(x, turned(x), x),
    "logical_and": lambda x: torch.logical_and(x, turned(x)),
    "logical_or": lambda x: torch.logical_or(x, turned(x)),
    "logical_xor": lambda x: torch.logical_xor(x, x),
    "logical_not": lambda x: torch.logical_not(x),
    # ---- cell by cell --------------------------------------------------------------------------
    **{name: lambda x, name=name: getattr(x, name)() for name in (
        "exp log sqrt rsqrt sin cos tanh sigmoid abs relu round exp2 expm1 log2 log10 log1p erf erfc "
        "sinh cosh logit tan asin acos atan deg2rad rad2deg floor ceil trunc frac sign square "
        "reciprocal isnan isinf isfinite nan_to_num positive signbit sinc erfinv isreal conj "
        "sgn fix absolute negative").split()},
    "round decimals": lambda x: x.round(decimals=1),
    **{name: lambda x, name=name: getattr(F, name)(x) for name in (
        "leaky_relu hardswish hardsigmoid elu celu selu silu mish softplus logsigmoid hardtanh relu6 "
        "gelu softsign tanhshrink").split()},
    "gelu tanh": lambda x: F.gelu(x, approximate="tanh"),
    "threshold": lambda x: F.threshold(x, 0.5, 0.0),
    "prelu": lambda x: F.prelu(x, numbers(1)),
    "glu": lambda x: F.glu(x[..., :2], -1),
    "dropout": lambda x: F.dropout(x, 0.5),
    "dropout none": lambda x: F.dropout(x, 0.0),
    "dropout eval": lambda x: F.dropout(x, 0.5, training=False),
    "clamp": lambda x: x.clamp(0, 1),
    "clamp tensors": lambda x: x.clamp(last(x), turned(x)),
    "clamp_min": lambda x: x.clamp_min(0),
    "clamp_max": lambda x: x.clamp_max(turned(x)),
    # ---- sums ----------------------------------------------------------------------------------
    **{f"{name}{' keep' * keep} {dim}": lambda x, name=name, dim=dim, keep=keep: getattr(x, name)(
        dim, keepdim=keep) for name in
       "sum mean prod any all var std nansum nanmean norm logsumexp max min amax amin argmax argmin "
       "median mode".split() for dim in (0, 1, -1) for keep in (False, True)},
    "sum": lambda x: x.sum(),
    "sum two": lambda x: x.sum((0, -1)),
    "mean two": lambda x: x.mean((-2, -1), keepdim=True),
    "var two": lambda x: x.var((0, 1)),
    "norm 1": lambda x: x.norm(1, -1),
    "kthvalue": lambda x: x.kthvalue(1, -1),
    "kthvalue first": lambda x: x.kthvalue(1, 0),
    "aminmax": lambda x: x.aminmax(dim=1),
    "var_mean": lambda x: torch.var_mean(x, 1),
    "std_mean": lambda x: torch.std_mean(x, -1, keepdim=True),
    "count_nonzero": lambda x: torch.count_nonzero(x, 1),
    "cumsum": lambda x: x.cumsum(-1),
    "cumsum first": lambda x: x.cumsum(0),
    "cumprod": lambda x: x.cumprod(-1),
    "cummax": lambda x: x.cummax(-1),
    "cummin": lambda x: x.cummin(0),
    "logcumsumexp": lambda x: x.logcumsumexp(-1),
    "trace": lambda x: matrix(x).trace(),
    "quantile": lambda x: x.quantile(0.5),
    "quantile last": lambda x: x.quantile(0.5, -1),
    "quantile first": lambda x: x.quantile(0.5, 0, keepdim=True),
    "quantile several": lambda x: x.quantile(torch.tensor([0.2, 0.5, 0.7]), -1),
    "quantile several keep": lambda x: x.quantile(torch.tensor([0.2, 0.5]), 0, keepdim=True),
    "_softmax_backward_data": lambda x: torch._softmax_backward_data(x, turned(x), 0, x.dtype),
    "_log_softmax_backward_data": lambda x: torch._log_softmax_backward_data(x, turned(x), 0, x.dtype),
    "tanh_backward": lambda x: gradient(torch.tanh, x),
    "_sum_of_products": lambda x: gradient(lambda y: F.group_norm(y, 1), x),
    "_moment": lambda x: F.group_norm(x, 1, numbers(x.size(1))),
    "_layer_norm_backward": lambda x: gradient(lambda y: F.layer_norm(y, y.shape[-1:]), x),
    "_layer_norm_backward_weight": lambda x: gradient(
        lambda w: F.layer_norm(x, x.shape[-1:], w), numbers(*x.shape[-1:])),
    "_layer_norm_backward_bias": lambda x: gradient(
        lambda b: F.layer_norm(x, x.shape[-1:], None, b), numbers(*x.shape[-1:])),
    "softmax": lambda x: x.softmax(-1),
    "softmax first": lambda x: torch.softmax(x, 0),
    "functional_softmax": lambda x: F.softmax(x, 1),
    "log_softmax": lambda x: x.log_softmax(-1),
    "functional_log_softmax": lambda x: F.log_softmax(x, 1),
    "softmin": lambda x: F.softmin(x, -1),
    "normalize": lambda x: F.normalize(x, dim=-1),
    "cosine_similarity": lambda x: F.cosine_similarity(x, turned(x), -1),
    "pairwise_distance": lambda x: F.pairwise_distance(x, turned(x)),
    "layer_norm": lambda x: F.layer_norm(x, x.shape[-1:]),
    "layer_norm weight": lambda x: F.layer_norm(x, x.shape[-1:], last(x), last(x)),
    "rms_norm": lambda x: F.rms_norm(x, x.shape[-1:]),
    "rms_norm weight": lambda x: F.rms_norm(x, x.shape[-1:], last(x)),
    "group_norm": lambda x: F.group_norm(x, 1),
    "instance_norm": lambda x: F.instance_norm(x),
    "batch_norm train": lambda x: trained(x, nn.BatchNorm1d(x.size(1))),
    "batch_norm plain": lambda x: F.batch_norm(x, None, None, training=True),
    "batch_norm images": lambda x: trained(x, nn.BatchNorm2d(x.size(1))),
    "batch_norm eval": lambda x: nn.BatchNorm1d(x.size(1)).eval()(x),
    "batch_norm images eval": lambda x: nn.BatchNorm2d(x.size(1)).eval()(x),
    "renorm": lambda x: torch.renorm(x, 2, 0, 1.0),
    # ---- products --------------------------------------------------------------------------------
    "matmul": lambda x: x @ x.transpose(-2, -1),
    "matmul other": lambda x: x.transpose(-2, -1) @ x,
    "matmul matrix": lambda x: x @ numbers(x.size(-1), 5),
    "matmul turned": lambda x: x @ numbers(5, x.size(-1)).t(),
    "matmul of matrix": lambda x: numbers(5, x.size(-2)) @ x,
    "matmul vector": lambda x: x @ last(x),
    "matmul of vector": lambda x: numbers(x.size(-2)) @ x,
    "matmul transposed": lambda x: (x @ x.transpose(-2, -1)).transpose(-2, -1),
    "mm": lambda x: torch.mm(matrix(x), matrix(x).t()),
    "bmm": lambda x: torch.bmm(batch(x), batch(x).transpose(1, 2)),
    "mv": lambda x: torch.mv(matrix(x), last(x)),
    "dot": lambda x: torch.dot(vector(x), vector(x)),
    "outer": lambda x: torch.outer(vector(x), vector(x)),
    "inner": lambda x: torch.inner(x, matrix(x)),
    "kron": lambda x: torch.kron(matrix(x), matrix(x)),
    "tensordot": lambda x: torch.tensordot(x, x, ([-1], [-1])),
    "linear": lambda x: F.linear(x, numbers(5, x.size(-1))),
    "linear bias": lambda x: F.linear(x, numbers(5, x.size(-1)), numbers(5)),
    "linear turned": lambda x: F.linear(x, numbers(x.size(-1), 5).t(), numbers(5)),
    "bilinear": lambda x: F.bilinear(x, x, numbers(2, x.size(-1), x.size(-1))),
    "addmm": lambda x: torch.addmm(numbers(1), matrix(x), matrix(x).t()),
    "addmv": lambda x: torch.addmv(numbers(1), matrix(x), last(x)),
    "baddbmm": lambda x: torch.baddbmm(numbers(1), batch(x), batch(x).transpose(1, 2)),
    "addr": lambda x: torch.addr(matrix(x), numbers(matrix(x).size(0)), last(x)),
    "einsum": lambda x: torch.einsum("...ij,...kj->...ik", x, x),
    "einsum swapped": lambda x: torch.einsum("...ij,...kj->...ki", x, x),
    "einsum alone": lambda x: torch.einsum("...ij->...ji", x),
    "einsum sum": lambda x: torch.einsum("...ij->...i", x),
    "einsum weight": lambda x: torch.einsum("...ij,jk->...ik", x, numbers(x.size(-1), 5)),
    "einsum outer": lambda x: torch.einsum("...i,...j->...ij", x, x),
    "einsum cells": lambda x: torch.einsum("...ij,...ij->...ij", x, x),
    "einsum cells swapped": lambda x: torch.einsum("...ij,...ij->...ji", x, x),
    "einsum heads": lambda x: torch.einsum("bhqd,bhkd->bhqk", x, x),
    "einsum values": lambda x: torch.einsum("bhqk,bkhd->bqhd", square(x), x.transpose(1, 2)),
    "einsum keys": lambda x: torch.einsum("bqhd,bkhd->bhqk", x, x),
    "einsum all": lambda x: torch.einsum("bij,bik->jk", batch(x), batch(x)),
    "cdist": lambda x: torch.cdist(x, x),
    "conv1d": lambda x: F.conv1d(batch(x), numbers(5, batch(x).size(1), 1)),
    "conv1d wide": lambda x: F.conv1d(batch(x), numbers(5, batch(x).size(1), 3), padding=1),
    "conv1d weights": lambda x: F.conv1d(
        batch(x), numbers(3, batch(x).size(1), 5).transpose(0, 2), padding=1),
    "conv1d weights turned": lambda x: F.conv1d(
        batch(x), numbers(5, 3, batch(x).size(1)).transpose(1, 2), padding=1),
    "conv1d groups": lambda x: F.conv1d(
        batch(x), numbers(2 * batch(x).size(1), 1, 2), groups=batch(x).size(1)),
    "conv1d alone": lambda x: F.conv1d(matrix(x), numbers(5, matrix(x).size(0), 1)),
    "conv2d": lambda x: F.conv2d(image(x), numbers(5, image(x).size(1), 1, 1)),
    "conv2d wide": lambda x: F.conv2d(image(x), numbers(5, image(x).size(1), 3, 3), padding=1),
    "conv2d stride": lambda x: F.conv2d(image(x), numbers(5, image(x).size(1), 2, 2), stride=2),
    "conv2d one": lambda x: F.conv2d(image(x), numbers(1, image(x).size(1), 1, 1)),
    "conv2d alone": lambda x: F.conv2d(batch(x), numbers(5, batch(x).size(0), 1, 1)),
    "scaled_dot_product_attention": lambda x: F.scaled_dot_product_attention(x, x, x),
    "scaled_dot_product_attention causal": lambda x: F.scaled_dot_product_attention(
        x, x, x, is_causal=True),
    "scaled_dot_product_attention mask": lambda x: F.scaled_dot_product_attention(
        x, x, x, torch.zeros(x.size(-2), x.size(-2))),
    "multi_head_attention_forward": lambda x: attended(batch(x)),
    "multi_head_attention_forward plain": lambda x: attended(batch(x), need_weights=False),
    "multi_head_attention_forward heads": lambda x: attended(batch(x), average_attn_weights=False),
    "lstm": lambda x: stacked(batch(x), nn.LSTM)[0],
    "gru": lambda x: stacked(batch(x), nn.GRU),
    "rnn": lambda x: stacked(batch(x), nn.RNN),
    "avg_pool1d": lambda x: F.avg_pool1d(batch(x), 2),
    "avg_pool1d alone": lambda x: F.avg_pool1d(matrix(x), 2),
    "avg_pool2d": lambda x: F.avg_pool2d(image(x), 2),
    "avg_pool2d alone": lambda x: F.avg_pool2d(batch(x), 2),
    "max_pool1d": lambda x: F.max_pool1d(batch(x), 2),
    "max_pool2d": lambda x: F.max_pool2d(image(x), 2),
    "max_pool2d alone": lambda x: F.max_pool2d(batch(x), 2),
    "adaptive_avg_pool1d": lambda x: F.adaptive_avg_pool1d(batch(x), 2),
    "adaptive_avg_pool1d one": lambda x: F.adaptive_avg_pool1d(batch(x), 1),
    "adaptive_avg_pool2d": lambda x: F.adaptive_avg_pool2d(image(x), 2),
    "adaptive_avg_pool2d one": lambda x: F.adaptive_avg_pool2d(image(x), 1),
    "adaptive_max_pool1d": lambda x: F.adaptive_max_pool1d(batch(x), 2),
    "adaptive_max_pool2d": lambda x: F.adaptive_max_pool2d(image(x), 2),
    "pixel_shuffle": lambda x: F.pixel_shuffle(image(x), 2),
    "interpolate": lambda x: F.interpolate(batch(x), scale_factor=2),
    "interpolate linear": lambda x: F.interpolate(batch(x), scale_factor=2, mode="linear"),
    "unfold images": lambda x: F.unfold(image(x), 2),
    # ---- losses ----------------------------------------------------------------------------------
    "nll_loss": lambda x: F.nll_loss(matrix(x), matrix(positions(x))[:, 0], reduction="none"),
    "cross_entropy": lambda x: F.cross_entropy(x, positions(x)[:, 0], reduction="none"),
    "mse_loss": lambda x: F.mse_loss(x, turned(x), reduction="none"),
    "l1_loss": lambda x: F.l1_loss(x, turned(x), reduction="none"),
    "smooth_l1_loss": lambda x: F.smooth_l1_loss(x, turned(x), reduction="none"),
    "huber_loss": lambda x: F.huber_loss(x, turned(x), reduction="none"),
    "kl_div": lambda x: F.kl_div(x, turned(x), reduction="none"),
    "binary_cross_entropy": lambda x: F.binary_cross_entropy(x / 2, x / 2, reduction="none"),
    "binary_cross_entropy_with_logits": lambda x: F.binary_cross_entropy_with_logits(
        x, turned(x), reduction="none"),
    # ---- the same cells --------------------------------------------------------------------------
    "transpose": lambda x: x.transpose(0, -1),
    "transpose same": lambda x: x.transpose(0, 0),
    "t": lambda x: matrix(x).t(),
    "T": lambda x: x.T,
    "mT": lambda x: x.mT,
    "permute": lambda x: x.permute(*range(x.dim())[::-1]),
    "permute none": lambda x: x.permute(*range(x.dim())),
    "movedim": lambda x: x.movedim(0, -1),
    "contiguous": lambda x: x.contiguous(),
    "clone": lambda x: x.clone(),
    "clone contiguous": lambda x: x.clone(memory_format=torch.contiguous_format),
    "detach": lambda x: x.detach(),
    "data": lambda x: x.data,
    "reshape flat": lambda x: x.reshape(-1),
    "reshape": lambda x: x.reshape(x.shape),
    "reshape split": lambda x: x.reshape(*x.shape[:-1], 2, -1),
    "reshape joined": lambda x: x.reshape(-1, x.size(-1)),
    "reshape joined last": lambda x: x.reshape(x.size(0), -1),
    "reshape one": lambda x: x.reshape(1, *x.shape),
    "reshape as": lambda x: x.reshape_as(x),
    "view flat": lambda x: x.view(-1),
    "view": lambda x: x.view(x.shape),
    "view split": lambda x: x.view(*x.shape[:-1], 2, -1),
    "view joined": lambda x: x.view(-1, x.size(-1)),
    "view joined last": lambda x: x.view(x.size(0), -1),
    "view as": lambda x: x.view_as(x),
    "flatten": lambda x: x.flatten(),
    "flatten last": lambda x: x.flatten(-2),
    "flatten none": lambda x: x.flatten(-1),
    "ravel": lambda x: x.ravel(),
    "unflatten": lambda x: x.unflatten(-1, (2, -1)),
    "unsqueeze": lambda x: x.unsqueeze(0),
    "unsqueeze middle": lambda x: x.unsqueeze(1),
    "unsqueeze last": lambda x: x.unsqueeze(-1),
    "squeeze": lambda x: x.squeeze(),
    "squeeze dim": lambda x: x.squeeze(-1),
    "squeeze first": lambda x: x.squeeze(0),
    "squeeze two": lambda x: x.squeeze((0, -1)),
    "expand": lambda x: x.expand(2, *x.shape),
    "expand same": lambda x: x.expand(x.shape),
    "expand_as": lambda x: x.expand_as(x),
    "broadcast_to": lambda x: x.broadcast_to((3, *x.shape)),
    "atleast_1d": lambda x: torch.atleast_1d(x),
    "atleast_2d": lambda x: torch.atleast_2d(x),
    "atleast_3d": lambda x: torch.atleast_3d(x),
    "getitem int": lambda x: x[0],
    "getitem last": lambda x: x[..., 0],
    "getitem slice": lambda x: x[:1],
    "getitem whole": lambda x: x[:],
    "getitem all": lambda x: x[...],
    "getitem steps": lambda x: x[..., ::2],
    "getitem none": lambda x: x[None],
    "getitem none middle": lambda x: x[:, None],
    "getitem none last": lambda x: x[..., None],
    "getitem none slice": lambda x: x[None, :1],
    "index": lambda x: x[[0, 0]],
    "index last": lambda x: x[..., [0, 0, 0]],
    "index middle": lambda x: x[:, [0, 0, 0]],
    "index table": lambda x: x[torch.zeros(2, 3, dtype=torch.long)],
    "index two": lambda x: x[[0, 0], [0, 0]],
    "index apart": lambda x: x[[0, 0], :, [0, 0]],
    "index mask": lambda x: x[x > 0.3],
    "index rows mask": lambda x: x[torch.ones(x.size(0), dtype=torch.bool)],
    "setitem": assigned,
    "index_put": lambda x: x.index_put((torch.tensor([0]),), torch.tensor(1.0)),
    "index_select": lambda x: x.index_select(-1, torch.tensor([0, 0])),
    "index_select first": lambda x: x.index_select(0, torch.tensor([0, 0])),
    "index_fill": lambda x: x.index_fill(0, torch.tensor([0]), 1.0),
    "index_copy": lambda x: x.index_copy(0, torch.tensor([0]), x[:1]),
    "index_add": lambda x: x.index_add(0, torch.tensor([0]), x[:1]),
    "embedding": lambda x: F.embedding(positions(x), numbers(5, 7)),
    "embedding weight": lambda x: F.embedding(torch.tensor([[0, 0]]), matrix(x)),
    "gather": lambda x: x.gather(-1, positions(x)),
    "gather part": lambda x: x.gather(-1, positions(x)[..., :1]),
    "take_along_dim": lambda x: x.take_along_dim(positions(x), -1),
    "scatter": lambda x: x.scatter(-1, positions(x), 1.0),
    "scatter_add": lambda x: x.scatter_add(-1, positions(x), x),
    "scatter_multiply": lambda x: x.scatter(-1, positions(x), x, reduce="multiply"),
    "scatter_reduce": lambda x: x.scatter_reduce(-1, positions(x), x, "mean"),
    "take": lambda x: x.take(positions(x)),
    "masked_select": lambda x: x.masked_select(x > 0.3),
    "masked_fill": lambda x: x.masked_fill(x > 0.3, 0.0),
    "masked_fill last": lambda x: x.masked_fill(last(x) > 0, 0.0),
    "masked_fill turned": lambda x: x.masked_fill(turned(x) > 0.3, 0.0),
    "masked_scatter": lambda x: x.masked_scatter(x > 0.3, numbers(200)),
    "where": lambda x: torch.where(x > 0.3, x, 0.0),
    "where turned": lambda x: torch.where(x > 0.3, turned(x), x),
    "where last": lambda x: torch.where(last(x) > 0, x, last(x)),
    "where of numbers": lambda x: torch.where(x > 0.3, 1.0, 0.0),
    "where condition": lambda x: torch.where(last(x) > 0, 0.0, x),
    "nonzero": lambda x: x.nonzero(),
    "argwhere": lambda x: x.argwhere(),
    "nonzero tuple": lambda x: x.nonzero(as_tuple=True),
    "select": lambda x: x.select(-1, 0),
    "narrow": lambda x: x.narrow(-1, 0, 1),
    "diagonal": lambda x: x.diagonal(dim1=-2, dim2=-1),
    "unfold": lambda x: x.unfold(-1, 2, 1),
    "as_strided": lambda x: x.as_strided((2, 2), (1, 2)),
    "split": lambda x: x.split(2, -1),
    "chunk": lambda x: x.chunk(2, 1),
    "unbind": lambda x: x.unbind(0),
    "tensor_split": lambda x: x.tensor_split(2, -1),
    "hsplit": lambda x: x.hsplit(1),
    "swapaxes": lambda x: x.swapaxes(0, 1),
    "adjoint": lambda x: x.adjoint(),
    # ---- copies ------------------------------------------------------------------------------------
    "repeat": lambda x: x.repeat(*[2] * x.dim()),
    "repeat more": lambda x: x.repeat(2, *[1] * x.dim()),
    "tile": lambda x: x.tile(2),
    "repeat_interleave": lambda x: x.repeat_interleave(2, 0),
    "repeat_interleave last": lambda x: x.repeat_interleave(2, -1),
    "repeat_interleave flat": lambda x: x.repeat_interleave(2),
    "flip": lambda x: x.flip(-1),
    "flip first": lambda x: x.flip(0),
    "fliplr": lambda x: x.fliplr(),
    "roll": lambda x: x.roll(1, -1),
    "roll flat": lambda x: x.roll(1),
    "rot90": lambda x: torch.rot90(x),
    "constant_pad_nd": lambda x: F.pad(x, (1, 1)),
    "constant_pad_nd two": lambda x: F.pad(x, (1, 0, 0, 1), value=1.0),
    "constant_pad_nd none": lambda x: F.pad(x, (0, 0)),
    "diag_embed": lambda x: torch.diag_embed(x),
    "diag": lambda x: torch.diag(vector(x)),
    "tril": lambda x: x.tril(),
    "triu": lambda x: x.triu(1),
    "cat": lambda x: torch.cat([x, x]),
    "cat last": lambda x: torch.cat([x, x], -1),
    "cat middle": lambda x: torch.cat([x, turned(x)], 1),
    "cat one": lambda x: torch.cat([x]),
    "cat contiguous": lambda x: torch.cat([x.contiguous(), x], -1),
    "stack": lambda x: torch.stack([x, x]),
    "stack last": lambda x: torch.stack([x, turned(x)], -1),
    "hstack": lambda x: torch.hstack([x, x]),
    "vstack": lambda x: torch.vstack([x, x]),
    "dstack": lambda x: torch.dstack([x, x]),
    "column_stack": lambda x: torch.column_stack([x, x]),
    "block_diag": lambda x: torch.block_diag(matrix(x), matrix(x)),
    "cartesian_prod": lambda x: torch.cartesian_prod(vector(x), vector(x)),
    "meshgrid": lambda x: torch.meshgrid(vector(x), vector(x), indexing="ij"),
    "meshgrid xy": lambda x: torch.meshgrid(vector(x), vector(x)[:1], indexing="xy"),
    "broadcast_tensors": lambda x: torch.broadcast_tensors(x, last(x)),
    "sort": lambda x: x.sort(-1),
    "sort first": lambda x: x.sort(0, descending=True),
    "argsort": lambda x: x.argsort(-1),
    "msort": lambda x: x.msort(),
    "topk": lambda x: x.topk(1, -1),
    "topk_indices": lambda x: x.topk(1, 0),
    "topk two": lambda x: x.topk(2, -1),
    "kthvalue_indices": lambda x: x.kthvalue(1, 1),
    "median_indices": lambda x: x.median(1, True),
    "mode_indices": lambda x: x.mode(1, True),
    "cummax_indices": lambda x: x.cummax(0),
    "cummin_indices": lambda x: x.cummin(-1),
    "one_hot": lambda x: F.one_hot(positions(x), 3),
    "bincount": lambda x: torch.bincount(vector(whole(x))),
    "bucketize": lambda x: torch.bucketize(x, torch.tensor([0.2, 0.5])),
    "searchsorted": lambda x: torch.searchsorted(torch.tensor([0.2, 0.5]), x),
    "unique": lambda x: torch.unique(x),
    "unique_inverse": lambda x: torch.unique(x, return_inverse=True),
    "unique_counts": lambda x: torch.unique(x, return_counts=True),
    "unique_consecutive": lambda x: torch.unique_consecutive(x),
    "unique rows": lambda x: torch.unique(x, dim=0),
    "diff": lambda x: x.diff(dim=-1),
    "diff first": lambda x: x.diff(dim=0),
    "trapezoid": lambda x: torch.trapezoid(x),
    "cov": lambda x: torch.cov(matrix(x)),
    "corrcoef": lambda x: torch.corrcoef(matrix(x)),
    "histc": lambda x: torch.histc(x, 4),
    "cross": lambda x: torch.cross(x[..., :1].expand(*x.shape[:-1], 3), x[..., :1].expand(
        *x.shape[:-1], 3), -1),
    "matrix_power": lambda x: torch.matrix_power(square(x), 2),
    "inverse": lambda x: torch.inverse(square(x) + torch.eye(x.size(-2))),
    "qr": lambda x: torch.linalg.qr(x),
    "det": lambda x: torch.det(square(x)),
    "cholesky": lambda x: torch.linalg.cholesky(square(x) + torch.eye(x.size(-2))),
    "solve": lambda x: torch.linalg.solve(square(x) + torch.eye(x.size(-2)), x),
    "vector_norm": lambda x: torch.linalg.vector_norm(x, dim=-1),
    "vander": lambda x: torch.vander(vector(x)),
    # ---- another dtype -------------------------------------------------------------------------------
    **{name: lambda x, name=name: getattr(x, name)() for name in
       "float double half bfloat16 int short char byte long bool cpu".split()},
    "to": lambda x: x.to(torch.int64),
    "to same": lambda x: x.to(torch.float32),
    "to cpu": lambda x: x.to("cpu"),
    "to like": lambda x: x.to(turned(x)),
    "to copy": lambda x: x.to(torch.float32, copy=True),
    "type": lambda x: x.type(torch.float32),
    "type other": lambda x: x.type(torch.float64),
    "type_as": lambda x: x.type_as(x),
    # ---- new ones ------------------------------------------------------------------------------------
    "tensor": lambda x: torch.tensor(x),
    "tensor new": lambda x: x.new_tensor(x),
    "as_tensor": lambda x: torch.as_tensor(x),
    "asarray": lambda x: torch.asarray(x),
    "zeros": lambda x: x.new_zeros(x.shape),
    "ones": lambda x: x.new_ones(x.shape),
    "full": lambda x: x.new_full(x.shape, 2.0),
    "empty": lambda x: x.new_empty(x.shape),
    "arange": lambda x: torch.arange(x.size(-1)),
    "linspace": lambda x: torch.linspace(0, 1, x.size(-1)),
    "logspace": lambda x: torch.logspace(0, 1, x.size(-1)),
    "eye": lambda x: torch.eye(x.size(-1)),
    "tril_indices": lambda x: torch.tril_indices(x.size(-1), x.size(-1)),
    "triu_indices": lambda x: torch.triu_indices(x.size(-1), x.size(-1)),
    "zeros_like": lambda x: torch.zeros_like(x),
    "ones_like": lambda x: torch.ones_like(x),
    "ones_like dtype": lambda x: torch.ones_like(x, dtype=torch.bool),
    "full_like": lambda x: torch.full_like(x, 1.0),
    "empty_like": lambda x: torch.empty_like(x),
    "rand": lambda x: torch.rand_like(x),
    "randn": lambda x: torch.randn_like(x),
    "randint": lambda x: torch.randint_like(x, 0, 5),
    "randperm": lambda x: torch.randperm(x.size(-1)),
    "bernoulli": lambda x: torch.bernoulli(x.clamp(0, 1)),
    "exponential_": lambda x: torch.empty_like(x).exponential_(),
    "multinomial": lambda x: torch.multinomial(matrix(x), 1),
    "normal": lambda x: torch.normal(x, 1.0),
    "normal std": lambda x: torch.normal(0.0, x),
    "normal both": lambda x: torch.normal(x, turned(x)),
    # ---- in place ----------------------------------------------------------------------------------
    "add_": lambda x: written(x, "add_", 1),
    "relu_": lambda x: written(x, "relu_"),
    "transpose_": lambda x: written(x, "transpose_", 0, -1),
    "t_": lambda x: written(x, "t_"),
    "squeeze_": lambda x: written(x, "squeeze_"),
    "unsqueeze_": lambda x: written(x, "unsqueeze_", 1),
}


def gradient(function, x):
    x = x.detach().requires_grad_()
    y = function(x)
    return torch.autograd.grad(y, x, torch.ones(y.shape, dtype=x.dtype))[0]


def told(y, x):
    if y is x:
        return f"same {y.stride()}"
    shared = y.numel() and y.untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
    return f"{'view ' if shared else ''}{y.stride()}"


def answered(run, x):
    try:
        found = run(x)
    except (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError, AttributeError):
        return "refused"
    parts = []
    for part in found if isinstance(found, (tuple, list)) else [found]:
        parts += part if isinstance(part, tuple) else [part]
    return ", ".join(told(part, x) for part in parts if part is not None)


if __name__ == "__main__":
    for name, run in CASES.items():
        for layout, make in INPUTS.items():
            print(f"{name}: {layout} -> {answered(run, make())}")
