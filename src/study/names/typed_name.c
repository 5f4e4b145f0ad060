// What a user typed, as a tensor or a cell: NAME[₂][@CALL][ (line N)][[INDICES]].
#include "study/names/typed_name.h"

#include "base/text/guess.h"
#include "base/text/number.h"
#include "base/text/symbols.h"
#include "study/axes/role.h"
#include "study/names/token.h"
#include "tensor/op.h"
#include "trace/explain/explain.h"
#include "trace/names/convention.h"
#include "trace/names/labels.h"
#include "trace/names/naming.h"
#include "trace/record/gradients.h"

#include <string.h>

// Which of the tensors of a name is meant.
typedef struct WantedName {
    Str name, call; // the call: its number among those with the name, or what it is called
    int nth;        // of its name in its call; 0: any
    int line;       // 0: any
} WantedName;

static bool is_that_call(const Call *call, Str wanted)
{
    return call && (path_ends(call->path, wanted) || str_is(wanted, call_title(call)) ||
                    str_is(wanted, call->function));
}

static bool is_in_line(const Trace *trace, const Entry *entry, Str name, int line)
{
    bool is_so_called =
        entry->name ? str_is(name, entry->name) : str_is(name, entry->call.op->name);
    return is_so_called && span_line(entry_written(trace, (int)(entry - trace->entries))) == line;
}

static bool is_inside(const Call *call, Str wanted)
{
    while (call && !is_that_call(call, wanted)) call = call->caller;
    return call;
}

static bool is_wanted(const Trace *trace, int e, const WantedName *wanted, const Call *numbered)
{
    const Entry *entry = &trace->entries[e];
    bool is_unnamed = !entry->name && wanted->call.p && str_is(wanted->name, UNNAMED_WEIGHTS);
    if (is_unnamed && role_of(trace, e) == ROLE_WEIGHTS)
        return is_inside(entry->inside, wanted->call);
    if (wanted->line && !is_in_line(trace, entry, wanted->name, wanted->line)) return false;
    if (!wanted->line && !entry_is_called(trace, e, wanted->name)) return false;
    if (wanted->nth && entry->nth != wanted->nth) return false;
    if (!wanted->call.p)
        return wanted->line || wanted->nth || entry->named.is_local ||
               entry_is_reached_by(entry, wanted->name) ||
               gradient_is_called(trace, e, wanted->name);
    const Call *call = entry_named_in(&trace->entries[e]);
    return numbered ? call == numbered : is_that_call(call, wanted->call);
}

// Attention weights without a name are counted: the entry of the number, or the number of the
// entry.
static int count_unnamed(const Trace *trace, int64_t number, int entry)
{
    const Average *averages;
    int count = axes_averages(trace, &averages), at = 0;
    for (int i = 0; i < count; i++) {
        int e = averages[i].weights;
        bool is_one = averages[i].of == AVERAGE_POSITIONS && !trace->entries[e].name;
        if (is_one && (++at == number || e == entry)) return e == entry ? at : e;
    }
    return -1;
}

// The last one that is wanted, one of the top level before one of a call; or -1.
static int find_wanted(const Trace *trace, WantedName wanted)
{
    SCRATCH(scratch);
    const Call **calls, *numbered = NULL;
    int64_t number;
    int found = -1;
    if (wanted.call.p && number_parse_int(wanted.call, &number) && number > 0) {
        int count = calls_with_name(trace, wanted.name, &scratch, &calls);
        if (count == 0 && str_is(wanted.name, UNNAMED_WEIGHTS))
            found = count_unnamed(trace, number, -1);
        if (number <= count) numbered = calls[number - 1];
        if (number > count && number <= trace->entry_count && !wanted.nth) {
            wanted.nth = (int)number;
            wanted.call = (Str){0};
        }
    }
    for (int e = found < 0 ? trace->entry_count - 1 : -1; e >= 0; e--) {
        if (!is_wanted(trace, e, &wanted, numbered)) continue;
        if (found < 0) found = e;
        bool is_top = !wanted.nth || wanted.call.p || !entry_named_in(&trace->entries[e]);
        if (!is_top) continue;
        found = e;
        break;
    }
    return found;
}

