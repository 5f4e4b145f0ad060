// (element for target in source if condition …), one element at a time. There is no yield in it, so
// it needs no stack of its own: where its loops are is all that it has to remember.
#include "lang/evaluation/flow.h"

#include "lang/containers/set.h"
#include "lang/functions/function.h"

#include <string.h>

typedef struct GeneratorExpression {
    Object object;
    const Comprehension *comprehension;
    Scope *scope;
    Table *globals;
    int clause; // the innermost one that has begun; -1: ended
    bool is_running;
    int64_t *at;    // of each clause, behind
    Value source[]; // of each clause
} GeneratorExpression;

static GeneratorExpression *expression_of(Value value)
{
    return (GeneratorExpression *)value.object;
}

enum { ONE_CLAUSE = sizeof(GeneratorExpression) + sizeof(Value) + sizeof(int64_t) };

// In `room`, of a comprehension with one clause, whose source is held; NULL: as an object.
static GeneratorExpression *begin(Run *run, const Comprehension *comprehension, Value source,
                                  Scope *outer, void *room)
{
    size_t clauses = (size_t)comprehension->clause_count;
    size_t bytes = sizeof(GeneratorExpression) + clauses * (sizeof(Value) + sizeof(int64_t));
    GeneratorExpression *self =
        room ? memset(room, 0, bytes) : object_make(run, &type_generator_expression, bytes);
    if (!self) return NULL;
    self->comprehension = comprehension;
    self->scope = scope_new(run, comprehension->locals, comprehension->local_count, NULL, outer);
    self->globals = run->frame.globals;
    self->at = (int64_t *)(void *)(self->source + clauses);
    self->source[0] = source;
    return self->scope ? self : NULL;
}

Value generator_expression_new(Run *run, const Comprehension *comprehension, Value source)
{
    return value_from_object(begin(run, comprehension, source, run->frame.scope, NULL));
}

// Enters the loop of a clause; the source of the first was there from the start.
static bool enter(Run *run, GeneratorExpression *self, int clause)
{
    const Expr *expr = self->comprehension->clauses[clause].source;
    Value source = eval(run, expr);
    if (!source.type) return false;
    if (!value_start_iteration(run, &source)) {
        error_place(run->error, expr->span);
        return false;
    }
    self->source[clause] = source;
    self->at[clause] = 0;
    self->clause = clause;
    return true;
}

// The next turn of the innermost loop; `*found`: its conditions hold.
static bool turn(Run *run, GeneratorExpression *self, bool *found)
{
    const ForClause *clause = &self->comprehension->clauses[self->clause];
    *found = false;
    run->frame.here = clause->source->span;
    Value item = value_next(run, self->source[self->clause], &self->at[self->clause]);
    if (self->comprehension->kind == GENERATOR) error_place(run->error, clause->source->span);
    if (!item.type) {
        self->clause--;
        return !run_has_failed(run);
    }
    hold(run, item);
    return assign(run, clause->target, item) && eval_conditions(run, &clause->conditions, found);
}

// The loops go on to where the next element is to be evaluated. False: they have ended, or failed.
static bool go_on(Run *run, GeneratorExpression *self)
{
    int last = self->comprehension->clause_count - 1;
    for (size_t held = run->held.count; self->clause >= 0; release_held(run, held)) {
        bool found;
        if (!turn(run, self, &found)) return false;
        if (found && self->clause == last) return true;
        if (found && !enter(run, self, self->clause + 1)) return false;
    }
    return false;
}

static Value resume(Run *run, GeneratorExpression *self)
{
    if (self->clause < 0) return NOTHING;
    if (self->is_running) return raise_error(run, "ValueError", "generator already executing");
    const RunFrame before = run->frame;
    run->frame.scope = self->scope;
    run->frame.globals = self->globals;
    self->is_running = true;
    size_t held = run->held.count;
    Value element = go_on(run, self) ? eval(run, self->comprehension->element) : NOTHING;
    release_held(run, held);
    hold(run, element);
    self->is_running = false;
    if (!element.type) self->clause = -1;
    run->frame = before;
    Value value;
    if (error_take_stop(run, &value))
        return raise_error(run, "RuntimeError", "generator raised StopIteration");
    return element;
}

// ---- lists, sets and dicts -------------------------------------------------------------------

static bool add_element(Run *run, const Comprehension *comprehension, Value into)
{
    Value element = eval(run, comprehension->element);
    if (!element.type) return false;
    if (comprehension->kind == SET_COMPREHENSION) return set_add(run, set_of(into), element);
    if (comprehension->kind == LIST_COMPREHENSION)
        return sequence_add(run, value_sequence(into), element);
    Value value = eval(run, comprehension->value);
    return value.type && dict_set(run, (Dict *)into.object, element, value);
}

Value comprehension_collect(Run *run, const Comprehension *comprehension, Value source)
{
    Value into = comprehension->kind == SET_COMPREHENSION ? set_new(run, &type_set)
                 : comprehension->kind == DICT_COMPREHENSION
                     ? dict_new(run)
                     : sequence_new(run, &type_list, NULL, 0);
    Scope *outer = run->frame.scope;
    _Alignas(GeneratorExpression) char room[ONE_CLAUSE];
    void *here = comprehension->clause_count == 1 ? room : NULL;
    GeneratorExpression *self = begin(run, comprehension, source, scope_visible(outer), here);
    if (!into.type || !self) return NOTHING;
    run->frame.scope = self->scope;
    bool ok = true;
    for (size_t held = run->held.count; ok && go_on(run, self); release_held(run, held))
        ok = add_element(run, comprehension, into);
    run->frame.scope = outer;
    return run_has_failed(run) ? NOTHING : into;
}

// ---- as a value --------------------------------------------------------------------------------

static Value expression_next(Run *run, Value self, int64_t *at UNUSED)
{
    return resume(run, expression_of(self));
}

static Value method_throw(Run *run, Value *arg)
{
    expression_of(arg[0])->clause = -1;
    raise_value(run, arg[1]);
    return NOTHING;
}

static Value method_close(Run *run, Value *arg)
{
    if (expression_of(arg[0])->is_running)
        return raise_error(run, "ValueError", "generator already executing");
    expression_of(arg[0])->clause = -1;
    return NONE;
}

static void expression_repr(Run *run, Value self, Buf *out)
{
    buf_printf(out, "<generator object <genexpr> at 0x%llx>",
               (unsigned long long)identity(run, self));
}

static void expression_visit(Run *run, Object *object)
{
    GeneratorExpression *self = (GeneratorExpression *)object;
    object_mark(run, self->scope);
    value_mark_all(run, self->source, (size_t)self->clause + 1);
}

static const Native methods[] = {
    {"__next__", "self, /", iterator_next_method},
    {"__iter__", "self, /", iterator_self_method},
    {"send", "self, value, /", iterator_next_method},
    {"throw", "self, type, value=, traceback=, /", method_throw},
    {"close", "self, /", method_close},
    {0},
};

const Type type_generator_expression = {
    .name = "generator",
    .methods = methods,
    .repr = expression_repr,
    .next = expression_next,
    .visit = expression_visit,
};
