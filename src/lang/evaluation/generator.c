// Generators: a function with a yield in it has a stack of its own (base/machine/fiber.h), so that
// it can be left at the yield. What the run knows of the code that is running is exchanged with it.
#include "lang/class.h"
#include "lang/evaluation/flow.h"

#include "base/machine/fiber.h"
#include "base/memory.h"

static Routine *routine_of(Value value)
{
    return (Routine *)value.object;
}

Value generator_new(Run *run, const Function *function, Scope *scope)
{
    Routine *routine = object_make(run, &type_generator, sizeof *routine);
    if (!routine) return NOTHING;
    routine->run = run;
    routine->code = function->code;
    routine->name = function->name;
    routine->qualname = function->qualname;
    routine->made = run->frame.here;
    routine->scope = scope;
    routine->context =
        (Context){.scope = scope, .globals = function->globals, .here = run->frame.here};
    routine->sent = routine->given = NONE;
    return value_from_object(routine);
}

// ---- starting and ending -----------------------------------------------------------------------

// What runs on the stack of its own.
static void run_generator(void *data)
{
    Routine *routine = data;
    Run *run = routine->run;
    Value value, result = call_body(run, routine->code);
    routine->given = result.type ? result : NONE;
    if (!error_take_stop(run, &value)) return;
    raise_error(run, "RuntimeError", "generator raised StopIteration");
    error_place(run->error, routine->code->span);
}

static bool start(Run *run, Routine *routine)
{
    if (run->routines.count >= MAX_GENERATORS) {
        raise_error(run, "RuntimeError", "more than %d generators are suspended", MAX_GENERATORS);
        error_final(run->error);
        return error_hint(run->error, "list(...) of each generator, or .close() when it is done");
    }
    // Some of those may be garbage.
    if (run->routines.count % COLLECTED_GENERATORS == COLLECTED_GENERATORS - 1)
        run->collector.more++;
    routine->fiber = fiber_new(&run->routines.fibers, run_generator, routine);
    if (!routine->fiber) {
        raise_error(run, "MemoryError", "no memory for the stack of another generator");
        return error_final(run->error);
    }
    routine->next = run->routines.first;
    if (routine->next) routine->next->previous = routine;
    run->routines.first = routine;
    run->routines.count++;
    run->routines.cleanups += routine->code->has_cleanup;
    return true;
}

// A generator without try and with has nothing to do when it is dropped.
static bool has_to_clean(const Routine *routine)
{
    return routine->state == GENERATOR_SUSPENDED && routine->code->has_cleanup;
}

void value_leave(Run *run, Value value)
{
    if (value.type == &type_generator && has_to_clean(routine_of(value))) run->collector.more++;
}

void scope_leave(Run *run, const Scope *scope)
{
    for (int i = 0; i < scope->count; i++) value_leave(run, scope->value[i]);
}

static void end(Run *run, Routine *routine)
{
    routine->state = GENERATOR_ENDED;
    if (run->routines.cleanups && routine->scope) scope_leave(run, routine->scope);
    routine->scope = NULL;
    if (!routine->fiber) return;
    fiber_free(&run->routines.fibers, routine->fiber);
    routine->fiber = NULL;
    arena_free(&routine->context.scratch);
    memory_free(routine->context.held.item);
    routine->context = (Context){0};
    if (routine->previous)
        routine->previous->next = routine->next;
    else
        run->routines.first = routine->next;
    if (routine->next) routine->next->previous = routine->previous;
    routine->next = routine->previous = NULL;
    run->routines.count--;
    run->routines.cleanups -= routine->code->has_cleanup;
}

void generator_free_all(Run *run)
{
    while (run->routines.first) end(run, run->routines.first);
    fiber_pool_free(&run->routines.fibers);
}

// ---- resuming ----------------------------------------------------------------------------------

static void exchange(Run *run, Context *with)
{
    Context now = {run->frame.scope, run->frame.globals, run->frame.here,
                   run->scratch,     run->held,          run->handled};
    run->frame.scope = with->scope;
    run->frame.globals = with->globals;
    run->frame.here = with->here;
    run->scratch = with->scratch;
    run->held = with->held;
    run->handled = with->handled;
    *with = now;
}

static void switch_to(Run *run, Routine *routine)
{
    routine->resumer = run->routines.running;
    routine->state = GENERATOR_RUNNING;
    run->routines.running = routine;
    run->calls++;
    exchange(run, &routine->context);
    fiber_resume(routine->fiber);
    exchange(run, &routine->context);
    run->calls--;
    run->routines.running = routine->resumer;
    routine->resumer = NULL;
    routine->state = GENERATOR_SUSPENDED;
}

enum { SWITCH_BYTES = 1600 }; // that are moved in the time of a switch

