// What builtin types do, as methods: [].__len__(), super().__getitem__(key) in a class derived
// from dict. Each calls the function of the builtin type that the object is, or derives from.
#include "lang/class.h"

#include <stddef.h>
#include <string.h>

static const Type *builtin_of(Value self)
{
    return self.type->class ? self.type->class->layout : self.type;
}

static Value slot_init(Run *run, Value *arg)
{
    const Sequence *items = value_sequence(arg[1]);
    Args args = {.item = items->item, .count = items->count};
    bool ok =
        args_spread(run, (const Dict *)arg[2].object, &args) && instance_adopt(run, arg[0], &args);
    return ok ? NONE : NOTHING;
}

static Value slot_repr(Run *run, Value *arg)
{
    Buf text = {.arena = &run->scratch};
    builtin_of(arg[0])->repr(run, arg[0], &text);
    return run_has_failed(run) ? NOTHING : value_from_str(run, buf_str(&text));
}

static Value slot_str(Run *run, Value *arg)
{
    Buf text = {.arena = &run->scratch};
    builtin_of(arg[0])->str(run, arg[0], &text);
    return run_has_failed(run) ? NOTHING : value_from_str(run, buf_str(&text));
}

static Value slot_hash(Run *run, Value *arg)
{
    uint64_t hash;
    return builtin_of(arg[0])->hash(run, arg[0], &hash) ? from_int((int64_t)hash) : NOTHING;
}

static Value slot_format(Run *run, Value *arg)
{
    Buf text = {.arena = &run->scratch};
    if (!value_has_type(arg[1], &type_str)) {
        return raise_error(run, "TypeError", "__format__() argument must be str, not %s",
                           arg[1].type->name);
    }
    bool ok = format_plain(run, arg[0], value_text(arg[1]), &text);
    return ok ? value_from_str(run, buf_str(&text)) : NOTHING;
}

static Value slot_length(Run *run, Value *arg)
{
    int64_t length = builtin_of(arg[0])->length(run, arg[0]);
    return length < 0 ? NOTHING : from_int(length);
}

static Value slot_contains(Run *run, Value *arg)
{
    const Type *type = builtin_of(arg[0]);
    bool found = false;
    if (type->contains) {
        return type->contains(run, arg[0], arg[1], &found) ? from_bool(found) : NOTHING;
    }
    Value item;
    for (int64_t at = 0; !found && (item = type->next(run, arg[0], &at)).type;) {
        if (!values_equal(run, item, arg[1], &found)) return NOTHING;
    }
    return run_has_failed(run) ? NOTHING : from_bool(found);
}

static Value slot_subscript(Run *run, Value *arg)
{
    return builtin_of(arg[0])->subscript(run, arg[0], arg[1]);
}

static Value slot_set_subscript(Run *run, Value *arg)
{
    return builtin_of(arg[0])->set_subscript(run, arg[0], arg[1], arg[2]) ? NONE : NOTHING;
}

static Value slot_delete_subscript(Run *run, Value *arg)
{
    return builtin_of(arg[0])->delete_subscript(run, arg[0], arg[1]) ? NONE : NOTHING;
}

// The items that the builtin type gives, whatever __iter__ the class has.
static Value next_of_builtin(Run *run, Iterator *iterator)
{
    Value source = iterator->source[0];
    return builtin_of(source)->next(run, source, &iterator->at[0]);
}

static Value slot_iter(Run *run, Value *arg)
{
    return iterator_new(run, "iterator", next_of_builtin, arg, 1);
}

static Value slot_call(Run *run, Value *arg)
{
    const Sequence *items = value_sequence(arg[1]);
    Args args = {.item = items->item, .count = items->count};
    if (!args_spread(run, (const Dict *)arg[2].object, &args)) return NOTHING;
    return builtin_of(arg[0])->call(run, arg[0], &args);
}

#define OPERATOR(function, op, left, right)                                                        \
    static Value function(Run *run, Value *arg)                                                    \
    {                                                                                              \
        return builtin_of(arg[0])->binary(run, op, arg[left], arg[right]);                         \
    }
OPERATOR(slot_add, OPERATOR_ADD, 0, 1)
OPERATOR(slot_subtract, OPERATOR_SUBTRACT, 0, 1)
OPERATOR(slot_multiply, OPERATOR_MULTIPLY, 0, 1)
OPERATOR(slot_divide, OPERATOR_DIVIDE, 0, 1)
OPERATOR(slot_matmul, OPERATOR_MATMUL, 0, 1)
OPERATOR(slot_equal, OPERATOR_EQUAL, 0, 1)
OPERATOR(slot_less, OPERATOR_LESS, 0, 1)

// ---- of numbers --------------------------------------------------------------------------------

