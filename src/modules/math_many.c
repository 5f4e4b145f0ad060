// Functions of the module math about whole numbers and about many numbers.
#include "lang/interp.h"
#include "lang/numbers/numbers.h"
#include "modules/modules.h"

#include <math.h>

// ---- whole numbers ---------------------------------------------------------------------------

static bool two_indices(Run *run, Value *arg, int64_t *n, int64_t *k)
{
    if (!index_of(run, arg[0], n) || !index_of(run, arg[1], k)) return false;
    if (*n >= 0 && *k >= 0) return true;
    raise_error(run, "ValueError", "%s must be a non-negative integer", *n < 0 ? "n" : "k");
    return false;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = b == -1 ? 0 : a % b;
        a = b;
        b = rest;
    }
    return a;
}

static Value without_sign(Run *run, int64_t n)
{
    return n < 0 ? number_unary(run, OPERATOR_NEGATE, from_int(n)) : from_int(n);
}

enum { DIVISOR = 32 }; // characters that are looked at in the time of a common divisor

static Value math_gcd(Run *run, Value *arg)
{
    const Sequence *values = value_sequence(arg[0]);
    int64_t divisor = 0, n;
    for (int i = 0; i < values->count; i++) {
        if (!index_of(run, values->item[i], &n) || !take_characters(run, DIVISOR)) return NOTHING;
        divisor = common_divisor(divisor, n);
    }
    return without_sign(run, divisor);
}

static Value math_lcm(Run *run, Value *arg)
{
    const Sequence *values = value_sequence(arg[0]);
    Value multiple = from_int(1);
    for (int i = 0; i < values->count && multiple.type && take_characters(run, DIVISOR); i++) {
        int64_t n;
        if (!index_of(run, values->item[i], &n)) return NOTHING;
        if (n == 0) return from_int(0);
        int64_t divisor = common_divisor(multiple.integer, n);
        if (n == INT64_MIN && divisor == -1) return int_overflow(run);
        int64_t part = n / divisor;
        multiple = number_binary(run, OPERATOR_MULTIPLY, multiple, from_int(part));
        if (multiple.type) multiple = without_sign(run, multiple.integer);
    }
    return multiple;
}

static Value math_factorial(Run *run, Value *arg)
{
    int64_t n;
    if (!index_of(run, arg[0], &n)) return NOTHING;
    if (n < 0) {
        return raise_error(run, "ValueError", "factorial() not defined for negative values");
    }
    Value product = from_int(1);
    for (int64_t i = 2; product.type && i <= n && take_step(run); i++) {
        product = number_binary(run, OPERATOR_MULTIPLY, product, from_int(i));
    }
    return product;
}

// C(n, i + 1) = C(n, i) * (n - i) / (i + 1), divided before it is multiplied.
static Value math_comb(Run *run, Value *arg)
{
    int64_t n, k;
    if (!two_indices(run, arg, &n, &k)) return NOTHING;
    if (k > n) return from_int(0);
    if (k > n - k) k = n - k;
    Value result = from_int(1);
    for (int64_t i = 0; i < k && result.type && take_step(run); i++) {
        int64_t divisor = common_divisor(result.integer, i + 1);
        int64_t left = (n - i) / ((i + 1) / divisor);
        result = number_binary(run, OPERATOR_MULTIPLY, from_int(result.integer / divisor),
                               from_int(left));
    }
    return result;
}

static Value math_perm(Run *run, Value *arg)
{
    int64_t n, k;
    if (!arg[1].type || arg[1].type == &type_none) return math_factorial(run, arg);
    if (!two_indices(run, arg, &n, &k)) return NOTHING;
    if (k > n) return from_int(0);
    Value result = from_int(1);
    for (int64_t i = 0; i < k && result.type && take_step(run); i++) {
        result = number_binary(run, OPERATOR_MULTIPLY, result, from_int(n - i));
    }
    return result;
}

static Value math_isqrt(Run *run, Value *arg)
{
    int64_t n;
    if (!index_of(run, arg[0], &n)) return NOTHING;
    if (n < 0) return raise_error(run, "ValueError", "isqrt() argument must be nonnegative");
    uint64_t root = (uint64_t)sqrt((double)n), square = (uint64_t)n;
    while (root * root > square) root--;
    while ((root + 1) * (root + 1) <= square) root++;
    return from_int((int64_t)root);
}

// ---- many numbers ----------------------------------------------------------------------------

static Value math_prod(Run *run, Value *arg)
{
    Value items = collect(run, &type_list, arg[0]);
    Value product = arg[1].type ? arg[1] : from_int(1);
    for (int i = 0; items.type && i < value_sequence(items)->count && product.type; i++) {
        product = binary(run, OPERATOR_MULTIPLY, product, value_sequence(items)->item[i]);
    }
    return items.type ? product : NOTHING;
}

