// The methods of set and frozenset.
#include "lang/containers/dict.h"
#include "lang/containers/set.h"
#include "lang/interp.h"

static Value copy(Run *run, Value *arg)
{
    return arg[0].type == &type_frozenset ? arg[0] : set_from(run, arg[0].type, arg[0]);
}

static Value update(Run *run, Value *arg)
{
    const Sequence *others = value_sequence(arg[1]);
    for (int i = 0; i < others->count; i++) {
        if (!set_update(run, set_of(arg[0]), others->item[i])) return NOTHING;
    }
    return NONE;
}

static Value add(Run *run, Value *arg)
{
    return set_add(run, set_of(arg[0]), arg[1]) ? NONE : NOTHING;
}

static Value discard(Run *run, Value *arg)
{
    bool found;
    return set_discard(run, set_of(arg[0]), arg[1], &found) ? NONE : NOTHING;
}

static Value remove_item(Run *run, Value *arg)
{
    bool found;
    if (!set_discard(run, set_of(arg[0]), arg[1], &found)) return NOTHING;
    return found ? NONE : dict_key_error(run, arg[1]);
}

static Value pop(Run *run, Value *arg)
{
    const SetEntry *entry = set_any(set_of(arg[0]));
    if (!entry) return dict_key_error(run, value_from_text(run, "pop from an empty set"));
    Value item = entry->key;
    bool found;
    return set_discard(run, set_of(arg[0]), item, &found) ? item : NOTHING;
}

static Value clear(Run *run, Value *arg)
{
    (void)run;
    set_clear(set_of(arg[0]));
    return NONE;
}

// Those without a function are written in Python, in src/library/_methods.py. The first SET_ONLY
// are those that change a set.
const Native set_methods[] = {
    {"add", "self, item, /", add},
    {"remove", "self, item, /", remove_item},
    {"discard", "self, item, /", discard},
    {"pop", "self, /", pop},
    {"clear", "self, /", clear},
    {"update", "self, *others", update},
    {"intersection_update", "self, *others", NULL},
    {"difference_update", "self, *others", NULL},
    {"symmetric_difference_update", "self, other, /", NULL},
    {"union", "self, *others", NULL},
    {"intersection", "self, *others", NULL},
    {"difference", "self, *others", NULL},
    {"symmetric_difference", "self, other, /", NULL},
    {"issubset", "self, other, /", NULL},
    {"issuperset", "self, other, /", NULL},
    {"isdisjoint", "self, other, /", NULL},
    {"copy", "self, /", copy},
    {0},
};
