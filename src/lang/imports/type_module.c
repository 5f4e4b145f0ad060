// Modules: names with values, and what is behind them: operations of the table, a library file.
#include "lang/imports/module.h"
#include "lang/interp.h"

#include <string.h>

static const Module *module_of(Value value)
{
    return (const Module *)value.object;
}

Value module_new(Run *run, const char *name)
{
    Module *module = object_make(run, &type_module, sizeof *module);
    if (!module) return NOTHING;
    module->name = name;
    module->table.arena = &run->arena;
    Value value = value_from_object(module);
    table_set(&run->modules, name_of(&run->names, str_from(name)), value);
    return value;
}

void module_set(Run *run, Value module, const char *name, Value value)
{
    Module *self = (Module *)module.object;
    table_set(&self->table, name_of(&run->names, str_from(name)), value);
}

void module_add_natives(Run *run, Table *table, const Native *natives)
{
    for (; natives->name; natives++) {
        const char *name = name_of(&run->names, str_from(natives->name));
        table_set(table, name, (Value){.type = &type_native, .native = natives});
    }
}

// What the library's files are made of believes what they give it: no other program sees it.
static bool is_hidden(const Run *run, const Module *module, const char *name, Value value)
{
    bool inner = strcmp(module->name, "_qkv") == 0 || (name[0] == '_' && name[1] != '_');
    bool in_library = run->frame.here.source && run->frame.here.source->is_library;
    return inner && value.type == &type_native && !in_library;
}

// What there is without looking further into the library. An operation goes before a function
// that is written in Python.
static Value present(Run *run, const Module *module, const char *name)
{
    const Value *value = table_find(&module->table, name);
    bool in_python = value && value->type == &type_function;
    if (value && value->type && is_hidden(run, module, name, *value)) return NOTHING;
    if (value && value->type && !in_python) return *value;
    Value behind = module->find ? module->find(run, module, name) : NOTHING;
    return behind.type || !in_python ? behind : *value;
}

// What __getattr__ of a library file gives is kept.
static Value asked(Run *run, Module *module, const char *name)
{
    const Value *function = table_find(&module->table, name_of(&run->names, STR("__getattr__")));
    Value text = function && strncmp(name, "__", 2) != 0 ? value_from_text(run, name) : NOTHING;
    if (!text.type) return NOTHING;
    Value value = call_with(run, *function, &text, 1);
    if (value.type) table_set(&module->table, name, value);
    return value;
}

// A module made in C is joined by its library file when something is not in it. Modules inside it
// are found without having been imported.
Value module_attribute(Run *run, Value value, const char *name)
{
    Module *module = (Module *)value.object;
    Value found = present(run, module, name);
    if (found.type) return found;
    if (!module->loaded && library_has_module(module->name)) {
        if (!library_load(run, value)) return NOTHING;
        found = present(run, module, name);
        if (found.type) return found;
    }
    const char *inner = arena_printf(&run->scratch, "%s.%s", module->name, name);
    found = import_module(run, name_of(&run->names, str_from(inner)));
    return found.type || run_has_failed(run) ? found : asked(run, module, name);
}

// Names in its table, operations, and those that a library file lists as its own: "__all__".
static Str nearest_member(Run *run, const Module *module, const char *name)
{
    Guess guess = {.name = str_from(name)};
    const Value *all = table_find(&module->table, name_of(&run->names, STR("__all__")));
    const Sequence *listed = all && value_is_sequence(*all) ? value_sequence(*all) : NULL;
    guess_names(&guess, &module->table, "");
    for (int i = 0; i < op_count; i++) {
        if (ops[i]->found & module->found) guess_try(&guess, str_from(ops[i]->name));
    }
    for (int i = 0; listed && i < listed->count; i++) {
        if (listed->item[i].type == &type_str) guess_try(&guess, value_text(listed->item[i]));
    }
    return guess.best;
}

static Value attribute(Run *run, Value self, const char *name)
{
    const Module *module = module_of(self);
    Value value = module_attribute(run, self, name);
    if (value.type) return value;
    if (!run_has_failed(run)) {
        raise_error(run, "AttributeError", "module '%s' has no attribute '%s'", module->name, name);
    } else if (strcmp(run->error->kind, "AttributeError") != 0) {
        return NOTHING;
    }
    Str nearest = nearest_member(run, module, name);
    if (nearest.n && !str_is(nearest, name))
        error_hint(run->error, "%s.%.*s", module->name, STR_ARG(nearest));
    else
        error_hint(run->error, "something else: qkv has a part of %s only", module->name);
    return NOTHING;
}

// An operation would still go before what is written in Python.
static bool put_attribute(Run *run, Value self, const char *name, Value value)
{
    const Module *module = module_of(self);
    if (module->find && module->find(run, module, name).type)
        return raise_outside_subset(run, "a function of your own with another name",
                                    "another value for %s.%s", module->name, name)
                   .type != NULL;
    module_set(run, self, name, value);
    return true;
}

static void repr(Run *run, Value self, Buf *out UNUSED)
{
    raise_outside_subset(run, "printing what is in it", "printing the module '%s'",
                         module_of(self)->name);
}

static void visit(Run *run, Object *object)
{
    table_mark(run, &((const Module *)object)->table);
}

const Type type_module = {.name = "module",
                          .repr = repr,
                          .attribute = attribute,
                          .set_attribute = put_attribute,
                          .visit = visit};
