// The modules torch, torch.nn and torch.nn.functional: constants and settings; functions that ask
// about tensors are in compare.c. The operations come
// from their table (module_attribute).
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "tensor/op.h"
#include "torch/torch.h"

#include <math.h>

// How tensors are printed, as torch._tensor_str has checked it; `scientific` is -1 where the
// numbers say it.
static Value set_print_options(Run *run, Value *arg)
{
    run->print = (PrintOptions){.precision = (int)value_integer(arg[0]),
                                .threshold = value_number(arg[1]),
                                .edge_items = (int)value_integer(arg[2]),
                                .line_width = (int)value_integer(arg[3]),
                                .scientific = (int)value_integer(arg[4])};
    return NONE;
}

const Native print_functions[] = {
    {"_set_print_options", "precision, threshold, edgeitems, linewidth, scientific",
     set_print_options},
    {0},
};

// ---- the modules ---------------------------------------------------------------------------

static void add_constants(Run *run, Value torch)
{
    module_set(run, torch, "inf", from_double((double)INFINITY));
    module_set(run, torch, "nan", from_double((double)NAN));
    module_set(run, torch, "pi", from_double(3.141592653589793));
    module_set(run, torch, "e", from_double(2.718281828459045));
    module_set(run, torch, "Tensor", from_type(&type_tensor));
    module_set(run, torch, "Size", from_type(&type_size));
    module_set(run, torch, "contiguous_format", value_from_text(run, "torch.contiguous_format"));
    module_set(run, torch, "preserve_format", value_from_text(run, "torch.preserve_format"));
}

void torch_make(Run *run)
{
    Value torch = torch_new_module(run, "torch", IN_TORCH);
    Value functional = torch_new_module(run, "torch.nn.functional", IN_FUNCTIONAL);
    Value rows = torch_new_module(run, "torch._VF", IN_LIBRARY);
    Value parameter = module_new(run, "torch.nn.parameter");
    if (!torch.type || !functional.type || !rows.type || !parameter.type) return;
    module_set(run, torch, "_VF", rows);
    if (!generator_make_default(run, torch)) return;
    tensor_add_methods(run);
    add_constants(run, torch);
    dtype_add_all(run, torch);
    gradient_add_all(run, torch);
    module_set(run, parameter, "Parameter", from_type(&type_parameter));
}
