// Edits by name: as --set gives them, and as they are kept from one session to the next.
#include "study/looks/typeset.h"
#include "study/names/title.h"
#include "study/names/typed_name.h"
#include "trace/names/convention.h"
#include "walk/edits/hold.h"
#include "walk/edits/words.h"

#include "base/text/number.h"
#include "tensor/dtype.h"

#include <string.h>

// Names mean what they mean in the run without edits.
static const Trace *first_trace(const Walk *walk)
{
    return walk->original ? walk->original->trace : walk->trace;
}

// ---- from text to cells -------------------------------------------------------------------------

// The given cell of that name; where the last tensor of it was computed, of the last that was
// given.
static bool find_input(const Trace *trace, Str text, Cell *input, Error *error)
{
    Cell cell;
    int indices;
    if (!trace_parse_tensor(trace, text, &cell, &indices, error)) return false;
    const Shape *shape = trace_shape(trace, cell.entry);
    if (indices < shape->ndim || shape_count(shape) == 0) {
        error_set(error, NULL, "'%.*s' names %d of %d indices: the shape is %s", STR_ARG(text),
                  indices, shape->ndim, shape_tuple(error->arena, shape));
        return error_hint(error, "one number for each dimension, such as %s",
                          cell_name(trace, (Cell){.entry = cell.entry}, error->arena));
    }
    if (edit_input(trace, cell, input, error)) return true;
    const char *name = trace->entries[cell.entry].name;
    for (int e = cell.entry - 1; name && e >= 0; e--) {
        bool is_so_called =
            entry_is_called(trace, e, str_from(name)) && shape_equal(trace_shape(trace, e), shape);
        if (!is_so_called || !given_cell(trace, (Cell){e, cell.at}, input)) continue;
        *error = (Error){.arena = error->arena};
        return true;
    }
    return false;
}

bool edit_add(Walk *walk, Str cell, Str number, Error *error)
{
    Cell input;
    double value;
    const Trace *first = first_trace(walk);
    if (words_are_named(walk, cell)) return words_add(walk, cell, number, error);
    if (!find_input(first, str_trim(cell), &input, error)) return false;
    if (!edit_read(trace_output(first, input.entry)->dtype, number, &value, error)) return false;
    Override what = override_describe(first, input);
    what.hold.value = value;
    edit_put(walk, what);
    return true;
}

// ---- and back -----------------------------------------------------------------------------------

// The cell under the name that the program gave the tensor, perhaps only after it was moved there.
static Cell with_name(const Trace *trace, Cell input)
{
    const Shape *shape = trace_shape(trace, input.entry);
    for (int e = input.entry; e < trace->entry_count; e++) {
        const Entry *entry = &trace->entries[e];
        if (!entry->name || !shape_equal(&entry->call.output->shape, shape)) continue;
        Cell cell = {e, input.at};
        if (cell_equal(cell_origin(trace, cell), input)) return cell;
    }
    return input;
}

static const char *name_of(const Trace *first, Cell input, Arena *arena)
{
    Cell named = with_name(first, input), found;
    const char *name = cell_name(first, named, arena);
    Error error = {.arena = arena};
    bool is_clear = find_input(first, str_from(name), &found, &error) && cell_equal(found, input);
    return is_clear ? name : part_clear_name(first, named, arena);
}

// ---- what is in force ---------------------------------------------------------------------------

static void describe_edit(const Walk *walk, const Override *override, Edit *edit, Arena *arena)
{
    const Trace *first = first_trace(walk);
    Cell input;
    if (override_find(first, override, &input)) {
        edit->dtype = first->entries[input.entry].call.output->dtype;
        edit->before = cell_value(first, input);
        edit->cell = name_of(first, input, arena);
    } else { // of a tensor that only the edited program makes
        edit->before = override->before;
        edit->cell = edit->is_done ? cell_name(walk->trace, edit->input, arena) : "?";
    }
}

// Held cells of what was given are numbers given otherwise; elsewhere the call says it.
static bool is_held_in(const Override *override, const OpCall *call)
{
    Hold part = {.at = override->hold.at};
    if (override->is_given) return hold_fits(&part, &call->output->shape);
    for (int i = 0; call->held && i < call->held->count; i++) {
        const Hold *hold = &call->held->hold[i];
        if (hold->kind == override->hold.kind && memcmp(&hold->at, &part.at, sizeof part.at) == 0)
            return true;
    }
    return false;
}

