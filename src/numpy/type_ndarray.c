// NumPy's arrays and dtypes as values.
#include "numpy/numpy.h"

#include "lang/containers/sequence.h"
#include "lang/imports/module.h"
#include "tensor/convert.h"
#include "tensor/dtype.h"

#include <string.h>

// ---- dtype: np.float32, and dtype('float32') as an array has it ------------------------------

bool numpy_dtype(Run *run, Value value, DType *dtype)
{
    static const struct {
        const char *name;
        DType dtype;
    } others[] = {
        {"float", DTYPE_FLOAT64},  {"double", DTYPE_FLOAT64}, {"int", DTYPE_INT64},
        {"single", DTYPE_FLOAT32}, {"f4", DTYPE_FLOAT32},     {"f8", DTYPE_FLOAT64},
        {"f", DTYPE_FLOAT32},      {"d", DTYPE_FLOAT64},      {"i4", DTYPE_INT32},
        {"i8", DTYPE_INT64},       {"i", DTYPE_INT32},        {"u1", DTYPE_UINT8},
        {"?", DTYPE_BOOL},         {"bool_", DTYPE_BOOL},     {"half", DTYPE_FLOAT16},
        {"f2", DTYPE_FLOAT16},     {"e", DTYPE_FLOAT16},
    };
    if (dtype_of(run, value, dtype)) return true;
    Str name = value.type == &type_str ? value_text(value) : (Str){0};
    for (int t = 0; t < DTYPE_COUNT && name.n; t++) {
        *dtype = (DType)t;
        if (t != DTYPE_BFLOAT16 && str_is(name, dtype_name((DType)t))) return true;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others && name.n; i++) {
        *dtype = others[i].dtype;
        if (str_is(name, others[i].name)) return true;
    }
    if (name.n)
        raise_error(run, "TypeError", "data type '%.*s' not understood", STR_ARG(name));
    else
        raise_error(run, "TypeError", "Cannot interpret '%s' as a data type", value.type->name);
    error_hint(run->error, "np.float64, np.float32, np.int64, np.int32, np.uint8 or bool");
    return false;
}

static void dtype_repr(Run *run UNUSED, Value self, Buf *out)
{
    buf_printf(out, "dtype('%s')", dtype_name(self.dtype));
}

static void dtype_str(Run *run UNUSED, Value self, Buf *out)
{
    buf_printf(out, "%s", dtype_name(self.dtype));
}

static bool dtype_hash(Run *run UNUSED, Value self, uint64_t *hash)
{
    *hash = (uint64_t)self.dtype + 177;
    return true;
}

static Value dtype_binary(Run *run, Operator op, Value left, Value right)
{
    DType a, b;
    if (op != OPERATOR_EQUAL && op != OPERATOR_NOT_EQUAL) return NOT_IMPLEMENTED;
    bool known = numpy_dtype(run, left, &a) && numpy_dtype(run, right, &b);
    if (!known) return NOTHING;
    return from_bool((a == b) == (op == OPERATOR_EQUAL));
}

static Value dtype_attribute(Run *run, Value self, const char *name)
{
    static const char *const kind[] = {
        [DTYPE_FLOAT32] = "f", [DTYPE_FLOAT64] = "f", [DTYPE_BOOL] = "b",
        [DTYPE_UINT8] = "u",   [DTYPE_INT64] = "i",   [DTYPE_INT32] = "i",
        [DTYPE_INT16] = "i",   [DTYPE_INT8] = "i",    [DTYPE_FLOAT16] = "f"};
    if (strcmp(name, "name") == 0) return value_from_text(run, dtype_name(self.dtype));
    if (strcmp(name, "itemsize") == 0) return from_int((int64_t)dtype_bytes(self.dtype));
    if (strcmp(name, "kind") == 0) return value_from_text(run, kind[self.dtype]);
    if (strcmp(name, "type") == 0) return from_type(&numpy_scalars[self.dtype]);
    return NOTHING;
}

static Value dtype_construct(Run *run, const Args *args)
{
    DType dtype;
    if (args->count != 1) return raise_error(run, "TypeError", "dtype() takes one argument");
    if (!numpy_dtype(run, args->item[0], &dtype)) return NOTHING;
    return (Value){.type = &type_np_dtype, .dtype = dtype};
}

const Type type_np_dtype = {
    .name = "numpy.dtype",
    .stored = STORED_DTYPE,
    .names_dtype = true,
    .is_plain = true,
    .repr = dtype_repr,
    .str = dtype_str,
    .hash = dtype_hash,
    .binary = dtype_binary,
    .attribute = dtype_attribute,
    .construct = dtype_construct,
};

// ---- methods ---------------------------------------------------------------------------------

static void method_visit(Run *run, Object *object)
{
    value_mark_all(run, &((Method *)object)->self, 1);
    value_mark_all(run, &((Method *)object)->function, 1);
}

static Value method_call(Run *run, Value self, const Args *args)
{
    const Method *method = (const Method *)self.object;
    Args all = *args; // a function of the library: the array is its first argument
    all.item = NEW_ARRAY(&run->scratch, Value, args->count + 1);
    all.item[0] = method->self;
    for (int i = 0; i < args->count; i++) all.item[i + 1] = args->item[i];
    all.count++;
    return call_value(run, method->function, &all);
}

const Type type_np_method = {
    .name = "builtin_function_or_method",
    .call = method_call,
    .visit = method_visit,
};

