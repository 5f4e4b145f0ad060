"""torch.nn.functional: what PyTorch composes of several operations.

The others (softmax, linear, layer_norm, …) are operations of their own.
"""
import math
import warnings

import torch
import torch.nn.functional as F
from _qkv import fail
from torch._autocast import full, lower
from torch._C import _as_one, _extent, transparent
from torch._layout import like, like_images
from torch._one_node import first_tensor, named, over, plus, ruled, times
from torch.nn._losses import *
from torch.nn._normalizing import *
from torch.nn._normalizing import _kind
from torch.nn._pooling import *
from torch.nn._reduction import chosen, fixed, reduced
from torch._halves import is_half, refuse_halves, wide, widened


def one_hot(tensor: Tensor, num_classes: int = -1):
    """1 at the position given by the cell, 0 at all others."""
    if tensor.dtype != torch.int64:
        fail('RuntimeError', "one_hot is only applicable to index tensor of type LongTensor.",
             "class numbers as integers, with .long()")
    least, most = _extent(tensor)
    if not tensor.numel() and num_classes <= 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if least < 0:
        raise RuntimeError("Class values must be non-negative.")
    classes = int(most) + 1 if num_classes == -1 else num_classes
    if classes < 1:
        raise RuntimeError("num_classes should be positive")
    if most >= classes:
        fail('RuntimeError', "Class values must be smaller than num_classes.",
             f"the largest is {int(most)}, so num_classes={int(most) + 1}")
    return torch.zeros(*tensor.shape, classes, dtype=torch.int64).scatter(-1, tensor.unsqueeze(-1), 1)


@transparent
def pad(input: Tensor, pad: ints, mode: str = 'constant', value=None):
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * input.dim():
        raise RuntimeError("Padding length should be less than or equal to two times the input dimension "
                           f"but got padding length {len(pad)} and input of dimension {input.dim()}")
    if mode == 'constant':
        return torch.constant_pad_nd(input, pad, 0 if value is None else value)
    from torch.nn._padding import by_position
    return by_position(input, pad, mode, value)


