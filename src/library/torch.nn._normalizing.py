"""Functions that bring values to mean 0 and variance 1, and other functions of torch.nn."""
import torch
import torch.nn.functional as F


def _of_channels(vector, input):
    return vector.view((1, -1) + (1,) * (input.dim() - 2))


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False,
               momentum=0.1, eps=1e-5):
    """Each channel, over the batch and all places."""
    if training:
        dims = [d for d in range(input.dim()) if d != 1]
        count = input.numel() // input.size(1)
        if count <= 1:
            raise ValueError("Expected more than 1 value per channel when training, got input size "
                             f"{input.size()}")
        mean, variance = input.mean(dims), input.var(dims, unbiased=False)
        if running_mean is not None:
            running_mean.mul_(1 - momentum).add_(mean.detach() * momentum)
            unbiased = variance.detach() * (count / (count - 1))
            running_var.mul_(1 - momentum).add_(unbiased * momentum)
    else:
        mean, variance = running_mean, running_var
    scale = 1 / torch.sqrt(variance + eps)
    scale = scale if weight is None else scale * weight
    shift = -mean * scale if bias is None else bias - mean * scale
    return input * _of_channels(scale, input) + _of_channels(shift, input)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """The channels of each group together, for each thing of the batch alone."""
    if input.size(1) % num_groups:
        raise RuntimeError("Expected number of channels in input to be divisible by num_groups, but "
                           f"got input of shape {list(input.shape)} and num_groups={num_groups}")
    groups = input.reshape(input.size(0), num_groups, -1)
    mean, variance = groups.mean(-1, keepdim=True), groups.var(-1, unbiased=False, keepdim=True)
    scale = (1 / torch.sqrt(variance + eps)).expand(-1, -1, input.size(1) // num_groups)
    scale = scale if weight is None else scale * weight.view(1, num_groups, -1)
    shift = -mean * scale if bias is None else bias.view(1, num_groups, -1) - mean * scale
    places = (input.size(0), input.size(1)) + (1,) * (input.dim() - 2)
    return input * scale.reshape(places) + shift.reshape(places)


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None,
                  use_input_stats=True, momentum=0.1, eps=1e-5):
    """Each channel of each thing of the batch alone."""
    return group_norm(input, input.size(1), weight, bias, eps)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """softmax of logits to which noise is added, so that it samples: E. Jang et al., 2016."""
    gumbels = -torch.empty_like(logits).exponential_().log()
    soft = ((logits + gumbels) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    ones = torch.zeros_like(logits).scatter_(dim, index, 1.0)
    return ones - soft.detach() + soft


def _dropped(input, p, training, shape):
    if not training or p == 0:
        return input
    return input * (torch.empty(shape, dtype=input.dtype).bernoulli_(1 - p) / (1 - p))


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Whole channels by chance 0."""
    return _dropped(input, p, training, input.shape[:-1] + (1,))


def dropout2d(input, p=0.5, training=True, inplace=False):
    return _dropped(input, p, training, input.shape[:-2] + (1, 1))


def margin_ranking_loss(input1, input2, target, margin=0, reduction='mean'):
    losses = (-target * (input1 - input2) + margin).clamp_min(0)
    return losses.mean() if reduction == 'mean' else losses.sum() if reduction == 'sum' else losses


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False,
                        size_average=None, reduce=None, reduction='mean'):
    near = F.pairwise_distance(anchor, positive, p, eps)
    far = F.pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.min(far, F.pairwise_distance(positive, negative, p, eps))
    losses = (margin + near - far).clamp_min(0)
    return losses.mean() if reduction == 'mean' else losses.sum() if reduction == 'sum' else losses
