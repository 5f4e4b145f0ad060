"""torch.nn.attention.bias: masks for queries that are fewer or more than the keys."""
from enum import IntEnum, auto
from warnings import warn

import torch
import torch.nn.functional as F

__all__ = ['causal_upper_left', 'causal_lower_right', 'CausalVariant', 'CausalBias']


class CausalVariant(IntEnum):
    UPPER_LEFT = auto()
    LOWER_RIGHT = auto()


class CausalBias:
    """A mask that is made when attention asks for it; isinstance() takes it for a tensor."""

    __slots__ = ('variant', 'seq_len_q', 'seq_len_kv')

    def __init__(self, variant, seq_len_q, seq_len_kv):
        assert isinstance(variant, CausalVariant)
        self.variant, self.seq_len_q, self.seq_len_kv = variant, seq_len_q, seq_len_kv
        if variant == CausalVariant.LOWER_RIGHT and seq_len_q > seq_len_kv:
            warn("Lower right causal bias will produce NaNs in the output when seq_len_q > "
                 "seq_len_kv!")

    @property
    def __class__(self):
        return torch.Tensor

    def _materialize(self, device=None):
        behind = self.seq_len_kv - self.seq_len_q
        ones = torch.ones(self.seq_len_q, self.seq_len_kv, dtype=torch.bool)
        return ones.tril(behind if self.variant == CausalVariant.LOWER_RIGHT else 0)

    @staticmethod
    def _dispatch(query, key, value, attn_mask, dropout_p=0.0, is_causal=False, scale=None,
                  enable_gqa=False):
        if is_causal:
            raise ValueError("CausalBias should not be used with causal=True")
        square = attn_mask.seq_len_q == attn_mask.seq_len_kv
        whole = square or attn_mask.variant == CausalVariant.UPPER_LEFT
        return F.scaled_dot_product_attention(
            query, key, value, None if whole else attn_mask._materialize(), dropout_p, whole,
            scale=scale, enable_gqa=enable_gqa)

    def __repr__(self):
        return repr(self._materialize())

    def __getattr__(self, name):
        _refuse()

    def __add__(self, other):
        _refuse()

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __getitem__ = __add__


def _refuse():
    raise NotImplementedError("CausalBias only supports scaled_dot_product_attention")


def causal_upper_left(*size):
    """A query sees the keys up to its own number, counted from the first."""
    assert len(size) == 2, "causal_upper_left only supports 2D tensors"
    return CausalBias(CausalVariant.UPPER_LEFT, *size)


def causal_lower_right(*size):
    """The same, counted from the last: the queries are the end of the sequence."""
    assert len(size) == 2, "causal_lower_right only supports 2D tensors"
    return CausalBias(CausalVariant.LOWER_RIGHT, *size)