def dropout(input, p=0.5, training=True, inplace=False):
    """By chance 0, else divided by the probability of being kept."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if not isinstance(input, torch.Tensor):
        raise TypeError("dropout(): argument 'input' (position 1) must be Tensor, not "
                        + type(input).__name__)
    if not training or p == 0 or input.numel() == 0:
        return input
    if p == 1:
        output = input * torch.zeros((), dtype=input.dtype)
    elif not input.is_floating_point():
        raise RuntimeError("result type Float can't be cast to the desired output type "
                           f"{_kind(input)}")
    else:
        kept = torch.empty_like(input).bernoulli_(1 - p)
        output = input * (kept / (1 - p))
    return input.copy_(output) if inplace else output


_C_NAMES = {torch.float32: 'float', torch.float64: 'double', torch.int64: 'long int',
            torch.int32: 'int', torch.int16: 'short int', torch.int8: 'signed char',
            torch.uint8: 'unsigned char', torch.bool: 'bool', torch.float16: 'c10::Half',
            torch.bfloat16: 'c10::BFloat16'}


def _is_fused(query, key, value, dropout_p):
    """Does PyTorch take its fused kernel on a CPU? It lets the result lie as the queries do."""
    return dropout_p == 0.0 and all(
        part.dim() == 4 and part.stride(-1) == 1 and part.size(-1) == query.size(-1) and part.size(-2) > 0
        and part.shape[:2] == query.shape[:2] for part in (query, key, value))


def _check_attention(query, key, value, attn_mask, is_causal):
    found = f"query.dtype: {_C_NAMES[query.dtype]} key.dtype: {_C_NAMES[key.dtype]} and " \
            f"value.dtype: {_C_NAMES[value.dtype]} instead."
    if query.dtype != key.dtype or query.dtype != value.dtype:
        raise RuntimeError("Expected query, key, and value to have the same dtype, but got " + found)
    if min(query.dim(), key.dim(), value.dim()) < 2:
        raise RuntimeError("Expected query, key, and value to all be  at least 2 dimensional, but got "
                           f"query.dim: {query.dim()} key.dim: {key.dim()} and value.dim: "
                           f"{value.dim()} instead.")
    if attn_mask is None:
        return
    if attn_mask.dtype not in (torch.bool, torch.float32, query.dtype):
        raise RuntimeError("Expected attn_mask dtype to be bool or float or to match query dtype, but "
                           f"got attn_mask.dtype: {_C_NAMES[attn_mask.dtype]} and  query.dtype: "
                           f"{_C_NAMES[query.dtype]} instead.")
    if is_causal:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set "
                           "when is_causal=True")


def _for_each_query_head(query, key, value):
    """Grouped queries: each head of keys and of values serves as many heads of queries."""
    heads = query.size(-3)
    if heads % key.size(-3) or heads % value.size(-3):
        raise RuntimeError("Number of heads in key and value must divide the number of heads in ")
    return (key.repeat_interleave(heads // key.size(-3), -3),
            value.repeat_interleave(heads // value.size(-3), -3))


def _attended_by_halves(query, key, value, attn_mask, is_causal, scale):
    """As the fused kernel: both products and the exponentials are rounded, the sum of these is not."""
    if key.size(-2) > 512:
        raise NotImplementedError('fused attention of halves to more than 512 keys is not there in '
                                  'qkv; of .float() it is')
    scores = (query @ key.transpose(-2, -1)).float()
    scores = scores * (1 / math.sqrt(max(query.size(-1), 1)) if scale is None else scale)
    if is_causal:
        attn_mask = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool).tril()
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        scores = scores.masked_fill(attn_mask.logical_not(), float('-inf'))
    elif attn_mask is not None:
        scores = scores + attn_mask.float()
    powers = (scores - scores.amax(-1, keepdim=True)).exp()
    found = (powers.to(value.dtype) @ value).float() / powers.sum(-1, keepdim=True)
    found = found.masked_fill((scores == float('-inf')).all(-1, keepdim=True), 0.0)
    return found.to(value.dtype)


@lower
def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *,
                                 scale=None, enable_gqa=False):
    """softmax(query @ key.T / sqrt(d)) @ value; a query that may look nowhere gets 0."""
    if attn_mask is not None and hasattr(attn_mask, 'seq_len_kv'):  # a CausalBias
        return attn_mask._dispatch(query, key, value, attn_mask, dropout_p, is_causal, scale,
                                   enable_gqa)
    fused = _is_fused(query, key, value, dropout_p)
    _check_attention(query, key, value, attn_mask, is_causal and not fused)
    if enable_gqa:
        key, value = _for_each_query_head(query, key, value)
    if is_half(query) and fused:
        return like(_attended_by_halves(query, key, value, attn_mask, is_causal, scale), query)
    if is_half(query):
        return wide(lambda *given: scaled_dot_product_attention(*given, scale=scale), query, key, value,
                    attn_mask, dropout_p, is_causal)
    if scale is None:
        scale = 1 / math.sqrt(max(query.size(-1), 1))
    scores = query @ key.transpose(-2, -1) * scale
    masked = attn_mask is not None
    if is_causal:
        seen = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool).tril()
        if masked:
            scores = scores.masked_fill(seen.logical_not(), float('-inf'))
        else:
            attn_mask = seen
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        scores = scores.masked_fill(attn_mask.logical_not(), float('-inf'))
    elif attn_mask is not None:
        scores = scores + attn_mask
    weights = torch.softmax(scores, -1)
    if masked and weights.isnan().any():
        nowhere = (scores == float('-inf')).all(-1, keepdim=True)
        weights = torch.softmax(scores.masked_fill(nowhere, 0.0), -1).masked_fill(nowhere, 0.0)
    if dropout_p > 0.0:
        weights = dropout(weights, dropout_p)
    found = weights @ value
    if not fused:
        return found
    return _as_one(like(found, query), 'ScaledDotProductFlashAttentionForCpuBackward0', query, key, value)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Each vector divided by the root of its mean square."""
    shape = tuple(normalized_shape)
    if tuple(input.shape[-len(shape):]) != shape:
        sizes = ', '.join(map(str, shape))
        raise RuntimeError(f"Given normalized_shape=[{sizes}], expected input with shape [*, {sizes}], "
                           f"but got input of size{list(input.shape)}")
    if not input.is_floating_point():
        raise RuntimeError(f'"rms_norm" not implemented for \'{_kind(input)}\'')
    if weight is not None and tuple(weight.shape) != shape:
        raise RuntimeError("Expected weight to be of same shape as normalized_shape, but got weight of "
                           f"shape {list(weight.shape)} and normalized_shape = {list(shape)}")
    if eps is None:
        eps = torch.finfo(input.dtype).eps
    dims, cells = tuple(range(-len(shape), 0)), widened(input)
    eps = torch.tensor(eps, dtype=input.dtype).item() if is_half(input) else eps
    output = cells * torch.rsqrt(cells.pow(2).mean(dims, keepdim=True) + eps)
    output = output.to(input.dtype) if is_half(input) else output
    return output if weight is None else output * weight


# ---- multi-head attention ----------------------------------------------------------------------


def _is_batched(query, key, value, key_padding_mask, attn_mask, num_heads):
    if query.dim() not in (2, 3):
        raise AssertionError("query should be unbatched 2D or batched 3D tensor but received "
                             f"{query.dim()}-D query tensor")
    dims = query.dim()
    shown = "batched (3-D)" if dims == 3 else "unbatched (2-D)"
    assert key.dim() == dims and value.dim() == dims, \
        (f"For {shown} `query`, expected `key` and `value` to be {dims}-D"
         f" but found {key.dim()}-D and {value.dim()}-D tensors respectively")
    if key_padding_mask is not None:
        assert key_padding_mask.dim() == dims - 1, \
            (f"For {shown} `query`, expected `key_padding_mask` to be `None` or {dims - 1}-D"
             f" but found {key_padding_mask.dim()}-D tensor instead")
    if attn_mask is not None:
        assert attn_mask.dim() in (2, 3), \
            (f"For {shown} `query`, expected `attn_mask` to be `None`, 2-D or 3-D"
             f" but found {attn_mask.dim()}-D tensor instead")
        expected = (num_heads, query.shape[0], key.shape[0])
        assert dims == 3 or attn_mask.dim() == 2 or attn_mask.shape == expected, \
            f"Expected `attn_mask` shape to be {expected} but got {attn_mask.shape}"
    return dims == 3


