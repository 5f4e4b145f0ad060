// What can be called: functions of the program, functions and methods in C, types.
#include "lang/functions/function.h"

#include "lang/class.h"
#include "tensor/op.h"

#include <string.h>

static bool sets_name(const char *name)
{
    return strcmp(name, "__name__") == 0 || strcmp(name, "__qualname__") == 0;
}

Value function_name(Run *run, const char *attribute, const char *name)
{
    return sets_name(attribute) ? value_from_text(run, name) : NOTHING;
}

// ---- functions of the program ----------------------------------------------------------------

static Function *function_of(Value value)
{
    return (Function *)value.object;
}

static Value function_call(Run *run, Value self, const Args *args)
{
    return call_function(run, (const Function *)self.object, args);
}

static void function_repr(Run *run, Value self, Buf *out)
{
    buf_printf(out, "<function %s at 0x%llx>", function_of(self)->qualname,
               (unsigned long long)identity(run, self));
}

// Defaults of parameters without "*" before them.
static Value get_defaults(Run *run, const Function *self)
{
    Value tuple = sequence_new(run, &type_tuple, NULL, 0);
    for (int i = 0; tuple.type && i < self->code->parameter_count; i++) {
        bool counts = self->code->parameters[i].kind <= PARAMETER_NORMAL && self->defaults[i].type;
        if (counts && !sequence_add(run, value_sequence(tuple), self->defaults[i])) return NOTHING;
    }
    return tuple.type && !value_sequence(tuple)->count ? NONE : tuple;
}

Value function_doc(Run *run, const FunctionCode *code)
{
    if (!code->doc) return NONE;
    Value text = value_from_str(run, code->doc->string);
    Str doc = code->doc->string;
    bool is_plain = str_find(doc, "\n") < 0 && str_find(doc, "\t") < 0 && !str_starts(doc, " ");
    if (is_plain || !text.type) return text;
    return call_with(run, library_function(run, "_doc", "clean"), &text, 1);
}

static Value function_attribute(Run *run, Value self, const char *name)
{
    const Function *function = function_of(self);
    const Value *own = table_find(&function->attributes, name);
    if (own) return *own;
    if (name == run->dunder[DUNDER_NAME]) return value_from_text(run, function->name);
    if (name == run->dunder[DUNDER_QUALNAME]) return value_from_text(run, function->qualname);
    if (name == run->dunder[DUNDER_DICT]) return table_dict(run, &function->attributes);
    if (name == run->dunder[DUNDER_DEFAULTS]) return get_defaults(run, function);
    if (name == run->dunder[DUNDER_ANNOTATIONS]) return function_annotations(run, function);
    if (name == run->dunder[DUNDER_MODULE]) {
        const Value *module = table_find(function->globals, run->dunder[DUNDER_NAME]);
        return module ? *module : value_from_text(run, "__main__");
    }
    if (name != run->dunder[DUNDER_DOC] || !function_read(run, function->code)) return NOTHING;
    return function_doc(run, function->code);
}

static bool function_set_attribute(Run *run, Value self, const char *name, Value value)
{
    Function *function = function_of(self);
    if (!sets_name(name)) {
        return table_set(&function->attributes, name, value);
    }
    if (!value_has_type(value, &type_str))
        return raise_false(run, "TypeError", "%s must be set to a string object", name);
    const char *text = name_of(&run->names, value_text(value));
    if (name == run->dunder[DUNDER_NAME])
        function->name = text;
    else
        function->qualname = text;
    return true;
}

static bool function_delete_attribute(Run *run, Value self, const char *name)
{
    Value *own = table_find(&function_of(self)->attributes, name);
    if (!own) return raise_no_attribute(run, self, name).type != NULL;
    *own = NOTHING;
    return true;
}

static void function_visit(Run *run, Object *object)
{
    const Function *function = (const Function *)object;
    if (function->defaults) {
        value_mark_all(run, function->defaults, (size_t)function->code->parameter_count);
    }
    object_mark(run, function->scope);
    table_mark(run, &function->attributes);
}

static void function_drop(Run *run, Object *object)
{
    run_dealloc(run, ((Function *)object)->defaults);
    table_free(&((Function *)object)->attributes);
}

#define FUNCTION(title, write)                                                                     \
    .name = title, .repr = write, .hash = object_hash, .attribute = function_attribute,            \
    .set_attribute = function_set_attribute, .call = function_call, .visit = function_visit,       \
    .drop = function_drop

const Type type_function = {FUNCTION("function", function_repr),
                            .delete_attribute = function_delete_attribute};

// Of the library in Python, or in C.
static void builtin_repr(Run *run UNUSED, Value self, Buf *out)
{
    bool in_c = self.type == &type_native;
    buf_printf(out, "<built-in function %s>", in_c ? self.native->name : function_of(self)->name);
}

