// Calls are counted among those of the same function that the same call made from the same line.
#include "study/made_at.h"

#include <string.h>

static bool is_like(const Call *a, const Call *b)
{
    return a->caller == b->caller && a->source.source == b->source.source &&
           strcmp(a->function, b->function) == 0 && span_line(a->source) == span_line(b->source);
}

// Which of its like it is, from 1; `*count` becomes how many there are.
static int number_of(const Trace *trace, const Call *call, int *count)
{
    int number = 0;
    *count = 0;
    for (int i = 0; i < trace->call_count; i++) {
        if (!is_like(trace->calls[i], call)) continue;
        ++*count;
        if (i <= call->index) number++;
    }
    return number;
}

static void write_calls(const Trace *trace, const Call *call, Buf *out)
{
    int count, number;
    if (!call) return;
    write_calls(trace, call->caller, out);
    number = number_of(trace, call, &count);
    if (count < 2) return;
    buf_printf(out, "%s%s%s %d", out->n ? ", " : "", call_title(call), call->path ? "" : "()",
               number);
}

const char *made_at(const Trace *trace, int entry, bool with_line, Arena *arena)
{
    const Entry *e = &trace->entries[entry];
    const Call *outermost = e->inside;
    while (outermost && outermost->caller) outermost = outermost->caller;
    Span source = outermost ? outermost->source : e->source;
    Buf text = {.arena = arena};
    const Statement *last = &trace->statements[trace->statement_count - 1];
    if (with_line && last->step) // a reader of a lesson sees no lines
        buf_printf(&text, "step %d", trace->statements[e->statement].step + 1);
    else if (with_line && source.source)
        buf_printf(&text, "line %d", span_line(source));
    write_calls(trace, e->inside, &text);
    return buf_text(&text);
}
