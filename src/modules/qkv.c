// _qkv: what files of the library need and Python has not. Pictures that a program draws become
// names of the trace.
#include "lang/imports/module.h"
#include "lang/interp.h"
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
    if (is_sequence(arg[0])) tensor = tensor_from_data(run, arg[0], NOTHING).tensor;
    if (has_failed(run)) return NOTHING;
    if (!tensor || !is_matrix(tensor)) return NONE;
    const char *name = text_printf(&run->scratch, "figure_%d", ++run->figures);
    trace_bind(&run->trace, name, tensor);
    say_once(run, "qkv: imshow: `qkv export FILE figure_1` draws the first matrix, figure_2 the "
                  "second, ...\n");
    return NONE;
}

static Value qkv_skip(Run *run, Value *arg)
{
    (void)arg;
    say_once(run, "qkv: plotting is skipped; `qkv export` draws the tensors of a program\n");
    return NONE;
}

static Value qkv_compile(Run *run, Value *arg)
{
    (void)arg;
    say_once(run, "qkv: torch.compile changes nothing here: the code runs as it is\n");
    return NONE;
}

static const Native natives[] = {
    {"figure", "image", qkv_figure},
    {"skip", "", qkv_skip},
    {"compile", "", qkv_compile},
    {0},
};

void make_qkv(Run *run)
{
    Value module = new_module(run, "_qkv");
    if (module.type) add_natives(run, &((Module *)module.object)->table, natives);
}
