// The methods of dict: get, pop, update, items and the rest.
#include "lang/containers/dict.h"
#include "lang/interp.h"

static Value get(Run *run, Value *arg)
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

static Value clear(Run *run, Value *arg)
{
    (void)run;
    dict_clear(dict_of(arg[0]));
    return NONE;
}

static Value copy(Run *run, Value *arg)
{
    Value copied = dict_new(run);
    return copied.type && dict_merge(run, dict_of(copied), arg[0]) ? copied : NOTHING;
}

static Value keys(Run *run, Value *arg)
{
    return dict_view_new(run, &type_dict_keys, arg[0]);
}

static Value values(Run *run, Value *arg)
{
    return dict_view_new(run, &type_dict_values, arg[0]);
}

static Value items(Run *run, Value *arg)
{
    return dict_view_new(run, &type_dict_items, arg[0]);
}

const Native dict_methods[] = {
    {"get", "self, key, default=, /", get},
    {"setdefault", "self, key, default=, /", setdefault},
    {"keys", "self, /", keys},
    {"values", "self, /", values},
    {"items", "self, /", items},
    {"pop", "self, key, default=, /", pop},
    {"popitem", "self, /", popitem},
    {"update", "self, other=, /, **pairs", update},
    {"clear", "self, /", clear},
    {"copy", "self, /", copy},
    {0},
};

static Value fromkeys(Run *run, Value *arg)
{
    Value dict = dict_new(run), key, value = arg[1].type ? arg[1] : NONE;
    if (!dict.type || !value_start_iteration(run, &arg[0])) return NOTHING;
    for (int64_t at = 0; (key = value_next(run, arg[0], &at)).type;) {
        if (!dict_set(run, dict_of(dict), key, value)) return NOTHING;
    }
    return run_has_failed(run) ? NOTHING : dict;
}

const Native dict_functions[] = {{"fromkeys", "iterable, value=, /", fromkeys}, {0}};
