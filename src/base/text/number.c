// Numbers are read and written here without the locale, and in three styles: as Python's repr, as
// people like to read them (number_human), and with a fixed number of decimals.
//
// The shortest text that reads back as the same value is found by trying: print with one digit,
// two, three ... until strtod() returns the value. Fixed decimals are worked out in 64-bit
// integers where they fit: value = m * 2^e exactly, so m * 10^decimals, shifted by e and rounded
// half to even, has the digits that printf would write, several times as fast.
#include "base/text/number.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NUMBER = 400 }; // characters; a longer literal is refused rather than cut

// Copies `s` without Python's underscores (allowed between digits only) and terminated.
static bool plain_copy(Str s, char *out)
{
    if (s.n == 0 || s.n >= MAX_NUMBER) return false;
    int n = 0;
    for (int i = 0; i < s.n; i++) {
        bool between = i > 0 && i + 1 < s.n && s.p[i - 1] >= '0' && s.p[i - 1] <= '9' &&
                       s.p[i + 1] >= '0' && s.p[i + 1] <= '9';
        if (s.p[i] == '_' && between) continue;
        if (!strchr("0123456789+-.eEinfaINFAyYtT", s.p[i]) || s.p[i] == '\0') return false;
        out[n++] = s.p[i];
    }
    out[n] = '\0';
    return true;
}

bool number_parse_int(Str s, int64_t *value)
{
    char text[MAX_NUMBER], *end;
    if (!plain_copy(s, text)) return false;
    errno = 0;
    long long parsed = strtoll(text, &end, 10);
    if (*end || errno == ERANGE) return false;
    *value = parsed;
    return true;
}

bool number_parse_double(Str s, double *value)
{
    char text[MAX_NUMBER], *end;
    if (!plain_copy(s, text)) return false;
    *value = strtod(text, &end);
    return *end == '\0';
}

