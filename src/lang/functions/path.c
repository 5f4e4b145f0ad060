// The path under which the program reaches the object whose method runs, as in
// "model.encoder.layers[0].self_attn": found among the attributes of the object whose method calls
// it, with the path of that before it; or else among the variables, and the modules in them, so
// that a function that gives a module another name leaves its path. Only while the trace records.
#include "lang/functions/function.h"

#include "base/text/ascii.h"

enum {
    MOST_ITEMS = 1000, // of a list that are looked at
    MOST_DEPTH = 2,    // of modules in modules
};

static bool is_instance(Value value)
{
    return value.type && value.type->class && !value_is_class(value);
}

static bool is_self(Value value, Value self)
{
    return value.type == self.type && value.object == self.object;
}

static const char *member_path(Run *run, const char *path, const char *name)
{
    return path ? arena_printf(&run->scratch, "%s.%s", path, name) : name;
}

static bool is_index(Str key)
{
    for (int i = 0; i < key.n; i++) {
        if (!ascii_is_digit(key.p[i])) return false;
    }
    return key.n > 0;
}

// Of an item of a dict, or of a module by its name in `_modules`.
static const char *key_path(Run *run, const char *path, Value key, bool is_module)
{
    Arena *arena = &run->scratch;
    if (!path) path = "";
    if (key.type == &type_int) return arena_printf(arena, "%s[%lld]", path, (long long)key.integer);
    if (key.type != &type_str) return NULL;
    Str text = value_text(key);
    if (is_module && is_index(text)) return arena_printf(arena, "%s[%.*s]", path, STR_ARG(text));
    if (is_module) return arena_printf(arena, *path ? "%s.%.*s" : "%s%.*s", path, STR_ARG(text));
    return arena_printf(arena, "%s['%.*s']", path, STR_ARG(text));
}

static const char *find_in_dict(Run *run, Value holder, const char *path, Value self,
                                bool is_module)
{
    const Dict *dict = (const Dict *)holder.object;
    for (size_t i = dict->first; i < dict->end && i < MOST_ITEMS; i++) {
        if (is_self(dict->entry[i].value, self))
            return key_path(run, path, dict->entry[i].key, is_module);
    }
    return NULL;
}

// The modules of a torch.nn.Module, where `value` is one; else NOTHING.
static Value modules_of(Run *run, Value value)
{
    if (!is_instance(value)) return NOTHING;
    const Value *modules = table_find(instance_table(value), name_of(&run->names, STR("_modules")));
    return modules && value_has_type(*modules, &type_dict) ? *modules : NOTHING;
}

// Among the items of a list, a dict or a module.
static const char *find_among_items(Run *run, Value holder, const char *path, Value self)
{
    Value modules = modules_of(run, holder);
    if (modules.type) return find_in_dict(run, modules, path, self, true);
    if (value_has_type(holder, &type_dict)) return find_in_dict(run, holder, path, self, false);
    if (!value_is_sequence(holder)) return NULL;
    const Sequence *list = value_sequence(holder);
    for (int i = 0; i < list->count && i < MOST_ITEMS; i++) {
        if (is_self(list->item[i], self))
            return arena_printf(&run->scratch, "%s[%d]", path ? path : "", i);
    }
    return NULL;
}

// ---- from a method -----------------------------------------------------------------------------

// Up to `depth` modules down: transformer.h[0] is the part of a part.
static const char *find_in_modules(Run *run, Value modules, const char *path, Value self, int depth)
{
    const Dict *dict = (const Dict *)modules.object;
    const char *found = find_in_dict(run, modules, path, self, true);
    for (size_t i = 0; !found && i < dict->used && i < MOST_ITEMS; i++) {
        Value inner = dict->entry[i].key.type ? modules_of(run, dict->entry[i].value) : NOTHING;
        if (!inner.type || depth == 0) continue;
        const char *here = key_path(run, path, dict->entry[i].key, true);
        found = find_in_modules(run, inner, here, self, depth - 1);
    }
    return found;
}

static const char *find_in_attributes(Run *run, Value owner, const char *path, Value self)
{
    const Table *table = instance_table(owner);
    for (size_t i = 0; i < table->count; i++) {
        if (is_self(table->entry[i].value, self))
            return member_path(run, path, table->entry[i].name);
    }
    Value modules = modules_of(run, owner);
    const char *found = modules.type ? find_in_modules(run, modules, path, self, MOST_DEPTH) : NULL;
    for (size_t i = 0; !found && i < table->count; i++) {
        Value value = table->entry[i].value;
        if (!value.type || is_self(value, modules)) continue;
        const char *here = member_path(run, path, table->entry[i].name);
        found = find_among_items(run, value, here, self);
    }
    return found;
}

// ---- from variables ----------------------------------------------------------------------------

static const char *find_in_variable(Run *run, const char *name, Value value, Value self)
{
    if (!value.type) return NULL;
    if (is_self(value, self)) return name;
    Value modules = modules_of(run, value);
    return modules.type ? find_in_modules(run, modules, name, self, MOST_DEPTH)
                        : find_among_items(run, value, name, self);
}

// What the top level calls it says more than what a function does.
static const char *find_in_variables(Run *run, Value self)
{
    const char *found = NULL;
    const Table *table = &run->program;
    for (size_t i = 0; !found && i < table->count; i++) {
        found = find_in_variable(run, table->entry[i].name, table->entry[i].value, self);
    }
    const Scope *scope = run->frame.scope;
    while (scope && !scope->code) scope = scope->outer; // not the variable of a comprehension
    for (int i = 0; scope && !found && i < scope->count; i++) {
        found = find_in_variable(run, scope->name[i], scope->value[i], self);
    }
    return found;
}

const char *path_of(Run *run, Value self)
{
    const Owner *owner = run->frame.owner;
    if (owner && is_self(owner->self, self)) return owner->path;
    const char *found = NULL;
    for (; owner && !found; owner = owner->outer) {
        found = is_self(owner->self, self)
                    ? owner->path
                    : find_in_attributes(run, owner->self, owner->path, self);
    }
    return found ? found : find_in_variables(run, self);
}

bool function_is_method_of(const Function *function, Value self)
{
    if (!is_instance(self)) return false;
    const Class *class = self.type->class;
    for (int i = 0; i < class->mro_count; i++) {
        const Class *from = class->mro[i]->class;
        const Value *member = from ? table_find(&from->members, function->name) : NULL;
        if (member && member->object == &function->object) return true;
    }
    return false;
}
