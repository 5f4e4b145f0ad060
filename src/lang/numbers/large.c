// Ints beyond 64 bits, which GMP computes. There is one rule: a number that 64 bits hold is never
// one of these, so that all others have to do with int64_t alone. Time and memory are weighed
// before GMP begins, as it can neither stop nor fail.
#include "lang/numbers/numbers.h"

#include "base/memory.h"
#include "lang/interp.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Large {
    Object object;
    int size; // how many limbs; negative for a negative number
    mp_limb_t limb[];
} Large;

enum {
    LIMB_BITS = 8 * sizeof(mp_limb_t),
    LIMBS_OF_64 = 64 / LIMB_BITS,
    BYTES_FOR_A_PRODUCT = 4, // of two limbs: how many are moved in the same time
    SOME_DIGITS = 512,       // shorter ones are written without asking for the limit
#ifdef __MINI_GMP_H__        // in the page
    MOST_BYTES = 1 << 17,    // of one number
    MOST_ROWS = MOST_BYTES,
#else
    MOST_BYTES = 1 << 22, // what GMP does with two of these takes seconds at most
    MOST_ROWS = 512,      // GMP's products of long numbers take less than each limb times each
#endif
};

static const Large *large_of(Value value)
{
    return (const Large *)value.object;
}

// ---- GMP's numbers -------------------------------------------------------------------------

static void *resize(void *block, size_t old UNUSED, size_t bytes)
{
    return memory_resize(block, bytes);
}

static void give_back(void *block, size_t bytes UNUSED)
{
    memory_free(block);
}

void large_begin(void)
{
    mp_set_memory_functions(memory_new, resize, give_back);
}

void large_library(Buf *out)
{
#ifdef __MINI_GMP_H__
    buf_printf(out, "mini-gmp");
#else
    buf_printf(out, "GMP %s", gmp_version);
#endif
}

// An int to be read as GMP reads them, where it is.
typedef struct Whole {
    mpz_t z;
    mp_limb_t limb[LIMBS_OF_64];
} Whole;

static mpz_srcptr whole(Value value, Whole *room)
{
    value = value_plain_number(value);
    if (value.type == &type_large)
        return mpz_roinit_n(room->z, large_of(value)->limb, large_of(value)->size);
    int64_t n = value_integer(value);
    uint64_t magnitude = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    for (int i = 0; i < LIMBS_OF_64; i++)
        room->limb[i] = (mp_limb_t)(magnitude >> i * (LIMB_BITS % 64));
    return mpz_roinit_n(room->z, room->limb, n < 0 ? -LIMBS_OF_64 : LIMBS_OF_64);
}

static mpz_srcptr magnitude_of(mpz_srcptr z, mpz_ptr room)
{
    return mpz_roinit_n(room, mpz_limbs_read(z), (mp_size_t)mpz_size(z));
}

static double bits_of(mpz_srcptr z)
{
    return (double)mpz_sizeinbase(z, 2);
}

static bool fits(mpz_srcptr z, int64_t *n)
{
    uint64_t magnitude = 0;
    for (int i = LIMBS_OF_64 - 1; i >= 0; i--)
        magnitude = magnitude << (LIMB_BITS % 64) | mpz_getlimbn(z, i);
    bool negative = mpz_sgn(z) < 0;
    *n = (int64_t)(negative ? 0 - magnitude : magnitude);
    return mpz_size(z) <= LIMBS_OF_64 && magnitude <= (uint64_t)INT64_MAX + negative;
}

// The number as a value; `z` is cleared.
static Value made(Run *run, mpz_ptr z)
{
    int64_t n;
    Value value;
    if (fits(z, &n)) {
        value = from_int(n);
    } else {
        size_t limbs = mpz_size(z), bytes = limbs * sizeof(mp_limb_t);
        Large *large = object_make(run, &type_large, sizeof *large + bytes);
        if (large) memcpy(large->limb, mpz_limbs_read(z), bytes);
        if (large) large->size = mpz_sgn(z) < 0 ? -(int)limbs : (int)limbs;
        value = value_from_object(large);
    }
    mpz_clear(z);
    return value;
}

