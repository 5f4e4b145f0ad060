// What can be called: functions of the program, functions and methods in C, operations, types.
#include "lang/interp.h"

#include <string.h>

// Python shows an address here, which no two runs share.
static void no_repr(Run *run, Value self, Buf *out)
{
    (void)out;
    outside_subset(run, ".__name__, or the result of a call", "printing a '%s'", self.type->name);
}

// ---- functions of the program ----------------------------------------------------------------

static Value function_call(Run *run, Value self, const Args *args)
{
    return call_function(run, (const Function *)self.object, args);
}

static Value named(Run *run, const char *attribute, const char *name)
{
    return strcmp(attribute, "__name__") == 0 ? from_text(run, name) : NOTHING;
}

static Value function_attribute(Run *run, Value self, const char *name)
{
    return named(run, name, ((const Function *)self.object)->code->name);
}

static bool object_hash(Run *run, Value self, uint64_t *hash)
{
    (void)run;
    *hash = (uint64_t)(uintptr_t)self.object >> 4;
    return true;
}

static void function_visit(Run *run, Object *object)
{
    const Function *function = (const Function *)object;
    if (function->defaults) {
        keep_values(run, function->defaults, (size_t)function->code->parameter_count);
    }
    keep_object(run, function->scope);
}

static void function_drop(Run *run, Object *object)
{
    free_bytes(run, ((Function *)object)->defaults);
}

const Type type_function = {
    .name = "function",
    .repr = no_repr,
    .hash = object_hash,
    .attribute = function_attribute,
    .call = function_call,
    .visit = function_visit,
    .drop = function_drop,
};

// ---- in C ----------------------------------------------------------------------------------

static Value native_call(Run *run, Value self, const Args *args)
{
    return call_native(run, self.native, args, NULL);
}

static void native_repr(Run *run, Value self, Buf *out)
{
    (void)run;
    buf_printf(out, "<built-in function %s>", self.native->name);
}

static Value native_attribute(Run *run, Value self, const char *name)
{
    return named(run, name, self.native->name);
}

const Type type_native = {
    .name = "builtin_function_or_method",
    .repr = native_repr,
    .hash = object_hash,
    .attribute = native_attribute,
    .call = native_call,
    .is_plain = true,
};

static Value method_call(Run *run, Value self, const Args *args)
{
    const Method *method = (const Method *)self.object;
    return call_native(run, method->function.native, args, &method->self);
}

static void method_visit(Run *run, Object *object)
{
    const Method *method = (const Method *)object;
    keep(run, method->self);
    keep(run, method->function);
}

const Type type_method = {
    .name = "builtin_function_or_method",
    .repr = no_repr,
    .hash = object_hash,
    .call = method_call,
    .visit = method_visit,
};

// A method that was asked of its type: str.upper, which takes self as its first argument.
static Value unbound_call(Run *run, Value self, const Args *args)
{
    const Method *method = (const Method *)self.object;
    const Type *type = method->self.of;
    const char *name = method->function.native->name;
    if (!args->count) {
        return raise_error(run, "TypeError", "unbound method %s.%s() needs an argument", type->name,
                           name);
    }
    if (!is_type(args->item[0], type)) {
        return raise_error(run, "TypeError",
                           "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", name,
                           type->name, args->item[0].type->name);
    }
    Args rest = *args;
    rest.item++;
    rest.count--;
    return call_native(run, method->function.native, &rest, args->item);
}

static void unbound_repr(Run *run, Value self, Buf *out)
{
    (void)run;
    const Method *method = (const Method *)self.object;
    buf_printf(out, "<method '%s' of '%s' objects>", method->function.native->name,
               method->self.of->name);
}

const Type type_unbound = {
    .name = "method_descriptor",
    .repr = unbound_repr,
    .hash = object_hash,
    .call = unbound_call,
    .visit = method_visit,
};

// ---- operations ----------------------------------------------------------------------------

static Value op_call(Run *run, Value self, const Args *args)
{
    return call_op(run, self.op, args, NULL);
}

static Value op_attribute(Run *run, Value self, const char *name)
{
    return named(run, name, self.op->name);
}

const Type type_op = {
    .name = "builtin_function_or_method",
    .repr = no_repr,
    .hash = object_hash,
    .attribute = op_attribute,
    .call = op_call,
    .is_plain = true,
};

static Value op_method_call(Run *run, Value self, const Args *args)
{
    const Method *method = (const Method *)self.object;
    return call_op(run, method->function.op, args, &method->self);
}

const Type type_op_method = {
    .name = "builtin_function_or_method",
    .repr = no_repr,
    .hash = object_hash,
    .call = op_method_call,
    .visit = method_visit,
};

static Value in_place_call(Run *run, Value self, const Args *args)
{
    const Method *method = (const Method *)self.object;
    return call_in_place(run, method->function.op, args, &method->self);
}

const Type type_in_place = {
    .name = "builtin_function_or_method",
    .repr = no_repr,
    .hash = object_hash,
    .call = in_place_call,
    .visit = method_visit,
};

// ---- types ---------------------------------------------------------------------------------

static const char *full_name(const Type *type)
{
    return type == &type_tensor ? "torch.Tensor" : type->name;
}

static void type_repr(Run *run, Value self, Buf *out)
{
    (void)run;
    buf_printf(out, "<class '%s'>", full_name(self.of));
}

static Value type_attribute(Run *run, Value self, const char *name)
{
    const char *full = full_name(self.of), *dot = strrchr(full, '.');
    for (const Type *type = self.of; type; type = type->base) {
        const Native *function = find_native(type->functions, name);
        if (function) return (Value){.type = &type_native, .native = function};
        function = find_native(type->methods, name);
        if (function) return new_method(run, &type_unbound, from_type(type), from_native(function));
    }
    return named(run, name, dot ? dot + 1 : full);
}

static Value type_call(Run *run, Value self, const Args *args)
{
    if (self.of->construct) return self.of->construct(run, args);
    return outside_subset(run, "a literal, or the function that makes one",
                          "making a '%s' by calling its type", self.of->name);
}

const Type type_type = {
    .name = "type",
    .repr = type_repr,
    .hash = object_hash,
    .attribute = type_attribute,
    .call = type_call,
    .is_plain = true,
};
