"""The layers of the Transformer (A. Vaswani et al., "Attention is all you need", 2017)."""
import copy
import warnings

import torch
from torch.nn import functional as F
from torch.nn.init import xavier_uniform_
from torch.nn.modules.activation import GELU, MultiheadAttention, ReLU
from torch.nn.modules.container import ModuleList
from torch.nn.modules.dropout import Dropout
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module
from torch.nn.modules.normalization import LayerNorm


def _get_clones(module, count):
    return ModuleList([copy.deepcopy(module) for _ in range(count)])


def _get_activation_fn(activation):
    if activation == "relu":
        return F.relu
    if activation == "gelu":
        return F.gelu
    raise RuntimeError(f"activation should be relu/gelu, not {activation}")


def _residual(x, sublayer, norm, norm_first):
    """What goes in plus what the sublayer makes of it, normalized before that or after it."""
    return x + sublayer(norm(x)) if norm_first else norm(x + sublayer(x))


def _check_padding_mask(mask):
    if mask is not None and mask.dtype != torch.bool and not mask.is_floating_point():
        raise AssertionError("only bool and floating types of key_padding_mask are supported")


class Transformer(Module):
    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6,
                 dim_feedforward=2048, dropout=0.1, activation=F.relu, custom_encoder=None,
                 custom_decoder=None, layer_norm_eps=1e-5, batch_first=False, norm_first=False,
                 bias=True, device=None, dtype=None):
        super().__init__()
        options = {'dim_feedforward': dim_feedforward, 'dropout': dropout, 'activation': activation,
                   'layer_norm_eps': layer_norm_eps, 'batch_first': batch_first,
                   'norm_first': norm_first, 'bias': bias, 'device': device, 'dtype': dtype}
        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            layer = TransformerEncoderLayer(d_model, nhead, **options)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, device=device, dtype=dtype)
            self.encoder = TransformerEncoder(layer, num_encoder_layers, norm)
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            layer = TransformerDecoderLayer(d_model, nhead, **options)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, device=device, dtype=dtype)
            self.decoder = TransformerDecoder(layer, num_decoder_layers, norm)
        self._reset_parameters()
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def _reset_parameters(self):
        for parameter in self.parameters():
            if parameter.dim() > 1:
                xavier_uniform_(parameter)

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None,
                src_key_padding_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
                src_is_causal=None, tgt_is_causal=None, memory_is_causal=False):
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch) != tgt.size(batch):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask,
                              is_causal=src_is_causal)
        return self.decoder(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                            tgt_key_padding_mask=tgt_key_padding_mask,
                            memory_key_padding_mask=memory_key_padding_mask,
                            tgt_is_causal=tgt_is_causal, memory_is_causal=memory_is_causal)

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        return torch.triu(torch.full((sz, sz), float('-inf'), dtype=dtype, device=device), diagonal=1)


def _why_not_nested(layer):
    """What PyTorch says of a layer for which it has no faster way."""
    if not isinstance(layer, TransformerEncoderLayer):
        return "encoder_layer was not TransformerEncoderLayer"
    if layer.norm_first:
        return "encoder_layer.norm_first was True"
    if not layer.self_attn.batch_first:
        return ("encoder_layer.self_attn.batch_first was not True(use batch_first for better inference "
                "performance)")
    if layer.self_attn.in_proj_bias is None:
        return "encoder_layer.self_attn was passed bias=False"
    if layer.self_attn.num_heads % 2:
        return "encoder_layer.self_attn.num_heads is odd"
    return ""


class TransformerEncoder(Module):
    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True,
                 mask_check=True):
        super().__init__()
        self.layers = _get_clones(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check
        reason = _why_not_nested(encoder_layer)
        if enable_nested_tensor and reason:
            warnings.warn("enable_nested_tensor is True, but self.use_nested_tensor is False because "
                          + reason)

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        _check_padding_mask(src_key_padding_mask)
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, is_causal=bool(is_causal),
                           src_key_padding_mask=src_key_padding_mask)
        if self._drops_padding(src, mask, src_key_padding_mask):
            output = self._without_padding(output, src_key_padding_mask)
        if self.norm is not None:
            output = self.norm(output)
        return output

    def _drops_padding(self, src, mask, padding):
        """Does PyTorch leave out what is padded? It does so when it needs no gradients."""
        first = self.layers[0]
        if padding is None or mask is not None or src.dim() != 3 or not self.enable_nested_tensor:
            return False
        if not isinstance(first, TransformerEncoderLayer) or first.norm_first or not first._is_fast(src):
            return False
        kept = padding.logical_not()
        return not self.mask_check or bool((kept[:, 1:] <= kept[:, :-1]).all())

    def _without_padding(self, output, padding):
        return output.masked_fill(padding.bool().unsqueeze(-1), 0.0)


