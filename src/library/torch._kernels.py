"""Functions of torch as its C side has them, which torch.nn.functional calls: with other arguments, in
another order, and with a number that says how losses are reduced."""
import torch
import torch.nn.functional as F

_REDUCTIONS = ('none', 'mean', 'sum')


def _loss(name, *tensors, reduction, **options):
    return getattr(F, name)(*tensors, reduction=_REDUCTIONS[reduction], **options)


def binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=1):
    return _loss('binary_cross_entropy_with_logits', input, target, weight, pos_weight=pos_weight,
                 reduction=reduction)


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=1):
    return _loss('cosine_embedding_loss', input1, input2, target, margin=margin, reduction=reduction)


def hinge_embedding_loss(input, target, margin=1.0, reduction=1):
    return _loss('hinge_embedding_loss', input, target, margin=margin, reduction=reduction)


def margin_ranking_loss(input1, input2, target, margin=0.0, reduction=1):
    return _loss('margin_ranking_loss', input1, input2, target, margin=margin, reduction=reduction)


def kl_div(input, target, reduction=1, *, log_target=False):
    losses = _loss('kl_div', input, target, reduction=0, log_target=log_target)
    return (losses, losses.mean(), losses.sum())[reduction]  # F.kl_div would warn of the mean


def poisson_nll_loss(input, target, log_input, full, eps, reduction):
    return _loss('poisson_nll_loss', input, target, log_input=log_input, full=full, eps=eps,
                 reduction=reduction)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-6, swap=False, reduction=1):
    return _loss('triplet_margin_loss', anchor, positive, negative, margin=margin, p=p, eps=eps, swap=swap,
                 reduction=reduction)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=1, zero_infinity=False):
    return _loss('ctc_loss', log_probs, targets, input_lengths, target_lengths, blank=blank,
                 reduction=reduction, zero_infinity=zero_infinity)


def batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled):
    return F.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps,
                  cudnn_enabled):
    return F.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5, cudnn_enabled=True):
    return F.group_norm(input, num_groups, weight, bias, eps)


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    padding_idx = None if padding_idx == -1 else padding_idx
    return F.embedding(indices, weight, padding_idx, scale_grad_by_freq=scale_grad_by_freq, sparse=sparse)


def dropout(input, p, train):
    return F.dropout(input, p, train)


def feature_dropout(input, p, train):
    return F.dropout1d(input, p, train) if input.dim() == 3 else F.dropout2d(input, p, train)


def alpha_dropout(input, p, train):
    return F.alpha_dropout(input, p, train)


def feature_alpha_dropout(input, p, train):
    return F.feature_alpha_dropout(input, p, train)


def det(input):
    return torch.linalg.det(input)


def logdet(input):
    return torch.linalg.logdet(input)


def slogdet(input):
    return torch.linalg.slogdet(input)


def inverse(input):
    return torch.linalg.inv(input)


def cholesky(input, upper=False):
    return torch.linalg.cholesky(input, upper=upper)


def cholesky_inverse(input, upper=False):
    return input.cholesky_inverse(upper)


def cholesky_solve(input, input2, upper=False):
    return input.cholesky_solve(input2, upper)
