// Format specifications: "Format Specification Mini-Language" in the documentation
// of Python's string module.
#include "lang/text/text.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "lang/class.h"
#include "lang/numbers/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Spec {
    Str fill;
    char align, sign, type; // 0: not given
    bool alternate, no_negative_zero;
    char grouping;        // ',' or '_'
    int width, precision; // -1: not given
} Spec;

enum { MAX_FORMAT_WIDTH = 100000, MAX_FORMAT_PRECISION = 1000 };

// ---- reading -------------------------------------------------------------------------------

static bool is_align(char c)
{
    return c == '<' || c == '>' || c == '^' || c == '=';
}

static int read_number(Str text, int *at)
{
    int number = -1;
    for (; *at < text.n && text.p[*at] >= '0' && text.p[*at] <= '9'; ++*at) {
        if (number < 0) number = 0;
        if (number <= MAX_FORMAT_WIDTH) number = number * 10 + text.p[*at] - '0';
    }
    return number;
}

static char peek(Str text, int at)
{
    return at < text.n ? text.p[at] : '\0';
}

static void read_alignment(Str text, int *at, Spec *spec)
{
    if (!text.n) return;
    int length;
    utf8_decode(text, &length);
    if (is_align(peek(text, length))) {
        spec->fill = str_slice(text, 0, length);
        spec->align = text.p[length];
        *at = length + 1;
    } else if (is_align(text.p[0])) {
        spec->align = text.p[0];
        *at = 1;
    }
}

static bool refuse(Run *run, const char *message)
{
    return raise_false(run, "ValueError", "%s", message);
}

// A type as messages write it.
static const char *code_text(Run *run, uint32_t code)
{
    bool plain = code > 0x20 && code < 0x80;
    return arena_printf(&run->scratch, plain ? "%c" : "\\x%x", (unsigned)code);
}

static bool unknown_code(Run *run, uint32_t code, const char *type_name)
{
    return raise_false(run, "ValueError", "Unknown format code '%s' for object of type '%s'",
                       code_text(run, code), type_name);
}

static bool read_grouping(Run *run, Str text, int *at, Spec *spec)
{
    if (peek(text, *at) == ',' || peek(text, *at) == '_') spec->grouping = text.p[(*at)++];
    bool again = peek(text, *at) == '_' || (peek(text, *at) == ',' && spec->grouping == '_');
    return !spec->grouping || !again || refuse(run, "Cannot specify both ',' and '_'.");
}

static bool read_precision(Run *run, Str text, int *at, Spec *spec)
{
    if (peek(text, *at) != '.') return true;
    ++*at;
    spec->precision = read_number(text, at);
    return spec->precision >= 0 || refuse(run, "Format specifier missing precision");
}

// What comes last, if anything.
static bool read_type(Run *run, Str text, int at, const char *type_name, Spec *spec)
{
    int length = 0;
    uint32_t code = at < text.n ? utf8_decode(str_slice(text, at, text.n), &length) : 0;
    if (at + length < text.n)
        return raise_false(run, "ValueError",
                           "Invalid format specifier '%.*s' for object of type '%s'", STR_ARG(text),
                           type_name);
    const char *grouped = spec->grouping == '_' ? "deEfFgG%boxX" : "deEfFgG%";
    bool may_group = !code || (code < 0x80 && strchr(grouped, (int)code));
    if (spec->grouping && !may_group)
        return raise_false(run, "ValueError", "Cannot specify '%c' with '%s'.", spec->grouping,
                           code_text(run, code));
    spec->type = (char)code;
    return code < 0x80 || unknown_code(run, code, type_name);
}

// [[fill]align][sign][z][#][0][width][grouping][.precision][type]; `is_text`: of a str.
static bool read_spec(Run *run, Str text, const char *type_name, bool is_text, Spec *spec)
{
    int at = 0;
    *spec = (Spec){.precision = -1};
    read_alignment(text, &at, spec);
    if (peek(text, at) && strchr("+- ", peek(text, at))) spec->sign = text.p[at++];
    if (peek(text, at) == 'z') spec->no_negative_zero = text.p[at++] == 'z';
    if (peek(text, at) == '#') spec->alternate = text.p[at++] == '#';
    if (peek(text, at) == '0' && !spec->fill.n) {
        at++;
        spec->fill = STR("0");
        if (!spec->align && !is_text) spec->align = '=';
    }
    if (!spec->fill.n) spec->fill = STR(" ");
    spec->width = read_number(text, &at);
    if (!read_grouping(run, text, &at, spec) || !read_precision(run, text, &at, spec)) return false;
    if (spec->width > MAX_FORMAT_WIDTH || spec->precision > MAX_FORMAT_PRECISION)
        return refuse(run, "Too many decimal digits in format string");
    return read_type(run, text, at, type_name, spec);
}

