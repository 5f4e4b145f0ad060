// Methods of tensors that say how they lie in memory.
#include "lang/containers/sequence.h"
#include "tensor/call.h"
#include "torch/options.h"

#include <string.h>

static Value method_strides(Run *run, Value *arg)
{
    return sequence_of_ints(run, &type_tuple, arg[0].tensor->stride, arg[0].tensor->shape.ndim);
}

static Value method_storage_offset(Run *run UNUSED, Value *arg)
{
    return from_int(arg[0].tensor->offset);
}

static Value method_element_size(Run *run UNUSED, Value *arg)
{
    return from_int((int64_t)dtype_bytes(arg[0].tensor->dtype));
}

static Value method_data_ptr(Run *run, Value *arg)
{
    enum { KINDS = 1 << 30, ROOM = 1 << 24 }; // room for the cells of one storage
    const Tensor *tensor = arg[0].tensor;
    return from_int(identity_of_pointer(run, tensor->storage) % KINDS * ROOM +
                    tensor->offset * (int64_t)dtype_bytes(tensor->dtype));
}

// All cells of the storage in a row; no operation, so it is not recorded.
static Value method_storage_cells(Run *run, Value *arg)
{
    const Tensor *of = arg[0].tensor;
    Tensor *cells = tensor_alias(of->heap, of);
    cells->shape = (Shape){1, {(int64_t)(storage_bytes(of) / dtype_bytes(of->dtype))}};
    cells->stride[0] = 1;
    cells->offset = 0;
    hold(run, from_tensor(cells));
    return from_tensor(cells);
}

const Native tensor_conversions[] = {
    {"_strides", "self", method_strides},
    {"storage_offset", "self", method_storage_offset},
    {"element_size", "self", method_element_size},
    {"data_ptr", "self", method_data_ptr},
    {"_storage_cells", "self", method_storage_cells},
    {0},
};
