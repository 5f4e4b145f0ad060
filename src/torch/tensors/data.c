// torch.tensor(data): nested lists of numbers as a tensor, NumPy's arrays among them. Its shape
// follows the first items; all others must agree.
#include "lang/class.h"
#include "torch/options.h"

#include "tensor/convert.h"

typedef struct Data {
    Shape shape;
    DType dtype; // what all numbers have together
    DType (*together)(DType, DType);
    bool any;       // is there a number?
    bool is_narrow; // numbers may not fit
    Tensor *into;
    int64_t filled;
} Data;

// An array counts as lists of its cells.
static bool is_array(Value value)
{
    return value.type && value.type->holds == HOLDS_ARRAY;
}

static bool is_cell(Value value)
{
    return holds_tensor(value) && !is_array(value) && tensor_count(value.tensor) == 1;
}

static bool add_dimension(Run *run, Shape *shape, int64_t size)
{
    if (shape->ndim == MAX_DIMS)
        return raise_false(run, "ValueError", "too many dimensions: qkv has up to %d", MAX_DIMS);
    shape->dim[shape->ndim++] = size;
    return true;
}

static bool find_shape(Run *run, Value data, Shape *shape)
{
    while (value_is_sequence(data)) {
        const Sequence *list = value_sequence(data);
        if (!add_dimension(run, shape, list->count)) return false;
        if (!list->count) return true;
        data = list->item[0];
    }
    for (int d = 0; is_array(data) && d < data.tensor->shape.ndim; d++) {
        if (!add_dimension(run, shape, data.tensor->shape.dim[d])) return false;
    }
    return true;
}

static DType dtype_of_number(const Run *run, Value value)
{
    DType float_dtype = run->trace.heap.float_dtype;
    if (is_cell(value)) return value.tensor->dtype;
    if (value_is_float(value)) return float_dtype;
    return value.type == &type_bool ? DTYPE_BOOL : DTYPE_INT64;
}

static bool not_a_number(Run *run, Value value, int depth)
{
    if (is_tensor(value)) {
        raise_error(run, "ValueError",
                    "only one element tensors can be converted to Python scalars");
        error_hint(run->error, "torch.stack([...]) puts tensors together");
    } else if (value_has_type(value, &type_str)) {
        if (depth)
            raise_error(run, "ValueError", "too many dimensions 'str'");
        else
            raise_error(run, "TypeError", "new(): invalid data type 'str'");
    } else {
        raise_error(run, "RuntimeError", "Could not infer dtype of %s", value.type->name);
    }
    return false;
}

static void find_dtype(Data *data, DType dtype)
{
    data->dtype = data->any ? data->together(data->dtype, dtype) : dtype;
    data->any = true;
}

static bool check_number(Run *run, Data *data, Value value, int depth)
{
    if (value_is_sequence(value))
        return raise_false(run, "TypeError",
                           "expected a number, got a %s: the lists are nested unevenly",
                           value.type->name);
    if (!value_is_number(value) && !is_cell(value)) return not_a_number(run, value, depth);
    find_dtype(data, dtype_of_number(run, value));
    data->is_narrow |= value_is_large(value);
    return true;
}

static bool wrong_length(Run *run, const Data *data, int depth, int64_t got)
{
    raise_error(run, "ValueError", "expected sequence of length %lld at dim %d (got %lld)",
                (long long)data->shape.dim[depth], depth, (long long)got);
    return error_hint(run->error, "rows of the same length");
}

static bool check_array(Run *run, Data *data, const Tensor *array, int depth)
{
    for (int d = 0; d < array->shape.ndim; d++) {
        if (depth + d >= data->shape.ndim || array->shape.dim[d] != data->shape.dim[depth + d])
            return wrong_length(run, data, depth < data->shape.ndim ? depth : depth - 1,
                                array->shape.dim[d]);
    }
    if (depth + array->shape.ndim < data->shape.ndim)
        return raise_false(run, "TypeError", "not a sequence");
    find_dtype(data, array->dtype);
    return true;
}

// Checks that `value`, `depth` levels down, has the shape of the first items.
static bool check(Run *run, Data *data, Value value, int depth)
{
    if (is_array(value)) return check_array(run, data, value.tensor, depth);
    if (depth == data->shape.ndim) return check_number(run, data, value, depth);
    if (!value_is_sequence(value)) {
        if (value_is_number(value))
            raise_error(run, "TypeError", "not a sequence");
        else
            not_a_number(run, value, depth);
        return false;
    }
    const Sequence *list = value_sequence(value);
    if (list->count != data->shape.dim[depth]) return wrong_length(run, data, depth, list->count);
    for (int i = 0; i < list->count; i++) {
        if (!check(run, data, list->item[i], depth + 1)) return false;
    }
    return true;
}

// ---- filling -------------------------------------------------------------------------------

static void set_cell(Tensor *into, Index at, Value value)
{
    bool cell = is_cell(value);
    bool whole = cell ? !dtype_is_float(value.tensor->dtype) : value_is_integer(value);
    if (!dtype_is_float(into->dtype) && whole) {
        tensor_set_int(into, at,
                       cell ? tensor_get_int(value.tensor, (Index){0}) : value_integer(value));
    } else {
        tensor_set(into, at, cell ? tensor_get(value.tensor, (Index){0}) : value_number(value));
    }
}