// Runs on to the next yield, which gives the value; NOTHING: it has ended, `given` is what it
// returned, or it failed. An error that is set already is raised inside.
static Value resume(Run *run, Routine *routine, Value sent)
{
    if (routine->state == GENERATOR_ENDED) return NOTHING;
    if (routine->state == GENERATOR_RUNNING)
        return raise_error(run, "ValueError", "generator already executing");
    if (routine->state == GENERATOR_NEW && run_has_failed(run)) {
        end(run, routine);
        return NOTHING;
    }
    if (!run_take_bytes(run, SWITCH_BYTES)) return NOTHING;
    if (run->calls >= MAX_CALLS)
        return raise_error(run, "RecursionError", "maximum recursion depth exceeded");
    bool first = routine->state == GENERATOR_NEW;
    if (first && !start(run, routine)) return NOTHING;
    const RunFrame before = run->frame;
    if (!before.here.source || !before.here.source->is_library) run->frame.user_call = before.here;
    Call *entered = call_enter(run, routine->code, routine->qualname, NULL, routine->scope);
    run->frame.plumbing = call_source(run, routine->code);
    if (!run->frame.plumbing.source) run->frame.builtin = (Span){0};
    routine->sent = sent;
    switch_to(run, routine);
    Value given = routine->given;
    hold(run, given);
    if (entered) trace_leave_part(&run->trace, entered, is_tensor(given) ? given.tensor : NULL);
    if (run_has_failed(run) && !library_has_code(routine->code))
        error_called(run->error, run->frame.user_call, routine->qualname);
    run->frame = before;
    if (first && routine->code->has_cleanup) run->collector.more++; // next(make()) alone has it
    if (!fiber_has_ended(routine->fiber)) return given;
    end(run, routine);
    return NOTHING;
}

// ---- yield -------------------------------------------------------------------------------------

static Value yield_value(Run *run, Value value)
{
    Routine *routine = run->routines.running;
    if (!routine || run->frame.scope != routine->scope)
        return raise_error(run, "SyntaxError", "'yield' outside function");
    routine->given = value;
    fiber_yield(routine->fiber);
    return run_has_failed(run) ? NOTHING : routine->sent;
}

Value eval_yield(Run *run, const Expr *expr)
{
    Value value = expr->right ? eval(run, expr->right) : NONE;
    return value.type ? yield_value(run, value) : NOTHING;
}

// The next item of what `yield from` goes through; an error that is set is raised inside it.
static Value delegate(Run *run, Value source, int64_t *at, Value sent)
{
    if (source.type == &type_generator) return resume(run, routine_of(source), sent);
    if (run_has_failed(run)) return NOTHING;
    if (sent.type == &type_none) return value_next(run, source, at);
    Value send = value_get_attribute(run, source, name_of(&run->names, STR("send")));
    return send.type ? call_with(run, send, &sent, 1) : NOTHING;
}

Value eval_yield_from(Run *run, const Expr *expr)
{
    Value source = eval(run, expr->right);
    if (!source.type || !value_start_iteration(run, &source)) return NOTHING;
    Value sent = NONE;
    for (int64_t at = 0;;) {
        run->frame.here = expr->span;
        Value item = delegate(run, source, &at, sent);
        if (!item.type) break;
        sent = yield_value(run, item);
    }
    Value result = NONE;
    if (run_has_failed(run) && !error_take_stop(run, &result)) return NOTHING;
    return source.type == &type_generator ? generator_take_returned(source) : result;
}

// ---- as a value --------------------------------------------------------------------------------

static Value generator_next(Run *run, Value self, int64_t *at UNUSED)
{
    return resume(run, routine_of(self), NONE);
}

Value generator_take_returned(Value value)
{
    if (value.type != &type_generator) return NONE;
    Value returned = routine_of(value)->given;
    routine_of(value)->given = NONE;
    return returned;
}

// What a method gives: the item, or StopIteration with what was returned.
static Value item_or_stop(Run *run, Routine *routine, Value item)
{
    if (item.type || run_has_failed(run)) return item;
    Value value = generator_take_returned(value_from_object(routine));
    raise_with(run, "StopIteration", &value, value.type != &type_none);
    return NOTHING;
}

static Value method_next(Run *run, Value *arg)
{
    Routine *routine = routine_of(arg[0]);
    return item_or_stop(run, routine, resume(run, routine, NONE));
}

static Value method_send(Run *run, Value *arg)
{
    Routine *routine = routine_of(arg[0]);
    if (routine->state == GENERATOR_NEW && arg[1].type != &type_none) {
        return raise_error(run, "TypeError",
                           "can't send non-None value to a just-started generator");
    }
    return item_or_stop(run, routine, resume(run, routine, arg[1]));
}

// throw(type, value): `value` is an exception, or what it is made of.
static Value thrown_value(Run *run, Value type, Value value)
{
    if (!value.type || value.type == &type_none || !value_is_class(type)) return type;
    if (value.type->class && type_is_subtype(value.type, type.of)) return value;
    bool several = value_has_type(value, &type_tuple);
    Args args = {.item = several ? value_sequence(value)->item : &value,
                 .count = several ? value_sequence(value)->count : 1};
    return call_value(run, type, &args);
}

