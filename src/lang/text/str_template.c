// str.format(): "Format String Syntax" in the documentation of Python's string module.
#include "lang/containers/dict.h"
#include "lang/interp.h"
#include "lang/text/format.h"
#include "lang/text/text.h"

#include <string.h>

enum { MAX_NESTING = 2 }; // fields in the specification of a field, and no further

typedef struct Template {
    const Sequence *values;
    Value named;   // a dict, or whatever format_map() was given
    int next;      // the field without a number that comes next
    bool numbered; // there were fields with a number
} Template;

// A replacement field: {name!conversion:spec}
typedef struct Field {
    Str name, spec;
    char conversion;
} Field;

static bool bad(Run *run, const char *message)
{
    raise_error(run, "ValueError", "%s", message);
    return false;
}

// ---- reading -------------------------------------------------------------------------------

// Where the field that begins behind "{" ends: at its "}".
static bool find_end(Run *run, Str text, int at, int *end)
{
    int depth = 1;
    for (; at < text.n; at++) {
        if (text.p[at] == '{') depth++;
        if (text.p[at] == '}' && --depth == 0) {
            *end = at;
            return true;
        }
    }
    return bad(run, "expected '}' before end of string");
}

static bool read_field(Run *run, Str text, Field *field)
{
    *field = (Field){0};
    int at = 0;
    for (bool inside = false; at < text.n; at++) {
        char c = text.p[at];
        if (c == '[') inside = true;
        if (c == ']') inside = false;
        if (c == '{') return bad(run, "unexpected '{' in field name");
        if (!inside && (c == '!' || c == ':')) break;
    }
    field->name = str_slice(text, 0, at);
    if (at < text.n && text.p[at] == '!') {
        if (at + 1 >= text.n) return bad(run, "unmatched '{' in format spec");
        field->conversion = text.p[at + 1];
        at += 2;
        if (at < text.n && text.p[at] != ':') {
            return bad(run, "expected ':' after conversion specifier");
        }
        if (!memchr("rsa", field->conversion, 3)) {
            raise_error(run, "ValueError", "Unknown conversion specifier %c", field->conversion);
            return false;
        }
    }
    if (at < text.n) field->spec = str_slice(text, at + 1, text.n);
    return true;
}

// ---- finding the value -----------------------------------------------------------------------

static bool is_number_text(Str text)
{
    for (int i = 0; i < text.n; i++) {
        if (text.p[i] < '0' || text.p[i] > '9') return false;
    }
    return text.n > 0 && text.n < 10;
}

static int number_in(Str text)
{
    int number = 0;
    for (int i = 0; i < text.n; i++) number = number * 10 + text.p[i] - '0';
    return number;
}

static Value value_at(Run *run, const Template *template, int index)
{
    if (!template->values) {
        return raise_error(run, "ValueError", "Format string contains positional fields");
    }
    if (index < template->values->count) return template->values->item[index];
    return raise_error(run, "IndexError",
                       "Replacement index %d out of range for positional args tuple", index);
}

static Value first_value(Run *run, Template *template, Str name)
{
    bool number = is_number_text(name);
    if (!number && name.n) {
        Value key = value_from_str(run, name);
        return key.type ? value_get_subscript(run, template->named, key) : NOTHING;
    }
    if (number ? template->next > 0 : template->numbered) {
        return raise_error(run, "ValueError", "cannot switch from %s to %s",
                           number ? "automatic field numbering" : "manual field specification",
                           number ? "manual field specification" : "automatic field numbering");
    }
    if (!number) return value_at(run, template, template->next++);
    template->numbered = true;
    return value_at(run, template, number_in(name));
}

// The part of a name before "." or "[".
static int part_length(Str name)
{
    int at = 0;
    while (at < name.n && name.p[at] != '.' && name.p[at] != '[') at++;
    return at;
}

static Value indexed(Run *run, Value value, Str *rest)
{
    int end = str_find(*rest, "]");
    if (end < 0) return raise_error(run, "ValueError", "Missing ']' in format string");
    Str key = str_slice(*rest, 1, end);
    if (!key.n) return raise_error(run, "ValueError", "Empty attribute in format string");
    *rest = str_slice(*rest, end + 1, rest->n);
    Value index = is_number_text(key) ? from_int(number_in(key)) : value_from_str(run, key);
    return index.type ? value_get_subscript(run, value, index) : NOTHING;
}

// name, name.attribute, name[index], and so on.
static Value field_value(Run *run, Template *template, Str name)
{
    int length = part_length(name);
    Value value = first_value(run, template, str_slice(name, 0, length));
    Str rest = str_slice(name, length, name.n);
    while (value.type && rest.n) {
        if (*rest.p == '[') {
            value = indexed(run, value, &rest);
            if (rest.n && *rest.p != '.' && *rest.p != '[') {
                return raise_error(run, "ValueError",
                                   "Only '.' or '[' may follow ']' in format field specifier");
            }
            continue;
        }
        rest = str_slice(rest, 1, rest.n);
        length = part_length(rest);
        if (!length) return raise_error(run, "ValueError", "Empty attribute in format string");
        const char *attribute = name_of(&run->names, str_slice(rest, 0, length));
        value = value_get_attribute(run, value, attribute);
        rest = str_slice(rest, length, rest.n);
    }
    return value;
}

// ---- writing -------------------------------------------------------------------------------

static bool write_template(Run *run, Template *template, Str text, int nesting, Buf *out);

static bool write_field(Run *run, Template *template, Str text, int nesting, Buf *out)
{
    Field field;
    if (nesting > MAX_NESTING) return bad(run, "Max string recursion exceeded");
    if (!read_field(run, text, &field)) return false;
    Value value = field_value(run, template, field.name);
    if (value.type) value = format_convert(run, value, field.conversion);
    Buf spec = {.arena = &run->scratch};
    if (!value.type || !write_template(run, template, field.spec, nesting + 1, &spec)) return false;
    return format_value(run, value, buf_str(&spec), out);
}

static bool write_template(Run *run, Template *template, Str text, int nesting, Buf *out)
{
    for (int at = 0; at < text.n; at++) {
        char c = text.p[at];
        if (!run_text_fits(run, out)) return false;
        if (c != '{' && c != '}') {
            buf_add_char(out, c);
            continue;
        }
        bool doubled = at + 1 < text.n && text.p[at + 1] == c;
        if (doubled && nesting == 1) {
            buf_add_char(out, c);
            at++;
            continue;
        }
        if (c == '}') return bad(run, "Single '}' encountered in format string");
        if (at + 1 == text.n) return bad(run, "Single '{' encountered in format string");
        int end;
        if (!find_end(run, text, at + 1, &end)) return false;
        if (!write_field(run, template, str_slice(text, at + 1, end), nesting, out)) return false;
        at = end;
    }
    return true;
}

static Value fill_in(Run *run, Value self, Template template)
{
    Buf out = {.arena = &run->scratch};
    bool ok = write_template(run, &template, value_text(self), 1, &out);
    return ok ? value_from_str(run, buf_str(&out)) : NOTHING;
}

Value str_format(Run *run, Value *arg)
{
    return fill_in(run, arg[0], (Template){.values = value_sequence(arg[1]), .named = arg[2]});
}

Value str_format_map(Run *run, Value *arg)
{
    return fill_in(run, arg[0], (Template){.named = arg[1]});
}
