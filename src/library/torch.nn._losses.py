"""Losses of torch.nn that are seldom seen."""
import math

import torch
import torch.nn.functional as F
from torch._autocast import full
from torch._one_node import minus, named, over, plus, ruled, taken_from
from torch.nn._reduction import chosen, fixed, reduced
from torch._halves import without_halves


@full
def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None,
                         reduction='mean'):
    reduction = chosen(size_average, reduce, reduction)
    zeros = torch.zeros_like(input)
    apart = torch.where(target != 1, taken_from(input, margin).clamp_min(0), zeros)
    together = torch.where(target != -1, input, zeros)
    return reduced(apart + together, reduction)


def _check_pairs(input1, input2, target):
    """Either one pair of vectors and its target, or several of each."""
    if target.dim() > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    dims, kind = (2, "1D") if target.dim() == 1 else (1, "0D")
    if input1.dim() != dims or input2.dim() != dims:
        raise RuntimeError(f"{kind} target tensor expects {dims}D input tensors, but found inputs with "
                           f"sizes {list(input1.size())} and {list(input2.size())}.")


@full
def cosine_embedding_loss(input1, input2, target, margin=0.0, size_average=None, reduce=None,
                          reduction='mean'):
    reduction = chosen(size_average, reduce, reduction)
    _check_pairs(input1, input2, target)
    dim = 1 if target.dim() > 0 else 0
    epsilon = 1e-12
    products = (input1 * input2).sum(dim)
    squares1 = plus((input1 * input1).sum(dim), epsilon)
    squares2 = plus((input2 * input2).sum(dim), epsilon)
    cosines = products / torch.sqrt(squares1 * squares2)
    zeros = torch.zeros_like(cosines)
    apart = torch.where(target == 1, taken_from(cosines, 1), zeros)
    together = torch.where(target == -1, minus(cosines, margin).clamp_min(0), zeros)
    return reduced(apart + together, reduction)


@full
def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None,
                        reduction='mean'):
    reduction = chosen(size_average, reduce, reduction)
    dims = input1.dim(), input2.dim(), target.dim()
    if len(set(dims)) > 1:
        raise RuntimeError("margin_ranking_loss : All input tensors should have same dimension but got "
                           f"sizes: input1: {input1.size()}, input2: {input2.size()}, target: "
                           f"{target.size()} ")
    return reduced(plus(-target * (input1 - input2), margin).clamp_min(0), reduction)


@full
def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False,
                        size_average=None, reduce=None, reduction='mean'):
    reduction = chosen(size_average, reduce, reduction)
    _check_triplet(anchor, positive, negative, margin)
    near = F.pairwise_distance(anchor, positive, p, eps)
    far = F.pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.min(far, F.pairwise_distance(positive, negative, p, eps))
    return reduced((plus(near, margin) - far).clamp_min(0), reduction)


def _check_triplet(anchor, positive, negative, margin):
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    dims = anchor.dim(), positive.dim(), negative.dim()
    if len(set(dims)) > 1:
        raise RuntimeError("The anchor, positive, and negative tensors are expected to have the same "
                           f"number of dimensions, but got: anchor {dims[0]}D, positive {dims[1]}D, "
                           f"and negative {dims[2]}D inputs")


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None,
                                      margin=1.0, swap=False, reduction='mean'):
    _check_triplet(anchor, positive, negative, margin)
    distance = distance_function or F.pairwise_distance
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = torch.minimum(far, distance(positive, negative))
    return reduced((margin + near - far).clamp_min(0), reduction)


def _soft_margin_rule(grad, input, target, reduction):
    part = 1.0 / input.numel() if reduction == 'mean' else 1.0
    power = (-target * input).exp()
    return target * power * -part / (power + 1) * grad, None


@ruled('SoftMarginLossBackward0', _soft_margin_rule)
def _soft_margin(input, target, reduction):
    return reduced((-target * input).exp().log1p().to(input.dtype), reduction)


@full
def soft_margin_loss(input, target, size_average=None, reduce=None, reduction='mean'):
    fixed('soft_margin_loss', target=target)
    return _soft_margin(input, target, chosen(size_average, reduce, reduction))


def _each_row(grad, losses):
    """The gradient of each row's loss, beside the cells of the row."""
    return grad.expand(losses).reshape(-1, 1)


def _multi_margin_parts(input, target, margin):
    rows, right = input.reshape(-1, input.size(-1)), target.reshape(-1, 1)
    return margin - rows.gather(1, right) + rows, right


def _multi_margin_rule(grad, input, target, p, margin, weight, reduction):
    apart, right = _multi_margin_parts(input, target, margin)
    part = 1.0 / (apart.numel() if reduction == 'mean' else apart.size(1))
    slope = (apart > 0).to(input.dtype) * part if p == 1 else 2 * part * apart.clamp_min(0)
    if weight is not None:
        slope = slope * weight[right]
    slope = slope.scatter(1, right, 0.0)
    slope = slope.scatter(1, right, -slope.sum(1, keepdim=True))
    found = (slope * _each_row(grad, apart.size(0))).view(input.shape)
    return (found, None) if weight is None else (found, None, None)


