// PyTorch refuses to write in place where one memory location would be written twice, as in a
// tensor that expand() made with stride 0, or where what is read and what is written overlap in
// memory without being the very same cells. The rules and the messages are its own
// (MemoryOverlap.cpp).
#include "tensor/overlap.h"

#include <string.h>

static bool refused(Error *error, const char *what)
{
    error_set(error, "RuntimeError",
              "unsupported operation: %s single memory location. Please clone() the tensor before "
              "performing the operation.",
              what);
    return error_hint(error, "a tensor of its own, with .clone()");
}

bool overlap_can_write(const Tensor *written, Error *error)
{
    if (tensor_count(written) == 0) return true;
    for (int d = 0; d < written->shape.ndim; d++) {
        if (written->shape.dim[d] > 1 && written->stride[d] == 0)
            return refused(error, "more than one element of the written-to tensor refers to a");
    }
    return true;
}

static bool same_geometry(const Tensor *a, const Tensor *b)
{
    size_t strides = (size_t)a->shape.ndim * sizeof *a->stride;
    return shape_equal(&a->shape, &b->shape) && memcmp(a->stride, b->stride, strides) == 0;
}

static bool share_cells(const Tensor *written, const Tensor *read)
{
    int64_t written_count = tensor_count(written), read_count = tensor_count(read);
    return tensor_shares_storage(written, read) && written_count > 0 && read_count > 0 &&
           written->offset < read->offset + read_count &&
           read->offset < written->offset + written_count && tensor_is_dense(written) &&
           tensor_is_dense(read);
}

static bool read_is_refused(Error *error)
{
    return refused(error, "some elements of the input tensor and the written-to tensor refer to a");
}

bool overlap_can_read(const Tensor *written, const Tensor *read, Error *error)
{
    bool same = written->offset == read->offset && same_geometry(written, read);
    return same || !share_cells(written, read) || read_is_refused(error);
}

bool overlap_is_apart(const Tensor *written, const Tensor *read, Error *error)
{
    return (written != read && !share_cells(written, read)) || read_is_refused(error);
}
