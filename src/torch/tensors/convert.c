// Methods of tensors that give them another dtype or say how they lie in memory; devices, of which
// there is one.
#include "lang/containers/sequence.h"
#include "tensor/call.h"
#include "torch/options.h"

#include <string.h>

static Value as_dtype(Run *run, Value self, DType dtype)
{
    Arg arg = {.kind = ARG_DTYPE, .i = dtype};
    return op_call_with(run, op_find(STR("to"), 0), &self, 1, &arg, 1);
}

static Value copied(Run *run, Value self, Value given, Value result)
{
    bool copy = false;
    if (!result.type || (given.type && !value_truth(run, given, &copy))) return NOTHING;
    bool same = tensor_shares_storage(self.tensor, result.tensor);
    if (!copy || !same) return result;
    return op_call_with(run, op_find(STR("clone"), 0), &result, 1, NULL, 0);
}

// to(dtype), to(device), to(device, dtype), to(other), and the same by name.
Value tensor_to(Run *run, Value *arg)
{
    const Sequence *given = value_sequence(arg[1]);
    DType dtype = arg[0].tensor->dtype;
    enum { CHARACTERS = 120 }; // that are looked at in the time that these arguments take
    if (!run_take_characters(run, CHARACTERS)) return NOTHING;
    for (int i = 0; i < given->count + 3; i++) {
        Value item = i < given->count ? given->item[i] : arg[2 + i - given->count];
        if (!item.type || item.type == &type_none || item.type == &type_bool) continue;
        if (is_tensor(item)) {
            dtype = item.tensor->dtype;
        } else if (item.type == &type_str || item.type == &type_device) {
            if (!options_device(run, item)) return NOTHING;
        } else if (!dtype_of(run, item, &dtype)) {
            return raise_error(run, "TypeError",
                               "to() received an invalid combination of arguments - got (%s), but "
                               "expected a dtype, a device or a tensor",
                               item.type->name);
        }
    }
    return copied(run, arg[0], arg[5], as_dtype(run, arg[0], dtype));
}

// Without an argument the name of the tensor's class: 'torch.FloatTensor'.
static Value method_type(Run *run, Value *arg)
{
    DType dtype;
    if (!arg[1].type || arg[1].type == &type_none) {
        return value_from_text(
            run, arena_printf(&run->scratch, "torch.%sTensor", dtype_title(arg[0].tensor->dtype)));
    }
    bool named = arg[1].type == &type_str && dtype_of_class_name(value_text(arg[1]), &dtype);
    if (named || dtype_of(run, arg[1], &dtype)) return as_dtype(run, arg[0], dtype);
    if (arg[1].type == &type_str) {
        return raise_error(run, "ValueError", "invalid type: '%.*s'", STR_ARG(value_text(arg[1])));
    }
    return raise_error(run, "TypeError", "dtype must be a type, str, or dtype object");
}

static Value method_type_as(Run *run, Value *arg)
{
    if (!tensor_needed(run, "type_as", arg[1])) return NOTHING;
    return as_dtype(run, arg[0], arg[1].tensor->dtype);
}

static Value method_cuda(Run *run, Value *arg)
{
    (void)arg;
    return torch_no_cuda(run);
}

// ---- how a tensor lies in memory -----------------------------------------------------------

static Value method_strides(Run *run, Value *arg)
{
    return sequence_of_ints(run, &type_tuple, arg[0].tensor->stride, arg[0].tensor->shape.ndim);
}

static Value method_storage_offset(Run *run, Value *arg)
{
    (void)run;
    return from_int(arg[0].tensor->offset);
}

static Value method_element_size(Run *run, Value *arg)
{
    (void)run;
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
    {"type", "self, dtype=, non_blocking=", method_type},
    {"type_as", "self, other", method_type_as},
    {"cuda", "self, device=", method_cuda},
    {"_strides", "self", method_strides},
    {"storage_offset", "self", method_storage_offset},
    {"element_size", "self", method_element_size},
    {"data_ptr", "self", method_data_ptr},
    {"_storage_cells", "self", method_storage_cells},
    {0},
};