// May a number of `bits` bits be made, in the time of multiplying two of `a` and `b` bits?
static bool may_make(Run *run, double bits, double a, double b)
{
    if (bits > 8.0 * MOST_BYTES) {
        raise_error(run, "MemoryError", "an int with more digits than qkv computes");
        return error_hint(run->error, "pow(base, exponent, modulus), or a float");
    }
    double rows = fmin(fmin(a, b) / LIMB_BITS, MOST_ROWS), columns = fmax(a, b) / LIMB_BITS;
    return run_take_bytes(run, (int64_t)(BYTES_FOR_A_PRODUCT * rows * columns));
}

// ---- and floats ------------------------------------------------------------------------------

// z * 2^exponent, rounded once, halves to even. `rest`: there is something behind the last bit.
static double to_double(mpz_srcptr z, long exponent, bool rest)
{
    mpz_t room, part;
    mpz_srcptr magnitude = magnitude_of(z, room);
    long cut = (long)mpz_sizeinbase(magnitude, 2) - DBL_MANT_DIG,
         least = DBL_MIN_EXP - DBL_MANT_DIG;
    if (cut + exponent < least) cut = least - exponent;
    if (cut < 0) cut = 0;
    mpz_init(part);
    mpz_tdiv_q_2exp(part, magnitude, (mp_bitcnt_t)cut);
    double rounded = mpz_get_d(part);
    if (cut > 0 && mpz_tstbit(magnitude, (mp_bitcnt_t)cut - 1)) {
        bool above = rest || mpz_scan1(magnitude, 0) < (mp_bitcnt_t)cut - 1;
        rounded += above || mpz_tstbit(part, 0);
    }
    mpz_clear(part);
    rounded =
        exponent + cut > DBL_MAX_EXP ? (double)INFINITY : ldexp(rounded, (int)(exponent + cut));
    return mpz_sgn(z) < 0 ? -rounded : rounded;
}

double large_number(Value value)
{
    Whole room;
    return to_double(whole(value, &room), 0, false);
}

double large_frexp(Value value, double *exponent)
{
    Whole room;
    mpz_srcptr z = whole(value, &room);
    *exponent = bits_of(z);
    return to_double(z, -(long)mpz_sizeinbase(z, 2), false);
}

Value int_from_double(Run *run, double number)
{
    mpz_t z;
    mpz_init_set_d(z, number);
    return made(run, z);
}

// The quotient has 66 bits at least, so that what a double has not room for says how to round.
static Value divide(Run *run, mpz_srcptr a, mpz_srcptr b)
{
    enum { ENOUGH = 66 };
    if (!mpz_sgn(a)) return from_double(mpz_sgn(b) < 0 ? -0.0 : 0.0);
    long shift = (long)bits_of(b) - (long)bits_of(a) + ENOUGH;
    if (shift < 0) shift = 0;
    if (!may_make(run, 0, bits_of(a) + (double)shift, bits_of(b))) return NOTHING;
    mpz_t quotient, rest;
    mpz_init(quotient);
    mpz_init(rest);
    mpz_mul_2exp(quotient, a, (mp_bitcnt_t)shift);
    mpz_tdiv_qr(quotient, rest, quotient, b);
    double number = to_double(quotient, -shift, mpz_sgn(rest) != 0);
    mpz_clear(quotient);
    mpz_clear(rest);
    if (isfinite(number)) return from_double(number);
    return raise_error(run, "OverflowError", "integer division result too large for a float");
}

// ---- arithmetic ------------------------------------------------------------------------------

