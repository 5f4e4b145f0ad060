// Makes, undoes and resets edits. Each change keeps all that is in force after it, and undo goes
// back to the one before; after each the program runs again with what is in force.
#include "walk/edits/hold.h"

#include "base/text/number.h"
#include "base/text/typed_number.h"
#include "study/names/typed_name.h"
#include "tensor/autograd.h"
#include "tensor/dtype.h"
#include "tensor/op.h"
#include "trace/record/loops.h"

#include <float.h>
#include <math.h>
#include <string.h>

// ---- what can be edited -------------------------------------------------------------------------

bool edit_input(const Trace *trace, Cell cell, Cell *input, Error *error)
{
    if (cell.entry < 0) return error_set(error, NULL, "no cell is selected");
    if (given_cell(trace, cell, input)) return true;
    const OpCall *origin = &trace->entries[input->entry].call;
    if (held_at(origin->held, input->at)) return true;
    const char *name = cell_name(trace, cell, error->arena);
    if (origin->output->is_number) {
        error_set(error, NULL, "%s is written in the code, not in a tensor", name);
        return error_hint(error, "only numbers of tensors are edited here");
    }
    if (!origin->op->sources) {
        error_set(error, NULL, "%s was computed where the program was not recorded", name);
        return error_hint(error, "edit a number that was recorded");
    }
    error_set(error, NULL, "%s is computed", name);
    return error_hint(error, "hold it at a number, as --hold '%s=0' does", name);
}

bool edit_place(const Trace *trace, Cell cell, Cell *place, Error *error)
{
    if (cell.entry < 0) return edit_input(trace, cell, place, error);
    SCRATCH(scratch);
    Error computed = {.arena = &scratch};
    if (edit_input(trace, cell, place, &computed)) return true;
    *place = cell_named(trace, cell);
    return hold_check(trace, *place, error);
}

// ---- numbers that fit ---------------------------------------------------------------------------

static bool refuse(Error *error, Str typed, const char *wanted)
{
    return error_set(error, NULL, "'%.*s' is not %s", STR_ARG(typed), wanted);
}

static bool read_bool(Str typed, double *value)
{
    *value = str_is(typed, "True") || str_is(typed, "true") || str_is(typed, "1");
    return *value != 0 || str_is(typed, "False") || str_is(typed, "false") || str_is(typed, "0");
}

static bool fits_integer(DType dtype, double value)
{
    int bits = 8 * (int)dtype_bytes(dtype);
    if (fabs(value) > 0x1p53) return false;
    if (dtype == DTYPE_UINT8) return value >= 0 && value <= 255;
    double limit = ldexp(1, bits - 1);
    return value >= -limit && value < limit;
}

static bool has_digit(Str typed)
{
    int i = 0;
    while (i < typed.n && (typed.p[i] < '0' || typed.p[i] > '9')) i++;
    return i < typed.n;
}

// A float tensor takes "-inf" and "nan", as a mask has them; "1e999" is only too large.
static bool check_number(DType dtype, Str typed, double value, Error *error)
{
    bool is_meant = !isfinite(value) && !has_digit(typed);
    if (is_meant && !dtype_is_integer(dtype)) return true;
    if (dtype_is_integer(dtype) && value != floor(value)) {
        return error_set(error, NULL, "%.*s is not a whole number, and this tensor holds %s",
                         STR_ARG(typed), dtype_name(dtype));
    }
    bool fits = dtype_is_integer(dtype)  ? fits_integer(dtype, value)
                : dtype == DTYPE_FLOAT64 ? true
                : dtype == DTYPE_FLOAT32 ? fabs(value) <= (double)FLT_MAX
                                         : isfinite(dtype_held(dtype, value));
    return fits ||
           error_set(error, NULL, "%.*s is too large for %s", STR_ARG(typed), dtype_name(dtype));
}

bool edit_read(DType dtype, Str typed, double *value, Error *error)
{
    typed = str_trim(typed);
    if (dtype == DTYPE_BOOL)
        return read_bool(typed, value) || refuse(error, typed, "True or False (or 1 or 0)");
    TypedNumber number;
    if (!typed_number_read(typed, &number)) return refuse(error, typed, "a number");
    *value = number.value;
    return check_number(dtype, typed, *value, error);
}

