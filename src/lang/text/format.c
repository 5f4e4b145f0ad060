// Format specifications: "Format Specification Mini-Language" in the documentation
// of Python's string module.
#include "lang/text/format.h"

#include "base/number.h"
#include "base/utf8.h"
#include "lang/class.h"

#include <math.h>
#include <string.h>

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

// [[fill]align][sign][z][#][0][width][grouping][.precision][type]
static bool read_spec(Run *run, Str text, const char *type_name, Spec *spec)
{
    int at = 0;
    *spec = (Spec){.fill = STR(" "), .precision = -1};
    read_alignment(text, &at, spec);
    if (peek(text, at) && strchr("+- ", peek(text, at))) spec->sign = text.p[at++];
    if (peek(text, at) == 'z') spec->no_negative_zero = text.p[at++] == 'z';
    if (peek(text, at) == '#') spec->alternate = text.p[at++] == '#';
    if (peek(text, at) == '0') spec->zero = text.p[at++] == '0';
    spec->width = read_number(text, &at);
    if (peek(text, at) == ',' || peek(text, at) == '_') spec->grouping = text.p[at++];
    if (peek(text, at) == '.') {
        at++;
        spec->precision = read_number(text, &at);
        if (spec->precision < 0) {
            raise_error(run, "ValueError", "Format specifier missing precision");
            return false;
        }
    }
    if (at < text.n) spec->type = text.p[at++];
    if (at < text.n) {
        raise_error(run, "ValueError", "Invalid format specifier '%.*s' for object of type '%s'",
                    STR_ARG(text), type_name);
        return false;
    }
    if (spec->width > MAX_FORMAT_WIDTH || spec->precision > MAX_FORMAT_PRECISION) {
        raise_error(run, "ValueError", "Too many decimal digits in format string");
        return false;
    }
    return true;
}

