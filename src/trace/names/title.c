// What tensors and cells are called: a tensor by its name, else by the code that made it; a cell by
// its tensor and its indices, "scores[0,1]"; a group of cells by one subscript, as in scores[0,:],
// where they form a row, a column or a block.
#include "trace/explain/explain.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "tensor/op.h"
#include "tensor/print.h"
#include "trace/names/convention.h"
#include "trace/names/naming.h"
#include "trace/record/gradients.h"

#include <string.h>

enum { TITLE_COLUMNS = 32 }; // longer expressions are shortened

// What a call returned is known to its caller as that call: "self.query(x)"; but what the reader's
// code made not as the library calls that.
static Span source_of(const Trace *trace, int entry)
{
    Span source = trace->entries[entry].source;
    const Call *call = trace->entries[entry].inside;
    bool is_readers = source.source && !source.source->is_library;
    for (; call && call->result == entry; call = call->caller) {
        bool in_library = call->source.source && call->source.source->is_library;
        if (is_readers && in_library) break;
        source = call->source;
        is_readers = !in_library;
    }
    return source;
}

// What the library calls `input` on its way, the reader knows as self.mlp(x).
static bool is_called_by_reader(const Trace *trace, int entry)
{
    const Call *call = trace->entries[entry].inside;
    if (!trace->entries[entry].named.is_library || trace->entries[entry].named.is_attribute)
        return false;
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

// An expression needs brackets before an index can follow it, a name or call does not.
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

// Computed in a rule of the library, and not what the reader called for: its code, which is
// not shown, says nothing.
static bool is_in_unseen_rule(const Trace *trace, int entry, Span source)
{
    const Call *call = trace->entries[entry].inside;
    bool is_unseen = source.source && source.source->is_library;
    while (is_unseen && call && !call->is_backward) call = call->caller;
    return is_unseen && call;
}

bool entry_goes_by_name(const Trace *trace, int entry)
{
    const Entry *e = &trace->entries[entry];
    bool is_unseen = e->name && e->named.is_library && is_in_unseen_rule(trace, entry, e->source);
    return e->name && !is_unseen && !is_called_by_reader(trace, entry);
}

static bool is_transposed(const OpCall *call)
{
    int ndim = call->shape.ndim;
    if (!call->op->moves || call->input_count != 1) return false;
    if (ndim < 2 || call->input[0]->shape.ndim != ndim || shape_count(&call->shape) == 0)
        return false;
    SCRATCH(scratch);
    Terms terms = {.arena = &scratch};
    Index at = {0};
    bool is_row = call->shape.dim[ndim - 1] == 1;
    at.at[is_row ? ndim - 2 : ndim - 1] = call->shape.dim[is_row ? ndim - 2 : ndim - 1] - 1;
    op_sources(call, at, &terms);
    return terms.count == 1 && !cell_equal((Cell){0, terms.term[0].at}, (Cell){0, at});
}

// What it is made from, as an expression: "d y @ v.mT", "2 * (y - x)".
static const char *title_as_made(const Trace *trace, int entry, Arena *arena)
{
    const OpCall *call = &trace->entries[entry].call;
    const char *symbol = call->op->symbol;
    Buf title = {.arena = arena};
    if (call->op->moves && call->input_count) {
        int from = call->input[0]->origin;
        const OpCall *before = &trace->entries[from].call;
        bool is_turned_back = is_transposed(call) && is_transposed(before);
        if (is_turned_back) from = before->input[0]->origin;
        if (is_turned_back || !is_transposed(call)) return entry_title(trace, from, arena);
        const char *what = trace_operand_title(trace, from, arena);
        return arena_printf(arena, "%s.%sT", what, call->shape.ndim > 2 ? "m" : "");
    }
    if (call->input_count == 0) return call->op->name;
    if (!symbol) buf_printf(&title, "%s(", call->op->name);
    if (symbol && call->input_count == 1) buf_add(&title, str_from(symbol));
    for (int i = 0; i < call->input_count; i++) {
        int from = call->input[convention_turns(trace, call) ? 1 - i : i]->origin;
        if (i) buf_printf(&title, symbol ? " %s " : ", ", symbol);
        buf_add(&title, str_from(symbol ? trace_operand_title(trace, from, arena)
                                        : entry_title(trace, from, arena)));
    }
    if (!symbol) buf_add_char(&title, ')');
    return buf_text(&title);
}

bool entry_is_written_anew(const Trace *trace, int entry, Span source)
{
    const Entry *e = &trace->entries[entry];
    bool is_product = e->call.op->symbol && convention_turns(trace, &e->call);
    return is_product && span_equal(source, e->source) && !e->is_write;
}

Str entry_code(const Trace *trace, int entry, Span source, Arena *arena)
{
    if (entry_is_written_anew(trace, entry, source))
        return str_from(title_as_made(trace, entry, arena));
    return source.source ? span_text(source) : (Str){0};
}

const char *entry_whole_title(const Trace *trace, int entry, Arena *arena)
{
    const Entry *e = &trace->entries[entry];
    if (entry_goes_by_name(trace, entry)) return e->shown ? e->shown : e->name;
    const Tensor *tensor = e->call.output;
    if (tensor->is_number) {
        Buf number = {.arena = arena};
        tensor_print_cell(&number, tensor, (Index){0});
        return buf_text(&number);
    }
    Span source = source_of(trace, entry);
    if (is_in_unseen_rule(trace, entry, source)) return title_as_made(trace, entry, arena);
    if (entry_is_written_anew(trace, entry, source)) return title_as_made(trace, entry, arena);
    const char *moved = title_of_moved(trace, entry, arena);
    if (moved) return moved;
    Buf line = {.arena = arena};
    buf_add_one_line(&line, span_text(source));
    Str inside = without_brackets(buf_str(&line));
    return inside.n < line.n ? str_copy(arena, inside) : buf_text(&line);
}

const char *entry_title(const Trace *trace, int entry, Arena *arena)
{
    const char *title = entry_whole_title(trace, entry, arena);
    Str all = str_from(title);
    if (entry_goes_by_name(trace, entry) || utf8_width(all) <= TITLE_COLUMNS) return title;
    return arena_printf(arena, "%.*s…", STR_ARG(utf8_fit(all, TITLE_COLUMNS - 1)));
}

Span entry_written(const Trace *trace, int entry)
{
    Span at = trace->entries[entry].source;
    for (const Call *call = trace->entries[entry].inside; call; call = call->caller) {
        if (call->is_backward) continue;
        bool in_library = at.source && at.source->is_library;
        if (call->result != entry && !in_library) break;
        at = call->source;
    }
    return at;
}

// Did the rule compute nothing else? What it only moved does not count.
static bool is_all_of(const Trace *trace, int entry, const Call *call)
{
    for (int e = call->first_entry; e < call->entry_end; e++) {
        const OpCall *other = &trace->entries[e].call;
        if (e != entry && !other->op->moves && !other->output->is_number) return false;
    }
    return gradient_at(trace, entry) != NULL;
}

static bool is_sum(const Gradient *gradient)
{
    return gradient && gradient->through < 0 &&
           (gradient->kind == GRADIENT_SO_FAR || gradient->kind == GRADIENT_WHOLE);
}

static bool write_in_rule(const Trace *trace, int entry, Span source, Buf *out)
{
    if (!is_in_unseen_rule(trace, entry, source)) return false;
    if (entry_goes_by_name(trace, entry)) buf_printf(out, "%s = ", trace->entries[entry].name);
    buf_add(out, str_from(title_as_made(trace, entry, out->arena)));
    return true;
}

bool entry_write_backward(const Trace *trace, int entry, Span source, Buf *out)
{
    const Gradient *gradient = gradient_at(trace, entry);
    if (is_sum(gradient) && trace->entries[entry].call.input_count) {
        buf_printf(out, "%s = what came through each use, added", gradient->name);
        return true;
    }
    if (gradient && gradient->kind == GRADIENT_KEPT) {
        buf_printf(out, "%s += d %s", gradient->name, entry_title(trace, gradient->of, out->arena));
        return true;
    }
    const Call *call = trace->entries[entry].inside;
    while (call && !call->is_backward) call = call->caller;
    if (!call) return false;
    if (!span_equal(source, call->source) && !is_all_of(trace, entry, call))
        return write_in_rule(trace, entry, source, out);
    bool is_known = call->of >= 0 && call->of < entry;
    bool in_library = call->source.source && call->source.source->is_library;
    buf_printf(out, "%s of ", call->function);
    if (is_known)
        entry_write_code(trace, call->of,
                         in_library ? entry_written(trace, call->of) : call->source, out);
    else
        buf_add_one_line(out, span_text(call->source));
    return true;
}

// The name before "=" in front of the code, in its line.
static Str assigned_name(Span source)
{
    Str before = source.source ? str_slice(source.source->text, 0, source.start) : (Str){0};
    int start = before.n;
    while (start > 0 && before.p[start - 1] != '\n') start--;
    before = str_trim(str_slice(before, start, before.n));
    int word = str_word(before, 0);
    bool is = word > 0 && str_is(str_trim(str_slice(before, word, before.n)), "=");
    return is ? str_slice(before, 0, word) : (Str){0};
}

// Is the code that of the call in which the name was given? A function that only returns what its
// caller names assigns nothing.
static bool is_named_here(const Trace *trace, const Entry *e, Span source)
{
    const Call *call = e->inside, *named_in = entry_named_in(e);
    if (e->named.is_attribute || gradient_at(trace, (int)(e - trace->entries))) return true;
    if (lies_in(e->source, source)) return call == named_in;
    while (call && !span_equal(call->source, source)) call = call->caller;
    return !call || call->caller == named_in;
}

Str entry_assigned_to(const Trace *trace, int entry, Span source)
{
    const Entry *e = &trace->entries[entry];
    if (!e->name || (e->is_write && span_equal(source, e->source))) return (Str){0};
    bool is_whole = span_equal(source, trace->statements[e->statement].source);
    if (is_whole && str_find(span_text(source), " = ") >= 0) return (Str){0}; // it says its names
    return is_named_here(trace, e, source) ? str_from(e->name) : assigned_name(source);
}

void entry_write_code(const Trace *trace, int entry, Span source, Buf *out)
{
    if (entry_write_backward(trace, entry, source, out)) return;
    Str name = entry_assigned_to(trace, entry, source);
    Str code = entry_code(trace, entry, source, out->arena);
    if (name.n && !str_equal(code, name)) buf_printf(out, "%.*s = ", STR_ARG(name));
    buf_add_one_line(out, code);
}

static bool needs_brackets(const Trace *trace, int entry, const char *title)
{
    bool is_number = trace_output(trace, entry)->is_number;
    return !is_number && !entry_goes_by_name(trace, entry) && is_compound(title);
}

const char *trace_operand_title(const Trace *trace, int entry, Arena *arena)
{
    const char *title = entry_title(trace, entry, arena);
    return needs_brackets(trace, entry, title) ? arena_printf(arena, "(%s)", title) : title;
}

const char *slice_title(const Trace *trace, int entry, Index at, int leading, Arena *arena)
{
    const char *slice = index_text(arena, at, leading);
    return !slice[0] ? entry_title(trace, entry, arena)
                     : arena_printf(arena, "%s%s", trace_operand_title(trace, entry, arena), slice);
}

const char *trace_operand_name(const Trace *trace, Cell cell, Arena *arena)
{
    int ndim = trace_shape(trace, cell.entry)->ndim;
    Index at = convention_index(trace, cell.entry, cell.at);
    return arena_printf(arena, "%s%s", trace_operand_title(trace, cell.entry, arena),
                        index_text(arena, at, ndim));
}

const char *cell_name(const Trace *trace, Cell cell, Arena *arena)
{
    bool is_single = trace_shape(trace, cell.entry)->ndim == 0;
    return is_single ? entry_title(trace, cell.entry, arena)
                     : trace_operand_name(trace, cell, arena);
}

void part_write_indices(const Trace *trace, Cell part, Buf *out)
{
    int count = trace_shape(trace, part.entry)->ndim;
    Index at = convention_index(trace, part.entry, part.at);
    while (count > 0 && at.at[count - 1] == EVERY) count--;
    for (int d = 0; d < count; d++) {
        buf_add_char(out, d ? ',' : '[');
        if (at.at[d] == EVERY)
            buf_add_char(out, ':');
        else
            buf_printf(out, "%lld", (long long)at.at[d]);
    }
    if (count) buf_add_char(out, ']');
}

const char *entry_held(const Trace *trace, int entry, Arena *arena)
{
    const HeldCells *held = trace->entries[entry].call.held;
    Buf text = {.arena = arena};
    for (int i = 0; held && i < held->count; i++) {
        if (i) buf_add(&text, STR(", "));
        int before = text.n;
        part_write_indices(trace, (Cell){entry, held->hold[i].at}, &text);
        if (text.n > before) buf_add_char(&text, ' ');
        hold_say(&held->hold[i], &text);
    }
    return held ? buf_text(&text) : NULL;
}

// ---- what an entry is called ------------------------------------------------------------------

// "weight" and "query.weight" are what "model.query.weight" ends with.
bool path_ends(const char *path, Str name)
{
    Str all = path ? str_from(path) : (Str){0};
    int before = all.n - name.n;
    return before >= 0 && name.n && str_equal(str_slice(all, before, all.n), name) &&
           (before == 0 || all.p[before - 1] == '.');
}

bool entry_is_reached_by(const Entry *entry, Str path)
{
    const OtherPath *other = entry->named.other_paths;
    while (other && !path_ends(other->path, path)) other = other->next;
    return other;
}

bool entry_is_called(const Trace *trace, int e, Str name)
{
    const Entry *entry = &trace->entries[e];
    bool is_name =
        entry->name && (str_is(name, entry->name) || path_ends(entry->named.path, name) ||
                        entry_is_reached_by(entry, name));
    return is_name || gradient_is_called(trace, e, name);
}

const Call *entry_named_in(const Entry *entry)
{
    bool is_local = entry->name && entry->named.is_local && !entry->named.is_attribute;
    return is_local ? entry->named.in : NULL;
}

int calls_with_name(const Trace *trace, Str name, Arena *arena, const Call ***calls)
{
    bool *gives = NEW_ARRAY(arena, bool, trace->call_count + 1);
    int count = 0;
    *calls = NEW_ARRAY(arena, const Call *, trace->call_count + 1);
    for (int e = 0; e < trace->entry_count; e++) {
        const Call *call = entry_named_in(&trace->entries[e]);
        if (call && str_is(name, trace->entries[e].name)) gives[call->index] = true;
    }
    for (int i = 0; i < trace->call_count; i++) {
        if (gives[i]) (*calls)[count++] = trace->calls[i];
    }
    return count;
}

// ---- groups of cells ----------------------------------------------------------------------------

// The coordinates from `low` to `high` of a dimension, as a subscript.
static void write_range(Buf *out, int64_t low, int64_t high, int64_t size)
{
    if (low == high)
        buf_printf(out, "%lld", (long long)low);
    else if (low == 0 && high == size - 1)
        buf_add_char(out, ':');
    else
        buf_printf(out, "%lld:%lld", (long long)low, (long long)high + 1);
}

const char *cells_name(const Trace *trace, const Cell *cells, int count, Arena *arena)
{
    const Shape *shape = trace_shape(trace, cells[0].entry);
    if (count == 1 || shape->ndim == 0) return cell_name(trace, cells[0], arena);
    const char *title = trace_operand_title(trace, cells[0].entry, arena);
    Index low = cells[0].at, high = cells[0].at;
    for (int i = 1; i < count; i++) {
        for (int d = 0; d < shape->ndim; d++) {
            if (cells[i].at.at[d] < low.at[d]) low.at[d] = cells[i].at.at[d];
            if (cells[i].at.at[d] > high.at[d]) high.at[d] = cells[i].at.at[d];
        }
    }
    int64_t box = 1;
    for (int d = 0; d < shape->ndim; d++) box *= high.at[d] - low.at[d] + 1;
    if (box != count) return arena_printf(arena, "%d cells of %s", count, title);
    Buf name = {.arena = arena};
    buf_printf(&name, "%s[", title);
    for (int d = 0; d < shape->ndim; d++) {
        int dim = convention_dim(trace, cells[0].entry, d);
        if (d) buf_add_char(&name, ',');
        write_range(&name, low.at[dim], high.at[dim], shape->dim[dim]);
    }
    buf_add_char(&name, ']');
    return buf_text(&name);
}
