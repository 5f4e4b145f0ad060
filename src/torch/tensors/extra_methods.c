// Methods of tensors that are not operations: those in C, from the other files of this folder, in
// one table, and those of the library.
#include "lang/class.h"
#include "lang/imports/module.h"
#include "torch/torch.h"

void tensor_add_methods(Run *run)
{
    static const Native *const lists[] = {gradient_methods, subclass_methods};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        module_add_natives(run, &run->tensor_methods, lists[i]);
    }
}

// Methods that are written in Python: the functions of src/library/torch.Tensor.py. What a function
// with the name _property_NAME gives is found without parentheses.

static Value find_in_library(Run *run, const char *name)
{
    Value module = import_module(run, name_of(&run->names, STR("torch.Tensor")));
    if (!module.type) return NOTHING;
    const Value *function = table_find(&((const Module *)module.object)->table, name);
    return function && function->type == &type_function ? *function : NOTHING;
}

static Value library_method(Run *run, Value self, const char *name)
{
    Value function = find_in_library(run, name);
    if (function.type) return method_new(run, &type_bound_method, self, function);
    if (run_has_failed(run)) return NOTHING;
    const char *property = arena_printf(&run->scratch, "_property_%s", name);
    function = find_in_library(run, name_of(&run->names, str_from(property)));
    return function.type ? call_with(run, function, &self, 1) : NOTHING;
}

static const Value *find_method(Run *run, const char *name)
{
    const Value *method = table_find(&run->tensor_methods, name);
    return method || !torch_load_builtin(run, name) ? method
                                                    : table_find(&run->tensor_methods, name);
}

Value tensor_extra(Run *run, Value self, const char *name)
{
    hold(run, self);
    const Value *method = find_method(run, name);
    if (!method) return run_has_failed(run) ? NOTHING : library_method(run, self, name);
    const Type *type = method->type == &type_torch_function ? &type_torch_method : &type_method;
    return method_new(run, type, self, *method);
}

Value tensor_class_member(Run *run, const char *name)
{
    const Op *op = op_found(run, name, IN_TENSOR);
    if (op) return (Value){.type = &type_op, .op = op};
    const Value *method = find_method(run, name);
    if (!method) return run_has_failed(run) ? NOTHING : find_in_library(run, name);
    if (method->type == &type_torch_function) return *method;
    return method_new(run, &type_unbound, from_type(&type_tensor), *method);
}
