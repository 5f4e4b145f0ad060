// Makes, undoes and resets edits. All edits are kept in one list of changes, of which undo takes
// one back; after each change the program runs again with those that are left.
#include "walk/edit.h"

#include "base/number.h"
#include "base/typed_number.h"
#include "study/typed_name.h"
#include "tensor/dtype.h"
#include "trace/loops.h"

#include <float.h>
#include <math.h>
#include <string.h>

// ---- what can be edited -------------------------------------------------------------------------

// A parameter as it was recorded last, before iterations changed it that are not recorded.
static bool cell_before_gap(const Trace *trace, Cell cell, Cell *before)
{
    const Entry *left = &trace->entries[cell.entry];
    const Tensor *tensor = left->call.output;
    bool is_leaf = tensor->requires_grad && !tensor->is_derived;
    if (!entry_is_left_over(left) || !left->name || !is_leaf) return false;
    int e = cell.entry - 1;
    while (e >= 0 && !(entry_is_called(trace, e, str_from(left->name)) &&
                       shape_equal(&trace->entries[e].call.shape, &tensor->shape)))
        e--;
    *before = (Cell){e, cell.at};
    return e >= 0;
}

bool edit_first_input(const Walk *walk, Cell cell, Cell *input)
{
    Cell given;
    if (cell.entry < 0) return false;
    while (!given_cell(walk->trace, cell, &given)) { // each step goes to an earlier entry
        cell = given;
        if (!cell_first_source(walk->trace, cell, &cell) &&
            !cell_before_gap(walk->trace, cell, &cell))
            return false;
    }
    *input = cell_named(walk->trace, cell);
    return true;
}

bool edit_input(const Walk *walk, Cell cell, Cell *input, Error *error)
{
    const Trace *trace = walk->trace;
    if (cell.entry < 0) return error_set(error, NULL, "no cell is selected");
    if (given_cell(trace, cell, input)) return true;
    const OpCall *origin = &trace->entries[input->entry].call;
    if (held_at(origin->held, input->at)) return true;
    const char *name = cell_name(trace, cell, error->arena);
    if (origin->output->is_number) {
        error_set(error, NULL, "%s is written in the code, not in a tensor", name);
        return error_hint(error, "only numbers of tensors are edited here");
    }
    Cell first;
    bool has_first = edit_first_input(walk, cell, &first);
    if (!has_first && !origin->op->sources) {
        error_set(error, NULL, "%s was computed where the program was not recorded", name);
        return error_hint(error, "edit a number that was recorded");
    }
    error_set(error, NULL, "%s is computed", name);
    return has_first ? error_hint(error, "edit what it is made from, such as %s",
                                  part_clear_name(trace, first, error->arena))
                     : error_hint(error, "it depends on no input");
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

static void add_change(Walk *walk, Change change)
{
    change.before = spot_here(walk);
    walk->changes_undone = 0;
    walk->changes = arena_grow(&walk->arena, walk->changes, (size_t)walk->change_count,
                               &walk->change_capacity, sizeof(Change));
    walk->changes[walk->change_count++] = change;
}

// A hold is done after those before it, as it may cover them.
static int add_override(Override *list, int count, int at, const Override *what)
{
    if (at < count && !override_is_hold(what)) {
        list[at] = *what;
        return count;
    }
    if (at < count) memmove(&list[at], &list[at + 1], (size_t)(--count - at) * sizeof *list);
    list[count++] = *what;
    return count;
}

static int release(Override *list, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!override_is_hold(&list[i])) list[kept++] = list[i];
    }
    return kept;
}

static int find_override(const Override *list, int count, const Override *wanted)
{
    int at = 0;
    while (at < count && !override_same(&list[at], wanted)) at++;
    return at;
}

int edit_overrides(const Walk *walk, Arena *arena, Override **overrides)
{
    Override *list = NEW_ARRAY(arena, Override, walk->change_count + 1);
    int count = 0;
    for (int i = 0; i < walk->change_count; i++) {
        const Change *change = &walk->changes[i];
        int at = find_override(list, count, &change->what);
        if (change->kind == CHANGE_RESET_ALL) {
            count = 0;
        } else if (change->kind == CHANGE_RELEASE_ALL) {
            count = release(list, count);
        } else if (change->kind == CHANGE_PUT) {
            count = add_override(list, count, at, &change->what);
        } else if (at < count) {
            memmove(&list[at], &list[at + 1], (size_t)(--count - at) * sizeof *list);
        }
    }
    *overrides = list;
    return count;
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
    Arena scratch = {0};
    Override *list;
    int at = edit_overrides(walk, &scratch, &list) - 1;
    while (at >= 0 && !is_hold_of(walk->trace, &list[at], part)) at--;
    if (at >= 0) *what = list[at];
    arena_free(&scratch);
    return at >= 0;
}

bool edits_run(Walk *walk)
{
    Arena scratch = {0};
    Override *overrides;
    int count = edit_overrides(walk, &scratch, &overrides);
    bool ran = walk_rerun(walk, overrides, count);
    arena_free(&scratch);
    return ran;
}

bool walk_was_stopped(Walk *walk)
{
    bool was = walk->was_stopped;
    walk->was_stopped = false;
    return was;
}