static Value method_throw(Run *run, Value *arg)
{
    Routine *routine = routine_of(arg[0]);
    if (routine->state == GENERATOR_RUNNING)
        return raise_error(run, "ValueError", "generator already executing");
    if (!type_is_exception(run, value_is_class(arg[1]) ? arg[1].of : arg[1].type)) {
        return raise_error(
            run, "TypeError",
            "exceptions must be classes or instances deriving from BaseException, not %s",
            arg[1].type->name);
    }
    Value thrown = thrown_value(run, arg[1], arg[2]);
    if (thrown.type) raise_value(run, thrown);
    if (!run_has_failed(run)) return NOTHING;
    return item_or_stop(run, routine, resume(run, routine, NONE));
}

static bool close_generator(Run *run, Routine *routine)
{
    if (routine->state == GENERATOR_RUNNING)
        return raise_false(run, "ValueError", "generator already executing");
    if (routine->state != GENERATOR_SUSPENDED) {
        end(run, routine);
        return true;
    }
    raise_with(run, "GeneratorExit", NULL, 0);
    if (!error_is(run, "GeneratorExit")) return false;
    Value item = resume(run, routine, NONE);
    if (item.type) return raise_false(run, "RuntimeError", "generator ignored GeneratorExit");
    if (!error_take(run, "GeneratorExit")) error_take(run, "StopIteration");
    return !run_has_failed(run);
}

static Value method_close(Run *run, Value *arg)
{
    return close_generator(run, routine_of(arg[0])) ? NONE : NOTHING;
}

// No code can catch what goes wrong.
static bool close_alone(Run *run, Routine *routine)
{
    if (close_generator(run, routine)) return true;
    if (run->error->final) return false;
    error_forget(run);
    return true;
}

// ---- dropped ones ------------------------------------------------------------------------------

static void drop(Run *run, Routine *routine)
{
    routine->is_dropped = run->routines.drops = true;
}

// One that refers to itself is there to the end: Python, which counts references, leaves it too.
// The oldest comes first; closing it closes those that it has made.
void generator_mark_dropped(Run *run)
{
    Routine *routine = run->routines.first;
    while (routine && routine->next) routine = routine->next;
    for (; routine; routine = routine->previous) {
        if (routine->object.is_marked || !has_to_clean(routine)) continue;
        routine->object.type->visit(run, &routine->object);
        collect_mark_reached(run);
        if (!routine->object.is_marked) drop(run, routine);
        routine->object.is_marked = true;
    }
}

void generator_drop_all(Run *run)
{
    for (Routine *routine = run->routines.first; routine; routine = routine->next) {
        if (has_to_clean(routine)) drop(run, routine);
    }
}

// The one that was started first.
static Routine *next_dropped(const Run *run)
{
    Routine *found = NULL;
    for (Routine *routine = run->routines.first; routine; routine = routine->next) {
        if (routine->is_dropped) found = routine;
    }
    return found;
}

bool generator_close_dropped(Run *run)
{
    Routine *routine;
    run->routines.drops = false;
    while ((routine = next_dropped(run))) {
        routine->is_dropped = false;
        hold(run, value_from_object(routine));
        if (routine->state == GENERATOR_SUSPENDED && !close_alone(run, routine)) return false;
    }
    return true;
}

bool generator_close_at_return(Run *run)
{
    collect_at_safe_point(run);
    return !run->routines.drops || generator_close_dropped(run);
}

bool generator_close_abandoned(Run *run, Value source, Span made)
{
    if (source.type != &type_generator) return true;
    Routine *routine = routine_of(source);
    if (routine->state != GENERATOR_SUSPENDED || !span_equal(routine->made, made)) return true;
    Handled pending;
    bool failed = run_has_failed(run);
    if (failed && !error_handle(run, &pending)) return false;
    bool closed = close_alone(run, routine);
    if (failed && closed)
        raise_again(run, &pending);
    else if (failed)
        error_release(run, &pending);
    return closed;
}

static void generator_repr(Run *run, Value self, Buf *out)
{
    buf_printf(out, "<generator object %s at 0x%llx>", routine_of(self)->qualname,
               (unsigned long long)identity(run, self));
}

static Value generator_attribute(Run *run, Value self, const char *name)
{
    if (!str_is(str_from(name), "__name__")) return NOTHING;
    return value_from_text(run, routine_of(self)->name);
}

static void keep_context(Run *run, Context *context)
{
    object_mark(run, context->scope);
    run_mark_held(run, &context->held);
}

static void generator_visit(Run *run, Object *object)
{
    Routine *routine = (Routine *)object;
    object_mark(run, routine->scope);
    keep_context(run, &routine->context);
    value_mark_all(run, &routine->sent, 1);
    value_mark_all(run, &routine->given, 1);
    object_mark(run, routine->resumer);
}

static void generator_drop(Run *run, Object *object)
{
    end(run, (Routine *)object);
}

static const Native methods[] = {
    {"send", "self, value, /", method_send},
    {"throw", "self, type, value=, traceback=, /", method_throw},
    {"close", "self, /", method_close},
    {"__next__", "self, /", method_next},
    {"__iter__", "self, /", iterator_self_method},
    {0},
};

const Type type_generator = {
    .name = "generator",
    .methods = methods,
    .repr = generator_repr,
    .attribute = generator_attribute,
    .next = generator_next,
    .visit = generator_visit,
    .drop = generator_drop,
};