static bool unknown_code(Run *run, const Spec *spec, const char *type_name)
{
    raise_error(run, "ValueError", "Unknown format code '%c' for object of type '%s'", spec->type,
                type_name);
    return false;
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
    bool padded = spec.zero && !spec.align;
    if (padded || (spec.align == '=' && str_is(spec.fill, "0"))) {
        Buf filled = {.arena = &run->scratch};
        int others = head.n + rest.n;
        buf_add_repeat(&filled, '0', zeros_before(&spec, digits.n, others, group));
        buf_add(&filled, digits);
        digits = buf_str(&filled);
        spec.align = '=';
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

static void digits_in_base(Buf *out, uint64_t number, unsigned base, bool upper)
{
    char digits[64];
    int count = 0;
    do {
        digits[count++] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[number % base];
        number /= base;
    } while (number);
    while (count) buf_add_char(out, digits[--count]);
}

static bool format_character(Run *run, int64_t code, const Spec *spec, Buf *out)
{
    if (spec->sign || spec->alternate) {
        raise_error(run, "ValueError", "%s not allowed with integer format specifier 'c'",
                    spec->sign ? "Sign" : "Alternate form (#)");
        return false;
    }
    if (code < 0 || code > 0x10FFFF) {
        raise_error(run, "OverflowError", "%%c arg not in range(0x110000)");
        return false;
    }
    char bytes[4];
    Spec aligned = *spec;
    aligned.type = 's';
    if (!aligned.align) aligned.align = '<';
    if (spec->zero) aligned.fill = STR("0");
    return format_str(run, (Str){bytes, utf8_encode((uint32_t)code, bytes)}, &aligned, out);
}

bool format_int(Run *run, int64_t number, const Spec *spec, Buf *out)
{
    char type = spec->type ? spec->type : 'd';
    if (type == 'c' && spec->precision < 0) return format_character(run, number, spec, out);
    if (strchr("eEfFgG%", type)) return format_double(run, (double)number, *spec, "int", out);
    if (spec->precision >= 0) {
        raise_error(run, "ValueError", "Precision not allowed in integer format specifier");
        return false;
    }
    if (!strchr("bdnoxX", type)) return unknown_code(run, spec, "int");
    unsigned base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
    uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    Buf head = {.arena = &run->scratch}, digits = {.arena = &run->scratch};
    buf_printf(&head, "%s", sign_of(spec, number < 0));
    if (spec->alternate && base != 10) buf_printf(&head, "0%c", type);
    digits_in_base(&digits, magnitude, base, type == 'X');
    if (spec->grouping == ',' && base != 10) {
        raise_error(run, "ValueError", "Cannot specify ',' with '%c'.", type);
        return false;
    }
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

// Without a type: like 'g', but at least one digit behind the point; repr() without precision.
static void write_general(Buf *out, double magnitude, const Spec *spec)
{
    if (spec->precision < 0) {
        number_repr_double(out, magnitude);
        return;
    }
    int start = out->n;
    int precision = spec->precision ? spec->precision : 1;
    // At the exponent that the number has when rounded, 'g' chooses; Python changes one step
    // earlier.
    const char *probe = text_printf(out->arena, "%.*e", precision - 1, magnitude);
    const char *exponent = strchr(probe, 'e');
    int power = 0;
    for (const char *p = exponent + 2; *p; p++) power = power * 10 + *p - '0';
    if (exponent[1] == '-') power = -power;
    if (power >= precision - 1 || power < -4) {
        Buf mantissa = {.arena = out->arena};
        buf_add(&mantissa, (Str){probe, (int)(exponent - probe)});
        Str text = buf_str(&mantissa);
        if (str_find(text, ".") >= 0) {
            while (text.p[text.n - 1] == '0') text.n--;
            if (text.p[text.n - 1] == '.') text.n--;
        }
        buf_printf(out, "%.*s%s", STR_ARG(text), exponent);
        return;
    }
    buf_printf(out, "%.*g", precision, magnitude);
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

bool format_double(Run *run, double number, Spec spec, const char *type_name, Buf *out)
{
    if (spec.type && !strchr("eEfFgG%n", spec.type)) return unknown_code(run, &spec, type_name);
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
    for (int i = 0; type != spec.type && i < text.n; i++) {
        if (text.p[i] >= 'a' && text.p[i] <= 'z') text.p[i] ^= 0x20;
    }
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

bool format_str(Run *run, Str text, const Spec *spec, Buf *out)
{
    if (spec->type && spec->type != 's') return unknown_code(run, spec, "str");
    if (spec->grouping) {
        raise_error(run, "ValueError", "Cannot specify '%c' with 's'.", spec->grouping);
        return false;
    }
    if (spec->sign || spec->align == '=') {
        raise_error(run, "ValueError", "%s not allowed in string format specifier",
                    spec->sign ? "Sign" : "'=' alignment");
        return false;
    }
    if (spec->precision >= 0) {
        int at = 0, length;
        for (int i = 0; i < spec->precision && at < text.n; i++, at += length) {
            utf8_decode(str_slice(text, at, text.n), &length);
        }
        text = str_slice(text, 0, at);
    }
    Spec padded = *spec;
    if (spec->zero && !spec->align) {
        padded.fill = STR("0");
        padded.align = '<';
    }
    write_aligned(out, &padded, (Str){0}, text, '<');
    return true;
}

// A tensor of no dimensions is formatted as the number it holds.
static Value as_number(Value value)
{
    bool cell = holds_tensor(value) && value.tensor->shape.ndim == 0;
    return cell ? cell_number(value.tensor, (Index){0}) : value;
}

// What the __format__ of the class of an instance gives.
static bool format_instance(Run *run, Value self, Str spec, Buf *out)
{
    Value text = from_str(run, spec);
    if (text.type) text = call_special(run, DUNDER_FORMAT, self, &text, 1);
    if (!text.type) return false;
    if (is_type(text, &type_str)) {
        buf_add(out, value_text(text));
        return true;
    }
    raise_error(run, "TypeError", "__format__ must return a str, not %s", text.type->name);
    return false;
}

bool format_value(Run *run, Value value, Str text, Buf *out)
{
    if (find_special(run, value.type, DUNDER_FORMAT)) return format_instance(run, value, text, out);
    return format_plain(run, value, text, out);
}

bool format_plain(Run *run, Value value, Str text, Buf *out)
{
    value = as_number(value);
    if (!text.n) {
        value_str(run, value, out);
        return !has_failed(run);
    }
    Spec spec;
    bool known = is_number(value) || is_type(value, &type_str);
    if (!known) {
        raise_error(run, "TypeError", "unsupported format string passed to %s.__format__",
                    value.type->name);
        return false;
    }
    if (!read_spec(run, text, value.type->name, &spec)) return false;
    if (is_type(value, &type_str)) return format_str(run, value_text(value), &spec, out);
    if (value.type == &type_float) return format_double(run, value.number, spec, "float", out);
    return format_int(run, integer_of(value), &spec, out);
}

// ---- conversions ---------------------------------------------------------------------------

void repr_ascii(Run *run, Value value, Buf *out)
{
    Buf repr = {.arena = &run->scratch};
    value_repr(run, value, &repr);
    Str text = buf_str(&repr);
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

Value convert_value(Run *run, Value value, char conversion)
{
    Buf text = {.arena = &run->scratch};
    if (!conversion) return value;
    if (conversion == 'r') value_repr(run, value, &text);
    if (conversion == 's') value_str(run, value, &text);
    if (conversion == 'a') repr_ascii(run, value, &text);
    return has_failed(run) ? NOTHING : from_str(run, buf_str(&text));
}
