// dict: entries in order of insertion, and an open-addressing index of them.
#include "lang/interp.h"

#include <limits.h>
#include <string.h>

static Dict *dict_of(Value value)
{
    return (Dict *)value.object;
}

Value new_dict(Run *run)
{
    return from_object(new_object(run, &type_dict, sizeof(Dict)));
}

static void dict_visit(Run *run, Object *object)
{
    const Dict *dict = (const Dict *)object;
    for (size_t i = 0; i < dict->used; i++) {
        keep(run, dict->entry[i].key);
        keep(run, dict->entry[i].value);
    }
}

static void dict_drop(Run *run, Object *object)
{
    Dict *dict = (Dict *)object;
    free_bytes(run, dict->entry);
    free_bytes(run, dict->slot);
}

static size_t first_slot(const Dict *dict, uint64_t hash)
{
    return (size_t)(hash ^ hash >> 29) & (dict->slots - 1);
}

// The entry with `key`, or -1; `*slot` is its slot or the free one where it belongs.
static bool find(Run *run, const Dict *dict, Value key, uint64_t hash, size_t *slot, int *entry)
{
    *entry = -1;
    if (!dict->slots) return true;
    for (size_t at = first_slot(dict, hash);; at = (at + 1) & (dict->slots - 1)) {
        *slot = at;
        int index = dict->slot[at] - 1;
        if (index < 0) return true;
        const DictEntry *candidate = &dict->entry[index];
        if (!candidate->key.type || candidate->hash != hash) continue;
        bool equal;
        if (!values_equal(run, candidate->key, key, &equal)) return false;
        if (!equal) continue;
        *entry = index;
        return true;
    }
}

// Makes room for as many again, and drops deleted entries.
static bool grow(Run *run, Dict *dict)
{
    size_t slots = 8;
    while (slots < dict->count * 4) slots *= 2;
    int *slot = new_bytes(run, slots, sizeof *slot);
    DictEntry *entry = new_bytes(run, slots / 2 + 1, sizeof *entry);
    if (!slot || !entry) {
        free_bytes(run, slot);
        return false;
    }
    size_t used = 0;
    for (size_t i = 0; i < dict->used; i++) {
        if (dict->entry[i].key.type) entry[used++] = dict->entry[i];
    }
    dict_drop(run, &dict->object);
    dict->entry = entry;
    dict->used = used;
    dict->slot = slot;
    dict->slots = slots;
    for (size_t i = 0; i < used; i++) {
        size_t at = first_slot(dict, entry[i].hash);
        while (slot[at]) at = (at + 1) & (slots - 1);
        slot[at] = (int)i + 1;
    }
    return true;
}

bool dict_set(Run *run, Dict *dict, Value key, Value value)
{
    uint64_t hash;
    size_t slot;
    int entry;
    if (!value_hash(run, key, &hash) || !find(run, dict, key, hash, &slot, &entry)) return false;
    if (entry >= 0) {
        dict->entry[entry].value = value;
        return true;
    }
    if (dict->used * 2 >= dict->slots) {
        if (!grow(run, dict) || !find(run, dict, key, hash, &slot, &entry)) return false;
    }
    dict->entry[dict->used] = (DictEntry){key, value, hash};
    dict->slot[slot] = (int)++dict->used;
    dict->count++;
    return true;
}

// NOTHING without an error: not there.
static Value dict_get(Run *run, const Dict *dict, Value key)
{
    uint64_t hash;
    size_t slot;
    int entry;
    if (!value_hash(run, key, &hash) || !find(run, dict, key, hash, &slot, &entry)) return NOTHING;
    return entry < 0 ? NOTHING : dict->entry[entry].value;
}

// ---- protocol ------------------------------------------------------------------------------

static void dict_repr(Run *run, Value self, Buf *out)
{
    const Dict *dict = dict_of(self);
    bool first = true;
    buf_add_char(out, '{');
    for (size_t i = 0; i < dict->used; i++) {
        if (!dict->entry[i].key.type) continue;
        if (!first) buf_add(out, STR(", "));
        first = false;
        value_repr(run, dict->entry[i].key, out);
        buf_add(out, STR(": "));
        value_repr(run, dict->entry[i].value, out);
    }
    buf_add_char(out, '}');
}

static int64_t dict_length(Run *run, Value self)
{
    (void)run;
    return (int64_t)dict_of(self)->count;
}

static const DictEntry *next_entry(Value self, int64_t *at)
{
    const Dict *dict = dict_of(self);
    while ((size_t)*at < dict->used) {
        const DictEntry *entry = &dict->entry[(*at)++];
        if (entry->key.type) return entry;
    }
    return NULL;
}

static Value dict_next(Run *run, Value self, int64_t *at)
{
    (void)run;
    const DictEntry *entry = next_entry(self, at);
    return entry ? entry->key : NOTHING;
}

static bool dict_contains(Run *run, Value self, Value item, bool *found)
{
    *found = dict_get(run, dict_of(self), item).type != NULL;
    return !has_failed(run);
}

static Value key_error(Run *run, Value key)
{
    if (has_failed(run)) return NOTHING;
    Buf repr = {.arena = &run->scratch};
    value_repr(run, key, &repr);
    return raise_error(run, "KeyError", "%s", buf_text(&repr));
}

static Value dict_subscript(Run *run, Value self, Value key)
{
    Value value = dict_get(run, dict_of(self), key);
    return value.type ? value : key_error(run, key);
}

