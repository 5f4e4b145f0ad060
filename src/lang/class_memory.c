// What classes and instances refer to and own, for the collector. An instance keeps its class,
// because its Type is a part of that.
#include "lang/class.h"

static void keep_type(Run *run, const Type *type)
{
    if (type && type->class) keep_object(run, type->class);
}

void keep_class(Run *run, Value class)
{
    keep_type(run, class.of);
}

void class_visit(Run *run, Object *object)
{
    const Class *class = (const Class *)object;
    keep_table(run, &class->members);
    for (int i = 0; i < class->base_count; i++) keep_type(run, class->bases[i]);
    for (int i = 0; i < class->mro_count; i++) keep_type(run, class->mro[i]);
    keep_type(run, class->type.meta);
}

void class_drop(Run *run, Object *object)
{
    Class *class = (Class *)object;
    table_free(&class->members);
    free_bytes(run, class->bases);
    free_bytes(run, class->mro);
}

void instance_visit(Run *run, Object *object)
{
    const Class *class = object->type->class;
    keep_type(run, object->type);
    if (class->layout->visit) class->layout->visit(run, object);
    if (!class->is_meta) keep_table(run, instance_table(from_object(object)));
}

void instance_drop(Run *run, Object *object)
{
    const Class *class = object->type->class;
    if (class->layout->drop) class->layout->drop(run, object);
    if (!class->is_meta) table_free(instance_table(from_object(object)));
}
