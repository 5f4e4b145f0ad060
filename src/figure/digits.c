#include "figure/digits.h"

#include <math.h>
#include <string.h>

static bool written_exactly(double value, int decimals)
{
    const double float32 = 6e-8; // relative error of a float32
    double power = pow(10, decimals);
    return fabs(value - round(value * power) / power) <= float32 * fabs(value);
}

// At least `decimals`, and what `value` needs.
static int decimals_for(double value, int decimals, int most)
{
    if (!isfinite(value)) return decimals;
    while (decimals < most && !written_exactly(value, decimals)) decimals++;
    return decimals;
}

static int decimals_of(const Plane *plane, int most)
{
    int decimals = 0;
    for (int64_t row = 0; row < plane->rows; row++) {
        for (int64_t column = 0; column < plane->columns; column++) {
            double value = plane_value(plane, row, column);
            decimals = decimals_for(value, decimals, most);
            if (decimals == most) return decimals;
        }
    }
    return decimals;
}

static int decimals_allowed(int most)
{
    if (most == 0) return MOST_DECIMALS;
    if (most < 0) return 0;
    return most > MOST_ASKED ? MOST_ASKED : most;
}

// Whole numbers are written out while they are no longer than the scientific form.
static bool needs_scientific(double largest, int decimals)
{
    return largest >= (decimals ? 1e6 : 1e8) || (largest > 0 && largest < 1e-3);
}

static Digits scientific(int most)
{
    return (Digits){.decimals = most < FEWEST_DECIMALS ? most : FEWEST_DECIMALS,
                    .scientific = true};
}

static bool is_truth(const Plane *plane)
{
    return plane->tensor->dtype == DTYPE_BOOL;
}

Digits digits_wanted(const Plane *plane, int most)
{
    if (is_truth(plane)) return (Digits){.truth = true};
    double largest = fmax(fabs(plane->low), fabs(plane->high));
    most = decimals_allowed(most);
    int decimals = decimals_of(plane, most);
    return needs_scientific(largest, decimals) ? scientific(most) : (Digits){.decimals = decimals};
}

Digits digits_of(const Plane *plane, const double *value, int count, int most)
{
    if (is_truth(plane)) return (Digits){.truth = true};
    double largest = 0;
    int decimals = 0;
    most = decimals_allowed(most);
    for (int i = 0; i < count; i++) {
        if (isfinite(value[i])) largest = fmax(largest, fabs(value[i]));
        decimals = decimals_for(value[i], decimals, most);
    }
    return needs_scientific(largest, decimals) ? scientific(most) : (Digits){.decimals = decimals};
}

void digits_write(Digits digits, double value, Buf *out)
{
    if (digits.truth)
        buf_add(out, value != 0 ? STR("True") : STR("False"));
    else if (isnan(value))
        buf_add(out, STR("nan"));
    else if (isinf(value))
        buf_add(out, value < 0 ? STR("-inf") : STR("inf"));
    else if (value == 0)
        buf_add_char(out, '0');
    else if (digits.scientific)
        buf_printf(out, "%.*e", digits.decimals, value);
    else if (value == floor(value))
        buf_printf(out, "%.0f", value);
    else if (digits.decimals > 2 && fabs(value) < 0.5 * pow(10, -digits.decimals))
        buf_printf(out, "%.0e", value);
    else
        buf_printf(out, "%.*f", digits.decimals, value);
}

// Numbers are set without kerning, so the width of one is the sum of its characters; that of a word
// is so little less that it does no harm.
static void measure_characters(const Pen *pen, double width[128])
{
    for (const char *p = "0123456789.-+einfaTruFls"; *p; p++) {
        width[(unsigned char)*p] = pen_width(pen, (char[]){*p, '\0'}, false);
    }
}

double digits_width(Digits digits, const Plane *plane, const Pen *pen)
{
    double of_character[128] = {0}, widest = 0;
    measure_characters(pen, of_character);
    Buf text = {.arena = pen->figure->arena};
    for (int64_t row = 0; row < plane->rows; row++) {
        for (int64_t column = 0; column < plane->columns; column++) {
            text.n = 0;
            digits_write(digits, plane_value(plane, row, column), &text);
            double width = 0;
            for (int i = 0; i < text.n; i++) width += of_character[(unsigned char)text.p[i] & 127];
            widest = fmax(widest, width);
        }
    }
    return widest;
}
