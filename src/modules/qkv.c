// _qkv: what files of the library need and Python has not. Pictures that a program draws become
// names of the trace.
#include "lang/containers/dict.h"
#include "lang/evaluation/flow.h"
#include "lang/interp.h"
#include "lang/numbers/numbers.h"
#include "modules/modules.h"
#include "numpy/numpy.h"

// A picture of colours is no matrix of numbers.
static bool is_matrix(const Tensor *tensor)
{
    const Shape *shape = &tensor->shape;
    bool colours = shape->ndim == 3 && (shape->dim[2] == 3 || shape->dim[2] == 4);
    return shape->ndim >= 1 && !colours;
}

static Value qkv_figure(Run *run, Value *arg)
{
    Tensor *tensor = holds_tensor(arg[0]) ? arg[0].tensor : NULL;
    if (value_is_sequence(arg[0])) tensor = tensor_from_data(run, arg[0], NOTHING).tensor;
    if (run_has_failed(run)) return NOTHING;
    if (!tensor || !is_matrix(tensor)) return NONE;
    const char *name = arena_printf(&run->scratch, "figure_%d", ++run->figures);
    trace_bind(&run->trace, name, tensor);
    run_say_once(run,
                 "qkv: imshow: `qkv export FILE figure_1` draws the first matrix, figure_2 the "
                 "second, ...\n");
    return NONE;
}

static Value qkv_skip(Run *run, Value *arg UNUSED)
{
    run_say_once(run, "qkv: plotting is skipped; `qkv export` draws the tensors of a program\n");
    return NONE;
}

static Value qkv_compile(Run *run, Value *arg UNUSED)
{
    run_say_once(run, "qkv: torch.compile changes nothing here: the code runs as it is\n");
    return NONE;
}

// An int, or what __index__ gives.
static Value qkv_index(Run *run, Value *arg)
{
    return value_whole(run, &arg[0]) ? number_unary(run, OPERATOR_PLUS, arg[0]) : NOTHING;
}

// @builtin: the function prints as one in C does, and its calls are no calls of the walk.
static Value qkv_builtin(Run *run UNUSED, Value *arg)
{
    arg[0].object->type = &type_builtin;
    return value_from_object(arg[0].object);
}

// An error with a line that begins with "try:".
static Value qkv_fail(Run *run, Value *arg)
{
    raise_error(run, str_copy(&run->arena, value_text(arg[0])), "%.*s",
                STR_ARG(value_text(arg[1])));
    error_hint(run->error, "%.*s", STR_ARG(value_text(arg[2])));
    return NOTHING;
}

static Value qkv_outside(Run *run, Value *arg)
{
    const char *hint = str_copy(&run->scratch, value_text(arg[0]));
    return raise_outside_subset(run, hint, "%.*s", STR_ARG(value_text(arg[1])));
}

// ---- for collections and inspect ---------------------------------------------------------------

// How far a loop with tqdm has come; of 0 items: it has ended.
static Value qkv_progress(Run *run, Value *arg)
{
    Pulse *pulse = run->stopping.pulse;
    atomic_store(&pulse->done, value_integer(arg[0]));
    atomic_store(&pulse->all, value_integer(arg[1]));
    return NONE;
}

// One more for each item: what a Counter of a long list spends its time with.
static Value count_elements(Run *run, Value *arg)
{
    Value source = arg[1], key;
    if (!value_start_iteration(run, &source)) return NOTHING;
    for (int64_t at = 0; (key = value_next(run, source, &at)).type;) {
        Value count = dict_get(run, dict_of(arg[0]), key);
        if (!count.type && !run_has_failed(run)) count = from_int(0);
        Value sum = count.type ? value_binary(run, OPERATOR_ADD, count, from_int(1)) : NOTHING;
        if (!sum.type || !dict_set(run, dict_of(arg[0]), key, sum)) return NOTHING;
    }
    return run_has_failed(run) ? NOTHING : NONE;
}

static Value set_first(Run *run, Value *arg)
{
    return dict_set_first(run, dict_of(arg[0]), arg[1], arg[2]) ? NONE : NOTHING;
}

// A list of (name, kind, whether there is a default, the default).
static Value parameters_of(Run *run, Value *arg)
{
    if (arg[0].type != &type_function) {
        return raise_error(run, "TypeError", "%s is not a Python function", arg[0].type->name);
    }
    const Function *function = (const Function *)arg[0].object;
    Value list = sequence_new(run, &type_list, NULL, 0);
    for (int i = 0; list.type && i < function->code->parameter_count; i++) {
        const Parameter *parameter = &function->code->parameters[i];
        Value given = function->defaults[i];
        Value part[] = {value_from_text(run, parameter->name), from_int(parameter->kind),
                        from_bool(given.type != NULL), given.type ? given : NONE};
        Value tuple = part[0].type ? sequence_new(run, &type_tuple, part, 4) : NOTHING;
        if (!tuple.type || !sequence_add(run, value_sequence(list), tuple)) return NOTHING;
    }
    return list;
}

const Native qkv_natives[] = {
    {"index", "a, /", qkv_index},
    {"builtin", "function, /", qkv_builtin},
    {"figure", "image", qkv_figure},
    {"skip", "", qkv_skip},
    {"compile", "", qkv_compile},
    {"fail", "kind, message, hint, /", qkv_fail},
    {"outside", "hint, construct, /", qkv_outside},
    {"copied_tensor", "x, memo, /", copied_tensor},
    {"progress", "done, all, /", qkv_progress},
    {"attributes", "x, /", instance_attributes},
    {"count_elements", "mapping, iterable, /", count_elements},
    {"set_first", "mapping, key, value, /", set_first},
    {"parameters_of", "function, /", parameters_of},
    {0},
};
