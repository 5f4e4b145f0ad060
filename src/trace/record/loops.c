// Decides as each iteration begins whether it is recorded. How many there will be is known
// beforehand of a `for` over something with a length, and of any loop when the program runs again.
#include "trace/record/loops.h"

#include "base/memory.h"
#include "tensor/op.h"
#include "trace/record/writes.h"

#include <stdlib.h>

enum {
    FIRST_ITERATIONS = 2,
    LAST_ITERATIONS = 2,
    WINDOW_ENTRIES = STATEMENT_ENTRIES / 4, // of each iteration in it
};

static const LoopWindow *window_of(const Trace *trace, int number)
{
    return number < trace->window_count ? &trace->windows[number] : NULL;
}

Loop *loop_begin(Trace *trace, Span source, int64_t length)
{
    if (!trace_is_recording(trace) || trace->loop || trace->statement_count == 0) return NULL;
    if (trace->loop_count == MAX_LOOPS) return NULL;
    const LoopWindow *window = window_of(trace, trace->loop_count);
    bool is_known = window && window->count >= 0 && window->length == length;
    Loop *loop = *ARENA_ADD(&trace->arena, trace->loops, trace->loop_count) =
        NEW(&trace->arena, Loop);
    *loop = (Loop){.source = source,
                   .inside = trace->inside,
                   .statement = trace->statement_count - 1,
                   .length = length,
                   .expected = is_known ? window->count : length,
                   .chosen = window ? window->chosen : -1};
    return trace->loop = loop;
}

// ---- which are recorded -------------------------------------------------------------------------

// Would the statement become longer than it may?
static bool is_too_long(const Trace *trace, const Loop *loop)
{
    if (loop->count < FIRST_ITERATIONS) return false;
    if (loop->expected < 0) return trace->recording->is_full;
    int entries = loop->recorded_count ? trace->entry_count - loop->recorded[0].first_entry : 0;
    return (double)entries / (double)loop->count * (double)loop->expected > STATEMENT_ENTRIES;
}

static bool becomes_windowed(const Trace *trace, const Loop *loop, bool learns)
{
    bool is_long =
        loop->expected < 0 ? loop->count >= WHOLE_ITERATIONS : loop->expected > WHOLE_ITERATIONS;
    return is_long && loop->count >= FIRST_ITERATIONS && (learns || is_too_long(trace, loop));
}

static bool is_in_window(const Loop *loop, int64_t number)
{
    return number < FIRST_ITERATIONS || number == loop->chosen ||
           (loop->expected >= 0 && number >= loop->expected - LAST_ITERATIONS);
}

static void end_iteration(const Trace *trace, Loop *loop)
{
    Iteration *last = loop->recorded_count ? &loop->recorded[loop->recorded_count - 1] : NULL;
    if (!last || last->number != loop->count - 1 || trace->recording->skips) return;
    last->entry_end = trace->entry_count;
    last->call_end = trace->call_count;
}

static void begin_recorded(Trace *trace, Loop *loop)
{
    if (loop->is_windowed) {
        trace->recording->is_full = trace->leaves_out;
        trace->recording->first_call = trace->call_count;
        trace->recording->entries_to_keep = trace->entry_count + WINDOW_ENTRIES;
    }
    *ARENA_ADD(&trace->arena, loop->recorded, loop->recorded_count) =
        (Iteration){.number = loop->count,
                    .first_entry = trace->entry_count,
                    .entry_end = trace->entry_count,
                    .first_call = trace->call_count,
                    .call_end = trace->call_count};
}

void loop_next(Trace *trace, Loop *loop, bool learns)
{
    end_iteration(trace, loop);
    loop->is_windowed |= becomes_windowed(trace, loop, learns);
    trace->recording->skips = loop->is_windowed && !is_in_window(loop, loop->count);
    if (!trace->recording->skips) begin_recorded(trace, loop);
    loop->count++;
    loop->inner = 0;
}

void loop_take_back(Trace *trace, Loop *loop)
{
    loop->count--;
    if (!trace->recording->skips) loop->recorded_count--;
    end_iteration(trace, loop);
}

void loop_end(Trace *trace, Loop *loop)
{
    end_iteration(trace, loop);
    trace->loop = NULL;
    trace->recording->skips = false;
    if (loop->is_windowed)
        trace->recording->entries_to_keep = trace->entry_count + STATEMENT_ENTRIES;
}

bool loop_is_to_stop(const Trace *trace, const Loop *loop)
{
    const LoopWindow *window = window_of(trace, trace->loop_count - 1);
    return window && window->stops && loop->count >= window->count;
}

bool loop_next_inner(Trace *trace)
{
    Loop *loop = trace->loop;
    const LoopWindow *window = window_of(trace, trace->loop_count - 1);
    return ++loop->inner && window && window->stops && loop->count == window->count &&
           loop->inner == window->inside;
}

void loops_free(Trace *trace)
{
    for (int i = 0; i < trace->loop_count; i++) film_free(&trace->loops[i]->film);
}

Span loop_header(Span statement)
{
    int length = str_find(span_text(statement), "\n");
    if (length >= 0) statement.end = statement.start + length;
    return statement;
}

bool entry_is_left_over(const Entry *entry)
{
    const OpCall *call = &entry->call;
    return !call->op->sources && !entry->is_given && !call->output->is_number;
}

bool entry_is_carried(const Entry *entry)
{
    return entry->name && entry_is_left_over(entry) && str_ends(span_text(entry->source), ":");
}

// ---- reading ------------------------------------------------------------------------------------

const Iteration *loop_iteration_of(const Trace *trace, int entry, const Loop **loop)
{
    for (int i = 0; i < trace->loop_count; i++) {
        const Loop *one = *loop = trace->loops[i];
        for (int k = 0; k < one->recorded_count; k++) {
            const Iteration *iteration = &one->recorded[k];
            if (entry >= iteration->first_entry && entry < iteration->entry_end) return iteration;
        }
    }
    *loop = NULL;
    return NULL;
}

const Iteration *loop_recorded(const Loop *loop, int64_t number)
{
    for (int i = 0; i < loop->recorded_count; i++) {
        if (loop->recorded[i].number == number) return &loop->recorded[i];
    }
    return NULL;
}

bool loop_has_end(const Loop *loop)
{
    return !loop->is_windowed || loop_recorded(loop, loop->count - 1);
}
