// A slope from two runs. Of float32 the difference of two losses has few digits: they are written
// with as many as tell them apart.
#include "walk/slope.h"

#include "base/number.h"
#include "base/utf8.h"
#include "walk/edit.h"

#include <math.h>

static bool has_no_gradient(const Walk *walk, Cell cell, Error *error)
{
    Arena scratch = {0};
    error_set(error, NULL, "no gradient of %s is known", cell_name(walk->trace, cell, &scratch));
    error_hint(error, "loss.backward() gives one to what requires_grad=True, and to what is "
                      "computed from it");
    arena_free(&scratch);
    return false;
}

// The loss with the cell at another number. False without an error: it was stopped.
static bool loss_with(const Walk *walk, Override what, double value, Cell loss, double *found,
                      Error *error)
{
    Arena scratch = {0};
    Override *overrides;
    Walk other;
    int count = edit_overrides(walk, &scratch, &overrides);
    what.hold.value = value;
    overrides[count++] = what;
    bool ran = walk_run_beside(&other, walk, overrides, count);
    bool same = ran && loss.entry < other.alike;
    if (same) *found = cell_value(other.trace, loss);
    if (ran && !same)
        error_set(error, NULL, "with another number there the program takes another way");
    if (ran) walk_beside_free(&other);
    arena_free(&scratch);
    return same;
}

bool slope_measure(const Walk *walk, Cell cell, double step, MeasuredSlope *measured, Error *error)
{
    int64_t pass = 0;
    chain_cell_of(walk->trace, cell, &cell, &pass);
    const Gradient *gradient = gradient_of(walk->trace, cell.entry, pass);
    if (!gradient || gradient->root < 0) return has_no_gradient(walk, cell, error);
    Cell made = cell;
    given_cell(walk->trace, cell, &made);
    if (!walk->trace->entries[made.entry].is_given) made = cell;
    const Entry *entry = &walk->trace->entries[made.entry];
    if (!entry->is_given && !entry->is_computed) return has_no_gradient(walk, cell, error);
    Override what = override_describe(walk->trace, made);
    double at = cell_value(walk->trace, cell);
    *measured =
        (MeasuredSlope){.cell = cell,
                        .loss = {.entry = gradient->root},
                        .low = at - step,
                        .high = at + step,
                        .gradient = cell_value(walk->trace, (Cell){gradient->entry, cell.at})};
    bool ok = loss_with(walk, what, measured->low, measured->loss, &measured->loss_low, error) &&
              loss_with(walk, what, measured->high, measured->loss, &measured->loss_high, error);
    measured->slope = (measured->loss_high - measured->loss_low) / (measured->high - measured->low);
    return ok;
}

static void write_runs(const Walk *walk, const MeasuredSlope *measured, int digits, Buf *out)
{
    enum { MORE_DIGITS = 2 };
    number_trimmed(out, measured->low, digits);
    buf_printf(out, " -> %s ", cell_name(walk->trace, measured->loss, out->arena));
    number_trimmed(out, measured->loss_low, digits + MORE_DIGITS);
    buf_add(out, STR(", "));
    number_trimmed(out, measured->high, digits);
    buf_add(out, STR(" -> "));
    number_trimmed(out, measured->loss_high, digits + MORE_DIGITS);
}

void slope_write(const Walk *walk, const MeasuredSlope *measured, int digits, int columns, Buf *out)
{
    Buf runs = {.arena = out->arena}, slope = {.arena = out->arena};
    const char *name = cell_name(walk->trace, measured->cell, out->arena);
    write_runs(walk, measured, digits, &runs);
    buf_add(&slope, STR(": slope "));
    number_trimmed(&slope, measured->slope, digits);
    buf_add(&slope, STR(", gradient "));
    number_trimmed(&slope, measured->gradient, digits);
    int width =
        utf8_width(str_from(name)) + 1 + utf8_width(buf_str(&runs)) + utf8_width(buf_str(&slope));
    buf_printf(out, width <= columns ? "%s %s%s" : "%s%.0s%s", name, buf_text(&runs),
               buf_text(&slope));
}
