// Functions of torch that are C in PyTorch, but Python in src/library/torch._builtins.py, since
// they are made of other operations. Marked by a decorator, they print, bind their arguments and
// complain as operations do, with the annotations of their parameters as signature, and leave no
// trace of their own: what is recorded are the operations, as if the caller had written them.
#include "lang/class.h"
#include "lang/containers/sequence.h"
#include "lang/functions/function.h"
#include "lang/imports/module.h"
#include "tensor/op.h"
#include "tensor/overlap.h"
#include "torch/operations/op_binding.h"

#include <string.h>

typedef struct Builtin {
    Object object;
    Function *function;
    Signature signature;
} Builtin;

static const Builtin *builtin_of(Value value)
{
    return (const Builtin *)value.object;
}

// ---- the signature -----------------------------------------------------------------------------

// `from` is no name in Python.
static Str parameter_name(const char *name)
{
    return str_from(strcmp(name, "_from") == 0 ? name + 1 : name);
}

static SignatureParameter read_parameter(const Parameter *parameter)
{
    bool given = parameter->value != NULL, rest = parameter->kind == PARAMETER_REST;
    return (SignatureParameter){
        .name = parameter_name(parameter->name),
        .type = parameter->annotation ? span_text(parameter->annotation->span) : STR("any"),
        .has_fallback = given || rest,
        .optional = given && str_is(span_text(parameter->value->span), "None"),
        .keyword_only = parameter->kind == PARAMETER_KEYWORD,
        .rest = rest,
    };
}

static Value new_builtin(Run *run, Value function)
{
    if (function.type != &type_function) {
        return raise_error(run, "TypeError", "a builtin is made of a function");
    }
    hold(run, function);
    Builtin *builtin = object_make(run, &type_torch_function, sizeof *builtin);
    if (!builtin) return NOTHING;
    builtin->function = (Function *)function.object;
    builtin->function->object.type = &type_builtin; // the trace does not tell of it
    const FunctionCode *code = builtin->function->code;
    for (int i = 0; i < code->parameter_count && i < MAX_PARAMETERS; i++) {
        builtin->signature.parameter[builtin->signature.count++] =
            read_parameter(&code->parameters[i]);
    }
    return value_from_object(builtin);
}

// ---- calling -----------------------------------------------------------------------------------

static Value value_of_arg(Run *run, const Arg *arg, Value given)
{
    switch (arg->kind) {
    case ARG_INT: return from_int(arg->i);
    case ARG_FLOAT: return from_double(arg->f);
    case ARG_DTYPE: return from_dtype((DType)arg->i);
    case ARG_INTS: return sequence_of_ints(run, &type_tuple, arg->ints, arg->count);
    default: return given;
    }
}

// Converts what was given to the parameter's type; the error says which one that is.
static bool fit(Run *run, ArgBinding *binding, int at)
{
    const SignatureParameter *parameter = &binding->parameter[at];
    Value *given = &binding->given[at];
    Arg arg = {0};
    if (!given->type && parameter->rest) *given = sequence_new(run, &type_tuple, NULL, 0);
    hold(run, *given);
    if (parameter->rest) return given->type != NULL;
    if (!given->type || (given->type == &type_none && parameter->optional)) return true;
    if (str_is(parameter->type, "any")) return true;
    if (str_is(parameter->type, "Tensor"))
        return is_tensor(*given) ||
               binding_wrong_type(run, binding, at, "Tensor", given->type->name);
    if (str_starts(parameter->type, "Tensors")) return binding_check_tensors(run, binding, at);
    if (!binding_add_arg(run, binding, at, &arg)) return false;
    *given = value_of_arg(run, &arg, *given);
    hold(run, *given);
    return given->type != NULL;
}

static Value call(Run *run, const Builtin *builtin, const Args *args, const Value *self)
{
    ArgBinding binding = {.name = builtin->function->name,
                          .parameter = builtin->signature.parameter,
                          .count = builtin->signature.count,
                          .method = self != NULL};
    if (self) binding.given[0] = *self;
    bool ok = binding_bind(run, &binding, args);
    for (int i = 0; ok && i < binding.count; i++) ok = fit(run, &binding, i);
    return ok ? call_bound(run, builtin->function, binding.given) : NOTHING;
}

