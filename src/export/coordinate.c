// Writes coordinates short: a hundredth of a point is less than any device shows.
#include "export/coordinate.h"

#include "base/text/number.h"

#include <math.h>

static void add_decimals(Buf *out, double value, int decimals)
{
    number_fixed(out, value, decimals);
    while (out->p[out->n - 1] == '0') buf_cut(out, out->n - 1);
    if (out->p[out->n - 1] == '.') buf_cut(out, out->n - 1);
}

void add_coordinate(Buf *out, double value)
{
    add_decimals(out, fabs(value) < 0.005 ? 0 : value, 2); // no "-0"
}

void add_exact(Buf *out, double value)
{
    add_decimals(out, value, 6);
}

void add_pair(Buf *out, double x, char between, double y)
{
    add_coordinate(out, x);
    buf_add_char(out, between);
    add_coordinate(out, y);
}
