// raise and try. An error of the run becomes an exception object only when it is caught;
// the classes are Python (src/library/builtins.py). What qkv refuses and the limits of a run are
// errors that no program catches.
#include "lang/evaluation/flow.h"

#include "base/machine/stack.h"
#include "lang/class.h"
#include "lang/functions/function.h"

#include <string.h>

// ---- classes -----------------------------------------------------------------------------------

static Value exception_class(Run *run, const char *kind)
{
    const Value *class = library_find_builtin(run, name_of(&run->names, str_from(kind)));
    if (class) return *class;
    if (run_has_failed(run)) return NOTHING;
    class = library_find_builtin(run, name_of(&run->names, STR("Exception")));
    return class ? *class : NOTHING;
}

bool type_is_exception(Run *run, const Type *type)
{
    Value base = type->class ? exception_class(run, "BaseException") : NOTHING;
    return base.type && type_is_subtype(type, base.of);
}

// Python leaves out these modules.
static const char *told_name(Run *run, const Type *type)
{
    const char *module = class_module(type), *name = class_qualname(type);
    bool bare = strcmp(module, "builtins") == 0 || strcmp(module, "__main__") == 0;
    return bare ? name : arena_printf(run->error->arena, "%s.%s", module, name);
}

// ---- the run's error ---------------------------------------------------------------------------

static void unset_error(Run *run)
{
    *run->error = (Error){.arena = run->error->arena};
    run->raised.exception = run->raised.args = NOTHING;
}

void error_forget(Run *run)
{
    unset_error(run);
    arena_free(&run->failing);
}

static void set_raised(Run *run, Value exception)
{
    if (run_has_failed(run)) return;
    error_set(run->error, told_name(run, exception.type), "%s", "");
    run->raised.exception = exception;
}

void raise_value(Run *run, Value value)
{
    if (value_is_class(value)) {
        if (type_is_exception(run, value.of)) value = call_with(run, value, NULL, 0);
        if (!value.type) return;
    }
    if (type_is_exception(run, value.type))
        set_raised(run, value);
    else
        raise_error(run, "TypeError", "exceptions must derive from BaseException");
}

void raise_with(Run *run, const char *kind, const Value *item, int count)
{
    Value args = sequence_new(run, &type_tuple, item, count);
    if (!args.type) return;
    Buf text = {.arena = &run->scratch};
    if (count) value_str(run, item[0], &text);
    raise_error(run, kind, "%s", buf_text(&text));
    run->raised.args = args;
}

bool error_is(Run *run, const char *kind)
{
    const Error *error = run->error;
    if (!error->set || error->final) return false;
    if (!run->raised.exception.type) return error->kind && strcmp(error->kind, kind) == 0;
    const Value *class = library_find_builtin(run, name_of(&run->names, str_from(kind)));
    return class && type_is_subtype(run->raised.exception.type, class->of);
}

bool error_take(Run *run, const char *kind)
{
    if (!error_is(run, kind)) return false;
    error_forget(run);
    return true;
}

static Value first_of(Value args)
{
    bool any = args.type && value_is_sequence(args) && value_sequence(args)->count;
    return any ? value_sequence(args)->item[0] : NONE;
}

bool error_take_stop(Run *run, Value *value)
{
    if (!error_is(run, "StopIteration")) return false;
    Value raised = run->raised.exception, args = run->raised.args;
    error_forget(run);
    if (raised.type) args = value_get_attribute(run, raised, name_of(&run->names, STR("args")));
    *value = first_of(args);
    hold(run, *value);
    return true;
}

// ---- handling ----------------------------------------------------------------------------------

// Calls that are left for finding the class of a RecursionError, which may have to be read first,
// and for making its object.
enum { SPARE_CALLS = 20 };

static Value make_exception(Run *run, const Error *error, Value args)
{
    run->calls -= SPARE_CALLS;
    stack_lend();
    Value class = exception_class(run, error->kind ? error->kind : "Exception");
    Value message = NOTHING, exception = NOTHING;
    if (!args.type) {
        message = value_from_text(run, error->message);
        args = message.type ? sequence_new(run, &type_tuple, &message, 1) : NOTHING;
    }
    if (class.type && args.type) {
        const Sequence *items = value_sequence(args);
        exception = call_with(run, class, items->item, items->count);
    }
    stack_take_back();
    run->calls += SPARE_CALLS;
    return exception;
}

