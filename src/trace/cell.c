// Cells: their values, their names, and where their numbers were made.
#include "trace/explain.h"

#include "base/number.h"
#include "base/utf8.h"
#include "tensor/print.h"

#include <math.h>
#include <string.h>

static bool moved_from(const Trace *trace, Cell cell, Cell *from)
{
    const OpCall *call = &trace->entries[cell.entry].call;
    Arena scratch = {0};
    Terms terms = {.most = 2, .arena = &scratch};
    op_sources(call, cell.at, &terms);
    bool moved = terms.kind == TERMS_MOVED && terms.count == 1;
    if (moved) *from = (Cell){call->input[terms.term[0].input]->origin, terms.term[0].at};
    arena_free(&scratch);
    return moved;
}

Cell cell_origin(const Trace *trace, Cell cell)
{
    Cell from;
    while (moved_from(trace, cell, &from)) cell = from;
    return cell;
}

Cell cell_named(const Trace *trace, Cell cell)
{
    Cell from;
    while (!trace->entries[cell.entry].name && moved_from(trace, cell, &from)) cell = from;
    return cell;
}

static bool same_name(const Trace *trace, int a, int b)
{
    const char *name = trace->entries[a].name, *other = trace->entries[b].name;
    return name && other && strcmp(name, other) == 0;
}

Cell cell_before_writes(const Trace *trace, Cell cell)
{
    Cell from;
    while (moved_from(trace, cell, &from) && same_name(trace, cell.entry, from.entry) &&
           memcmp(&cell.at, &from.at, sizeof cell.at) == 0)
        cell = from;
    return cell;
}

double cell_value(const Trace *trace, Cell cell)
{
    return tensor_get(trace->entries[cell.entry].call.output, cell.at);
}

bool cell_equal(Cell a, Cell b)
{
    return a.entry == b.entry && memcmp(&a.at, &b.at, sizeof a.at) == 0;
}

bool cells_have(const Cell *cells, int count, Cell cell)
{
    for (int i = 0; i < count; i++) {
        if (cell_equal(cells[i], cell)) return true;
    }
    return false;
}

enum { TITLE_COLUMNS = 32 }; // longer expressions are shortened

// What a call returned is known to its caller as that call: "self.query(x)".
static Span source_of(const Trace *trace, int entry)
{
    Span source = trace->entries[entry].source;
    const Call *call = trace->entries[entry].inside;
    for (; call && call->result == entry; call = call->caller) source = call->source;
    return source;
}

// What the library calls `input` on its way, the reader knows as self.mlp(x).
static bool is_called_by_reader(const Trace *trace, int entry)
{
    const Call *call = trace->entries[entry].inside;
    if (!trace->entries[entry].name_is_library) return false;
    for (; call && call->result == entry; call = call->caller) {
        if (call->source.source && !call->source.source->is_library) return true;
    }
    return false;
}

// Of "(q @ k)" what is between; "(a) @ (b)" stays.
static Str without_brackets(Str text)
{
    int depth = 0;
    if (text.n < 2 || text.p[0] != '(' || text.p[text.n - 1] != ')') return text;
    for (int i = 0; i < text.n; i++) {
        depth += (text.p[i] == '(') - (text.p[i] == ')');
        if (depth == 0 && i + 1 < text.n) return text;
    }
    return str_slice(text, 1, text.n - 1);
}

const char *entry_whole_title(const Trace *trace, int entry, Arena *arena)
{
    const Entry *e = &trace->entries[entry];
    if (e->name && !is_called_by_reader(trace, entry)) return e->name;
    const Tensor *tensor = e->call.output;
    if (tensor->is_number) {
        Buf number = {.arena = arena};
        tensor_print_cell(&number, tensor, (Index){0});
        return buf_text(&number);
    }
    Buf line = {.arena = arena};
    buf_add_one_line(&line, span_text(source_of(trace, entry)));
    Str inside = without_brackets(buf_str(&line));
    return inside.n < line.n ? str_copy(arena, inside) : buf_text(&line);
}