// What the list was before the last deed it is again, when what follows from that is stopped.
static bool take_effect(Walk *walk, int count, int undone)
{
    if (edits_run(walk)) return true;
    walk->change_count = count;
    walk->changes_undone = undone;
    return false;
}

void edits_forget(Walk *walk)
{
    walk->change_count = walk->changes_undone = 0;
}

void edit_put(Walk *walk, Override what)
{
    add_change(walk, (Change){.kind = CHANGE_PUT, .what = what});
}

bool edit_make(Walk *walk, Override what)
{
    edit_put(walk, what);
    return take_effect(walk, walk->change_count - 1, 0);
}

static bool put(Walk *walk, Cell input, double value, Error *error)
{
    Override hold, what = override_describe(walk->trace, input);
    if (edit_hold_of(walk, input, &hold) && hold.nth == EVERY_TIME) what.nth = EVERY_TIME;
    what.hold.value = value;
    return edit_make(walk, what) || error_set(error, NULL, WALK_STOPPED);
}

bool walk_edit(Walk *walk, Cell cell, Str typed, Error *error)
{
    Cell input;
    double value;
    if (!edit_input(walk, cell, &input, error)) return false;
    DType dtype = walk->trace->entries[input.entry].call.output->dtype;
    if (!edit_read(dtype, typed, &value, error)) return false;
    return put(walk, input, value, error);
}

// What the program gave, whatever was edited since.
static const Tensor *given_tensor(const Walk *walk, Cell input)
{
    Override what = override_describe(walk->trace, input);
    Cell cell = input;
    const Trace *trace = walk->original ? walk->original->trace : walk->trace;
    if (walk->original && !override_find(trace, &what, &cell)) return NULL;
    return trace->entries[cell.entry].call.output;
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

// 0.1 is added in decimal: nobody wants to see 0.30000000000000004.
static double nudged(double value, bool whole, int by)
{
    return whole ? value + by : round((value + 0.1 * by) * 1e6) / 1e6;
}

bool walk_nudge(Walk *walk, Cell cell, int by, Error *error)
{
    Cell input;
    if (!edit_input(walk, cell, &input, error)) return false;
    const Tensor *tensor = walk->trace->entries[input.entry].call.output;
    const Tensor *given = given_tensor(walk, input);
    double now = cell_value(walk->trace, input);
    double value = nudged(now, has_whole_numbers(given ? given : tensor), by);
    if (!isfinite(now))
        return error_set(error, NULL, "there is no number next to %s; e sets any number",
                         isnan(now) ? "nan"
                         : now > 0  ? "inf"
                                    : "-inf");
    if (tensor->dtype == DTYPE_BOOL) value = now == 0;
    Buf text = {.arena = error->arena};
    number_repr_double(&text, value);
    if (!check_number(tensor->dtype, buf_str(&text), value, error)) return false;
    return put(walk, input, value, error);
}

// ---- undoing ------------------------------------------------------------------------------------

bool walk_undo(Walk *walk)
{
    if (walk->change_count == 0) return false;
    bool same_way = walk_goes_same_way(walk);
    Spot before = walk->changes[--walk->change_count].before;
    walk->changes_undone++;
    bool ran = take_effect(walk, walk->change_count + 1, walk->changes_undone - 1);
    if (ran && !same_way) spot_go(walk, &before);
    return ran;
}

bool walk_redo(Walk *walk)
{
    if (walk->changes_undone == 0) return false;
    walk->changes_undone--;
    walk->change_count++;
    return take_effect(walk, walk->change_count - 1, walk->changes_undone + 1);
}

static bool reset(Walk *walk, Change change)
{
    Arena scratch = {0};
    Override *overrides;
    int count = edit_overrides(walk, &scratch, &overrides);
    bool all = change.kind == CHANGE_RESET_ALL;
    bool any = all ? count > 0
               : change.kind == CHANGE_RELEASE_ALL
                   ? release(overrides, count) < count
                   : find_override(overrides, count, &change.what) < count;
    arena_free(&scratch);
    if (!any) return false;
    bool same_way = walk_goes_same_way(walk);
    Spot first = walk->changes[0].before;
    add_change(walk, change);
    bool ran = take_effect(walk, walk->change_count - 1, 0);
    if (ran && all && !same_way) spot_go(walk, &first);
    return ran;
}

bool walk_reset_cell(Walk *walk, Cell cell)
{
    Cell input;
    Override what;
    if (cell.entry < 0) return false;
    bool is_given = given_cell(walk->trace, cell, &input);
    if (edit_hold_of(walk, input, &what)) return edit_take_back(walk, what);
    return is_given && edit_take_back(walk, override_describe(walk->trace, input));
}

bool edit_take_back(Walk *walk, Override what)
{
    return reset(walk, (Change){.kind = CHANGE_TAKE_BACK, .what = what});
}

bool edit_release_all(Walk *walk)
{
    return reset(walk, (Change){.kind = CHANGE_RELEASE_ALL});
}

bool walk_reset_edits(Walk *walk)
{
    return reset(walk, (Change){.kind = CHANGE_RESET_ALL});
}
