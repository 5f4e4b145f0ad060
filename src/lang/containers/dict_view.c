// dict.keys(), .values() and .items(): they look into the dict and change with it.
#include "lang/class.h"
#include "lang/containers/dict.h"
#include "lang/containers/set.h"

typedef struct DictView {
    Object object;
    Value dict;
} DictView;

static Value dict_of_view(Value view)
{
    return ((const DictView *)view.object)->dict;
}

Value dict_view_new(Run *run, const Type *type, Value dict)
{
    DictView *view = object_make(run, type, sizeof *view);
    if (view) view->dict = dict;
    return value_from_object(view);
}

static int64_t view_length(Run *run, Value self)
{
    return dict_length(run, dict_of_view(self));
}

static Value item_of(Run *run, const Type *type, const DictEntry *entry)
{
    if (!entry) return NOTHING;
    if (type == &type_dict_keys) return entry->key;
    if (type == &type_dict_values) return entry->value;
    return sequence_new(run, &type_tuple, (Value[]){entry->key, entry->value}, 2);
}

static Value view_next(Run *run, Value self, int64_t *at)
{
    return item_of(run, self.type, dict_iterate(run, dict_of_view(self), at));
}

static void view_repr(Run *run, Value self, Buf *out)
{
    if (!value_repr_enter(run, self)) {
        buf_add(out, STR("..."));
        return;
    }
    // An OrderedDict is known by its method.
    const char *own = name_of(&run->names, STR("move_to_end"));
    bool ordered = type_find_defined(dict_of_view(self).type, own) != NULL;
    buf_printf(out, "%s%s(", ordered ? "o" : "", self.type->name);
    Value list = value_collect(run, &type_list, self);
    if (list.type) value_repr(run, list, out);
    buf_add_char(out, ')');
    value_repr_leave(run);
}

static bool keys_contain(Run *run, Value self, Value item, bool *found)
{
    return dict_contains(run, dict_of_view(self), item, found);
}

static bool items_contain(Run *run, Value self, Value item, bool *found)
{
    *found = false;
    if (item.type != &type_tuple || value_sequence(item)->count != 2) return true;
    const Value *pair = value_sequence(item)->item;
    Value value = dict_get(run, dict_of(dict_of_view(self)), pair[0]);
    if (!value.type) return !run_has_failed(run);
    return values_equal(run, value, pair[1], found);
}

static bool is_keys_or_items(Value value)
{
    return value.type == &type_dict_keys || value.type == &type_dict_items;
}

// Views work as sets with each other and with sets; | & - ^ take whatever can be run through.
static Value view_binary(Run *run, Operator op, Value left, Value right)
{
    bool comparison = op >= OPERATOR_LESS;
    bool set_operator = op == OPERATOR_BIT_OR || op == OPERATOR_BIT_AND ||
                        op == OPERATOR_SUBTRACT || op == OPERATOR_BIT_XOR;
    bool sets = (value_is_set(left) || is_keys_or_items(left)) &&
                (value_is_set(right) || is_keys_or_items(right));
    if (comparison ? !sets : !set_operator) return NOT_IMPLEMENTED;
    if (!left.type->next || !right.type->next) return NOT_IMPLEMENTED;
    Value a = set_from(run, &type_set, left);
    Value b = a.type ? set_from(run, &type_set, right) : NOTHING;
    return b.type ? type_set.binary(run, op, a, b) : NOTHING;
}

static void view_visit(Run *run, Object *object)
{
    value_mark_all(run, &((DictView *)object)->dict, 1);
}

#define VIEW(title)                                                                                \
    .name = title, .repr = view_repr, .length = view_length, .next = view_next, .visit = view_visit

const Type type_dict_values = {VIEW("dict_values")};
const Type type_dict_keys = {VIEW("dict_keys"), .contains = keys_contain, .binary = view_binary};
const Type type_dict_items = {VIEW("dict_items"), .contains = items_contain, .binary = view_binary};
