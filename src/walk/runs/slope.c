// A slope from two runs. Of float32 the difference of two losses has few digits: they are written
// with as many as tell them apart.
#include "walk/runs/slope.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "trace/record/gradients.h"
#include "walk/edits/edit.h"

#include <math.h>

static bool has_no_gradient(const Walk *walk, Cell cell, Error *error)
{
    SCRATCH(scratch);
    error_set(error, NULL, "no gradient of %s is known", cell_name(walk->trace, cell, &scratch));
    error_hint(error, "loss.backward() gives one to what requires_grad=True, and to what is "
                      "computed from it");
    return false;
}

static bool begins_at_several(Error *error)
{
    error_set(error, NULL,
              "this backward() began at several tensors: two runs compare one of them");
    error_hint(error, "call backward() on their sum");
    return false;
}

// What backward() began at, in that run, as one number.
static double loss_of(const Trace *run, const Trace *trace, const Gradient *began)
{
    const Shape *shape = trace_shape(trace, began->of);
    double sum = 0;
    for (int64_t i = 0; i < shape_count(shape); i++) {
        Index at = index_unravel(shape, i);
        sum += cell_value(run, (Cell){began->of, at}) * cell_value(trace, (Cell){began->entry, at});
    }
    return sum;
}

// The loss with the cell at another number. False without an error: it was stopped.
static bool loss_with(const Walk *walk, Override what, double value, const Gradient *began,
                      double *found, Error *error)
{
    Walk other;
    what.hold.value = value;
    bool ran = walk_run_beside(&other, walk, &what);
    bool same = ran && began->of < other.edits.alike;
    if (same) *found = loss_of(other.trace, walk->trace, began);
    if (ran && !same)
        error_set(error, NULL, "with a different number there, the program takes a different path");
    if (ran) walk_beside_free(&other);
    return same;
}

bool slope_measure(const Walk *walk, Cell cell, double step, MeasuredSlope *measured, Error *error)
{
    int64_t pass = 0;
    chain_cell_of(walk->trace, cell, &cell, &pass);
    const Gradient *gradient = gradient_of(walk->trace, cell.entry, pass);
    if (!gradient) return has_no_gradient(walk, cell, error);
    if (gradient->root < 0) return begins_at_several(error);
    const Gradient *began = gradient_of(walk->trace, gradient->root, gradient->pass);
    if (!began) return has_no_gradient(walk, cell, error);
    Cell made = cell;
    given_cell(walk->trace, cell, &made);
    if (!walk->trace->entries[made.entry].is_given) made = cell;
    const Entry *entry = &walk->trace->entries[made.entry];
    if (!entry->is_given && !entry->is_computed) return has_no_gradient(walk, cell, error);
    Override what = override_describe(walk->trace, made);
    double at = cell_value(walk->trace, cell);
    *measured =
        (MeasuredSlope){.cell = cell,
                        .began = began,
                        .low = at - step,
                        .high = at + step,
                        .gradient = cell_value(walk->trace, (Cell){gradient->entry, cell.at})};
    bool ok = loss_with(walk, what, measured->low, began, &measured->loss_low, error) &&
              loss_with(walk, what, measured->high, began, &measured->loss_high, error);
    measured->slope = (measured->loss_high - measured->loss_low) / (measured->high - measured->low);
    return ok;
}

// "loss"; "d output*output" of what has several cells.
static void write_loss(const Walk *walk, const Gradient *began, Buf *out)
{
    const Trace *trace = walk->trace;
    if (tensor_count(trace_output(trace, began->of)) > 1)
        buf_printf(out, "%s*", entry_title(trace, began->entry, out->arena));
    buf_add(out, str_from(entry_title(trace, began->of, out->arena)));
}

static void write_runs(const Walk *walk, const MeasuredSlope *measured, int digits, Buf *out)
{
    enum { MORE_DIGITS = 2 };
    number_trimmed(out, measured->low, digits);
    buf_add(out, STR(" -> "));
    write_loss(walk, measured->began, out);
    buf_add(out, STR(" "));
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
