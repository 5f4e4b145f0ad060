// Tells tensors of one name apart: by which one each is of those in its call, keys, keys₂, keys₃;
// in a loop, of those in its iteration. Two of one equation that would still be called alike are
// told apart by their calls, x@layers[0], or by how many there were in all iterations before.
#include "trace/naming.h"

#include "base/ascii.h"
#include "base/symbols.h"
#include "trace/explain.h"
#include "trace/loops.h"

#include <stdlib.h>
#include <string.h>

// Those of one name in one call are a group.
typedef struct Named {
    Entry *entry;
    const Call *call; // NULL: the top level, and the path of an attribute is known everywhere
    int index, group; // of the entry; of the first one of its group in the list
    int near;         // which one it is in its iteration
    int call_number;  // of the calls that give the name
    const Loop *loop;
    const Iteration *in;
    bool by_time;                // of the first one: all iterations count
    bool with_call, with_number; // its title names the call, or its number
} Named;

static int call_of(const Named *named)
{
    return named->call ? named->call->index : -1;
}

// By name and call, then as they were made.
static int compare_names(const void *a, const void *b)
{
    const Named *s = a, *t = b;
    int order = strcmp(s->entry->name, t->entry->name);
    if (order == 0) order = call_of(s) - call_of(t);
    return order ? order : s->index - t->index;
}

static bool same_name(const Named *a, const Named *b)
{
    return strcmp(a->entry->name, b->entry->name) == 0;
}

static int most_in_iteration(const Named *named, int count)
{
    int most = 0, times = 0;
    for (int i = 0; i < count; i++) {
        if (i && named[i].in != named[i - 1].in) times = 0;
        times += !entry_is_carried(named[i].entry);
        if (times > most) most = times;
    }
    return most;
}

// Does the call that they are known in lie in one iteration, all of it? Then no other counts.
static bool is_within(const Named *named)
{
    return named->call && named->in && named->call->first_entry >= named->in->first_entry &&
           named->call->entry_end <= named->in->entry_end;
}

// What a loop that was not recorded in full has computed counts as well.
static void count_group(const Trace *trace, Named *named, int count)
{
    int before = 0, near = 0;
    for (int i = 0, end; i < count; i = end) {
        for (int k = i; i == 0 && k < count && count > 1; k++) {
            named[k].in = loop_iteration_of(trace, named[k].index, &named[k].loop);
            if (is_within(&named[k])) named[k].loop = NULL;
        }
        const Loop *loop = named[i].loop;
        for (end = i + 1; loop && end < count && named[end].loop == loop;) end++;
        int most = most_in_iteration(named + i, end - i), place = 0;
        for (int k = i; k < end; k++) {
            if (k > i && named[k].in != named[k - 1].in) place = 0;
            bool is_carried = loop && entry_is_carried(named[k].entry);
            place += !is_carried;
            int number = loop ? (int)named[k].in->number : 0;
            named[k].near = near + (is_carried && number ? most : place);
            named[k].entry->nth = before + number * most + place;
        }
        before += loop ? (int)loop->count * most : 1;
        near += most;
    }
}