const char *entry_title(const Trace *trace, int entry, Arena *arena)
{
    const char *title = entry_whole_title(trace, entry, arena);
    Str all = str_from(title);
    bool is_name = title == trace->entries[entry].name;
    if (is_name || utf8_width(all) <= TITLE_COLUMNS) return title;
    return text_printf(arena, "%.*s...", STR_ARG(utf8_fit(all, TITLE_COLUMNS - 3)));
}

Span entry_written(const Trace *trace, int entry)
{
    Span at = trace->entries[entry].source;
    for (const Call *call = trace->entries[entry].inside; call; call = call->caller) {
        bool in_library = at.source && at.source->is_library;
        if (call->result != entry && !in_library) break;
        at = call->source;
    }
    return at;
}

// An expression needs brackets before an index can stand behind it, a name or call does not.
static bool is_compound(const char *title)
{
    int depth = 0;
    for (const char *p = title; *p; p++) {
        if (*p == '(' || *p == '[')
            depth++;
        else if (*p == ')' || *p == ']')
            depth--;
        else if (*p == ' ' && depth == 0)
            return true;
    }
    return title[0] == '-' || title[0] == '~';
}

const char *cell_name(const Trace *trace, Cell cell, Arena *arena)
{
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    const char *title = entry_title(trace, cell.entry, arena);
    if (shape->ndim == 0) return title;
    Buf name = {.arena = arena};
    buf_printf(&name, is_compound(title) ? "(%s)[" : "%s[", title);
    for (int d = 0; d < shape->ndim; d++) {
        buf_printf(&name, d ? ",%lld" : "%lld", (long long)cell.at.at[d]);
    }
    buf_add_char(&name, ']');
    return buf_text(&name);
}

// ---- what a user typed ------------------------------------------------------------------------

// The last tensor that had the name inside a function, or -1.
static int find_local(const Trace *trace, Str name)
{
    int entry = trace->entry_count - 1;
    while (entry >= 0) {
        const Entry *e = &trace->entries[entry];
        if (e->name && e->name_is_local && str_is(name, e->name)) break;
        entry--;
    }
    return entry;
}

static bool find_tensor(const Trace *trace, Str name, int *entry, Error *error)
{
    int binding = trace_find(trace, name, -1);
    *entry = binding >= 0 ? trace->bindings[binding].entry : find_local(trace, name);
    if (*entry >= 0) return true;
    if (name.n == 0)
        error_set(error, NULL, "which tensor?");
    else
        error_set(error, NULL, "no tensor is called '%.*s'", STR_ARG(name));
    Arena scratch = {0};
    const char **names =
        NEW_ARRAY(&scratch, const char *, trace->binding_count + trace->entry_count);
    int count = 0;
    for (int i = 0; i < trace->binding_count; i++) names[count++] = trace->bindings[i].name;
    for (int i = 0; i < trace->entry_count; i++) { // those inside functions
        if (trace->entries[i].name) names[count++] = trace->entries[i].name;
    }
    const char *nearest = str_nearest(name, names, count);
    if (nearest) {
        error_hint(error, "did you mean %s?", nearest);
    } else if (trace->binding_count) {
        error_hint(error, "the tensors are listed by `qkv show LESSON`; the last one is %s",
                   names[trace->binding_count - 1]);
    }
    arena_free(&scratch);
    return false;
}

static bool parse_index(Str part, const Shape *shape, int dim, Str text, Cell *cell, Error *error)
{
    int64_t at;
    if (!number_parse_int(str_trim(part), &at)) {
        error_set(error, NULL, "'%.*s' in '%.*s' is not a whole number", STR_ARG(part),
                  STR_ARG(text));
        return error_hint(error, "write a cell as name[row,column], counted from 0");
    }
    Arena scratch = {0};
    bool fits = dim < shape->ndim;
    if (!fits) {
        error_set(error, NULL, "'%.*s' has too many indices: its shape is %s", STR_ARG(text),
                  shape_tuple(&scratch, shape));
    } else if (shape->dim[dim] == 0) {
        fits = error_set(error, NULL, "'%.*s' has no cells: its shape is %s", STR_ARG(text),
                         shape_tuple(&scratch, shape));
    } else if (at < -shape->dim[dim] || at >= shape->dim[dim]) {
        fits = error_set(
            error, NULL, "index %lld is outside: dimension %d of shape %s counts 0 to %lld",
            (long long)at, dim, shape_tuple(&scratch, shape), (long long)shape->dim[dim] - 1);
    } else {
        cell->at.at[dim] = at < 0 ? at + shape->dim[dim] : at;
    }
    arena_free(&scratch);
    return fits;
}

