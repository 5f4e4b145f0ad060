// OrderedDict and defaultdict of the module collections: dicts with a little more.
#include "lang/containers/dict.h"
#include "lang/interp.h"

// ---- OrderedDict -----------------------------------------------------------------------------

static void ordered_repr(Run *run, Value self, Buf *out)
{
    if (!value_repr_enter(run, self)) {
        buf_add(out, STR("..."));
        return;
    }
    buf_add(out, STR("OrderedDict("));
    if (dict_of(self)->count) {
        Value plain = dict_new(run);
        if (plain.type && dict_merge(run, dict_of(plain), self)) value_repr(run, plain, out);
    }
    buf_add_char(out, ')');
    value_repr_leave(run);
}

static Value move_to_end(Run *run, Value *arg)
{
    bool last = true;
    if (arg[2].type && !value_truth(run, arg[2], &last)) return NOTHING;
    Value value = dict_take(run, arg[0], arg[1]);
    if (!value.type) return dict_key_error(run, arg[1]);
    Dict *dict = dict_of(arg[0]);
    hold(run, value);
    bool ok = last ? dict_set(run, dict, arg[1], value) : dict_set_first(run, dict, arg[1], value);
    return ok ? NONE : NOTHING;
}

static Value ordered_construct(Run *run, const Args *args)
{
    Value self = dict_new_of(run, &type_ordered_dict);
    return self.type && dict_fill(run, dict_of(self), "OrderedDict", args) ? self : NOTHING;
}

// Two of them are equal in the same order only.
static Value ordered_binary(Run *run, Operator op, Value left, Value right)
{
    Value result = dict_binary(run, op, left, right);
    bool both = left.type == right.type && (op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL);
    if (!both || result.type != &type_bool || result.truth != (op == OPERATOR_EQUAL)) return result;
    const DictEntry *a, *b;
    bool equal = true;
    for (int64_t i = 0, j = 0; equal && (a = dict_next(left, &i)) && (b = dict_next(right, &j));) {
        if (!values_equal(run, a->key, b->key, &equal)) return NOTHING;
    }
    return from_bool(equal == (op == OPERATOR_EQUAL));
}

static const Native ordered_methods[] = {
    {"move_to_end", "self, key, last=", move_to_end},
    {"popitem", "self, last=", dict_popitem},
    {0},
};

const Type type_ordered_dict = {
    .name = "collections.OrderedDict",
    .size = sizeof(Dict),
    .base = &type_dict,
    .methods = ordered_methods,
    .repr = ordered_repr,
    .length = dict_length,
    .next = dict_next_key,
    .contains = dict_contains,
    .binary = ordered_binary,
    .in_place = dict_in_place,
    .subscript = dict_subscript,
    .set_subscript = dict_set_subscript,
    .delete_subscript = dict_delete_subscript,
    .construct = ordered_construct,
    .visit = dict_visit,
    .drop = dict_drop,
};

// ---- defaultdict -----------------------------------------------------------------------------

static void default_repr(Run *run, Value self, Buf *out)
{
    buf_add(out, STR("defaultdict("));
    value_repr(run, dict_of(self)->missing, out);
    buf_add(out, STR(", "));
    dict_repr(run, self, out);
    buf_add_char(out, ')');
}

static Value default_subscript(Run *run, Value self, Value key)
{
    Dict *dict = dict_of(self);
    Value value = dict_get(run, dict, key);
    if (value.type || run_has_failed(run)) return value;
    if (dict->missing.type == &type_none) return dict_key_error(run, key);
    value = call_with(run, dict->missing, NULL, 0);
    return value.type && dict_set(run, dict, key, value) ? value : NOTHING;
}

static Value default_attribute(Run *run, Value self, const char *name)
{
    (void)run;
    return str_is(STR("default_factory"), name) ? dict_of(self)->missing : NOTHING;
}

static Value default_construct(Run *run, const Args *args)
{
    Value self = dict_new_of(run, &type_defaultdict);
    if (!self.type) return NOTHING;
    Value factory = args->count ? args->item[0] : NONE;
    if (factory.type != &type_none && !factory.type->call) {
        return raise_error(run, "TypeError", "first argument must be callable or None");
    }
    dict_of(self)->missing = factory;
    Args rest = *args;
    rest.item = args->count ? args->item + 1 : NULL;
    rest.count = args->count ? args->count - 1 : 0;
    return dict_fill(run, dict_of(self), "defaultdict", &rest) ? self : NOTHING;
}

const Type type_defaultdict = {
    .name = "collections.defaultdict",
    .size = sizeof(Dict),
    .base = &type_dict,
    .repr = default_repr,
    .length = dict_length,
    .next = dict_next_key,
    .contains = dict_contains,
    .binary = dict_binary,
    .in_place = dict_in_place,
    .attribute = default_attribute,
    .subscript = default_subscript,
    .set_subscript = dict_set_subscript,
    .delete_subscript = dict_delete_subscript,
    .construct = default_construct,
    .visit = dict_visit,
    .drop = dict_drop,
};
