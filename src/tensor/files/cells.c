// Cells from a file. A bool is whatever byte the file has, of which only 0 is false.
#include "tensor/files/cells.h"

Tensor *cells_read(const ReadableFile *file, uint64_t at, DType dtype, Shape shape,
                   TensorHeap *heap, Error *error)
{
    Tensor *tensor = tensor_new_unset(heap, dtype, shape, error);
    if (!tensor) return NULL;
    if (!readable_read(file, at, tensor_data(tensor), storage_bytes(tensor), error)) {
        tensor_release(tensor);
        return NULL;
    }
    if (dtype != DTYPE_BOOL) return tensor;
    unsigned char *cell = tensor_bools(tensor);
    for (int64_t i = 0; i < tensor_count(tensor); i++) cell[i] = cell[i] != 0;
    return tensor;
}
