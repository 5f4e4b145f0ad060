// Which tensors are inputs is known only after a first run, when they have names. The second run
// gives the same tensors in the same order, so that they are known by their number in the trace;
// one of another shape is not the one that was meant, and stays as it is.
#include "command/figures/figures.h"

#include "command/open.h"
#include "lesson/kind.h"
#include "study/axes/matrix.h"
#include "study/axes/role.h"
#include "tensor/dtype.h"
#include "tensor/op.h"
#include "text/assigned.h"
#include "walk/runs/rerun.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// ---- does a draw teach anything? -------------------------------------------------------------
//
// Judges a run by its trace. What softmax does is known by the kind of its terms, not by its name;
// what part a tensor plays, by its role.

// For a pencil; a result of more cells than that is not for one anyway.
static const double too_large = 100;
enum { MOST_CELLS = 64 };

static const double mask = -1000; // what is not above it hides a cell, as -inf does

static const double nearly_all = 0.995; // of a row of softmax, which is written 1.00 then
static const double nearly_same = 0.005;

typedef struct Judge {
    const Trace *trace;
    Arena *arena;
    bool *depends; // for each entry: on what was drawn
    Terms terms;
} Judge;

static const char *say(const Judge *judge, int entry, const char *what)
{
    return arena_printf(judge->arena, "%s %s", entry_title(judge->trace, entry, judge->arena),
                        what);
}

// ---- zeros ------------------------------------------------------------------------------------

static bool is_zero_line(const Matrix *matrix, int64_t line, bool is_row)
{
    int64_t length = is_row ? matrix->columns : matrix->rows;
    for (int64_t i = 0; i < length; i++) {
        if (matrix_value(matrix, is_row ? line : i, is_row ? i : line) != 0) return false;
    }
    return length > 1;
}

static const char *zero_line(const Matrix *matrix)
{
    for (int64_t i = 0; i < matrix->rows + matrix->columns; i++) {
        bool is_row = i < matrix->rows;
        if (is_zero_line(matrix, is_row ? i : i - matrix->rows, is_row))
            return is_row ? "has a row of zeros" : "has a column of zeros";
    }
    return NULL;
}

// All rows alike, or of a single row all cells.
static bool is_constant(const Matrix *matrix)
{
    bool single = matrix->rows == 1;
    for (int64_t row = 0; row < matrix->rows; row++) {
        for (int64_t column = 0; column < matrix->columns; column++) {
            double other = single ? matrix_value(matrix, 0, 0) : matrix_value(matrix, 0, column);
            if (fabs(matrix_value(matrix, row, column) - other) >= nearly_same) return false;
        }
    }
    return matrix->rows * matrix->columns > 1;
}

static const char *judge_part(const Judge *judge, int entry)
{
    Role role = role_of(judge->trace, entry);
    const OpCall *call = &judge->trace->entries[entry].call;
    bool is_output = role == ROLE_OUTPUT, is_drawn = !call->op->sources;
    const Shape *shape = &call->output->shape;
    if (call->op->moves || (!is_drawn && role != ROLE_VALUE && !is_output)) return NULL;
    Index at = {0};
    do {
        Matrix matrix = matrix_through(judge->trace, entry, at);
        const char *zeros = zero_line(&matrix);
        if (zeros) return say(judge, entry, zeros);
        if (is_output && is_constant(&matrix)) return say(judge, entry, "is the same everywhere");
    } while (index_move_slice(shape, &at, 1));
    return NULL;
}

// ---- softmax ----------------------------------------------------------------------------------

// One cell of each row is asked, and its terms are the row. Cells that a mask hides do not count.
static const char *judge_shares(const Judge *judge, int entry)
{
    const OpCall *call = &judge->trace->entries[entry].call;
    double largest = -HUGE_VAL, smallest = HUGE_VAL, total = 0;
    int seen = 0;
    for (int i = 0; i < judge->terms.count; i++) {
        const Term *term = &judge->terms.term[i];
        double value = tensor_get(call->input[term->input], term->at);
        if (!isfinite(value) || value <= mask) continue;
        if (exp(value) > too_large) return say(judge, entry, "takes a power of e beyond 100");
        largest = fmax(largest, value);
        smallest = fmin(smallest, value);
        total += exp(value);
        seen++;
    }
    if (seen < 2) return NULL;
    if (exp(largest) / total >= nearly_all) return say(judge, entry, "gives all to one cell");
    if ((exp(largest) - exp(smallest)) / total < nearly_same)
        return say(judge, entry, "gives the same to all cells");
    return NULL;
}

