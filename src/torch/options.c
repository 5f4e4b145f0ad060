// The arguments that functions which make tensors have in common: sizes, dtype, device,
// requires_grad.
#include "torch/options.h"

#include "lang/class.h"
#include "tensor/create.h"

#include <string.h>

static bool is_given(Value value)
{
    return value.type && value.type != &type_none;
}

// "cpu", "cpu:0" or a torch.device.
bool options_device(Run *run, Value given)
{
    if (!is_given(given) || given.type == &type_device) return true;
    if (given.type == &type_str) return torch_is_device_name(run, value_text(given), true);
    raise_error(run, "TypeError", "argument 'device' must be torch.device, not %s",
                given.type->name);
    return false;
}

bool options_are_plain(Run *run, Value device, Value requires_grad)
{
    bool truth;
    return options_device(run, device) &&
           (!is_given(requires_grad) || value_truth(run, requires_grad, &truth));
}

bool dtype_option(Run *run, const char *function, Value given, DType otherwise, DType *dtype)
{
    *dtype = otherwise;
    if (!is_given(given) || dtype_of(run, given, dtype)) return true;
    if (run_has_failed(run)) return false;
    raise_error(run, "TypeError", "%s(): argument 'dtype' must be torch.dtype, not %s", function,
                given.type->name);
    return false;
}

bool options_number(Value *value)
{
    bool cell = is_tensor(*value) && tensor_count(value->tensor) == 1;
    *value = cell ? value_from_cell(value->tensor, (Index){0}) : value_plain_number(*value);
    return value_is_number(*value);
}

bool options_int(Run *run, Value value, int64_t *integer)
{
    bool truth = value_is_bool(value) || (holds_tensor(value) && value.tensor->dtype == DTYPE_BOOL);
    if (truth || !value_as_index(run, &value) || !value_is_int(value)) return false;
    if (!value_unpacks(run, value)) return false;
    *integer = value_integer(value);
    return true;
}

bool options_not_a_size(Run *run, const char *function, Str name, int position, Value given, int at)
{
    const char *type = given.type->name;
    if (at > 0)
        raise_error(run, "TypeError",
                    "%s(): argument '%.*s' failed to unpack the object at pos %d with error \"type "
                    "must be tuple of ints,but got %s\"",
                    function, STR_ARG(name), at + 1, type);
    else
        raise_error(run, "TypeError",
                    "%s(): argument '%.*s' (position %d) must be tuple of ints, but found element "
                    "of type %s at pos 0",
                    function, STR_ARG(name), position, type);
    return false;
}

static bool one_size(Run *run, const char *function, Value given, int at, int64_t *size)
{
    if (value_is_large(given)) {
        raise_error(run, "TypeError",
                    "%s(): argument 'size' failed to unpack the object at pos %d with error "
                    "\"Overflow when unpacking long\"",
                    function, at + 1);
        return false;
    }
    if (options_int(run, given, size)) return true;
    return options_not_a_size(run, function, STR("size"), 1, given, at);
}

// (2, 3) or 2, 3.
bool options_size(Run *run, const char *function, Value given, Shape *shape)
{
    const Sequence *sizes = value_sequence(given);
    if (sizes->count == 1 && value_is_sequence(sizes->item[0]))
        sizes = value_sequence(sizes->item[0]);
    int64_t *size = arena_array(&run->scratch, (size_t)sizes->count + 1, sizeof *size);
    for (int i = 0; i < sizes->count; i++) {
        if (!one_size(run, function, sizes->item[i], i, &size[i])) return false;
    }
    return create_shape(size, sizes->count, shape, run->error);
}

bool options_resolve(Run *run, const char *function, const Value given[OPTION_COUNT],
                     DType otherwise, Options *options)
{
    bool grad = false;
    bool ok = dtype_option(run, function, given[0], otherwise, &options->dtype) &&
              options_device(run, given[1]) &&
              (!is_given(given[2]) || value_truth(run, given[2], &grad));
    options->requires_grad = grad;
    return ok;
}

// ---- the tensor made -----------------------------------------------------------------------

bool tensor_require_gradient(Run *run, Tensor *tensor, bool required)
{
    if (required && !dtype_is_float(tensor->dtype)) {
        raise_error(run, "RuntimeError",
                    "Only Tensors of floating point and complex dtype can require gradients");
        return error_hint(run->error, "floats: 1.0 instead of 1, or .float()");
    }
    tensor->requires_grad = required;
    return true;
}

Value tensor_made(Run *run, const char *name, Tensor *tensor, const Options *options)
{
    if (!tensor || !tensor_require_gradient(run, tensor, options->requires_grad)) return NOTHING;
    const Op *op = op_find(str_from(name), 0);
    if (!run_take_made(run, op, tensor)) return NOTHING;
    trace_constant(&run->trace, op, tensor, recorded_at(run));
    return from_tensor(tensor);
}

bool tensor_needed(Run *run, const char *function, Value value)
{
    if (is_tensor(value)) return true;
    raise_error(run, "TypeError", "%s(): argument 'input' (position 1) must be Tensor, not %s",
                function, value.type->name);
    return false;
}
