"""How results lie in memory where PyTorch lets them lie as an input does."""
import torch


def like(found, of):
    """The numbers of one tensor, lying as those of another of its shape do, but without gaps."""
    if found.stride() == of.stride():
        return found
    repeats = 0 in of.stride()
    order = sorted(range(of.dim()), key=lambda d: d if repeats else -of.stride(d))
    back = sorted(range(of.dim()), key=lambda d: order[d])
    return found.permute(order).contiguous().permute(back)


def _suggests_channels_last(image):
    """As PyTorch's is_channels_last_strides_2d."""
    least, (sizes, strides) = 0, (image.shape, image.stride())
    if strides[1] == 0:
        return False
    for d in (1, 3, 2, 0):
        if sizes[d] == 0 or strides[d] < least or d == 0 and least == strides[1]:
            return False
        least = strides[d] * sizes[d] if sizes[d] > 1 else strides[d]
    return True


def like_images(found, input):
    """With the channels closest in memory where those of the input are; in reading order else.

    Sequences, which have three dimensions, count as images of one row.
    """
    image = input.unsqueeze(-2) if input.dim() == 3 else input
    if image.dim() != 4 or not _suggests_channels_last(image):
        return found
    last = found.movedim(1, -1).clone(memory_format=torch.contiguous_format)
    return last.movedim(-1, 1)
