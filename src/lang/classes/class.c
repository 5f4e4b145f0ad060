// Making classes, and making instances of them.
#include "lang/class.h"
#include "lang/classes/classes.h"
#include "lang/containers/set.h"

#include <string.h>

bool value_is_class(Value value)
{
    return value.type == &type_type || (value.type->class && value.type->class->is_meta);
}

// ---- what an instance begins with --------------------------------------------------------------

static bool find_layout(Run *run, Class *class)
{
    class->layout = &type_object;
    for (int i = 0; i < class->base_count; i++) {
        const Type *layout = type_builtin_part(class->bases[i]);
        if (layout == &type_bool)
            return raise_false(run, "TypeError", "type 'bool' is not an acceptable base type");
        if (!layout->size)
            return raise_outside_subset(run, "a class that has one as an attribute",
                                        "a class that derives from '%s'", layout->name)
                       .type != NULL;
        if (layout == &type_object || type_is_subtype(class->layout, layout)) continue;
        if (!type_is_subtype(layout, class->layout))
            return raise_false(run, "TypeError", "multiple bases have instance lay-out conflict");
        class->layout = layout;
    }
    class->table_at = class->layout->size;
    class->is_meta = class->layout == &type_type;
    return true;
}

// ---- for the collector --------------------------------------------------------------------------

static void visit_class(Run *run, Object *object)
{
    const Class *class = (const Class *)object;
    table_mark(run, &class->members);
    value_mark(run, from_type(class->type.meta));
    for (int i = 0; i < class->base_count; i++) value_mark(run, from_type(class->bases[i]));
    for (int i = 1; i < class->mro_count; i++) value_mark(run, from_type(class->mro[i]));
}

static void drop_class(Run *run, Object *object)
{
    Class *class = (Class *)object;
    run_dealloc(run, class->mro);
    run_dealloc(run, class->bases);
    table_free(&class->members);
}

static const Type type_class_object = {
    .name = "type",
    .visit = visit_class,
    .drop = drop_class,
};

static Table *table_in(void *object, const Class *class)
{
    return (Table *)((char *)object + class->table_at);
}

// An instance is younger than its class: the sweep, which begins with the youngest, meets it first.
void instance_visit(Run *run, Object *object)
{
    const Class *class = object->type->class;
    if (class->layout->visit) class->layout->visit(run, object);
    table_mark(run, table_in(object, class));
    value_mark(run, from_type(&class->type));
}

void instance_drop(Run *run, Object *object)
{
    const Class *class = object->type->class;
    if (class->layout->drop) class->layout->drop(run, object);
    table_free(table_in(object, class));
}

// ---- classes ---------------------------------------------------------------------------------

static bool take_bases(Run *run, Class *class, Value bases)
{
    const Sequence *items = value_sequence(bases);
    class->bases = run_alloc(run, (size_t)items->count + 1, sizeof *class->bases);
    if (!class->bases) return false;
    for (int i = 0; i < items->count; i++) {
        if (!value_is_class(items->item[i]))
            return raise_false(run, "TypeError", "bases must be types");
        class->bases[class->base_count++] = items->item[i].of;
    }
    if (!class->base_count) class->bases[class->base_count++] = &type_object;
    return true;
}

// Some functions belong to the class without a decorator.
static Value implicit_kind(Run *run, const char *name, Value member)
{
    if (member.type != &type_function) return member;
    if (name == run->dunder[DUNDER_NEW]) return descriptor_new(run, &type_staticmethod, member);
    bool of_class =
        name == run->dunder[DUNDER_INIT_SUBCLASS] || name == run->dunder[DUNDER_CLASS_GETITEM];
    return of_class ? descriptor_new(run, &type_classmethod, member) : member;
}

static bool take_members(Run *run, Class *class, Value members)
{
    const Dict *dict = (const Dict *)members.object;
    for (size_t i = dict->first; i < dict->end; i++) {
        Value key = dict->entry[i].key;
        if (!key.type || !value_has_type(key, &type_str)) continue; // no attribute has such a name
        const char *name = name_of(&run->names, value_text(key));
        Value member = implicit_kind(run, name, dict->entry[i].value);
        if (!member.type) return false;
        if (!table_set(&class->members, name, member)) return false;
    }
    const char *hash = run->dunder[DUNDER_HASH];
    bool equal = table_find(&class->members, run->dunder[DUNDER_EQ]) != NULL;
    return !equal || table_find(&class->members, hash) || table_set(&class->members, hash, NONE);
}