// ---- all of it --------------------------------------------------------------------------------

static const char *judge_cells(Judge *judge, int entry)
{
    const OpCall *call = &judge->trace->entries[entry].call;
    Index at = {0};
    do {
        double value = tensor_get(call->output, at);
        if (isfinite(value) && value > mask && fabs(value) > too_large)
            return say(judge, entry, "goes beyond 100");
        op_sources(call, at, &judge->terms);
        if (judge->terms.kind != TERMS_EXP_OVER_SUM || judge->terms.self != 0) continue;
        const char *bad = judge_shares(judge, entry);
        if (bad) return bad;
    } while (index_next(&call->output->shape, &at));
    return NULL;
}

static void find_dependents(Judge *judge, const bool *is_drawn, int count)
{
    judge->depends = NEW_ARRAY(judge->arena, bool, judge->trace->entry_count);
    for (int i = 0; i < judge->trace->entry_count; i++) {
        const OpCall *call = &judge->trace->entries[i].call;
        judge->depends[i] = i < count && is_drawn[i];
        for (int k = 0; k < call->input_count; k++) {
            int origin = call->input[k]->origin;
            judge->depends[i] |= origin >= 0 && judge->depends[origin];
        }
    }
}

static bool is_looked_at(const Judge *judge, int entry)
{
    const Entry *made = &judge->trace->entries[entry];
    int64_t cells = shape_count(&made->call.output->shape);
    return judge->depends[entry] && cells > 0 && cells <= MOST_CELLS &&
           dtype_is_float(made->call.output->dtype) &&
           !judge->trace->statements[made->statement].is_claim;
}

// What is wrong with the numbers of each step, as a clause ("values has a row of zeros"), or NULL;
// and whether any were judged. Looked at is all that follows from what `is_drawn`. In `arena`.
typedef struct Judgement {
    const char *wrong;
    bool judged;
} Judgement;

// Ends as soon as the steps that are wrong cost `limit` together; `cost` NULL: at the end.
static Judgement *judge_draw(const Walk *walk, const bool *is_drawn, int count, const int *cost,
                             int limit, Arena *arena)
{
    Judge judge = {.trace = walk->trace, .arena = arena, .terms = {.arena = arena}};
    Judgement *judgements = NEW_ARRAY(arena, Judgement, walk->lesson.step_count + 1);
    find_dependents(&judge, is_drawn, count);
    for (int i = 0; i < walk->trace->entry_count && limit > 0; i++) {
        int step = walk->trace->statements[walk->trace->entries[i].statement].step;
        step = step > 0 ? step : 0;
        Judgement *judgement = &judgements[step];
        if (judgement->wrong || !is_looked_at(&judge, i)) continue;
        judgement->judged = true;
        judgement->wrong = judge_part(&judge, i);
        if (!judgement->wrong) judgement->wrong = judge_cells(&judge, i);
        if (judgement->wrong && cost) limit -= cost[step];
    }
    return judgements;
}

// ---- drawing ----------------------------------------------------------------------------------

// Small, so that what softmax takes to a power of e stays small too.
enum { CHOICES = 5 };
static const double of_inputs[CHOICES] = {0, 0, 1, 1, 2};
static const double of_weights[CHOICES] = {-1, 0, 0, 0, 1};

// Most draws teach nothing. This many are tried, and they run this many operations at most: a seed
// has the same sheet on every machine, or none.
enum { TRIES = 1000, MOST_OPERATIONS = 200000 };
enum { ENOUGH = 100 }; // draws after which a step that was wrong in each of them is given up
enum { FILLS = 100 };  // of one tensor, until none of its rows and columns is all zeros

struct Reseed {
    Walk *walk;
    const Arguments *arguments;
    Session *session;
    FigureTasks tasks;     // only what is on the sheet needs to be good
    bool *hopeless;        // for each step: no draw was good for it
    Judgement *judgements; // of the draw that was taken
    bool *is_input;        // for each entry of the first run
    bool *is_weight;       // likewise: it makes keys or queries
    Shape *shape;
    int count;
    uint64_t seed;
    int attempt;
};

// Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014.
static uint64_t scramble(uint64_t value)
{
    value += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

static bool is_given(const OpCall *call)
{
    return !call->op->sources && dtype_is_float(call->output->dtype) && !call->output->is_number &&
           call->output->shape.ndim;
}

static bool is_input(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    Role role = role_of(trace, entry);
    return is_given(call) &&
           (role == ROLE_INPUT || role == ROLE_KEY || role == ROLE_QUERY || role == ROLE_VALUE);
}

// Where nothing is known as an input: numbers that the code says, a mask's infinities not among
// them.
static bool is_written(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    if (!is_given(call) || !entry_is_written_out(trace, entry)) return false;
    Index at = {0};
    do {
        if (!isfinite(tensor_get(call->output, at))) return false;
    } while (index_next(&call->output->shape, &at));
    return true;
}

static bool list_inputs(Reseed *inputs, const Trace *trace, Arena *arena)
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
    for (int i = 0; i < inputs->count && !found; i++) inputs->is_input[i] = is_written(trace, i);
    for (int i = 0; i < inputs->count && !found; i++) found += inputs->is_input[i];
    return found;
}

// A row or a column of nothing but zeros makes zeros of all that it meets.
static bool has_zero_line(const Tensor *tensor)
{
    Index at = {0};
    do {
        Matrix matrix = matrix_of(tensor, -1, at);
        if (zero_line(&matrix)) return true;
    } while (index_move_slice(&tensor->shape, &at, 1));
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

static void change_input(void *context, const Trace *trace, Span source UNUSED, Tensor *tensor)
{
    const Reseed *inputs = context;
    int entry = trace->entry_count;
    if (entry >= inputs->count || !inputs->is_input[entry]) return;
    if (!shape_equal(&inputs->shape[entry], &tensor->shape)) return;
    if (!dtype_is_float(tensor->dtype) || shape_count(&tensor->shape) == 0) return;
    uint64_t state = scramble(inputs->seed * 1000003u + (uint64_t)entry);
    state = scramble(state + (uint64_t)inputs->attempt);
    for (int i = 0; i < FILLS && (!i || has_zero_line(tensor)); i++)
        state = fill(tensor, inputs->is_weight[entry] ? of_weights : of_inputs, state);
}

static OtherNumbers numbers_of(Reseed *reseed)
{
    return (OtherNumbers){.change = change_input, .context = reseed};
}

// Only the program, for a look at its trace.
static void try_draw(Reseed *reseed, int attempt)
{
    walk_rerun_free(reseed->walk);
    reseed->attempt = attempt;
    walk_run(reseed->walk, numbers_of(reseed), 0);
}

// The whole walk with a draw that was tried.
static bool take_draw(Reseed *reseed, int attempt)
{
    Walk *walk = reseed->walk;
    const OptionValue *value = reseed->arguments->value;
    WalkOptions options = {.columns = walk->view.columns,
                           .convention_is_given = walk->view.convention_is_given,
                           .ascii = walk->program.ascii,
                           .memory_limit = value[OPTION_MEMORY].bytes,
                           .files = value[OPTION_FILES].text,
                           .others = numbers_of(reseed)};
    reseed->attempt = attempt;
    walk_close(walk);
    if (!walk_open(walk, reseed->arguments->words[0], &options, reseed->session->error))
        return false;
    reseed->judgements =
        judge_draw(walk, reseed->is_input, reseed->count, NULL, 1, reseed->session->arena);
    return true;
}

static bool is_on_sheet(const Reseed *reseed, int step)
{
    const FigureTasks *tasks = &reseed->tasks;
    return !tasks->step_end || (step >= tasks->first_step && step < tasks->step_end);
}

// What the steps that are wrong in a draw cost together, `limit` or more where that is reached.
// `always` keeps those steps that are wrong here, too.
static int badness(const Reseed *reseed, const int *cost, int limit, bool *always)
{
    const Walk *walk = reseed->walk;
    if (walk->ran.error.set) return INT_MAX;
    SCRATCH(arena);
    int bad = 0;
    const Judgement *judgements =
        judge_draw(walk, reseed->is_input, reseed->count, cost, limit, &arena);
    for (int i = 0; i < walk->lesson.step_count; i++) {
        always[i] &= judgements[i].wrong != NULL;
        bad += judgements[i].wrong ? cost[i] : 0;
    }
    return bad;
}

// A step of the sheet counts for more than all others; what is hopeless, for nothing.
static int *costs(const Reseed *reseed)
{
    int steps = reseed->walk->lesson.step_count;
    int *cost = NEW_ARRAY(reseed->session->arena, int, steps + 1);
    for (int i = 0; i < steps; i++)
        cost[i] = reseed->hopeless[i] ? 0 : is_on_sheet(reseed, i) ? steps + 1 : 1;
    return cost;
}

// Is nothing but what was wrong in each draw wrong in the best one? Then that is hopeless.
static bool is_hopeless(Reseed *reseed, const int *cost, int least, const bool *always)
{
    int steps = reseed->walk->lesson.step_count, sum = 0;
    for (int i = 0; i < steps; i++) sum += always[i] ? cost[i] : 0;
    for (int i = 0; i < steps && sum == least; i++) reseed->hopeless[i] |= always[i];
    return sum == least;
}

// The first draw that is good, else the first of those that are bad for the fewest steps; -1: the
// program stops with each.
static int search(Reseed *reseed, int *draws)
{
    int64_t operations = 0;
    int steps = reseed->walk->lesson.step_count, best = -1, least = INT_MAX;
    const int *cost = costs(reseed);
    bool *always = NEW_ARRAY(reseed->session->arena, bool, steps + 1);
    memset(always, 1, (size_t)steps);
    for (*draws = 0; *draws < TRIES && operations <= MOST_OPERATIONS; ++*draws) {
        if (*draws == ENOUGH && best >= 0 && is_hopeless(reseed, cost, least, always)) break;
        try_draw(reseed, *draws);
        int bad = badness(reseed, cost, *draws < ENOUGH ? INT_MAX : least, always);
        operations += reseed->walk->trace->entry_count;
        if (bad < least) best = *draws;
        if (bad < least) least = bad;
        if (!bad) break;
    }
    return best;
}

static bool none_teaches(const Reseed *reseed, int draws, const char *wrong)
{
    return error_fail(reseed->session->error,
                      "leave --seed out: the sheet has the lesson's own numbers",
                      "no inputs were found for %s that teach something: in the last of %d "
                      "draws, %s",
                      reseed->walk->lesson.name, draws, wrong);
}

bool reseed_walk(Reseed *reseed, int64_t seed)
{
    int draws;
    reseed->seed = (uint64_t)seed;
    int best = search(reseed, &draws);
    if (best < 0) return none_teaches(reseed, draws, "the program stops with an error");
    if (!take_draw(reseed, best)) return false;
    const char *wrong = NULL;
    for (int i = 0; i < reseed->walk->lesson.step_count; i++) {
        const Judgement *judgement = &reseed->judgements[i];
        if (!is_on_sheet(reseed, i) || !judgement->judged) continue;
        if (!judgement->wrong) return true;
        wrong = judgement->wrong;
    }
    return !wrong || none_teaches(reseed, draws, wrong);
}

const char *reseed_spoilt(const Reseed *reseed, int step)
{
    return is_on_sheet(reseed, step) ? reseed->judgements[step].wrong : NULL;
}

Reseed *reseed_new(Walk *walk, const FigureTasks *tasks, const Arguments *arguments,
                   Session *session)
{
    Error *error = session->error;
    const char *lesson = arguments->words[0];
    if (kind_is_stream(lesson)) {
        error_fail(error, "put it into a file",
                   "a lesson from standard input cannot be run a second time");
        return NULL;
    }
    if (walk->ran.error.set) return NULL; // reported when the walk is closed
    Reseed *reseed = NEW(session->arena, Reseed);
    *reseed = (Reseed){.walk = walk, .arguments = arguments, .session = session, .tasks = *tasks};
    reseed->hopeless = NEW_ARRAY(session->arena, bool, walk->lesson.step_count + 1);
    if (list_inputs(reseed, walk->trace, session->arena)) return reseed;
    error_fail(error, "a role names one: #| role: x = input",
               "%s gives no matrix of inputs as numbers", walk->lesson.name);
    return NULL;
}
