// The methods of set and frozenset. Where an operator wants sets, they take whatever can be run
// through, and any number of it.
#include "lang/containers/dict.h"
#include "lang/containers/set.h"
#include "lang/interp.h"

typedef Value Combine(Run *run, const Type *type, Value left, Value right);

static Value as_set(Run *run, Value value)
{
    return value_is_set(value) ? value : set_from(run, &type_set, value);
}

static Value copy(Run *run, Value *arg)
{
    return arg[0].type == &type_frozenset ? arg[0] : set_from(run, arg[0].type, arg[0]);
}

static Value set_union(Run *run, Value *arg)
{
    Value result = set_from(run, arg[0].type, arg[0]);
    const Sequence *others = value_sequence(arg[1]);
    for (int i = 0; result.type && i < others->count; i++) {
        if (!set_update(run, set_of(result), others->item[i])) return NOTHING;
    }
    return result;
}

static Value fold(Run *run, Value *arg, Combine *combine)
{
    const Sequence *others = value_sequence(arg[1]);
    if (!others->count) return set_from(run, arg[0].type, arg[0]);
    Value result = arg[0];
    for (int i = 0; result.type && i < others->count; i++) {
        result = combine(run, arg[0].type, result, others->item[i]);
    }
    return result;
}

static Value intersection(Run *run, Value *arg)
{
    return fold(run, arg, set_intersection);
}

static Value difference(Run *run, Value *arg)
{
    return fold(run, arg, set_difference);
}

static Value symmetric_difference(Run *run, Value *arg)
{
    return set_symmetric_difference(run, arg[0].type, arg[0], arg[1]);
}

static Value update(Run *run, Value *arg)
{
    const Sequence *others = value_sequence(arg[1]);
    for (int i = 0; i < others->count; i++) {
        if (!set_update(run, set_of(arg[0]), others->item[i])) return NOTHING;
    }
    return NONE;
}

static Value intersection_update(Run *run, Value *arg)
{
    Value result = fold(run, arg, set_intersection);
    if (!result.type) return NOTHING;
    set_take_over(set_of(arg[0]), set_of(result));
    return NONE;
}

static Value difference_update(Run *run, Value *arg)
{
    const Sequence *others = value_sequence(arg[1]);
    for (int i = 0; i < others->count; i++) {
        if (!set_subtract(run, set_of(arg[0]), others->item[i])) return NOTHING;
    }
    return NONE;
}

static Value symmetric_difference_update(Run *run, Value *arg)
{
    Value other = as_set(run, arg[1]);
    return other.type && set_toggle(run, set_of(arg[0]), other) ? NONE : NOTHING;
}

// ---- one item ------------------------------------------------------------------------------

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

// ---- questions -----------------------------------------------------------------------------

static Value subset(Run *run, Value left, Value right)
{
    bool result;
    if (!left.type || !right.type || !set_is_subset(run, left, right, &result)) return NOTHING;
    return from_bool(result);
}

static Value issubset(Run *run, Value *arg)
{
    return subset(run, arg[0], as_set(run, arg[1]));
}

static Value issuperset(Run *run, Value *arg)
{
    return subset(run, as_set(run, arg[1]), arg[0]);
}

static Value isdisjoint(Run *run, Value *arg)
{
    Value common = set_intersection(run, arg[0].type, arg[0], arg[1]);
    return common.type ? from_bool(set_of(common)->count == 0) : NOTHING;
}

const Native set_methods[] = {
    {"union", "self, *others", set_union},
    {"intersection", "self, *others", intersection},
    {"difference", "self, *others", difference},
    {"symmetric_difference", "self, other, /", symmetric_difference},
    {"issubset", "self, other, /", issubset},
    {"issuperset", "self, other, /", issuperset},
    {"isdisjoint", "self, other, /", isdisjoint},
    {"copy", "self, /", copy},
    {"add", "self, item, /", add},
    {"remove", "self, item, /", remove_item},
    {"discard", "self, item, /", discard},
    {"pop", "self, /", pop},
    {"clear", "self, /", clear},
    {"update", "self, *others", update},
    {"intersection_update", "self, *others", intersection_update},
    {"difference_update", "self, *others", difference_update},
    {"symmetric_difference_update", "self, other, /", symmetric_difference_update},
    {0},
};

const Native frozenset_methods[] = {
    {"union", "self, *others", set_union},
    {"intersection", "self, *others", intersection},
    {"difference", "self, *others", difference},
    {"symmetric_difference", "self, other, /", symmetric_difference},
    {"issubset", "self, other, /", issubset},
    {"issuperset", "self, other, /", issuperset},
    {"isdisjoint", "self, other, /", isdisjoint},
    {"copy", "self, /", copy},
    {0},
};