static const char *text_member(Run *run, Class *class, Dunder dunder, const char *otherwise)
{
    const Value *member = table_find(&class->members, run->dunder[dunder]);
    if (!member || member->type != &type_str) return otherwise;
    return name_of(&run->names, value_text(*member));
}

// The variable __class__ of the methods, in which super() finds the class.
static void fill_cell(Run *run, Class *class)
{
    Value *cell = table_find(&class->members, name_of(&run->names, STR("__classcell__")));
    if (!cell) return;
    if (cell->type == &type_scope) ((Scope *)cell->object)->value[0] = from_type(&class->type);
    *cell = NOTHING;
}

static Class *start_class(Run *run, const Type *meta, const char *name)
{
    Class *class = object_make(run, &type_class_object, sizeof *class);
    if (!class) return NULL;
    class->name = name;
    class->members.run = run;
    class->type.name = name;
    class->type.class = class;
    class->type.meta = meta;
    return class;
}

static bool announce_members(Run *run, Class *class)
{
    for (size_t i = 0; i < class->members.count; i++) {
        TableEntry entry = class->members.entry[i];
        bool asks = entry.value.type && entry.value.type->class && !value_is_class(entry.value) &&
                    type_find_special(run, entry.value.type, DUNDER_SET_NAME);
        if (!asks) continue;
        Value item[] = {from_type(&class->type), value_from_text(run, entry.name)};
        if (!item[1].type || !class_call_special(run, DUNDER_SET_NAME, entry.value, item, 2).type) {
            return false;
        }
    }
    return true;
}

// The class above hears of it, with the keywords of the class statement.
static bool announce_class(Run *run, Class *class, const Args *keywords)
{
    Super super = {.object.type = &type_super, .after = &class->type, .of = &class->type};
    super.self = from_type(&class->type);
    Value value = {.type = &type_super, .object = &super.object};
    Value hears = super_attribute(run, value, run->dunder[DUNDER_INIT_SUBCLASS]);
    if (!hears.type) return false;
    if (hears.type == &type_bound_method) return call_value(run, hears, keywords).type != NULL;
    if (!keywords->keyword_count) return true;
    return raise_false(run, "TypeError", "%s.__init_subclass__() takes no keyword arguments",
                       class->name);
}

Value class_new(Run *run, const Type *meta, const char *name, Value bases, Value members,
                const Args *keywords)
{
    Class *class = start_class(run, meta, name);
    if (!class || !take_bases(run, class, bases) || !find_layout(run, class) ||
        !class_linearize(run, class) || !take_members(run, class, members)) {
        return NOTHING;
    }
    class->module = text_member(run, class, DUNDER_MODULE, "__main__");
    class->qualname = text_member(run, class, DUNDER_QUALNAME, name);
    Value *told = table_find(&class->members, run->dunder[DUNDER_QUALNAME]);
    if (told) *told = NOTHING; // class_attribute.c computes it
    class_fill_slots(run, class);
    fill_cell(run, class);
    if (!announce_members(run, class) || !announce_class(run, class, keywords)) return NOTHING;
    return from_type(&class->type);
}

// ---- instances -------------------------------------------------------------------------------

Table *instance_table(Value instance)
{
    if (value_is_class(instance)) return &instance.of->class->members;
    void *object = holds_tensor(instance) ? instance.tensor->attributes : instance.object;
    return table_in(object, instance.type->class);
}

static bool may_exist(Run *run, const Class *class)
{
    const Value *names = type_find_special(run, &class->type, DUNDER_ABSTRACTS);
    if (!names || !value_is_sequence(*names) || !value_sequence(*names)->count) return true;
    const Sequence *list = value_sequence(*names);
    Buf text = {.arena = &run->scratch};
    for (int i = 0; i < list->count; i++) {
        if (i) buf_add(&text, STR(", "));
        value_repr(run, list->item[i], &text);
    }
    return raise_false(
        run, "TypeError",
        "Can't instantiate abstract class %s without an implementation for abstract method%s %s",
        class->name, list->count == 1 ? "" : "s", buf_text(&text));
}

// An empty instance.
static Value instance_new(Run *run, Class *class)
{
    if (!may_exist(run, class)) return NOTHING;
    size_t bytes = class->table_at + sizeof(Table);
    Object *object = object_make(run, &class->type, bytes);
    if (!object) return NOTHING;
    Value self = value_from_object(object);
    instance_table(self)->run = run;
    return self;
}