def _check_sizes(query, key, value, embed_dim, num_heads, separate):
    found = query.shape[-1]
    assert found == embed_dim, \
        f"was expecting embedding dimension of {embed_dim}, but got {found}"
    assert embed_dim % num_heads == 0, f"embed_dim {embed_dim} not divisible by num_heads {num_heads}"
    if separate:
        assert key.shape[:2] == value.shape[:2], \
            (f"key's sequence and batch dims {key.shape[:2]} do not match value's "
             f"{value.shape[:2]}")
    else:
        assert key.shape == value.shape, \
            f"key shape {key.shape} does not match value shape {value.shape}"


def _project(query, key, value, weight, bias):
    """Queries, keys and values from one weight with three parts."""
    if query is key and key is value:
        return F.linear(query, weight, bias).chunk(3, dim=-1)
    size = query.size(-1)
    parts = weight.split([size, size, size])
    biases = (None, None, None) if bias is None else bias.split([size, size, size])
    return _project_each((query, key, value), parts, biases)


def _project_each(inputs, weights, biases):
    return [F.linear(input, weight, bias)
            for input, weight, bias in zip(inputs, weights, biases)]


def _check_mask(mask, bsz, num_heads, tgt_len, src_len):
    assert mask.is_floating_point() or mask.dtype == torch.bool, \
        f"Only float, byte, and bool types are supported for attn_mask, not {mask.dtype}"
    if mask.dim() == 2:
        if mask.shape != (tgt_len, src_len):
            raise RuntimeError(f"The shape of the 2D attn_mask is {mask.shape}, but should be "
                               f"{(tgt_len, src_len)}.")
        return mask.unsqueeze(0)
    if mask.shape != (bsz * num_heads, tgt_len, src_len):
        raise RuntimeError(f"The shape of the 3D attn_mask is {mask.shape}, but should be "
                           f"{(bsz * num_heads, tgt_len, src_len)}.")
    return mask


def _heads_first(tensor, bsz, num_heads):
    """(length, batch, embedding) as (batch * heads, length, embedding of a head)."""
    head_dim = tensor.shape[2] // num_heads
    return tensor.contiguous().view(tensor.shape[0], bsz * num_heads, head_dim).transpose(0, 1)


def _merge_masks(attn_mask, padding, bsz, num_heads, src_len):
    """One mask of both: of bools, or of what is added to the scores."""
    if padding is None:
        return attn_mask
    assert padding.shape == (bsz, src_len), \
        f"expecting key_padding_mask shape of {(bsz, src_len)}, but got {padding.shape}"
    padding = padding.view(bsz, 1, 1, src_len).expand(-1, num_heads, -1, -1)
    padding = padding.reshape(bsz * num_heads, 1, src_len)
    if attn_mask is None:
        return padding
    if attn_mask.dtype == padding.dtype:
        return attn_mask.logical_or(padding) if padding.dtype == torch.bool else attn_mask + padding
    if attn_mask.dtype == torch.bool:
        attn_mask, padding = padding, attn_mask
    return attn_mask.masked_fill(padding, float("-inf"))


def _longer(key, value, attn_mask, padding, more_key, more_value, dim):
    """One more position to look at, which no mask hides."""
    key, value = torch.cat([key, more_key], dim=dim), torch.cat([value, more_value], dim=dim)
    attn_mask = None if attn_mask is None else F.pad(attn_mask, (0, 1))
    padding = None if padding is None else F.pad(padding, (0, 1))
    return key, value, attn_mask, padding


def _attend(q, k, v, mask, dropout_p):
    """What the heads give, and their weights."""
    if is_half(q) and mask is not None and mask.dtype != torch.bool:  # added before it is rounded
        scores = torch.baddbmm(mask, q / math.sqrt(q.shape[-1]), k.transpose(-2, -1))
        mask = None
    else:
        scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
    if mask is not None and mask.dtype == torch.bool:
        scores = scores.masked_fill(mask, float("-inf"))
    elif mask is not None:
        scores = scores + mask
    weights = torch.softmax(scores, dim=-1)
    if dropout_p > 0.0:
        weights = dropout(weights, p=dropout_p)
    return weights @ v, weights


