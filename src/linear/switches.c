// What if? The switches of a step as a numbered list, and one of them in words.
#include "linear/commands.h"

#include "base/text/number.h"
#include "study/axes/row.h"
#include "study/names/title.h"
#include "trace/names/labels.h"
#include "walk/edits/edit.h"
#include "walk/goals.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_ROWS = 8, MOST_CELLS = 12 };

static void list(Linear *l, const WhatIf *whatif)
{
    for (int i = 0; i < whatif->count; i++) {
        const Switch *one = &whatif->switches[i];
        buf_printf(&l->out, "%d: %s, %s.\n", i + 1, one->name, one->words);
    }
    buf_add(&l->out,
            STR("what 1 shows what the first one would change; a temperature may follow.\n"));
    if (whatif->count > 2) buf_add(&l->out, STR("what 2 3 shows two beside each other.\n"));
}

static void say_row(const Walk *walk, const Matrix *matrix, int64_t row, Buf *out)
{
    for (int64_t c = 0; c < matrix->columns && c < MOST_CELLS; c++) {
        Cell cell = {matrix->entry, matrix_index(matrix, row, c)};
        if (c) buf_add(out, STR(", "));
        if (walk_hides(walk, cell))
            buf_add(out, STR("hidden"));
        else
            number_trimmed(out, tensor_get(matrix->tensor, cell.at), walk->view.digits);
    }
    if (matrix->columns > MOST_CELLS) buf_add(out, STR(" and more"));
    bool tells = !matrix_is_turned(matrix) && walk_row_seen(walk, matrix, row) != HIDDEN;
    double entropy = tells ? row_entropy(matrix, row) : (double)NAN;
    if (!isnan(entropy)) buf_printf(out, "; entropy %.2f bits", entropy);
    buf_add(out, STR(".\n"));
}

// Each row as it was, then as each switch makes it.
static void say_rows(Linear *l, const WhatIf *const *sides, int count, int entry)
{
    const Walk *walk = l->walk;
    Index through = whatif_slice(sides[count - 1], walk, entry);
    Matrix before = matrix_shown(walk->trace, entry, through);
    for (int64_t row = 0; row < before.rows && row < MOST_ROWS; row++) {
        const char *label = before.row_dim < 0 ? ""
                                               : label_or_number(walk->trace, entry, before.row_dim,
                                                                 row, "row ", &l->arena);
        buf_printf(&l->out, "    %s%swas ", label, *label ? " " : "");
        say_row(walk, &before, row, &l->out);
        for (int i = 0; i < count; i++) {
            int64_t cells;
            if (whatif_changed_cells(sides[i], entry, &cells) < 0) continue;
            Matrix after =
                matrix_shown_of(walk->trace, whatif_output(sides[i], entry), entry, through);
            buf_printf(&l->out, "    %s%s", label, *label ? " " : "");
            buf_printf(&l->out, count == 1 ? "is  " : "switch %d: ", sides[i]->at + 1);
            say_row(walk, &after, row, &l->out);
        }
    }
    if (before.rows > MOST_ROWS) buf_add(&l->out, STR("    and more rows.\n"));
}

static void say_entry(Linear *l, const WhatIf *const *sides, int count, int entry)
{
    bool any = false;
    buf_printf(&l->out, "  %s:", tensor_counted_title(l->walk->trace, entry, &l->arena));
    for (int i = 0; i < count; i++) {
        int64_t cells, changed = whatif_changed_cells(sides[i], entry, &cells);
        if (count > 1) buf_printf(&l->out, "%s switch %d:", i ? ";" : "", sides[i]->at + 1);
        if (changed < 0)
            buf_add(&l->out, STR(" of another shape"));
        else
            buf_printf(&l->out, " %" PRId64 " of %" PRId64 " changed", changed, cells);
        any |= changed > 0;
    }
    buf_add(&l->out, STR(".\n"));
    if (any && matrix_shown(l->walk->trace, entry, (Index){0}).rows)
        say_rows(l, sides, count, entry);
}

static void tell(Linear *l, const WhatIf *whatif)
{
    const WhatIf *side[MOST_SIDES];
    int *entries, count = whatif_entries(whatif, &l->arena, &entries);
    int sides = whatif_sides(whatif, side);
    for (int i = 0; i < sides; i++) {
        const Switch *one = &side[i]->switches[side[i]->at];
        buf_printf(&l->out, i ? ", or if %s" : "If %s", one->words);
        if (switch_is_temperature(one)) buf_printf(&l->out, " %g", side[i]->temperature);
        if (sides > 1) buf_printf(&l->out, " (switch %d)", side[i]->at + 1);
    }
    buf_add(&l->out, STR(":\n"));
    for (int i = 0; i < count; i++) say_entry(l, side, sides, entries[i]);
    const char *news =
        goals_news(l->walk, goals_held_if(l->walk, whatif), goals_held(l->walk), &l->arena);
    if (news) buf_printf(&l->out, "%s\n", news);
    const char *other = whatif_other_way(whatif, &l->arena);
    if (other) buf_printf(&l->out, "Now %s.\n", other);
}

static void say_stopped(Linear *l)
{
    buf_add(&l->out, STR(WALK_STOPPED "\n"));
}

// "2", "mask forgotten" or, with a temperature, "2 4"; others behind it are shown beside it.
static bool turn_to(Linear *l, WhatIf *whatif, Str typed)
{
    int64_t number = 0;
    double temperature;
    int named = whatif_number(whatif, typed);
    if (named > 0) whatif_turn(whatif, l->walk, named);
    while (typed.n && named < 0) {
        if (number > 0) whatif_keep(whatif);
        if (!number_parse_int(str_take(&typed, " "), &number) || number < 1 ||
            number > whatif->count) {
            buf_printf(&l->out, "The switches are 1 to %d.\n", whatif->count);
            return false;
        }
        int by = (int)number - 1 - whatif->at;
        if (by) whatif_turn(whatif, l->walk, by);
        typed = str_trim(typed);
        bool warms = switch_is_temperature(&whatif->switches[whatif->at]) && typed.n;
        if (whatif->was_stopped || !warms) continue;
        if (!number_parse_double(str_take(&typed, " "), &temperature) ||
            (!whatif_set_temperature(whatif, l->walk, temperature) && !whatif->was_stopped))
            buf_add(&l->out, STR("Only a temperature from 0.25 to 64 can be set.\n"));
        typed = str_trim(typed);
    }
    if (whatif->was_stopped) say_stopped(l);
    return !whatif->was_stopped;
}

void linear_switch(Linear *l, Str rest)
{
    WhatIf whatif;
    if (!whatif_open_at_hand(&whatif, l->walk) && whatif.was_stopped) {
        say_stopped(l);
    } else if (!whatif.count) {
        int nearest = whatif_nearest_step(l->walk, whatif.step);
        buf_add(&l->out, STR("No operation of this step has a switch.\n"));
        if (nearest >= 0) buf_printf(&l->out, "Step %d has some.\n", nearest + 1);
    } else if (rest.n == 0) {
        list(l, &whatif);
    } else if (turn_to(l, &whatif, str_trim(rest))) {
        tell(l, &whatif);
    }
    whatif_close(&whatif);
}
