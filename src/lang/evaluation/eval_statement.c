// Statements. How one ended is its Flow; on FLOW_ERROR the run's error is set.
#include "lang/class.h"
#include "lang/evaluation/flow.h"
#include "lang/evaluation/loop.h"
#include "lang/imports/module.h"
#include "tensor/note.h"

// A line that is only a tensor from a file gives it the name that it has there.
static void name_loaded(Run *run, Value value)
{
    bool at_top = !run->frame.scope && run->frame.globals == &run->program;
    if (at_top && holds_tensor(value) && tensor_note(value.tensor)->is_loaded &&
        tensor_note(value.tensor)->title)
        trace_bind(&run->trace, tensor_note(value.tensor)->title, value.tensor);
}

static bool run_expression(Run *run, const Stmt *stmt)
{
    Value value = eval(run, stmt->value);
    name_loaded(run, value);
    return value.type != NULL;
}

static bool run_assign(Run *run, const Stmt *stmt)
{
    Value value = eval(run, stmt->value);
    bool ok = value.type != NULL;
    if (ok) run->frame.here = stmt->span;
    for (int i = 0; ok && i < stmt->targets.count; i++)
        ok = assign(run, stmt->targets.item[i], value);
    return ok;
}

static Flow run_return(Run *run, const Stmt *stmt, Value *result)
{
    *result = stmt->value ? eval(run, stmt->value) : NONE;
    return result->type ? FLOW_RETURN : FLOW_ERROR;
}

static bool condition_holds(Run *run, const Expr *condition, bool *truth)
{
    Value value = eval(run, condition);
    if (!value.type) return false;
    if (value_truth(run, value, truth)) return true;
    error_place(run->error, condition->span);
    return false;
}

static Flow run_if(Run *run, const Stmt *stmt, Value *result)
{
    for (int i = 0; i < stmt->branch_count; i++) {
        bool truth;
        if (!condition_holds(run, stmt->branches[i].condition, &truth)) return FLOW_ERROR;
        if (truth) return run_block(run, &stmt->branches[i].body, result);
    }
    return run_block(run, &stmt->otherwise, result);
}

// A break is how a loop ends whose `else` does not run.
static Flow repeat_while(Run *run, const Stmt *stmt, Followed *followed, Value *result)
{
    for (size_t held = run->held.count;; release_held(run, held)) {
        bool truth;
        if (!loop_goes_on(run, followed)) return FLOW_BREAK;
        if (!condition_holds(run, stmt->condition, &truth)) return FLOW_ERROR;
        if (!truth) {
            loop_runs_out(run, followed);
            return FLOW_NEXT;
        }
        Flow flow = run_block(run, &stmt->body, result);
        if (flow != FLOW_NEXT && flow != FLOW_CONTINUE) return flow;
    }
}

static Flow end_loop(Run *run, const Stmt *stmt, Followed *followed, Flow flow, Value *result)
{
    loop_leave(run, followed, flow);
    if (flow == FLOW_NEXT) return run_block(run, &stmt->otherwise, result);
    return flow == FLOW_BREAK ? FLOW_NEXT : flow;
}

static Flow run_while(Run *run, const Stmt *stmt, Value *result)
{
    Followed followed = loop_follow(run, stmt, -1);
    return end_loop(run, stmt, &followed, repeat_while(run, stmt, &followed, result), result);
}

static Flow leave_items(Run *run, const Stmt *loop, Value source, Flow flow, Value result)
{
    if (flow == FLOW_RETURN) hold(run, result);
    return generator_close_abandoned(run, source, loop->source->span) ? flow : FLOW_ERROR;
}

static Flow repeat_for(Run *run, const Stmt *stmt, Value source, Followed *followed, Value *result)
{
    size_t held = run->held.count;
    for (int64_t at = 0;; release_held(run, held)) {
        if (!loop_goes_on(run, followed))
            return leave_items(run, stmt, source, FLOW_BREAK, *result);
        run->frame.here = stmt->source->span;
        Value item = value_next(run, source, &at);
        error_place(run->error, stmt->source->span);
        if (run_has_failed(run)) return FLOW_ERROR;
        if (!item.type) {
            loop_runs_out(run, followed);
            return FLOW_NEXT;
        }
        if (!assign(run, stmt->target, item)) return FLOW_ERROR;
        Flow flow = run_block(run, &stmt->body, result);
        if (flow != FLOW_NEXT && flow != FLOW_CONTINUE)
            return leave_items(run, stmt, source, flow, *result);
    }
}

// Of what qkv knows; an object of the program is not asked before its time.
static int64_t known_length(Run *run, Value source)
{
    return source.type->length && !source.type->class ? source.type->length(run, source) : -1;
}

static Flow run_for(Run *run, const Stmt *stmt, Value *result)
{
    Value source = eval(run, stmt->source);
    if (!source.type) return FLOW_ERROR;
    int64_t length = known_length(run, source);
    if (!value_start_iteration(run, &source)) {
        error_place(run->error, stmt->source->span);
        return FLOW_ERROR;
    }
    Followed followed = loop_follow(run, stmt, length);
    Flow flow = repeat_for(run, stmt, source, &followed, result);
    return end_loop(run, stmt, &followed, flow, result);
}

