// Compares the run with edits with the run without: which cells differ, and whether both took the
// same way through the program.
#include "walk/edits/edit.h"

#include "tensor/op.h"
#include "trace/record/counterpart.h"
#include "walk/runs/rerun.h"

#include <string.h>

// ---- two outputs, cell by cell -----------------------------------------------------------------

static const int *aligned(const Trace *now, const Trace *before, Arena *arena)
{
    int *of = NEW_ARRAY(arena, int, now->entry_count + 1);
    for (int i = 0, j = 0; i < now->entry_count;) {
        const Entry *a = &now->entries[i], *b = &before->entries[j];
        bool is_end = j >= before->entry_count;
        if (!is_end && entry_is_alike(a, b)) {
            of[i++] = j++;
            continue;
        }
        int parted = is_end || a->statement < b->statement ? a->statement : b->statement;
        while (i < now->entry_count && now->entries[i].statement <= parted) of[i++] = -1;
        while (j < before->entry_count && before->entries[j].statement <= parted) j++;
    }
    return of;
}

ChangedCells *changed_cells_new(const Trace *now, const Trace *before, Arena *arena)
{
    ChangedCells *changed = NEW(arena, ChangedCells);
    changed->of_entry = NEW_ARRAY(&changed->arena, Differences *, now->entry_count);
    if (before) changed->before = aligned(now, before, &changed->arena);
    return changed;
}

void changed_cells_free(ChangedCells *changed)
{
    if (changed) arena_free(&changed->arena);
}

const Differences *changed_cells_of(ChangedCells *changed, int entry, const Tensor *before,
                                    const Tensor *now, double rounding)
{
    Differences **known = &changed->of_entry[entry];
    if (!*known) {
        *known = NEW(&changed->arena, Differences);
        **known = tensor_differences(before, now, rounding);
    }
    return *known;
}

// ---- the two runs -------------------------------------------------------------------------------

int walk_entry_before(const Walk *walk, int entry)
{
    return walk->original && entry >= 0 ? walk->ran.changed->before[entry] : -1;
}

const Tensor *walk_output_before(const Walk *walk, int entry)
{
    int at = walk_entry_before(walk, entry);
    if (at < 0) return NULL;
    const Tensor *before = trace_output(walk->original->trace, at);
    const Tensor *now = trace_output(walk->trace, entry);
    return shape_equal(&before->shape, &now->shape) ? before : NULL;
}

// What is given or held is what the reader made it.
static double rounding_of(const Walk *walk, int entry, const Tensor *before)
{
    const OpCall *call = &walk->trace->entries[entry].call;
    return call->held || !call->op->sources ? 0 : tensor_rounding(before, call->output);
}

bool walk_changed(const Walk *walk, Cell cell, double *before)
{
    const Tensor *tensor = walk_output_before(walk, cell.entry);
    if (!tensor) return false;
    *before = tensor_get(tensor, cell.at);
    return tensor_numbers_differ(*before, cell_value(walk->trace, cell),
                                 rounding_of(walk, cell.entry, tensor));
}

const Differences *walk_differences(const Walk *walk, int entry)
{
    const Tensor *before = walk_output_before(walk, entry);
    if (!before) return NULL;
    return changed_cells_of(walk->ran.changed, entry, before, trace_output(walk->trace, entry),
                            rounding_of(walk, entry, before));
}

int64_t walk_changed_cells(const Walk *walk, int entry, int64_t *cells)
{
    const Differences *found = walk_differences(walk, entry);
    *cells = tensor_count(trace_output(walk->trace, entry));
    return found ? found->count : walk->original ? -1 : 0;
}

// "line 85", of another file than the lesson "line 85 of model.py"; NULL: of no file of a reader's.
static const char *line_told(const Walk *walk, Span source, Arena *arena)
{
    int line = span_line(source);
    if (!line || source.source->is_library) return NULL;
    const char *file = source.source->name, *slash = strrchr(file, '/');
    if (strcmp(file, walk->lesson.source->name) == 0) return arena_printf(arena, "line %d", line);
    return arena_printf(arena, "line %d of %s", line, slash ? slash + 1 : file);
}