// Takes " (line 12)" off the end of the text.
static void take_line(Str *text, WantedName *wanted)
{
    int at = str_find(*text, " (line ");
    int64_t line;
    if (at < 0 || text->p[text->n - 1] != ')') return;
    if (!number_parse_int(str_slice(*text, at + 7, text->n - 1), &line)) return;
    wanted->line = (int)line;
    *text = str_slice(*text, 0, at);
}

// Takes "₂" or "#2" off the end of the name.
static void take_nth(WantedName *wanted)
{
    enum { MOST = 100000000 };
    bool raised;
    int at = str_find(wanted->name, "#"), factor = 1, nth = 0, length = (int)strlen("₂");
    int64_t number;
    Str name = wanted->name;
    if (at > 0 && number_parse_int(str_slice(name, at + 1, name.n), &number)) {
        wanted->nth = (int)number;
        wanted->name = str_slice(name, 0, at);
    }
    for (; name.n > length; name.n -= length, factor *= 10) {
        const char *digit = symbol_of_script(str_slice(name, name.n - length, name.n), &raised);
        if (!digit || raised || *digit < '0' || *digit > '9' || factor >= MOST) break;
        nth += factor * (*digit - '0');
    }
    if (!nth) return;
    wanted->nth = nth;
    wanted->name = name;
}

static int find_shown(const Trace *trace, Str text)
{
    int e = trace->entry_count - 1;
    while (e >= 0 && !(trace->entries[e].shown && str_is(text, trace->entries[e].shown))) e--;
    return e;
}

int trace_find_typed(const Trace *trace, Str text)
{
    WantedName wanted = {0};
    int shown = find_shown(trace, text);
    if (shown >= 0) return shown;
    take_line(&text, &wanted);
    int at = str_find(text, "@");
    wanted.name = str_slice(text, 0, at < 0 ? text.n : at);
    if (at >= 0) wanted.call = str_slice(text, at + 1, text.n);
    take_nth(&wanted);
    int binding = at < 0 && !wanted.line && !wanted.nth ? trace_find(trace, text, -1) : -1;
    return binding >= 0 ? trace->bindings[binding].entry : find_wanted(trace, wanted);
}

// ---- names that are not there -------------------------------------------------------------------

static bool no_such_call(const Trace *trace, Str name, Str call, Error *error)
{
    SCRATCH(scratch);
    const Call **calls;
    int count = calls_with_name(trace, name, &scratch, &calls);
    if (count) {
        error_set(error, NULL, "no call '%.*s' assigns a tensor to %.*s", STR_ARG(call),
                  STR_ARG(name));
        error_hint(error, "%.*s@1 to %.*s@%d; the last is %s", STR_ARG(name), STR_ARG(name), count,
                   call_whole_title(calls[count - 1]));
    }
    return count > 0;
}

// "d x" or "x.grad" of an x that there is.
static bool no_such_gradient(const Trace *trace, Str name, Error *error)
{
    static const char before[] = "d ", behind[] = ".grad";
    Str of = str_starts(name, before) ? str_slice(name, (int)strlen(before), name.n)
             : str_ends(name, behind) ? str_slice(name, 0, name.n - (int)strlen(behind))
                                      : (Str){0};
    if (of.n == 0 || trace_find_typed(trace, str_trim(of)) < 0) return false;
    error_fail(error,
               "loss.backward() gives one to what requires_grad=True, and to what is "
               "computed from it",
               "%.*s has no gradient", STR_ARG(of));
    return true;
}

