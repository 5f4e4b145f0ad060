// What builtin types do, as methods: [].__len__(), super().__getitem__(key) in a class derived
// from dict. Each calls the function of the builtin type that the object is, or derives from.
#include "lang/class.h"

#include <stddef.h>
#include <string.h>

static Value slot_init(Run *run, Value *arg)
{
    Args args;
    return args_of_rest(run, arg, &args) && instance_adopt(run, arg[0], &args) ? NONE : NOTHING;
}

static Value slot_call(Run *run, Value *arg)
{
    Args args;
    return args_of_rest(run, arg, &args) ? type_builtin_part(arg[0].type)->call(run, arg[0], &args)
                                         : NOTHING;
}

// __repr__, __str__
static Value slot_text(Run *run, Value *arg)
{
    const Type *type = type_builtin_part(arg[0].type);
    Buf text = {.arena = &run->scratch};
    (run->native->name[2] == 'r' ? type->repr : type->str)(run, arg[0], &text);
    return run_has_failed(run) ? NOTHING : value_from_str(run, buf_str(&text));
}

static Value slot_hash(Run *run, Value *arg)
{
    uint64_t hash;
    return type_builtin_part(arg[0].type)->hash(run, arg[0], &hash) ? from_int((int64_t)hash)
                                                                    : NOTHING;
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
    int64_t length = type_builtin_part(arg[0].type)->length(run, arg[0]);
    return length < 0 ? NOTHING : from_int(length);
}

static Value slot_contains(Run *run, Value *arg)
{
    const Type *type = type_builtin_part(arg[0].type);
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
    return type_builtin_part(arg[0].type)->subscript(run, arg[0], arg[1]);
}

static Value slot_set_subscript(Run *run, Value *arg)
{
    return type_builtin_part(arg[0].type)->set_subscript(run, arg[0], arg[1], arg[2]) ? NONE
                                                                                      : NOTHING;
}

static Value slot_delete_subscript(Run *run, Value *arg)
{
    return type_builtin_part(arg[0].type)->delete_subscript(run, arg[0], arg[1]) ? NONE : NOTHING;
}

// The items that the builtin type gives, whatever __iter__ the class has.
static Value next_of_builtin(Run *run, Iterator *iterator)
{
    Value source = iterator->source[0];
    return type_builtin_part(source.type)->next(run, source, &iterator->at[0]);
}

static Value slot_iter(Run *run, Value *arg)
{
    return iterator_new(run, "iterator", next_of_builtin, arg, 1);
}

static Value slot_negate(Run *run, Value *arg)
{
    return type_builtin_part(arg[0].type)->unary(run, OPERATOR_NEGATE, arg[0]);
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

static Value slot_operator(Run *run, Value *arg);

typedef struct SlotRow {
    Native native;
    size_t slot; // where in a Type the function is that it needs
    Operator op;
    bool is_turned; // __radd__
} SlotRow;

#define METHOD(name, more, function, slot)                                                         \
    {                                                                                              \
        {name, "self, " more "/", function}, offsetof(Type, slot), 0, false                        \
    }
#define OPERATOR(name, op, is_turned)                                                              \
    {                                                                                              \
        {name, "self, value, /", slot_operator}, offsetof(Type, binary), op, is_turned             \
    }

static const SlotRow rows[] = {
    METHOD("__repr__", "", slot_text, repr),
    METHOD("__str__", "", slot_text, str),
    METHOD("__hash__", "", slot_hash, hash),
    METHOD("__format__", "format_spec, ", slot_format, repr),
    METHOD("__len__", "", slot_length, length),
    METHOD("__contains__", "item, ", slot_contains, next),
    METHOD("__getitem__", "key, ", slot_subscript, subscript),
    METHOD("__setitem__", "key, value, ", slot_set_subscript, set_subscript),
    METHOD("__delitem__", "key, ", slot_delete_subscript, delete_subscript),
    METHOD("__iter__", "", slot_iter, next),
    {{"__call__", "self, /, *args, **keywords", slot_call}, offsetof(Type, call), 0, false},
    OPERATOR("__add__", OPERATOR_ADD, false),
    OPERATOR("__sub__", OPERATOR_SUBTRACT, false),
    OPERATOR("__mul__", OPERATOR_MULTIPLY, false),
    OPERATOR("__truediv__", OPERATOR_DIVIDE, false),
    OPERATOR("__matmul__", OPERATOR_MATMUL, false),
    OPERATOR("__eq__", OPERATOR_EQUAL, false),
    OPERATOR("__lt__", OPERATOR_LESS, false),
    // Of numbers alone:
    OPERATOR("__floordiv__", OPERATOR_FLOOR_DIVIDE, false),
    OPERATOR("__mod__", OPERATOR_MODULO, false),
    OPERATOR("__pow__", OPERATOR_POWER, false),
    OPERATOR("__radd__", OPERATOR_ADD, true),
    OPERATOR("__rsub__", OPERATOR_SUBTRACT, true),
    OPERATOR("__rmul__", OPERATOR_MULTIPLY, true),
    OPERATOR("__rtruediv__", OPERATOR_DIVIDE, true),
    OPERATOR("__ne__", OPERATOR_NOT_EQUAL, false),
    OPERATOR("__le__", OPERATOR_LESS_EQUAL, false),
    OPERATOR("__gt__", OPERATOR_GREATER, false),
    OPERATOR("__ge__", OPERATOR_GREATER_EQUAL, false),
    METHOD("__neg__", "", slot_negate, unary),
    METHOD("__int__", "", slot_int, unary),
    METHOD("__float__", "", slot_float, unary),
};
enum { ALL_ROWS = sizeof rows / sizeof *rows, NUMBER_ROWS = 14 };

static Value slot_operator(Run *run, Value *arg)
{
    const SlotRow *row = (const SlotRow *)(const void *)run->native;
    return type_builtin_part(arg[0].type)
        ->binary(run, row->op, arg[row->is_turned], arg[!row->is_turned]);
}

static const Native init = {"__init__", "self, /, *args, **keywords", slot_init};

const Native *type_find_slot_method(const Type *type, const char *name)
{
    if (strncmp(name, "__", 2) != 0 || type == &type_object) return NULL;
    bool fills = type == &type_list || type == &type_dict;
    if (fills && strcmp(name, init.name) == 0) return &init;
    bool number = type == &type_int || type == &type_float || type == &type_bool;
    for (int i = 0; i < (number ? ALL_ROWS : ALL_ROWS - NUMBER_ROWS); i++) {
        void (*function)(void);
        memcpy(&function, (const char *)type + rows[i].slot, sizeof function);
        if (function && strcmp(rows[i].native.name, name) == 0) return &rows[i].native;
    }
    return NULL;
}