static void count_groups(const Trace *trace, Named *named, int count)
{
    int call = 0;
    for (int i = 0, end; i < count; i = end) {
        if (i == 0 || !same_name(&named[i], &named[i - 1])) call = 0;
        call += named[i].call != NULL;
        for (end = i; end < count && same_name(&named[end], &named[i]); end++) {
            if (named[end].call != named[i].call) break;
            named[end].group = i;
            named[end].call_number = call;
        }
        count_group(trace, named + i, end - i);
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

static void tell_two_apart(Named *named, Named *a, Named *b)
{
    if (a == b || !same_name(a, b)) return;
    if (a->call == b->call) {
        named[a->group].by_time |= a->near == b->near;
        return;
    }
    bool alike = a->call && b->call && strcmp(call_title(a->call), call_title(b->call)) == 0;
    a->with_call |= a->call != NULL;
    b->with_call |= b->call != NULL;
    a->with_number |= alike;
    b->with_number |= alike;
}

// In x = x + y(x) no two may be called x alone, wherever their names come from.
static void tell_equation_apart(Trace *trace, Named *named, const int *at, int result)
{
    enum { MOST = 8 };
    const OpCall *call = &trace->entries[result].call;
    int inputs = call->input_count < MOST ? call->input_count : MOST;
    Named *made = at[result] < 0 ? NULL : &named[at[result]];
    for (int i = 0; i < inputs; i++) {
        Entry *one = as_called(trace, call->input[i]);
        int its = at[one - trace->entries];
        if (its < 0 && made && has_word(span_text(one->source), made->entry->name))
            named[made->group].by_time = true;
        if (its < 0) continue;
        if (made && !one->call.output->is_number) tell_two_apart(named, made, &named[its]);
        for (int k = 0; k < i; k++) {
            int other = at[as_called(trace, call->input[k]) - trace->entries];
            if (other >= 0) tell_two_apart(named, &named[other], &named[its]);
        }
    }
}

void naming_write_nth(const Trace *trace, const Entry *entry, int nth, Buf *out)
{
    const char *number = arena_printf(out->arena, "%d", nth);
    buf_add(out, str_from(entry->name));
    if (trace->is_ascii) buf_printf(out, "%c%s", entry_named_in(entry) ? '#' : '@', number);
    for (int i = 0; number[i] && !trace->is_ascii; i++)
        buf_add(out, str_from(symbol_lowered((Str){number + i, 1})));
}

static const char *shown_name(const Trace *trace, const Named *named, bool by_time, Arena *arena)
{
    Buf shown = {.arena = arena};
    int nth = by_time ? named->entry->nth : named->near;
    if (nth < 2 && !named->with_call) return NULL;
    if (nth > 1)
        naming_write_nth(trace, named->entry, nth, &shown);
    else
        buf_add(&shown, str_from(named->entry->name));
    if (named->with_call && named->with_number)
        buf_printf(&shown, "@%d", named->call_number);
    else if (named->with_call)
        buf_printf(&shown, "@%s", call_title(named->call));
    return buf_text(&shown);
}

// A vector of a file is drawn as a row, row = checkpoint['row'][None]: under one name.
static bool is_array_of_file(const Trace *trace, const Entry *entry)
{
    const OpCall *call = &entry->call;
    if (!call->op->moves || call->input_count != 1 || call->input[0]->origin < 0) return false;
    const Entry *from = &trace->entries[call->input[0]->origin];
    return from->call.output->is_loaded && from->name && strcmp(from->name, entry->name) == 0;
}

void naming_tell_apart(Trace *trace)
{
    Arena scratch = {0};
    Named *named = NEW_ARRAY(&scratch, Named, trace->entry_count + 1);
    int *at = NEW_ARRAY(&scratch, int, trace->entry_count + 1), count = 0;
    for (int e = 0; e < trace->entry_count; e++) {
        Entry *entry = &trace->entries[e];
        at[e] = -1;
        if (entry->name)
            named[count++] = (Named){.entry = entry, .call = entry_named_in(entry), .index = e};
    }
    qsort(named, (size_t)count, sizeof *named, compare_names);
    for (int i = 0; i < count; i++) at[named[i].index] = i;
    count_groups(trace, named, count);
    for (int e = 0; e < trace->entry_count; e++) tell_equation_apart(trace, named, at, e);
    for (int i = 0; i < count; i++) {
        Entry *entry = named[i].entry;
        bool by_time = named[named[i].group].by_time;
        entry->shown = is_array_of_file(trace, entry)
                           ? entry->name
                           : shown_name(trace, &named[i], by_time, &trace->arena);
    }
    arena_free(&scratch);
}