static bool not_found(const Trace *trace, Str name, Error *error)
{
    int at = str_find(name, "@");
    Str call = at < 0 ? (Str){0} : str_slice(name, at + 1, name.n);
    if (at >= 0) name = str_slice(name, 0, at);
    if (at >= 0 && no_such_call(trace, name, call, error)) return false;
    if (no_such_gradient(trace, name, error)) return false;
    if (name.n == 0)
        error_set(error, NULL, "which tensor?");
    else
        error_set(error, NULL, "no tensor is called '%.*s'", STR_ARG(name));
    Guess guess = {.name = name};
    for (int i = 0; i < trace->binding_count; i++)
        guess_try(&guess, str_from(trace->bindings[i].name));
    for (int i = 0; i < trace->entry_count; i++) // those inside functions
        guess_try(&guess, str_from(trace->entries[i].name));
    if (guess.best.n)
        error_hint(error, "did you mean %.*s?", STR_ARG(guess.best));
    else if (trace->binding_count)
        error_hint(error, "the tensors are listed by `qkv show LESSON`; the last one is %s",
                   trace->bindings[trace->binding_count - 1].name);
    return false;
}

// ---- indices ------------------------------------------------------------------------------------

static bool is_quoted(Str part)
{
    return part.n > 1 && (part.p[0] == '"' || part.p[0] == '\'') && part.p[part.n - 1] == part.p[0];
}

static void hint_at_labels(const DimLabels *labels, int64_t size, Error *error)
{
    enum { MOST_LISTED = 8 };
    SCRATCH(scratch);
    Buf all = {.arena = &scratch};
    for (int64_t at = 0; labels->axis && at < size && at < MOST_LISTED; at++)
        buf_printf(&all, "%s%s", at ? ", " : "", dim_label(labels, at, &scratch));
    if (all.n)
        error_hint(error, "its labels are %s%s", buf_text(&all), size > MOST_LISTED ? " …" : "");
    else
        error_hint(error, "count the position from 0, as in [0]");
}

// Labels are tried in all dimensions: it may be one of another, or misspelt.
static void hint_at_label(const Trace *trace, int entry, Str label, Error *error)
{
    enum { MOST_TRIED = 1000 };
    const Shape *shape = trace_shape(trace, entry);
    SCRATCH(scratch);
    const char **names = NEW_ARRAY(&scratch, const char *, MOST_TRIED *MAX_DIMS), *nearest;
    int ends[MAX_DIMS], count = 0;
    for (int place = 0; place < shape->ndim; place++) {
        int other = convention_dim(trace, entry, place);
        DimLabels labels = dim_labels(trace, entry, other);
        for (int64_t at = 0; labels.axis && at < shape->dim[other] && at < MOST_TRIED; at++)
            names[count++] = dim_label(&labels, at, &scratch);
        ends[place] = count;
    }
    nearest = str_nearest(label, names, count);
    Buf index = {.arena = &scratch};
    for (int place = 0; nearest && place < shape->ndim; place++) {
        for (int i = place ? ends[place - 1] : 0; i < ends[place]; i++) {
            if (names[i] != nearest) continue;
            error_hint(error, "did you mean [%s\"%s\"]?", buf_text(&index), nearest);
            nearest = NULL;
            break;
        }
        buf_add(&index, STR("0, "));
    }
}

static const char *noun_of(int from_last, int place, Arena *arena)
{
    if (from_last == 1 && place > 0) return "column";
    if (from_last == 2) return "row";
    return arena_printf(arena, "index in dimension %d", place);
}

// As figures show the tokens, "phal" of "##phal".
static int64_t find_readable(const DimLabels *labels, int64_t size, Str word)
{
    TokenMarks marks = token_marks(labels->items, labels->items ? labels->item_count : 0);
    for (int64_t at = 0; at < size && marks; at++) {
        SCRATCH(scratch);
        if (token_is_called(marks, dim_label(labels, at, &scratch), word)) return at;
    }
    return -1;
}

