"""torch.nn.attention.flex_attention: attention whose scores or mask a function of the program says."""
import math

import torch
import torch.nn.functional as F


def _places(batch, heads, queries, keys):
    """The numbers of batch, head, query and key of each score, as far as they are broadcast."""
    sizes = (batch, heads, queries, keys)
    return [torch.arange(size).view([-1 if d == dim else 1 for d in range(4)])
            for dim, size in enumerate(sizes)]


def noop_mask(batch, head, q_idx, kv_idx):
    return torch.ones((), dtype=torch.bool)


def and_masks(*mask_mods):
    def and_mask(b, h, q_idx, kv_idx):
        result = noop_mask(b, h, q_idx, kv_idx)
        for mask in mask_mods:
            result = result & mask(b, h, q_idx, kv_idx)
        return result

    return and_mask


def or_masks(*mask_mods):
    def or_mask(b, h, q_idx, kv_idx):
        result = torch.zeros((), dtype=torch.bool)
        for mask in mask_mods:
            result = result | mask(b, h, q_idx, kv_idx)
        return result

    return or_mask


def create_mask(mod_fn, B, H, Q_LEN, KV_LEN, device='cuda'):
    """The truth values that the function gives, one for each score."""
    sizes = (B or 1, H or 1, Q_LEN, KV_LEN)
    return mod_fn(*_places(*sizes)).expand(sizes).contiguous()


class BlockMask:
    """A mask that is kept as the function that says it."""

    def __init__(self, mask_mod, shape):
        self.mask_mod = mask_mod
        self.shape = shape


def create_block_mask(mask_mod, B, H, Q_LEN, KV_LEN, device='cuda', BLOCK_SIZE=128, _compile=False):
    return BlockMask(mask_mod, (B or 1, H or 1, Q_LEN, KV_LEN))


def flex_attention(query, key, value, score_mod=None, block_mask=None, scale=None, enable_gqa=False,
                   return_lse=False, kernel_options=None):
    """softmax of the scores, as score_mod changes them where the mask holds, times the values."""
    if enable_gqa:
        key, value = F._for_each_query_head(query, key, value)
    scores = query @ key.transpose(-2, -1) * (1 / math.sqrt(query.size(-1)) if scale is None
                                              else scale)
    places = _places(*scores.shape)
    if score_mod is not None:
        scores = score_mod(scores, *places)
    if block_mask is not None:
        scores = scores.masked_fill(block_mask.mask_mod(*places).logical_not(), float('-inf'))
    weights = torch.softmax(scores, -1)
    nowhere = (scores == float('-inf')).all(-1, keepdim=True)
    if nowhere.any():
        weights = weights.masked_fill(nowhere, 0.0)
    output = weights @ value
    return (output, scores.logsumexp(-1)) if return_lse else output