static Value power(Run *run, mpz_srcptr base, mpz_srcptr exponent)
{
    bool unit = mpz_cmpabs_ui(base, 1) <= 0; // 0, 1 and -1
    double bits = unit ? 1 : (bits_of(base) - 1) * mpz_get_d(exponent);
    if (!may_make(run, bits, 2 * bits, bits)) return NOTHING;
    unsigned long times = unit ? 1 + (unsigned long)mpz_even_p(exponent) : mpz_get_ui(exponent);
    mpz_t z;
    mpz_init(z);
    mpz_pow_ui(z, base, times);
    return made(run, z);
}

static Value shift(Run *run, Operator op, mpz_srcptr a, mpz_srcptr by)
{
    bool left = op == OPERATOR_SHIFT_LEFT;
    if (mpz_sgn(by) < 0) return raise_error(run, "ValueError", "negative shift count");
    if (!mpz_sgn(a)) return from_int(0);
    if (left && !may_make(run, mpz_get_d(by) + bits_of(a), 0, 0)) return NOTHING;
    if (!mpz_fits_ulong_p(by)) return from_int(mpz_sgn(a) < 0 ? -1 : 0);
    mpz_t z;
    mpz_init(z);
    (left ? mpz_mul_2exp : mpz_fdiv_q_2exp)(z, a, mpz_get_ui(by));
    return made(run, z);
}

static void (*const functions[OPERATOR_COUNT])(mpz_ptr, mpz_srcptr, mpz_srcptr) = {
    [OPERATOR_ADD] = mpz_add,       [OPERATOR_SUBTRACT] = mpz_sub,
    [OPERATOR_MULTIPLY] = mpz_mul,  [OPERATOR_FLOOR_DIVIDE] = mpz_fdiv_q,
    [OPERATOR_MODULO] = mpz_fdiv_r, [OPERATOR_BIT_AND] = mpz_and,
    [OPERATOR_BIT_OR] = mpz_ior,    [OPERATOR_BIT_XOR] = mpz_xor,
};

Value large_binary(Run *run, Operator op, Value left, Value right)
{
    Whole rooms[2];
    mpz_srcptr a = whole(left, &rooms[0]), b = whole(right, &rooms[1]);
    if (op == OPERATOR_DIVIDE) return divide(run, a, b);
    if (op == OPERATOR_POWER) return power(run, a, b);
    if (op == OPERATOR_SHIFT_LEFT || op == OPERATOR_SHIFT_RIGHT) return shift(run, op, a, b);
    if (!functions[op]) return NOT_IMPLEMENTED;
    bool product = op == OPERATOR_MULTIPLY;
    bool quotient = op == OPERATOR_FLOOR_DIVIDE || op == OPERATOR_MODULO;
    double bits = product ? bits_of(a) + bits_of(b) : 0;
    if (!may_make(run, bits, bits_of(a), product || quotient ? bits_of(b) : LIMB_BITS))
        return NOTHING;
    mpz_t z;
    mpz_init(z);
    functions[op](z, a, b);
    return made(run, z);
}

int large_order(Value a, Value b)
{
    Whole rooms[2];
    int order = mpz_cmp(whole(a, &rooms[0]), whole(b, &rooms[1]));
    return order < 0 ? -1 : order > 0;
}

int large_order_double(Value a, double b)
{
    Whole room;
    if (isnan(b)) return 2;
    if (isinf(b)) return b < 0 ? 1 : -1;
    int order = mpz_cmp_d(whole(a, &room), b);
    return order < 0 ? -1 : order > 0;
}

int large_sign(Value value)
{
    return large_of(value_plain_number(value))->size < 0 ? -1 : 1;
}

