// template % values: "printf-style String Formatting" in the documentation of Python.
#include "base/utf8.h"
#include "lang/class.h"
#include "lang/containers/dict.h"
#include "lang/text/format.h"
#include "lang/text/text.h"

#include <string.h>

typedef struct Percent {
    Str text;
    int at;
    Value given;
    const Value *value; // the values, one after another
    Value one;          // the value, where it comes from a mapping
    int count, used;
    bool is_mapping; // what is given can be asked by a name, and need not be used up
} Percent;

static bool bad(Run *run, const char *kind, const char *message)
{
    raise_error(run, kind, "%s", message);
    return false;
}

static char now(const Percent *percent)
{
    return percent->at < percent->text.n ? percent->text.p[percent->at] : '\0';
}

static Value next_value(Run *run, Percent *percent)
{
    if (percent->used < percent->count) return percent->value[percent->used++];
    return raise_error(run, "TypeError", "not enough arguments for format string");
}

// (name): the value comes from a mapping.
static bool read_name(Run *run, Percent *percent)
{
    int depth = 1, start = ++percent->at;
    for (; percent->at < percent->text.n && depth; percent->at++) {
        if (now(percent) == '(') depth++;
        if (now(percent) == ')') depth--;
    }
    if (depth) return bad(run, "ValueError", "incomplete format key");
    if (!percent->is_mapping) return bad(run, "TypeError", "format requires a mapping");
    Value key = value_from_str(run, str_slice(percent->text, start, percent->at - 1));
    percent->one = key.type ? value_get_subscript(run, percent->given, key) : NOTHING;
    percent->value = &percent->one;
    percent->count = 1;
    percent->used = 0;
    return percent->one.type != NULL;
}

// A number, or * for the next value; -1: neither.
static bool read_size(Run *run, Percent *percent, int limit, int *size)
{
    if (now(percent) == '*') {
        percent->at++;
        Value value = next_value(run, percent);
        if (!value.type) return false;
        if (!value_is_integer(value)) return bad(run, "TypeError", "* wants int");
        int64_t given = value_integer(value);
        if (given > limit || given < -limit) return bad(run, "ValueError", "width too big");
        *size = (int)given;
        return true;
    }
    *size = -1;
    for (; now(percent) >= '0' && now(percent) <= '9'; percent->at++) {
        if (*size < 0) *size = 0;
        *size = *size * 10 + now(percent) - '0';
        if (*size > limit) return bad(run, "ValueError", "width too big");
    }
    return true;
}

// A zero fills between sign and digits, unless the text stands left.
static void read_flags(Percent *percent, Spec *spec)
{
    bool zero = false;
    for (; now(percent) && strchr("-+ #0", now(percent)); percent->at++) {
        char flag = now(percent);
        if (flag == '-') spec->align = '<';
        if (flag == '+' || (flag == ' ' && !spec->sign)) spec->sign = flag;
        spec->alternate |= flag == '#';
        zero |= flag == '0';
    }
    if (!zero || spec->align == '<') return;
    spec->align = '=';
    spec->fill = STR("0");
}

static bool read_spec(Run *run, Percent *percent, Spec *spec)
{
    *spec = (Spec){.fill = STR(" "), .precision = -1, .align = '>'};
    read_flags(percent, spec);
    if (!read_size(run, percent, MAX_FORMAT_WIDTH, &spec->width)) return false;
    if (spec->width < -1) {
        spec->fill = STR(" ");
        spec->align = '<';
        spec->width = -spec->width;
    }
    if (now(percent) == '.') {
        percent->at++;
        if (!read_size(run, percent, MAX_FORMAT_PRECISION, &spec->precision)) return false;
        if (spec->precision < 0) spec->precision = 0;
    }
    if (now(percent) && strchr("hlL", now(percent))) percent->at++;
    return percent->at < percent->text.n || bad(run, "ValueError", "incomplete format");
}

// ---- writing -------------------------------------------------------------------------------

// Text is filled with blanks, and knows neither sign nor alternate form.
static Spec text_spec(Spec spec)
{
    Spec plain = {.fill = STR(" "), .align = spec.align == '<' ? '<' : '>', .type = 's'};
    plain.width = spec.width;
    plain.precision = spec.precision;
    return plain;
}

static bool write_text(Run *run, Value value, Spec spec, Buf *out)
{
    Value text = format_convert(run, value, spec.type);
    spec = text_spec(spec);
    return text.type && format_str(run, value_text(text), &spec, out);
}

