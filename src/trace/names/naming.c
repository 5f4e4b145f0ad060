// What tensors are called.
//
// The first name counts, one at the top level before one inside a function. A parameter that a
// network was given by its library is called by its path alone: that a loop over all of them calls
// each of them `p` says nothing. A result written in place takes the names of what it wrote to.
#include "trace/names/naming.h"

#include "base/text/ascii.h"
#include "base/text/symbols.h"
#include "tensor/autograd.h"
#include "tensor/note.h"
#include "tensor/op.h"
#include "trace/explain/explain.h"
#include "trace/record/gradients.h"
#include "trace/record/loops.h"
#include "trace/record/writes.h"

#include <stdlib.h>
#include <string.h>

// ---- while the program runs ---------------------------------------------------------------------

static bool may_bind(Trace *trace)
{
    if (trace->statement_count == 0) return false;
    int first = trace->statements[trace->statement_count - 1].first_binding;
    trace->recording->is_full |= trace->binding_count - first >= STATEMENT_ENTRIES;
    return trace_is_recording(trace);
}

// Is it a name for a parameter that was there before?
static bool is_passing(const Trace *trace, const Tensor *tensor)
{
    if (!autograd_of(tensor)->is_parameter) return false;
    const TensorNote *note = tensor_note(tensor);
    if (tensor->origin < 0) return !note->is_loaded || note->title; // what torch.load() gave
    const Entry *made = &trace->entries[tensor->origin];
    if (made->name && tensor->origin != trace->entry_count - 1) return true;
    bool in_library = made->source.source && made->source.source->is_library;
    return in_library || made->statement != trace->statement_count - 1;
}

// What is behind "name =" in the statement; else all of it.
static Span value_in(Span statement, const char *name)
{
    Str text = span_text(statement);
    if (!str_starts(text, name)) return statement;
    Str rest = str_trim(str_slice(text, (int)strlen(name), text.n));
    if (!str_starts(rest, "=") || str_starts(rest, "==")) return statement;
    rest = str_trim(str_slice(rest, 1, rest.n));
    int start = statement.start + (int)(rest.p - text.p);
    return (Span){statement.source, start, start + rest.n};
}

static void bind(Trace *trace, const char *name, Tensor *tensor)
{
    int statement = trace->statement_count - 1;
    bool passing = is_passing(trace, tensor);
    Span source = value_in(trace->statements[statement].source, name);
    if (trace->statements[statement].is_compound) source = loop_header(source);
    int entry = trace_origin_now(trace, tensor, source);
    if (entry < 0) return;
    Entry *e = &trace->entries[entry];
    const char *kept = str_copy(&trace->arena, str_from(name));
    *ARENA_ADD(&trace->arena, trace->bindings, trace->binding_count) =
        (Binding){kept, entry, statement, e->last_binding};
    e->last_binding = trace->binding_count - 1;
    if ((e->name && !e->named.is_local) || passing) return;
    e->name = kept;
    e->named.is_local = e->named.is_library = e->named.is_attribute = false;
}

void trace_bind(Trace *trace, const char *name, Tensor *tensor)
{
    if (may_bind(trace)) bind(trace, name, tensor);
}

void trace_bind_left_out(Trace *trace, const char *name, Tensor *tensor)
{
    bool is_known = tensor->origin >= 0 && tensor->version == storage_version(tensor);
    if (!is_known && trace->entry_count < MAX_ENTRIES) bind(trace, name, tensor);
}

static void name_locally(Trace *trace, const char *name, int entry)
{
    Entry *e = &trace->entries[entry];
    bool in_library = trace->inside && trace->inside->is_library;
    bool is_readers = e->source.source && !e->source.source->is_library;
    if (in_library && (e->name || is_readers)) return; // the library's names say less
    if (e->name && !e->named.is_library) return;
    e->name = str_copy(&trace->arena, str_from(name));
    e->named.is_local = true;
    e->named.is_library = in_library;
    e->named.in = trace->inside;
}

void trace_bind_local(Trace *trace, const char *name, const Tensor *tensor)
{
    if (!trace_is_recording(trace) || tensor->origin < 0) return;
    if (!is_passing(trace, tensor)) name_locally(trace, name, tensor->origin);
}

// "query.weight" of "model.layers[0].query.weight".
static const char *last_two(const char *path)
{
    const char *at = strrchr(path, '.');
    while (at && at > path && at[-1] != '.') at--;
    return at ? at : path;
}

// A path says more than an attribute of something that has none, and more than its own end.
static bool is_better(const char *path, const char *known)
{
    if (!known || !strchr(known, '.')) return !known || strchr(path, '.');
    size_t length = strlen(path), end = strlen(known);
    return length > end && path[length - end - 1] == '.' && strcmp(path + length - end, known) == 0;
}

// Weights may be tied: one tensor is then an attribute of several modules.
static void add_other_path(Trace *trace, Entry *entry, const char *path)
{
    enum { MOST_PATHS = 8 };
    int count = 0;
    if (entry->named.path &&
        (strcmp(path, entry->named.path) == 0 || is_better(entry->named.path, path)))
        return;
    for (const OtherPath *other = entry->named.other_paths; other; other = other->next, count++) {
        if (strcmp(path, other->path) == 0) return;
    }
    if (count == MOST_PATHS) return;
    OtherPath *added = NEW(&trace->arena, OtherPath);
    *added = (OtherPath){str_copy(&trace->arena, str_from(path)), entry->named.other_paths};
    entry->named.other_paths = added;
}

