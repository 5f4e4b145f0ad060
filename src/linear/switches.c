// What if? The switches of a step as a numbered list, and one of them in words.
#include "linear/commands.h"

#include "base/text/number.h"
#include "study/axes/row.h"
#include "study/names/title.h"
#include "trace/names/labels.h"
#include "walk/edits/edit.h"
#include "walk/edits/whatif.h"

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

static void say_both(Linear *l, const WhatIf *whatif, int entry)
{
    const Walk *walk = l->walk;
    Index through = whatif_slice(whatif, walk, entry);
    Matrix before = matrix_shown(walk->trace, entry, through);
    Matrix after = matrix_shown_of(walk->trace, whatif_output(whatif, entry), entry, through);
    for (int64_t row = 0; row < before.rows && row < MOST_ROWS; row++) {
        const char *label = before.row_dim < 0 ? ""
                                               : label_or_number(walk->trace, entry, before.row_dim,
                                                                 row, "row ", &l->arena);
        buf_printf(&l->out, "    %s%swas ", label, *label ? " " : "");
        say_row(walk, &before, row, &l->out);
        buf_printf(&l->out, "    %s%sis  ", label, *label ? " " : "");
        say_row(walk, &after, row, &l->out);
    }
    if (before.rows > MOST_ROWS) buf_add(&l->out, STR("    and more rows.\n"));
}

static void tell(Linear *l, const WhatIf *whatif)
{
    int *entries, count = whatif_entries(whatif, &l->arena, &entries);
    const Switch *one = &whatif->switches[whatif->at];
    buf_printf(&l->out, "If %s", one->words);
    if (switch_is_temperature(one)) buf_add_char(&l->out, ' ');
    if (switch_is_temperature(one)) number_trimmed(&l->out, whatif->temperature, 4);
    buf_add(&l->out, STR(":\n"));
    for (int i = 0; i < count; i++) {
        int64_t cells, changed = whatif_changed_cells(whatif, entries[i], &cells);
        const char *title = tensor_counted_title(l->walk->trace, entries[i], &l->arena);
        if (changed < 0)
            buf_printf(&l->out, "  %s: of another shape.\n", title);
        else
            buf_printf(&l->out, "  %s: %" PRId64 " of %" PRId64 " changed.\n", title, changed,
                       cells);
        if (changed > 0 && matrix_shown(l->walk->trace, entries[i], (Index){0}).rows)
            say_both(l, whatif, entries[i]);
    }
    const char *other = whatif_other_way(whatif, &l->arena);
    if (other) buf_printf(&l->out, "Now %s.\n", other);
}

static void say_stopped(Linear *l)
{
    buf_add(&l->out, STR(WALK_STOPPED "\n"));
}

// "2" or, with a temperature, "2 4".
void linear_switch(Linear *l, Str rest)
{
    WhatIf whatif;
    int64_t number = 0;
    double temperature;
    bool asks = rest.n > 0;
    Str first = str_take(&rest, " "), second = str_trim(rest);
    if (!whatif_open_at_hand(&whatif, l->walk) && whatif.was_stopped) {
        say_stopped(l);
    } else if (!whatif.count) {
        int nearest = whatif_nearest_step(l->walk, whatif.step);
        buf_add(&l->out, STR("No operation of this step has a switch.\n"));
        if (nearest >= 0) buf_printf(&l->out, "Step %d has some.\n", nearest + 1);
    } else if (!asks) {
        list(l, &whatif);
    } else if (!number_parse_int(first, &number) || number < 1 || number > whatif.count) {
        buf_printf(&l->out, "The switches are 1 to %d.\n", whatif.count);
    } else {
        if (number > 1) whatif_turn(&whatif, l->walk, (int)number - 1);
        if (!whatif.was_stopped && second.n && number_parse_double(second, &temperature) &&
            !whatif_set_temperature(&whatif, l->walk, temperature) && !whatif.was_stopped)
            buf_add(&l->out, STR("Only a temperature from 0.25 to 64 can be set.\n"));
        if (whatif.was_stopped)
            say_stopped(l);
        else
            tell(l, &whatif);
    }
    whatif_close(&whatif);
}