static Flow run_break(Run *run UNUSED, const Stmt *stmt, Value *result UNUSED)
{
    return stmt->kind == STMT_BREAK ? FLOW_BREAK : FLOW_CONTINUE;
}

enum { MOST_BROKEN = 100 };

// What the lesson claims of its numbers need not hold of others.
static bool passes_over(Run *run, const Stmt *stmt)
{
    if (!run->claims.ignored || run->frame.scope || stmt->span.source->is_library) return false;
    if (run->claims.count == MOST_BROKEN) return true;
    run->claims.broken = arena_grow(&run->arena, run->claims.broken, (size_t)run->claims.count,
                                    &run->claims.capacity, sizeof *run->claims.broken);
    run->claims.broken[run->claims.count++] = stmt->span;
    return true;
}

static Flow run_assert(Run *run, const Stmt *stmt, Value *result UNUSED)
{
    bool truth;
    if (!condition_holds(run, stmt->condition, &truth)) return FLOW_ERROR;
    if (truth || passes_over(run, stmt)) return FLOW_NEXT;
    Buf text = {.arena = &run->scratch};
    Value message = NOTHING;
    if (stmt->message) {
        message = eval(run, stmt->message);
        if (!message.type) return FLOW_ERROR;
        value_str(run, message, &text);
    } else {
        Str condition = span_text(stmt->condition->span);
        buf_printf(&text, "this does not hold: %.*s", STR_ARG(condition));
    }
    Value args = sequence_new(run, &type_tuple, &message, message.type != NULL);
    error_set_at(run->error, stmt->span, "AssertionError", "%s", buf_text(&text));
    run->raised.args = args;
    return FLOW_ERROR;
}

static bool run_delete(Run *run, const Stmt *stmt)
{
    bool ok = true;
    for (int i = 0; ok && i < stmt->targets.count; i++)
        ok = assign_delete(run, stmt->targets.item[i]);
    return ok;
}

static bool run_pass(Run *run UNUSED, const Stmt *stmt UNUSED)
{
    return true;
}

// What goes on behind it, unless it fails.
static bool (*const doers[STMT_WITH + 1])(Run *run, const Stmt *stmt) = {
    [STMT_EXPR] = run_expression,
    [STMT_ASSIGN] = run_assign,
    [STMT_AUGMENTED] = assign_augmented,
    [STMT_PASS] = run_pass,
    [STMT_DEF] = run_def,
    [STMT_CLASS] = run_class,
    [STMT_ANNOTATED] = run_annotated,
    [STMT_IMPORT] = run_import,
    [STMT_DELETE] = run_delete,
};

static Flow (*const runners[])(Run *run, const Stmt *stmt, Value *result) = {
    [STMT_RETURN] = run_return, [STMT_IF] = run_if,       [STMT_WHILE] = run_while,
    [STMT_FOR] = run_for,       [STMT_BREAK] = run_break, [STMT_CONTINUE] = run_break,
    [STMT_ASSERT] = run_assert, [STMT_RAISE] = run_raise, [STMT_TRY] = run_try,
    [STMT_WITH] = run_with,
};

// For who watches. Within the library it stays at the call that led there.
static void beat(const Run *run, const Stmt *stmt)
{
    Pulse *pulse = run->stopping.pulse;
    size_t bytes = run->heap.bytes + run->trace.heap.used;
    if (!stmt->span.source->is_library)
        atomic_store_explicit(&pulse->at, &stmt->span, memory_order_release);
    atomic_store_explicit(&pulse->operations, run->work.operations, memory_order_relaxed);
    atomic_store_explicit(&pulse->steps, run->work.steps, memory_order_relaxed);
    atomic_store_explicit(&pulse->bytes, bytes, memory_order_relaxed);
    if (pulse->beat) pulse->beat(pulse);
}

Flow run_statement(Run *run, const Stmt *stmt, Value *result)
{
    collect_at_safe_point(run);
    if (run->routines.drops && !generator_close_dropped(run)) return FLOW_ERROR;
    beat(run, stmt);
    size_t held = run->held.count;
    ArenaMark before = arena_mark(&run->scratch);
    Flow flow = FLOW_ERROR;
    if (run_take_step(run) && doers[stmt->kind])
        flow = doers[stmt->kind](run, stmt) ? FLOW_NEXT : FLOW_ERROR;
    else if (!run_has_failed(run))
        flow = runners[stmt->kind](run, stmt, result);
    if (flow == FLOW_ERROR) error_place(run->error, stmt->span);
    arena_release(&run->scratch, before);
    release_held(run, held);
    return flow;
}

Flow run_block(Run *run, const StmtList *block, Value *result)
{
    for (int i = 0; i < block->count; i++) {
        Flow flow = run_statement(run, block->item[i], result);
        if (flow != FLOW_NEXT) return flow;
    }
    return FLOW_NEXT;
}