// By squares, so that the program can be stopped between two of them.
static bool power_modulo(Run *run, mpz_ptr z, mpz_srcptr base, mpz_srcptr times, mpz_srcptr m)
{
    mpz_t square;
    mpz_init(square);
    mpz_fdiv_r(square, base, m);
    mpz_set_ui(z, 1);
    mpz_fdiv_r(z, z, m);
    size_t bits = mpz_sgn(times) ? mpz_sizeinbase(times, 2) : 0;
    bool ok = true;
    for (size_t at = 0; ok && at < bits; at++) {
        if (mpz_tstbit(times, at)) mpz_mul(z, z, square);
        mpz_fdiv_r(z, z, m);
        mpz_mul(square, square, square);
        mpz_fdiv_r(square, square, m);
        ok = run_take_step(run) && may_make(run, 0, 4 * bits_of(m), bits_of(m));
    }
    mpz_clear(square);
    return ok;
}

Value int_power_modulo(Run *run, Value base, Value exponent, Value modulus)
{
    Whole rooms[3];
    mpz_srcptr a = whole(base, &rooms[0]), b = whole(exponent, &rooms[1]),
               m = whole(modulus, &rooms[2]);
    if (!mpz_sgn(m)) return raise_error(run, "ValueError", "pow() 3rd argument cannot be 0");
    if (!may_make(run, 0, 4 * bits_of(a), bits_of(m))) return NOTHING;
    mpz_t z, inverse, room;
    mpz_init(z);
    mpz_init(inverse);
    bool negative = mpz_sgn(b) < 0;
    bool possible = !negative || mpz_cmpabs_ui(m, 1) == 0 || mpz_invert(inverse, a, m);
    bool done = possible && power_modulo(run, z, negative ? inverse : a, magnitude_of(b, room), m);
    mpz_clear(inverse);
    if (done) return made(run, z);
    mpz_clear(z);
    return possible
               ? NOTHING
               : raise_error(run, "ValueError", "base is not invertible for the given modulus");
}

Value int_gcd(Run *run, Value a, Value b)
{
    Whole rooms[2];
    mpz_srcptr x = whole(a, &rooms[0]), y = whole(b, &rooms[1]);
    if (!may_make(run, 0, 4 * bits_of(x), bits_of(y))) return NOTHING;
    mpz_t z;
    mpz_init(z);
    mpz_gcd(z, x, y);
    return made(run, z);
}

Value int_root(Run *run, Value value)
{
    Whole room;
    mpz_srcptr square = whole(value, &room);
    if (!may_make(run, 0, bits_of(square), bits_of(square))) return NOTHING;
    mpz_t z;
    mpz_init(z);
    mpz_sqrt(z, square);
    return made(run, z);
}

Value int_factorial(Run *run, int64_t n)
{
    double bits = lgamma((double)n + 1) / log(2);
    if (!may_make(run, bits, 4 * bits, bits)) return NOTHING;
    mpz_t z;
    mpz_init(z);
    mpz_fac_ui(z, (unsigned long)n);
    return made(run, z);
}

// ---- bits ------------------------------------------------------------------------------------

int64_t int_bits(Value value)
{
    Whole room;
    mpz_srcptr z = whole(value, &room);
    return mpz_sgn(z) ? (int64_t)mpz_sizeinbase(z, 2) : 0;
}

// The magnitude as words of 32 bits, the lowest first; one at least.
uint32_t *int_words(Run *run, Value value, int *count)
{
    Whole room;
    mpz_srcptr z = whole(value, &room);
    int parts = LIMB_BITS / 32, limbs = (int)mpz_size(z);
    uint32_t *words = NEW_ARRAY(&run->scratch, uint32_t, limbs * parts + 1);
    for (int i = 0; i < limbs * parts; i++) {
        mp_limb_t limb = mpz_limbs_read(z)[i / parts];
        words[i] = (uint32_t)(limb >> i % parts * 32);
    }
    *count = limbs * parts;
    while (*count > 1 && !words[*count - 1]) --*count;
    if (!*count) *count = 1;
    return words;
}

// ---- text ------------------------------------------------------------------------------------

