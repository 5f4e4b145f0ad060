// dict: entries in order of insertion, and an open-addressing index of them.
#include "lang/containers/dict.h"

#include "lang/containers/sequence.h"

#include "lang/class.h"

#include <limits.h>
#include <string.h>

Dict *dict_of(Value value)
{
    return (Dict *)value.object;
}

bool value_is_dict(Value value)
{
    return value.type == &type_dict || value_has_type(value, &type_dict);
}

Value dict_new(Run *run)
{
    return value_from_object(object_make(run, &type_dict, sizeof(Dict)));
}

void dict_visit(Run *run, Object *object)
{
    Dict *dict = (Dict *)object;
    for (size_t i = dict->first; i < dict->end; i++) {
        value_mark_all(run, &dict->entry[i].key, 1);
        value_mark_all(run, &dict->entry[i].value, 1);
    }
}

void dict_drop(Run *run, Object *object)
{
    Dict *dict = (Dict *)object;
    run_dealloc(run, dict->entry);
    run_dealloc(run, dict->slot);
}

static size_t first_slot(const Dict *dict, uint64_t hash)
{
    return (size_t)(hash * 11400714819323198485u >> 20) & (dict->slots - 1);
}

// Where a key is, or belongs.
typedef struct DictPlace {
    uint64_t hash; // of the key
    size_t slot;   // its slot, or the free one
    int entry;     // -1: not there
} DictPlace;

static bool find(Run *run, const Dict *dict, Value key, DictPlace *place)
{
    place->entry = -1;
    if (!dict->slots) return true;
    for (size_t at = first_slot(dict, place->hash);; at = (at + 1) & (dict->slots - 1)) {
        place->slot = at;
        int index = dict->slot[at] - 1;
        if (index < 0) return true;
        const DictEntry *candidate = &dict->entry[index];
        if (!candidate->key.type || candidate->hash != place->hash) continue;
        bool equal;
        if (!values_equal(run, candidate->key, key, &equal)) return false;
        if (!equal) continue;
        place->entry = index;
        return true;
    }
}

static bool locate(Run *run, const Dict *dict, Value key, DictPlace *place)
{
    return value_hash(run, key, &place->hash) && find(run, dict, key, place);
}

// Makes room for as many again, behind the entries and `front` before them, and drops deleted ones.
static bool grow(Run *run, Dict *dict, size_t front)
{
    size_t slots = 8;
    while (slots < (front + dict->count) * 4) slots *= 2;
    int *slot = run_alloc(run, slots, sizeof *slot);
    DictEntry *entry = run_alloc(run, front + slots / 2 + 1, sizeof *entry);
    if (!slot || !entry) {
        run_dealloc(run, slot);
        return false;
    }
    size_t used = front;
    for (size_t i = dict->first; i < dict->end; i++) {
        if (dict->entry[i].key.type) entry[used++] = dict->entry[i];
    }
    dict_drop(run, &dict->object);
    dict->entry = entry;
    dict->first = front;
    dict->end = dict->used = used;
    dict->slot = slot;
    dict->slots = slots;
    dict->filled = dict->count;
    for (size_t i = front; i < used; i++) {
        size_t at = first_slot(dict, entry[i].hash);
        while (slot[at]) at = (at + 1) & (slots - 1);
        slot[at] = (int)i + 1;
    }
    return true;
}

bool dict_set_first(Run *run, Dict *dict, Value key, Value value)
{
    DictPlace place;
    bool is_full = !dict->first || dict->filled * 2 >= dict->slots;
    if (is_full && !grow(run, dict, dict->count + 1)) return false;
    if (!locate(run, dict, key, &place)) return false;
    dict->entry[--dict->first] = (DictEntry){key, value, place.hash};
    dict->slot[place.slot] = (int)dict->first + 1;
    dict->filled++;
    if (!dict->count++) dict->end = dict->first + 1;
    return true;
}

