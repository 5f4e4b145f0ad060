// The commands of the line-by-line walk that edit numbers of the program, and take edits back.
#include "linear/commands.h"

#include "base/text/number.h"
#include "study/names/typed_name.h"
#include "study/names/words.h"
#include "walk/edits/hold.h"
#include "walk/edits/labelling.h"
#include "walk/edits/words.h"
#include "walk/goals.h"
#include "walk/runs/slope.h"

#include <inttypes.h>
#include <limits.h>

static void say_aside(Linear *l)
{
    Str word;
    for (int s = 0; s < l->walk->lesson.step_count; s++) {
        const Step *step = &l->walk->lesson.steps[s];
        for (int b = 0; b < step->count; b++) {
            const Block *block = &step->blocks[b];
            if (block->kind == BLOCK_PREDICTION &&
                question_is_aside(l->walk, &block->prediction, &word))
                buf_printf(&l->out, "A question of step %d, about \"%.*s\", is put aside.\n", s + 1,
                           STR_ARG(word));
        }
    }
}

// How much of it is another number now.
static bool say_changed(Linear *l, const Binding *binding)
{
    int64_t cells, changed = walk_changed_cells(l->walk, binding->entry, &cells);
    if (changed > 0)
        buf_printf(&l->out, "  %s: %" PRId64 " of %" PRId64 " changed.\n", binding->name, changed,
                   cells);
    return changed > 0;
}

static void say_edited(Linear *l, const char *what, uint64_t goals)
{
    const char *news = goals_news(l->walk, goals_held(l->walk), goals, &l->arena);
    const Trace *trace = l->walk->trace;
    l->asked = NULL; // the questions are new ones
    const char *other = walk_other_way(l->walk, &l->arena);
    buf_printf(&l->out, "%s.", what);
    if (other) buf_printf(&l->out, " Now %s.", other);
    buf_add_char(&l->out, '\n');
    if (!l->walk->original) buf_add(&l->out, STR("All is as in the program.\n"));
    for (int i = 0; i < trace->binding_count && l->walk->original; i++)
        say_changed(l, &trace->bindings[i]);
    say_aside(l);
    if (l->walk->ran.error.set) error_print(&l->walk->ran.error, &l->out);
    if (news) buf_printf(&l->out, "%s\n", news);
}

void linear_change(Linear *l, Str rest, LinearChange *change, const char *done, const char *nothing)
{
    Error error = {.arena = &l->arena};
    uint64_t goals = goals_held(l->walk);
    if (change(l->walk, rest, &error))
        say_edited(l, done, goals);
    else if (walk_was_stopped(l->walk))
        buf_add(&l->out, STR(WALK_STOPPED "\n"));
    else if (error.set)
        error_print(&error, &l->out);
    else
        buf_printf(&l->out, "%s\n", nothing);
}

// "x[0,1] 5" or, for the number at hand, "5".
bool linear_edit(Walk *walk, Str rest, Error *error)
{
    int bracket = str_find(rest, "]"), space = bracket < 0 ? str_find(rest, " ") : bracket + 1;
    if (bracket < 0 && space >= 0 && rest.p[0] >= '0' && rest.p[0] <= '9') space = -1; // "1 / 2"
    Str number = space < 0 ? rest : str_trim(str_slice(rest, space, rest.n));
    Cell cell = walk->at.selected;
    if (space >= 0 && !cell_parse(walk->trace, str_slice(rest, 0, space), &cell, error))
        return false;
    return number.n && cell.entry >= 0 && walk_edit(walk, cell, number, error);
}

bool linear_undo(Walk *walk, Str rest UNUSED, Error *error UNUSED)
{
    return walk_undo(walk);
}

bool linear_redo(Walk *walk, Str rest UNUSED, Error *error UNUSED)
{
    return walk_redo(walk);
}