bool error_handle(Run *run, Handled *into)
{
    if (run->error->final) return false;
    Error error = *run->error;
    Value exception = run->raised.exception, args = run->raised.args;
    hold(run, args);
    unset_error(run);
    if (!exception.type) exception = make_exception(run, &error, args);
    Value hint = error.hint ? value_from_text(run, error.hint) : NOTHING;
    if (run_has_failed(run)) {
        return error_final(run->error);
    }
    arena_free(&run->failing);
    *into = (Handled){.exception = exception, .hint = hint, .at = error.at, .outer = run->handled};
    into->call_count = error.call_count;
    memcpy(into->calls, error.calls, sizeof into->calls);
    hold(run, exception);
    run->handled = into;
    return true;
}

void error_release(Run *run, Handled *handled)
{
    run->handled = handled->outer;
}

static void set_again(Run *run, const Handled *handled)
{
    set_raised(run, handled->exception);
    Error *error = run->error;
    error->at = handled->at;
    error->call_count = handled->call_count;
    memcpy(error->calls, handled->calls, sizeof error->calls);
    if (handled->hint.type) error_hint(error, "%.*s", STR_ARG(value_text(handled->hint)));
}

void raise_again(Run *run, Handled *handled)
{
    error_release(run, handled);
    set_again(run, handled);
}

// Gives the error the text of the exception that was raised, for a message.
static void error_describe(Run *run)
{
    if (!run->error->set || !run->raised.exception.type) return;
    Error error = *run->error;
    Value exception = run->raised.exception;
    unset_error(run);
    Buf text = {.arena = error.arena};
    value_str(run, exception, &text);
    error.message = run_has_failed(run) ? "<exception str() failed>" : buf_text(&text);
    *run->error = error;
    run->raised.exception = exception;
}

// ---- raise -------------------------------------------------------------------------------------

static const Handled *find_handled(const Run *run, Value exception)
{
    const Handled *handled = run->handled;
    while (handled && !value_is_same(handled->exception, exception)) handled = handled->outer;
    return handled;
}

// Sets an attribute of the exception that is being raised.
static bool tell_raised(Run *run, const char *name, Value value)
{
    Value exception = run->raised.exception;
    Error error = *run->error;
    unset_error(run);
    bool ok = value_set_attribute(run, exception, name_of(&run->names, str_from(name)), value);
    if (!ok) return false;
    *run->error = error;
    run->raised.exception = exception;
    return true;
}

static bool set_cause(Run *run, Value cause)
{
    if (!run->raised.exception.type || !cause.type) return true;
    return tell_raised(run, "__cause__", cause) &&
           tell_raised(run, "__suppress_context__", from_bool(true));
}

// What is raised while `handled` is being handled remembers it.
static void set_context(Run *run, const Handled *handled)
{
    Handled raised;
    if (run->error->final) return;
    if (!run->raised.exception.type) { // it becomes an object
        if (!error_handle(run, &raised)) return;
        raise_again(run, &raised);
    }
    if (value_is_same(run->raised.exception, handled->exception)) return;
    Error error = *run->error;
    Value exception = run->raised.exception;
    unset_error(run);
    Value known = value_get_attribute(run, exception, name_of(&run->names, STR("__context__")));
    if (run_has_failed(run)) return;
    *run->error = error;
    run->raised.exception = exception;
    if (known.type == &type_none) tell_raised(run, "__context__", handled->exception);
}

static Value eval_cause(Run *run, const Expr *expr)
{
    Value cause = eval(run, expr);
    if (cause.type && value_is_class(cause) && type_is_exception(run, cause.of))
        return call_with(run, cause, NULL, 0);
    if (!cause.type || cause.type == &type_none || type_is_exception(run, cause.type)) return cause;
    return raise_error(run, "TypeError", "exception causes must derive from BaseException");
}

Flow run_raise(Run *run, const Stmt *stmt, Value *result UNUSED)
{
    if (!stmt->value) {
        if (run->handled)
            set_again(run, run->handled);
        else
            raise_error(run, "RuntimeError", "No active exception to reraise");
        return FLOW_ERROR;
    }
    Value value = eval(run, stmt->value), cause = NOTHING;
    if (value.type && stmt->cause) cause = eval_cause(run, stmt->cause);
    if (!value.type || (stmt->cause && !cause.type)) return FLOW_ERROR;
    run->frame.here = stmt->span;
    const Handled *handled = find_handled(run, value);
    if (handled)
        set_again(run, handled);
    else
        raise_value(run, value);
    set_cause(run, cause);
    return FLOW_ERROR;
}

// ---- try ---------------------------------------------------------------------------------------

static bool matches(Run *run, Value type, Value exception, bool *result)
{
    bool several = value_has_type(type, &type_tuple);
    const Value *types = several ? value_sequence(type)->item : &type;
    int count = several ? value_sequence(type)->count : 1;
    *result = false;
    for (int i = 0; i < count; i++) {
        if (!value_is_class(types[i]) || !type_is_exception(run, types[i].of))
            return raise_false(
                run, "TypeError",
                "catching classes that do not inherit from BaseException is not allowed");
        *result |= type_is_subtype(exception.type, types[i].of);
    }
    return true;
}