bool dict_set(Run *run, Dict *dict, Value key, Value value)
{
    DictPlace place;
    if (!locate(run, dict, key, &place)) return false;
    if (place.entry >= 0) {
        dict->entry[place.entry].value = value;
        return true;
    }
    if (dict->filled * 2 >= dict->slots) {
        if (!grow(run, dict, 0) || !find(run, dict, key, &place)) return false;
    }
    dict->entry[dict->used] = (DictEntry){key, value, place.hash};
    if (!dict->count++) dict->first = dict->used;
    dict->slot[place.slot] = (int)++dict->used;
    dict->end = dict->used;
    dict->filled++;
    return true;
}

bool dict_set_text(Run *run, Value dict, const char *key, Value value)
{
    Value text = value.type ? value_from_text(run, key) : NOTHING;
    return text.type && dict_set(run, dict_of(dict), text, value);
}

Value dict_get(Run *run, const Dict *dict, Value key)
{
    DictPlace place;
    if (!locate(run, dict, key, &place)) return NOTHING;
    return place.entry < 0 ? NOTHING : dict->entry[place.entry].value;
}

// ---- protocol ------------------------------------------------------------------------------

void dict_repr(Run *run, Value self, Buf *out)
{
    if (!value_repr_enter(run, self)) {
        buf_add(out, STR("{...}"));
        return;
    }
    const DictEntry *entry;
    bool first = true;
    buf_add_char(out, '{');
    for (int64_t at = 0; (entry = dict_next(self, &at)) && !run_has_failed(run); first = false) {
        if (!first) buf_add(out, STR(", "));
        value_repr(run, entry->key, out);
        buf_add(out, STR(": "));
        value_repr(run, entry->value, out);
    }
    buf_add_char(out, '}');
    value_repr_leave(run);
}

int64_t dict_length(Run *run UNUSED, Value self)
{
    return (int64_t)dict_of(self)->count;
}

const DictEntry *dict_next(Value self, int64_t *at)
{
    const Dict *dict = dict_of(self);
    if ((size_t)*at < dict->first) *at = (int64_t)dict->first;
    while ((size_t)*at < dict->end) {
        const DictEntry *entry = &dict->entry[(*at)++];
        if (entry->key.type) return entry;
    }
    return NULL;
}

const DictEntry *dict_iterate(Run *run, Value self, int64_t *at)
{
    if (!table_same_size(run, "dictionary", dict_of(self)->count, at)) return NULL;
    int64_t place = table_place_of(*at);
    const DictEntry *entry = dict_next(self, &place);
    *at = table_with_place(*at, place);
    return entry;
}

Value dict_next_key(Run *run, Value self, int64_t *at)
{
    const DictEntry *entry = dict_iterate(run, self, at);
    return entry ? entry->key : NOTHING;
}

bool dict_contains(Run *run, Value self, Value item, bool *found)
{
    *found = dict_get(run, dict_of(self), item).type != NULL;
    return !run_has_failed(run);
}

Value dict_key_error(Run *run, Value key)
{
    if (run_has_failed(run)) return NOTHING;
    Buf repr = {.arena = &run->scratch};
    value_repr(run, key, &repr);
    Value args = sequence_new(run, &type_tuple, &key, 1);
    raise_error(run, "KeyError", "%s", buf_text(&repr));
    run->raised.args = args;
    return NOTHING;
}

static void hint_near_keys(Run *run, Value self, Value wanted)
{
    int count = 0;
    const Dict *dict = dict_of(self);
    if (wanted.type != &type_str || dict->count > NEAR_ITEMS) return;
    Value *keys = NEW_ARRAY(&run->scratch, Value, dict->count + 1);
    int64_t at = 0;
    for (const DictEntry *entry = dict_next(self, &at); entry; entry = dict_next(self, &at))
        keys[count++] = entry->key;
    error_hint_near(run, wanted, keys, count);
}