bool index_parse(const Trace *trace, Str part, int dim, const DimLabels *labels, Cell *cell,
                 Error *error)
{
    SCRATCH(scratch);
    const char *tuple = convention_tuple(trace, cell->entry, &scratch);
    int place = convention_dim(trace, cell->entry, dim);
    int64_t at, size = trace_shape(trace, cell->entry)->dim[dim];
    if (number_parse_int(part, &at)) {
        if (at < -size || at >= size)
            return error_set(error, NULL,
                             "index %lld is outside: dimension %d of shape %s counts 0 to %lld",
                             (long long)at, place, tuple, (long long)size - 1);
        at += at < 0 ? size : 0;
    } else {
        if (is_quoted(part)) part = str_slice(part, 1, part.n - 1);
        at = dim_find(labels, size, part);
        if (at < 0) at = find_readable(labels, size, part);
        if (at < 0) {
            error_set(error, NULL, "no %s of shape %s is called '%.*s'",
                      noun_of(trace_shape(trace, cell->entry)->ndim - place, place, &scratch),
                      tuple, STR_ARG(part));
            hint_at_label(trace, cell->entry, part, error);
            hint_at_labels(labels, size, error);
            return false;
        }
    }
    cell->at.at[dim] = at;
    return true;
}

static bool parse_index(const Trace *trace, Str part, int place, Str text, bool slices, Cell *cell,
                        Error *error)
{
    int64_t number;
    const Shape *shape = trace_shape(trace, cell->entry);
    int dim = convention_dim(trace, cell->entry, place);
    bool fits = dim < shape->ndim, is_label = fits && is_quoted(part);
    if (slices && fits && str_is(part, ":")) {
        cell->at.at[dim] = EVERY;
        return true;
    }
    if (!is_label && !number_parse_int(part, &number))
        return error_fail(error, "write a cell as name[row,column], counted from 0",
                          "'%.*s' in '%.*s' is not a whole number", STR_ARG(part), STR_ARG(text));
    if (!fits || (!is_label && shape->dim[dim] == 0)) {
        SCRATCH(scratch);
        return error_set(error, NULL, "'%.*s' has %s: its shape is %s", STR_ARG(text),
                         fits ? "no cells" : "too many indices",
                         convention_tuple(trace, cell->entry, &scratch));
    }
    DimLabels labels = is_label ? dim_labels(trace, cell->entry, dim) : (DimLabels){0};
    return index_parse(trace, part, dim, &labels, cell, error);
}

// A label may be a comma. -1: it is nowhere.
static int find_outside_quotes(Str text, char wanted)
{
    char quote = 0;
    for (int i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (!quote && c == wanted) return i;
        bool is_quote = c == '"' || c == '\'';
        if (is_quote) quote = !quote ? c : quote == c ? 0 : quote;
    }
    return -1;
}

int index_parts(Str inside, Str *part)
{
    int count = 0, comma = 0;
    while (comma >= 0 && count <= MAX_DIMS) {
        comma = find_outside_quotes(inside, ',');
        part[count++] = str_trim(str_slice(inside, 0, comma < 0 ? inside.n : comma));
        inside = str_slice(inside, comma + 1, inside.n);
    }
    return count;
}

// Reads "0,1]" or "0]" up to its bracket; `*dim` counts the indices read.
static bool parse_bracket(const Trace *trace, Str *rest, int *dim, Str text, bool slices,
                          Cell *cell, Error *error)
{
    Str part[MAX_DIMS + 1];
    int end = find_outside_quotes(*rest, ']');
    if (end < 0)
        return error_fail(error, "write a cell as name[row,column]",
                          "'%.*s' lacks a closing bracket", STR_ARG(text));
    int count = index_parts(str_slice(*rest, 0, end), part);
    *rest = str_trim(str_slice(*rest, end + 1, rest->n));
    for (int i = 0; i < count; i++)
        if (!parse_index(trace, part[i], (*dim)++, text, slices, cell, error)) return false;
    return true;
}