// The numbers of something that can be run through, in run->scratch; NULL: failed.
static double *doubles_of(Run *run, Value source, int *count)
{
    Value items = collect(run, &type_list, source);
    if (!items.type) return NULL;
    const Sequence *list = value_sequence(items);
    double *number = NEW_ARRAY(&run->scratch, double, list->count + 1);
    for (int i = 0; i < list->count; i++) {
        if (!as_double(run, list->item[i], &number[i])) return NULL;
    }
    *count = list->count;
    return number;
}

// The exact sum, rounded once: J. Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997.
// `partial` holds numbers that do not overlap, the smallest first.
static int add_partial(double *partial, int count, double x)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        double y = partial[i];
        if (fabs(x) < fabs(y)) {
            double swapped = x;
            x = y;
            y = swapped;
        }
        double high = x + y, low = y - (high - x);
        if (low != 0) partial[kept++] = low;
        x = high;
    }
    partial[kept++] = x;
    return kept;
}

static double round_partials(const double *partial, int count)
{
    double high = 0, low = 0;
    if (!count) return 0;
    high = partial[--count];
    while (count) {
        double x = high, y = partial[--count];
        high = x + y;
        low = y - (high - x);
        if (low != 0) break;
    }
    // Halfway between two doubles: the next partial decides.
    bool same_sign =
        count && ((low < 0 && partial[count - 1] < 0) || (low > 0 && partial[count - 1] > 0));
    if (!same_sign) return high;
    double y = low * 2, x = high + y;
    return y == x - high ? x : high;
}

static Value math_fsum(Run *run, Value *arg)
{
    int count, kept = 0;
    double *number = doubles_of(run, arg[0], &count), special = 0;
    if (!number) return NOTHING;
    enum { PARTIALS = 4 }; // characters that are looked at in the time of a number
    if (!take_characters(run, PARTIALS * (int64_t)count)) return NOTHING;
    double *partial = NEW_ARRAY(&run->scratch, double, count + 1);
    for (int i = 0; i < count; i++) {
        if (isfinite(number[i]))
            kept = add_partial(partial, kept, number[i]);
        else
            special += number[i];
    }
    if (special != 0) {
        bool opposite = isnan(special);
        for (int i = 0; i < count; i++) opposite = opposite && !isnan(number[i]);
        if (opposite) return raise_error(run, "ValueError", "-inf + inf in fsum");
        return from_double(special);
    }
    double sum = round_partials(partial, kept);
    if (!isfinite(sum)) {
        return raise_error(run, "OverflowError", "intermediate overflow in fsum");
    }
    return from_double(sum);
}

// The squares are added in 64 bits of mantissa, so that the root is rounded once.
static double length_of(const double *number, int count)
{
    double largest = 0;
    long double sum = 0;
    for (int i = 0; i < count; i++) {
        if (isinf(number[i])) return (double)INFINITY;
    }
    for (int i = 0; i < count; i++) {
        if (isnan(number[i])) return (double)NAN;
        largest = fmax(largest, fabs(number[i]));
    }
    if (largest == 0) return 0;
    int exponent;
    frexp(largest, &exponent);
    for (int i = 0; i < count; i++) {
        long double part = ldexpl((long double)number[i], -exponent);
        sum += part * part;
    }
    return (double)ldexpl(sqrtl(sum), exponent);
}

static Value math_hypot(Run *run, Value *arg)
{
    int count;
    double *number = doubles_of(run, arg[0], &count);
    if (!number) return NOTHING;
    return from_double(length_of(number, count));
}

static Value math_dist(Run *run, Value *arg)
{
    int count, other;
    double *p = doubles_of(run, arg[0], &count), *q = p ? doubles_of(run, arg[1], &other) : NULL;
    if (!q) return NOTHING;
    if (count != other) {
        return raise_error(run, "ValueError",
                           "both points must have the same number of dimensions");
    }
    for (int i = 0; i < count; i++) p[i] -= q[i];
    return from_double(length_of(p, count));
}

const Native math_of_many[] = {
    {"gcd", "*integers", math_gcd},
    {"lcm", "*integers", math_lcm},
    {"factorial", "n, /", math_factorial},
    {"comb", "n, k, /", math_comb},
    {"perm", "n, k=, /", math_perm},
    {"isqrt", "n, /", math_isqrt},
    {"prod", "iterable, /, *, start=", math_prod},
    {"fsum", "seq, /", math_fsum},
    {"hypot", "*coordinates", math_hypot},
    {"dist", "p, q, /", math_dist},
    {0},
};