// ---- writing -------------------------------------------------------------------------------

static void pad(Buf *out, Str fill, int times)
{
    for (int i = 0; i < times; i++) buf_add(out, fill);
}

// sign or prefix, then body; `align` is what counts when none was given.
static void write_aligned(Buf *out, const Spec *spec, Str head, Str body, char align)
{
    int missing = spec->width - utf8_count(head) - utf8_count(body);
    if (missing < 0) missing = 0;
    if (spec->align) align = spec->align;
    int left = align == '>' ? missing : align == '^' ? missing / 2 : 0;
    int inner = align == '=' ? missing : 0;
    pad(out, spec->fill, left);
    buf_add(out, head);
    pad(out, spec->fill, inner);
    buf_add(out, body);
    pad(out, spec->fill, missing - left - inner);
}

static const char *sign_of(const Spec *spec, bool negative)
{
    if (negative) return "-";
    return spec->sign == '+' ? "+" : spec->sign == ' ' ? " " : "";
}

// The digits before the point, with a separator after each group from the right.
static void group_digits(Buf *out, Str digits, char separator, int group)
{
    for (int i = 0; i < digits.n; i++) {
        if (i && (digits.n - i) % group == 0) buf_add_char(out, separator);
        buf_add_char(out, digits.p[i]);
    }
}

// How many zeros before the digits fill the width, with the separators among them.
static int zeros_before(const Spec *spec, int digits, int others, int group)
{
    int zeros = 0, step = spec->grouping ? group : 0;
    while (others + digits + zeros + (step ? (digits + zeros - 1) / step : 0) < spec->width)
        zeros++;
    return zeros;
}

static bool write_number(Run *run, Buf *out, const Spec *given, Str head, Str digits, Str rest,
                         int group)
{
    Spec spec = *given;
    if (!digits.n) spec.grouping = 0; // inf and nan
    if (spec.align == '=' && str_is(spec.fill, "0")) {
        Buf filled = {.arena = &run->scratch};
        int others = head.n + rest.n;
        buf_add_repeat(&filled, '0', zeros_before(&spec, digits.n, others, group));
        buf_add(&filled, digits);
        digits = buf_str(&filled);
    }
    Buf body = {.arena = &run->scratch};
    if (spec.grouping)
        group_digits(&body, digits, spec.grouping, group);
    else
        buf_add(&body, digits);
    buf_add(&body, rest);
    write_aligned(out, &spec, head, buf_str(&body), '>');
    return true;
}

// ---- ints ----------------------------------------------------------------------------------

static void to_upper(Buf *text)
{
    for (int i = 0; i < text->n; i++) {
        if (text->p[i] >= 'a' && text->p[i] <= 'z') text->p[i] ^= 0x20;
    }
}

static bool format_character(Run *run, int64_t code, const Spec *spec, Buf *out)
{
    if (spec->sign) return refuse(run, "Sign not allowed with integer format specifier 'c'");
    if (spec->alternate)
        return refuse(run, "Alternate form (#) not allowed with integer format specifier 'c'");
    if (code < 0 || code > 0x10FFFF)
        return raise_false(run, "OverflowError", "%%c arg not in range(0x110000)");
    char bytes[4];
    write_aligned(out, spec, (Str){0}, (Str){bytes, utf8_encode((uint32_t)code, bytes)}, '>');
    return true;
}

static bool format_double(Run *run, double number, Spec spec, const char *type_name, Buf *out);

static bool format_as_double(Run *run, Value number, const Spec *spec, Buf *out)
{
    Value value = call_with(run, from_type(&type_float), &number, 1);
    return value.type && format_double(run, value.number, *spec, "int", out);
}