static Value builtin_call(Run *run, Value self, const Args *args)
{
    return call(run, builtin_of(self), args, NULL);
}

static Value builtin_attribute(Run *run, Value self, const char *name)
{
    return function_name(run, name, builtin_of(self)->function->name);
}

static void builtin_repr(Run *run, Value self, Buf *out)
{
    buf_printf(out, "<built-in method %s of type object at 0x%llx>",
               builtin_of(self)->function->name, (unsigned long long)identity(run, self));
}

static void builtin_visit(Run *run, Object *object)
{
    object_mark(run, ((Builtin *)object)->function);
}

const Type type_torch_function = {
    .name = "builtin_function_or_method",
    .repr = builtin_repr,
    .hash = object_hash,
    .attribute = builtin_attribute,
    .call = builtin_call,
    .visit = builtin_visit,
};

// ---- of a tensor -------------------------------------------------------------------------------

static Value method_call(Run *run, Value self, const Args *args)
{
    const Method *method = (const Method *)self.object;
    return call(run, builtin_of(method->function), args, &method->self);
}

static void bound_repr(Run *run, Value self, Buf *out)
{
    const Method *method = (const Method *)self.object;
    buf_printf(out, "<built-in method %s of %s object at 0x%llx>",
               builtin_of(method->function)->function->name, class_qualname(method->self.type),
               (unsigned long long)identity(run, method->self));
}

static Value bound_attribute(Run *run, Value self, const char *name)
{
    const Method *method = (const Method *)self.object;
    if (name == run->dunder[DUNDER_SELF]) return method->self;
    return builtin_attribute(run, method->function, name);
}

const Type type_torch_method = {
    METHOD_ROW("builtin_function_or_method", bound_repr, bound_attribute, method_call)};

// ---- the decorators ----------------------------------------------------------------------------

static Value add_builtin(Run *run, Value function, unsigned found)
{
    Value made = new_builtin(run, function);
    hold(run, made);
    if (!made.type) return NOTHING;
    const char *name = ((Builtin *)made.object)->function->name;
    if (found & IN_TENSOR) table_set(&run->tensor_methods, name, made);
    if (!(found & IN_TORCH)) return made;
    Value torch = import_module(run, name_of(&run->names, STR("torch")));
    if (torch.type) module_set(run, torch, name, made);
    return made;
}

// A function of torch and a method of tensors.
static Value mark_builtin(Run *run, Value *arg)
{
    return add_builtin(run, arg[0], IN_TORCH | IN_TENSOR);
}

static Value mark_function(Run *run, Value *arg)
{
    return add_builtin(run, arg[0], IN_TORCH);
}

static Value mark_method(Run *run, Value *arg)
{
    return add_builtin(run, arg[0], IN_TENSOR);
}

// Of another module, which takes it from there.
static Value mark_transparent(Run *run, Value *arg)
{
    return add_builtin(run, arg[0], 0);
}

// May it be written to, and what is read be read at the same time? None and numbers may.
static Value check_apart(Run *run, Value *arg)
{
    if (!tensor_may_write(run, arg[0].tensor, false)) return NOTHING;
    if (!overlap_can_write(arg[0].tensor, run->error)) return NOTHING;
    const Sequence *read = value_sequence(arg[1]);
    for (int i = 0; i < read->count; i++) {
        bool apart = !is_tensor(read->item[i]) ||
                     overlap_is_apart(arg[0].tensor, read->item[i].tensor, run->error);
        if (!apart) return NOTHING;
    }
    return NONE;
}

// What is made of a tensor, as an instance of its class.
static Value in_class_of(Run *run, Value *arg)
{
    return tensor_as_class_of(run, arg[0], arg[1]);
}

const Native builtin_decorators[] = {
    {"_in_class_of", "of, made", in_class_of},
    {"_check_apart", "written, *read", check_apart},
    {"builtin", "function", mark_builtin},
    {"function", "function", mark_function},
    {"method", "function", mark_method},
    {"transparent", "function", mark_transparent},
    {0},
};

bool torch_load_builtin(Run *run, const char *name)
{
    static const char *const files[] = {"torch._makers", "torch._builtins", "torch._device"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (!library_defines(run, files[i], name)) continue;
        return import_module(run, name_of(&run->names, str_from(files[i]))).type;
    }
    return false;
}