OPERATOR(slot_floor_divide, OPERATOR_FLOOR_DIVIDE, 0, 1)
OPERATOR(slot_modulo, OPERATOR_MODULO, 0, 1)
OPERATOR(slot_power, OPERATOR_POWER, 0, 1)
OPERATOR(slot_radd, OPERATOR_ADD, 1, 0)
OPERATOR(slot_rsubtract, OPERATOR_SUBTRACT, 1, 0)
OPERATOR(slot_rmultiply, OPERATOR_MULTIPLY, 1, 0)
OPERATOR(slot_rdivide, OPERATOR_DIVIDE, 1, 0)
OPERATOR(slot_not_equal, OPERATOR_NOT_EQUAL, 0, 1)
OPERATOR(slot_less_equal, OPERATOR_LESS_EQUAL, 0, 1)
OPERATOR(slot_greater, OPERATOR_GREATER, 0, 1)
OPERATOR(slot_greater_equal, OPERATOR_GREATER_EQUAL, 0, 1)

static Value slot_negate(Run *run, Value *arg)
{
    return builtin_of(arg[0])->unary(run, OPERATOR_NEGATE, arg[0]);
}

static Value slot_int(Run *run, Value *arg)
{
    Value number = value_plain_number(arg[0]); // not what its class makes of it
    return call_with(run, from_type(&type_int), &number, 1);
}

static Value slot_float(Run *run, Value *arg)
{
    Value number = value_plain_number(arg[0]); // not what its class makes of it
    return call_with(run, from_type(&type_float), &number, 1);
}

static const Native of_numbers[] = {
    {"__floordiv__", "self, value, /", slot_floor_divide},
    {"__mod__", "self, value, /", slot_modulo},
    {"__pow__", "self, value, /", slot_power},
    {"__radd__", "self, value, /", slot_radd},
    {"__rsub__", "self, value, /", slot_rsubtract},
    {"__rmul__", "self, value, /", slot_rmultiply},
    {"__rtruediv__", "self, value, /", slot_rdivide},
    {"__ne__", "self, value, /", slot_not_equal},
    {"__le__", "self, value, /", slot_less_equal},
    {"__gt__", "self, value, /", slot_greater},
    {"__ge__", "self, value, /", slot_greater_equal},
    {"__neg__", "self, /", slot_negate},
    {"__int__", "self, /", slot_int},
    {"__float__", "self, /", slot_float},
    {0},
};

// ------------------------------------------------------------------------------------------------

static const struct {
    Native native;
    size_t slot; // where in a Type the function is that it needs
} rows[] = {
    {{"__repr__", "self, /", slot_repr}, offsetof(Type, repr)},
    {{"__str__", "self, /", slot_str}, offsetof(Type, str)},
    {{"__hash__", "self, /", slot_hash}, offsetof(Type, hash)},
    {{"__format__", "self, format_spec, /", slot_format}, offsetof(Type, repr)},
    {{"__len__", "self, /", slot_length}, offsetof(Type, length)},
    {{"__contains__", "self, item, /", slot_contains}, offsetof(Type, next)},
    {{"__getitem__", "self, key, /", slot_subscript}, offsetof(Type, subscript)},
    {{"__setitem__", "self, key, value, /", slot_set_subscript}, offsetof(Type, set_subscript)},
    {{"__delitem__", "self, key, /", slot_delete_subscript}, offsetof(Type, delete_subscript)},
    {{"__iter__", "self, /", slot_iter}, offsetof(Type, next)},
    {{"__call__", "self, /, *args, **keywords", slot_call}, offsetof(Type, call)},
    {{"__add__", "self, value, /", slot_add}, offsetof(Type, binary)},
    {{"__sub__", "self, value, /", slot_subtract}, offsetof(Type, binary)},
    {{"__mul__", "self, value, /", slot_multiply}, offsetof(Type, binary)},
    {{"__truediv__", "self, value, /", slot_divide}, offsetof(Type, binary)},
    {{"__matmul__", "self, value, /", slot_matmul}, offsetof(Type, binary)},
    {{"__eq__", "self, value, /", slot_equal}, offsetof(Type, binary)},
    {{"__lt__", "self, value, /", slot_less}, offsetof(Type, binary)},
};

static const Native init = {"__init__", "self, /, *args, **keywords", slot_init};

const Native *type_find_slot_method(const Type *type, const char *name)
{
    if (strncmp(name, "__", 2) != 0 || type == &type_object) return NULL;
    bool fills = type == &type_list || type == &type_dict;
    if (fills && strcmp(name, init.name) == 0) return &init;
    bool number = type == &type_int || type == &type_float || type == &type_bool;
    const Native *found = number ? native_named(of_numbers, name) : NULL;
    if (found) return found;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        void (*function)(void);
        memcpy(&function, (const char *)type + rows[i].slot, sizeof function);
        if (function && strcmp(rows[i].native.name, name) == 0) return &rows[i].native;
    }
    return NULL;
}
