// (element for target in source if condition …), one element at a time. There is no yield in it, so
// it needs no stack of its own: where its loops are is all that it has to remember.
#include "lang/evaluation/flow.h"
#include "lang/functions/function.h"

typedef struct GeneratorExpression {
    Object object;
    const Comprehension *comprehension;
    Scope *scope;
    Table *globals;
    Value *source; // of each clause
    int64_t *at;
    int clause; // the innermost one that has begun; -1: ended
    bool is_running;
} GeneratorExpression;

static GeneratorExpression *expression_of(Value value)
{
    return (GeneratorExpression *)value.object;
}

Value generator_expression_new(Run *run, const Comprehension *comprehension, Value source)
{
    if (!value_start_iteration(run, &source)) return NOTHING;
    GeneratorExpression *self = object_make(run, &type_generator_expression, sizeof *self);
    if (!self) return NOTHING;
    size_t clauses = (size_t)comprehension->clause_count;
    self->source = run_alloc(run, clauses, sizeof *self->source);
    self->at = self->source ? run_alloc(run, clauses, sizeof *self->at) : NULL;
    self->scope = self->at ? scope_new(run, comprehension->locals, comprehension->local_count, NULL,
                                       run->frame.scope)
                           : NULL;
    if (!self->scope) return NOTHING;
    self->comprehension = comprehension;
    self->globals = run->frame.globals;
    self->source[0] = source;
    return value_from_object(self);
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
    error_place(run->error, clause->source->span);
    if (!item.type) {
        self->clause--;
        return !run_has_failed(run);
    }
    hold(run, item);
    return assign(run, clause->target, item) && eval_conditions(run, &clause->conditions, found);
}

static Value find_element(Run *run, GeneratorExpression *self)
{
    int last = self->comprehension->clause_count - 1;
    for (size_t held = run->held.count; self->clause >= 0; release_held(run, held)) {
        bool found;
        if (!turn(run, self, &found)) return NOTHING;
        if (!found) continue;
        if (self->clause == last) return eval(run, self->comprehension->element);
        if (!enter(run, self, self->clause + 1)) return NOTHING;
    }
    return NOTHING;
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
    Value element = find_element(run, self);
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

// ---- as a value --------------------------------------------------------------------------------

static Value expression_next(Run *run, Value self, int64_t *at)
{
    (void)at;
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

static void expression_drop(Run *run, Object *object)
{
    run_dealloc(run, ((GeneratorExpression *)object)->source);
    run_dealloc(run, ((GeneratorExpression *)object)->at);
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
    .drop = expression_drop,
};
