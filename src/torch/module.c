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
        if (!is_type(profile, &type_str) || !str_is(value_text(profile), profiles[i].name))
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
    if (!is_integer(given) || integer_of(given) < low || integer_of(given) > 1000) {
        raise_error(run, "ValueError", "%s must be an integer from %d to 1000", name, low);
        return false;
    }
    *number = (int)integer_of(given);
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
    if (arg[1].type && is_number(arg[1])) print->threshold = number_of(arg[1]);
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
    set_member(run, torch, "inf", from_double((double)INFINITY));
    set_member(run, torch, "nan", from_double((double)NAN));
    set_member(run, torch, "pi", from_double(3.141592653589793));
    set_member(run, torch, "e", from_double(2.718281828459045));
    set_member(run, torch, "Tensor", from_type(&type_tensor));
    set_member(run, torch, "Size", from_type(&type_size));
    set_member(run, torch, "contiguous_format", from_text(run, "torch.contiguous_format"));
    set_member(run, torch, "preserve_format", from_text(run, "torch.preserve_format"));
}

void make_torch(Run *run)
{
    Value torch = new_op_module(run, "torch", IN_TORCH);
    Value functional = new_op_module(run, "torch.nn.functional", IN_FUNCTIONAL);
    Value parameter = new_module(run, "torch.nn.parameter");
    if (!torch.type || !functional.type || !parameter.type) return;
    Table *members = &((Module *)torch.object)->table;
    add_natives(run, members, torch_makers);
    add_natives(run, members, torch_questions);
    const Native *const made_of_others[] = {torch_parts, torch_ranks, torch_picks, torch_shapes,
                                            torch_joins};
    for (size_t i = 0; i < sizeof made_of_others / sizeof *made_of_others; i++) {
        add_natives(run, members, made_of_others[i]);
    }
    add_natives(run, &((Module *)functional.object)->table, functional_picks);
    add_natives(run, members, natives);
    make_torch_random(run, torch);
    add_tensor_methods(run);
    add_natives(run, members, torch_data_makers);
    add_constants(run, torch);
    add_dtypes(run, torch);
    add_gradients(run, torch);
    set_member(run, parameter, "Parameter", from_type(&type_parameter));
}
