// Methods of NumPy's arrays that are no operations of the table: copies, other shapes, values as
// Python has them.
#include "lang/class.h"
#include "numpy/numpy.h"

static Value apply(Run *run, const char *op, Value self, const Arg *arg, int args)
{
    Value tensor = from_tensor(self.tensor);
    return apply_op(run, op_find(str_from(op), 0), &tensor, 1, arg, args);
}

static Value method_astype(Run *run, Value *arg)
{
    DType dtype;
    if (!numpy_dtype(run, arg[1], &dtype)) return NOTHING;
    if (dtype == arg[0].tensor->dtype)
        return as_array_of(run, arg[0], apply(run, "clone", arg[0], NULL, 0));
    return as_array_of(run, arg[0],
                       apply(run, "to", arg[0], &(Arg){.kind = ARG_DTYPE, .i = dtype}, 1));
}

static Value method_copy(Run *run, Value *arg)
{
    return as_array_of(run, arg[0], apply(run, "clone", arg[0], NULL, 0));
}

// a.view(), a.view(InfoArray): the same numbers, as another class.
static Value method_view(Run *run, Value *arg)
{
    Value class = arg[1].type && arg[1].type != &type_none ? arg[1] : type_of(arg[0]);
    if (!is_class(class) || class.of->holds != HOLDS_ARRAY)
        return outside_subset(run, ".astype(dtype), which converts the numbers",
                              "view() of the same bits as another dtype");
    Tensor *tensor = tensor_again(run, arg[0].tensor);
    if (class.of->class) return tensor_instance(run, class.of, tensor, arg[0]);
    return (Value){.type = class.of, .tensor = tensor};
}

static Value flat(Run *run, Value self)
{
    int64_t *size = NEW(&run->scratch, int64_t);
    *size = -1;
    if (tensor_count(self.tensor) == 0) *size = 0;
    return apply(run, "reshape", self, &(Arg){.kind = ARG_INTS, .ints = size, .count = 1}, 1);
}

static Value method_ravel(Run *run, Value *arg)
{
    return as_array_of(run, arg[0], flat(run, arg[0]));
}

static Value method_flatten(Run *run, Value *arg)
{
    Value line = flat(run, arg[0]);
    bool copied = line.type && !tensor_shares_storage(line.tensor, arg[0].tensor);
    return line.type && !copied ? as_array_of(run, arg[0], apply(run, "clone", line, NULL, 0))
                                : as_array_of(run, arg[0], line);
}

// a.transpose(), a.transpose(1, 0, 2), a.transpose((1, 0, 2))
static Value method_transpose(Run *run, Value *arg)
{
    const Sequence *axes = value_sequence(arg[1]);
    if (axes->count == 1 && is_sequence(axes->item[0])) axes = value_sequence(axes->item[0]);
    bool none = axes->count == 0 || (axes->count == 1 && axes->item[0].type == &type_none);
    if (none) return as_array_of(run, arg[0], apply(run, "T", arg[0], NULL, 0));
    int64_t *dims = NEW_ARRAY(&run->scratch, int64_t, axes->count);
    for (int i = 0; i < axes->count; i++) {
        if (!is_integer(axes->item[i]))
            return raise_error(run, "TypeError", "'%s' object cannot be interpreted as an integer",
                               axes->item[i].type->name);
        dims[i] = integer_of(axes->item[i]);
    }
    if (axes->count != arg[0].tensor->shape.ndim)
        return raise_error(run, "ValueError", "axes don't match array");
    return as_array_of(run, arg[0],
                       apply(run, "permute", arg[0],
                             &(Arg){.kind = ARG_INTS, .ints = dims, .count = axes->count}, 1));
}

static Value plain_method(Run *run, Value self, const char *name)
{
    Value method =
        get_attribute(run, from_tensor(self.tensor), name_of(&run->names, str_from(name)));
    return method.type ? call_with(run, method, NULL, 0) : NOTHING;
}

static Value method_tolist(Run *run, Value *arg)
{
    return plain_method(run, arg[0], "tolist");
}

static Value method_item(Run *run, Value *arg)
{
    const Sequence *at = value_sequence(arg[1]);
    Value self = arg[0];
    if (at->count == 1 && is_integer(at->item[0]))
        self = numpy_subscript(run, method_ravel(run, &self), at->item[0]);
    else if (at->count)
        self = numpy_subscript(run, self, arg[1]);
    if (!self.type) return NOTHING;
    if (tensor_count(self.tensor) == 1) return cell_number(self.tensor, (Index){0});
    return raise_error(run, "ValueError", "can only convert an array of size 1 to a Python scalar");
}

static Value method_fill(Run *run, Value *arg)
{
    Value everything = {.type = &type_ellipsis};
    return numpy_set_subscript(run, arg[0], everything, arg[1]) ? NONE : NOTHING;
}

const Native array_methods[] = {
    {"astype", "self, dtype, copy=", method_astype},
    {"copy", "self", method_copy},
    {"view", "self, type=", method_view},
    {"ravel", "self", method_ravel},
    {"flatten", "self", method_flatten},
    {"transpose", "self, *axes", method_transpose},
    {"tolist", "self", method_tolist},
    {"item", "self, *args", method_item},
    {"fill", "self, value", method_fill},
    {0},
};