static bool handles(Run *run, const Handler *handler, Value exception, bool *result)
{
    *result = true;
    if (!handler->type) return true;
    Value type = eval(run, handler->type);
    if (type.type && matches(run, type, exception, result)) return true;
    error_place(run->error, handler->type->span);
    return false;
}

// The name lives as long as the handler runs.
static Flow run_handler(Run *run, const Handler *handler, Value exception, Value *result)
{
    if (handler->name && !scope_bind(run, handler->name, exception)) return FLOW_ERROR;
    Flow flow = run_block(run, &handler->body, result);
    if (handler->name && scope_bind(run, handler->name, NONE)) scope_unbind(run, handler->name);
    return flow;
}

static Flow run_handlers(Run *run, const TryCode *attempt, Value *result)
{
    Handled caught;
    if (!error_handle(run, &caught)) return FLOW_ERROR;
    for (int i = 0; i < attempt->handler_count; i++) {
        bool found;
        bool ok = handles(run, &attempt->handlers[i], caught.exception, &found);
        if (ok && !found) continue;
        Flow flow = FLOW_ERROR;
        if (ok) flow = run_handler(run, &attempt->handlers[i], caught.exception, result);
        if (flow == FLOW_ERROR) set_context(run, &caught);
        error_release(run, &caught);
        return flow;
    }
    raise_again(run, &caught);
    return FLOW_ERROR;
}

static Flow run_attempt(Run *run, const TryCode *attempt, Value *result)
{
    Flow flow = run_block(run, &attempt->body, result);
    if (flow == FLOW_NEXT) return run_block(run, &attempt->otherwise, result);
    return flow == FLOW_ERROR ? run_handlers(run, attempt, result) : flow;
}

// `flow` is how the rest of the statement ended, which goes on when `finally` ends by itself.
static Flow run_finally(Run *run, const StmtList *block, Flow flow, Value *result)
{
    Handled pending;
    Value kept = *result;
    if (flow == FLOW_ERROR && !error_handle(run, &pending)) return flow;
    if (flow == FLOW_RETURN) hold(run, kept);
    Flow last = run_block(run, block, result);
    if (flow == FLOW_ERROR) {
        if (last == FLOW_ERROR) set_context(run, &pending);
        if (last == FLOW_NEXT)
            raise_again(run, &pending);
        else
            error_release(run, &pending);
    }
    if (last != FLOW_NEXT) return last;
    *result = kept;
    return flow;
}

Flow run_try(Run *run, const Stmt *stmt, Value *result)
{
    const TryCode *attempt = stmt->attempt;
    Flow flow = run_attempt(run, attempt, result);
    if (!attempt->finally.count) return flow;
    return run_finally(run, &attempt->finally, flow, result);
}

// ---- how a piece of program ends that did not run to its end ------------------------------------

static void copy_error(Error *to, const Error *from)
{
    Arena *arena = to->arena;
    *to = *from;
    to->arena = arena;
    to->kind = from->kind ? str_copy(arena, str_from(from->kind)) : NULL;
    to->message = str_copy(arena, str_from(from->message));
    to->hint = from->hint ? str_copy(arena, str_from(from->hint)) : NULL;
}

// SystemExit(None), SystemExit(3), or SystemExit(a message).
static void end_program(Run *run)
{
    Value exception = run->raised.exception, code = NONE;
    hold(run, exception);
    error_forget(run);
    if (exception.type)
        code = value_get_attribute(run, exception, name_of(&run->names, STR("code")));
    run->ending.has_ended = true;
    if (!code.type || code.type == &type_none) return;
    if (value_is_integer(code)) {
        run->ending.status = (int)(value_integer(code) & 0xFF);
        return;
    }
    Buf text = {.arena = &run->scratch};
    value_str(run, code, &text);
    run->ending.status = 1;
    buf_add(run->messages, buf_str(&text));
    buf_add_char(run->messages, '\n');
}

enum { INTERRUPTED = 130 }; // what a shell has for a program that SIGINT ended

bool run_finish_piece(Run *run, Error *error)
{
    if (!run_has_failed(run)) return true;
    bool ends = error_is(run, "SystemExit");
    if (error_is(run, "KeyboardInterrupt")) run->ending.status = INTERRUPTED;
    if (ends)
        end_program(run);
    else
        error_describe(run);
    bool failed = run_has_failed(run);
    if (failed) copy_error(error, run->error);
    error_forget(run);
    run->handled = NULL;
    return !failed;
}

bool run_has_ended(const Run *run, int *status)
{
    *status = run->ending.status;
    return run->ending.has_ended;
}
