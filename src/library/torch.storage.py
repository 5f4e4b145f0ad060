"""torch.storage: the memory that a tensor and its views share, seen as one row of cells."""
import warnings
import torch


class UntypedStorage:
    """The bytes."""
    is_cuda = False

    def __init__(self, tensor):
        self.device = tensor.device
        self._cells = tensor._storage_cells()

    def data_ptr(self):
        return self._cells.data_ptr()

    def nbytes(self):
        return self._cells.numel() * self._cells.element_size()

    def size(self):
        return len(self)

    def __len__(self):
        return self.nbytes()

    def tolist(self):
        raise NotImplementedError('the bytes of a storage are not there in qkv; tensor.storage(), its '
                                  'numbers, is')

    def __getitem__(self, place):
        return self.tolist()[place]

    def __iter__(self):
        return iter(self.tolist())

    def __repr__(self):
        return _shown(self) + (f'[torch.storage.UntypedStorage(device={self.device}) '
                               f'of size {len(self)}]')


class TypedStorage(UntypedStorage):
    """The numbers."""

    def __init__(self, tensor):
        warnings.warn(
            'TypedStorage is deprecated. It will be removed in the future and UntypedStorage will '
            'be the only storage class. This should only matter to you if you are using storages '
            'directly.  To access UntypedStorage directly, use tensor.untyped_storage() instead of '
            'tensor.storage()')
        super().__init__(tensor)
        self.dtype = tensor.dtype

    def __len__(self):
        return len(self._cells)

    def tolist(self):
        return self._cells.tolist()

    def __setitem__(self, place, value):
        self._cells[place] = value

    def element_size(self):
        return self._cells.element_size()

    def untyped(self):
        return UntypedStorage(self._cells)

    def __repr__(self):
        return _shown(self) + (f'[torch.storage.TypedStorage(dtype={self.dtype}, '
                               f'device={self.device}) of size {len(self)}]')


def _shown(storage):
    return ''.join(f' {cell}\n' for cell in storage)