@ruled('MultiMarginLossBackward0', _multi_margin_rule)
def _multi_margin(input, target, p, margin, weight, reduction):
    apart, right = _multi_margin_parts(input, target, margin)
    apart = apart.clamp_min(0) ** p
    if weight is not None:
        apart = apart * weight[right]
    losses = apart.scatter(1, right, 0.0).sum(1) / apart.size(1)
    return reduced(losses if input.dim() > 1 else losses.squeeze(0), reduction)


def _check_labels(input, target, least, name):
    if input.dim() > 2 or input.numel() == 0:
        raise RuntimeError("Expected non-empty vector or matrix with optional 0-dim batch size, but "
                           f"got: {list(input.size())}")
    if target.numel() and bool(((target < least) | (target >= input.size(-1))).any()):
        raise RuntimeError(f"{name} out of range")


@full
def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None,
                      reduction='mean'):
    """How far each other class is from being less than the right one by the margin."""
    without_halves('multi_margin_loss_cpu_kernel', input)
    reduction = chosen(size_average, reduce, reduction)
    fixed('multi_margin_loss', weight=weight)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    count = input.size(0) if input.dim() == 2 else 1
    if input.dim() <= 2 and (target.dim() > 1 or target.numel() != count):
        raise RuntimeError(f"inconsistent target size, expected {count} but got {list(target.size())}")
    if weight is not None and weight.numel() != input.size(-1):
        raise RuntimeError(f"inconsistent weight size, expected {input.size(-1)} but got "
                           f"{list(weight.size())}")
    _check_labels(input, target, 0, "target")
    return _multi_margin(input, target, p, margin, weight, reduction)


def _right_and_others(row, labels):
    """The right classes, which stand at the beginning up to a -1, and all others."""
    right = labels[:labels.index(-1)] if -1 in labels else labels
    return right, [k for k in range(row.size(0)) if k not in right]


def _multilabel_margin_rule(grad, input, target, reduction):
    rows = input.reshape(-1, input.size(-1))
    part = 1.0 / (rows.numel() if reduction == 'mean' else rows.size(1))
    slopes = torch.zeros_like(rows)
    for row, labels, slope in zip(rows, target.reshape(rows.shape).tolist(), slopes):
        right, others = _right_and_others(row, labels)
        for k in right:
            near = (1 - row[k] + row[others] > 0).to(row.dtype) * part
            slope[k] -= near.sum()
            slope[others] += near
    return (slopes * _each_row(grad, rows.size(0))).view(input.shape), None


@ruled('MultilabelMarginLossBackward0', _multilabel_margin_rule)
def _multilabel_margin(input, target, reduction):
    rows, losses = input.reshape(-1, input.size(-1)), []
    for row, labels in zip(rows, target.reshape(rows.shape).tolist()):
        right, others = _right_and_others(row, labels)
        apart = [(1 - row[k] + row[others]).clamp_min(0).sum() for k in right]
        losses.append(torch.stack(apart).sum() / row.size(0) if apart else torch.zeros(()))
    return reduced(torch.stack(losses) if input.dim() > 1 else losses[0], reduction)


@full
def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction='mean'):
    if target.size() != input.size():
        raise RuntimeError(f"inconsistent target size: {list(target.size())} for input of size: "
                           f"{list(input.size())}")
    _check_labels(input, target, -1, "argument #2 'target' is")
    return _multilabel_margin(input, target, chosen(size_average, reduce, reduction))


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None,
                                reduction='mean'):
    reduction = chosen(size_average, reduce, reduction)
    losses = -(target * F.logsigmoid(input) + (1 - target) * F.logsigmoid(-input))
    losses = losses if weight is None else losses * weight
    return reduced(losses.sum(-1) / input.size(-1), reduction)


@full
def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8,
                     reduce=None, reduction='mean'):
    reduction = chosen(size_average, reduce, reduction)
    if log_input:
        losses = input.exp() - target * input
    else:
        losses = input - target * plus(input, eps).log()
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        losses = losses + stirling.masked_fill(target <= 1, 0)
    return reduced(losses, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction='mean'):
    if isinstance(var, float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        var = var * torch.ones_like(input)
    elif (var < 0).any():
        raise ValueError("var has negative entry/entries")
    if var.size() != input.size():
        if input.size()[:-1] == var.size():
            var = var.unsqueeze(-1)
        elif input.size()[:-1] != var.size()[:-1] or var.size(-1) != 1:
            raise ValueError("var is of incorrect size")
    if reduction not in ('none', 'mean', 'sum'):
        raise ValueError(reduction + " is not valid")
    var = var.clone()
    with torch.no_grad():  # gradients pass as if nothing had been cut off
        var.clamp_(min=eps)
    losses = 0.5 * (var.log() + (input - target) ** 2 / var)
    return reduced(losses + 0.5 * math.log(2 * math.pi) if full else losses, reduction)
