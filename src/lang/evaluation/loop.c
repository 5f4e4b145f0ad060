// Only the outermost loop of the program's own code is followed, and none in a generator, which may
// stop in the middle of an iteration. Nothing is, and it costs nothing, where nothing is recorded.
#include "lang/evaluation/loop.h"

#include "lang/functions/function.h"
#include "syntax/bound.h"
#include "tensor/autograd.h"

static bool is_filmed(const Tensor *tensor)
{
    return autograd_of(tensor)->is_parameter && !tensor->is_recorded && tensor_count(tensor) > 0;
}

static const Type parameter_type = {.name = "Parameter", .holds = HOLDS_TENSOR};

// They stay until the loop has ended, so that none is taken for another.
static void find_parameters(Run *run, Followed *followed)
{
    for (Tensor *tensor = run->trace.heap.tensors; tensor; tensor = tensor->next) {
        if (!is_filmed(tensor)) continue;
        *ARENA_ADD(&run->arena, followed->parameter, followed->parameter_count) = tensor;
        hold(run, (Value){.type = &parameter_type, .tensor = tensor});
    }
}

Followed loop_follow(Run *run, const Stmt *stmt, int64_t length)
{
    Followed followed = {.stmt = stmt, .passes = run->gradients.passes, .since = run->work.steps};
    if (run->routines.running || stmt->span.source->is_library) return followed;
    followed.loop = loop_begin(&run->trace, stmt->span, length);
    if (!followed.loop) return followed;
    followed.count = bound_names(&stmt->body, &run->arena, &followed.name);
    find_parameters(run, &followed);
    return followed;
}

// ---- the film -----------------------------------------------------------------------------------

static Value value_of(Run *run, const char *name)
{
    if (run->frame.scope) return scope_value(run->frame.scope, name);
    const Value *value = table_find(run->frame.globals, name);
    return value ? *value : NOTHING;
}

static void film_names(Run *run, const Followed *followed, int64_t iteration, bool is_last)
{
    Film *film = &followed->loop->film;
    for (int i = 0; i < followed->count; i++) {
        const char *name = followed->name[i];
        Value value = value_of(run, name);
        if (!value.type) continue;
        if (holds_tensor(value)) {
            const Tensor *tensor = value.tensor;
            if (tensor_count(tensor) == 0) continue;
            Strip what = {.name = name, .entry = -1, .is_derived = autograd_of(tensor)->is_derived};
            film_take(film, &what, tensor, iteration, is_last);
        } else if (value_is_number(value) && !value_has_type(value, &type_bool)) {
            film_take_number(film, name, value_number(value), iteration, is_last);
        }
    }
}

// The last one made comes first in the list of all.
static void film_parameters(const Followed *followed, int64_t iteration, bool is_last)
{
    for (int i = followed->parameter_count - 1; i >= 0; i--) {
        const Tensor *tensor = followed->parameter[i];
        Strip what = {.parameter = tensor, .entry = tensor->origin};
        film_take(&followed->loop->film, &what, tensor, iteration, is_last);
    }
}

static void film(Run *run, Followed *followed, bool is_last)
{
    Loop *loop = followed->loop;
    if (!followed->is_running) return;
    film_names(run, followed, loop->count - 1, is_last);
    film_parameters(followed, loop->count - 1, is_last);
    followed->is_running = false;
}

// ---- iterations ---------------------------------------------------------------------------------

static bool holds(Value value, const Tensor *tensor)
{
    return value.type && holds_tensor(value) && value.tensor == tensor;
}

static const char *local_name(const Run *run, const Tensor *tensor)
{
    for (const Scope *scope = run->frame.scope; scope; scope = scope->outer) {
        for (int i = 0; i < scope->count; i++) {
            if (holds(scope->value[i], tensor)) return scope->name[i];
        }
    }
    return NULL;
}

static const char *global_name(const Run *run, const Tensor *tensor)
{
    for (size_t i = 0; i < run->program.count; i++) {
        const TableEntry *entry = &run->program.entry[i];
        if (holds(entry->value, tensor)) return entry->name;
    }
    return NULL;
}

// What a function calls a parameter that it was given is not what that is called.
const char *loop_name_now(void *context, const Tensor *tensor, bool *is_local)
{
    const Run *run = context;
    const char *local = local_name(run, tensor), *global = global_name(run, tensor);
    *is_local = local && !(global && autograd_of(tensor)->is_parameter);
    return *is_local ? local : global;
}

// A loop inside the one that is followed, in the program's own code: does it go on? It is not to
// end before an iteration that its code counts on.
static bool inner_goes_on(Run *run, const Followed *followed)
{
    if (!run->trace.loop || run->routines.running || followed->stmt->span.source->is_library)
        return true;
    if (run->stopping.loops_end_since > followed->since) return false;
    if (loop_next_inner(&run->trace)) run->stopping.loops_end_since = run->work.steps + 1;
    return true;
}

bool loop_goes_on(Run *run, Followed *followed)
{
    Loop *loop = followed->loop;
    if (!loop) return inner_goes_on(run, followed);
    film(run, followed, false);
    if (run->stopping.loops_end_since || loop_is_to_stop(&run->trace, loop)) {
        loop->was_stopped = true;
        return false;
    }
    loop_next(&run->trace, loop, run->gradients.passes > followed->passes);
    followed->operations = run->work.operations;
    return followed->is_running = true;
}

void loop_runs_out(Run *run, Followed *followed)
{
    if (!followed->loop) return;
    loop_take_back(&run->trace, followed->loop);
    followed->is_running = false;
}

void loop_leave(Run *run, Followed *followed, Flow flow)
{
    Loop *loop = followed->loop;
    if (!loop) return;
    run->stopping.loops_end_since = 0;
    atomic_store(&run->stopping.pulse->ends_loop, false);
    bool is_idle = followed->is_running && run->work.operations == followed->operations;
    if (flow == FLOW_BREAK && is_idle && loop->count > 1) loop_runs_out(run, followed);
    followed->is_running = loop->count > 0;
    if (flow != FLOW_ERROR) film(run, followed, true);
    loop_end(&run->trace, loop);
}