// ---- arrays ----------------------------------------------------------------------------------

// As src/library/numpy.core.arrayprint.py has it.
static void add_text(Run *run, Value self, const char *function, Buf *out)
{
    Value print = library_function(run, "numpy.core.arrayprint", function);
    Value text = print.type ? call_with(run, print, &self, 1) : NOTHING;
    if (text.type) buf_add(out, value_text(text));
}

static void array_repr(Run *run, Value self, Buf *out)
{
    add_text(run, self, "_repr", out);
}

static void array_str(Run *run, Value self, Buf *out)
{
    if (self.tensor->shape.ndim == 0)
        tensor_print_cell(out, self.tensor, (Index){0});
    else
        add_text(run, self, "_str", out);
}

bool numpy_array_truth(Run *run, Value self, bool *truth)
{
    int64_t count = tensor_count(self.tensor);
    *truth = count == 1 && tensor_get(self.tensor, (Index){0}) != 0;
    if (count <= 1) return true;
    raise_error(run, "ValueError",
                "The truth value of an array with more than one element is ambiguous. Use a.any() "
                "or a.all()");
    return error_hint(run->error, ".all() or .any()");
}

int64_t numpy_array_length(Run *run, Value self)
{
    if (self.tensor->shape.ndim) return self.tensor->shape.dim[0];
    raise_error(run, "TypeError", "len() of unsized object");
    return -1;
}

static Value array_next(Run *run, Value self, int64_t *at)
{
    if (!self.tensor->shape.ndim) {
        return raise_error(run, "TypeError", "iteration over a 0-d array");
    }
    if (*at >= self.tensor->shape.dim[0]) return NOTHING;
    return numpy_subscript(run, self, from_int((*at)++));
}

static bool array_contains(Run *run, Value self, Value item, bool *found)
{
    return tensor_any(numpy_binary(run, OPERATOR_EQUAL, self, item), found);
}

static Value strides_of(Run *run, const Tensor *tensor)
{
    Value tuple = sequence_new(run, &type_tuple, NULL, 0);
    int64_t bytes = (int64_t)dtype_bytes(tensor->dtype);
    for (int d = 0; tuple.type && d < tensor->shape.ndim; d++) {
        if (!sequence_add(run, value_sequence(tuple), from_int(tensor->stride[d] * bytes)))
            return NOTHING;
    }
    return tuple;
}

static Value fact(Run *run, const Tensor *tensor, const char *name)
{
    int64_t bytes = (int64_t)dtype_bytes(tensor->dtype);
    if (strcmp(name, "shape") == 0)
        return sequence_of_ints(run, &type_tuple, tensor->shape.dim, tensor->shape.ndim);
    if (strcmp(name, "ndim") == 0) return from_int(tensor->shape.ndim);
    if (strcmp(name, "size") == 0) return from_int(tensor_count(tensor));
    if (strcmp(name, "itemsize") == 0) return from_int(bytes);
    if (strcmp(name, "nbytes") == 0) return from_int(tensor_count(tensor) * bytes);
    if (strcmp(name, "strides") == 0) return strides_of(run, tensor);
    if (strcmp(name, "dtype") == 0) return (Value){.type = &type_np_dtype, .dtype = tensor->dtype};
    return NOTHING;
}

// A method as a function of the array: one of src/library/numpy._methods.py.
static Value array_method(Run *run, const char *name)
{
    Value module = import_module(run, name_of(&run->names, STR("numpy._methods")));
    const Value *function =
        module.type ? table_find(&((const Module *)module.object)->table, name) : NULL;
    bool is_method =
        function && (function->type == &type_builtin || function->type == &type_function);
    return is_method && name[0] != '_' ? *function : NOTHING;
}

Value numpy_array_attribute(Run *run, Value self, const char *name)
{
    Value found = fact(run, self.tensor, name);
    if (found.type || run_has_failed(run)) return found;
    if (strcmp(name, "T") == 0) {
        Value tensor = from_tensor(self.tensor);
        return numpy_as_array_of(run, self,
                                 op_call_with(run, op_find(STR("T"), 0), &tensor, 1, NULL, 0));
    }
    Value method = array_method(run, name);
    return method.type ? method_new(run, &type_np_method, self, method) : NOTHING;
}

Value numpy_array_absolute(Run *run, Value self)
{
    Value tensor = from_tensor(self.tensor);
    return numpy_as_array_of(run, self,
                             op_call_with(run, op_row_named(run, "abs"), &tensor, 1, NULL, 0));
}

static Value array_construct(Run *run, const Args *args)
{
    Value function = library_function(run, "numpy.core.multiarray", "_construct");
    return function.type ? call_value(run, function, args) : NOTHING;
}

const Type type_ndarray = {
    .name = "numpy.ndarray",
    .holds = HOLDS_ARRAY,
    .size = sizeof(Object),
    .construct = array_construct,
    .repr = array_repr,
    .str = array_str,
    .truth = numpy_array_truth,
    .length = numpy_array_length,
    .unary = numpy_unary,
    .absolute = numpy_array_absolute,
    .binary = numpy_binary,
    .in_place = numpy_in_place,
    .contains = array_contains,
    .attribute = numpy_array_attribute,
    .member = array_method,
    .subscript = numpy_subscript,
    .set_subscript = numpy_set_subscript,
    .next = array_next,
};