static bool format_int(Run *run, Value number, const Spec *spec, Buf *out)
{
    char type = spec->type ? spec->type : 'd';
    if (strchr("eEfFgG%", type)) return format_as_double(run, number, spec, out);
    if (!strchr("bcdnoxX", type)) return unknown_code(run, (uint32_t)type, "int");
    if (spec->precision >= 0)
        return refuse(run, "Precision not allowed in integer format specifier");
    if (spec->no_negative_zero)
        return refuse(run, "Negative zero coercion (z) not allowed in integer format specifier");
    if (type == 'c') return format_character(run, value_integer(number), spec, out);
    int base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
    Buf head = {.arena = &run->scratch}, digits = {.arena = &run->scratch};
    buf_printf(&head, "%s", sign_of(spec, value_integer(number) < 0));
    if (spec->alternate && base != 10) buf_printf(&head, "0%c", type);
    if (!int_digits(run, number, base, &digits)) return false;
    if (type == 'X') to_upper(&digits);
    return write_number(run, out, spec, buf_str(&head), buf_str(&digits), (Str){0},
                        base == 10 ? 3 : 4);
}

// ---- floats --------------------------------------------------------------------------------

static void write_digits(Buf *out, double magnitude, const Spec *spec, char type)
{
    int precision = spec->precision < 0 ? 6 : spec->precision;
    const char *const e[] = {"%.*e", "%#.*e"}, *const f[] = {"%.*f", "%#.*f"},
                      *const g[] = {"%.*g", "%#.*g"};
    const char *format = (type == 'e' ? e : type == 'g' ? g : f)[spec->alternate];
    // The formats are the six above.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    buf_printf(out, format, precision, magnitude);
#pragma GCC diagnostic pop
}

// repr(), with a point before the exponent where the alternate form is asked for.
static void write_repr(Buf *out, double magnitude, bool alternate)
{
    Buf text = {.arena = out->arena};
    number_repr_double(&text, magnitude);
    Str digits = buf_str(&text);
    int before = str_find(digits, "e") < 0 ? digits.n : str_find(digits, "e");
    bool pointed = before == digits.n || str_find(str_slice(digits, 0, before), ".") >= 0;
    buf_add(out, str_slice(digits, 0, before));
    if (alternate && !pointed) buf_add_char(out, '.');
    buf_add(out, str_slice(digits, before, digits.n));
}

// Without a type: like 'g', but at least one digit behind the point; repr() without precision.
static void write_general(Buf *out, double magnitude, const Spec *spec)
{
    if (spec->precision < 0) {
        write_repr(out, magnitude, spec->alternate);
        return;
    }
    int start = out->n, precision = spec->precision ? spec->precision : 1;
    // At the exponent that the number has when rounded, 'g' chooses; Python changes one step
    // earlier.
    const char *probe = arena_printf(out->arena, "%.*e", precision - 1, magnitude);
    const char *exponent = strchr(probe, 'e');
    long power = strtol(exponent + 1, NULL, 10);
    if (power >= precision - 1 || power < -4) {
        bool pointed = precision > 1;
        int digits = (int)(exponent - probe);
        while (!spec->alternate && pointed && probe[digits - 1] == '0') digits--;
        if (!spec->alternate && probe[digits - 1] == '.') digits--;
        const char *point = spec->alternate && !pointed ? "." : "";
        buf_printf(out, "%.*s%s%s", digits, probe, point, exponent);
        return;
    }
    buf_printf(out, spec->alternate ? "%#.*g" : "%.*g", precision, magnitude);
    if (str_find((Str){out->p + start, out->n - start}, ".") < 0) buf_add(out, STR(".0"));
}

// Does it round to zero as it is written?
static bool is_written_as_zero(const Buf *text)
{
    for (int i = 0; i < text->n && text->p[i] != 'e' && text->p[i] != 'E'; i++) {
        if (text->p[i] >= '1' && text->p[i] <= '9') return false;
    }
    return true;
}

static bool format_double(Run *run, double number, Spec spec, const char *type_name, Buf *out)
{
    if (spec.type && !strchr("eEfFgG%n", spec.type))
        return unknown_code(run, (uint32_t)spec.type, type_name);
    Buf text = {.arena = &run->scratch};
    char type = spec.type >= 'A' && spec.type <= 'Z' ? (char)(spec.type | 0x20) : spec.type;
    bool percent = type == '%';
    double magnitude = fabs(percent ? number * 100 : number);
    if (isnan(number))
        buf_add(&text, STR("nan"));
    else if (isinf(number))
        buf_add(&text, STR("inf"));
    else if (!type)
        write_general(&text, magnitude, &spec);
    else
        write_digits(&text, magnitude, &spec, type == 'n' ? 'g' : percent ? 'f' : type);
    if (percent) buf_add_char(&text, '%');
    if (type != spec.type) to_upper(&text);
    Str all = buf_str(&text);
    int whole = 0;
    while (whole < all.n && all.p[whole] >= '0' && all.p[whole] <= '9') whole++;
    bool negative = signbit(number) && !isnan(number);
    if (spec.no_negative_zero && is_written_as_zero(&text)) negative = false;
    Str head = str_from(sign_of(&spec, negative));
    return write_number(run, out, &spec, head, str_slice(all, 0, whole),
                        str_slice(all, whole, all.n), 3);
}

