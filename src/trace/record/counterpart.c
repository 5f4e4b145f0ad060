// Finds the counterparts of entries and calls by counting those that are alike.
#include "trace/record/counterpart.h"

#include <string.h>

// Where in the program entries, or calls, were recorded.
typedef struct Recorded {
    int loop;          // number of it, or -1
    int64_t iteration; // of the loop
    int statement;
    int first, end; // what is recorded there: entries, or calls
} Recorded;

static Recorded part_of_iteration(const Trace *trace, int loop, const Iteration *iteration,
                                  bool of_calls)
{
    return (Recorded){.loop = loop,
                      .iteration = iteration->number,
                      .statement = trace->loops[loop]->statement,
                      .first = of_calls ? iteration->first_call : iteration->first_entry,
                      .end = of_calls ? iteration->call_end : iteration->entry_end};
}

static bool find_iteration(const Trace *trace, int at, bool of_calls, Recorded *part)
{
    for (int i = 0; i < trace->loop_count; i++) {
        const Loop *loop = trace->loops[i];
        for (int k = 0; k < loop->recorded_count; k++) {
            *part = part_of_iteration(trace, i, &loop->recorded[k], of_calls);
            if (at >= part->first && at < part->end) return true;
        }
    }
    return false;
}

static Recorded part_of(const Trace *trace, int at, bool of_calls)
{
    Recorded part;
    if (find_iteration(trace, at, of_calls, &part)) return part;
    part = (Recorded){.loop = -1, .first = 0};
    part.statement = of_calls ? trace->calls[at]->statement : trace->entries[at].statement;
    part.end = of_calls ? trace->call_count : trace->entry_count;
    return part;
}

// The same part of another trace. False: it is not recorded there.
static bool same_part(const Trace *trace, const Recorded *part, int64_t iteration, bool of_calls,
                      Recorded *same)
{
    *same = *part;
    same->first = 0;
    same->end = of_calls ? trace->call_count : trace->entry_count;
    if (part->loop < 0) return true;
    if (part->loop >= trace->loop_count) return false;
    const Iteration *recorded = loop_recorded(
        trace->loops[part->loop], iteration == SAME_ITERATION ? part->iteration : iteration);
    if (recorded) *same = part_of_iteration(trace, part->loop, recorded, of_calls);
    return recorded;
}

static bool is_same_text(Span a, Span b)
{
    const char *s = a.source ? a.source->text.p : NULL, *t = b.source ? b.source->text.p : NULL;
    return s == t && a.start == b.start && a.end == b.end;
}

bool entry_same_code(const Entry *a, const Entry *b)
{
    return a->call.op == b->call.op && is_same_text(a->source, b->source);
}

bool entry_is_alike(const Entry *a, const Entry *b)
{
    return entry_same_code(a, b) && a->statement == b->statement;
}

static bool is_alike(const Trace *a, int at, const Trace *b, int other, bool of_calls)
{
    if (!of_calls) return entry_is_alike(&a->entries[at], &b->entries[other]);
    const Call *s = a->calls[at], *t = b->calls[other];
    return is_same_text(s->source, t->source) && is_same_text(s->definition, t->definition) &&
           s->statement == t->statement;
}

static bool is_in(const Trace *trace, int at, const Recorded *part, bool of_calls)
{
    Recorded other;
    if (part->loop >= 0) return true; // from its first to its end
    return !find_iteration(trace, at, of_calls, &other);
}

static int counterpart(const Trace *from, int at, const Trace *to, int64_t iteration, bool of_calls)
{
    Recorded part = part_of(from, at, of_calls), there;
    int nth = 0;
    if (!same_part(to, &part, iteration, of_calls, &there)) return -1;
    for (int i = part.first; i < at; i++)
        nth += is_alike(from, at, from, i, of_calls) && is_in(from, i, &part, of_calls);
    for (int i = there.first; i < there.end; i++) {
        bool same = is_alike(from, at, to, i, of_calls) && is_in(to, i, &there, of_calls);
        if (same && nth-- == 0) return i;
    }
    return -1;
}

int counterpart_entry(const Trace *from, int entry, const Trace *to, int64_t iteration)
{
    return entry < 0 || entry >= from->entry_count ? -1
                                                   : counterpart(from, entry, to, iteration, false);
}

int counterpart_call(const Trace *from, int call, const Trace *to, int64_t iteration)
{
    return call < 0 || call >= from->call_count ? -1 : counterpart(from, call, to, iteration, true);
}