bool linear_reset(Walk *walk, Str rest, Error *error)
{
    Cell cell;
    if (rest.n == 0) return walk_reset_edits(walk);
    return cell_parse(walk->trace, rest, &cell, error) && walk_reset_cell(walk, cell);
}

void linear_labels(Linear *l, Str rest)
{
    Error error = {.arena = &l->arena};
    if (walk_label(l->walk, rest, &error))
        buf_printf(&l->out, "%s\n", labels_told(l->walk, rest, &l->arena));
    else
        error_print(&error, &l->out);
}

// ---- old and new --------------------------------------------------------------------------------

static void say_pair(const Linear *l, DType dtype, double before, double now, Buf *out)
{
    int digits = number_digits_apart(before, now, l->walk->view.digits);
    if (dtype == DTYPE_BOOL) {
        buf_printf(out, " from %s to %s", before != 0 ? "True" : "False",
                   now != 0 ? "True" : "False");
        return;
    }
    buf_add(out, STR(" from "));
    number_trimmed(out, before, digits);
    buf_add(out, STR(" to "));
    number_trimmed(out, now, digits);
}

static void say_cells(Linear *l, int entry)
{
    const Tensor *tensor = l->walk->trace->entries[entry].call.output;
    const Differences *found = walk_differences(l->walk, entry);
    for (int i = 0; i < found->count && i < DIFFERENCES_KEPT; i++) {
        Cell cell = {entry, found->first[i]};
        double before;
        walk_changed(l->walk, cell, &before);
        const char *words = cell_words(l->walk->trace, cell, &l->arena);
        buf_printf(&l->out, "    %s", cell_name(l->walk->trace, cell, &l->arena));
        if (words) buf_printf(&l->out, ", %s,", words);
        if (walk_hides(l->walk, cell))
            buf_add(&l->out, STR(" is yours to predict"));
        else
            say_pair(l, tensor->dtype, before, tensor_get(tensor, cell.at), &l->out);
        buf_add(&l->out, STR(".\n"));
    }
}

void linear_changes(Linear *l)
{
    Edit *edits;
    const Trace *trace = l->walk->trace;
    int count = walk_edits(l->walk, &l->arena, &edits);
    if (count == 0) buf_add(&l->out, STR("There are no edits. Example: edit x[0,1] 5\n"));
    for (int i = 0; i < count; i++) {
        if (edits[i].hold) {
            edit_write(&edits[i], l->walk->view.digits, &l->out);
            buf_add(&l->out, STR(".\n"));
            continue;
        }
        buf_printf(&l->out, "You changed %s", edits[i].cell);
        if (edits[i].word) {
            buf_printf(&l->out, " from %s to %s.\n", edits[i].word_before, edits[i].word);
            continue;
        }
        say_pair(l, edits[i].dtype, edits[i].before, edits[i].now, &l->out);
        buf_add(&l->out, STR(".\n"));
    }
    const char *other = walk_other_way(l->walk, &l->arena);
    const char *broken = walk_broken_claims(l->walk, &l->arena);
    if (other) buf_printf(&l->out, "Now %s.\n", other);
    if (broken) buf_printf(&l->out, "With the edits %s.\n", broken);
    for (int i = 0; i < trace->binding_count && count; i++) {
        if (say_changed(l, &trace->bindings[i])) say_cells(l, trace->bindings[i].entry);
    }
}

// ---- gradients ----------------------------------------------------------------------------------

void linear_nudge(Linear *l, Str rest)
{
    Cell cell;
    MeasuredSlope measured;
    Error error = {.arena = &l->arena};
    if (!linear_cell(l, rest, &cell)) return;
    if (slope_measure(l->walk, cell, SLOPE_STEP, &measured, &error)) {
        slope_write(l->walk, &measured, l->walk->view.digits, INT_MAX, &l->out);
        buf_add(&l->out, STR(".\n"));
    } else {
        buf_printf(&l->out, "%s.\n", error.set ? error.message : "It was stopped");
    }
}
