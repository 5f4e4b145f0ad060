"""Activations, elementwise or along a dimension, and MultiheadAttention."""
import torch
from torch.nn import functional as F
from torch.nn.init import constant_, xavier_normal_, xavier_uniform_
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class Tanh(Module):
    def forward(self, input):
        return torch.tanh(input)


class Sigmoid(Module):
    def forward(self, input):
        return torch.sigmoid(input)


class LogSigmoid(Module):
    def forward(self, input):
        return F.logsigmoid(input)


class Softsign(Module):
    def forward(self, input):
        return F.softsign(input)


class Tanhshrink(Module):
    def forward(self, input):
        return F.tanhshrink(input)


class _Inplace(Module):
    """What can be computed in the place of its input."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        return 'inplace=True' if self.inplace else ''


class ReLU(_Inplace):
    def forward(self, input):
        return F.relu(input, inplace=self.inplace)


class SELU(_Inplace):
    def forward(self, input):
        return F.selu(input, inplace=self.inplace)


class SiLU(_Inplace):
    def forward(self, input):
        return F.silu(input, inplace=self.inplace)


class Mish(_Inplace):
    def forward(self, input):
        return F.mish(input, inplace=self.inplace)


class Hardsigmoid(_Inplace):
    def forward(self, input):
        return F.hardsigmoid(input, inplace=self.inplace)

    def extra_repr(self):
        return ''


class Hardswish(_Inplace):
    def forward(self, input):
        return F.hardswish(input, inplace=self.inplace)

    def extra_repr(self):
        return ''


class Hardtanh(_Inplace):
    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False):
        super().__init__(inplace)
        self.min_val = min_val
        self.max_val = max_val
        assert self.max_val > self.min_val

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        inplace = ', inplace=True' if self.inplace else ''
        return f'min_val={self.min_val}, max_val={self.max_val}{inplace}'


class ReLU6(Hardtanh):
    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self):
        return 'inplace=True' if self.inplace else ''


class Threshold(_Inplace):
    def __init__(self, threshold, value, inplace=False):
        super().__init__(inplace)
        self.threshold = threshold
        self.value = value

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self):
        inplace = ', inplace=True' if self.inplace else ''
        return f'threshold={self.threshold}, value={self.value}{inplace}'


class LeakyReLU(_Inplace):
    def __init__(self, negative_slope=1e-2, inplace=False):
        super().__init__(inplace)
        self.negative_slope = negative_slope

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f'negative_slope={self.negative_slope}' + (', inplace=True' if self.inplace else '')


class _WithAlpha(_Inplace):
    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(inplace)
        self.alpha = alpha

    def extra_repr(self):
        return f'alpha={self.alpha}' + (', inplace=True' if self.inplace else '')


class ELU(_WithAlpha):
    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)


class CELU(_WithAlpha):
    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)


class PReLU(Module):
    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters = num_parameters
        self.weight = Parameter(torch.empty(num_parameters, device=device, dtype=dtype).fill_(init))

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return f'num_parameters={self.num_parameters}'


class GELU(Module):
    def __init__(self, approximate='none'):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f'approximate={self.approximate!r}'


class Softplus(Module):
    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        return f'beta={self.beta}, threshold={self.threshold}'


class GLU(Module):
    def __init__(self, dim=-1):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.glu(input, self.dim)

    def extra_repr(self):
        return f'dim={self.dim}'


class _Along(Module):
    """What is computed along a dimension."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def _dim_for(self, input):
        """Without a dimension, the one that PyTorch takes: 0 for 0, 1 and 3 dimensions, else 1."""
        if self.dim is not None:
            return self.dim
        return 0 if input.dim() in (0, 1, 3) else 1

    def extra_repr(self):
        return f'dim={self.dim}'


class Softmax(_Along):
    def forward(self, input):
        return F.softmax(input, self._dim_for(input))


class Softmin(_Along):
    def forward(self, input):
        return F.softmin(input, self._dim_for(input))


class LogSoftmax(_Along):
    def forward(self, input):
        return F.log_softmax(input, self._dim_for(input))


class Softmax2d(Module):
    def forward(self, input):
        if input.dim() not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead")
        return F.softmax(input, -3)


