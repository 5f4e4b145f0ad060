"""torch.utils.data.dataloader: the batches of a set of examples."""
import itertools

import torch
from torch.utils.data._utils.collate import default_collate, default_convert
from torch.utils.data.dataset import IterableDataset
from torch.utils.data.sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler


class _InfiniteConstantSampler(Sampler):
    """For an IterableDataset, which has an order of its own."""

    def __iter__(self):
        while True:
            yield None


def _next_number():
    """What the generator of all random numbers would give next."""
    ahead = torch.Generator()
    ahead.set_state(torch.get_rng_state())
    return torch.randint(0, 2 ** 62, (1,), generator=ahead).item()


class _SingleProcessDataLoaderIter:
    def __init__(self, loader):
        # PyTorch draws a seed for its workers first, even where there are none.
        torch.empty((), dtype=torch.int64).random_(generator=loader.generator)
        self._loader = loader
        self._sampler_iter = iter(loader._index_sampler)
        self._examples = iter(loader.dataset) if loader._is_iterable else None

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._loader._index_sampler)

    def __next__(self):
        index = next(self._sampler_iter)
        if self._loader.num_workers == 0:
            return self._fetched(index)
        before = _next_number()
        found = self._fetched(index)
        if before != _next_number():
            raise NotImplementedError("examples that are made with random numbers, with num_workers > 0, "
                                      "are not there in qkv: each worker would draw its own; "
                                      "num_workers=0 is")
        return found

    def _fetched(self, index):
        loader, dataset = self._loader, self._loader.dataset
        if self._examples is not None:
            if not loader._auto_collation:
                return loader.collate_fn(next(self._examples))
            data = list(itertools.islice(self._examples, len(index)))
            if not data or loader.drop_last and len(data) < len(index):
                raise StopIteration
        elif not loader._auto_collation:
            data = dataset[index]
        elif getattr(dataset, '__getitems__', None):
            data = dataset.__getitems__(index)
        else:
            data = [dataset[i] for i in index]
        return loader.collate_fn(data)


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None,
                 num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, timeout=0,
                 worker_init_fn=None, multiprocessing_context=None, generator=None, *,
                 prefetch_factor=None, persistent_workers=False, pin_memory_device='',
                 in_order=True):
        self._is_iterable = isinstance(dataset, IterableDataset)
        self._check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        self._check_order(shuffle, sampler, batch_sampler)
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError("batch_sampler option is mutually exclusive with batch_size, "
                                 "shuffle, sampler, and drop_last")
            batch_size = None
            drop_last = False
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually "
                             "exclusive with drop_last")
        if sampler is None:
            sampler = (_InfiniteConstantSampler() if self._is_iterable else
                       RandomSampler(dataset, generator=generator) if shuffle else
                       SequentialSampler(dataset))
        if batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.dataset, self.batch_size, self.drop_last = dataset, batch_size, drop_last
        self.sampler, self.batch_sampler, self.generator = sampler, batch_sampler, generator
        self.num_workers, self.prefetch_factor = num_workers, prefetch_factor
        self.pin_memory, self.pin_memory_device = pin_memory, pin_memory_device
        self.timeout, self.worker_init_fn = timeout, worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.persistent_workers, self.in_order = persistent_workers, in_order
        self.collate_fn = collate_fn or (default_collate if self._auto_collation else default_convert)

    def _check_workers(self, num_workers, timeout, prefetch_factor, persistent_workers):
        misuses = [(num_workers < 0, "num_workers option should be non-negative; use num_workers=0 to "
                "disable multiprocessing."),
               (timeout < 0, "timeout option should be non-negative"),
               (num_workers == 0 and prefetch_factor is not None, "prefetch_factor option could only "
                "be specified in multiprocessing.let num_workers > 0 to enable multiprocessing, "
                "otherwise set prefetch_factor to None."),
               (num_workers == 0 and persistent_workers, "persistent_workers option needs num_workers "
                "> 0")]
        for is_wrong, words in misuses:
            if is_wrong:
                raise ValueError(words)
        if num_workers > 1 and self._is_iterable:
            raise NotImplementedError("an IterableDataset with num_workers > 1 is not there in qkv: each "
                                      "worker would give all its examples; num_workers=0 is")

    def _check_order(self, shuffle, sampler, batch_sampler):
        if self._is_iterable:
            given = {'shuffle': shuffle or None, 'sampler': sampler, 'batch_sampler': batch_sampler}
            for name, value in given.items():
                if value is not None:
                    raise ValueError("DataLoader with IterableDataset: expected unspecified "
                                     f"{name} option, but got {name}={value}")
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")

    @property
    def _auto_collation(self):
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):
        return self.batch_sampler if self._auto_collation else self.sampler

    def __len__(self):
        if not self._is_iterable:
            return len(self._index_sampler)
        count = len(self.dataset)
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)

    def __iter__(self):
        return _SingleProcessDataLoaderIter(self)


def get_worker_info():
    return None
