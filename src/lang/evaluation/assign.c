// Assignment: to names, to parts of values, and to several targets at once.
#include "lang/evaluation/eval.h"
#include "lang/functions/function.h"
#include "lang/interp.h"

static bool wrong_count(Run *run, const Expr *target, int64_t expected, int64_t found, bool starred)
{
    if (found < expected) {
        raise_error(run, "ValueError", "not enough values to unpack (expected %s%lld, got %lld)",
                    starred ? "at least " : "", (long long)expected, (long long)found);
    } else {
        raise_error(run, "ValueError", "too many values to unpack (expected %lld)",
                    (long long)expected);
    }
    error_place(run->error, target->span);
    return false;
}

// The starred target takes what the others leave.
static bool unpack_starred(Run *run, const Expr *target, const Sequence *items, int star)
{
    int targets = target->list.count, rest = items->count - (targets - 1);
    if (rest < 0) return wrong_count(run, target, targets - 1, items->count, true);
    for (int i = 0; i < targets; i++) {
        const Expr *single = target->list.item[i];
        Value value;
        if (i == star) {
            value = sequence_new(run, &type_list, items_from(items->item, star), rest);
            single = single->right;
        } else {
            value = items->item[i < star ? i : i + rest - 1];
        }
        if (!value.type || !assign(run, single, value)) return false;
    }
    return true;
}

static int find_star(const Expr *target)
{
    for (int i = 0; i < target->list.count; i++) {
        if (target->list.item[i]->kind == EXPR_STARRED) return i;
    }
    return -1;
}

// Not more of what may have no end than it takes to know that it is too much.
static Value take_items(Run *run, Value source, int most)
{
    Value list = sequence_new(run, &type_list, NULL, 0), item;
    if (!list.type || !value_start_iteration(run, &source)) return NOTHING;
    Sequence *items = value_sequence(list);
    for (int64_t at = 0; items->count < most && (item = value_next(run, source, &at)).type;) {
        if (!sequence_add(run, items, item)) return NOTHING;
    }
    return run_has_failed(run) ? NOTHING : list;
}

static bool unpack(Run *run, const Expr *target, Value value)
{
    if (!value.type->next && !value.type->iterate)
        return raise_false(run, "TypeError", "cannot unpack non-iterable %s object",
                           value.type->name);
    int star = find_star(target);
    Value all = star >= 0 ? value_collect(run, &type_list, value)
                          : take_items(run, value, target->list.count + 1);
    if (!all.type) return false;
    const Sequence *items = value_sequence(all);
    if (star >= 0) return unpack_starred(run, target, items, star);
    if (items->count != target->list.count) {
        return wrong_count(run, target, target->list.count, items->count, false);
    }
    for (int i = 0; i < items->count; i++) {
        if (!assign(run, target->list.item[i], items->item[i])) return false;
    }
    return true;
}

static bool set_subscript(Run *run, Value object, Value key, Value value)
{
    if (object.type->set_subscript) return object.type->set_subscript(run, object, key, value);
    return raise_false(run, "TypeError", "'%s' object does not support item assignment",
                       object.type->name);
}

static bool assign_part(Run *run, const Expr *target, Value value)
{
    Span here = run->frame.here;
    Value object = eval(run, target->object);
    if (!object.type) return false;
    bool ok;
    if (target->kind == EXPR_ATTRIBUTE) {
        ok = value_set_attribute(run, object, target->attribute, value);
    } else {
        Value key = eval(run, target->index);
        run->frame.here = here;
        ok = key.type && set_subscript(run, object, key, value);
    }
    if (!ok) error_place(run->error, target->span);
    return ok;
}

bool assign(Run *run, const Expr *target, Value value)
{
    switch (target->kind) {
    case EXPR_NAME: return scope_bind(run, target->name, value);
    case EXPR_ATTRIBUTE:
    case EXPR_SUBSCRIPT: return assign_part(run, target, value);
    default: return unpack(run, target, value);
    }
}

// ---- augmented assignment ------------------------------------------------------------------

static bool augment_name(Run *run, const Stmt *stmt, const Expr *target)
{
    Value before = eval(run, target);
    Value value = before.type ? eval(run, stmt->value) : NOTHING;
    if (!value.type) return false;
    run->frame.here = stmt->span;
    Value after = value_binary_in_place(run, stmt->op, before, value);
    if (!after.type) return false;
    // A tensor that was changed in place has its new binding from the trace already.
    bool in_place = is_tensor(after) && value_is_same(before, after);
    return in_place || scope_bind(run, target->name, after);
}

static bool is_part(Value object, Value part)
{
    return object.type->is_part && object.type->is_part(object, part);
}

static bool augment_part(Run *run, const Stmt *stmt, const Expr *target)
{
    bool attribute = target->kind == EXPR_ATTRIBUTE;
    Value object = eval(run, target->object), key = NONE;
    if (object.type && !attribute) key = eval(run, target->index);
    if (!object.type || !key.type) return false;
    run->frame.here = target->span;
    Value before = attribute ? value_get_attribute(run, object, target->attribute)
                             : value_get_subscript(run, object, key);
    hold(run, before);
    Value value = before.type ? eval(run, stmt->value) : NOTHING;
    if (!value.type) return false;
    run->frame.here = stmt->span;
    bool copied = object.type->on_copy && !attribute && !is_part(object, before);
    Value after = copied ? object.type->on_copy(run, stmt->op, before, value)
                         : value_binary_in_place(run, stmt->op, before, value);
    if (!after.type) return false;
    // Where what was selected is a view, writing it has changed the whole. x[...] is all of it, and
    // written once more as such.
    bool is_all = key.type == &type_ellipsis;
    if (!is_all && value_is_same(before, after) && is_part(object, after)) {
        if (!attribute) object.type->put_part(run, object, after);
        return true;
    }
    return attribute ? value_set_attribute(run, object, target->attribute, after)
                     : set_subscript(run, object, key, after);
}

bool assign_augmented(Run *run, const Stmt *stmt)
{
    const Expr *target = stmt->targets.item[0];
    bool ok = target->kind == EXPR_NAME ? augment_name(run, stmt, target)
                                        : augment_part(run, stmt, target);
    if (!ok) error_place(run->error, stmt->span);
    return ok;
}

// ---- del -----------------------------------------------------------------------------------

static bool delete_part(Run *run, const Expr *target)
{
    Value object = eval(run, target->object);
    if (!object.type) return false;
    if (target->kind == EXPR_ATTRIBUTE)
        return value_delete_attribute(run, object, target->attribute);
    Value key = eval(run, target->index);
    if (!key.type) return false;
    if (object.type->delete_subscript) return object.type->delete_subscript(run, object, key);
    return raise_false(run, "TypeError", "'%s' object doesn't support item deletion",
                       object.type->name);
}

bool assign_delete(Run *run, const Expr *target)
{
    bool ok = true;
    if (target->kind == EXPR_NAME) {
        ok = scope_unbind(run, target->name);
    } else if (target->kind == EXPR_TUPLE || target->kind == EXPR_LIST) {
        for (int i = 0; ok && i < target->list.count; i++) {
            ok = assign_delete(run, target->list.item[i]);
        }
    } else {
        ok = delete_part(run, target);
    }
    if (!ok) error_place(run->error, target->span);
    return ok;
}