class Hardshrink(Module):
    _shrunk = staticmethod(lambda input, lambd: F.hardshrink(input, lambd))

    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, input):
        return self._shrunk(input, self.lambd)

    def extra_repr(self):
        return str(self.lambd)


class Softshrink(Hardshrink):
    _shrunk = staticmethod(lambda input, lambd: F.softshrink(input, lambd))


class RReLU(Module):
    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        super().__init__()
        self.lower, self.upper, self.inplace = lower, upper, inplace

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self):
        return f'lower={self.lower}, upper={self.upper}' + (', inplace=True' if self.inplace else '')


class MultiheadAttention(Module):
    """Attention in several heads side by side (A. Vaswani et al., 2017)."""

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False,
                 add_zero_attn=False, kdim=None, vdim=None, batch_first=False, device=None,
                 dtype=None):
        super().__init__()
        self.embed_dim, self.num_heads = embed_dim, num_heads
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        self.dropout, self.batch_first = dropout, batch_first
        self.head_dim = embed_dim // num_heads
        assert embed_dim == num_heads * self.head_dim, "embed_dim must be divisible by num_heads"
        self._make_projections(bias, device, dtype)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias,
                                                        device=device, dtype=dtype)
        if add_bias_kv:
            self.bias_k = Parameter(torch.empty((1, 1, embed_dim), device=device, dtype=dtype))
            self.bias_v = Parameter(torch.empty((1, 1, embed_dim), device=device, dtype=dtype))
        else:
            self.bias_k = self.bias_v = None
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _make_projections(self, bias, device, dtype):
        size = self.embed_dim
        shapes = {'q_proj_weight': (size, size), 'k_proj_weight': (size, self.kdim),
                  'v_proj_weight': (size, self.vdim)}
        if self._qkv_same_embed_dim:
            self.in_proj_weight = Parameter(torch.empty((3 * size, size), device=device,
                                                        dtype=dtype))
            for name in shapes:
                self.register_parameter(name, None)
        else:
            for name, shape in shapes.items():
                setattr(self, name, Parameter(torch.empty(shape, device=device, dtype=dtype)))
            self.register_parameter('in_proj_weight', None)
        if bias:
            self.in_proj_bias = Parameter(torch.empty(3 * size, device=device, dtype=dtype))
        else:
            self.register_parameter('in_proj_bias', None)

    def _reset_parameters(self):
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight,
                       self.v_proj_weight):
            if weight is not None:
                xavier_uniform_(weight)
        for bias in (self.in_proj_bias, self.out_proj.bias):
            if bias is not None:
                constant_(bias, 0.0)
        for extra in (self.bias_k, self.bias_v):
            if extra is not None:
                xavier_normal_(extra)

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
                average_attn_weights=True, is_causal=False):
        turned = self.batch_first and query.dim() == 3
        if turned:
            query, key, value = self._batch_second(query, key, value)
        explicit = need_weights or self._is_fast(turned, query, key, value, key_padding_mask, attn_mask)
        output, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight,
            self.in_proj_bias, self.bias_k, self.bias_v, self.add_zero_attn, self.dropout,
            self.out_proj.weight, self.out_proj.bias, training=self.training,
            key_padding_mask=key_padding_mask, need_weights=explicit, attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim,
            q_proj_weight=self.q_proj_weight, k_proj_weight=self.k_proj_weight,
            v_proj_weight=self.v_proj_weight, average_attn_weights=average_attn_weights and need_weights,
            is_causal=is_causal)
        return (output.transpose(1, 0) if turned else output), weights if need_weights else None

    def _is_fast(self, turned, query, key, value, *masks):
        """Does PyTorch take its kernel for inference, in which the softmax is not safe?"""
        if self.training or not turned or self.num_heads % 2 or query is not key or key is not value:
            return False
        if any(mask is not None and mask.is_floating_point() for mask in masks):
            return False
        if self.in_proj_weight is None or self.bias_k is not None or self.add_zero_attn:
            return False
        return not torch.is_grad_enabled() or not (
            query.requires_grad or any(p.requires_grad for p in self.parameters()))

    def _batch_second(self, query, key, value):
        """Turned, so that the batch is the second dimension; what was one tensor stays one."""
        turned = query.transpose(1, 0)
        turned_key = turned if key is query else key.transpose(1, 0)
        return turned, turned_key, turned_key if value is key else value.transpose(1, 0)
