// Reads cells of the trace, names them ("scores[0,1]"), and finds where a number was made that has
// only been moved since.
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

double cell_by_hand(const Trace *trace, Cell cell, int digits)
{
    enum { MOST_TERMS = 4096 };
    Cell origin = cell_origin(trace, cell);
    const OpCall *call = &trace->entries[origin.entry].call;
    Arena scratch = {0};
    Terms terms = {.arena = &scratch};
    op_sources(call, origin.at, &terms);
    double value = (double)NAN;
    if (terms.count > 0 && terms.count <= MOST_TERMS && terms.kind != TERMS_MOVED) {
        double *values = NEW_ARRAY(&scratch, double, terms.count);
        for (int i = 0; i < terms.count; i++) {
            const Term *term = &terms.term[i];
            values[i] = number_rounded(tensor_get(call->input[term->input], term->at), digits);
        }
        value = terms_value(call, &terms, values);
    }
    arena_free(&scratch);
    return value;
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
    if (!trace->entries[entry].name_is_library || trace->entries[entry].is_attribute) return false;
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

// An expression needs brackets before an index can stand behind it, a name or call does not.
static bool is_compound(const char *title)
{
    int depth = 0;
    char quote = 0;
    for (const char *p = title; *p; p++) {
        if (quote || *p == '"' || *p == '\'') {
            quote = !quote ? *p : *p == quote ? 0 : quote;
            continue;
        }
        depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
        if (depth == 0 && strchr(" +-*/@%<>=&|^~", *p)) return true;
    }
    return false;
}

static bool lies_in(Span part, Span whole)
{
    return part.source == whole.source && part.start >= whole.start && part.end <= whole.end;
}

static bool was_given(const Call *call, int entry)
{
    for (int i = 0; call && i < call->argument_count; i++) {
        if (call->argument[i] == entry) return true;
    }
    return false;
}

// Of t.view(2, 3) in split(self.query(x)), which calls that t: "self.query(x).view(2, 3)". NULL: it
// is called as it is written.
static const char *title_of_moved(const Trace *trace, int entry, Arena *arena)
{
    const Entry *e = &trace->entries[entry];
    int from = entry;
    while (trace->entries[from].call.op->moves && trace->entries[from].call.input_count == 1 &&
           lies_in(trace->entries[from].source, e->source))
        from = trace->entries[from].call.input[0]->origin;
    Str code = span_text(e->source);
    int word = str_word(code, 0);
    Str owner = str_slice(code, 0, word);
    bool is_owner = word > 0 && word < code.n && (code.p[word] == '.' || code.p[word] == '[');
    const Entry *root = &trace->entries[from];
    bool is_root = !lies_in(root->source, e->source) && !(root->name && str_is(owner, root->name));
    if (!is_owner || !is_root || !was_given(e->inside, from)) return NULL;
    Buf title = {.arena = arena};
    const char *what = entry_title(trace, from, arena);
    buf_printf(&title, root->name || !is_compound(what) ? "%s" : "(%s)", what);
    buf_add_one_line(&title, str_slice(code, word, code.n));
    return buf_text(&title);
}

static const char *title_by_name(const Entry *entry, Arena *arena)
{
    if (!entry->is_told_apart) return entry->name;
    Buf title = {.arena = arena};
    buf_add(&title, str_from(entry->name));
    if (entry->call_tells && entry->call_number) buf_printf(&title, "@%d", entry->call_number);
    buf_printf(&title, " (line %d", entry->line);
    if (entry->time) buf_printf(&title, ", %d%s", entry->time, number_ordinal(entry->time));
    buf_add_char(&title, ')');
    return buf_text(&title);
}

static bool goes_by_name(const Trace *trace, int entry)
{
    return trace->entries[entry].name && !is_called_by_reader(trace, entry);
}

const char *entry_whole_title(const Trace *trace, int entry, Arena *arena)
{
    const Entry *e = &trace->entries[entry];
    if (goes_by_name(trace, entry)) return title_by_name(e, arena);
    const Tensor *tensor = e->call.output;
    if (tensor->is_number) {
        Buf number = {.arena = arena};
        tensor_print_cell(&number, tensor, (Index){0});
        return buf_text(&number);
    }
    const char *moved = title_of_moved(trace, entry, arena);
    if (moved) return moved;
    Buf line = {.arena = arena};
    buf_add_one_line(&line, span_text(source_of(trace, entry)));
    Str inside = without_brackets(buf_str(&line));
    return inside.n < line.n ? str_copy(arena, inside) : buf_text(&line);
}

const char *entry_title(const Trace *trace, int entry, Arena *arena)
{
    const char *title = entry_whole_title(trace, entry, arena);
    Str all = str_from(title);
    if (goes_by_name(trace, entry) || utf8_width(all) <= TITLE_COLUMNS) return title;
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

void entry_write_code(const Trace *trace, int entry, Span source, Buf *out)
{
    const Entry *e = &trace->entries[entry];
    Str code = span_text(source);
    bool says_it = e->is_write && span_equal(source, e->source);
    if (e->name && !says_it && !str_is(code, e->name)) buf_printf(out, "%s = ", e->name);
    buf_add_one_line(out, code);
}

static bool needs_brackets(const Trace *trace, int entry, const char *title)
{
    bool is_number = trace->entries[entry].call.output->is_number;
    return !is_number && !goes_by_name(trace, entry) && is_compound(title);
}

const char *operand_name(const Trace *trace, Cell cell, Arena *arena)
{
    const char *name = cell_name(trace, cell, arena);
    bool is_single = trace->entries[cell.entry].call.output->shape.ndim == 0;
    return is_single && needs_brackets(trace, cell.entry, name) ? text_printf(arena, "(%s)", name)
                                                                : name;
}

const char *cell_name(const Trace *trace, Cell cell, Arena *arena)
{
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    const char *title = entry_title(trace, cell.entry, arena);
    if (shape->ndim == 0) return title;
    Buf name = {.arena = arena};
    buf_printf(&name, needs_brackets(trace, cell.entry, title) ? "(%s)[" : "%s[", title);
    for (int d = 0; d < shape->ndim; d++) {
        buf_printf(&name, d ? ",%lld" : "%lld", (long long)cell.at.at[d]);
    }
    buf_add_char(&name, ']');
    return buf_text(&name);
}
