// float.hex() and float.fromhex(): a float to its last bit, as text.
#include "base/number.h"
#include "lang/interp.h"
#include "lang/numbers/numbers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// "%a" with all 13 hexadecimal digits, which is how Python writes it.
Value float_hex(Run *run, Value *arg)
{
    double number = value_number(arg[0]), magnitude = fabs(number);
    Buf text = {.arena = &run->scratch};
    if (signbit(number) && !isnan(number)) buf_add_char(&text, '-');
    if (!isfinite(number))
        number_repr_double(&text, magnitude);
    else if (magnitude == 0)
        buf_add(&text, STR("0x0.0p+0"));
    else if (magnitude < DBL_MIN) // with the least exponent, as a float is stored
        buf_printf(&text, "0x0.%013llxp-1022", (unsigned long long)(magnitude / DBL_TRUE_MIN));
    else
        buf_printf(&text, "%.13a", magnitude);
    return value_from_str(run, buf_str(&text));
}

static bool is_word(Str text, const char *word)
{
    for (int i = 0; i < text.n; i++) {
        if ((text.p[i] | 0x20) != word[i]) return false; // at the end of `word` as well
    }
    return !word[text.n];
}

// [sign] [0x] digits [. digits] [p exponent], or a name; strtod() reads what has this form.
static bool is_hex_float(Str text)
{
    int at = text.n && strchr("+-", *text.p) ? 1 : 0, digits = 0;
    Str name = str_slice(text, at, text.n);
    if (is_word(name, "inf") || is_word(name, "infinity") || is_word(name, "nan")) return true;
    if (str_starts(name, "0x") || str_starts(name, "0X")) at += 2;
    for (int points = 0; at < text.n; at++) {
        bool digit = strchr("0123456789abcdefABCDEF", text.p[at]) != NULL;
        if (!digit && (text.p[at] != '.' || points++)) break;
        digits += digit;
    }
    if (at < text.n && strchr("pP", text.p[at])) {
        at += at + 1 < text.n && strchr("+-", text.p[at + 1]) ? 2 : 1;
        int first = at;
        while (at < text.n && text.p[at] >= '0' && text.p[at] <= '9') at++;
        if (at == first) return false;
    }
    return digits && at == text.n;
}

static Value float_fromhex(Run *run, Value *arg)
{
    if (!value_has_type(arg[0], &type_str))
        return raise_error(run, "TypeError", "fromhex() argument must be str, not %s",
                           arg[0].type->name);
    Str text = str_trim(value_text(arg[0]));
    if (!text.n || memchr(text.p, '\0', (size_t)text.n) || !is_hex_float(text))
        return raise_error(run, "ValueError", "invalid hexadecimal floating-point string");
    int sign = strchr("+-", *text.p) != NULL;
    bool named = strchr("iInN", text.p[sign]) != NULL;
    bool marked = named || (text.n > sign + 1 && strchr("xX", text.p[sign + 1]));
    const char *whole = arena_printf(&run->scratch, "%.*s%s%.*s", sign, text.p, marked ? "" : "0x",
                                     text.n - sign, text.p + sign);
    double number = strtod(whole, NULL);
    if (isinf(number) && !named)
        return raise_error(run, "OverflowError",
                           "hexadecimal value too large to represent as a float");
    return from_double(number);
}

const Native float_functions[] = {{"fromhex", "string, /", float_fromhex}, {0}};
