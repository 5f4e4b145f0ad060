// torch.tensor(data): nested lists of numbers as a tensor. Its shape follows the first items; all
// others must agree.
#include "lang/interp.h"

typedef struct Data {
    Shape shape;
    DType dtype; // what all numbers have together
    bool any;    // is there a number?
    Tensor *into;
    int64_t filled;
} Data;

static bool is_data_list(Value value)
{
    return is_sequence(value);
}

static bool find_shape(Run *run, Value data, Shape *shape)
{
    while (is_data_list(data) || data.type == &type_tensor) {
        const Sequence *list = is_data_list(data) ? value_sequence(data) : NULL;
        const Tensor *tensor = list ? NULL : data.tensor;
        if (tensor && tensor->shape.ndim == 0) return true;
        if (tensor && shape->ndim) {
            outside_subset(run, "torch.stack", "torch.tensor() of a list of tensors");
            return false;
        }
        if (shape->ndim == MAX_DIMS) {
            raise_error(run, "ValueError", "too many dimensions: qkv has up to %d", MAX_DIMS);
            return false;
        }
        shape->dim[shape->ndim++] = list->count;
        if (!list->count) return true;
        data = list->item[0];
    }
    return true;
}

static DType dtype_of_number(const Run *run, Value value)
{
    if (value.type == &type_tensor) return value.tensor->dtype;
    if (value.type == &type_float) return run->trace.heap.float_dtype;
    return value.type == &type_bool ? DTYPE_BOOL : DTYPE_INT64;
}

static bool not_a_number(Run *run, Value value, int depth)
{
    if (value.type == &type_str) {
        if (depth)
            raise_error(run, "ValueError", "too many dimensions 'str'");
        else
            raise_error(run, "TypeError", "new(): invalid data type 'str'");
    } else {
        raise_error(run, "RuntimeError", "Could not infer dtype of %s", value.type->name);
    }
    return false;
}

static bool check_number(Run *run, Data *data, Value value, int depth)
{
    if (is_data_list(value)) {
        raise_error(run, "TypeError", "expected a number, got a %s: the lists are nested unevenly",
                    value.type->name);
        return false;
    }
    bool cell = value.type == &type_tensor && tensor_count(value.tensor) == 1;
    if (!is_number(value) && !cell) return not_a_number(run, value, depth);
    DType dtype = dtype_of_number(run, value);
    data->dtype = data->any ? dtype_promote(data->dtype, dtype) : dtype;
    data->any = true;
    return true;
}

// Checks that `value`, `depth` levels down, has the shape of the first items.
static bool check(Run *run, Data *data, Value value, int depth)
{
    if (depth == data->shape.ndim) return check_number(run, data, value, depth);
    if (!is_data_list(value)) {
        if (is_number(value))
            raise_error(run, "TypeError", "not a sequence");
        else
            not_a_number(run, value, depth);
        return false;
    }
    const Sequence *list = value_sequence(value);
    if (list->count != data->shape.dim[depth]) {
        raise_error(run, "ValueError", "expected sequence of length %lld at dim %d (got %d)",
                    (long long)data->shape.dim[depth], depth, list->count);
        return error_hint(run->error, "rows of the same length");
    }
    for (int i = 0; i < list->count; i++) {
        if (!check(run, data, list->item[i], depth + 1)) return false;
    }
    return true;
}

static void set_cell(Tensor *into, Index at, Value value)
{
    bool cell = value.type == &type_tensor;
    bool whole = cell ? !dtype_is_float(value.tensor->dtype) : is_integer(value);
    if (!dtype_is_float(into->dtype) && whole) {
        tensor_set_int(into, at,
                       cell ? tensor_get_int(value.tensor, (Index){0}) : integer_of(value));
    } else {
        tensor_set(into, at, cell ? tensor_get(value.tensor, (Index){0}) : number_of(value));
    }
}

static void fill(Data *data, Value value, int depth)
{
    if (depth == data->shape.ndim) {
        set_cell(data->into, index_unravel(&data->shape, data->filled++), value);
        return;
    }
    const Sequence *list = value_sequence(value);
    for (int i = 0; i < list->count; i++) fill(data, list->item[i], depth + 1);
}

static bool fits_int64(Run *run, const Data *data, Value value, int depth)
{
    if (depth < data->shape.ndim) {
        const Sequence *list = value_sequence(value);
        for (int i = 0; i < list->count; i++) {
            if (!fits_int64(run, data, list->item[i], depth + 1)) return false;
        }
        return true;
    }
    if (value.type != &type_float) return true;
    Value whole = call_with(run, from_type(&type_int), &value, 1);
    return whole.type != NULL;
}

Value tensor_from_data(Run *run, Value given, Value dtype)
{
    Data data = {.dtype = run->trace.heap.float_dtype};
    if (given.type == &type_tensor) {
        return outside_subset(run, ".clone()", "torch.tensor() of a tensor");
    }
    if (!find_shape(run, given, &data.shape) || !check(run, &data, given, 0)) return NOTHING;
    if (dtype.type && dtype.type != &type_none && !dtype_of(run, dtype, &data.dtype)) {
        return raise_error(run, "TypeError",
                           "tensor(): argument 'dtype' must be torch.dtype, not %s",
                           dtype.type->name);
    }
    if (dtype_is_integer(data.dtype) && !fits_int64(run, &data, given, 0)) return NOTHING;
    data.into = tensor_new(&run->trace.heap, data.dtype, data.shape, run->error);
    if (!data.into) return NOTHING;
    fill(&data, given, 0);
    const Op *op = op_find(STR("tensor"), 0);
    bool ok = trace_constant(&run->trace, op, data.into, run->here, run->error);
    return ok ? from_tensor(data.into) : NOTHING;
}
