// super(): the attributes that the classes behind a class give to an object.
#include "lang/class.h"
#include "lang/classes/classes.h"

static const Scope *function_scope(const Run *run)
{
    const Scope *scope = run->frame.scope;
    while (scope && !scope->code) scope = scope->outer; // of comprehensions
    return scope;
}

static Value find_cell(Run *run)
{
    for (const Scope *scope = run->frame.scope; scope; scope = scope->outer) {
        for (int i = 0; !scope->code && i < scope->count; i++) {
            if (scope->name[i] == run->dunder[DUNDER_CLASS]) return scope->value[i];
        }
    }
    return NOTHING;
}

static bool find_implied(Run *run, Value *class, Value *self)
{
    const Scope *scope = function_scope(run);
    if (!scope || !scope->code->parameter_count)
        return raise_false(run, "RuntimeError", "super(): no arguments");
    *class = find_cell(run);
    if (!class->type) return raise_false(run, "RuntimeError", "super(): __class__ cell not found");
    *self = scope->value[0];
    if (scope->code->parameters[0].kind == PARAMETER_REST && value_sequence(*self)->count) {
        *self = value_sequence(*self)->item[0];
    }
    if (self->type) return true;
    return raise_false(run, "RuntimeError", "super(): arg[0] deleted");
}

static Value new_super(Run *run, Value class, Value self)
{
    const Type *of = NULL;
    if (value_is_class(self) && type_is_subtype(self.of, class.of))
        of = self.of;
    else if (type_is_subtype(self.type, class.of))
        of = self.type;
    if (!of) {
        return raise_error(run, "TypeError",
                           "super(type, obj): obj must be an instance or subtype of type");
    }
    Super *super = object_make(run, &type_super, sizeof *super);
    if (!super) return NOTHING;
    super->after = class.of;
    super->self = self;
    super->of = of;
    return value_from_object(super);
}

static Value super_construct(Run *run, const Args *args)
{
    Value class = NOTHING, self = NOTHING;
    if (args->keyword_count)
        return raise_error(run, "TypeError", "super() takes no keyword arguments");
    if (args->count == 0) {
        return find_implied(run, &class, &self) ? new_super(run, class, self) : NOTHING;
    }
    if (!value_is_class(args->item[0])) {
        return raise_error(run, "TypeError", "super() argument 1 must be a type, not %s",
                           args->item[0].type->name);
    }
    if (args->count == 2) return new_super(run, args->item[0], args->item[1]);
    return raise_outside_subset(run, "super() or super(Class, self)", "super() with %d argument%s",
                                args->count, args->count == 1 ? "" : "s");
}

static void super_repr(Run *run UNUSED, Value self, Buf *out)
{
    const Super *super = (const Super *)self.object;
    buf_printf(out, "<super: <class '%s'>, <%s object>>", super->after->name, super->of->name);
}

static void super_visit(Run *run, Object *object)
{
    Super *super = (Super *)object;
    value_mark_all(run, &super->self, 1);
    value_mark(run, from_type(super->after));
    value_mark(run, from_type(super->of));
}

const Type type_super = {
    .name = "super",
    .repr = super_repr,
    .hash = object_hash,
    .get_attribute = super_attribute,
    .attribute = super_attribute,
    .construct = super_construct,
    .visit = super_visit,
};