static bool write_character(Run *run, Value value, Spec spec, Buf *out)
{
    spec = text_spec(spec);
    spec.precision = -1;
    if (value_has_type(value, &type_str) && utf8_count(value_text(value)) == 1) {
        return format_str(run, value_text(value), &spec, out);
    }
    if (!value_is_integer(value)) return bad(run, "TypeError", "%c requires int or char");
    spec.type = 'c';
    return format_int(run, value, &spec, out);
}

// With a precision an int has at least that many digits.
static bool write_int(Run *run, Value number, Spec spec, Buf *out)
{
    if (spec.type == 'i' || spec.type == 'u') spec.type = 'd';
    int digits = spec.precision;
    spec.precision = -1;
    if (digits < 0) return format_int(run, number, &spec, out);
    Spec inner = {.fill = STR("0"),
                  .align = '=',
                  .sign = spec.sign,
                  .type = spec.type,
                  .alternate = spec.alternate,
                  .precision = -1};
    bool head = value_integer(number) < 0 || spec.sign;
    inner.width = digits + head + (spec.alternate && spec.type != 'd' ? 2 : 0);
    Buf text = {.arena = &run->scratch};
    if (!format_int(run, number, &inner, &text)) return false;
    spec.sign = 0;
    spec.type = 's';
    if (spec.align == '=') spec.align = '>';
    return format_str(run, buf_str(&text), &spec, out);
}

static bool write_integer(Run *run, Value value, Spec spec, Buf *out)
{
    bool decimal = strchr("diu", spec.type) != NULL;
    if (decimal && !instance_convert(run, DUNDER_INT, &value)) return false;
    if (!decimal && !value_as_index(run, &value)) return false;
    if (decimal && (value_is_float(value) || holds_tensor(value))) {
        value = call_with(run, from_type(&type_int), &value, 1);
        if (!value.type) return false;
    }
    if (value_is_integer(value)) return write_int(run, value, spec, out);
    raise_error(run, "TypeError", "%%%c format: %s, not %s", spec.type,
                decimal ? "a real number is required" : "an integer is required", value.type->name);
    return false;
}

static bool write_float(Run *run, Value value, Spec spec, Buf *out)
{
    double number;
    return value_double(run, value, &number) && format_double(run, number, spec, "float", out);
}

static bool unsupported(Run *run, const Percent *percent)
{
    int length;
    uint32_t code = utf8_decode(str_slice(percent->text, percent->at, percent->text.n), &length);
    raise_error(run, "ValueError", "unsupported format character '%c' (0x%x) at index %d",
                code >= 0x20 && code < 0x80 ? (char)code : '?', (unsigned)code,
                utf8_count(str_slice(percent->text, 0, percent->at)));
    return false;
}

static bool write_conversion(Run *run, Percent *percent, Buf *out)
{
    Spec spec;
    if (now(percent) == '%') {
        percent->at++;
        buf_add_char(out, '%');
        return true;
    }
    if (now(percent) == '(' && !read_name(run, percent)) return false;
    if (!read_spec(run, percent, &spec)) return false;
    Value value = next_value(run, percent);
    if (!value.type) return false;
    spec.type = now(percent);
    if (!strchr("sradiuoxXeEfFgGc", spec.type)) return unsupported(run, percent);
    percent->at++;
    if (strchr("sra", spec.type)) return write_text(run, value, spec, out);
    if (spec.type == 'c') return write_character(run, value, spec, out);
    return strchr("diuoxX", spec.type) ? write_integer(run, value, spec, out)
                                       : write_float(run, value, spec, out);
}

Value str_percent(Run *run, Value template, Value given)
{
    Percent percent = {.text = value_text(template), .given = given, .value = &given, .count = 1};
    if (value_has_type(given, &type_tuple)) {
        percent.value = value_sequence(given)->item;
        percent.count = value_sequence(given)->count;
    }
    percent.is_mapping = given.type->subscript && !value_has_type(given, &type_tuple) &&
                         !value_has_type(given, &type_str);
    Buf out = {.arena = &run->scratch};
    while (percent.at < percent.text.n) {
        char c = percent.text.p[percent.at++];
        if (!run_text_fits(run, &out)) return NOTHING;
        if (c != '%')
            buf_add_char(&out, c);
        else if (!write_conversion(run, &percent, &out))
            return NOTHING;
    }
    if (!run_take_characters(run, percent.text.n + (int64_t)out.n)) return NOTHING;
    if (percent.used < percent.count && !percent.is_mapping) {
        return raise_error(run, "TypeError",
                           "not all arguments converted during string formatting");
    }
    return value_from_str(run, buf_str(&out));
}
