"""torch.utils.data._utils.collate: one batch of several examples."""
import copy

import torch


def _is_array(value):
    return type(value).__module__ == 'numpy'


def _like(first, items):
    """The items as a sequence of the first example's kind."""
    if hasattr(first, '_fields'):
        return type(first)(*items)
    return list(items)


def default_convert(data):
    if _is_array(data):
        return torch.as_tensor(data)
    if isinstance(data, dict):
        return {key: default_convert(value) for key, value in data.items()}
    if isinstance(data, (tuple, list)):
        return _like(data, [default_convert(item) for item in data])
    return data


def default_collate(batch):
    """Tensors are stacked, numbers become a tensor; all else is gone into."""
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(batch, 0)
    if _is_array(first):
        if first.shape == ():
            return torch.as_tensor(batch)
        return torch.stack([torch.as_tensor(each) for each in batch], 0)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, dict):
        found = {key: default_collate([example[key] for example in batch]) for key in first}
        if type(first) is dict:
            return found
        made = copy.copy(first)
        made.update(found)
        return made
    if isinstance(first, (tuple, list)):
        if any([len(example) != len(first) for example in batch]):
            raise RuntimeError("each element in list of batch should be of equal size")
        return _like(first, [default_collate(list(part)) for part in zip(*batch)])
    raise TypeError("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or "
                    f"lists; found {type(first)}")
