"""What becomes of the losses of a batch: their mean, their sum, or nothing."""
import warnings

import torch


def legacy_get_string(size_average, reduce, emit_warning=True):
    kept = reduce is None or reduce
    found = 'none' if not kept else 'mean' if size_average is None or size_average else 'sum'
    if emit_warning:
        warnings.warn("size_average and reduce args will be deprecated, please use "
                      f"reduction='{found}' instead.")
    return found


def chosen(size_average, reduce, reduction):
    """The reduction, perhaps said with the two flags that it once had."""
    if size_average is None and reduce is None:
        return reduction
    return legacy_get_string(size_average, reduce)


def reduced(losses, reduction):
    if reduction == 'mean':
        return losses.mean()
    if reduction == 'sum':
        return losses.sum()
    if reduction == 'none':
        return losses
    raise ValueError(f"{reduction} is not a valid value for reduction")


def fixed(function, **given):
    """PyTorch has no derivatives for these arguments."""
    for name, tensor in given.items():
        if tensor is not None and tensor.requires_grad and torch.is_grad_enabled():
            raise RuntimeError(f"The function '{function}' is not differentiable with respect to argument "
                               f"'{name}'. This input cannot have requires_grad True.")