// CPython's limit for what takes the square of its length: all bases but powers of 2.
static bool may_convert(Run *run, double digits, int base, const char *what)
{
    if (digits <= SOME_DIGITS || (base & (base - 1)) == 0) return true;
    Value limit = library_function(run, "_methods", "int_max_str_digits");
    if (!limit.type) return false;
    if (!limit.integer || digits <= (double)limit.integer) return true;
    return raise_false(run, "ValueError",
                       "Exceeds the limit (%lld digits) for integer string conversion%s; use "
                       "sys.set_int_max_str_digits() to increase the limit",
                       (long long)limit.integer, what);
}

bool int_digits(Run *run, Value value, int base, Buf *out)
{
    Whole room;
    mpz_t magnitude;
    mpz_srcptr z = magnitude_of(whole(value, &room), magnitude);
    size_t digits = mpz_sizeinbase(z, base); // or one less
    if (!may_convert(run, (double)digits - 1, base, "") ||
        !may_make(run, 0, 8 * bits_of(z), bits_of(z)))
        return false;
    char *text = NEW_ARRAY(&run->scratch, char, digits + 2);
    mpz_get_str(text, base, z);
    if (!may_convert(run, (double)strlen(text), base, "")) return false;
    buf_add(out, str_from(text));
    return run_take_characters(run, (int64_t)digits);
}

Value int_from_digits(Run *run, Str digits, int base, bool negative)
{
    int count = 0;
    for (int i = 0; i < digits.n; i++) count += digits.p[i] != '_';
    double bits = count * log2(base);
    const char *what = arena_printf(&run->scratch, ": value has %d digits", count);
    if (!may_convert(run, count, base, what) || !may_make(run, bits, bits, bits)) return NOTHING;
    char *text = NEW_ARRAY(&run->scratch, char, count + 2), *end = text;
    if (negative) *end++ = '-';
    for (int i = 0; i < digits.n; i++) {
        if (digits.p[i] != '_') *end++ = digits.p[i];
    }
    mpz_t z;
    mpz_init_set_str(z, text, base);
    return made(run, z);
}

// ---- as an argument of PyTorch's ---------------------------------------------------------------

bool value_unpacks(Run *run, Value value)
{
    if (value_is_large(value)) raise_error(run, "RuntimeError", "Overflow when unpacking long");
    return !value_is_large(value);
}

bool value_converts(Run *run, Value value)
{
    if (value_is_large(value)) raise_error(run, "OverflowError", "int too big to convert");
    return !value_is_large(value);
}

// ---- the type --------------------------------------------------------------------------------

static void large_repr(Run *run, Value self, Buf *out)
{
    if (large_sign(self) < 0) buf_add_char(out, '-');
    int_digits(run, self, 10, out);
}

static bool large_truth(Run *run UNUSED, Value self UNUSED, bool *truth)
{
    *truth = true;
    return true;
}

// As that of other ints, modulo 2^61 - 1, from 32 bits at a time.
static bool large_hash(Run *run, Value self, uint64_t *hash)
{
    const uint64_t modulus = ((uint64_t)1 << 61) - 1;
    const Large *large = large_of(self);
    int limbs = abs(large->size);
    uint64_t rest = 0;
    for (int i = limbs - 1; i >= 0; i--) {
        for (int at = LIMB_BITS - 32; at >= 0; at -= 32) {
            rest = (rest << 32 & modulus) | rest >> 29;
            rest = (rest + (uint32_t)(large->limb[i] >> at)) % modulus;
        }
    }
    if (large->size < 0) rest = 0 - rest;
    *hash = rest == UINT64_MAX ? UINT64_MAX - 1 : rest;
    return run_take_bytes(run, 16 * (int64_t)limbs);
}

static const Type *kind(Value self UNUSED)
{
    return &type_int;
}

static Value attribute(Run *run, Value self, const char *name)
{
    return type_int.attribute(run, self, name);
}

const Type type_large = {
    .name = "int",
    .base = &type_int,
    .kind = kind,
    .attribute = attribute,
    .repr = large_repr,
    .truth = large_truth,
    .hash = large_hash,
    .unary = number_unary,
    .binary = number_binary,
};
