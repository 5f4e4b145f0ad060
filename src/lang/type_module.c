// Modules: names with values, and behind them the operations of the table that are found there.
#include "lang/interp.h"

static const Module *module_of(Value value)
{
    return (const Module *)value.object;
}

Value new_module(Run *run, const char *name, unsigned found)
{
    Module *module = new_object(run, &type_module, sizeof *module);
    if (!module) return NOTHING;
    module->name = name;
    module->table.arena = &run->arena;
    module->found = found;
    Value value = from_object(module);
    table_set(&run->modules, name_of(&run->names, str_from(name)), value);
    return value;
}

void set_member(Run *run, Value module, const char *name, Value value)
{
    Module *self = (Module *)module.object;
    table_set(&self->table, name_of(&run->names, str_from(name)), value);
}

void add_natives(Run *run, Table *table, const Native *natives)
{
    for (; natives->name; natives++) {
        const char *name = name_of(&run->names, str_from(natives->name));
        table_set(table, name, (Value){.type = &type_native, .native = natives});
    }
}

Value module_attribute(Run *run, Value module, const char *name)
{
    const Module *self = module_of(module);
    const Value *value = table_find(&self->table, name);
    if (value) return *value;
    const Op *op = self->found ? find_op(run, name, self->found) : NULL;
    return op ? (Value){.type = &type_op, .op = op} : NOTHING;
}

static const char *nearest_member(Run *run, const Module *module, const char *name)
{
    size_t room = module->table.count + (size_t)op_count, count = 0;
    const char **names = arena_array(&run->scratch, room, sizeof *names);
    for (size_t i = 0; i < module->table.count; i++) names[count++] = module->table.entry[i].name;
    for (int i = 0; i < op_count; i++) {
        if (ops[i]->found & module->found) names[count++] = ops[i]->name;
    }
    return str_nearest(str_from(name), names, (int)count);
}

static Value attribute(Run *run, Value self, const char *name)
{
    Value value = module_attribute(run, self, name);
    if (value.type || has_failed(run)) return value;
    const Module *module = module_of(self);
    raise_error(run, "AttributeError", "module '%s' has no attribute '%s'", module->name, name);
    const char *nearest = nearest_member(run, module, name);
    if (nearest)
        error_hint(run->error, "%s.%s", module->name, nearest);
    else
        error_hint(run->error, "something else: qkv has a part of %s only", module->name);
    return NOTHING;
}

static void repr(Run *run, Value self, Buf *out)
{
    (void)out;
    outside_subset(run, "printing what is in it", "printing the module '%s'",
                   module_of(self)->name);
}

static void visit(Run *run, Object *object)
{
    keep_table(run, &((const Module *)object)->table);
}

const Type type_module = {.name = "module", .repr = repr, .attribute = attribute, .visit = visit};
