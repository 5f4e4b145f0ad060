// The module numpy: settings, questions, constants. Functions that make arrays are in
// create.c, those that are one operation of the table in functions.c, those made of
// several in src/library/numpy.py.
#include "lang/imports/module.h"
#include "numpy/numpy.h"

#include <math.h>

// ---- questions -----------------------------------------------------------------------------

static bool two_alike(Run *run, Value *arg, Value two[2])
{
    Tensor *tensor[2];
    for (int i = 0; i < 2; i++) {
        two[i] = as_operand(run, arg[i]);
        if (two[i].type && !is_tensor(two[i])) two[i] = from_tensor(tensor_of(run, two[i]));
        if (!two[i].type) return false;
        tensor[i] = two[i].tensor;
    }
    DType dtype = dtype_together(tensor, 2);
    for (int i = 0; i < 2; i++) {
        Arg to = {.kind = ARG_DTYPE, .i = dtype};
        if (two[i].tensor->dtype != dtype)
            two[i] = apply_op(run, op_find(STR("to"), 0), &two[i], 1, &to, 1);
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
    Value given[5] = {NOTHING, NOTHING, arg[2], arg[3], arg[4]};
    return two_alike(run, arg, given) ? as_array_of(run, arg[0], torch_isclose(run, given))
                                      : NOTHING;
}

static Value numpy_array_equal(Run *run, Value *arg)
{
    Value given[2];
    return two_alike(run, arg, given) ? torch_equal(run, given) : NOTHING;
}

static Value numpy_shape_of(Run *run, Value *arg)
{
    Value array = numpy_asarray(run, (Value[]){arg[0], NOTHING});
    return array.type ? get_attribute(run, array, name_of(&run->names, STR("shape"))) : NOTHING;
}

static Value method_of(Run *run, Value *arg, const char *name, int count)
{
    bool is_array = arg[0].type->holds == HOLDS_ARRAY;
    Value array = is_array ? arg[0] : numpy_asarray(run, (Value[]){arg[0], NOTHING});
    if (!array.type) return NOTHING;
    Value method = get_attribute(run, array, name_of(&run->names, str_from(name)));
    return method.type ? call_with(run, method, arg + 1, count) : NOTHING;
}

static Value numpy_transpose(Run *run, Value *arg)
{
    return method_of(run, arg, "transpose", arg[1].type != NULL);
}

static Value numpy_ravel(Run *run, Value *arg)
{
    return method_of(run, arg, "ravel", 0);
}

// Values in order and where they stood, as a tuple.
static Value numpy_ordered(Run *run, Value *arg)
{
    Value sort = get_attribute(run, from_tensor(arg[0].tensor), name_of(&run->names, STR("sort")));
    Value pair = sort.type ? call_with(run, sort, arg + 1, 1) : NOTHING;
    if (!pair.type) return NOTHING;
    const Value *item = value_sequence(pair)->item;
    return new_sequence(
        run, &type_tuple,
        (Value[]){as_array_of(run, arg[0], item[0]), as_array_of(run, arg[0], item[1])}, 2);
}

// Where the cells are that are not 0: one array for each dimension.
static Value numpy_places(Run *run, Value *arg)
{
    Value array = numpy_asarray(run, (Value[]){arg[0], NOTHING});
    if (!array.type) return NOTHING;
    Value method =
        get_attribute(run, from_tensor(array.tensor), name_of(&run->names, STR("nonzero")));
    const char *keyword[] = {name_of(&run->names, STR("as_tuple"))};
    Value yes = from_bool(true);
    Args args = {.keyword = keyword, .keyword_value = &yes, .keyword_count = 1};
    Value tuple = method.type ? method.type->call(run, method, &args) : NOTHING;
    if (!tuple.type || !is_sequence(tuple)) return tuple;
    Sequence *places = value_sequence(tuple);
    for (int i = 0; i < places->count; i++) places->item[i].type = &type_ndarray;
    return tuple;
}

// ---- settings ------------------------------------------------------------------------------

static bool setting(Run *run, const char *name, Value given, int least, int *number)
{
    if (!given.type || given.type == &type_none) return true;
    if (!is_integer(given) || integer_of(given) < least || integer_of(given) > 1000) {
        raise_error(run, "TypeError", "%s must be an integer from %d to 1000", name, least);
        return false;
    }
    *number = (int)integer_of(given);
    return true;
}

static Value numpy_set_printoptions(Run *run, Value *arg)
{
    ArrayOptions *print = &run->numpy.print;
    bool ok = setting(run, "precision", arg[0], 0, &print->precision) &&
              setting(run, "edgeitems", arg[2], 0, &print->edge_items) &&
              setting(run, "linewidth", arg[3], 1, &print->line_width);
    if (!ok) return NOTHING;
    if (arg[1].type && is_number(arg[1])) print->threshold = number_of(arg[1]);
    if (arg[4].type && arg[4].type != &type_none && !value_truth(run, arg[4], &print->suppress))
        return NOTHING;
    return NONE;
}

static Value numpy_get_printoptions(Run *run, Value *arg)
{
    (void)arg;
    const ArrayOptions *print = &run->numpy.print;
    const struct {
        const char *name;
        Value value;
    } item[] = {{"precision", from_int(print->precision)},
                {"threshold", from_double(print->threshold)},
                {"edgeitems", from_int(print->edge_items)},
                {"linewidth", from_int(print->line_width)},
                {"suppress", from_bool(print->suppress)}};
    Value dict = new_dict(run);
    for (size_t i = 0; dict.type && i < sizeof item / sizeof *item; i++) {
        if (!dict_set(run, (Dict *)dict.object, from_text(run, item[i].name), item[i].value))
            return NOTHING;
    }
    return dict;
}

// ---- the module ----------------------------------------------------------------------------

static const Native natives[] = {
    {"allclose", "a, b, rtol=, atol=, equal_nan=", numpy_allclose},
    {"isclose", "a, b, rtol=, atol=, equal_nan=", numpy_isclose},
    {"array_equal", "a1, a2", numpy_array_equal},
    {"shape", "a", numpy_shape_of},
    {"transpose", "a, axes=", numpy_transpose},
    {"ravel", "a", numpy_ravel},
    {"_ordered", "a, axis, /", numpy_ordered},
    {"nonzero", "a", numpy_places},
    {"set_printoptions",
     "precision=, threshold=, edgeitems=, linewidth=, suppress=", numpy_set_printoptions},
    {"get_printoptions", "", numpy_get_printoptions},
    {0},
};

static void add_constants(Run *run, Value numpy)
{
    add_scalars(run, numpy);
    set_member(run, numpy, "pi", from_double(3.141592653589793));
    set_member(run, numpy, "e", from_double(2.718281828459045));
    set_member(run, numpy, "inf", from_double((double)INFINITY));
    set_member(run, numpy, "nan", from_double((double)NAN));
    set_member(run, numpy, "newaxis", NONE);
    set_member(run, numpy, "ndarray", from_type(&type_ndarray));
    set_member(run, numpy, "dtype", from_type(&type_np_dtype));
}

void make_numpy(Run *run)
{
    run->numpy.print = ARRAY_DEFAULTS;
    twister_seed(&run->numpy.random, 0);
    Value numpy = new_module(run, "numpy"), random = new_module(run, "numpy.random");
    Value linalg = new_module(run, "numpy.linalg");
    if (!numpy.type || !random.type || !linalg.type) return;
    for (const NumpyFunction *f = numpy_functions; f->name; f++) {
        set_member(run, numpy, f->name, (Value){.type = &type_np_function, .numpy = f});
    }
    add_natives(run, &((Module *)numpy.object)->table, numpy_makers);
    add_natives(run, &((Module *)numpy.object)->table, natives);
    add_natives(run, &((Module *)random.object)->table, numpy_random_functions);
    add_natives(run, &((Module *)random.object)->table, numpy_random_states);
    set_member(run, random, "PCG64", from_type(&type_np_pcg));
    add_natives(run, &run->tensor_methods, array_of_tensor);
    add_constants(run, numpy);
    set_member(run, numpy, "random", random);
    set_member(run, numpy, "linalg", linalg);
}