Value dict_subscript(Run *run, Value self, Value key)
{
    Value value = dict_get(run, dict_of(self), key);
    if (value.type || run_has_failed(run)) return value;
    if (self.type->class) value = class_call_special(run, DUNDER_MISSING, self, &key, 1);
    if (value.type) return value;
    if (!run_has_failed(run)) {
        dict_key_error(run, key);
        hint_near_keys(run, self, key);
    }
    return NOTHING;
}

bool dict_set_subscript(Run *run, Value self, Value key, Value value)
{
    return dict_set(run, dict_of(self), key, value);
}

Value dict_take(Run *run, Value self, Value key)
{
    Dict *dict = dict_of(self);
    DictPlace place;
    if (!locate(run, dict, key, &place)) return NOTHING;
    if (place.entry < 0) return NOTHING;
    dict->entry[place.entry].key = NOTHING;
    dict->count--;
    Value value = dict->entry[place.entry].value;
    dict->entry[place.entry].value = NOTHING;
    while (dict->first < dict->end && !dict->entry[dict->first].key.type) dict->first++;
    while (dict->first < dict->end && !dict->entry[dict->end - 1].key.type) dict->end--;
    return value;
}

bool dict_delete_subscript(Run *run, Value self, Value key)
{
    return dict_take(run, self, key).type || dict_key_error(run, key).type;
}

// A key that is looked up in a large dict is seldom in the processor's cache.
enum { LOOKUP_BYTES = 320 };

static Value dict_equal(Run *run, Operator op, Value left, Value right)
{
    bool equal = dict_of(left)->count == dict_of(right)->count;
    const DictEntry *entry;
    for (int64_t at = 0; equal && (entry = dict_next(left, &at));) {
        if (!run_take_bytes(run, LOOKUP_BYTES)) return NOTHING;
        Value other = dict_get(run, dict_of(right), entry->key);
        equal = other.type != NULL;
        if (equal && !values_equal(run, entry->value, other, &equal)) return NOTHING;
    }
    return run_has_failed(run) ? NOTHING : from_bool(equal == (op == OPERATOR_EQUAL));
}

Value dict_binary(Run *run, Operator op, Value left, Value right)
{
    if (!value_is_dict(left) || !value_is_dict(right)) return NOT_IMPLEMENTED;
    if (op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL) return dict_equal(run, op, left, right);
    if (op != OPERATOR_BIT_OR) return NOT_IMPLEMENTED;
    Value merged = dict_new(run);
    bool ok = merged.type && dict_merge(run, dict_of(merged), left) &&
              dict_merge(run, dict_of(merged), right);
    return ok ? merged : NOTHING;
}

static Value dict_in_place(Run *run, Operator op, Value left, Value right)
{
    if (op != OPERATOR_BIT_OR) return NOT_IMPLEMENTED;
    return dict_merge(run, dict_of(left), right) ? left : NOTHING;
}

static bool merge_pair(Run *run, Dict *dict, Value pair, int at)
{
    if (!pair.type->next)
        return raise_false(run, "TypeError",
                           "cannot convert dictionary update sequence element #%d to a sequence",
                           at);
    Value parts = value_collect(run, &type_tuple, pair);
    if (!parts.type) return false;
    const Sequence *items = value_sequence(parts);
    if (items->count == 2) return dict_set(run, dict, items->item[0], items->item[1]);
    return raise_false(run, "ValueError",
                       "dictionary update sequence element #%d has length %d; 2 is required", at,
                       items->count);
}

bool dict_merge(Run *run, Dict *dict, Value from)
{
    if (value_is_dict(from)) {
        const DictEntry *entry;
        for (int64_t at = 0; (entry = dict_next(from, &at));) {
            if (!run_take_bytes(run, LOOKUP_BYTES)) return false;
            if (!dict_set(run, dict, entry->key, entry->value)) return false;
        }
        return true;
    }
    if (!value_start_iteration(run, &from)) return false;
    Value pair;
    int count = 0;
    for (int64_t at = 0; (pair = value_next(run, from, &at)).type; count++) {
        if (!merge_pair(run, dict, pair, count)) return false;
    }
    return !run_has_failed(run);
}

