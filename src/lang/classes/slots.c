// __slots__: the names of the attributes that the instances of a class may have.
#include "lang/class.h"
#include "lang/classes/classes.h"

static const Value *slots_of(Run *run, const Type *type)
{
    return type->class ? table_find(&type->class->members, run->dunder[DUNDER_SLOTS]) : NULL;
}

// A private name is written in the class as __name, and known to it as _Class__name.
static bool names(const Class *class, Value slot, const char *name)
{
    if (!value_has_type(slot, &type_str)) return false;
    Str text = value_text(slot), whole = str_from(name);
    if (str_equal(text, whole)) return true;
    if (!str_starts(text, "__") || whole.n <= text.n) return false;
    Str end = str_slice(whole, whole.n - text.n, whole.n), class_name = str_from(class->name);
    while (str_starts(class_name, "_")) class_name = str_slice(class_name, 1, class_name.n);
    Str before = str_slice(whole, 1, whole.n - text.n);
    return str_equal(end, text) && str_equal(before, class_name);
}

static bool is_named(const Class *class, Value slots, const char *name)
{
    if (!value_is_sequence(slots)) return names(class, slots, name);
    const Sequence *list = value_sequence(slots);
    for (int i = 0; i < list->count; i++) {
        if (names(class, list->item[i], name)) return true;
    }
    return false;
}

bool type_has_slot(Run *run, const Type *type, const char *name)
{
    const Type *now;
    for (int at = 0; (now = type_in_order(type, at)); at++) {
        const Value *slots = slots_of(run, now);
        if (slots && is_named(now->class, *slots, name)) return true;
    }
    return false;
}

bool type_has_slots_of(Run *run, const Type *type, const Type *other)
{
    const Type *now;
    for (int at = 0; (now = type_in_order(other, at)); at++) {
        const Value *slots = slots_of(run, now);
        if (!slots) continue;
        int count = value_is_sequence(*slots) ? value_sequence(*slots)->count : 1;
        for (int i = 0; i < count; i++) {
            Value slot = value_is_sequence(*slots) ? value_sequence(*slots)->item[i] : *slots;
            if (!value_has_type(slot, &type_str)) return false;
            if (!type_has_slot(run, type, name_of(&run->names, value_text(slot)))) return false;
        }
    }
    return true;
}

bool type_has_only_slots(Run *run, const Type *type)
{
    const Type *now;
    for (int at = 0; (now = type_in_order(type, at)); at++) {
        if (!now->class && now != &type_object) return false;
        if (now->class && !slots_of(run, now)) return false;
    }
    return !type_has_slot(run, type, "__dict__");
}
