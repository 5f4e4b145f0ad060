// The arguments that functions which make tensors have in common: sizes, dtype, device,
// requires_grad.
#include "torch/options.h"

#include "lang/class.h"
#include "tensor/create.h"

#include <string.h>

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
    if (value_is_large(given) && str_is(name, "size"))
        return raise_false(run, "TypeError",
                           "%s(): argument '%.*s' failed to unpack the object at pos %d with error "
                           "\"Overflow when unpacking long\"",
                           function, STR_ARG(name), at + 1);
    if (at > 0)
        return raise_false(run, "TypeError",
                           "%s(): argument '%.*s' failed to unpack the object at pos %d with error "
                           "\"type must be tuple of ints,but got %s\"",
                           function, STR_ARG(name), at + 1, type);
    return raise_false(run, "TypeError",
                       "%s(): argument '%.*s' (position %d) must be tuple of ints, but found "
                       "element of type %s at pos 0",
                       function, STR_ARG(name), position, type);
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
    return raise_false(run, "TypeError",
                       "%s(): argument 'input' (position 1) must be Tensor, not %s", function,
                       value.type->name);
}