static void count_held(const Walk *walk, const Override *override, Edit *edit)
{
    const Trace *trace = walk->trace;
    Override every = *override;
    every.nth = EVERY_TIME;
    int own = override_entry(trace, override, 0);
    for (int e = override_entry(trace, &every, 0); e >= 0;
         e = override_entry(trace, &every, e + 1)) {
        bool is_meant = override->nth == EVERY_TIME || e == own;
        edit->of++;
        edit->times += is_meant && is_held_in(override, &trace->entries[e].call);
    }
    edit->is_done = edit->times > 0;
}

static void describe_hold(const Walk *walk, const Override *override, Edit *edit, Arena *arena)
{
    const Trace *first = first_trace(walk);
    int entry = override_entry(first, override, 0), next = entry;
    for (; override->nth == EVERY_TIME && next >= 0;
         next = override_entry(first, override, next + 1))
        entry = next;
    edit->hold = hold_words(override, arena);
    edit->copy = override->copy;
    count_held(walk, override, edit);
    Cell part = {entry, override->hold.at};
    edit->cell = entry < 0 ? "?" : part_clear_name(first, part, arena);
    bool has_name = *edit->cell != '#' && entry >= 0;
    edit->shown = has_name || entry < 0 ? edit->cell : tensor_part_title(first, part, arena);
}

int walk_edits(const Walk *walk, Arena *arena, Edit **edits)
{
    const Override *overrides;
    int count = edit_overrides(walk, &overrides);
    *edits = NEW_ARRAY(arena, Edit, count + 1);
    for (int i = 0; i < count; i++) {
        Edit *edit = &(*edits)[i];
        edit->dtype = DTYPE_FLOAT32;
        edit->now = overrides[i].hold.value;
        edit->is_done = override_find(walk->trace, &overrides[i], &edit->input);
        if (overrides[i].words) {
            edit->cell = edit->shown = words_name(walk, &overrides[i], arena);
            words_pair(&overrides[i], arena, &edit->word_before, &edit->word);
            edit->is_done = true;
        } else if (override_is_hold(&overrides[i]))
            describe_hold(walk, &overrides[i], edit, arena);
        else
            describe_edit(walk, &overrides[i], edit, arena);
    }
    return count;
}

static void write_hold(const Edit *edit, Buf *out)
{
    Str at = str_from(edit->hold);
    bool is_from = str_starts(at, "from ");
    const char *from = is_from ? "what it is in " : "";
    if (is_from) at = str_slice(at, (int)strlen("from "), at.n);
    if (edit->copy)
        buf_printf(out, "%s is a copy of %s; that is held at %s%.*s", edit->copy, edit->shown, from,
                   STR_ARG(at));
    else
        buf_printf(out, "%s held at %s%.*s", edit->shown, from, STR_ARG(at));
    if (edit->times > 1)
        buf_printf(out, " (%d times)", edit->times);
    else if (edit->of > 1)
        buf_printf(out, " (1 of %d times)", edit->of);
}

void edit_write_change(const Edit *before, const Edit *now, int digits, Buf *out)
{
    const Edit *edit = now ? now : before;
    if (edit->hold && now) {
        write_hold(now, out);
    } else if (edit->hold) {
        buf_printf(out, "%s not held", edit->cell);
    } else if (edit->word) {
        buf_printf(out, "%s %s → %s", edit->cell, before ? before->word : now->word_before,
                   now ? now->word : before->word_before);
    } else {
        double from = before && !before->hold ? before->now : edit->before;
        double to = now ? now->now : edit->before;
        digits = number_digits_apart(from, to, digits);
        buf_printf(out, "%s ", edit->cell);
        typeset_value(out, edit->dtype, from, digits);
        buf_add(out, STR(" → "));
        typeset_value(out, edit->dtype, to, digits);
    }
}

void edit_write(const Edit *edit, int digits, Buf *out)
{
    edit_write_change(NULL, edit, digits, out);
}
