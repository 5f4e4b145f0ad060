// dir(object): the names of all attributes that an object has, in order, each once.
#include "lang/class.h"
#include "lang/classes/classes.h"
#include "lang/containers/sort.h"

static bool add_names(Run *run, Value list, const Table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        if (!table->entry[i].value.type) continue;
        Value name = from_text(run, table->entry[i].name);
        if (!name.type || !sequence_add(run, value_sequence(list), name)) return false;
    }
    return true;
}

static bool add_natives_of(Run *run, Value list, const Native *native)
{
    for (; native && native->name; native++) {
        Value name = from_text(run, native->name);
        if (!name.type || !sequence_add(run, value_sequence(list), name)) return false;
    }
    return true;
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
    Value list = new_sequence(run, &type_list, NULL, 0);
    if (!list.type) return NOTHING;
    bool class = is_class(object), own = object.type->class && !class;
    if (own && !add_names(run, list, instance_table(object))) return NOTHING;
    const Type *type = class ? object.of : object.type, *now;
    for (int at = 0; (now = type_in_order(type, at)); at++) {
        bool ok = now->class ? add_names(run, list, &now->class->members) &&
                                   add_slot_names(run, list, now)
                             : add_natives_of(run, list, now->methods);
        if (!ok) return NOTHING;
    }
    Value arg[3] = {list};
    if (!list_sort(run, arg).type) return NOTHING;
    drop_repeated(run, value_sequence(list));
    return list;
}