// ---- the list of changes ------------------------------------------------------------------------

int edit_overrides(const Walk *walk, const Override **overrides)
{
    const Change *last = walk->edits.count ? &walk->edits.changes[walk->edits.count - 1] : NULL;
    *overrides = last ? last->overrides : NULL;
    return last ? last->count : 0;
}

int edit_overrides_with(const Walk *walk, const Override *what, Arena *arena, Override **overrides)
{
    const Override *now;
    int count = edit_overrides(walk, &now);
    *overrides = NEW_ARRAY(arena, Override, count + 1);
    if (count) memcpy(*overrides, now, (size_t)count * sizeof *now);
    if (what) (*overrides)[count++] = *what;
    return count;
}

static void add_change(Walk *walk, Override *overrides, int count)
{
    walk->edits.undone = 0;
    *ARENA_ADD(&walk->arena, walk->edits.changes, walk->edits.count) =
        (Change){overrides, count, spot_here(walk)};
}

// A hold is done after those before it, as it may cover them.
void edit_put(Walk *walk, Override what)
{
    Override *list;
    int last = edit_overrides_with(walk, &what, &walk->arena, &list) - 1, at = 0;
    while (!override_same(&list[at], &what)) at++;
    if (at < last && override_is_hold(&what))
        memmove(&list[at], &list[at + 1], (size_t)(last - at) * sizeof *list);
    else
        list[at] = what;
    add_change(walk, list, at < last ? last : last + 1);
}

// Is the hold about the entry, and about all of the part?
static bool is_hold_of(const Trace *trace, const Override *override, Cell part)
{
    bool is_other = false;
    int entry = override_entry(trace, override, part.entry);
    for (int d = 0; d < MAX_DIMS; d++) {
        int64_t at = override->hold.at.at[d];
        is_other |= at != EVERY && at != part.at.at[d];
    }
    return entry == part.entry && !is_other && override_is_hold(override);
}

bool edit_hold_of(const Walk *walk, Cell part, Override *what)
{
    const Override *list;
    int at = edit_overrides(walk, &list) - 1;
    while (at >= 0 && !is_hold_of(walk->trace, &list[at], part)) at--;
    if (at >= 0) *what = list[at];
    return at >= 0;
}

bool walk_was_stopped(Walk *walk)
{
    bool was = walk->program.was_stopped;
    walk->program.was_stopped = false;
    return was;
}

// What the list was before the last change it is again, when what follows from that is stopped.
static bool take_effect(Walk *walk, int count, int undone)
{
    if (walk_rerun(walk)) return true;
    walk->edits.count = count;
    walk->edits.undone = undone;
    return false;
}

void edits_forget(Walk *walk)
{
    walk->edits.count = walk->edits.undone = 0;
}

bool edit_make(Walk *walk, Override what)
{
    edit_put(walk, what);
    return take_effect(walk, walk->edits.count - 1, 0);
}

// Held, what is asked would be known.
static bool find_place(const Walk *walk, Cell cell, Cell *place, Error *error)
{
    Cell given;
    if (!edit_place(walk->trace, cell, place, error)) return false;
    if (given_cell(walk->trace, *place, &given) || !walk_hides(walk, cell)) return true;
    return error_set(error, NULL, "this number is yours to predict: answer first");
}

static bool put(Walk *walk, Cell place, double value, Error *error)
{
    Cell source = place;
    Override hold, what = hold_describe(walk->trace, &source, &walk->arena);
    if (edit_hold_of(walk, place, &hold) && hold.nth == EVERY_TIME) what.nth = EVERY_TIME;
    what.hold.value = value;
    return edit_make(walk, what) || error_set(error, NULL, WALK_STOPPED);
}

bool walk_edit(Walk *walk, Cell cell, Str typed, Error *error)
{
    Cell place;
    double value;
    if (!find_place(walk, cell, &place, error)) return false;
    DType dtype = trace_output(walk->trace, place.entry)->dtype;
    if (!edit_read(dtype, typed, &value, error)) return false;
    return put(walk, place, value, error);
}

