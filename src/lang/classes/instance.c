// What instances can do: each function of a Type calls the special method of the class. A class
// gets those functions for which it has a method; the others come from its builtin base.
#include "lang/class.h"
#include "lang/classes/classes.h"

#include <string.h>

// ---- text ------------------------------------------------------------------------------------

static void add_text(Run *run, Value self, Dunder dunder, Buf *out)
{
    Value text = class_call_special(run, dunder, self, NULL, 0);
    if (!text.type) return;
    if (value_has_type(text, &type_str))
        buf_add(out, value_text(text));
    else
        raise_error(run, "TypeError", "%s returned non-string (type %s)", dunder_text[dunder],
                    text.type->name);
}

static void instance_repr(Run *run, Value self, Buf *out)
{
    add_text(run, self, DUNDER_REPR, out);
}

// The text of an object without __str__ is what __repr__ gives.
static void instance_str_of_repr(Run *run, Value self, Buf *out)
{
    Value text = class_call_special(run, DUNDER_REPR, self, NULL, 0);
    if (text.type && value_has_type(text, &type_str))
        buf_add(out, value_text(text));
    else if (text.type)
        raise_error(run, "TypeError", "__str__ returned non-string (type %s)", text.type->name);
}

static void instance_str(Run *run, Value self, Buf *out)
{
    add_text(run, self, DUNDER_STR, out);
}

// ---- truth, length, hash -----------------------------------------------------------------------

static bool instance_truth(Run *run, Value self, bool *truth)
{
    Value answer = class_call_special(run, DUNDER_BOOL, self, NULL, 0);
    if (!answer.type) return false;
    *truth = answer.type == &type_bool && answer.truth;
    if (answer.type == &type_bool) return true;
    return raise_false(run, "TypeError", "__bool__ should return bool, returned %s",
                       answer.type->name);
}

static int64_t instance_length(Run *run, Value self)
{
    Value length = class_call_special(run, DUNDER_LEN, self, NULL, 0);
    int64_t count;
    if (!length.type || !value_index(run, length, &count)) return -1;
    if (count >= 0) return count;
    raise_error(run, "ValueError", "__len__() should return >= 0");
    return -1;
}

static bool instance_hash(Run *run, Value self, uint64_t *hash)
{
    Value answer = class_call_special(run, DUNDER_HASH, self, NULL, 0);
    if (!answer.type) return false;
    if (value_is_large(answer)) return value_hash(run, answer, hash);
    if (value_is_integer(answer)) { // as it is: it may be the hash of a part
        *hash = value_integer(answer) == -1 ? (uint64_t)-2 : (uint64_t)value_integer(answer);
        return true;
    }
    return raise_false(run, "TypeError", "__hash__ method should return an integer");
}

// ---- items -----------------------------------------------------------------------------------

static bool instance_contains(Run *run, Value self, Value item, bool *found)
{
    Value answer = class_call_special(run, DUNDER_CONTAINS, self, &item, 1);
    return answer.type && value_truth(run, answer, found);
}

static Value instance_subscript(Run *run, Value self, Value key)
{
    return class_call_special(run, DUNDER_GETITEM, self, &key, 1);
}

static bool instance_set_subscript(Run *run, Value self, Value key, Value value)
{
    return class_call_special(run, DUNDER_SETITEM, self, (Value[]){key, value}, 2).type != NULL;
}

static bool instance_delete_subscript(Run *run, Value self, Value key)
{
    return class_call_special(run, DUNDER_DELITEM, self, &key, 1).type != NULL;
}

// Of something with __next__, or of what only has __getitem__: 0, 1, 2 … up to an IndexError.
static Value instance_next(Run *run, Value self, int64_t *at)
{
    if (type_find_special(run, self.type, DUNDER_NEXT)) {
        Value item = class_call_special(run, DUNDER_NEXT, self, NULL, 0);
        if (!item.type) error_take(run, "StopIteration");
        return item;
    }
    Value index = from_int((*at)++);
    Value item = class_call_special(run, DUNDER_GETITEM, self, &index, 1);
    if (!item.type) error_take(run, "IndexError");
    return item;
}

