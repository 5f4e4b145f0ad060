// Writes coordinates short: a hundredth of a point is less than any device shows.
#include "export/coordinate.h"

#include "base/text/number.h"

#include <math.h>

static const char *with_decimals(double value, int decimals)
{
    enum { TEXTS = 9, BYTES = 400 }; // as long as the largest double is
    static char text[TEXTS][BYTES];
    static int next;
    Buf out = {.p = text[next++ % TEXTS], .capacity = BYTES};
    number_fixed(&out, value, decimals);
    while (out.p[out.n - 1] == '0') buf_cut(&out, out.n - 1);
    if (out.p[out.n - 1] == '.') buf_cut(&out, out.n - 1);
    return out.p;
}

const char *coordinate(double value)
{
    return with_decimals(fabs(value) < 0.005 ? 0 : value, 2); // no "-0"
}

const char *coordinate_exact(double value)
{
    return with_decimals(value, 6);
}