// A function of the library in Python that represents one in C.
const Type type_builtin = {FUNCTION("builtin_function_or_method", builtin_repr)};

// ---- methods: a function and its first argument ------------------------------------------------

static Method *method_of(Value value)
{
    return (Method *)value.object;
}

static Value bound_call(Run *run, Value self, const Args *args)
{
    return call_with_first(run, method_of(self)->function, method_of(self)->self, args);
}

// <bound method Encoder.forward of <__main__.Encoder object at 0x7f3a5c0b1d30>>
static void bound_repr(Run *run, Value self, Buf *out)
{
    const Value function = method_of(self)->function;
    buf_add(out, STR("<bound method "));
    if (function.type == &type_function)
        buf_add(out, str_from(function_of(function)->qualname));
    else
        value_repr(run, function, out);
    buf_add(out, STR(" of "));
    value_repr(run, method_of(self)->self, out);
    buf_add_char(out, '>');
}

static Value bound_attribute(Run *run, Value self, const char *name)
{
    if (name == run->dunder[DUNDER_SELF]) return method_of(self)->self;
    if (name == run->dunder[DUNDER_FUNC]) return method_of(self)->function;
    return value_get_attribute(run, method_of(self)->function, name);
}

static bool bound_set_attribute(Run *run, Value self UNUSED, const char *name, Value value UNUSED)
{
    return raise_false(run, "AttributeError", "'method' object has no attribute '%s'", name);
}

void method_visit(Run *run, Object *object)
{
    Method *method = (Method *)object;
    value_mark_all(run, &method->self, 1);
    value_mark_all(run, &method->function, 1);
}

// Of the same function and the same object.
Value method_binary(Run *run UNUSED, Operator op, Value left, Value right)
{
    bool equality = op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL;
    if (!equality || left.type != right.type) return NOT_IMPLEMENTED;
    const Method *a = method_of(left), *b = method_of(right);
    bool equal = value_is_same(a->self, b->self) && value_is_same(a->function, b->function);
    return from_bool(equal == (op == OPERATOR_EQUAL));
}

bool method_hash(Run *run UNUSED, Value self, uint64_t *hash)
{
    const Method *method = method_of(self);
    *hash = (uint64_t)(uintptr_t)method->self.object * 31 ^
            (uint64_t)(uintptr_t)method->function.object;
    return true;
}

const Type type_bound_method = {METHOD_ROW("method", bound_repr, bound_attribute, bound_call),
                                .set_attribute = bound_set_attribute};

// ---- in C ----------------------------------------------------------------------------------

static Value native_call(Run *run, Value self, const Args *args)
{
    return native_invoke(run, self.native, args, NULL);
}

static Value native_attribute(Run *run, Value self, const char *name)
{
    return function_name(run, name, self.native->name);
}

const Type type_native = {
    .name = "builtin_function_or_method",
    .repr = builtin_repr,
    .hash = object_hash,
    .attribute = native_attribute,
    .call = native_call,
    .is_plain = true,
};

static const char *name_in_c(Value function)
{
    return function.type == &type_native ? function.native->name : function.op->name;
}

// <built-in method append of list object at 0x7f3a5c0b1d30>
void method_repr(Run *run, Value self, Buf *out)
{
    const Method *method = method_of(self);
    const char *name = name_in_c(method->function);
    buf_printf(out, "<built-in method %s of %s object at 0x%llx>", name,
               class_qualname(method->self.type), (unsigned long long)identity(run, method->self));
}

Value method_attribute(Run *run, Value self, const char *name)
{
    const Method *method = method_of(self);
    bool bound = self.type != &type_unbound;
    if (bound && name == run->dunder[DUNDER_SELF]) return method->self;
    return function_name(run, name, name_in_c(method->function));
}

static Value method_call(Run *run, Value self, const Args *args)
{
    const Method *method = (const Method *)self.object;
    return native_invoke(run, method->function.native, args, &method->self);
}

const Type type_method = {BUILTIN_METHOD(method_call)};

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
    if (!type_is_subtype(args->item[0].type, type)) {
        return raise_error(run, "TypeError",
                           "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", name,
                           type->name, args->item[0].type->name);
    }
    Args rest = *args;
    rest.item++;
    rest.count--;
    return native_invoke(run, method->function.native, &rest, args->item);
}

static void unbound_repr(Run *run UNUSED, Value self, Buf *out)
{
    const Method *method = method_of(self);
    const char *name = method->function.native->name;
    bool slot = str_starts(str_from(name), "__");
    buf_printf(out, "<%s '%s' of '%s' objects>", slot ? "slot wrapper" : "method", name,
               method->self.of->name);
}

const Type type_unbound = {
    METHOD_ROW("method_descriptor", unbound_repr, method_attribute, unbound_call)};