static Value dict_construct(Run *run, const Args *args)
{
    if (args->count > 1)
        return raise_error(run, "TypeError", "dict expected at most 1 argument, got %d",
                           args->count);
    Value self = dict_new(run);
    if (!self.type) return NOTHING;
    bool ok = !args->count || dict_merge(run, dict_of(self), args->item[0]);
    for (int i = 0; ok && i < args->keyword_count; i++)
        ok = dict_set_text(run, self, args->keyword[i], args->keyword_value[i]);
    return ok ? self : NOTHING;
}

// ---- methods -------------------------------------------------------------------------------

static Value method_get(Run *run, Value *arg)
{
    Value value = dict_get(run, dict_of(arg[0]), arg[1]);
    if (value.type || run_has_failed(run)) return value;
    return arg[2].type ? arg[2] : NONE;
}

static Value setdefault(Run *run, Value *arg)
{
    Value value = dict_get(run, dict_of(arg[0]), arg[1]);
    if (value.type || run_has_failed(run)) return value;
    value = arg[2].type ? arg[2] : NONE;
    return dict_set(run, dict_of(arg[0]), arg[1], value) ? value : NOTHING;
}

static Value pop(Run *run, Value *arg)
{
    Value value = dict_take(run, arg[0], arg[1]);
    if (value.type || run_has_failed(run)) return value;
    return arg[2].type ? arg[2] : dict_key_error(run, arg[1]);
}

// The last pair.
static Value popitem(Run *run, Value *arg)
{
    const Dict *dict = dict_of(arg[0]);
    if (!dict->count)
        return dict_key_error(run, value_from_text(run, "popitem(): dictionary is empty"));
    const DictEntry *last = &dict->entry[dict->end - 1];
    Value pair[] = {last->key, last->value};
    if (!dict_take(run, arg[0], pair[0]).type) return NOTHING;
    return sequence_new(run, &type_tuple, pair, 2);
}

static Value update(Run *run, Value *arg)
{
    if (arg[1].type && !dict_merge(run, dict_of(arg[0]), arg[1])) return NOTHING;
    return dict_merge(run, dict_of(arg[0]), arg[2]) ? NONE : NOTHING;
}

void dict_clear(Dict *dict)
{
    for (size_t i = 0; i < dict->slots; i++) dict->slot[i] = 0;
    dict->first = dict->end = dict->used = dict->count = dict->filled = 0;
}

static Value clear(Run *run UNUSED, Value *arg)
{
    dict_clear(dict_of(arg[0]));
    return NONE;
}

static Value copy(Run *run, Value *arg)
{
    Value copied = dict_new(run);
    return copied.type && dict_merge(run, dict_of(copied), arg[0]) ? copied : NOTHING;
}

// keys, values, items
static Value view(Run *run, Value *arg)
{
    char which = run->native->name[0];
    const Type *type = which == 'k'   ? &type_dict_keys
                       : which == 'v' ? &type_dict_values
                                      : &type_dict_items;
    return dict_view_new(run, type, arg[0]);
}

static const Native dict_methods[] = {
    {"get", "self, key, default=, /", method_get},
    {"setdefault", "self, key, default=, /", setdefault},
    {"keys", "self, /", view},
    {"values", "self, /", view},
    {"items", "self, /", view},
    {"pop", "self, key, default=, /", pop},
    {"popitem", "self, /", popitem},
    {"update", "self, other=, /, **pairs", update},
    {"clear", "self, /", clear},
    {"copy", "self, /", copy},
    {0},
};

static const Native dict_functions[] = {{"fromkeys", "iterable, value=, /", NULL}, {0}};

const Type type_dict = {
    .name = "dict",
    .size = sizeof(Dict),
    .methods = dict_methods,
    .functions = dict_functions,
    DICT_ROW,
    .in_place = dict_in_place,
    .set_subscript = dict_set_subscript,
    .delete_subscript = dict_delete_subscript,
    .construct = dict_construct,
    .visit = dict_visit,
};