// Reads brackets alone, "[0,1]" or "[0][1]", of the tensor cell->entry; `text` is what
// messages quote.
static bool trace_parse_indices(const Trace *trace, Str text, Str rest, bool slices, Cell *cell,
                                int *indices, Error *error)
{
    *indices = 0;
    while (rest.n) {
        if (rest.p[0] != '[')
            return error_fail(error, "write a cell as name[row,column]", "'%.*s' is not a cell",
                              STR_ARG(text));
        rest = str_slice(rest, 1, rest.n);
        if (!parse_bracket(trace, &rest, indices, text, slices, cell, error)) return false;
    }
    return true;
}

// ---- tensors and cells --------------------------------------------------------------------------

// Where the last brackets of the text begin, before `end`; -1: it does not end with brackets.
static int last_bracket(Str text, int end)
{
    if (end < 1 || text.p[end - 1] != ']') return -1;
    int at = end - 1;
    while (at > 0 && text.p[at] != '[') at--;
    return at > 0 ? at : -1;
}

// A name may have brackets too: layers[0].weight[1,2]. The longest that there is counts.
static int find_longest(const Trace *trace, Str text, Str *rest)
{
    int end = text.n, first = str_find(text, "[");
    for (; end >= 0; end = last_bracket(text, end)) {
        Str name = str_trim(str_slice(text, 0, end));
        int entry = trace_find_typed(trace, name);
        *rest = str_slice(text, end, text.n);
        if (entry >= 0) return entry;
    }
    Str name = str_trim(str_slice(text, 0, first < 0 ? text.n : first));
    *rest = first < 0 ? (Str){0} : str_slice(text, first, text.n);
    return trace_find_typed(trace, name);
}

// Where the last tensor of the name has no such cell, but one before it has: the last of these.
static bool parse_earlier(const Trace *trace, Str name, Str rest, bool slices, Cell *cell,
                          int *indices)
{
    Error none = {.set = true, .hint = ""}; // it is not read
    Cell at = *cell;
    if (trace_parse_indices(trace, name, rest, slices, &at, indices, &none)) return false;
    for (int e = cell->entry - 1; e >= 0; e--) {
        const char *other = trace->entries[e].name;
        at = (Cell){.entry = e};
        if (!other || !str_is(name, other)) continue;
        if (!trace_parse_indices(trace, name, rest, slices, &at, indices, &none)) continue;
        *cell = at;
        return true;
    }
    return false;
}

// "#op12[0]": that of the entry, for what has no name.
static bool parse_numbered(const Trace *trace, Str text, bool slices, Cell *cell, int *indices,
                           Error *error)
{
    int bracket = str_find(text, "["), end = bracket < 0 ? text.n : bracket;
    int64_t entry = -1;
    *cell = (Cell){0};
    bool ok = number_parse_int(str_slice(text, 3, end), &entry) && entry >= 0;
    if (!ok || entry >= trace->entry_count)
        return error_set(error, NULL, "there is no operation %.*s", STR_ARG(text));
    cell->entry = (int)entry;
    return trace_parse_indices(trace, text, str_slice(text, end, text.n), slices, cell, indices,
                               error);
}

static bool parse_tensor(const Trace *trace, Str text, bool slices, Cell *cell, int *indices,
                         Error *error)
{
    Str rest;
    text = str_trim(text);
    if (str_starts(text, "#op")) return parse_numbered(trace, text, slices, cell, indices, error);
    *cell = (Cell){0};
    *indices = 0;
    cell->entry = find_longest(trace, text, &rest);
    Str name = str_trim(str_slice(text, 0, text.n - rest.n));
    if (cell->entry < 0) return not_found(trace, name, error);
    return rest.n && parse_earlier(trace, name, rest, slices, cell, indices)
               ? true
               : trace_parse_indices(trace, text, rest, slices, cell, indices, error);
}

