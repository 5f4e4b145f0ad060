// collections.Counter: a dict of counts, where what is not there counts 0.
#include "lang/containers/dict.h"
#include "lang/containers/sort.h"
#include "lang/interp.h"
#include "modules/collections.h"
#include "modules/modules.h"

static Value count_of(Run *run, Value self, Value key)
{
    Value count = dict_get(run, dict_of(self), key);
    return count.type || has_failed(run) ? count : from_int(0);
}

// Adds (or subtracts) counts: those of a dict, or 1 for each item of anything else.
static bool add_counts(Run *run, Value self, Operator op, Value from)
{
    if (!start_iteration(run, &from)) return false;
    Value key;
    for (int64_t at = 0; (key = value_next(run, from, &at)).type;) {
        Value more = is_dict(from) ? dict_get(run, dict_of(from), key) : from_int(1);
        Value count = more.type ? count_of(run, self, key) : NOTHING;
        Value sum = count.type ? binary(run, op, count, more) : NOTHING;
        if (!sum.type || !dict_set(run, dict_of(self), key, sum)) return false;
    }
    return !has_failed(run);
}

static Value change_counts(Run *run, Value *arg, Operator op)
{
    if (arg[1].type && arg[1].type != &type_none && !add_counts(run, arg[0], op, arg[1])) {
        return NOTHING;
    }
    return add_counts(run, arg[0], op, arg[2]) ? NONE : NOTHING;
}

static Value update(Run *run, Value *arg)
{
    return change_counts(run, arg, OPERATOR_ADD);
}

static Value subtract(Run *run, Value *arg)
{
    return change_counts(run, arg, OPERATOR_SUBTRACT);
}

static Value pairs_of(Run *run, Value self)
{
    Value view = new_dict_view(run, &type_dict_items, self);
    return view.type ? collect(run, &type_list, view) : NOTHING;
}

static Value second(Run *run, Value *arg)
{
    (void)run;
    return value_sequence(arg[0])->item[1];
}

static const Native count_in_pair = {"count", "pair, /", second};

// The pairs, the greatest count first; of equal ones, the first.
static Value sorted_pairs(Run *run, Value self)
{
    Value pairs = pairs_of(run, self);
    Value key = {.type = &type_native, .native = &count_in_pair};
    if (!pairs.type || !list_sort(run, (Value[]){pairs, key, from_bool(true)}).type) return NOTHING;
    return pairs;
}

static Value most_common(Run *run, Value *arg)
{
    Value pairs = sorted_pairs(run, arg[0]);
    if (!pairs.type || !arg[1].type || arg[1].type == &type_none) return pairs;
    int64_t count;
    if (!index_of(run, arg[1], &count)) return NOTHING;
    Sequence *list = value_sequence(pairs);
    if (count < list->count) list->count = count < 0 ? 0 : (int)count;
    return pairs;
}

static Value elements(Run *run, Value *arg)
{
    Value list = new_sequence(run, &type_list, NULL, 0);
    const DictEntry *entry;
    for (int64_t at = 0; list.type && (entry = dict_next(arg[0], &at));) {
        int64_t count;
        if (!index_of(run, entry->value, &count)) return NOTHING;
        for (; count > 0; count--) {
            if (!sequence_add(run, value_sequence(list), entry->key)) return NOTHING;
        }
    }
    return list.type ? new_iterator(run, "itertools.chain", iterate_sources, &list, 1) : NOTHING;
}

static Value total(Run *run, Value *arg)
{
    Value sum = from_int(0);
    const DictEntry *entry;
    for (int64_t at = 0; sum.type && (entry = dict_next(arg[0], &at));) {
        sum = binary(run, OPERATOR_ADD, sum, entry->value);
    }
    return sum;
}

static const Native counter_methods[] = {
    {"update", "self, iterable=, /, **counts", update},
    {"subtract", "self, iterable=, /, **counts", subtract},
    {"most_common", "self, n=", most_common},
    {"elements", "self, /", elements},
    {"total", "self, /", total},
    {0},
};

// ---- protocol ------------------------------------------------------------------------------