void trace_bind_attribute(Trace *trace, const char *path, Tensor *tensor)
{
    if (!trace_is_recording(trace)) return;
    if (tensor->origin < 0) {
        if (is_better(path, tensor_note(tensor)->title))
            tensor_note_for(tensor)->title = str_copy(&trace->arena, str_from(path));
        return;
    }
    Entry *entry = &trace->entries[tensor->origin];
    bool gives_way =
        entry->named.is_attribute || (autograd_of(tensor)->is_parameter && entry->named.is_local);
    if (gives_way && is_better(path, entry->named.path)) entry->name = NULL;
    if (entry->name) {
        add_other_path(trace, entry, path);
        return;
    }
    name_locally(trace, last_two(path), tensor->origin);
    entry->named.is_attribute = entry->name != NULL;
    entry->named.path = str_copy(&trace->arena, str_from(path));
}

static void copy_name(Entry *to, const Entry *from)
{
    to->name = from->name;
    to->named = from->named;
}

void naming_as(Trace *trace, int entry, int before)
{
    copy_name(&trace->entries[entry], &trace->entries[before]);
    trace->entries[entry].last_binding = trace->entries[before].last_binding;
}

void naming_keep(Trace *trace, int entry, Tensor *target)
{
    for (int i = trace->entries[entry].last_binding; i >= 0; i = trace->bindings[i].previous) {
        const char *name = trace->bindings[i].name;
        if (trace_find(trace, str_from(name), -1) == i) trace_bind(trace, name, target);
    }
    const Entry *from = &trace->entries[entry];
    Entry *to = &trace->entries[target->origin];
    bool lasts = from->named.is_local || autograd_of(target)->is_parameter;
    if (lasts && from->name && !to->name) copy_name(to, from);
}

int trace_find(const Trace *trace, Str name, int statements)
{
    for (int i = trace->binding_count - 1; i >= 0; i--) {
        const Binding *binding = &trace->bindings[i];
        if (statements >= 0 && binding->statement >= statements) continue;
        if (str_is(name, binding->name)) return i;
    }
    return -1;
}

// ---- paths --------------------------------------------------------------------------------------

// What was written in place before the path was known has it too.
static void spread_paths(Trace *trace)
{
    for (int i = trace->write_count - 1; i >= 0; i--) {
        const Entry *now = &trace->entries[trace->writes[i].entry];
        const OpCall *call = &now->call;
        if (!now->named.path || call->input_count == 0) continue;
        Entry *before = &trace->entries[call->input[0]->origin];
        if (before->named.path || (before->name && !before->named.is_attribute)) continue;
        copy_name(before, now);
    }
}

// By what they end with.
static int compare_ends(const void *a, const void *b)
{
    const char *s = *(const char *const *)a, *t = *(const char *const *)b;
    const char *p = s + strlen(s), *q = t + strlen(t);
    while (p > s && q > t && p[-1] == q[-1]) {
        p--;
        q--;
    }
    return (p > s ? (unsigned char)p[-1] : -1) - (q > t ? (unsigned char)q[-1] : -1);
}

static size_t same_at_end(const char *s, const char *t)
{
    size_t n = strlen(s), m = strlen(t), same = 0;
    while (same < n && same < m && s[n - 1 - same] == t[m - 1 - same]) same++;
    return same;
}

// The shortest end of a path that no other ends with, of two names at least: "h.0.attn.weight", not
// "0.attn.weight".
static const char *telling_end(const char *path, size_t shared)
{
    const char *end = last_two(path);
    while (end > path && (strlen(end) <= shared || ascii_is_digit(*end))) {
        end--;
        while (end > path && end[-1] != '.') end--;
    }
    return end;
}

static void shorten_paths(Trace *trace)
{
    SCRATCH(scratch);
    const char **path = NEW_ARRAY(&scratch, const char *, trace->entry_count + 1);
    size_t count = 0, kept = 0;
    for (int e = 0; e < trace->entry_count; e++) {
        if (trace->entries[e].named.path) path[count++] = trace->entries[e].named.path;
    }
    qsort(path, count, sizeof *path, compare_ends);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || strcmp(path[kept - 1], path[i]) != 0) path[kept++] = path[i];
    }
    for (int e = 0; e < trace->entry_count; e++) {
        Entry *entry = &trace->entries[e];
        if (!entry->named.path || !entry->named.is_attribute) continue;
        const char **at = bsearch(&entry->named.path, path, kept, sizeof *path, compare_ends);
        size_t before = at > path ? same_at_end(at[0], at[-1]) : 0;
        size_t after = at + 1 < path + kept ? same_at_end(at[0], at[1]) : 0;
        entry->name = telling_end(entry->named.path, before > after ? before : after);
    }
}

void trace_settle_names(Trace *trace)
{
    spread_paths(trace);
    shorten_paths(trace);
    gradients_settle_names(trace);
    naming_tell_apart(trace);
}

// ---- names apart --------------------------------------------------------------------------------

// Distinguishes tensors of one name: by which one each is of those in its call, keys, keys₂, keys₃;
// in a loop, of those in its iteration. Two of one equation that would still be called alike are
// distinguished by their calls, x@layers[0], or by how many there were in all iterations before.

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
    return tensor_note(from->call.output)->is_loaded && from->name &&
           strcmp(from->name, entry->name) == 0;
}

void naming_tell_apart(Trace *trace)
{
    SCRATCH(scratch);
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
}