static void fill_array(Data *data, const Tensor *array)
{
    int64_t count = tensor_count(array);
    if (count == 0) return;
    Tensor part = *data->into;
    part.shape = array->shape;
    shape_strides(&part.shape, part.stride);
    part.offset += data->filled;
    tensor_assign(&part, array);
    data->filled += count;
}

static bool number_fits_in(Run *run, DType dtype, Value value)
{
    if (dtype_is_integer(dtype) && !value_unpacks(run, value)) return false;
    if (dtype_is_float(dtype))
        return call_with(run, from_type(&type_float), &value, 1).type != NULL;
    if (dtype == DTYPE_INT64 && value_is_float(value)) {
        return call_with(run, from_type(&type_int), &value, 1).type != NULL;
    }
    if (!value_is_number(value) || dtype == DTYPE_INT64) return true;
    double number = value_number(value), most = (double)dtype_most(dtype);
    bool wraps = dtype == DTYPE_UINT8 && !value_is_float(value); // -1 is 255
    double least = wraps ? -most : (double)dtype_least(dtype);
    if (number >= least && number <= most) return true;
    return raise_false(run, "RuntimeError", "value cannot be converted to type %s without overflow",
                       dtype_name(dtype));
}

static bool fill(Run *run, Data *data, Value value, int depth)
{
    if (is_array(value)) {
        fill_array(data, value.tensor);
        return true;
    }
    if (depth == data->shape.ndim) {
        if (data->is_narrow && !number_fits_in(run, data->dtype, value)) return false;
        set_cell(data->into, index_unravel(&data->shape, data->filled++), value);
        return true;
    }
    const Sequence *list = value_sequence(value);
    for (int i = 0; i < list->count; i++) {
        if (!fill(run, data, list->item[i], depth + 1)) return false;
    }
    return true;
}

// ---- the functions -------------------------------------------------------------------------

Tensor *tensor_of_data(Run *run, Value given, const DType *wanted, DType (*together)(DType, DType))
{
    Data data = {.dtype = run->trace.heap.float_dtype, .together = together};
    const Tensor *cells = holds_tensor(given) ? given.tensor : NULL;
    if (cells) {
        data.dtype = cells->dtype;
        data.shape = cells->shape;
    } else if (!find_shape(run, given, &data.shape) || !check(run, &data, given, 0)) {
        return NULL;
    }
    if (wanted) data.dtype = *wanted;
    data.is_narrow |= dtype_is_integer(data.dtype);
    data.into = tensor_new(&run->trace.heap, data.dtype, data.shape, run->error);
    if (data.into && cells)
        fill_array(&data, cells);
    else if (data.into && !fill(run, &data, given, 0))
        return NULL;
    return data.into;
}

static Value copy_of(Run *run, Value given, const Options *options)
{
    Value copy = op_call_with(run, op_find(STR("clone"), 0), &given, 1, NULL, 0);
    if (!copy.type) return NOTHING;
    Arg dtype = {.kind = ARG_DTYPE, .i = options->dtype};
    copy.tensor->requires_grad = copy.tensor->is_derived = false;
    if (copy.tensor->dtype != options->dtype)
        copy = op_call_with(run, op_find(STR("to"), 0), &copy, 1, &dtype, 1);
    return copy.type && tensor_require_gradient(run, copy.tensor, options->requires_grad) ? copy
                                                                                          : NOTHING;
}

// The numbers of another tensor are copied by an operation, so that they are known to come from it.
// data, dtype, requires_grad
static Value make_tensor(Run *run, Value *arg)
{
    bool has_dtype = arg[1].type && arg[1].type != &type_none;
    Options options = {.requires_grad = arg[2].type && arg[2].truth};
    Value data = arg[0];
    if (has_dtype) dtype_of(run, arg[1], &options.dtype);
    if (holds_tensor(data)) {
        if (!has_dtype) options.dtype = data.tensor->dtype;
        bool plain = !data.type->class;
        data = from_tensor(plain ? data.tensor : tensor_again(run, data.tensor));
        return copy_of(run, data, &options);
    }
    Tensor *tensor = tensor_of_data(run, data, has_dtype ? &options.dtype : NULL, dtype_promote);
    return tensor_made(run, "tensor", tensor, &options);
}

Value tensor_from_data(Run *run, Value data, Value dtype)
{
    return make_tensor(run, (Value[]){data, dtype, NOTHING});
}

// The tensor that is there already, of an array too, or None.
static Value tensor_shared(Run *run UNUSED, Value *arg)
{
    return holds_tensor(arg[0]) ? from_tensor(arg[0].tensor) : NONE;
}

const Native torch_data_makers[] = {
    {"_tensor", "data, dtype, requires_grad, /", make_tensor},
    {"_shared", "data, /", tensor_shared},
    {0},
};

// torch.FloatTensor(2, 3) and torch.FloatTensor([1, 2]): sizes, or data.
Value tensor_of_class(Run *run, DType dtype, const Args *args)
{
    if (args->keyword_count) {
        return raise_error(run, "TypeError", "%sTensor() takes no keyword arguments here",
                           dtype_title(dtype));
    }
    Args all = {.count = args->count + 1};
    all.item = NEW_ARRAY(&run->scratch, Value, all.count);
    all.item[0] = from_dtype(dtype);
    for (int i = 0; i < args->count; i++) all.item[i + 1] = args->item[i];
    Value function = library_function(run, "torch._makers", "of_class");
    return function.type ? call_value(run, function, &all) : NOTHING;
}