// Reads "0,1]" or "0]" up to its bracket; `*dim` counts the indices read.
static bool parse_bracket(Str *rest, const Shape *shape, int *dim, Str text, Cell *cell,
                          Error *error)
{
    int end = str_find(*rest, "]");
    if (end < 0) {
        error_set(error, NULL, "'%.*s' lacks a closing bracket", STR_ARG(text));
        return error_hint(error, "write a cell as name[row,column]");
    }
    Str inside = str_slice(*rest, 0, end);
    *rest = str_trim(str_slice(*rest, end + 1, rest->n));
    for (;;) {
        int comma = str_find(inside, ",");
        Str part = str_slice(inside, 0, comma < 0 ? inside.n : comma);
        if (!parse_index(part, shape, (*dim)++, text, cell, error)) return false;
        if (comma < 0) return true;
        inside = str_slice(inside, comma + 1, inside.n);
    }
}

// Where the last tensor of the name has no such cell, but one before it has: the last of these.
static bool parse_earlier(const Trace *trace, Str name, Str rest, Cell *cell, int *indices)
{
    Error none = {.set = true, .hint = ""}; // nobody reads it
    Cell at = *cell;
    if (indices_parse(trace, name, rest, &at, indices, &none)) return false;
    for (int e = cell->entry - 1; e >= 0; e--) {
        const char *other = trace->entries[e].name;
        at = (Cell){.entry = e};
        if (!other || !str_is(name, other)) continue;
        if (!indices_parse(trace, name, rest, &at, indices, &none)) continue;
        *cell = at;
        return true;
    }
    return false;
}

bool tensor_parse(const Trace *trace, Str text, Cell *cell, int *indices, Error *error)
{
    text = str_trim(text);
    int bracket = str_find(text, "[");
    Str name = str_trim(str_slice(text, 0, bracket < 0 ? text.n : bracket));
    *cell = (Cell){0};
    *indices = 0;
    if (!find_tensor(trace, name, &cell->entry, error)) return false;
    Str rest = bracket < 0 ? (Str){0} : str_slice(text, bracket, text.n);
    return rest.n && parse_earlier(trace, name, rest, cell, indices)
               ? true
               : indices_parse(trace, text, rest, cell, indices, error);
}

bool indices_parse(const Trace *trace, Str text, Str rest, Cell *cell, int *indices, Error *error)
{
    const Shape *shape = &trace->entries[cell->entry].call.output->shape;
    *indices = 0;
    while (rest.n) {
        if (rest.p[0] != '[') {
            error_set(error, NULL, "'%.*s' is not a cell", STR_ARG(text));
            return error_hint(error, "write a cell as name[row,column]");
        }
        rest = str_slice(rest, 1, rest.n);
        if (!parse_bracket(&rest, shape, indices, text, cell, error)) return false;
    }
    return true;
}

bool cell_parse(const Trace *trace, Str text, Cell *cell, Error *error)
{
    int indices;
    if (!tensor_parse(trace, text, cell, &indices, error)) return false;
    const Shape *shape = &trace->entries[cell->entry].call.output->shape;
    Arena scratch = {0};
    if (shape_count(shape) == 0) {
        error_set(error, NULL, "'%.*s' has no cells: its shape is %s", STR_ARG(text),
                  shape_tuple(&scratch, shape));
    } else if (indices < shape->ndim && indices > 0) {
        error_set(error, NULL, "'%.*s' names %d of %d indices: the shape is %s", STR_ARG(text),
                  indices, shape->ndim, shape_tuple(&scratch, shape));
        error_hint(error, "one number for each dimension, such as %s",
                   cell_name(trace, *cell, &scratch));
    }
    arena_free(&scratch);
    return !error->set;
}
