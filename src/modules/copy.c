// The module copy: values made anew, shallow or all the way down.
//
// What was copied is remembered in a dict by its id(), as in Python, so that what was one object
// is one object again and what refers to itself comes to an end. Tensors that share memory share
// memory again: the copy of a storage is remembered too.
#include "lang/class.h"
#include "lang/containers/dict.h"
#include "lang/containers/set.h"
#include "lang/imports/module.h"
#include "modules/collections.h"
#include "modules/modules.h"
#include "numpy/numpy.h"

typedef struct Copying {
    Value memo;
    bool deep;
} Copying;

static Value copy_value(Run *run, const Copying *copying, Value value);

static bool remember(Run *run, const Copying *copying, Value value, Value copy)
{
    if (!copying->deep) return true;
    return dict_set(run, dict_of(copying->memo), from_int(identity(run, value)), copy);
}

static Value part_of(Run *run, const Copying *copying, Value value)
{
    return copying->deep ? copy_value(run, copying, value) : value;
}

static bool copy_attributes(Run *run, const Copying *copying, Value value, Value made)
{
    const Table *table = instance_table(value);
    for (size_t i = 0; i < table->count; i++) {
        const char *name = table->entry[i].name;
        if (!table->entry[i].value.type) continue;
        Value item = part_of(run, copying, table->entry[i].value);
        if (!item.type || !table_set(instance_table(made), name, item)) return false;
    }
    return true;
}

// ---- tensors -------------------------------------------------------------------------------

static Value storage_key(Run *run, const Tensor *tensor)
{
    const char *key = text_printf(&run->scratch, "storage %p", (const void *)tensor->storage);
    return from_text(run, key);
}

// A tensor with a copy of the storage; only its storage counts.
static Tensor *copied_storage(Run *run, const Copying *copying, const Tensor *tensor)
{
    Value key = storage_key(run, tensor);
    Value known = key.type ? dict_get(run, dict_of(copying->memo), key) : NOTHING;
    if (known.type || has_failed(run)) return known.type ? known.tensor : NULL;
    Tensor *copy = tensor_alias(&run->trace.heap, tensor);
    hold(run, from_tensor(copy));
    if (!tensor_copy_storage(copy, run->error)) return NULL;
    return dict_set(run, dict_of(copying->memo), key, from_tensor(copy)) ? copy : NULL;
}

static Value copy_tensor(Run *run, const Copying *copying, Value value)
{
    const Tensor *tensor = value.tensor;
    if (copying->deep && tensor->is_derived) {
        return raise_error(run, "RuntimeError",
                           "Only Tensors created explicitly by the user (graph leaves) support the "
                           "deepcopy protocol at the moment");
    }
    const Tensor *from = copying->deep ? copied_storage(run, copying, tensor) : tensor;
    if (!from) return NOTHING;
    Tensor *copy = tensor_alias(&run->trace.heap, from);
    tensor_take_view(copy, tensor);
    copy->requires_grad = tensor->requires_grad;
    copy->is_derived = tensor->is_derived;
    copy->is_parameter = tensor->is_parameter;
    Value made = value;
    made.tensor = copy;
    hold(run, made);
    if (value.type->class) made = tensor_instance(run, value.type, copy, value);
    if (!made.type || !remember(run, copying, value, made)) return NOTHING;
    bool has_attributes = value.type->class && is_tensor(value);
    return !has_attributes || copy_attributes(run, copying, value, made) ? made : NOTHING;
}

// ---- containers ----------------------------------------------------------------------------

static Value copy_dict(Run *run, const Copying *copying, Value value)
{
    Value made = new_dict_of(run, value.type);
    if (!made.type || !remember(run, copying, value, made)) return NOTHING;
    dict_of(made)->missing = dict_of(value)->missing;
    const DictEntry *entry;
    for (int64_t at = 0; (entry = dict_next(value, &at));) {
        Value item = entry->value; // the dict may change while its parts are copied
        Value key = part_of(run, copying, entry->key);
        item = key.type ? part_of(run, copying, item) : NOTHING;
        if (!item.type || !dict_set(run, dict_of(made), key, item)) return NOTHING;
    }
    return made;
}

static bool copy_items(Run *run, const Copying *copying, Value value, Value made)
{
    for (int i = 0; i < value_sequence(value)->count; i++) {
        Value item = part_of(run, copying, value_sequence(value)->item[i]);
        if (!item.type || !sequence_add(run, value_sequence(made), item)) return false;
    }
    return true;
}

static Value copy_list(Run *run, const Copying *copying, Value value)
{
    Value made = new_sequence(run, &type_list, NULL, 0);
    if (!made.type || !remember(run, copying, value, made)) return NOTHING;
    return copy_items(run, copying, value, made) ? made : NOTHING;
}

static Value copy_deque(Run *run, const Copying *copying, Value value)
{
    Value made = type_deque.construct(run, &(Args){.item = &value, .count = 1});
    if (!made.type || !remember(run, copying, value, made)) return NOTHING;
    deque_take_limit(made, value);
    value_sequence(made)->count = 0;
    return copy_items(run, copying, value, made) ? made : NOTHING;
}

// A tuple of what needs no copy is none.
static Value copy_tuple(Run *run, const Copying *copying, Value value)
{
    if (!copying->deep) return value;
    Value made = new_sequence(run, value.type, NULL, 0);
    if (!made.type || !copy_items(run, copying, value, made)) return NOTHING;
    const Sequence *items = value_sequence(value);
    bool same = true;
    for (int i = 0; i < items->count; i++) {
        same = same && same_value(items->item[i], value_sequence(made)->item[i]);
    }
    if (same) return value;
    value_sequence(made)->title = items->title;
    value_sequence(made)->fields = items->fields;
    return remember(run, copying, value, made) ? made : NOTHING;
}