// Where the program without the edits goes on and this one does not, or the other way round.
static Span parting(const Walk *walk)
{
    const Trace *now = walk->trace, *before = walk->original->trace;
    if (walk->edits.alike < now->entry_count) return entry_written(now, walk->edits.alike);
    if (walk->edits.alike < before->entry_count) return entry_written(before, walk->edits.alike);
    return (Span){0};
}

static const char *other_shape(const Walk *walk, Arena *arena)
{
    for (int i = 0; i < walk->edits.alike; i++) {
        const Shape *now = trace_shape(walk->trace, i);
        const Shape *before = trace_shape(walk->original->trace, i);
        if (shape_equal(now, before)) continue;
        return arena_printf(arena, "%s has the shape %s, not %s",
                            entry_title(walk->trace, i, arena), shape_tuple(arena, now),
                            shape_tuple(arena, before));
    }
    return NULL;
}

const char *walk_other_way(const Walk *walk, Arena *arena)
{
    if (walk_goes_same_way(walk)) return NULL;
    if (walk->ran.error.set && !walk->original->ran.error.set) {
        const char *kind = walk->ran.error.kind ? walk->ran.error.kind : "Error";
        const char *line = line_told(walk, walk->ran.error.at, arena);
        if (line) return arena_printf(arena, "the program stops in %s: %s", line, kind);
        return arena_printf(arena, "the program stops: %s", kind);
    }
    const char *shape = other_shape(walk, arena);
    if (shape) return shape;
    const char *line = line_told(walk, parting(walk), arena);
    if (line) return arena_printf(arena, "the program takes a different path from %s on", line);
    return "the program takes a different path";
}

const char *walk_broken_claims(const Walk *walk, Arena *arena)
{
    const Span *claims;
    int count = run_broken_claims(walk->ran.run, &claims);
    if (count == 0) return NULL;
    Buf text = {.arena = arena};
    buf_printf(&text,
               count == 1 ? "%d assert does not hold: line" : "%d asserts do not hold: lines",
               count);
    for (int i = 0; i < count; i++) buf_printf(&text, i ? ", %d" : " %d", span_line(claims[i]));
    return buf_text(&text);
}

// A line of a tensor, which walk_differences() compares cell by cell.
static bool is_of_tensor(Str line)
{
    return str_starts(line, "tensor(") || str_starts(line, " ");
}

bool walk_changed_line(const Walk *walk, const CodeBlock *code, Str *before, Str *now)
{
    const Printed *then = walk->original ? walk_printed(walk->original, code) : NULL;
    const Printed *printed = walk_printed(walk, code);
    if (!then || !printed) return false;
    Str old = str_from(then->text), new = str_from(printed->text);
    bool any_old, any_new;
    do {
        *before = *now = (Str){0};
        any_old = str_next_line(&old, before);
        any_new = str_next_line(&new, now);
    } while ((any_old || any_new) && (str_equal(*before, *now) || is_of_tensor(*now)));
    return any_old || any_new;
}

const char *notice_text(const Walk *walk, Arena *arena)
{
    Buf text = {.arena = arena};
    Edit *edits;
    int count = walk_edits(walk, arena, &edits);
    for (int i = 0; i < count; i++) {
        if (!edits[i].word || !edits[i].word_before) continue;
        buf_printf(&text, "Where the rows say \"%s\", the text may still say \"%s\".",
                   edits[i].word, edits[i].word_before);
        break;
    }
    if (walk->view.columns)
        buf_printf(&text,
                   "%sText and code have tokens as rows; matrices and equations, as columns.",
                   text.n ? " " : "");
    return text.n ? buf_text(&text) : NULL;
}
