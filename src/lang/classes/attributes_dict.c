// __dict__ of an object: a dict of its attributes; what is set in it is set in the object. And
// globals(): the same of the program's variables, which goes on with the program.
#include "lang/class.h"
#include "lang/classes/classes.h"
#include "lang/containers/dict.h"

typedef struct AttributesDict {
    Dict dict;
    Value owner; // NOTHING: the program
} AttributesDict;

static Table *table_of(Run *run, const AttributesDict *dict)
{
    return dict->owner.type ? instance_table(dict->owner) : &run->program;
}

// Without what is in a slot of `type`, which may be NULL.
static bool add_table(Run *run, Value dict, const Table *table, const Type *type)
{
    for (size_t i = 0; i < table->count; i++) {
        if (!table->entry[i].value.type) continue;
        if (type && type_has_slot(run, type, table->entry[i].name)) continue;
        if (!dict_set_text(run, dict, table->entry[i].name, table->entry[i].value)) return false;
    }
    return true;
}

Value table_dict(Run *run, const Table *table)
{
    Value dict = dict_new(run);
    return dict.type && add_table(run, dict, table, NULL) ? dict : NOTHING;
}

Value attributes_dict(Run *run, Value owner)
{
    AttributesDict *dict = object_make(run, &type_attributes_dict, sizeof *dict);
    if (!dict) return NOTHING;
    dict->owner = owner;
    const Table *table = instance_table(owner);
    return add_table(run, value_from_object(dict), table, owner.type) ? value_from_object(dict)
                                                                      : NOTHING;
}

Value variables_dict(Run *run)
{
    if (run->variables.type) return run->variables;
    AttributesDict *dict = object_make(run, &type_attributes_dict, sizeof *dict);
    if (!dict) return NOTHING;
    run->variables = value_from_object(dict);
    const char *const names[] = {run->dunder[DUNDER_NAME], name_of(&run->names, STR("__file__"))};
    for (int i = 0; i < 2; i++) { // qkv has them among the built-in names
        const Value *value = table_find(&run->builtins, names[i]);
        if (value) variables_note(run, names[i], *value);
    }
    return add_table(run, run->variables, &run->program, NULL) ? run->variables : NOTHING;
}

void variables_note(Run *run, const char *name, Value value)
{
    if (!run->variables.type) return;
    if (value.type) {
        dict_set_text(run, run->variables, name, value);
        return;
    }
    Value key = value_from_text(run, name);
    if (key.type) dict_take(run, run->variables, key);
}

bool attributes_replace(Run *run, Value self, Value value)
{
    if (!value_has_type(value, &type_dict))
        return raise_false(run, "TypeError", "__dict__ must be set to a dictionary, not a '%s'",
                           value.type->name);
    if (value.object == self.object)
        return raise_outside_subset(run, "__getattr__ and __setattr__ that use the items",
                                    "a dict that is its own __dict__")
                   .type != NULL;
    Table *table = instance_table(self);
    const Dict *dict = (const Dict *)value.object;
    for (size_t i = 0; i < table->count; i++) {
        if (!type_has_slot(run, self.type, table->entry[i].name)) table->entry[i].value = NOTHING;
    }
    for (size_t i = dict->first; i < dict->end; i++) {
        Value key = dict->entry[i].key;
        if (!key.type || !value_has_type(key, &type_str)) continue;
        const char *name = name_of(&run->names, value_text(key));
        if (!table_set(table, name, dict->entry[i].value)) return false;
    }
    return true;
}

static bool set_item(Run *run, Value self, Value key, Value value)
{
    AttributesDict *dict = (AttributesDict *)self.object;
    if (!dict_set(run, &dict->dict, key, value)) return false;
    if (!value_has_type(key, &type_str)) return true;
    const char *name = name_of(&run->names, value_text(key));
    if (!dict->owner.type && holds_tensor(value) && !run->frame.scope)
        trace_bind(&run->trace, name, value.tensor);
    return table_set(table_of(run, dict), name, value);
}

static void forget(Run *run, AttributesDict *dict, Value key)
{
    if (!value_has_type(key, &type_str)) return;
    Value *own = table_find(table_of(run, dict), name_of(&run->names, value_text(key)));
    if (own) *own = NOTHING;
}

static bool delete_item(Run *run, Value self, Value key)
{
    if (!dict_delete_subscript(run, self, key)) return false;
    forget(run, (AttributesDict *)self.object, key);
    return true;
}

static Value method_clear(Run *run, Value *arg)
{
    AttributesDict *dict = (AttributesDict *)arg[0].object;
    if (!dict->owner.type) return raise_outside_subset(run, "del name", "globals().clear()");
    Value empty = dict_new(run);
    if (!empty.type || !attributes_replace(run, dict->owner, empty)) return NOTHING;
    dict_clear(&dict->dict);
    return NONE;
}

static const Native methods[] = {
    {"update", "self, /, *args, **keywords", NULL},
    {"pop", "self, key, default=, /", NULL},
    {"clear", "self, /", method_clear},
    {"setdefault", "self, key, default=, /", NULL},
    {0},
};

static void visit(Run *run, Object *object)
{
    dict_visit(run, object);
    value_mark_all(run, &((AttributesDict *)object)->owner, 1);
}

static const Type *kind(Value self UNUSED)
{
    return &type_dict;
}

const Type type_attributes_dict = {
    .kind = kind,
    .name = "dict",
    .base = &type_dict,
    .methods = methods,
    DICT_ROW,
    .set_subscript = set_item,
    .delete_subscript = delete_item,
    .visit = visit,
};