static void counter_repr(Run *run, Value self, Buf *out)
{
    if (!dict_of(self)->count) {
        buf_add(out, STR("Counter()"));
        return;
    }
    Value pairs = sorted_pairs(run, self);
    Value shown = pairs.type ? new_dict(run) : NOTHING;
    if (!shown.type || !dict_merge(run, dict_of(shown), pairs)) return;
    buf_add(out, STR("Counter("));
    value_repr(run, shown, out);
    buf_add_char(out, ')');
}

static Value counter_subscript(Run *run, Value self, Value key)
{
    return count_of(run, self, key);
}

// What stands for `key` in a op b.
static Value combined(Run *run, Operator op, Value a, Value b)
{
    if (op == OPERATOR_ADD || op == OPERATOR_SUBTRACT) return binary(run, op, a, b);
    bool less;
    if (!precedes(run, OPERATOR_LESS, a, b, &less)) return NOTHING;
    return less == (op == OPERATOR_BIT_OR) ? b : a;
}

// Counts that are not positive are left out.
static bool combine_keys(Run *run, Operator op, Value left, Value right, Value keys, Value result)
{
    const DictEntry *entry;
    for (int64_t at = 0; (entry = dict_next(keys, &at));) {
        bool positive;
        Value a = count_of(run, left, entry->key), b = count_of(run, right, entry->key);
        Value count = a.type && b.type ? combined(run, op, a, b) : NOTHING;
        if (!count.type || !precedes(run, OPERATOR_GREATER, count, from_int(0), &positive)) {
            return false;
        }
        if (positive && !dict_set(run, dict_of(result), entry->key, count)) return false;
    }
    return true;
}

static Value counter_binary(Run *run, Operator op, Value left, Value right)
{
    bool both = left.type == &type_counter && right.type == &type_counter;
    bool combines = op == OPERATOR_ADD || op == OPERATOR_SUBTRACT || op == OPERATOR_BIT_OR ||
                    op == OPERATOR_BIT_AND;
    if (!both || !combines) return dict_binary(run, op, left, right);
    Value keys = dict_copy(run, left), result = new_dict_of(run, &type_counter);
    if (!keys.type || !result.type || !dict_merge(run, dict_of(keys), right)) return NOTHING;
    return combine_keys(run, op, left, right, keys, result) ? result : NOTHING;
}

static Value counter_in_place(Run *run, Operator op, Value left, Value right)
{
    return counter_binary(run, op, left, right);
}

// +c keeps what is counted, -c what is lacking, as a count.
static Value counter_unary(Run *run, Operator op, Value self)
{
    bool minus = op == OPERATOR_NEGATE;
    if (op != OPERATOR_PLUS && !minus) return NOT_IMPLEMENTED;
    Value none = new_dict_of(run, &type_counter);
    if (!none.type) return NOTHING;
    return counter_binary(run, OPERATOR_SUBTRACT, minus ? none : self, minus ? self : none);
}

static Value counter_construct(Run *run, const Args *args)
{
    Value self = new_dict_of(run, &type_counter), given = new_dict(run);
    if (!self.type || !given.type) return NOTHING;
    if (args->count > 1) {
        return raise_error(run, "TypeError",
                           "Counter.__init__() takes from 1 to 2 positional arguments but %d were "
                           "given",
                           args->count + 1);
    }
    Args keywords = *args;
    keywords.count = 0;
    if (!dict_fill(run, dict_of(given), "Counter", &keywords)) return NOTHING;
    Value arg[] = {self, args->count ? args->item[0] : NOTHING, given};
    return update(run, arg).type ? self : NOTHING;
}

const Type type_counter = {
    .name = "Counter",
    .module = "collections",
    .size = sizeof(Dict),
    .base = &type_dict,
    .methods = counter_methods,
    .repr = counter_repr,
    .length = dict_length,
    .next = dict_next_key,
    .contains = dict_contains,
    .unary = counter_unary,
    .binary = counter_binary,
    .in_place = counter_in_place,
    .subscript = counter_subscript,
    .set_subscript = dict_set_subscript,
    .delete_subscript = dict_delete_subscript,
    .construct = counter_construct,
    .visit = dict_visit,
    .drop = dict_drop,
};
