// Which tensors are inputs is known only after a first run, when they have names. The second run
// gives the same tensors in the same order, so that they are known by their number in the trace;
// one of another shape is not the one that was meant, and stays as it is.

#include "command/figures/reseed.h"

#include "command/open.h"
#include "tensor/dtype.h"
#include "trace/roles.h"

#include <string.h>

// Small, so that softmax of their scores is not all zeros and a one.
static const double chosen_from[] = {0, 0, 0, 1, 1, 2};
enum { CHOICES = sizeof chosen_from / sizeof chosen_from[0] };

typedef struct Inputs {
    bool *is_input; // for each entry of the first run
    Shape *shape;
    int count;
    int replaced;
    uint64_t seed;
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
    inputs->shape = NEW_ARRAY(arena, Shape, inputs->count);
    for (int i = 0; i < inputs->count; i++) {
        inputs->is_input[i] = is_input(trace, i);
        inputs->shape[i] = trace->entries[i].call.output->shape;
        found += inputs->is_input[i];
    }
    return found;
}

static void change_input(void *context, int entry, Span source, Tensor *tensor)
{
    (void)source;
    Inputs *inputs = context;
    if (entry >= inputs->count || !inputs->is_input[entry]) return;
    if (!shape_equal(&inputs->shape[entry], &tensor->shape)) return;
    if (!dtype_is_float(tensor->dtype) || shape_count(&tensor->shape) == 0) return;
    Index at = {0};
    uint64_t state = scramble(inputs->seed * 1000003u + (uint64_t)entry);
    do {
        state = scramble(state);
        tensor_set(tensor, at, chosen_from[state % CHOICES]);
    } while (index_next(&tensor->shape, &at));
    inputs->replaced++;
}

static bool check_use(const Arguments *arguments, Error *error)
{
    if (arguments->value[OPTION_SET].given)
        return error_set(error, NULL, "--seed and --set exclude each other");
    if (strcmp(arguments->words[0], "-") != 0) return true;
    error_set(error, NULL, "a lesson from standard input cannot be run a second time");
    return error_hint(error, "put it into a file");
}

bool reseed_walk(Walk *walk, App *app, const Arguments *arguments)
{
    const OptionValue *seed = &arguments->value[OPTION_SEED];
    if (!seed->given) return true;
    if (!check_use(arguments, app->error)) return false;
    if (walk->error.set) return false;        // told when the walk is closed
    Inputs *inputs = NEW(app->arena, Inputs); // as long as the walk that asks for them
    inputs->seed = (uint64_t)seed->integer;
    if (!list_inputs(inputs, walk->trace, app->arena)) {
        error_set(app->error, NULL, "%s gives no matrix of inputs as numbers", walk->lesson.name);
        return error_hint(app->error, "a role names one: #| role: x = input");
    }
    walk_close(walk);
    WalkOptions options = {.memory_limit = arguments->value[OPTION_MEMORY].bytes,
                           .given = {change_input, inputs}};
    return walk_open(walk, arguments->words[0], &options, app->error);
}
