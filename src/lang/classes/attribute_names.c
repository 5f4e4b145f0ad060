// dir(object): the names of all attributes that an object has, in order, each once.
#include "lang/class.h"
#include "lang/classes/classes.h"
#include "lang/containers/sort.h"

static bool add_names(Run *run, Value list, const Table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        if (!table->entry[i].value.type) continue;
        Value name = value_from_text(run, table->entry[i].name);
        if (!name.type || !sequence_add(run, value_sequence(list), name)) return false;
    }
    return true;
}

static bool add_natives_of(Run *run, Value list, const Native *native)
{
    for (; native && native->name; native++) {
        Value name = value_from_text(run, native->name);
        if (!name.type || !sequence_add(run, value_sequence(list), name)) return false;
    }
    return true;
}

// What the types have besides their methods; every object has what the first one names.
static const struct {
    const Type *type;
    const char *names;
} others[] = {
    {&type_object, "__class__ __doc__"},
    {&type_list, "__add__ __class_getitem__ __contains__ __delitem__ __getitem__ __iadd__ "
                 "__imul__ __iter__ __len__ __mul__ __reversed__ __rmul__ __setitem__"},
    {&type_str, "__add__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ "
                "__mod__ __mul__ __rmod__ __rmul__ maketrans"},
    {&type_dict, "__class_getitem__ __contains__ __delitem__ __getitem__ __ior__ __iter__ "
                 "__len__ __or__ __reversed__ __ror__ __setitem__ fromkeys"},
    {&type_int, "__abs__ __add__ __and__ __bool__ __ceil__ __divmod__ __float__ "
                "__floor__ __floordiv__ __getnewargs__ __index__ __int__ __invert__ "
                "__lshift__ __mod__ __mul__ __neg__ __or__ __pos__ __pow__ __radd__ "
                "__rand__ __rdivmod__ __rfloordiv__ __rlshift__ __rmod__ __rmul__ "
                "__ror__ __round__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ "
                "__rxor__ __sub__ __truediv__ __trunc__ __xor__ denominator from_bytes "
                "imag is_integer numerator real to_bytes"},
    {&type_float, "__abs__ __add__ __bool__ __ceil__ __divmod__ __float__ __floor__ "
                  "__floordiv__ __getformat__ __getnewargs__ __int__ __mod__ __mul__ "
                  "__neg__ __pos__ __pow__ __radd__ __rdivmod__ __rfloordiv__ __rmod__ "
                  "__rmul__ __round__ __rpow__ __rsub__ __rtruediv__ __sub__ __truediv__ "
                  "__trunc__ fromhex imag real"},
    {&type_tuple, "__add__ __class_getitem__ __contains__ __getitem__ __getnewargs__ "
                  "__iter__ __len__ __mul__ __rmul__"},
};

static bool add_words(Run *run, Value list, Str words)
{
    while (words.n) {
        int space = str_find(words, " "), end = space < 0 ? words.n : space;
        Value name = value_from_str(run, str_slice(words, 0, end));
        if (!name.type || !sequence_add(run, value_sequence(list), name)) return false;
        words = str_slice(words, space < 0 ? words.n : space + 1, words.n);
    }
    return true;
}

static bool add_others(Run *run, Value list, const Type *type)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i].type == type) return add_words(run, list, str_from(others[i].names));
    }
    return true;
}

// Of a class of the program and of its instances.
static bool add_of_class(Run *run, Value list, const Class *class)
{
    bool slots = class->has_only_slots;
    bool fixed = class->layout == &type_int || class->layout == &type_tuple;
    return add_names(run, list, &class->members) && slots_add_names(run, list, &class->type) &&
           (slots || add_words(run, list, STR("__dict__"))) &&
           (slots || fixed || add_words(run, list, STR("__weakref__")));
}

static void drop_repeated(Run *run, Sequence *sorted)
{
    int kept = 0;
    for (int i = 0; i < sorted->count; i++) {
        bool equal = false;
        if (kept && !values_equal(run, sorted->item[kept - 1], sorted->item[i], &equal)) return;
        if (!equal) sorted->item[kept++] = sorted->item[i];
    }
    sorted->count = kept;
}

Value attribute_names(Run *run, Value object)
{
    Value list = sequence_new(run, &type_list, NULL, 0);
    if (!list.type) return NOTHING;
    bool class = value_is_class(object), own = object.type->class && !class;
    if (own && !add_names(run, list, instance_table(object))) return NOTHING;
    const Type *type = class ? object.of : object.type, *now;
    for (int at = 0; (now = type_in_order(type, at)); at++) {
        bool ok =
            now->class ? add_of_class(run, list, now->class)
                       : add_natives_of(run, list, now->methods) && add_others(run, list, now);
        if (!ok) return NOTHING;
    }
    Value arg[3] = {list};
    if (!list_sort(run, arg).type) return NOTHING;
    drop_repeated(run, value_sequence(list));
    return list;
}
