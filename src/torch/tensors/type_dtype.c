// torch.dtype, the classes of tensors that are named after a dtype (torch.LongTensor), and what is
// asked about dtypes: result_type and the like.
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "torch/torch.h"

#include <string.h>

// ---- dtype ---------------------------------------------------------------------------------

static void dtype_repr(Run *run UNUSED, Value self, Buf *out)
{
    buf_printf(out, "torch.%s", dtype_name(self.dtype));
}

static bool dtype_hash(Run *run UNUSED, Value self, uint64_t *hash)
{
    *hash = (uint64_t)self.dtype + 77;
    return true;
}

static Value dtype_attribute(Run *run UNUSED, Value self, const char *name)
{
    if (strcmp(name, "is_floating_point") == 0) return from_bool(dtype_is_float(self.dtype));
    if (strcmp(name, "is_complex") == 0) return from_bool(false);
    if (strcmp(name, "itemsize") == 0) return from_int((int64_t)dtype_bytes(self.dtype));
    if (strcmp(name, "is_signed") == 0)
        return from_bool(self.dtype != DTYPE_BOOL && self.dtype != DTYPE_UINT8);
    return NOTHING;
}

const Type type_dtype = {
    .is_plain = true,
    .name = "torch.dtype",
    .stored = STORED_DTYPE,
    .names_dtype = true,
    .repr = dtype_repr,
    .hash = dtype_hash,
    .attribute = dtype_attribute,
};

bool dtype_of(Run *run UNUSED, Value value, DType *dtype)
{
    if (value.type && value.type->names_dtype) {
        *dtype = value.dtype;
        return true;
    }
    if (value.type != &type_type) return false;
    if (value.of->holds == HOLDS_ARRAY_NUMBER) {
        *dtype = value.of->dtype;
        return true;
    }
    *dtype = value.of == &type_bool    ? DTYPE_BOOL
             : value.of == &type_float ? DTYPE_FLOAT64
                                       : DTYPE_INT64;
    return value.of == &type_bool || value.of == &type_int || value.of == &type_float;
}

// ---- torch.LongTensor ----------------------------------------------------------------------

static void class_repr(Run *run UNUSED, Value self, Buf *out)
{
    buf_printf(out, "<class 'torch.%sTensor'>", dtype_title(self.dtype));
}

static Value class_call(Run *run, Value self, const Args *args)
{
    return tensor_of_class(run, self.dtype, args);
}

static bool has_instance(Value self, Value value)
{
    return is_tensor(value) && value.tensor->dtype == self.dtype;
}

const Type type_tensor_class = {
    .is_plain = true,
    .name = "tensortype",
    .stored = STORED_DTYPE,
    .names_dtype = true,
    .repr = class_repr,
    .hash = dtype_hash,
    .call = class_call,
    .has_instance = has_instance,
};

// ---- questions -----------------------------------------------------------------------------

static Value promote_dtypes(Run *run UNUSED, Value *arg)
{
    return from_dtype(dtype_promote(arg[0].dtype, arg[1].dtype));
}

static Value can_cast(Run *run UNUSED, Value *arg)
{
    return from_bool(dtype_can_cast(arg[0].dtype, arg[1].dtype));
}

static Value torch_result_type(Run *run, Value *arg)
{
    Tensor *tensor[2] = {tensor_of(run, arg[0]), NULL};
    if (tensor[0]) tensor[1] = tensor_of(run, arg[1]);
    return tensor[1] ? from_dtype(dtype_together(tensor, 2)) : NOTHING;
}

static Value torch_get_default_dtype(Run *run, Value *arg UNUSED)
{
    return from_dtype(run->trace.heap.float_dtype);
}

static Value set_default_dtype(Run *run, Value *arg)
{
    run->trace.heap.float_dtype = arg[0].dtype;
    return NONE;
}

const Native torch_dtype_functions[] = {
    {"_promote_dtypes", "type1, type2, /", promote_dtypes},
    {"_can_cast", "from_, to, /", can_cast},
    {"_set_default_dtype", "dtype, /", set_default_dtype},
    {"result_type", "tensor1, tensor2", torch_result_type},
    {"get_default_dtype", "", torch_get_default_dtype},
    {0},
};

void dtype_add_all(Run *run, Value torch)
{
    static const struct {
        const char *name;
        DType dtype;
    } dtypes[] = {
        {"float32", DTYPE_FLOAT32},   {"float", DTYPE_FLOAT32},   {"float64", DTYPE_FLOAT64},
        {"double", DTYPE_FLOAT64},    {"int64", DTYPE_INT64},     {"long", DTYPE_INT64},
        {"int32", DTYPE_INT32},       {"int", DTYPE_INT32},       {"int16", DTYPE_INT16},
        {"short", DTYPE_INT16},       {"int8", DTYPE_INT8},       {"uint8", DTYPE_UINT8},
        {"bool", DTYPE_BOOL},         {"float16", DTYPE_FLOAT16}, {"half", DTYPE_FLOAT16},
        {"bfloat16", DTYPE_BFLOAT16},
    };
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        module_set(run, torch, dtypes[i].name, from_dtype(dtypes[i].dtype));
    }
    for (int t = 0; t < DTYPE_COUNT; t++) {
        const char *name = arena_printf(&run->arena, "%sTensor", dtype_title((DType)t));
        module_set(run, torch, name, (Value){.type = &type_tensor_class, .dtype = (DType)t});
    }
    module_set(run, torch, "dtype", from_type(&type_dtype));
    module_add_natives(run, &((Module *)torch.object)->table, torch_dtype_functions);
}
