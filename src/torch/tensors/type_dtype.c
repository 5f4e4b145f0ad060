// torch.dtype, torch.device, torch.layout, the classes of tensors that are named after a dtype
// (torch.LongTensor), and what is asked about dtypes: result_type and the like.
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

// ---- device, layout ------------------------------------------------------------------------

// There is only the CPU: `truth` says whether it was asked for with its index, "cpu:0".
static void device_repr(Run *run UNUSED, Value self, Buf *out)
{
    buf_printf(out, "device(type='cpu'%s)", self.truth ? ", index=0" : "");
}

static void device_str(Run *run UNUSED, Value self, Buf *out)
{
    buf_add(out, self.truth ? STR("cpu:0") : STR("cpu"));
}

static bool device_hash(Run *run UNUSED, Value self, uint64_t *hash)
{
    *hash = 991 + (uint64_t)self.truth;
    return true;
}

static Value device_attribute(Run *run, Value self, const char *name)
{
    if (strcmp(name, "type") == 0) return value_from_text(run, "cpu");
    if (strcmp(name, "index") == 0) return self.truth ? from_int(0) : NONE;
    return NOTHING;
}

// PyTorch's words for any machine without a GPU.
static Value torch_no_cuda(Run *run)
{
    raise_error(run, "AssertionError", "Torch not compiled with CUDA enabled");
    error_hint(run->error, "\"cpu\": torch.cuda.is_available() is False here");
    return NOTHING;
}

bool torch_is_device_name(Run *run, Str name, bool refuse)
{
    static const char *const others[] = {"cuda", "mps", "xpu", "xla", "meta", "hip"};
    if (str_is(name, "cpu") || str_is(name, "cpu:0")) return true;
    if (!refuse) return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!str_starts(name, others[i])) continue;
        return torch_no_cuda(run).type != NULL;
    }
    raise_error(run, "RuntimeError",
                "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, "
                "fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, privateuseone device type at "
                "start of device string: %.*s",
                STR_ARG(name));
    return false;
}

static Value device_construct(Run *run, const Args *args)
{
    Value given = args->count ? args->item[0] : args->keyword_count ? *args->keyword_value : NONE;
    if (given.type == &type_device) return given;
    if (given.type != &type_str) {
        return raise_error(run, "TypeError",
                           "device(): argument 'type' (position 1) must be str, not %s",
                           given.type->name);
    }
    if (!torch_is_device_name(run, value_text(given), true)) return NOTHING;
    bool indexed = args->count > 1 || str_is(value_text(given), "cpu:0");
    return (Value){.type = &type_device, .truth = indexed};
}

// with torch.device('cpu'): there is no other.
static Value device_enter(Run *run UNUSED, Value *arg)
{
    return arg[0];
}

static Value device_exit(Run *run UNUSED, Value *arg UNUSED)
{
    return from_bool(false);
}

static const Native device_methods[] = {
    {"__enter__", "self", device_enter},
    {"__exit__", "self, kind, value, traceback", device_exit},
    {0},
};

const Type type_device = {
    .is_plain = true,
    .stored = STORED_TRUTH,
    .methods = device_methods,
    .name = "torch.device",
    .repr = device_repr,
    .str = device_str,
    .hash = device_hash,
    .attribute = device_attribute,
    .construct = device_construct,
};

static void layout_repr(Run *run UNUSED, Value self UNUSED, Buf *out)
{
    buf_add(out, STR("torch.strided"));
}

const Type type_layout = {
    .name = "torch.layout", .is_plain = true, .stored = STORED_NONE, .repr = layout_repr};

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
    module_set(run, torch, "device", from_type(&type_device));
    module_set(run, torch, "layout", from_type(&type_layout));
    module_set(run, torch, "strided", (Value){.type = &type_layout});
    module_add_natives(run, &((Module *)torch.object)->table, torch_dtype_functions);
}
