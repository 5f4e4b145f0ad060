// Operations as values: functions of a module, methods of a tensor, methods in place.
#include "lang/class.h"
#include "lang/functions/function.h"
#include "tensor/op.h"
#include "torch/torch.h"

#include "base/bug.h"
#include "lang/imports/module.h"

// ---- finding -----------------------------------------------------------------------------------

const Op *op_found(Run *run, const char *name, unsigned where)
{
    int place = 0;
    while (place < OP_PLACES && !(where >> place & 1)) place++;
    REQUIRE(place < OP_PLACES);
    const Value *known = table_find(&run->operations[place], name);
    if (known) return known->op;
    const Op *op = op_find(str_from(name), where);
    table_set(&run->operations[place], name, (Value){.type = &type_op, .op = op});
    return op;
}

const Op *op_row_named(Run *run, const char *name)
{
    const Op *const *known = memo_find(&run->memos.rows, name);
    if (known) return *known;
    const Op **op = NEW(&run->arena, const Op *);
    *op = op_find(str_from(name), 0);
    REQUIRE(*op);
    memo_set(&run->memos.rows, name, (void *)op);
    return *op;
}

// What a module has behind its own names.
static Value found_in(Run *run, const Module *module, const char *name)
{
    const Op *op = op_found(run, name, module->found);
    if (op) return (Value){.type = &type_op, .op = op};
    if (module->found != IN_TORCH || !torch_load_builtin(run, name)) return NOTHING;
    const Value *builtin = table_find(&module->table, name);
    return builtin ? *builtin : NOTHING;
}

Value torch_new_module(Run *run, const char *name, unsigned found)
{
    Value value = module_new(run, name);
    if (!value.type) return NOTHING;
    Module *module = (Module *)value.object;
    module->found = found;
    module->find = found_in;
    return value;
}

// ---- the types ---------------------------------------------------------------------------------

static Value op_call(Run *run, Value self, const Args *args)
{
    return call_op(run, self.op, args, NULL);
}

static Value op_attribute(Run *run, Value self, const char *name)
{
    return function_name(run, name, self.op->name);
}

// <built-in method matmul of type object at 0x7f3a5c0b1d30>
static void op_repr(Run *run, Value self, Buf *out)
{
    buf_printf(out, "<built-in method %s of type object at 0x%llx>", self.op->name,
               (unsigned long long)identity(run, self));
}

const Type type_op = {
    .name = "builtin_function_or_method",
    .repr = op_repr,
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

const Type type_op_method = {BUILTIN_METHOD(op_method_call)};

static Value in_place_call(Run *run, Value self, const Args *args)
{
    const Method *method = (const Method *)self.object;
    return call_in_place(run, method->function.op, args, &method->self);
}

const Type type_in_place = {BUILTIN_METHOD(in_place_call)};