// ---- strings, and the choice ---------------------------------------------------------------

static bool format_str(Run *run, Str text, const Spec *spec, Buf *out)
{
    if (spec->type && spec->type != 's') return unknown_code(run, (uint32_t)spec->type, "str");
    if (spec->grouping)
        return raise_false(run, "ValueError", "Cannot specify '%c' with 's'.", spec->grouping);
    const char *what = spec->sign               ? spec->sign == ' ' ? "Space" : "Sign"
                       : spec->no_negative_zero ? "Negative zero coercion (z)"
                       : spec->alternate        ? "Alternate form (#)"
                       : spec->align == '='     ? "'=' alignment"
                                                : NULL;
    if (what)
        return raise_false(run, "ValueError", "%s not allowed in string format specifier", what);
    if (spec->precision >= 0) {
        int at = 0, length;
        for (int i = 0; i < spec->precision && at < text.n; i++, at += length) {
            utf8_decode(str_slice(text, at, text.n), &length);
        }
        text = str_slice(text, 0, at);
    }
    write_aligned(out, spec, (Str){0}, text, '<');
    return true;
}

// A tensor of no dimensions is formatted as the number it holds.
static Value as_number(Value value)
{
    bool cell = holds_tensor(value) && value.tensor->shape.ndim == 0;
    return cell ? value_from_cell(value.tensor, (Index){0}) : value;
}

// What the __format__ of the class of an instance gives.
static bool format_instance(Run *run, Value self, Str spec, Buf *out)
{
    Value text = value_from_str(run, spec);
    if (text.type) text = class_call_special(run, DUNDER_FORMAT, self, &text, 1);
    if (!text.type) return false;
    if (value_has_type(text, &type_str)) {
        buf_add(out, value_text(text));
        return true;
    }
    return raise_false(run, "TypeError", "__format__ must return a str, not %s", text.type->name);
}

bool format_value(Run *run, Value value, Str text, Buf *out)
{
    int before = out->n;
    bool ok = type_find_special(run, value.type, DUNDER_FORMAT)
                  ? format_instance(run, value, text, out)
                  : format_plain(run, value, text, out);
    return ok && run_take_characters(run, out->n - before);
}

bool format_plain(Run *run, Value value, Str text, Buf *out)
{
    value = as_number(value);
    if (!text.n) {
        value_str(run, value, out);
        return !run_has_failed(run);
    }
    Spec spec;
    bool known = value_is_number(value) || value_has_type(value, &type_str);
    if (!known)
        return raise_false(run, "TypeError", "unsupported format string passed to %s.__format__",
                           value.type->name);
    bool is_text = value_has_type(value, &type_str);
    if (!read_spec(run, text, value.type->name, is_text, &spec)) return false;
    if (is_text) return format_str(run, value_text(value), &spec, out);
    if (value_is_float(value)) return format_double(run, value_number(value), spec, "float", out);
    return format_int(run, value_plain_number(value), &spec, out);
}

// ---- conversions ---------------------------------------------------------------------------

static void value_repr_ascii(Run *run, Value value, Buf *out)
{
    Buf repr = {.arena = &run->scratch};
    value_repr(run, value, &repr);
    Str text = buf_str(&repr);
    if (!run_take_characters(run, 4 * (int64_t)text.n)) return;
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        if (code < 0x80)
            buf_add_char(out, (char)code);
        else if (code < 0x100)
            buf_printf(out, "\\x%02x", (unsigned)code);
        else
            buf_printf(out, code < 0x10000 ? "\\u%04x" : "\\U%08x", (unsigned)code);
    }
}

Value format_convert(Run *run, Value value, char conversion)
{
    Buf text = {.arena = &run->scratch};
    if (!conversion) return value;
    if (conversion == 'r') value_repr(run, value, &text);
    if (conversion == 's') value_str(run, value, &text);
    if (conversion == 'a') value_repr_ascii(run, value, &text);
    return run_has_failed(run) ? NOTHING : value_from_str(run, buf_str(&text));
}