def _attend_fused(q, k, v, mask, dropout_p, is_causal, bsz):
    """What the heads give where the weights are not asked for."""
    if mask is not None:
        mask = mask.logical_not() if mask.dtype == torch.bool else mask
        shared = mask.dim() == 2 or mask.size(0) == 1
        mask = mask if shared else mask.view(bsz, mask.size(0) // max(bsz, 1), *mask.shape[1:])
    heads = q.size(0) // max(bsz, 1)
    q, k, v = [part.reshape(bsz, heads, *part.shape[1:]) for part in (q, k, v)]
    found = F.scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal)
    return found.reshape(bsz * heads, *found.shape[2:])


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight,
                                 in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p,
                                 out_proj_weight, out_proj_bias, training=True,
                                 key_padding_mask=None, need_weights=True, attn_mask=None,
                                 use_separate_proj_weight=False, q_proj_weight=None,
                                 k_proj_weight=None, v_proj_weight=None, static_k=None,
                                 static_v=None, average_attn_weights=True, is_causal=False):
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint. You may use the "
                           "Transformer module method `generate_square_subsequent_mask` to create "
                           "this mask.")
    if static_k is not None or static_v is not None:
        raise NotImplementedError("static_k and static_v are not there in qkv")
    batched = _is_batched(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        single = query
        query = query.unsqueeze(1)
        same_value = value is key
        key = query if key is single else key.unsqueeze(1)
        value = key if same_value else value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    tgt_len, bsz, embed_dim = query.shape
    src_len = key.shape[0]
    if key_padding_mask is not None:
        if key_padding_mask.dtype != torch.bool and not key_padding_mask.is_floating_point():
            raise AssertionError(
                "only bool and floating types of key_padding_mask are supported")
    _check_sizes(query, key, value, embed_dim_to_check, num_heads, use_separate_proj_weight)
    if use_separate_proj_weight:
        biases = (None, None, None) if in_proj_bias is None else in_proj_bias.chunk(3)
        q, k, v = _project_each((query, key, value),
                                (q_proj_weight, k_proj_weight, v_proj_weight), biases)
    else:
        q, k, v = _project(query, key, value, in_proj_weight, in_proj_bias)
    is_causal = is_causal and key_padding_mask is None and not need_weights
    if is_causal:
        attn_mask = None
    if attn_mask is not None:
        attn_mask = _check_mask(attn_mask, bsz, num_heads, tgt_len, src_len)
    if bias_k is not None and bias_v is not None:
        k, v, attn_mask, key_padding_mask = _longer(
            k, v, attn_mask, key_padding_mask, bias_k.repeat(1, bsz, 1), bias_v.repeat(1, bsz, 1), 0)
    q, k, v = [_heads_first(tensor, bsz, num_heads) for tensor in (q, k, v)]
    if add_zero_attn:
        zero = torch.zeros((bsz * num_heads, 1, embed_dim // num_heads), dtype=k.dtype)
        k, v, attn_mask, key_padding_mask = _longer(k, v, attn_mask, key_padding_mask, zero, zero, 1)
    src_len = k.size(1)
    mask = _merge_masks(attn_mask, key_padding_mask, bsz, num_heads, src_len)
    dropout_p = dropout_p if training else 0.0
    if need_weights:
        output, weights = _attend(q, k, v, mask, dropout_p)
    else:
        output = _attend_fused(q, k, v, mask, dropout_p, is_causal, bsz)
    output = output.transpose(0, 1).contiguous().view(tgt_len * bsz, embed_dim)
    output = F.linear(output, out_proj_weight, out_proj_bias)
    output = output.view(tgt_len, bsz, output.size(1))
    if not batched:
        output = output.squeeze(1)
    if not need_weights:
        return output, None
    weights = weights.view(bsz, num_heads, tgt_len, src_len)
    if average_attn_weights:
        weights = weights.mean(dim=1)
    return output, weights if batched else weights.squeeze(0)


# ---- functions -----------------------------------------------------------------------------------


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    return F.softmax(-input, dim, _stacklevel, dtype)


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Each line of cells divided by its length."""
    return input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)


def softsign(input):
    return input / (input.abs() + 1)


def tanhshrink(input):
    return input - input.tanh()


def _glu_rule(grad, input, dim=-1):
    if is_half(input):
        return wide(_glu_rule, grad, input, dim)
    first, second = input.chunk(2, dim)
    share = second.sigmoid()
    return torch.cat([share * grad, (1 - share) * share * first * grad], dim)


@ruled('GluBackward0', _glu_rule)
def glu(input, dim=-1):
    """One half of the cells, let through by the other half."""
    if input.size(dim) % 2 != 0:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size "
                           f"{input.size(dim)}")
    _fractions_only("glu_cpu", input)
    if is_half(input):
        return wide(glu, input, dim)
    first, second = input.chunk(2, dim)
    return first * second.sigmoid()


@lower
@named('PreluKernelBackward0')
def prelu(input, weight):
    if weight.numel() > 1:
        weight = weight.view([-1] + [1] * (input.dim() - 2))
    return torch.where(input >= 0, input, input * weight)


# ---- losses and distances ----------------------------------------------------------------------


def _same_sizes(input, target):
    if input.size() == target.size():
        return input, target
    warnings.warn(f"Using a target size ({target.size()}) that is different to the input size "
                  f"({input.size()}). This will likely lead to incorrect results due to "
                  "broadcasting. Please ensure they have the same size.")
    return torch.broadcast_tensors(input, target)


def _fractions_only(kernel, tensor):
    if not tensor.is_floating_point():
        raise RuntimeError(f'"{kernel}" not implemented for \'{tensor.type()[6:-6]}\'')


def _part(reduction, input):
    """What each cell counts in a loss."""
    return 1.0 / max(input.numel(), 1) if reduction == 'mean' else 1.0


def _both(grad):
    return grad, -grad


def _weighted(losses, weight, reduction, total=None):
    """Of losses that have a weight each; the mean is one of `total` losses, else of them all."""
    if weight.size() != losses.size():
        raise ValueError("Weights and input must have the same size.")
    losses = losses * weight
    if reduction not in ('none', 'sum', 'mean'):
        raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")
    if reduction != 'mean' or total is None:
        return reduced(losses, reduction)
    return losses.sum() / total


def _same_dtypes(input, target):
    if input.dtype != target.dtype:
        wanted, other = (input, target) if input.requires_grad else (target, input)
        raise RuntimeError(f"Found dtype {_kind(other)} but expected {_kind(wanted)}")


def _mse_rule(grad, input, target, reduction):
    _same_dtypes(input, target)
    return _both(2.0 * _part(reduction, input) * (input - target) * grad)


@ruled('MseLossBackward0', _mse_rule)
def _mse(input, target, reduction):
    dtype = torch.result_type(input, target)
    return reduced((input.to(dtype) - target.to(dtype)).square(), reduction)


@full
def mse_loss(input, target, size_average=None, reduce=None, reduction='mean', weight=None):
    reduction = chosen(size_average, reduce, reduction)
    input, target = _same_sizes(input, target)
    if weight is not None:
        return _weighted((input - target) ** 2, weight, reduction, weight.sum())
    dtype = torch.result_type(input, target)
    if not dtype.is_floating_point:
        raise RuntimeError('"mse_cpu" not implemented for '
                           f"'{torch.empty(0, dtype=dtype).type()[6:-6]}'")
    return _mse(input, target, reduction)


@full
def l1_loss(input, target, size_average=None, reduce=None, reduction='mean', weight=None):
    reduction = chosen(size_average, reduce, reduction)
    input, target = _same_sizes(input, target)
    losses = (input - target).abs()
    if weight is not None:
        return _weighted(losses, weight, reduction, weight.sum())
    return reduced(losses, reduction)


def _smooth_l1_rule(grad, input, target, reduction, beta):
    part, off = _part(reduction, input), input - target
    return _both(torch.where(off.abs() >= beta, off.sign() * part * grad, part * off * grad / beta))


@ruled('SmoothL1LossBackward0', _smooth_l1_rule)
def _smooth_l1(input, target, reduction, beta):
    if input.dtype == torch.bfloat16 == target.dtype:
        return reduced(_smooth_l1(input.float(), target.float(), 'none', beta).bfloat16(), reduction)
    distance = (input - target).abs()
    near = 0.5 * distance * distance / beta
    return reduced(torch.where(distance < beta, near, distance - 0.5 * beta), reduction)


@full
def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction='mean', beta=1.0):
    reduction = chosen(size_average, reduce, reduction)
    input, target = _same_sizes(input, target)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return l1_loss(input, target, reduction=reduction)
    _fractions_only("smooth_l1_cpu", input - target)
    return _smooth_l1(input, target, reduction, beta)


def _huber_rule(grad, input, target, reduction, delta):
    _same_dtypes(input, target)
    part, off = _part(reduction, input), input - target
    far = off.sign() * part * grad * delta
    return _both(torch.where(off.abs() >= delta, far, part * off * grad))


@ruled('HuberLossBackward0', _huber_rule)
def _huber(input, target, reduction, delta):
    distance = (input - target).abs()
    near = 0.5 * distance * distance
    losses = torch.where(distance <= delta, near, delta * (distance - 0.5 * delta)).to(input.dtype)
    return like(losses, input) if reduction == 'none' else reduced(losses, reduction)


@full
def huber_loss(input, target, reduction='mean', delta=1.0, weight=None):
    input, target = _same_sizes(input, target)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    _fractions_only("huber_cpu", input - target)
    if weight is not None:
        return _weighted(_huber(input, target, 'none', delta), weight, reduction)
    return _huber(input, target, reduction, delta)


@full
def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
                  reduction='mean', label_smoothing=0.0):
    """log_softmax, then minus the log probabilities of the right classes."""
    reduction = chosen(size_average, reduce, reduction)
    if label_smoothing < 0.0 or label_smoothing > 1.0:
        raise RuntimeError("label_smoothing must be between 0.0 and 1.0. Got: "
                           f"{label_smoothing:g}")
    class_dim = 0 if input.dim() == 1 else 1
    if input.shape == target.shape:
        return _class_probabilities(input, target, weight, ignore_index, reduction,
                                    label_smoothing, class_dim)
    log_probabilities = torch.log_softmax(input, class_dim)
    loss = F.nll_loss(log_probabilities, target, weight, ignore_index=ignore_index,
                      reduction=reduction)
    if label_smoothing == 0.0:
        return loss
    smooth = _smooth_loss(log_probabilities, target, weight, ignore_index, reduction, class_dim)
    loss = times(loss, 1 - label_smoothing)
    return loss + times(smooth, label_smoothing / input.size(class_dim))


def _along_classes(weight, log_probabilities, class_dim):
    shape = [1] * log_probabilities.dim()
    shape[class_dim] = weight.size(0)
    return weight.view(shape)


def _smooth_loss(log_probabilities, target, weight, ignore_index, reduction, class_dim):
    """The loss of a target that has every class alike."""
    if weight is not None:
        log_probabilities = log_probabilities * _along_classes(weight, log_probabilities, class_dim)
    ignored = target == ignore_index
    loss = (-log_probabilities.sum(class_dim)).masked_fill(ignored, 0.0)
    if reduction != 'mean':
        return reduced(loss, reduction)
    if weight is None:
        return loss.sum() / ignored.logical_not().sum()
    return loss.sum() / weight[target[ignored.logical_not()]].sum()


def _class_probabilities(input, target, weight, ignore_index, reduction, label_smoothing,
                         class_dim):
    if not target.is_floating_point():
        raise RuntimeError("Expected floating point type for target with class probabilities, got "
                           f"{_title(target.dtype)}")
    if ignore_index >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")
    classes = input.size(class_dim)
    log_probabilities = torch.log_softmax(input, class_dim)
    if label_smoothing > 0.0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    products = log_probabilities * target
    if weight is not None:
        products = products * _along_classes(weight, log_probabilities, class_dim)
    if reduction == 'mean':
        return over(-products.sum(), input.numel() // classes)
    return -products.sum(class_dim) if reduction == 'none' else -products.sum()


def _title(dtype):
    return {torch.int64: 'Long', torch.int32: 'Int', torch.int16: 'Short', torch.int8: 'Char',
            torch.uint8: 'Byte', torch.bool: 'Bool'}[dtype]


@full
def kl_div(input, target, size_average=None, reduce=None, reduction='mean', log_target=False):
    """How far the distribution whose logarithms are `input` is from the target."""
    reduction = chosen(size_average, reduce, reduction)
    if reduction == 'mean':
        warnings.warn("reduction: 'mean' divides the total loss by both the batch size and the "
                      "support size.'batchmean' divides only by the batch size, and aligns with "
                      "the KL div math definition.'mean' will be changed to behave the same as "
                      "'batchmean' in the next major release.")
    if not (input.is_floating_point() and target.is_floating_point()):
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        losses = target.exp() * (target - input)
    else:
        losses = torch.xlogy(target, target) - target * input
    if reduction == 'batchmean':
        return losses.sum() if input.dim() == 0 else losses.sum() / input.size(0)
    return reduced(losses, reduction)


def _weighed(gradients, weight, reduction, input):
    """Of a loss with a weight, which is a tensor that wants no gradient."""
    found = gradients if weight is None else [each * weight for each in gradients]
    if reduction == 'mean':
        found = [each / max(input.numel(), 1) for each in found]
    return tuple(found) if weight is None else (*found, None)


def _bce_rule(grad, input, target, weight, reduction):
    slope = grad * (input - target) / ((1.0 - input) * input).clamp(min=1e-12)
    return _weighed((slope, -input.logit() * grad), weight, reduction, input)


@ruled('BinaryCrossEntropyBackward0', _bce_rule)
def _bce(input, target, weight, reduction):
    yes, no = input.log().clamp(min=-100), (-input).log1p().clamp(min=-100)
    losses = (target - 1) * no - target * yes
    return reduced(losses if weight is None else losses * weight, reduction)


@full
def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None,
                         reduction='mean'):
    reduction = chosen(size_average, reduce, reduction)
    fixed('binary_cross_entropy', weight=weight)
    if target.size() != input.size():
        raise ValueError(f"Using a target size ({target.size()}) that is different to the input "
                         f"size ({input.size()}) is deprecated. Please ensure they have the same "
                         "size.")
    if target.dtype != input.dtype:
        raise RuntimeError(f"Found dtype {_kind(target)} but expected {_kind(input)}")
    _fractions_only("binary_cross_entropy", input)
    for name, cells in ("input", input), ("target", target):
        if ((cells < 0) | (cells > 1)).any():
            raise RuntimeError(f"all elements of {name} should be between 0 and 1")
    return _bce(input, target, weight, reduction)


def _logits_rule(grad, input, target, weight, pos_weight, reduction):
    if pos_weight is None:
        found = (input.sigmoid() - target) * grad, -input * grad
    else:
        wanted = pos_weight * target
        found = (((wanted + 1 - target) * input.sigmoid() - wanted) * grad,
                 (F.logsigmoid(-input) - pos_weight * F.logsigmoid(input)) * grad)
    found = _weighed(found, weight, reduction, input)
    return found if pos_weight is None else (*found, None)


@ruled('BinaryCrossEntropyWithLogitsBackward0', _logits_rule)
def _logits(input, target, weight, pos_weight, reduction):
    rest = F.logsigmoid(input)
    if pos_weight is not None:
        rest = rest * ((pos_weight - 1) * target + 1)
    losses = ((1 - target) * input - rest).to(target.dtype)
    return reduced(losses if weight is None else losses * weight, reduction)


@full
def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None,
                                     reduction='mean', pos_weight=None):
    reduction = chosen(size_average, reduce, reduction)
    fixed('binary_cross_entropy_with_logits', weight=weight, pos_weight=pos_weight)
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size "
                         f"({input.size()})")
    _fractions_only("log_sigmoid_cpu", input)
    if target.dtype == torch.bool:
        raise RuntimeError("Subtraction, the `-` operator, with two bool tensors is not supported. Use "
                           "the `^` or `logical_xor()` operator instead.")
    if not target.is_floating_point():
        raise RuntimeError(f"result type {_kind(input)} can't be cast to the desired output type "
                           f"{_kind(target)}")
    return _logits(input, target, weight, pos_weight, reduction)


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return _size(plus(x1 - x2, eps), p, keepdim)


@named('NormBackward1')
def _size(tensor, p, keepdim):
    return torch.norm(tensor, p=p, dim=-1, keepdim=keepdim)


def bilinear(input1, input2, weight, bias=None):
    refuse_halves('bilinear', input1)
    output = torch.einsum('...i,kij,...j->...k', input1, weight, input2)
    return output if bias is None else output + bias


def _pair(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value, value)


def _patches(image, size, stride, dilation):
    """Every patch that a kernel of this size lies on: (batch, rows, columns, channels * size)."""
    for dim in (0, 1):
        image = image.unfold(2 + dim, (size[dim] - 1) * dilation[dim] + 1, stride[dim])
    patches = image[..., ::dilation[0], ::dilation[1]].permute(0, 2, 3, 1, 4, 5)
    return patches.reshape(*patches.shape[:3], -1)


def _check_channels(input, weight, bias, groups):
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    size = list(weight.shape)
    if size[0] % groups:
        raise RuntimeError(f"Given groups={groups}, expected weight to be divisible by {groups} at "
                           f"dimension 0, but got weight of size {size} instead")
    if input.size(1) != size[1] * groups:
        sizes = 'length' if len(size) == 3 else 'height, width'
        fail('RuntimeError', f"Given groups={groups}, weight of size {size}, expected "
             f"input{list(input.shape)} to have {size[1] * groups} channels, "
             f"but got {input.size(1)} channels instead",
             f"conv{len(size) - 2}d takes (batch, channels, {sizes}): is a transpose missing?")
    if bias is not None and list(bias.shape) != size[:1]:
        raise RuntimeError(f"Given weight of size {size}, expected bias to be 1-dimensional with "
                           f"{size[0]} elements, but got bias of size {list(bias.shape)} instead")


def _check_steps(stride, padding, dilation):
    if min(stride) <= 0:
        raise RuntimeError("non-positive stride is not supported")
    if not isinstance(padding, str) and min(padding) < 0:
        raise RuntimeError("negative padding is not supported")
    if min(dilation) <= 0:
        raise RuntimeError("dilation should be greater than zero")
    if padding == 'same' and max(stride) > 1:
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    if isinstance(padding, str) and padding not in ('same', 'valid'):
        raise RuntimeError(f"Invalid padding string: '{padding}'")


def _sides(padding, reach):
    """How many zeros before and after each dimension, the last one first, as F.pad takes them."""
    if padding == 'same':
        return [n for cells in reversed(reach) for n in (cells // 2, cells - cells // 2)]
    padding = (0,) * len(reach) if padding == 'valid' else padding
    return [n for cells in reversed(padding) for n in (cells, cells)]


def _check_fits(input, size, reach):
    if min(size) == 0:
        raise RuntimeError("kernel size should be greater than zero")
    given = input.shape[2:]
    if any(cells >= have for cells, have in zip(reach, given)):
        have, need = [' x '.join(map(str, sizes)) for sizes in (given, size)]
        raise RuntimeError(f"Calculated padded input size per channel: ({have}). Kernel size: ({need}). "
                           "Kernel size can't be greater than actual input size")


def _products(image, weight, stride, dilation, groups):
    size, results = weight.shape[2:], []
    for part, kernel in zip(image.chunk(groups, dim=1), weight.chunk(groups, dim=0)):
        results.append(_patches(part, size, stride, dilation) @ kernel.reshape(kernel.size(0), -1).t())
    return results[0] if groups == 1 else torch.cat(results, dim=-1)


def _as_batch(result, input, weight, *args, **kwargs):
    return input if input.dim() == 4 else input.unsqueeze(0), weight


@lower
@named('ConvolutionBackward0', _as_batch)
def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Each patch of the image times the weights: a matrix product."""
    if input.dim() == 3:
        return F.conv2d(input.unsqueeze(0), weight, bias, stride, padding, dilation, groups)[0]
    if input.dim() != 4:
        raise RuntimeError("Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input "
                           f"of size: {list(input.shape)}")
    _check_channels(input, weight, bias, groups)
    if is_half(input):
        return wide(lambda *given: F.conv2d(*given, stride, padding, dilation, groups), input, weight, bias)
    image, stride, dilation, size = input, _pair(stride), _pair(dilation), weight.shape[2:]
    padding = padding if isinstance(padding, str) else _pair(padding)
    _check_steps(stride, padding, dilation)
    reach = [dilation[i] * (size[i] - 1) for i in (0, 1)]
    sides = _sides(padding, reach)
    input = F.pad(input, sides) if any(sides) else input
    _check_fits(input, size, reach)
    result = _products(input, weight, stride, dilation, groups)
    result = result if bias is None else result + bias
    return like_images(result.permute(0, 3, 1, 2).clone(memory_format=torch.contiguous_format), image)


def _check_dtypes(input, weight, bias):
    if weight.dtype != input.dtype:
        raise RuntimeError(f"expected scalar type {_kind(input)} but found {_kind(weight)}")
    if bias is not None and bias.dtype != input.dtype:
        raise RuntimeError(f"Input type ({_C_NAMES[input.dtype]}) and bias type ({_C_NAMES[bias.dtype]}) "
                           "should be the same")
    if input.dtype == torch.bool:
        raise RuntimeError("\"slow_conv2d_cpu\" not implemented for 'Bool'")


def _as_image(result, input, weight, *args):
    return input.unsqueeze(2), weight.unsqueeze(2)


@named('ConvolutionBackward0', _as_image)
def _convolved(input, weight, bias, stride, padding, dilation, groups):
    """The weights times the windows, which are the columns of a matrix."""
    size, reach = weight.size(2), dilation * (weight.size(2) - 1)
    sides = _sides(padding if isinstance(padding, str) else (padding,), [reach])
    padded = F.pad(input, sides) if any(sides) else input
    _check_fits(padded, [size], [reach])
    windows, results = padded.unfold(2, reach + 1, stride)[..., ::dilation].transpose(2, 3), []
    for k, (part, kernel) in enumerate(zip(windows.chunk(groups, 1), weight.chunk(groups, 0))):
        kernel = kernel.flatten(1).expand(input.size(0), -1, -1)
        part = part.flatten(1, 2)
        results.append(kernel @ part if bias is None else
                       torch.baddbmm(bias.chunk(groups)[k].unsqueeze(1), kernel, part))
    result = results[0] if groups == 1 else torch.cat(results, 1)
    return like_images(like_images(result, input) if input.is_contiguous() else result, weight)


@lower
def _conv1d(input, weight, bias, stride, padding, dilation, groups):
    if input.dim() == 2:
        return _conv1d(input.unsqueeze(0), weight, bias, stride, padding, dilation, groups).squeeze(0)
    if weight.dim() != 3 or input.dim() != 3:
        raise RuntimeError("Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input of "
                           f"size: {list(input.shape)}")
    _check_steps((stride,), padding if isinstance(padding, str) else (padding,), (dilation,))
    _check_channels(input, weight, bias, groups)
    _check_dtypes(input, weight, bias)
    if is_half(input):
        return wide(lambda *given: _convolved(*given, stride, padding, dilation, groups), input, weight, bias)
    return _convolved(input, weight, bias, stride, padding, dilation, groups)


@transparent
def conv1d(input: Tensor, weight: Tensor, bias: Tensor = None, stride: ints = 1, padding: padding = 0,
           dilation: ints = 1, groups: int = 1):
    """A window of weights that slides along the last dimension: a matrix product."""
    one = lambda given: given[0] if isinstance(given, tuple) else given
    return _conv1d(input, weight, bias, one(stride), one(padding), one(dilation), groups)


@named('Im2ColBackward0')
def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Every window of an image as a column: the patches of a vision transformer."""
    if input.dim() not in (3, 4):
        raise RuntimeError("Input Error: Only unbatched (3D) or batched (4D) input Tensors "
                           f"supported (got {input.dim()}D)")
    if input.dim() == 3:
        return F.unfold(input.unsqueeze(0), kernel_size, dilation, padding, stride).squeeze(0)
    (high, wide), (down, right) = _pair(kernel_size), _pair(stride)
    above, before = _pair(padding)
    step_down, step_right = _pair(dilation)
    if above or before:
        input = F.pad(input, (before, before, above, above))
    rows = (input.size(2) - step_down * (high - 1) - 1) // down + 1
    columns = (input.size(3) - step_right * (wide - 1) - 1) // right + 1
    if rows < 1 or columns < 1:
        raise RuntimeError(f"qkv: a window of {high}x{wide} does not fit into the image")
    cells = []
    for i in range(high):
        for j in range(wide):
            top, left = i * step_down, j * step_right
            cells.append(input[:, :, top:top + down * (rows - 1) + 1:down,
                               left:left + right * (columns - 1) + 1:right])
    windows = torch.stack(cells, 2)
    return windows.reshape(input.size(0), input.size(1) * high * wide, rows * columns)


_SELDOM = """affine_grid alpha_dropout avg_pool3d channel_shuffle conv3d conv_transpose1d
conv_transpose2d dropout3d embedding_bag feature_alpha_dropout grid_sample hardshrink
local_response_norm max_pool3d rrelu softshrink upsample upsample_bilinear
upsample_nearest""".split()

_ACTIVATIONS = "celu hardsigmoid hardswish mish softplus".split()


def __getattr__(name):
    if name in ('relu_', 'elu_', 'celu_', 'selu_', 'leaky_relu_', 'hardtanh_', 'threshold_', 'rrelu_'):
        function = getattr(F, name[:-1])
        return lambda input, *args, **kwargs: input.copy_(function(input, *args, **kwargs))
    if name in _ACTIVATIONS:
        import importlib
        return getattr(importlib.import_module('torch.nn._activations'), name)
    if name in _SELDOM:
        import importlib
        return getattr(importlib.import_module('torch.nn._images'), name)
    if name == 'ctc_loss':
        from torch.nn._ctc import ctc_loss
        return ctc_loss
    raise AttributeError(f"module 'torch.nn.functional' has no attribute '{name}'")
