// set and frozenset as values: printing, comparing, operators, methods.
#include "lang/containers/set.h"

#include "lang/containers/dict.h"
#include "lang/interp.h"

static void set_repr(Run *run, Value self, Buf *out)
{
    const Set *set = set_of(self);
    bool frozen = self.type == &type_frozenset;
    if (!set->count) {
        buf_printf(out, "%s()", self.type->name);
        return;
    }
    if (!value_repr_enter(run, self)) {
        buf_printf(out, "%s(...)", self.type->name);
        return;
    }
    buf_add(out, frozen ? STR("frozenset({") : STR("{"));
    const SetEntry *entry;
    bool first = true;
    for (int64_t at = 0; (entry = set_next(set, &at)) && !run_has_failed(run); first = false) {
        if (!first) buf_add(out, STR(", "));
        value_repr(run, entry->key, out);
    }
    buf_add(out, frozen ? STR("})") : STR("}"));
    value_repr_leave(run);
}

static int64_t set_length(Run *run UNUSED, Value self)
{
    return (int64_t)set_of(self)->count;
}

static Value set_next_item(Run *run, Value self, int64_t *at)
{
    const Set *set = set_of(self);
    if (!table_same_size(run, "Set", set->count, at)) return NOTHING;
    int64_t place = table_place_of(*at);
    const SetEntry *entry = set_next(set, &place);
    *at = table_with_place(*at, place);
    return entry ? entry->key : NOTHING;
}

static bool set_contains(Run *run, Value self, Value item, bool *found)
{
    return set_find(run, set_of(self), item, found);
}

static uint64_t shuffle_bits(uint64_t hash)
{
    return ((hash ^ 89869747u) ^ (hash << 16)) * 3644798167u;
}

// CPython's frozenset_hash: does not depend on the order.
static bool frozenset_hash(Run *run UNUSED, Value self, uint64_t *hash)
{
    const Set *set = set_of(self);
    const SetEntry *entry;
    uint64_t mixed = 0;
    for (int64_t at = 0; (entry = set_next(set, &at));) mixed ^= shuffle_bits(entry->hash);
    mixed ^= (set->count + 1) * 1927868237u;
    mixed ^= mixed >> 11 ^ mixed >> 25;
    mixed = mixed * 69069u + 907133923u;
    *hash = mixed == UINT64_MAX ? 590923713u : mixed;
    return true;
}

// ---- operators -----------------------------------------------------------------------------

static Value compare_sets(Run *run, Operator op, Value left, Value right)
{
    bool result;
    size_t a = set_of(left)->count, b = set_of(right)->count;
    if (op == OPERATOR_GREATER || op == OPERATOR_GREATER_EQUAL) {
        Operator mirrored = op == OPERATOR_GREATER ? OPERATOR_LESS : OPERATOR_LESS_EQUAL;
        return compare_sets(run, mirrored, right, left);
    }
    if (op == OPERATOR_LESS && a >= b) return from_bool(false);
    bool equality = op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL;
    if (equality && a != b) return from_bool(op == OPERATOR_NOT_EQUAL);
    if (!set_is_subset(run, left, right, &result)) return NOTHING;
    return from_bool(result != (op == OPERATOR_NOT_EQUAL));
}

static Value set_union(Run *run, const Type *type, Value left, Value right)
{
    Value result = set_from(run, type, left);
    return result.type && set_update(run, set_of(result), right) ? result : NOTHING;
}

static Value set_binary(Run *run, Operator op, Value left, Value right)
{
    if (!value_is_set(left) || !value_is_set(right)) return NOT_IMPLEMENTED;
    switch (op) {
    case OPERATOR_BIT_OR: return set_union(run, left.type, left, right);
    case OPERATOR_BIT_AND: return set_intersection(run, left.type, left, right);
    case OPERATOR_SUBTRACT: return set_difference(run, left.type, left, right);
    case OPERATOR_BIT_XOR: return set_symmetric_difference(run, left.type, left, right);
    default: return op >= OPERATOR_LESS ? compare_sets(run, op, left, right) : NOT_IMPLEMENTED;
    }
}

// `a |= b` and the like change the set `a` itself.
static Value set_in_place(Run *run, Operator op, Value left, Value right)
{
    Set *set = set_of(left);
    if (!value_is_set(right)) return NOT_IMPLEMENTED;
    Value result;
    bool ok;
    switch (op) {
    case OPERATOR_BIT_OR: ok = set_update(run, set, right); break;
    case OPERATOR_SUBTRACT: ok = set_subtract(run, set, right); break;
    case OPERATOR_BIT_XOR: ok = set_toggle(run, set, right); break;
    case OPERATOR_BIT_AND:
        result = set_intersection(run, left.type, left, right);
        if (result.type) set_take_over(set, set_of(result));
        ok = result.type != NULL;
        break;
    default: return NOT_IMPLEMENTED;
    }
    return ok ? left : NOTHING;
}

// ---- making --------------------------------------------------------------------------------

static Value construct(Run *run, const Type *type, const Args *args)
{
    Value source = args_only(run, type->name, args);
    if (run_has_failed(run)) return NOTHING;
    return source.type ? set_from(run, type, source) : set_new(run, type);
}

static Value set_construct(Run *run, const Args *args)
{
    return construct(run, &type_set, args);
}

static Value frozenset_construct(Run *run, const Args *args)
{
    bool already = args->count == 1 && !args->keyword_count;
    if (already && args->item[0].type == &type_frozenset) return args->item[0];
    return construct(run, &type_frozenset, args);
}

// ---- for the collector -----------------------------------------------------------------------

static void set_visit(Run *run, Object *object)
{
    Set *set = (Set *)object;
    for (size_t i = 0; i < set->filled; i++) value_mark_all(run, &set->entry[i].key, 1);
}

static void set_drop(Run *run, Object *object)
{
    run_dealloc(run, ((Set *)object)->entry);
    run_dealloc(run, ((Set *)object)->slot);
}

// ---- methods -------------------------------------------------------------------------------

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

static Value clear(Run *run UNUSED, Value *arg)
{
    set_clear(set_of(arg[0]));
    return NONE;
}

// Those without a function are written in Python, in src/library/_methods.py. The first SET_ONLY
// are those that change a set.
enum { SET_ONLY = 9 };
static const Native set_methods[] = {
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

#define SET(title)                                                                                 \
    .name = title, .repr = set_repr, .length = set_length, .next = set_next_item,                  \
    .contains = set_contains, .binary = set_binary, .visit = set_visit, .drop = set_drop

const Type type_set = {SET("set"), .size = sizeof(Set), .methods = set_methods,
                       .in_place = set_in_place, .construct = set_construct};

const Type type_frozenset = {SET("frozenset"), .methods = set_methods + SET_ONLY,
                             .hash = frozenset_hash, .construct = frozenset_construct};
