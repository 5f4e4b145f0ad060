// math.gamma and math.lgamma with CPython's own digits: the approximation of C. Lanczos, with the
// coefficients of Boost, as in Modules/mathmodule.c.
#include "lang/interp.h"
#include "modules/modules.h"

#include <math.h>

enum { LANCZOS_TERMS = 13, LAST_EXACT = 23, GREATEST = 200, HALVED_POWER = 140 };

static const double pi = 3.141592653589793238462643383279502884197;
static const double log_pi = 1.144729885849400174143427351353058711647;
static const double lanczos_g = 6.024680040776729583740234375;
static const double lanczos_g_minus_half = 5.524680040776729583740234375;

static const double numerator[LANCZOS_TERMS] = {
    23531376880.410759688572007674451636754734846804940,
    42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843,
    17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708,
    1439720407.3117216736632230727949123939715485786772,
    248874557.86205415651146038641322942321632125127801,
    31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768,
    186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024,
    210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408,
};

static const double denominator[LANCZOS_TERMS] = {
    0.0,       39916800.0, 120543840.0, 150917976.0, 105258076.0, 45995730.0, 13339535.0,
    2637558.0, 357423.0,   32670.0,     1925.0,      66.0,        1.0,
};

static double lanczos_sum(double x)
{
    double above = 0, below = 0;
    const double small = 5;
    for (int i = 0; i < LANCZOS_TERMS; i++) {
        int term = x < small ? LANCZOS_TERMS - 1 - i : i;
        above = (x < small ? above * x : above / x) + numerator[term];
        below = (x < small ? below * x : below / x) + denominator[term];
    }
    return above / below;
}

static double sin_of_pi_times(double x)
{
    double y = fmod(fabs(x), 2.0), r;
    switch ((int)round(2.0 * y)) {
    case 0: r = sin(pi * y); break;
    case 1: r = cos(pi * (y - 0.5)); break;
    case 2: r = sin(pi * (1.0 - y)); break;
    case 3: r = -cos(pi * (y - 1.5)); break;
    default: r = sin(pi * (y - 2.0)); break;
    }
    return copysign(1.0, x) * r;
}

static double times_power(double r, double y, double size, bool divide)
{
    bool halved = size >= HALVED_POWER;
    double power = halved ? pow(y, size / 2.0 - 0.25) : pow(y, size - 0.5);
    r = divide ? r / power : r * power;
    if (halved) r = divide ? r / power : r * power;
    return r;
}

static double gamma_of(double x)
{
    double size = fabs(x), y = size + lanczos_g_minus_half, r;
    if (size < 1e-20) return 1.0 / x;
    if (size > GREATEST) return x < 0 ? 0.0 / sin_of_pi_times(x) : (double)INFINITY;
    bool large = size > lanczos_g_minus_half;
    double z = large ? y - size - lanczos_g_minus_half : y - lanczos_g_minus_half - size;
    z = z * lanczos_g / y;
    if (x < 0)
        r = -pi / sin_of_pi_times(size) / size * exp(y) / lanczos_sum(size);
    else
        r = lanczos_sum(size) / exp(y);
    r = x < 0 ? r - z * r : r + z * r;
    return times_power(r, y, size, x < 0);
}

static Value finish(Run *run, double result, double x)
{
    if (isinf(result) && isfinite(x)) {
        return raise_error(run, "OverflowError", "math range error");
    }
    return from_double(result);
}

static bool is_pole(Run *run, double x)
{
    bool pole = x == -(double)INFINITY || (isfinite(x) && x <= 0 && floor(x) == x);
    if (pole) raise_error(run, "ValueError", "math domain error");
    return pole;
}

static Value math_gamma(Run *run, Value *arg)
{
    double x, product = 1;
    if (!as_double(run, arg[0], &x) || is_pole(run, x)) return NOTHING;
    if (!isfinite(x)) return from_double(x);
    if (x != floor(x) || x > LAST_EXACT) return finish(run, gamma_of(x), x);
    for (int i = 2; i < (int)x; i++) product *= i;
    return from_double(product);
}

static Value math_lgamma(Run *run, Value *arg)
{
    double x;
    if (!as_double(run, arg[0], &x)) return NOTHING;
    if (isinf(x)) return from_double((double)INFINITY);
    if (isnan(x) || is_pole(run, x)) return isnan(x) ? from_double(x) : NOTHING;
    double size = fabs(x);
    if (x == 1 || x == 2) return from_double(0);
    if (size < 1e-20) return from_double(-log(size));
    double r = log(lanczos_sum(size)) - lanczos_g;
    r += (size - 0.5) * (log(size + lanczos_g - 0.5) - 1);
    if (x < 0) r = log_pi - log(fabs(sin_of_pi_times(size))) - log(size) - r;
    return finish(run, r, x);
}

const Native math_gammas[] = {
    {"gamma", "x, /", math_gamma},
    {"lgamma", "x, /", math_lgamma},
    {0},
};
