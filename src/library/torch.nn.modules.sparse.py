"""Embedding: a table of vectors, looked up by number."""
import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class _Table(Module):
    def _make(self, num_embeddings, embedding_dim, padding_idx, max_norm, _weight, place):
        if max_norm is not None:
            raise NotImplementedError(f"{type(self).__name__}(max_norm=…) is not there in qkv")
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = padding_idx if padding_idx is None else padding_idx % num_embeddings
        if _weight is None:
            self.weight = Parameter(torch.empty((num_embeddings, embedding_dim), **place))
            self.reset_parameters()
        else:
            assert list(_weight.shape) == [num_embeddings, embedding_dim], \
                'Shape of weight does not match num_embeddings and embedding_dim'
            self.weight = Parameter(_weight)

    def reset_parameters(self):
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with torch.no_grad():
                self.weight[self.padding_idx].fill_(0)


class Embedding(_Table):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False, sparse=False, _weight=None, device=None, dtype=None):
        super().__init__()
        assert padding_idx is None or -num_embeddings <= padding_idx < num_embeddings, \
            'Padding_idx must be within num_embeddings'
        self._make(num_embeddings, embedding_dim, padding_idx, max_norm, _weight,
                   {'device': device, 'dtype': dtype})
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.sparse = sparse

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx)

    def extra_repr(self):
        text = f'{self.num_embeddings}, {self.embedding_dim}'
        if self.padding_idx is not None:
            text += f', padding_idx={self.padding_idx}'
        if self.norm_type != 2:
            text += f', norm_type={self.norm_type}'
        if self.scale_grad_by_freq is not False:
            text += f', scale_grad_by_freq={self.scale_grad_by_freq}'
        if self.sparse is not False:
            text += ', sparse=True'
        return text

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0,
                        scale_grad_by_freq=False, sparse=False):
        assert embeddings.dim() == 2, 'Embeddings parameter is expected to be 2-dimensional'
        rows, columns = embeddings.shape
        embedding = cls(num_embeddings=rows, embedding_dim=columns, _weight=embeddings,
                        padding_idx=padding_idx, max_norm=max_norm, norm_type=norm_type,
                        scale_grad_by_freq=scale_grad_by_freq, sparse=sparse)
        embedding.weight.requires_grad = not freeze
        return embedding


class EmbeddingBag(_Table):
    """The vectors of many numbers as one."""

    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False, mode='mean', sparse=False, _weight=None,
                 include_last_offset=False, padding_idx=None, device=None, dtype=None):
        super().__init__()
        assert padding_idx is None or -num_embeddings <= padding_idx < num_embeddings, \
            'padding_idx must be within num_embeddings'
        self._make(num_embeddings, embedding_dim, padding_idx, max_norm, _weight,
                   {'device': device, 'dtype': dtype})
        self.mode = mode
        self.include_last_offset = include_last_offset

    def forward(self, input, offsets=None, per_sample_weights=None):
        return F.embedding_bag(input, self.weight, offsets, mode=self.mode,
                               per_sample_weights=per_sample_weights,
                               include_last_offset=self.include_last_offset,
                               padding_idx=self.padding_idx)

    def extra_repr(self):
        text = f'{self.num_embeddings}, {self.embedding_dim}, mode={self.mode!r}'
        return text if self.padding_idx is None else text + f', padding_idx={self.padding_idx}'

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, max_norm=None, norm_type=2.0,
                        scale_grad_by_freq=False, mode='mean', sparse=False,
                        include_last_offset=False, padding_idx=None):
        assert embeddings.dim() == 2, 'Embeddings parameter is expected to be 2-dimensional'
        rows, columns = embeddings.shape
        bag = cls(rows, columns, mode=mode, _weight=embeddings,
                  include_last_offset=include_last_offset, padding_idx=padding_idx)
        bag.weight.requires_grad = not freeze
        return bag