// What the program gave, whatever was edited since.
static const Tensor *given_tensor(const Walk *walk, Cell input)
{
    Override what = override_describe(walk->trace, input);
    Cell cell = input;
    const Trace *trace = walk->original ? walk->original->trace : walk->trace;
    if (walk->original && !override_find(trace, &what, &cell)) return NULL;
    return trace_output(trace, cell.entry);
}

static bool has_whole_numbers(const Tensor *tensor)
{
    if (!dtype_is_float(tensor->dtype)) return true;
    Index at = {0};
    if (tensor_count(tensor) == 0) return true;
    do {
        double value = tensor_get(tensor, at);
        if (isfinite(value) && value != floor(value)) return false;
    } while (index_next(&tensor->shape, &at));
    return true;
}

bool walk_nudge(Walk *walk, Cell cell, int by, Error *error)
{
    Cell place;
    if (!find_place(walk, cell, &place, error)) return false;
    const Tensor *tensor = trace_output(walk->trace, place.entry);
    const Tensor *given = given_tensor(walk, place);
    double now = cell_value(walk->trace, place);
    bool whole = has_whole_numbers(given ? given : tensor);
    // 0.1 is added in decimal, so that it does not become 0.30000000000000004.
    double value = whole ? now + by : round((now + 0.1 * by) * 1e6) / 1e6;
    if (!isfinite(now))
        return error_set(error, NULL, "there is no number next to %s; e sets any number",
                         isnan(now) ? "nan"
                         : now > 0  ? "inf"
                                    : "-inf");
    if (tensor->dtype == DTYPE_BOOL) value = now == 0;
    Buf text = {.arena = error->arena};
    number_repr_double(&text, value);
    if (!check_number(tensor->dtype, buf_str(&text), value, error)) return false;
    return put(walk, place, value, error);
}

// ---- undoing ------------------------------------------------------------------------------------

bool walk_undo(Walk *walk)
{
    if (walk->edits.count == 0) return false;
    bool same_way = walk_goes_same_way(walk);
    Spot before = walk->edits.changes[--walk->edits.count].before;
    walk->edits.undone++;
    bool ran = take_effect(walk, walk->edits.count + 1, walk->edits.undone - 1);
    if (ran && !same_way) spot_go(walk, &before);
    return ran;
}

bool walk_redo(Walk *walk)
{
    if (walk->edits.undone == 0) return false;
    walk->edits.undone--;
    walk->edits.count++;
    return take_effect(walk, walk->edits.count - 1, walk->edits.undone + 1);
}

typedef enum TakenBack { TAKES_ONE, TAKES_HOLDS, TAKES_ALL } TakenBack;

static bool take_back(Walk *walk, TakenBack which, const Override *what)
{
    const Override *list;
    int count = edit_overrides(walk, &list), kept = 0;
    Override *left = NEW_ARRAY(&walk->arena, Override, count + 1);
    for (int i = 0; i < count; i++) {
        bool goes = which == TAKES_ONE     ? override_same(&list[i], what)
                    : which == TAKES_HOLDS ? override_is_hold(&list[i])
                                           : true;
        if (!goes) left[kept++] = list[i];
    }
    if (kept == count) return false;
    bool same_way = walk_goes_same_way(walk);
    Spot first = walk->edits.changes[0].before;
    add_change(walk, left, kept);
    bool ran = take_effect(walk, walk->edits.count - 1, 0);
    if (ran && which == TAKES_ALL && !same_way) spot_go(walk, &first);
    return ran;
}

bool walk_reset_cell(Walk *walk, Cell cell)
{
    Cell input;
    Override what;
    if (cell.entry < 0) return false;
    bool is_given = given_cell(walk->trace, cell, &input);
    if (hold_source(walk->trace, &cell)) input = cell;
    if (edit_hold_of(walk, input, &what)) return edit_take_back(walk, what);
    return is_given && edit_take_back(walk, override_describe(walk->trace, input));
}

bool edit_take_back(Walk *walk, Override what)
{
    return take_back(walk, TAKES_ONE, &what);
}

bool edit_release_all(Walk *walk)
{
    return take_back(walk, TAKES_HOLDS, NULL);
}

bool walk_reset_edits(Walk *walk)
{
    return take_back(walk, TAKES_ALL, NULL);
}
