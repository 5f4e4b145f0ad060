// The modules torch, torch.nn and torch.nn.functional: constants and settings; functions that make
// tensors are in create.c, those that ask about them in compare.c. The operations come
// from their table (module_attribute).
#include "lang/imports/module.h"
#include "lang/interp.h"
#include "torch/torch.h"

#include <math.h>

// ---- settings ------------------------------------------------------------------------------

static const struct {
    const char *name;
    PrintOptions options;
} profiles[] = {
    {"default", {4, 1000, 3, 80, -1}},
    {"short", {2, 1000, 2, 80, -1}},
    {"full", {4, (double)INFINITY, 3, 80, -1}},
};

static bool set_profile(Run *run, Value profile)
{
    if (!profile.type || profile.type == &type_none) return true;
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        if (!value_has_type(profile, &type_str) || !str_is(value_text(profile), profiles[i].name))
            continue;
        run->print = profiles[i].options;
        return true;
    }
    raise_error(run, "ValueError", "profile must be \"default\", \"short\" or \"full\"");
    return false;
}

static bool print_number(Run *run, const char *name, Value given, int low, int *number)
{
    if (!given.type || given.type == &type_none) return true;
    if (!value_is_integer(given) || value_integer(given) < low || value_integer(given) > 1000) {
        raise_error(run, "ValueError", "%s must be an integer from %d to 1000", name, low);
        return false;
    }
    *number = (int)value_integer(given);
    return true;
}

static Value torch_set_printoptions(Run *run, Value *arg)
{
    PrintOptions *print = &run->print;
    bool ok = set_profile(run, arg[4]) &&
              print_number(run, "precision", arg[0], 0, &print->precision) &&
              print_number(run, "edgeitems", arg[2], 0, &print->edge_items) &&
              print_number(run, "linewidth", arg[3], 1, &print->line_width);
    if (!ok) return NOTHING;
    bool truth;
    if (arg[1].type && value_is_number(arg[1])) print->threshold = value_number(arg[1]);
    if (arg[5].type == &type_none)
        print->scientific = -1;
    else if (arg[5].type && !value_truth(run, arg[5], &truth))
        return NOTHING;
    else if (arg[5].type)
        print->scientific = truth;
    return NONE;
}

static const Native natives[] = {
    {"set_printoptions",
     "precision=, threshold=, edgeitems=, linewidth=, profile=, sci_mode=", torch_set_printoptions},
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
    Table *members = &((Module *)torch.object)->table;
    module_add_natives(run, members, torch_makers);
    module_add_natives(run, members, torch_questions);
    module_add_natives(run, members, natives);
    torch_make_random(run, torch);
    tensor_add_methods(run);
    module_add_natives(run, members, torch_data_makers);
    add_constants(run, torch);
    dtype_add_all(run, torch);
    gradient_add_all(run, torch);
    module_set(run, parameter, "Parameter", from_type(&type_parameter));
}
