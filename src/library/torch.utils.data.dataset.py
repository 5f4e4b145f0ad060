"""torch.utils.data.dataset: examples by their numbers, or one after the other."""
import bisect
import itertools
import math

import torch


class Dataset:
    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    def __add__(self, other):
        return ChainDataset([self, other])


class ChainDataset(IterableDataset):
    def __init__(self, datasets):
        self.datasets = datasets

    def __iter__(self):
        for dataset in self.datasets:
            assert isinstance(dataset, IterableDataset), "ChainDataset only supports IterableDataset"
            yield from dataset

    def __len__(self):
        return sum([len(dataset) for dataset in self.datasets])


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        assert all([tensors[0].size(0) == tensor.size(0) for tensor in tensors]), \
            "Size mismatch between tensors"
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([tensor[index] for tensor in self.tensors])

    def __len__(self):
        return self.tensors[0].size(0)


class StackDataset(Dataset):
    """The examples of several sets at once, as a tuple or with their names."""

    def __init__(self, *args, **kwargs):
        if args and kwargs:
            raise ValueError("Supported either ``tuple``- (via ``args``) or ``dict``- (via ``kwargs``) "
                             "like input/output, but both types are given.")
        if not args and not kwargs:
            raise ValueError("At least one dataset should be passed")
        self.datasets = args or kwargs
        parts = list(args or kwargs.values())
        self._length = len(parts[0])
        if any([len(part) != self._length for part in parts]):
            raise ValueError("Size mismatch between datasets")

    def __getitem__(self, index):
        if isinstance(self.datasets, dict):
            return {name: dataset[index] for name, dataset in self.datasets.items()}
        return tuple([dataset[index] for dataset in self.datasets])

    def __len__(self):
        return self._length


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)
        assert len(self.datasets) > 0, "datasets should not be an empty iterable"
        assert not any([isinstance(each, IterableDataset) for each in self.datasets]), \
            "ConcatDataset does not support IterableDataset"
        self.cumulative_sizes = list(itertools.accumulate([len(each) for each in self.datasets]))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        if idx < -len(self):
            raise ValueError("absolute value of index should not exceed dataset length")
        index = idx + len(self) if idx < 0 else idx
        place = bisect.bisect_right(self.cumulative_sizes, index)
        return self.datasets[place][index - self.cumulative_sizes[place - 1] if place else index]


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, idx):
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __len__(self):
        return len(self.indices)


def _shares(count, fractions):
    """How many examples each share gets; what is left over goes round."""
    lengths = []
    for i, fraction in enumerate(fractions):
        if fraction < 0 or fraction > 1:
            raise ValueError(f"Fraction at index {i} is not between 0 and 1")
        lengths.append(int(math.floor(count * fraction)))
    for i in range(count - sum(lengths)):
        lengths[i % len(lengths)] += 1
    return lengths


def random_split(dataset, lengths, generator=None):
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _shares(len(dataset), lengths)
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    indices = torch.randperm(len(dataset), generator=generator).tolist()
    parts, start = [], 0
    for length in lengths:
        parts.append(Subset(dataset, indices[start:start + length]))
        start += length
    return parts
