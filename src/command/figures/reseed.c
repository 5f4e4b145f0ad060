// Which tensors are inputs is known only after a first run, when they have names. The second run
// gives the same tensors in the same order, so that they are known by their number in the trace;
// one of another shape is not the one that was meant, and stays as it is.
#include "command/figures/reseed.h"

#include "command/figures/draw_check.h"
#include "command/open.h"
#include "lesson/kind.h"
#include "study/role.h"
#include "tensor/dtype.h"
#include "walk/rerun.h"

#include <string.h>

// Small, so that what softmax takes to a power of e stays small too.
enum { CHOICES = 5 };
static const double of_inputs[CHOICES] = {0, 0, 1, 1, 2};
static const double of_weights[CHOICES] = {-1, 0, 0, 0, 1};

// Most draws teach nothing. So many are tried, which run so many operations at most: a seed has the
// same sheet on every machine, or none.
enum { TRIES = 1000, MOST_OPERATIONS = 200000 };
enum { FILLS = 100 }; // of one tensor, until none of its rows and columns is all zeros

typedef struct Inputs {
    bool *is_input;  // for each entry of the first run
    bool *is_weight; // likewise: it makes keys or queries
    Shape *shape;
    int count;
    uint64_t seed;
    int attempt;
} Inputs;

// Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014.
static uint64_t scramble(uint64_t value)
{
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

static bool is_input(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    if (call->op->sources || !dtype_is_float(call->output->dtype)) return false;
    if (call->output->is_number || !call->output->shape.ndim) return false;
    Role role = role_of(trace, entry);
    return role == ROLE_INPUT || role == ROLE_KEY || role == ROLE_QUERY || role == ROLE_VALUE;
}

static int list_inputs(Inputs *inputs, const Trace *trace, Arena *arena)
{
    int found = 0;
    inputs->count = trace->entry_count;
    inputs->is_input = NEW_ARRAY(arena, bool, inputs->count);
    inputs->is_weight = NEW_ARRAY(arena, bool, inputs->count);
    inputs->shape = NEW_ARRAY(arena, Shape, inputs->count);
    for (int i = 0; i < inputs->count; i++) {
        Role role = role_of(trace, i);
        inputs->is_input[i] = is_input(trace, i);
        inputs->is_weight[i] = role == ROLE_KEY || role == ROLE_QUERY;
        inputs->shape[i] = trace->entries[i].call.output->shape;
        found += inputs->is_input[i];
    }
    return found;
}

// A row or a column of nothing but zeros makes zeros of all that it meets.
static bool has_idle_line(const Tensor *tensor, int along)
{
    const Shape *shape = &tensor->shape;
    if (along < 0 || shape->dim[along] < 2) return false;
    Index at = {0};
    do {
        if (at.at[along]) continue; // once for each line
        bool idle = true;
        for (Index cell = at; idle && cell.at[along] < shape->dim[along]; cell.at[along]++)
            idle = tensor_get(tensor, cell) == 0;
        if (idle) return true;
    } while (index_next(shape, &at));
    return false;
}

static uint64_t fill(Tensor *tensor, const double *from, uint64_t state)
{
    Index at = {0};
    do {
        state = scramble(state);
        tensor_set(tensor, at, from[state % CHOICES]);
    } while (index_next(&tensor->shape, &at));
    return state;
}

static void change_input(void *context, const Trace *trace, Span source, Tensor *tensor)
{
    (void)source;
    Inputs *inputs = context;
    int entry = trace->entry_count;
    if (entry >= inputs->count || !inputs->is_input[entry]) return;
    if (!shape_equal(&inputs->shape[entry], &tensor->shape)) return;
    if (!dtype_is_float(tensor->dtype) || shape_count(&tensor->shape) == 0) return;
    uint64_t state = scramble(inputs->seed * 1000003u + (uint64_t)entry);
    state = scramble(state + (uint64_t)inputs->attempt);
    int last = tensor->shape.ndim - 1;
    for (int i = 0; i < FILLS; i++) {
        state = fill(tensor, inputs->is_weight[entry] ? of_weights : of_inputs, state);
        if (!has_idle_line(tensor, last) && !has_idle_line(tensor, last - 1)) break;
    }
}

static bool check_use(const Arguments *arguments, Error *error)
{
    if (arguments->value[OPTION_SET].given)
        return error_set(error, NULL, "--seed and --set cannot be used together");
    if (arguments->value[OPTION_TOKENS].given)
        return error_set(error, NULL, "--seed and --tokens cannot be used together");
    if (arguments->value[OPTION_HOLD].given)
        return error_set(error, NULL, "--seed and --hold cannot be used together");
    if (!kind_is_stream(arguments->words[0])) return true;
    return error_fail(error, "put it into a file",
                      "a lesson from standard input cannot be run a second time");
}

static OtherNumbers numbers_of(Inputs *inputs)
{
    return (OtherNumbers){.change = change_input, .context = inputs};
}

// Only the program, for a look at its trace.
static void try_draw(Walk *walk, Inputs *inputs, int attempt)
{
    walk_rerun_free(walk);
    inputs->attempt = attempt;
    walk_run(walk, numbers_of(inputs), 0);
}

// The whole walk with the draw that was tried last.
static bool take_draw(Walk *walk, const Arguments *arguments, Inputs *inputs, Error *error)
{
    WalkOptions options = {.columns = walk->columns,
                           .convention_is_given = walk->convention_is_given,
                           .ascii = walk->ascii,
                           .memory_limit = arguments->value[OPTION_MEMORY].bytes,
                           .files = arguments->value[OPTION_FILES].text,
                           .others = numbers_of(inputs)};
    walk_close(walk);
    return walk_open(walk, arguments->words[0], &options, error);
}

// Why the run is no sheet to hand out, or NULL.
static const char *what_is_wrong(const Walk *walk, const Inputs *inputs, Arena *arena)
{
    if (walk->error.set) return "the program stops with an error";
    return draw_teaches_nothing(walk, inputs->is_input, inputs->count, arena);
}

static bool none_teaches(const Walk *walk, int draws, const char *wrong, Error *error)
{
    return error_fail(error, "leave --seed out: the sheet has the lesson's own numbers",
                      "no inputs were found for %s that teach something: in the last of %d "
                      "draws, %s",
                      walk->lesson.name, draws, wrong);
}

static bool run_one_that_teaches(Walk *walk, const Arguments *arguments, Inputs *inputs,
                                 Session *session)
{
    int64_t operations = 0;
    for (int i = 0;; i++) {
        try_draw(walk, inputs, i);
        Arena judging = {0};
        const char *wrong = what_is_wrong(walk, inputs, &judging);
        operations += walk->trace->entry_count;
        bool is_last = i + 1 == TRIES || operations > MOST_OPERATIONS;
        if (wrong && is_last) none_teaches(walk, i + 1, wrong, session->error);
        arena_free(&judging);
        if (!wrong) return take_draw(walk, arguments, inputs, session->error);
        if (is_last) return false;
    }
}

bool reseed_walk(Walk *walk, Session *session, const Arguments *arguments)
{
    const OptionValue *seed = &arguments->value[OPTION_SEED];
    if (!seed->given) return true;
    if (!check_use(arguments, session->error)) return false;
    if (walk->error.set) return false;            // told when the walk is closed
    Inputs *inputs = NEW(session->arena, Inputs); // as long as the walk that asks for them
    inputs->seed = (uint64_t)seed->integer;
    if (!list_inputs(inputs, walk->trace, session->arena))
        return error_fail(session->error, "a role names one: #| role: x = input",
                          "%s gives no matrix of inputs as numbers", walk->lesson.name);
    return run_one_that_teaches(walk, arguments, inputs, session);
}