static Value copy_set(Run *run, const Copying *copying, Value value)
{
    if (!copying->deep) {
        return value.type == &type_frozenset ? value : set_from(run, value.type, value);
    }
    Value made = new_set(run, value.type), items = collect(run, &type_list, value);
    if (!made.type || !items.type || !remember(run, copying, value, made)) return NOTHING;
    for (int i = 0; i < value_sequence(items)->count; i++) {
        Value item = copy_value(run, copying, value_sequence(items)->item[i]);
        if (!item.type || !set_add(run, set_of(made), item)) return NOTHING;
    }
    return made;
}

// ---- instances -----------------------------------------------------------------------------

// What an instance has of its builtin base, as a value of that base; NONE: nothing.
static Value base_part(Run *run, const Copying *copying, Value value)
{
    const Type *layout = value.type->class->layout;
    if (layout == &type_object) return NONE;
    Value plain = NOTHING;
    if (is_subtype(layout, &type_dict)) {
        plain = new_dict(run);
        if (plain.type && !dict_merge(run, dict_of(plain), value)) return NOTHING;
    } else if (layout == &type_list || layout == &type_tuple) {
        const Sequence *items = value_sequence(value);
        plain = new_sequence(run, layout, items->item, items->count);
    } else if (is_number(value)) {
        plain = plain_number(value);
    } else if (layout == &type_set) {
        plain = set_from(run, &type_set, value);
    } else {
        return outside_subset(run, "a copy made by hand", "copying an instance of '%s'",
                              value.type->name);
    }
    return plain.type ? part_of(run, copying, plain) : NOTHING;
}

static Value copy_instance(Run *run, const Copying *copying, Value value)
{
    Value made = new_instance(run, value.type->class);
    if (!made.type || !remember(run, copying, value, made)) return NOTHING;
    Value base = base_part(run, copying, value);
    if (!base.type) return NOTHING;
    bool has_base = base.type != &type_none;
    if (has_base && !adopt(run, made, &(Args){.item = &base, .count = 1})) return NOTHING;
    return copy_attributes(run, copying, value, made) ? made : NOTHING;
}

// __copy__ or __deepcopy__ of the class; NOTHING without an error: it has none.
static Value ask_class(Run *run, const Copying *copying, Value value)
{
    const char *name = copying->deep ? "__deepcopy__" : "__copy__";
    const Value *member = find_defined(value.type, name_of(&run->names, str_from(name)));
    if (!member) return NOTHING;
    Value copy = call_member(run, *member, value, &copying->memo, copying->deep);
    return copy.type && remember(run, copying, value, copy) ? copy : NOTHING;
}

// ---- choosing ------------------------------------------------------------------------------

static Value copy_bound(Run *run, const Copying *copying, Value value)
{
    if (!copying->deep) return value;
    const Method *method = (const Method *)value.object;
    Value self = copy_value(run, copying, method->self);
    return self.type ? new_method(run, value.type, self, method->function) : NOTHING;
}

typedef Value Copier(Run *run, const Copying *copying, Value value);

static const struct {
    const Type *type;
    Copier *copy;
} copiers[] = {
    {&type_tensor, copy_tensor},
    {&type_ndarray, copy_tensor},
    {&type_list, copy_list},
    {&type_deque, copy_deque},
    {&type_tuple, copy_tuple},
    {&type_size, copy_tuple},
    {&type_dict, copy_dict},
    {&type_ordered_dict, copy_dict},
    {&type_defaultdict, copy_dict},
    {&type_counter, copy_dict},
    {&type_set, copy_set},
    {&type_frozenset, copy_set},
    {&type_bound_method, copy_bound},
};

// Numbers, strings, functions, classes, modules and the like are their own copies.
static Copier *copier_of(Value value)
{
    if (value.type->class && !is_class(value)) {
        return holds_tensor(value) ? copy_tensor : copy_instance;
    }
    for (size_t i = 0; i < sizeof copiers / sizeof *copiers; i++) {
        if (copiers[i].type == value.type) return copiers[i].copy;
    }
    return NULL;
}

static Value copy_value(Run *run, const Copying *copying, Value value)
{
    Copier *copy = copier_of(value);
    if (!take_step(run)) return NOTHING;
    if (!copy) return value;
    hold(run, value);
    if (copying->deep) {
        Value key = from_int(identity(run, value));
        Value known = dict_get(run, dict_of(copying->memo), key);
        if (known.type || has_failed(run)) return known;
    }
    if (value.type->class) {
        Value asked = ask_class(run, copying, value);
        if (asked.type || has_failed(run)) return asked;
    }
    return copy(run, copying, value);
}

static Value copy_shallow(Run *run, Value *arg)
{
    return copy_value(run, &(Copying){.memo = NONE}, arg[0]);
}

static Value copy_deep(Run *run, Value *arg)
{
    bool given = arg[1].type && arg[1].type != &type_none;
    if (given && !is_dict(arg[1])) {
        return raise_error(run, "TypeError", "the memo of deepcopy() must be a dict, not %s",
                           arg[1].type->name);
    }
    Value memo = given ? arg[1] : new_dict(run);
    return memo.type ? copy_value(run, &(Copying){.memo = memo, .deep = true}, arg[0]) : NOTHING;
}

static const Native natives[] = {
    {"copy", "x", copy_shallow},
    {"deepcopy", "x, memo=", copy_deep},
    {0},
};

void make_copy(Run *run)
{
    Value module = new_module(run, "copy");
    if (module.type) add_natives(run, &((Module *)module.object)->table, natives);
}
