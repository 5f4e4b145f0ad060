// _qkv: what files of the library need and Python has not. Pictures that a program draws become
// names of the trace.
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

const Native qkv_natives[] = {
    {"index", "a, /", qkv_index},
    {"builtin", "function, /", qkv_builtin},
    {"figure", "image", qkv_figure},
    {"skip", "", qkv_skip},
    {"compile", "", qkv_compile},
    {"fail", "kind, message, hint, /", qkv_fail},
    {"outside", "hint, construct, /", qkv_outside},
    {"copied_tensor", "x, memo, /", copied_tensor},
    {"attributes", "x, /", instance_attributes},
    {0},
};