bool trace_parse_tensor(const Trace *trace, Str text, Cell *cell, int *indices, Error *error)
{
    return parse_tensor(trace, text, false, cell, indices, error);
}

bool trace_parse_part(const Trace *trace, Str text, Cell *part, Error *error)
{
    int indices;
    text = str_trim(text);
    if (!parse_tensor(trace, text, true, part, &indices, error)) return false;
    const Shape *shape = trace_shape(trace, part->entry);
    for (; indices < shape->ndim; indices++)
        part->at.at[convention_dim(trace, part->entry, indices)] = EVERY;
    return true;
}

bool cell_parse(const Trace *trace, Str text, Cell *cell, Error *error)
{
    int indices;
    if (!trace_parse_tensor(trace, text, cell, &indices, error)) return false;
    const Shape *shape = trace_shape(trace, cell->entry);
    SCRATCH(scratch);
    if (shape_count(shape) == 0) {
        error_set(error, NULL, "'%.*s' has no cells: its shape is %s", STR_ARG(text),
                  convention_tuple(trace, cell->entry, &scratch));
    } else if (indices < shape->ndim && indices > 0) {
        error_set(error, NULL, "'%.*s' names %d of %d indices: the shape is %s", STR_ARG(text),
                  indices, shape->ndim, convention_tuple(trace, cell->entry, &scratch));
        error_hint(error, "one number for each dimension, such as %s",
                   cell_name(trace, *cell, &scratch));
    }
    return !error->set;
}

// ---- names that are surely read again -----------------------------------------------------------

static bool reads_as(const Trace *trace, const char *name, Cell part, Arena *arena)
{
    Cell read;
    Error error = {.arena = arena};
    return trace_parse_part(trace, str_from(name), &read, &error) && cell_equal(read, part);
}

// "att@3": the third call that gives the name.
static void write_call_number(const Trace *trace, const Entry *e, const Call *call, Buf *out)
{
    const Call **calls;
    int count = calls_with_name(trace, str_from(e->name), out->arena, &calls), at = 0;
    while (at < count && calls[at] != call) at++;
    buf_printf(out, "%s@%d", e->name, at + 1);
}

// How it can be asked for: by its name alone, with its call, with the number of the call, as which
// one of its name, and by its line where nothing else distinguishes it.
static void write_clear_name(const Trace *trace, int entry, int way, Buf *out)
{
    const Entry *e = &trace->entries[entry];
    const Call *call = e->name ? entry_named_in(e) : e->inside;
    const char *where = call ? call_whole_title(call) : "";
    if (way == 0 && e->name) buf_add(out, str_from(e->name));
    if (way == 1 && call) buf_add(out, str_from(e->name ? e->name : UNNAMED_WEIGHTS));
    if ((way == 3 || way == 4) && e->name) naming_write_nth(trace, e, e->nth, out);
    if ((way == 1 || way == 4) && call) buf_printf(out, "@%s", where);
    if (way == 2 && call && e->name) write_call_number(trace, e, call, out);
    if (way == 2 && !e->name)
        buf_printf(out, "%s@%d", UNNAMED_WEIGHTS, count_unnamed(trace, 0, entry));
    if (way == 5)
        buf_printf(out, "%s (line %d)", e->name ? e->name : e->call.op->name,
                   span_line(entry_written(trace, entry)));
}

const char *part_clear_name(const Trace *trace, Cell part, Arena *arena)
{
    enum { WAYS = 6 };
    Buf at = {.arena = arena};
    part_write_indices(trace, part, &at);
    for (int way = 0; way < WAYS; way++) {
        Buf name = {.arena = arena};
        write_clear_name(trace, part.entry, way, &name);
        buf_add(&name, buf_str(&at));
        if (reads_as(trace, buf_text(&name), part, arena)) return buf_text(&name);
    }
    return arena_printf(arena, "#op%d%s", part.entry, buf_text(&at));
}