// Python writes an exponent below 1e-4 and from 1e16 on; C's %g has other limits.
static void add_as_python(Buf *out, const char *scientific)
{
    char digits[32];
    int n = 0, exponent = (int)strtol(strchr(scientific, 'e') + 1, NULL, 10);
    const char *p = scientific;
    if (*p == '-') buf_add_char(out, *p++);
    for (; *p != 'e'; p++) {
        if (*p != '.') digits[n++] = *p;
    }
    while (n > 1 && digits[n - 1] == '0') n--;
    if (exponent < -4 || exponent >= 16) {
        buf_printf(out, "%c", digits[0]);
        if (n > 1) buf_printf(out, ".%.*s", n - 1, digits + 1);
        buf_printf(out, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
    } else if (exponent < 0) {
        buf_add(out, STR("0."));
        buf_add_repeat(out, '0', -exponent - 1);
        buf_add(out, (Str){digits, n});
    } else {
        int whole = exponent + 1;
        buf_add(out, (Str){digits, n < whole ? n : whole});
        buf_add_repeat(out, '0', whole - n);
        buf_add_char(out, '.');
        if (n > whole)
            buf_add(out, (Str){digits + whole, n - whole});
        else
            buf_add_char(out, '0');
    }
}

static bool add_special(Buf *out, double value)
{
    if (isnan(value))
        buf_add(out, STR("nan"));
    else if (isinf(value))
        buf_add(out, value < 0 ? STR("-inf") : STR("inf"));
    else
        return false;
    return true;
}

// The text of a number with its last digit one higher; false where there are nines alone.
static bool next_decimal(char *text)
{
    for (char *p = strchr(text, 'e') - 1; p >= text; p--) {
        if (*p >= '0' && *p < '9') return ++*p;
        if (*p == '9') *p = '0';
    }
    return false;
}

// The fewest digits that read back as the number. So many as any decimal survives (DBL_DIG) give
// a shorter one with zeros behind it, unless the number is so tiny that it has fewer bits. The
// neighbour of a power of 2 is nearer below than above: there the next decimal may be the one.
void number_repr_double(Buf *out, double value)
{
    if (add_special(out, value)) return;
    int exponent;
    bool is_tiny = fabs(value) < DBL_MIN, is_power = fabs(frexp(value, &exponent)) == 0.5;
    char text[40];
    for (int precision = is_tiny ? 0 : DBL_DIG - 1; precision <= 16; precision++) {
        snprintf(text, sizeof text, "%.*e", precision, value);
        if (strtod(text, NULL) == value) break;
        if (is_power && next_decimal(text) && strtod(text, NULL) == value) break;
    }
    add_as_python(out, text);
}

void number_repr_float(Buf *out, float value)
{
    if (add_special(out, (double)value)) return;
    bool is_tiny = fabsf(value) < FLT_MIN;
    char text[40];
    for (int precision = is_tiny ? 0 : FLT_DIG - 1; precision <= 8; precision++) {
        snprintf(text, sizeof text, "%.*e", precision, (double)value);
        if (strtof(text, NULL) == value) break;
    }
    add_as_python(out, text);
}

static uint64_t power_of_ten(int exponent)
{
    uint64_t power = 1;
    while (exponent-- > 0) power *= 10;
    return power;
}

// |value| * 10^decimals as a whole number, rounded as printf rounds: exactly, halves to even.
// False where 64 bits are too few for that.
static bool fixed_units(double value, int decimals, uint64_t *units)
{
    enum { MANTISSA_BITS = 53, MOST_DECIMALS = 12 };
    if (decimals < 0 || decimals > MOST_DECIMALS) return false;
    uint64_t power = power_of_ten(decimals);
    int exponent;
    uint64_t whole = (uint64_t)ldexp(frexp(fabs(value), &exponent), MANTISSA_BITS);
    exponent -= MANTISSA_BITS; // |value| is whole * 2^exponent
    for (; whole && whole % 2 == 0; whole /= 2) exponent++;
    if (whole > UINT64_MAX / power) return false;
    whole *= power;
    if (exponent >= 0) {
        *units = exponent < 64 ? whole << exponent : 0;
        return exponent < 64 && *units >> exponent == whole;
    }
    if (exponent <= -64) return false;
    uint64_t cut = whole & ((UINT64_C(1) << -exponent) - 1), half = UINT64_C(1) << (-exponent - 1);
    *units = whole >> -exponent;
    *units += cut > half || (cut == half && *units % 2);
    return true;
}

void number_fixed(Buf *out, double value, int decimals)
{
    uint64_t units;
    if (!isfinite(value) || !fixed_units(value, decimals, &units)) {
        buf_printf(out, "%.*f", decimals, value);
        return;
    }
    char text[32], *end = text + sizeof text, *p = end;
    for (int written = 0; written <= decimals || units; written++) {
        if (written == decimals && decimals) *--p = '.';
        *--p = (char)('0' + units % 10);
        units /= 10;
    }
    if (signbit(value)) *--p = '-';
    buf_add(out, (Str){p, (int)(end - p)});
}

static const double LARGE = 1e5;

typedef enum NumberForm { FORM_SPECIAL, FORM_WHOLE, FORM_EXPONENT, FORM_DECIMALS } NumberForm;

static bool is_near_zero(double value, int digits)
{
    return fabs(value) <= 0.5 / (double)power_of_ten(digits);
}

static NumberForm form_of(double value, int digits)
{
    double size = fabs(value);
    if (!isfinite(value)) return FORM_SPECIAL;
    if (size < 1e9 && value == floor(value)) return FORM_WHOLE;
    return is_near_zero(size, digits) || size >= 1e8 ? FORM_EXPONENT : FORM_DECIMALS;
}

// Of a finite number. A large one has few decimals, unless more than the usual four are asked for.
static int decimals_shown(double value, int digits)
{
    enum { IN_ALL = 8, USUAL = 4 };
    double size = fabs(value), power = LARGE;
    if (size < LARGE) return digits;
    int shown = IN_ALL - 5 + (digits > USUAL ? digits - USUAL : 0);
    for (; size >= power; power *= 10) shown--;
    return shown < 0 ? 0 : shown < digits ? shown : digits;
}

static void cut_zeros(Buf *out, int start)
{
    Str s = str_slice(buf_str(out), start, out->n);
    if (str_find(s, ".") < 0 || str_find(s, "e") >= 0) return;
    while (s.p[s.n - 1] == '0') s.n--;
    if (s.p[s.n - 1] == '.') s.n--;
    buf_cut(out, start + s.n);
}

// Two significant digits of a small number, three of a large one, fewer where few are asked for.
static void add_exponent(Buf *out, double value, int digits)
{
    int most = fabs(value) < 1 ? 1 : 2;
    int decimals = digits < 2 ? 0 : digits - 2 < most ? digits - 2 : most;
    Str text = str_from(arena_printf(out->arena, "%.*e", decimals, value));
    int exponent = str_find(text, "e"), start = out->n;
    buf_add(out, str_slice(text, 0, exponent));
    cut_zeros(out, start);
    buf_add(out, str_slice(text, exponent, text.n));
}

static void add_form(Buf *out, double value, int decimals, NumberForm form)
{
    int start = out->n;
    switch (form) {
    case FORM_SPECIAL: add_special(out, value); break;
    case FORM_EXPONENT: add_exponent(out, value, decimals); break;
    case FORM_WHOLE: number_fixed(out, value == 0 ? 0.0 : value, 0); break;
    case FORM_DECIMALS:
        number_fixed(out, value == 0 ? 0.0 : value, decimals_shown(value, decimals));
        if (fabs(value) >= LARGE) cut_zeros(out, start);
    }
}

void number_human(Buf *out, double value, int digits)
{
    add_form(out, value, digits, form_of(value, digits));
}

void number_trimmed(Buf *out, double value, int digits)
{
    int start = out->n;
    number_human(out, value, digits);
    cut_zeros(out, start);
}

void number_aligned(Buf *out, double value, int decimals, double largest)
{
    NumberForm form = form_of(value, decimals);
    bool has_scale = !is_near_zero(largest / 10, decimals); // else few would be more than "~0"
    if (value != 0 && is_near_zero(value, decimals) && has_scale) {
        buf_add(out, STR("~0"));
        return;
    }
    bool needs_zeros = form == FORM_WHOLE && fabs(value) < LARGE;
    add_form(out, value, decimals, needs_zeros ? FORM_DECIMALS : form);
}

double number_rounded(double value, int digits)
{
    NumberForm form = form_of(value, digits);
    int decimals = form == FORM_DECIMALS ? decimals_shown(value, digits) : 0;
    uint64_t units;
    if (form == FORM_SPECIAL || form == FORM_WHOLE) return value == 0 ? 0.0 : value;
    // Of two numbers that a double can hold, the quotient is what the text reads as.
    if (form == FORM_DECIMALS && fixed_units(value, decimals, &units) &&
        units < UINT64_C(1000000000000000))
        return copysign((double)units / (double)power_of_ten(decimals), value);
    SCRATCH(scratch);
    Buf text = {.arena = &scratch};
    number_human(&text, value, digits);
    return strtod(buf_text(&text), NULL);
}

int number_decimals(double value, bool is_float32, int most)
{
    for (int digits = 0; digits < most; digits++) {
        double read = value;
        if (form_of(value, digits) == FORM_DECIMALS) {
            double power = (double)power_of_ten(decimals_shown(value, digits));
            read = nearbyint(value * power) / power;
        } else if (form_of(value, digits) == FORM_EXPONENT) {
            if (fabs(value) < 1) continue;
            return 0; // decimals say nothing of it
        }
        if (is_float32 ? (float)read == (float)value : read == value) return digits;
    }
    return isfinite(value) ? most : 0;
}

void number_typeset(Buf *out, int start)
{
    Str text = str_slice(buf_str(out), start, out->n);
    char copy[64];
    if (text.n >= (int)sizeof copy) return;
    memcpy(copy, text.p, (size_t)text.n);
    bool is_infinite = text.n >= 3 && memcmp(copy + text.n - 3, "inf", 3) == 0;
    buf_cut(out, start);
    for (int i = 0; i < text.n; i++) {
        if (is_infinite && i == text.n - 3) {
            buf_add(out, STR("\u221e"));
            break;
        }
        if (copy[i] == '-')
            buf_add(out, STR("\u2212"));
        else if (copy[i] == '~')
            buf_add(out, STR("\u2248"));
        else
            buf_add_char(out, copy[i]);
    }
}

int number_digits_apart(double a, double b, int digits)
{
    enum { MOST_DIGITS = 9 };
    bool apart = a == b || isnan(a) || isnan(b);
    SCRATCH(scratch);
    for (; !apart && digits < MOST_DIGITS; digits += !apart) {
        Buf one = {.arena = &scratch}, other = {.arena = &scratch};
        number_human(&one, a, digits);
        number_human(&other, b, digits);
        apart = !str_equal(buf_str(&one), buf_str(&other));
    }
    return digits;
}

const char *number_ordinal(int64_t n)
{
    if (n % 100 >= 11 && n % 100 <= 13) return "th";
    return n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
}