// What runs through `source`: what its __iter__ gives, or itself.
static Value instance_iterator(Run *run, Value source)
{
    const Value *member = type_find_special(run, source.type, DUNDER_ITER);
    if (!member || member->type == &type_none) {
        if (!member && type_find_special(run, source.type, DUNDER_GETITEM)) return source;
        return raise_error(run, "TypeError", "'%s' object is not iterable", source.type->name);
    }
    Value iterator = class_call_member(run, *member, source, NULL, 0);
    if (!iterator.type || value_is_iterator(run, iterator)) return iterator;
    return raise_error(run, "TypeError", "iter() returned non-iterator of type '%s'",
                       iterator.type->name);
}

// ---- calls -----------------------------------------------------------------------------------

static Value instance_call(Run *run, Value self, const Args *args)
{
    if (run->calls >= MAX_CALLS) {
        return raise_error(run, "RecursionError", "maximum recursion depth exceeded");
    }
    const Value *member = type_find_special(run, self.type, DUNDER_CALL);
    if (member->type == &type_function) return call_with_first(run, *member, self, args);
    run->calls++; // __call__ may be an instance of the same class
    Value bound = class_bind_member(run, *member, self, self.type);
    Value result = bound.type ? call_value(run, bound, args) : NOTHING;
    run->calls--;
    return result;
}

// ---- the functions of a class ------------------------------------------------------------------

static bool has(Run *run, const Class *class, Dunder dunder)
{
    const Value *member = type_find_special(run, &class->type, dunder);
    return member && member->type != &type_none;
}

static void fill_items(Run *run, Class *class, const Type *base)
{
    Type *type = &class->type;
    type->length = has(run, class, DUNDER_LEN) ? instance_length : base->length;
    type->contains = has(run, class, DUNDER_CONTAINS) ? instance_contains : base->contains;
    type->subscript = has(run, class, DUNDER_GETITEM) ? instance_subscript : base->subscript;
    type->set_subscript =
        has(run, class, DUNDER_SETITEM) ? instance_set_subscript : base->set_subscript;
    type->delete_subscript =
        has(run, class, DUNDER_DELITEM) ? instance_delete_subscript : base->delete_subscript;
    bool own_iter = has(run, class, DUNDER_ITER);
    bool own_next = own_iter || has(run, class, DUNDER_NEXT) ||
                    (has(run, class, DUNDER_GETITEM) && !base->next);
    type->next = own_next ? instance_next : base->next;
    type->iterate = own_iter || (own_next && !base->next) ? instance_iterator : NULL;
}

void class_fill_slots(Run *run, Class *class)
{
    const Type *base = class->layout;
    Type *type = &class->type;
    const Value *hash = type_find_special(run, type, DUNDER_HASH);
    type->base = base == &type_object ? NULL : base;
    type->holds = base->holds;
    type->absolute = base->absolute;
    type->is_part = base->is_part;
    type->put_part = base->put_part;
    type->on_copy = base->on_copy;
    type->repr = has(run, class, DUNDER_REPR) ? instance_repr : base->repr;
    type->str = has(run, class, DUNDER_STR)                  ? instance_str
                : has(run, class, DUNDER_REPR) && !base->str ? instance_str_of_repr
                                                             : base->str;
    type->truth = has(run, class, DUNDER_BOOL)  ? instance_truth
                  : has(run, class, DUNDER_LEN) ? NULL
                                                : base->truth;
    type->hash = !hash ? base->hash : hash->type == &type_none ? NULL : instance_hash;
    type->unary = instance_unary;
    type->binary = instance_binary;
    type->in_place = instance_in_place;
    type->call = has(run, class, DUNDER_CALL) ? instance_call : base->call;
    type->get_attribute = class->is_meta ? class_attribute : instance_attribute;
    type->set_attribute = class->is_meta ? base->set_attribute : instance_set_attribute;
    type->delete_attribute = class->is_meta ? base->delete_attribute : instance_delete_attribute;
    type->visit = instance_visit;
    type->drop = instance_drop;
    fill_items(run, class, base);
    class->has_only_slots = type_has_only_slots(run, type);
    class->has_getattr = has(run, class, DUNDER_GETATTR);
    class->has_getattribute = has(run, class, DUNDER_GETATTRIBUTE);
    class->has_setattr = has(run, class, DUNDER_SETATTR);
}
