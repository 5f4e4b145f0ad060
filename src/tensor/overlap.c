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

bool overlap_can_read(const Tensor *written, const Tensor *read, Error *error)
{
    int64_t written_count = tensor_count(written), read_count = tensor_count(read);
    bool apart = !tensor_shares_storage(written, read) || written_count == 0 || read_count == 0 ||
                 written->offset >= read->offset + read_count ||
                 read->offset >= written->offset + written_count;
    if (apart || !tensor_is_dense(written) || !tensor_is_dense(read)) return true;
    if (written->offset == read->offset && same_geometry(written, read)) return true;
    return refused(error, "some elements of the input tensor and the written-to tensor refer to a");
}

// The same cells in the same places, sizes of 1 apart.
static bool same_cells(const Tensor *a, const Tensor *b)
{
    int d = 0, e = 0;
    if (!tensor_shares_storage(a, b) || a->offset != b->offset) return false;
    for (;; d++, e++) {
        while (d < a->shape.ndim && a->shape.dim[d] == 1) d++;
        while (e < b->shape.ndim && b->shape.dim[e] == 1) e++;
        if (d == a->shape.ndim || e == b->shape.ndim) break;
        if (a->shape.dim[d] != b->shape.dim[e] || a->stride[d] != b->stride[e]) return false;
    }
    return d == a->shape.ndim && e == b->shape.ndim;
}

bool overlap_can_copy(const Tensor *written, const Tensor *read, Error *error)
{
    return same_cells(written, read) || overlap_can_read(written, read, error);
}