static bool dict_set_subscript(Run *run, Value self, Value key, Value value)
{
    return dict_set(run, dict_of(self), key, value);
}

static Value take_out(Run *run, Value self, Value key)
{
    Dict *dict = dict_of(self);
    uint64_t hash;
    size_t slot;
    int entry;
    if (!value_hash(run, key, &hash) || !find(run, dict, key, hash, &slot, &entry)) return NOTHING;
    if (entry < 0) return NOTHING;
    dict->entry[entry].key = NOTHING;
    dict->count--;
    Value value = dict->entry[entry].value;
    dict->entry[entry].value = NOTHING;
    return value;
}

static bool dict_delete_subscript(Run *run, Value self, Value key)
{
    return take_out(run, self, key).type || key_error(run, key).type;
}

static Value dict_binary(Run *run, Operator op, Value left, Value right)
{
    bool equality = op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL;
    if (!equality || left.type != right.type) return NOT_IMPLEMENTED;
    bool equal = dict_of(left)->count == dict_of(right)->count;
    const DictEntry *entry;
    for (int64_t at = 0; equal && (entry = next_entry(left, &at));) {
        Value other = dict_get(run, dict_of(right), entry->key);
        equal = other.type != NULL;
        if (equal && !values_equal(run, entry->value, other, &equal)) return NOTHING;
    }
    return has_failed(run) ? NOTHING : from_bool(equal == (op == OPERATOR_EQUAL));
}

static bool add_all(Run *run, Dict *dict, Value from)
{
    if (from.type != &type_dict) {
        raise_error(run, "TypeError", "'%s' object is not a mapping", from.type->name);
        return false;
    }
    const DictEntry *entry;
    for (int64_t at = 0; (entry = next_entry(from, &at));) {
        if (!dict_set(run, dict, entry->key, entry->value)) return false;
    }
    return true;
}

static Value dict_construct(Run *run, const Args *args)
{
    Value self = new_dict(run);
    if (!self.type) return NOTHING;
    if (args->count > 1) {
        return raise_error(run, "TypeError", "dict expected at most 1 argument, got %d",
                           args->count);
    }
    if (args->count && args->item[0].type != &type_dict) {
        return outside_subset(run, "a comprehension: {key: value for key, value in pairs}",
                              "dict() of a '%s'", args->item[0].type->name);
    }
    if (args->count && !add_all(run, dict_of(self), args->item[0])) return NOTHING;
    for (int i = 0; i < args->keyword_count; i++) {
        Value key = from_text(run, args->keyword[i]);
        if (!key.type || !dict_set(run, dict_of(self), key, args->keyword_value[i])) return NOTHING;
    }
    return self;
}

// ---- methods -------------------------------------------------------------------------------

static Value dict_get_method(Run *run, Value *arg)
{
    Value value = dict_get(run, dict_of(arg[0]), arg[1]);
    if (value.type || has_failed(run)) return value;
    return arg[2].type ? arg[2] : NONE;
}

static Value listed(Run *run, Value self, bool keys, bool values)
{
    Value list = new_sequence(run, &type_list, NULL, 0);
    const DictEntry *entry;
    for (int64_t at = 0; list.type && (entry = next_entry(self, &at));) {
        Value item = keys ? entry->key : entry->value;
        if (keys && values) {
            item = new_sequence(run, &type_tuple, (Value[]){entry->key, entry->value}, 2);
        }
        if (!item.type || !sequence_add(run, value_sequence(list), item)) return NOTHING;
    }
    return list;
}

// keys(), values() and items() are run through, not shown.
static Value new_view(Run *run, const char *name, Value items)
{
    return items.type ? new_iterator(run, name, iterate_sources, &items, 1) : NOTHING;
}

static Value dict_keys(Run *run, Value *arg)
{
    return new_view(run, "dict_keys", listed(run, arg[0], true, false));
}

static Value dict_values(Run *run, Value *arg)
{
    return new_view(run, "dict_values", listed(run, arg[0], false, true));
}

static Value dict_items(Run *run, Value *arg)
{
    return new_view(run, "dict_items", listed(run, arg[0], true, true));
}

static Value dict_pop(Run *run, Value *arg)
{
    Value value = take_out(run, arg[0], arg[1]);
    if (value.type || has_failed(run)) return value;
    return arg[2].type ? arg[2] : key_error(run, arg[1]);
}

static Value dict_update(Run *run, Value *arg)
{
    return add_all(run, dict_of(arg[0]), arg[1]) ? NONE : NOTHING;
}

static const Native dict_methods[] = {
    {"get", "self, key, default=, /", dict_get_method},
    {"keys", "self, /", dict_keys},
    {"values", "self, /", dict_values},
    {"items", "self, /", dict_items},
    {"pop", "self, key, default=, /", dict_pop},
    {"update", "self, other, /", dict_update},
    {0},
};

const Type type_dict = {
    .name = "dict",
    .methods = dict_methods,
    .repr = dict_repr,
    .length = dict_length,
    .next = dict_next,
    .contains = dict_contains,
    .binary = dict_binary,
    .subscript = dict_subscript,
    .set_subscript = dict_set_subscript,
    .delete_subscript = dict_delete_subscript,
    .construct = dict_construct,
    .visit = dict_visit,
    .drop = dict_drop,
};
