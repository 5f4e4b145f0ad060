// Methods of tensors that are no operations: about shape, dtype and memory, values as Python has
// them, and filling in place.
#include "lang/containers/sequence.h"
#include "torch/autograd/tape.h"
#include "torch/options.h"

#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/overlap.h"
#include "trace/record/writes.h"

#include <string.h>

static Value method_size(Run *run, Value *arg)
{
    Value size = torch_from_shape(run, &arg[0].tensor->shape);
    if (!size.type || !arg[1].type || arg[1].type == &type_none) return size;
    int ndim = arg[0].tensor->shape.ndim;
    int64_t dim;
    if (!options_int(run, arg[1], &dim)) {
        return raise_error(run, "TypeError", "size(): argument 'dim' must be int, not %s",
                           arg[1].type->name);
    }
    if (dim < -ndim || dim >= ndim) {
        return raise_error(run, "IndexError",
                           "Dimension out of range (expected to be in range of [%d, %d], but got "
                           "%lld)",
                           ndim ? -ndim : -1, ndim ? ndim - 1 : 0, (long long)dim);
    }
    return from_int(arg[0].tensor->shape.dim[dim < 0 ? dim + ndim : dim]);
}

static Value method_dim(Run *run UNUSED, Value *arg)
{
    return from_int(arg[0].tensor->shape.ndim);
}

static Value method_numel(Run *run UNUSED, Value *arg)
{
    return from_int(tensor_count(arg[0].tensor));
}

static Value method_item(Run *run, Value *arg)
{
    trace_note_taken(run_trace(run), arg[0].tensor);
    if (tensor_count(arg[0].tensor) == 1) return value_from_cell(arg[0].tensor, (Index){0});
    return raise_error(run, "RuntimeError",
                       "a Tensor with %lld elements cannot be converted to Scalar",
                       (long long)tensor_count(arg[0].tensor));
}

static Value lists_of(Run *run, const Tensor *tensor, Index *at, int dim, int64_t edge)
{
    if (dim == tensor->shape.ndim)
        return run_take_step(run) ? value_from_cell(tensor, *at) : NOTHING;
    int64_t size = tensor->shape.dim[dim];
    Value list = sequence_new(run, &type_list, NULL, 0);
    for (int64_t i = 0; list.type && i < size; i++) {
        if (edge >= 0 && size > 2 * edge && i == edge) i = size - edge;
        if (i >= size) break;
        at->at[dim] = i;
        Value item = lists_of(run, tensor, at, dim + 1, edge);
        if (!item.type || !sequence_add(run, value_sequence(list), item)) return NOTHING;
    }
    return list;
}

Value tensor_lists(Run *run, const Tensor *tensor, int64_t edge)
{
    return lists_of(run, tensor, &(Index){0}, 0, edge);
}

static Value method_tolist(Run *run, Value *arg)
{
    trace_note_taken(run_trace(run), arg[0].tensor);
    return tensor_lists(run, arg[0].tensor, -1);
}

static Value method_is_floating_point(Run *run UNUSED, Value *arg)
{
    return from_bool(dtype_is_float(arg[0].tensor->dtype));
}

static Value method_is_contiguous(Run *run UNUSED, Value *arg)
{
    return from_bool(tensor_is_contiguous(arg[0].tensor));
}

// A tensor that nothing recorded has seen is made anew, as a constant.
static Value fill_unrecorded(Run *run, Tensor *tensor, Value value)
{
    Tensor *number = dtype_fits_float(run, value, tensor->dtype) ? tensor_of(run, value) : NULL;
    if (!number || !dtype_fits_number(number, tensor->dtype, run->error)) return NOTHING;
    tensor_assign(tensor, number);
    storage_count_write(tensor, recorded_at(run));
    double filled = value_number(value);
    Str name = filled == 0 ? STR("zeros") : filled == 1 ? STR("ones") : STR("full");
    const Op *op = op_find(name, 0);
    if (!run_take_made(run, op, tensor)) return NOTHING;
    trace_constant(&run->trace, op, tensor, recorded_at(run));
    return from_tensor(tensor);
}

static Value fill_with(Run *run, Value self, Value value)
{
    if (!value_converts(run, value) || !tensor_may_write(run, self.tensor, false)) return NOTHING;
    value = value_plain_number(value);
    bool follows = tape_follows_write(run, self.tensor, self.tensor);
    if (value_is_number(value) && tensor_is_unrecorded(self.tensor) && !follows) {
        return fill_unrecorded(run, self.tensor, value);
    }
    Value everything = {.type = &type_ellipsis};
    return tensor_set_subscript(run, self, everything, value) ? self : NOTHING;
}

static Value method_fill(Run *run, Value *arg)
{
    Value self = fill_with(run, arg[0], arg[1]);
    bool is_number = value_is_number(arg[1]);
    if (self.type) tape_title_write(self.tensor, is_number ? "FillBackward2" : "FillBackward3");
    return self;
}

static Value method_copy(Run *run, Value *arg)
{
    if (!overlap_can_write(arg[0].tensor, run->error)) return NOTHING;
    if (is_tensor(arg[1])) {
        Shape both = arg[0].tensor->shape;
        if (!overlap_can_read(arg[0].tensor, arg[1].tensor, run->error)) return NOTHING;
        if (!shape_broadcast_with(&both, arg[1].tensor, run->error)) return NOTHING;
        if (!shape_equal(&both, &arg[0].tensor->shape)) {
            return raise_error(
                run, "RuntimeError", "output with shape %s doesn't match the broadcast shape %s",
                shape_list(&run->scratch, &arg[0].tensor->shape), shape_list(&run->scratch, &both));
        }
    }
    Value self = fill_with(run, arg[0], arg[1]);
    if (self.type) tape_title_write(self.tensor, "torch::autograd::CopyBackwards");
    return self;
}

static Value method_zero(Run *run, Value *arg)
{
    Value self = fill_with(run, arg[0], from_int(0));
    if (self.type) tape_title_write(self.tensor, "ZeroBackward0");
    return self;
}

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

const Native tensor_methods[] = {
    {"size", "self, dim=", method_size},
    {"dim", "self", method_dim},
    {"ndimension", "self", method_dim},
    {"numel", "self", method_numel},
    {"nelement", "self", method_numel},
    {"item", "self", method_item},
    {"tolist", "self", method_tolist},
    {"is_floating_point", "self", method_is_floating_point},
    {"is_contiguous", "self", method_is_contiguous},
    {"fill_", "self, value", method_fill},
    {"zero_", "self", method_zero},
    {"copy_", "self, src, non_blocking=", method_copy},
    {"_strides", "self", method_strides},
    {"storage_offset", "self", method_storage_offset},
    {"element_size", "self", method_element_size},
    {"data_ptr", "self", method_data_ptr},
    {"_storage_cells", "self", method_storage_cells},
    {0},
};
