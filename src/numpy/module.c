// The module numpy: settings, questions, constants. Functions that make arrays are in
// create.c, those that are one operation of the table in functions.c, those made of
// several in src/library/numpy.py.
#include "lang/imports/module.h"
#include "lang/class.h"
#include "numpy/numpy.h"

#include <math.h>

// ---- questions -----------------------------------------------------------------------------

static bool two_alike(Run *run, Value *arg, Value two[2])
{
    Tensor *tensor[2];
    for (int i = 0; i < 2; i++) {
        two[i] = numpy_as_operand(run, arg[i]);
        if (two[i].type && !is_tensor(two[i])) two[i] = from_tensor(tensor_of(run, two[i]));
        if (!two[i].type) return false;
        tensor[i] = two[i].tensor;
    }
    DType dtype = dtype_together(tensor, 2);
    for (int i = 0; i < 2; i++) {
        Arg to = {.kind = ARG_DTYPE, .i = dtype};
        if (two[i].tensor->dtype != dtype)
            two[i] = op_call_with(run, op_find(STR("to"), 0), &two[i], 1, &to, 1);
        if (!two[i].type) return false;
    }
    return true;
}

static Value numpy_allclose(Run *run, Value *arg)
{
    Value given[5] = {NOTHING, NOTHING, arg[2], arg[3], arg[4]};
    return two_alike(run, arg, given) ? torch_allclose(run, given) : NOTHING;
}

static Value numpy_isclose(Run *run, Value *arg)
{
    Value otherwise[] = {from_double(1e-5), from_double(1e-8), from_bool(false)}, given[5];
    for (int i = 0; i < 3; i++) given[2 + i] = arg[2 + i].type ? arg[2 + i] : otherwise[i];
    if (!two_alike(run, arg, given)) return NOTHING;
    for (int i = 0; i < 2; i++) hold(run, given[i]);
    Value torch = import_module(run, name_of(&run->names, STR("torch")));
    Value isclose = module_attribute(run, torch, name_of(&run->names, STR("isclose")));
    return isclose.type ? numpy_as_array_of(run, arg[0], call_with(run, isclose, given, 5))
                        : NOTHING;
}

static Value numpy_array_equal(Run *run, Value *arg)
{
    Value given[2];
    return two_alike(run, arg, given) ? torch_equal(run, given) : NOTHING;
}

// ---- what the library in Python stands on --------------------------------------------------

static Value as_tensor(Run *run, Value *arg)
{
    if (holds_tensor(arg[0])) return from_tensor(arg[0].tensor);
    return raise_error(run, "TypeError", "expected an array, not '%s'", arg[0].type->name);
}

static Value tensor_as_array(Run *run, Value *arg)
{
    return numpy_as_array_of(run, arg[1].type ? arg[1] : NONE, arg[0]);
}

// a.view(), a.view(InfoArray): the same numbers, as another class.
static Value view_as(Run *run, Value *arg)
{
    Value class = arg[1].type != &type_none ? arg[1] : value_class(arg[0]);
    if (!value_is_class(class) || class.of->holds != HOLDS_ARRAY)
        return raise_outside_subset(run, ".astype(dtype), which converts the numbers",
                                    "view() of the same bits as another dtype");
    Tensor *tensor = tensor_again(run, arg[0].tensor);
    if (class.of->class) return tensor_instance(run, class.of, tensor, arg[0]);
    return (Value){.type = class.of, .tensor = tensor};
}

// ---- settings ------------------------------------------------------------------------------

static bool setting(Run *run, const char *name, Value given, int least, int *number)
{
    if (!given.type || given.type == &type_none) return true;
    if (!value_is_integer(given) || value_integer(given) < least || value_integer(given) > 1000) {
        raise_error(run, "TypeError", "%s must be an integer from %d to 1000", name, least);
        return false;
    }
    *number = (int)value_integer(given);
    return true;
}

static Value numpy_set_printoptions(Run *run, Value *arg)
{
    ArrayOptions *print = &run->array_print;
    bool ok = setting(run, "precision", arg[0], 0, &print->precision) &&
              setting(run, "edgeitems", arg[2], 0, &print->edge_items) &&
              setting(run, "linewidth", arg[3], 1, &print->line_width);
    if (!ok) return NOTHING;
    if (arg[1].type && value_is_number(arg[1])) print->threshold = value_number(arg[1]);
    if (arg[4].type && arg[4].type != &type_none && !value_truth(run, arg[4], &print->suppress))
        return NOTHING;
    return NONE;
}

static Value numpy_get_printoptions(Run *run, Value *arg)
{
    (void)arg;
    const ArrayOptions *print = &run->array_print;
    const struct {
        const char *name;
        Value value;
    } item[] = {{"precision", from_int(print->precision)},
                {"threshold", from_double(print->threshold)},
                {"edgeitems", from_int(print->edge_items)},
                {"linewidth", from_int(print->line_width)},
                {"suppress", from_bool(print->suppress)}};
    Value dict = dict_new(run);
    for (size_t i = 0; dict.type && i < sizeof item / sizeof *item; i++) {
        if (!dict_set(run, (Dict *)dict.object, value_from_text(run, item[i].name), item[i].value))
            return NOTHING;
    }
    return dict;
}

// ---- the module ----------------------------------------------------------------------------

static const Native natives[] = {
    {"allclose", "a, b, rtol=, atol=, equal_nan=", numpy_allclose},
    {"isclose", "a, b, rtol=, atol=, equal_nan=", numpy_isclose},
    {"array_equal", "a1, a2", numpy_array_equal},
    {"_tensor", "array, /", as_tensor},
    {"_array", "tensor, of=, /", tensor_as_array},
    {"_view", "array, class, /", view_as},
    {"set_printoptions",
     "precision=, threshold=, edgeitems=, linewidth=, suppress=", numpy_set_printoptions},
    {"get_printoptions", "", numpy_get_printoptions},
    {0},
};

static void add_constants(Run *run, Value numpy)
{
    numpy_add_scalars(run, numpy);
    module_set(run, numpy, "pi", from_double(3.141592653589793));
    module_set(run, numpy, "e", from_double(2.718281828459045));
    module_set(run, numpy, "inf", from_double((double)INFINITY));
    module_set(run, numpy, "nan", from_double((double)NAN));
    module_set(run, numpy, "newaxis", NONE);
    module_set(run, numpy, "ndarray", from_type(&type_ndarray));
    module_set(run, numpy, "dtype", from_type(&type_np_dtype));
}

void numpy_make(Run *run)
{
    run->array_print = ARRAY_DEFAULTS;
    Value numpy = module_new(run, "numpy"), random = module_new(run, "numpy.random");
    Value linalg = module_new(run, "numpy.linalg");
    if (!numpy.type || !random.type || !linalg.type) return;
    for (const NumpyFunction *f = numpy_functions; f->native.name; f++) {
        module_set(run, numpy, f->native.name,
                   (Value){.type = &type_np_function, .native = &f->native});
    }
    module_add_natives(run, &((Module *)numpy.object)->table, numpy_makers);
    module_add_natives(run, &((Module *)numpy.object)->table, natives);
    module_set(run, random, "PCG64", from_type(&type_np_pcg));
    module_set(run, random, "_Twister", from_type(&type_np_twister));
    module_add_natives(run, &run->tensor_methods, array_of_tensor);
    add_constants(run, numpy);
    module_set(run, numpy, "random", random);
    module_set(run, numpy, "linalg", linalg);
}