Tensor *tensor_again(Run *run, const Tensor *tensor)
{
    Tensor *again = tensor_alias(&run->trace.heap, tensor);
    again->origin = tensor->origin;
    again->version = tensor->version;
    again->requires_grad = tensor->requires_grad;
    again->is_derived = tensor->is_derived;
    again->node = tensor->is_derived ? tensor->node : NULL;
    again->output = tensor->output;
    again->is_loaded = tensor->is_loaded;
    return again;
}

Value tensor_instance(Run *run, const Type *type, Tensor *tensor, Value from)
{
    Instance *own = object_make(run, type, sizeof *own);
    if (!own) return NOTHING;
    own->table.run = run;
    tensor->attributes = own;
    Value self = {.type = type, .tensor = tensor};
    hold(run, self);
    class_call_special(run, DUNDER_ARRAY_FINALIZE, self, &from, 1);
    return run_has_failed(run) ? NOTHING : self;
}

static Value make_tensor_instance(Run *run, Class *class, const Args *args)
{
    Value made = may_exist(run, class) ? class->layout->construct(run, args) : NOTHING;
    if (!made.type) return NOTHING;
    return tensor_instance(run, &class->type, tensor_again(run, made.tensor), NONE);
}

// A copy, since the text is behind the object that was made.
static bool take_text(Run *run, String *string, Str text)
{
    char *copy = run_alloc(run, (size_t)text.n + 1, 1);
    if (!copy) return false;
    if (text.n) memcpy(copy, text.p, (size_t)text.n);
    if (string->is_copy) run_dealloc(run, (void *)(uintptr_t)string->text.p);
    string->text = (Str){copy, text.n};
    string->is_copy = true;
    string->characters = 0;
    string->hash = 0;
    return true;
}

bool instance_adopt(Run *run, Value self, const Args *args)
{
    const Type *layout = type_builtin_part(self.type);
    if (!layout->size || !layout->construct)
        return raise_outside_subset(run, "an object made anew", "calling __init__ of this '%s'",
                                    layout->name)
                   .type != NULL;
    Value made = layout->construct(run, args);
    if (!made.type) return false;
    if (layout == &type_str) return take_text(run, (String *)self.object, value_text(made));
    if (value_is_number(made)) {
        ((Number *)self.object)->value = made;
        return true;
    }
    size_t body = layout->size - sizeof(Object);
    char *to = (char *)self.object + sizeof(Object), *from = (char *)made.object + sizeof(Object);
    for (size_t i = 0; i < body; i++) {
        char kept = to[i];
        to[i] = from[i];
        from[i] = kept;
    }
    return true;
}

Value instance_make(Run *run, Class *class, const Args *args)
{
    if (class->is_meta) return class_from_arguments(run, &class->type, args);
    if (class->type.holds) return make_tensor_instance(run, class, args);
    Value self = instance_new(run, class);
    bool fixed =
        class->layout == &type_tuple || class->layout == &type_str || value_is_number(self);
    return self.type && fixed && !instance_adopt(run, self, args) ? NOTHING : self;
}

static Value ask_new(Run *run, Class *class, Value member, const Args *args)
{
    Value function = class_bind_member(run, member, NOTHING, &class->type);
    return function.type ? call_with_first(run, function, from_type(&class->type), args) : NOTHING;
}

static bool initialize(Run *run, Value self, Class *class, const Args *args, bool was_asked)
{
    const Value *member = type_find_special(run, &class->type, DUNDER_INIT);
    if (member) {
        Value function = *member, result;
        if (function.type == &type_function) {
            result = call_with_first(run, function, self, args);
        } else {
            function = class_bind_member(run, function, self, &class->type);
            result = function.type ? call_value(run, function, args) : NOTHING;
        }
        if (!result.type || result.type == &type_none) return result.type != NULL;
        return raise_false(run, "TypeError", "__init__() should return None, not '%s'",
                           result.type->name);
    }
    if (class->layout == &type_list || class->layout == &type_dict)
        return instance_adopt(run, self, args);
    if (was_asked || class->layout != &type_object) return true;
    if (!args->count && !args->keyword_count) return true;
    return raise_false(run, "TypeError", "%s() takes no arguments", class->name);
}

Value class_instantiate(Run *run, Class *class, const Args *args)
{
    const Value *maker = type_find_special(run, &class->type, DUNDER_NEW);
    Value self = maker ? ask_new(run, class, *maker, args) : instance_make(run, class, args);
    if (!self.type || !type_is_subtype(self.type, &class->type)) return self;
    Class *made = self.type->class;
    return initialize(run, self, made ? made : class, args, maker != NULL) ? self : NOTHING;
}
