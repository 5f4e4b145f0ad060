// Edits by name: as --set gives them, and as they are kept from one session to the next.
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

// The entry of the tensor number `number` (from 1) among those that the program gave, or -1.
static int numbered(const Trace *trace, int64_t number)
{
    for (int e = 0; e < trace->entry_count; e++) {
        if (trace->entries[e].is_given && --number == 0) return e;
    }
    return -1;
}

static bool find_numbered(const Trace *trace, Str name, int *entry, Error *error)
{
    int64_t number;
    bool ok = number_parse_int(str_slice(name, 1, name.n), &number) && number > 0;
    *entry = ok ? numbered(trace, number) : -1;
    return *entry >= 0 || error_set(error, NULL, "there is no given tensor %.*s", STR_ARG(name));
}

static bool cell_of(const Trace *trace, int entry, Str text, Str indices, Cell *cell, Error *error)
{
    int given;
    *cell = (Cell){.entry = entry};
    if (!trace_parse_indices(trace, text, indices, false, cell, &given, error)) return false;
    const Shape *shape = trace_shape(trace, entry);
    if (given == shape->ndim && shape_count(shape)) return true;
    error_set(error, NULL, "'%.*s' names %d of %d indices: the shape is %s", STR_ARG(text), given,
              shape->ndim, shape_tuple(error->arena, shape));
    return error_hint(error, "one number for each dimension, such as %s",
                      cell_name(trace, (Cell){.entry = entry}, error->arena));
}

// The last tensor of that name that the program gave; the error is that of the very last one.
static bool named_input(const Walk *walk, Str name, Str text, Str indices, Cell *input,
                        Error *error)
{
    const Trace *trace = walk->trace;
    SCRATCH(scratch);
    bool found = false;
    for (int b = trace->binding_count - 1; b >= 0 && !found; b--) {
        Error unsaid = {.arena = &scratch};
        Error *said = error->set ? &unsaid : error;
        Cell cell;
        if (!str_is(name, trace->bindings[b].name)) continue;
        found = cell_of(trace, trace->bindings[b].entry, text, indices, &cell, said) &&
                edit_input(walk, cell, input, said);
    }
    if (found) *error = (Error){.arena = error->arena};
    return found;
}

static bool input_of(const Walk *walk, Str text, Cell *input, Error *error)
{
    text = str_trim(text);
    int bracket = str_find(text, "["), entry;
    Str name = str_trim(str_slice(text, 0, bracket < 0 ? text.n : bracket));
    Str indices = bracket < 0 ? (Str){0} : str_slice(text, bracket, text.n);
    Cell cell;
    if (str_starts(name, "#"))
        return find_numbered(walk->trace, name, &entry, error) &&
               cell_of(walk->trace, entry, text, indices, &cell, error) &&
               edit_input(walk, cell, input, error);
    if (named_input(walk, name, text, indices, input, error)) return true;
    return !error->set && trace_parse_tensor(walk->trace, text, &cell, &entry, error) &&
           cell_of(walk->trace, cell.entry, text, indices, &cell, error) &&
           edit_input(walk, cell, input, error);
}

bool edit_add(Walk *walk, Str cell, Str number, Error *error)
{
    Cell input;
    double value;
    if (words_are_named(walk, cell)) return words_add(walk, cell, number, error);
    Walk first = *walk; // read only: as if there were no edits
    if (walk->original) {
        first.trace = walk->original->trace;
        first.original = NULL;
    }
    if (!input_of(&first, cell, &input, error)) return false;
    DType dtype = trace_output(first.trace, input.entry)->dtype;
    if (!edit_read(dtype, number, &value, error)) return false;
    Override what = override_describe(first.trace, input);
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

static const char *name_of(const Walk *walk, Cell input, Arena *arena)
{
    Walk first = *walk;
    first.trace = first_trace(walk);
    first.original = NULL;
    Cell named = with_name(first.trace, input);
    const char *name = cell_name(first.trace, named, arena);
    Error error = {.arena = arena};
    Cell found;
    bool is_clear = input_of(&first, str_from(name), &found, &error) && cell_equal(found, input);
    return is_clear ? name : part_clear_name(first.trace, named, arena);
}

// ---- what is in force ---------------------------------------------------------------------------

static void describe_edit(const Walk *walk, const Override *override, Edit *edit, Arena *arena)
{
    const Trace *first = first_trace(walk);
    Cell input;
    if (override_find(first, override, &input)) {
        edit->dtype = first->entries[input.entry].call.output->dtype;
        edit->before = cell_value(first, input);
        edit->cell = name_of(walk, input, arena);
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
    Override last = *override;
    int entry = -1;
    if (override->nth != EVERY_TIME) entry = override_entry(first, override, 0);
    for (int e = 0; override->nth == EVERY_TIME && e >= 0; e = override_entry(first, &last, e + 1))
        entry = override_entry(first, &last, e);
    edit->hold = hold_words(override, arena);
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

void edit_write(const Edit *edit, int digits, Buf *out)
{
    if (edit->hold) {
        buf_printf(out, "%s held at %s", edit->shown, edit->hold);
        if (edit->times > 1)
            buf_printf(out, " (%d times)", edit->times);
        else if (edit->of > 1)
            buf_printf(out, " (1 of %d times)", edit->of);
        return;
    }
    if (edit->word) {
        buf_printf(out, "%s %s → %s", edit->cell, edit->word_before, edit->word);
        return;
    }
    digits = number_digits_apart(edit->before, edit->now, digits);
    buf_printf(out, "%s ", edit->cell);
    dtype_write(out, edit->dtype, edit->before, digits);
    buf_add(out, STR(" → "));
    dtype_write(out, edit->dtype, edit->now, digits);
}
