// The module numpy: its types, and its numbers, np.float32(3) and what indexing gives: each dtype
// has a class of them, which can be given as the dtype. What is a function is Python, in
// src/library/numpy.py and below numpy.core, but for method `numpy` of tensors.
#include "lang/imports/module.h"
#include "lang/class.h"
#include "numpy/numpy.h"

#include <string.h>

static void scalar_str(Run *run UNUSED, Value self, Buf *out)
{
    tensor_print_cell(out, self.tensor, (Index){0});
}

// np.float64(1.5), np.True_
static void scalar_repr(Run *run, Value self, Buf *out)
{
    bool is_bool = self.tensor->dtype == DTYPE_BOOL;
    if (is_bool)
        buf_add(out, STR("np."));
    else
        buf_printf(out, "np.%s(", dtype_name(self.tensor->dtype));
    scalar_str(run, self, out);
    buf_add_char(out, is_bool ? '_' : ')');
}

static bool scalar_hash(Run *run, Value self, uint64_t *hash)
{
    Value number = value_from_cell(self.tensor, (Index){0});
    return number.type->hash(run, number, hash);
}

// Behind those of arrays, the methods of Python's own number.
static Value scalar_attribute(Run *run, Value self, const char *name)
{
    Value found = numpy_array_attribute(run, self, name);
    if (found.type || run_has_failed(run)) return found;
    if (strcmp(name, "real") == 0) return self;
    Value number = value_from_cell(self.tensor, (Index){0});
    const Native *method = type_find_own_method(number.type, name);
    if (!method) return NOTHING;
    return method_new(run, &type_method, number, (Value){.type = &type_native, .native = method});
}

// np.float32(3), np.float32([1, 2]), np.float32('3')
static Value construct(Run *run, DType dtype, const Args *args)
{
    if (args->count > 1 || args->keyword_count)
        return raise_error(run, "TypeError", "numpy.%s() takes one argument here",
                           dtype_name(dtype));
    Value given = args->count ? args->item[0] : from_int(0);
    Dunder convert = dtype_is_float(dtype) ? DUNDER_FLOAT : DUNDER_INT;
    if (!instance_convert(run, convert, &given)) return NOTHING;
    if (value_has_type(given, &type_str)) given = call_with(run, from_type(&type_float), &given, 1);
    if (!given.type || !numpy_integer_fits(run, given, dtype)) return NOTHING;
    Value array = numpy_array_of(run, given, &dtype);
    return array.type ? numpy_as_array(from_tensor(array.tensor)) : NOTHING;
}

// ---- the classes -------------------------------------------------------------------------------

#define ABSTRACT(class, title, above)                                                              \
    static const Type class = {.name = "numpy." title, .base = above}
ABSTRACT(generic, "generic", NULL);
ABSTRACT(number, "number", &generic);
ABSTRACT(integer, "integer", &number);
ABSTRACT(signed_integer, "signedinteger", &integer);
ABSTRACT(unsigned_integer, "unsignedinteger", &integer);
ABSTRACT(inexact, "inexact", &number);
ABSTRACT(floating, "floating", &inexact);

// The columns: what it is called, its dtype, the class above it, and another class that it is of.
#define SCALARS(X)                                                                                 \
    X(float64, DTYPE_FLOAT64, &floating, &type_float)                                              \
    X(float32, DTYPE_FLOAT32, &floating, NULL)                                                     \
    X(float16, DTYPE_FLOAT16, &floating, NULL)                                                     \
    X(int64, DTYPE_INT64, &signed_integer, NULL)                                                   \
    X(int32, DTYPE_INT32, &signed_integer, NULL)                                                   \
    X(int16, DTYPE_INT16, &signed_integer, NULL)                                                   \
    X(int8, DTYPE_INT8, &signed_integer, NULL)                                                     \
    X(uint8, DTYPE_UINT8, &unsigned_integer, NULL)                                                 \
    X(bool, DTYPE_BOOL, &generic, NULL)

#define CONSTRUCT(title, kind, above, other)                                                       \
    static Value construct_##title(Run *run, const Args *args)                                     \
    {                                                                                              \
        return construct(run, kind, args);                                                         \
    }
SCALARS(CONSTRUCT)

#define SCALAR(title, kind, above, other)                                                          \
    [kind] = {                                                                                     \
        .name = "numpy." #title,                                                                   \
        .base = above,                                                                             \
        .also = other,                                                                             \
        .holds = HOLDS_ARRAY_NUMBER,                                                               \
        .dtype = kind,                                                                             \
        .repr = scalar_repr,                                                                       \
        .str = scalar_str,                                                                         \
        .truth = numpy_array_truth,                                                                \
        .length = numpy_array_length,                                                              \
        .hash = scalar_hash,                                                                       \
        .unary = numpy_unary,                                                                      \
        .absolute = numpy_array_absolute,                                                          \
        .binary = numpy_binary,                                                                    \
        .attribute = scalar_attribute,                                                             \
        .subscript = numpy_subscript,                                                              \
        .construct = construct_##title,                                                            \
    },
const Type numpy_scalars[DTYPE_COUNT] = {SCALARS(SCALAR)};

static void add_scalars(Run *run, Value numpy)
{
    static const struct {
        const char *name;
        const Type *class;
    } others[] = {
        {"generic", &generic},
        {"number", &number},
        {"integer", &integer},
        {"signedinteger", &signed_integer},
        {"unsignedinteger", &unsigned_integer},
        {"inexact", &inexact},
        {"floating", &floating},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        module_set(run, numpy, others[i].name, from_type(others[i].class));
    for (int i = 0; i < DTYPE_COUNT; i++) {
        if (!numpy_scalars[i].name) continue; // bfloat16
        module_set(run, numpy, class_qualname(&numpy_scalars[i]), from_type(&numpy_scalars[i]));
    }
}

// ---- the module ------------------------------------------------------------------------------

static Value method_numpy(Run *run, Value *arg)
{
    if (arg[0].tensor->requires_grad) {
        raise_error(run, "RuntimeError",
                    "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
                    "instead.");
        error_hint(run->error, ".detach().numpy()");
        return NOTHING;
    }
    if (arg[0].tensor->dtype == DTYPE_BFLOAT16) {
        raise_error(run, "TypeError", "Got unsupported ScalarType BFloat16");
        error_hint(run->error, ".float().numpy()");
        return NOTHING;
    }
    bool plain = !arg[0].type->class; // what the class is, the tensor says
    Tensor *tensor = plain ? arg[0].tensor : tensor_again(run, arg[0].tensor);
    return (Value){.type = &type_ndarray, .tensor = tensor};
}

static const Native array_of_tensor[] = {
    {"numpy", "self", method_numpy},
    {0},
};

void numpy_make(Run *run)
{
    Value numpy = module_new(run, "numpy"), random = module_new(run, "numpy.random");
    Value linalg = module_new(run, "numpy.linalg");
    if (!numpy.type || !random.type || !linalg.type) return;
    module_add_natives(run, &((Module *)numpy.object)->table, numpy_natives);
    module_set(run, random, "PCG64", from_type(&type_np_pcg));
    module_set(run, random, "_Twister", from_type(&type_np_twister));
    module_add_natives(run, &run->tensor_methods, array_of_tensor);
    add_scalars(run, numpy);
    module_set(run, numpy, "ndarray", from_type(&type_ndarray));
    module_set(run, numpy, "dtype", from_type(&type_np_dtype));
    module_set(run, numpy, "random", random);
    module_set(run, numpy, "linalg", linalg);
}