class TransformerDecoder(Module):
    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _get_clones(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=None, memory_is_causal=False):
        output = tgt
        for layer in self.layers:
            output = layer(output, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                           tgt_key_padding_mask=tgt_key_padding_mask,
                           memory_key_padding_mask=memory_key_padding_mask,
                           tgt_is_causal=bool(tgt_is_causal), memory_is_causal=memory_is_causal)
        if self.norm is not None:
            output = self.norm(output)
        return output


class _Layer(Module):
    """Attentions by name and a feed-forward part, each with a norm and a dropout of its own."""

    def __init__(self, attentions, d_model, nhead, dim_feedforward, dropout, activation,
                 layer_norm_eps, batch_first, norm_first, **place):
        super().__init__()
        for name in attentions:
            setattr(self, name, MultiheadAttention(d_model, nhead, dropout=dropout,
                                                   batch_first=batch_first, **place))
        self.linear1 = Linear(d_model, dim_feedforward, **place)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **place)
        self.norm_first = norm_first
        parts = range(1, len(attentions) + 2)
        for part in parts:
            setattr(self, f'norm{part}', LayerNorm(d_model, eps=layer_norm_eps, **place))
        for part in parts:
            setattr(self, f'dropout{part}', Dropout(dropout))
        if isinstance(activation, str):
            activation = _get_activation_fn(activation)
        self.activation = activation

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        mixed, _ = self.self_attn(x, x, x, attn_mask=attn_mask, is_causal=is_causal,
                                  key_padding_mask=key_padding_mask, need_weights=False)
        return self.dropout1(mixed)


class TransformerEncoderLayer(_Layer):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True, device=None,
                 dtype=None):
        super().__init__(('self_attn',), d_model, nhead, dim_feedforward, dropout, activation,
                         layer_norm_eps, batch_first, norm_first, bias=bias, device=device,
                         dtype=dtype)
        activation = self.activation
        known = activation is F.relu or activation is F.gelu or isinstance(activation, (ReLU, GELU))
        self.activation_relu_or_gelu = int(known)

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        _check_padding_mask(src_key_padding_mask)
        if self._is_fast(src):  # where what is added to the scores counts as hidden, unless it is 0
            src_mask, src_key_padding_mask = [mask if mask is None else mask.bool()
                                              for mask in (src_mask, src_key_padding_mask)]

        def to_itself(x):
            return self._sa_block(x, src_mask, src_key_padding_mask, is_causal)

        x = _residual(src, to_itself, self.norm1, self.norm_first)
        return _residual(x, self._ff_block, self.norm2, self.norm_first)

    def _ff_block(self, x):
        hidden = self.activation(self.linear1(x))
        return self.dropout2(self.linear2(self.dropout(hidden)))

    def _is_fast(self, src):
        """Does PyTorch take its short way here (no gradients, not training, …)?"""
        if self.training or src.dim() != 3 or not self.self_attn.batch_first:
            return False
        if self.self_attn.in_proj_bias is None:
            return False
        if not self.activation_relu_or_gelu or self.self_attn.num_heads % 2 == 1:
            return False
        if self.norm1.eps != self.norm2.eps:
            return False
        if not torch.is_grad_enabled():
            return True
        return not (src.requires_grad or any(p.requires_grad for p in self.parameters()))


class TransformerDecoderLayer(_Layer):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True, device=None,
                 dtype=None):
        super().__init__(('self_attn', 'multihead_attn'), d_model, nhead, dim_feedforward, dropout,
                         activation, layer_norm_eps, batch_first, norm_first, bias=bias,
                         device=device, dtype=dtype)

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=False, memory_is_causal=False):
        def to_itself(x):
            return self._sa_block(x, tgt_mask, tgt_key_padding_mask, tgt_is_causal)

        def to_memory(x):
            return self._mha_block(x, memory, memory_mask, memory_key_padding_mask,
                                   memory_is_causal)

        x = _residual(tgt, to_itself, self.norm1, self.norm_first)
        x = _residual(x, to_memory, self.norm2, self.norm_first)
        return _residual(x, self._ff_block, self.norm3, self.norm_first)

    def _mha_block(self, x, memory, attn_mask, key_padding_mask, is_causal=False):
        mixed, _ = self.multihead_attn(x, memory, memory, attn_mask=attn_mask,
                                       is_causal=is_causal, key_padding_mask=key_padding_mask,
                                       need_weights=False)
        return self.dropout2(mixed)

    def _ff_block(self, x):
        hidden = self.activation(self.linear1(x))
        return self.dropout3(self.linear2(self.dropout(hidden)))
