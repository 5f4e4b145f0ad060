// Helpers for the functions of torch that are written in C on top of operations: they read
// arguments as PyTorch does, with its error messages, and call operations and the functions of
// src/library by name.
#include "torch/call.h"

#include "lang/imports/module.h"
#include "tensor/call.h"

// ---- arguments ---------------------------------------------------------------------------------

bool int_given(Run *run, const char *function, const char *name, Value value, int64_t *into)
{
    if (!value.type) return true;
    bool cell = is_tensor(value) && tensor_count(value.tensor) == 1 &&
                dtype_is_integer(value.tensor->dtype);
    if (cell) value = from_int(tensor_get_int(value.tensor, (Index){0}));
    if (is_integer(value)) {
        *into = integer_of(value);
        return true;
    }
    raise_error(run, "TypeError", "%s(): argument '%s' must be int, not %s", function, name,
                value.type->name);
    return false;
}

bool bool_given(Run *run, Value value, bool *into)
{
    return !value.type || value_truth(run, value, into);
}

Value all_or_sequence(Value arguments)
{
    const Sequence *list = value_sequence(arguments);
    return list->count == 1 && is_sequence(list->item[0]) ? list->item[0] : arguments;
}

// ---- operations --------------------------------------------------------------------------------

Arg int_arg(int64_t i)
{
    return (Arg){.kind = ARG_INT, .i = i, .f = (double)i};
}

Arg bool_arg(bool truth)
{
    return (Arg){.kind = ARG_BOOL, .i = truth};
}

Value tuple_of_ints(Run *run, const int64_t *item, int count)
{
    Value tuple = new_sequence(run, &type_tuple, NULL, 0);
    for (int i = 0; tuple.type && i < count; i++) {
        if (!sequence_add(run, value_sequence(tuple), from_int(item[i]))) return NOTHING;
    }
    return tuple;
}

Value apply_row(Run *run, const char *name, Value self, const Arg *arg, int args)
{
    return apply_op(run, row_named(run, name), &self, 1, arg, args);
}

Value call_row(Run *run, const char *name, Value self, const Value *item, int count)
{
    if (!self.type) return NOTHING;
    const Args args = {.item = (Value *)(uintptr_t)item, .count = count};
    return call_op(run, row_named(run, name), &args, &self);
}

Value call_library(Run *run, const char *module, const char *name, const Value *item, int count)
{
    Value found = import_module(run, name_of(&run->names, str_from(module)));
    Value function =
        found.type ? module_attribute(run, found, name_of(&run->names, str_from(name))) : NOTHING;
    return function.type ? call_with(run, function, item, count) : NOTHING;
}
