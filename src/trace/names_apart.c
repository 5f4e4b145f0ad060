// Tells tensors of one name apart: by the line that made them, where that is not enough by how many
// came before in that line, and two of one equation by their calls.
#include "trace/naming.h"

#include "base/ascii.h"
#include "trace/explain.h"
#include "trace/loops.h"

#include <stdlib.h>
#include <string.h>

typedef struct Named {
    Entry *entry;
    int index, line;
    Span at;
} Named;

static int compare_spans(const void *a, const void *b)
{
    const Named *s = a, *t = b;
    uintptr_t p = (uintptr_t)s->at.source, q = (uintptr_t)t->at.source;
    if (p != q) return p < q ? -1 : 1;
    return (s->at.start > t->at.start) - (s->at.start < t->at.start);
}

// The call that it is known in; -1: the top level, and the path of an attribute is known
// everywhere.
static int call_of(const Entry *entry)
{
    const Call *call = entry_named_in(entry);
    return call ? call->index : -1;
}

// By name, call, line; then as they were made.
static int compare_names(const void *a, const void *b)
{
    const Named *s = a, *t = b;
    int order = strcmp(s->entry->name, t->entry->name);
    if (order == 0) order = call_of(s->entry) - call_of(t->entry);
    if (order == 0) order = (s->line > t->line) - (s->line < t->line);
    return order ? order : s->index - t->index;
}

// To find a line takes reading the text up to it, so each place is looked up once.
static void find_lines(Named *named, int count)
{
    qsort(named, (size_t)count, sizeof *named, compare_spans);
    for (int i = 0; i < count; i++) {
        bool same = i && compare_spans(&named[i - 1], &named[i]) == 0;
        Span at = named[i].at;
        named[i].line = same ? named[i - 1].line : span_line(at);
    }
}

static bool same_name(const Entry *a, const Entry *b)
{
    return strcmp(a->name, b->name) == 0;
}

static bool same_call(const Entry *a, const Entry *b)
{
    return same_name(a, b) && call_of(a) == call_of(b);
}

// In a loop of which not each iteration is recorded: how many times each iteration gives the name.
// 0: not the same number of times, or it is no such loop.
static int times_in_iteration(const Trace *trace, const Named *named, int count)
{
    const Loop *loop, *other;
    const Iteration *last = loop_iteration_of(trace, named[0].index, &loop);
    int iterations = last != NULL, times = 0, all = 0;
    if (!last || !loop->is_windowed) return 0;
    for (int i = 0; i < count; i++) {
        const Iteration *in = loop_iteration_of(trace, named[i].index, &other);
        if (!in || other != loop) return 0;
        if (in == last) {
            times++;
            continue;
        }
        if (all && times != all) return 0;
        all = times;
        times = 1;
        last = in;
        iterations++;
    }
    return iterations * times == count ? times : 0;
}

// So that what is not recorded counts as well.
static void count_times_in_loop(const Trace *trace, Named *named, int count, int times)
{
    const Loop *loop;
    for (int i = 0; i < count; i++) {
        const Iteration *in = loop_iteration_of(trace, named[i].index, &loop);
        named[i].entry->time = (int)in->number * times + i % times + 1;
    }
}

// Of those with one name in one line of one call.
static void count_times(const Trace *trace, Named *named, int count)
{
    for (int i = 0, end; i < count; i = end) {
        const Entry *first = named[i].entry;
        for (end = i + 1; end < count; end++) {
            if (!same_call(named[end].entry, first) || named[end].line != named[i].line) break;
        }
        for (int k = i; k < end; k++) {
            named[k].entry->line = named[k].line;
            named[k].entry->time = end - i > 1 ? k - i + 1 : 0;
        }
        int times = end - i > 1 ? times_in_iteration(trace, named + i, end - i) : 0;
        if (times) count_times_in_loop(trace, named + i, end - i, times);
    }
}

// A name that was given again in the same call means the last of them.
static void tell_former_apart(Named *named, int count)
{
    int call = 0;
    for (int i = 0, end; i < count; i = end) {
        int last = i;
        for (end = i; end < count && same_call(named[end].entry, named[i].entry); end++) {
            if (named[end].index > named[last].index) last = end;
        }
        if (i == 0 || !same_name(named[i].entry, named[i - 1].entry)) call = 0;
        call += call_of(named[i].entry) >= 0;
        for (int k = i; k < end; k++) {
            named[k].entry->is_told_apart = k != last;
            named[k].entry->call_number = call_of(named[i].entry) >= 0 ? call : 0;
        }
    }
}

static bool goes_on(Str text, int at)
{
    return at >= 0 && at < text.n && ascii_is_word(text.p[at]);
}

static bool has_word(Str text, const char *word)
{
    int length = str_from(word).n;
    for (int at = 0, found; (found = str_find(str_slice(text, at, text.n), word)) >= 0;
         at += found + 1) {
        if (!goes_on(text, at + found - 1) && !goes_on(text, at + found + length)) return true;
    }
    return false;
}

// What an input is called in an equation: itself, or what it only moved.
static Entry *as_called(Trace *trace, const Tensor *input)
{
    Entry *entry = &trace->entries[input->origin];
    while (!entry->name && entry->call.op->moves && entry->call.input_count == 1)
        entry = &trace->entries[entry->call.input[0]->origin];
    return entry;
}

// Their lines tell two apart, unless they are alike: then their calls do.
static void tell_two_apart(Entry *a, Entry *b)
{
    bool alike = a->line == b->line && a->time == b->time;
    a->is_told_apart = true;
    if (alike) a->call_tells = b->call_tells = b->is_told_apart = true;
}

// In x = x + y(x) no two may be called x alone, wherever their names come from.
static void tell_equation_apart(Trace *trace, Entry *result)
{
    enum { MOST = 8 };
    const OpCall *call = &result->call;
    int inputs = call->input_count < MOST ? call->input_count : MOST;
    for (int i = 0; i < inputs; i++) {
        Entry *one = as_called(trace, call->input[i]);
        bool is_told = result->name && !one->call.output->is_number;
        if (is_told && !one->name && has_word(span_text(one->source), result->name))
            result->is_told_apart = true;
        if (!one->name) continue;
        if (is_told && same_name(result, one)) tell_two_apart(one, result);
        for (int k = 0; k < i; k++) {
            Entry *other = as_called(trace, call->input[k]);
            if (other == one || !other->name || !same_name(other, one)) continue;
            other->is_told_apart = true;
            tell_two_apart(one, other);
        }
    }
}

void naming_tell_apart(Trace *trace)
{
    Arena scratch = {0};
    Named *named = NEW_ARRAY(&scratch, Named, trace->entry_count + 1);
    int count = 0;
    for (int e = 0; e < trace->entry_count; e++) {
        Entry *entry = &trace->entries[e];
        if (entry->name) named[count++] = (Named){entry, e, 0, entry_written(trace, e)};
    }
    find_lines(named, count);
    qsort(named, (size_t)count, sizeof *named, compare_names);
    count_times(trace, named, count);
    tell_former_apart(named, count);
    for (int e = 0; e < trace->entry_count; e++) tell_equation_apart(trace, &trace->entries[e]);
    arena_free(&scratch);
}
