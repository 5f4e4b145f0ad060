// Reads the mathematics of TeX as far as titles and labels need it, by recursive descent, and
// writes each part in Unicode: letters and signs by the tables of symbols.c, raised and lowered
// ones as such where Unicode has all of them, else behind "^" and "_"; roots and fractions on one
// line, in parentheses where that needs them.
#include "base/text/formula.h"

#include "base/text/ascii.h"
#include "base/text/symbols.h"
#include "base/text/utf8.h"

#include <string.h>

enum { MOST_NESTED = 50 };

typedef struct TexReader {
    Str rest;
    Arena *arena;
    const char *source; // for messages
    FormulaTrust trust;
    int depth;
    Error *error;
} TexReader;

static bool read_list(TexReader *reader, Buf *out, bool in_group);

// ---- texts ------------------------------------------------------------------------------------

static Str first_sign(Str text)
{
    int length;
    utf8_decode(text, &length);
    return str_slice(text, 0, length);
}

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_number(Str text)
{
    for (int i = 0; i < text.n; i++) {
        if ((text.p[i] < '0' || text.p[i] > '9') && text.p[i] != '.') return false;
    }
    return text.n > 0;
}

// Is it one thing, as "d", "dₖ" or "64", that needs no parentheses below a root?
static bool is_single(Str text)
{
    if (is_number(text)) return true;
    int signs = 0;
    bool raised;
    for (Str sign; text.n; text = str_slice(text, sign.n, text.n)) {
        sign = first_sign(text);
        signs += !symbol_of_script(sign, &raised);
    }
    return signs == 1;
}

// Is it a sum, a fraction or the like, which parentheses hold together above a line?
static bool is_sum(Str text)
{
    static const char *const signs[] = {" ", "+", "−", "=", "/", ",", "·", "×"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (str_find(text, signs[i]) > 0) return true;
    }
    return false;
}

static bool is_root(Str text)
{
    Str sign = text.n ? first_sign(text) : text;
    return str_is(sign, "√") && (is_single(str_slice(text, sign.n, text.n)) || str_ends(text, ")"));
}

static void add_held(Buf *out, Str text, bool together)
{
    if (!together) buf_add_char(out, '(');
    buf_add(out, text);
    if (!together) buf_add_char(out, ')');
}

// ---- parts ------------------------------------------------------------------------------------

static bool fail(TexReader *reader, const char *what)
{
    return error_fail(reader->error, "a dollar that is none: \\$", "%s: %s in a formula",
                      reader->source, what);
}

static void skip_blanks(TexReader *reader)
{
    while (reader->rest.n && (reader->rest.p[0] == ' ' || reader->rest.p[0] == '\t'))
        reader->rest = str_slice(reader->rest, 1, reader->rest.n);
}

static Str take(TexReader *reader, int bytes)
{
    Str taken = str_slice(reader->rest, 0, bytes);
    reader->rest = str_slice(reader->rest, bytes, reader->rest.n);
    return taken;
}

// Behind its backslash: letters, or one sign.
static Str take_command(TexReader *reader)
{
    int end = 0;
    while (end < reader->rest.n && is_letter_or_digit(reader->rest.p[end]) &&
           (reader->rest.p[end] < '0' || reader->rest.p[end] > '9'))
        end++;
    if (!end && reader->rest.n) end = first_sign(reader->rest).n;
    return take(reader, end);
}

static bool read_group(TexReader *reader, Buf *out)
{
    take(reader, 1);
    return read_list(reader, out, true);
}

static bool read_command(TexReader *reader, Buf *out);

static bool read_nested(TexReader *reader, Buf *out, bool (*read)(TexReader *reader, Buf *out))
{
    if (++reader->depth > MOST_NESTED)
        return fail(reader, "too many braces or commands within each other");
    bool ok = read(reader, out);
    reader->depth--;
    return ok;
}

// What a command or a raised or lowered place takes: a group, a command, or one sign.
static bool read_argument(TexReader *reader, Buf *out)
{
    skip_blanks(reader);
    if (!reader->rest.n) return fail(reader, "something is missing at the end");
    if (reader->rest.p[0] == '{') return read_nested(reader, out, read_group);
    if (reader->rest.p[0] == '\\') return read_nested(reader, out, read_command);
    Str sign = take(reader, first_sign(reader->rest).n);
    buf_add(out, str_is(sign, "-") ? STR("−") : sign);
    return true;
}

static bool read_root(TexReader *reader, Buf *out)
{
    static const char *const roots[] = {"√", "∛", "∜"};
    Buf inside = {.arena = reader->arena};
    int degree = 2;
    if (str_starts(reader->rest, "[3]") || str_starts(reader->rest, "[4]"))
        degree = take(reader, 3).p[1] - '0';
    if (!read_argument(reader, &inside)) return false;
    buf_add(out, str_from(roots[degree - 2]));
    add_held(out, buf_str(&inside), is_single(buf_str(&inside)));
    return true;
}

static bool read_fraction(TexReader *reader, Buf *out)
{
    Buf above = {.arena = reader->arena}, below = {.arena = reader->arena};
    if (!read_argument(reader, &above) || !read_argument(reader, &below)) return false;
    add_held(out, buf_str(&above), !is_sum(buf_str(&above)));
    buf_add_char(out, '/');
    add_held(out, buf_str(&below), is_single(buf_str(&below)) || is_root(buf_str(&below)));
    return true;
}

// The same letters in another style.
static bool is_style(Str name)
{
    return str_has_word("mathrm mathbf mathit mathsf mathtt mathcal mathbb boldsymbol bm "
                        "operatorname text textbf textit textrm textsf texttt mbox",
                        name);
}

// What reads "max x", with a blank before a letter.
static bool is_function(Str name)
{
    return str_has_word("exp log ln max min sin cos tan sinh cosh tanh arg argmax argmin dim det "
                        "lim sup inf Pr",
                        name);
}

// "\," and the like; sizes of parentheses.
static bool is_nothing(Str name)
{
    return str_is(name, "!") || str_has_word("left right big Big bigl bigr Bigl Bigr displaystyle "
                                             "textstyle limits nolimits mathstrut",
                                             name);
}

static bool is_space(Str name)
{
    return name.n == 1 ? strchr(",;:> ", name.p[0]) != NULL : str_has_word("quad qquad", name);
}

static bool is_escaped_sign(Str name)
{
    return name.n == 1 && strchr("{}$%&#_", name.p[0]);
}

static bool unknown(TexReader *reader, Str name, Buf *out)
{
    if (reader->trust == FORMULA_ANY) {
        buf_add(out, name);
        return true;
    }
    if (reader->trust == FORMULA_KNOWN)
        return error_fail(reader->error, "write it in Unicode; a dollar that is none: \\$",
                          "%s: \\%.*s in a formula is not known here", reader->source,
                          STR_ARG(name));
    return error_fail(reader->error,
                      "-o FILE.tikz leaves it to LaTeX; elsewhere write it in "
                      "Unicode",
                      "%s: \\%.*s in a formula: only a TikZ picture can have it", reader->source,
                      STR_ARG(name));
}

// Blanks behind a command only end it, as in "\alpha x"; but not before what is between two
// things, as in "\alpha = x".
static void skip_end_of_command(TexReader *reader)
{
    TexReader ahead = *reader;
    skip_blanks(&ahead);
    if (!ahead.rest.n) return;
    char next = ahead.rest.p[0];
    if (next == '\\') take(&ahead, 1);
    if (next == '\\' ? !symbol_is_between(take_command(&ahead)) : is_letter_or_digit(next))
        skip_blanks(reader);
}

static bool read_command(TexReader *reader, Buf *out)
{
    take(reader, 1);
    Str name = take_command(reader);
    const char *sign = symbol_of_command(name);
    if (is_style(name)) return read_argument(reader, out);
    if (str_is(name, "sqrt")) return read_root(reader, out);
    if (str_has_word("frac tfrac dfrac", name)) return read_fraction(reader, out);
    if (sign) {
        buf_add(out, str_from(sign));
        if (!symbol_is_between(name)) skip_end_of_command(reader);
    } else if (is_function(name)) {
        buf_add(out, name);
        skip_blanks(reader);
        if (reader->rest.n && is_letter_or_digit(reader->rest.p[0])) buf_add_char(out, ' ');
    } else if (is_escaped_sign(name)) {
        buf_add(out, name);
    } else if (is_space(name)) {
        buf_add_char(out, ' ');
    } else if (!is_nothing(name)) {
        return unknown(reader, name, out);
    }
    return true;
}

// All of it raised or lowered, or nothing.
static bool add_script(Buf *out, Str text, const char *(*script)(Str))
{
    int start = out->n;
    for (Str sign; text.n; text = str_slice(text, sign.n, text.n)) {
        sign = first_sign(text);
        if (str_is(sign, " ")) continue;
        const char *moved = script(sign);
        if (!moved) {
            buf_cut(out, start);
            return false;
        }
        buf_add(out, str_from(moved));
    }
    return true;
}

static bool read_script(TexReader *reader, Buf *out)
{
    bool raised = take(reader, 1).p[0] == '^';
    if (raised && str_starts(reader->rest, "^")) return fail(reader, "^^"); // a character of TeX's
    Buf inside = {.arena = reader->arena};
    if (!read_argument(reader, &inside)) return false;
    Str text = buf_str(&inside);
    if (!text.n || add_script(out, text, raised ? symbol_raised : symbol_lowered)) return true;
    buf_add_char(out, raised ? '^' : '_');
    add_held(out, text, !is_sum(text));
    return true;
}

static bool read_one(TexReader *reader, Buf *out)
{
    char c = reader->rest.p[0];
    if (c == '{') return read_nested(reader, out, read_group);
    if (c == '^' || c == '_') return read_script(reader, out);
    if (c == '\\') return read_command(reader, out);
    Str sign = take(reader, first_sign(reader->rest).n);
    bool before_nothing = c == '-' && (!out->n || strchr("([", out->p[out->n - 1]));
    if (c == '-')
        buf_add(out, STR("−"));
    else if (c == '\'')
        buf_add(out, STR("′"));
    else
        buf_add(out, c == '~' ? STR(" ") : sign);
    if (before_nothing) skip_blanks(reader);
    return true;
}

static bool read_list(TexReader *reader, Buf *out, bool in_group)
{
    while (reader->rest.n && reader->rest.p[0] != '}') {
        if (!read_one(reader, out)) return false;
    }
    if (in_group != (reader->rest.n > 0)) return fail(reader, "braces that do not match");
    if (in_group) take(reader, 1);
    return true;
}

// ---- dollars ----------------------------------------------------------------------------------

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\0';
}

// Where the formula that a dollar at text[at] opens ends, or -1.
static int closing(const char *text, int at)
{
    if (is_blank(text[at + 1]) || text[at + 1] == '$') return -1;
    for (int i = at + 1; text[i]; i++) {
        if (text[i] == '\\' && text[i + 1])
            i++;
        else if (text[i] == '$')
            return is_blank(text[i - 1]) || (text[i + 1] >= '0' && text[i + 1] <= '9') ? -1 : i;
    }
    return -1;
}

// Does no dollar follow, but what only a formula has: a command?
static bool is_left_open(const char *text, int at)
{
    bool has_command = false;
    if (is_blank(text[at + 1])) return false;
    for (int i = at + 1; text[i]; i++) {
        if (text[i] == '$') return false;
        if (text[i] != '\\' || !text[i + 1]) continue;
        has_command = has_command || ascii_is_letter(text[i + 1]);
        i++;
    }
    return has_command;
}

static bool refuse_open(const TexReader *reader, const char *text)
{
    return error_fail(reader->error,
                      "a dollar at its end; one that begins no formula is written \\$",
                      "%s: no dollar closes the formula %s", reader->source, text);
}

// What ends a line of TeX, or belongs to its tables, is a sign here.
static const char *tex_of(Str formula, Arena *arena)
{
    Buf tex = {.arena = arena};
    for (int i = 0; i < formula.n; i++) {
        char c = formula.p[i];
        bool pair = c == '\\' && i + 1 < formula.n;
        if (strchr("%#&", c)) buf_add_char(&tex, '\\');
        buf_add_char(&tex, (unsigned char)c < ' ' ? ' ' : c);
        if (pair) buf_add_char(&tex, formula.p[++i]);
    }
    return buf_text(&tex);
}

static bool add_formula(FormulaText *read, Str tex, Buf *out, TexReader reader)
{
    Buf sign = {.arena = reader.arena};
    reader.rest = tex;
    if (!read_list(&reader, &sign, false)) return false;
    buf_add(out, buf_str(&sign));
    read->sign[read->count] = buf_text(&sign);
    read->tex[read->count++] = tex_of(tex, reader.arena);
    return true;
}

bool formula_read(const char *text, const char *source, FormulaTrust trust, FormulaText *read,
                  Arena *arena, Error *error)
{
    TexReader reader = {.arena = arena, .source = source, .trust = trust, .error = error};
    *read = (FormulaText){.text = text};
    if (!text || !strchr(text, '$')) return true;
    Buf out = {.arena = arena};
    int length = (int)strlen(text);
    read->sign = NEW_ARRAY(arena, const char *, length);
    read->tex = NEW_ARRAY(arena, const char *, length);
    for (int i = 0; i < length; i++) {
        int end = text[i] == '$' ? closing(text, i) : -1;
        if (end > 0) {
            if (!add_formula(read, (Str){text + i + 1, end - i - 1}, &out, reader)) return false;
            i = end;
        } else if (text[i] == '$' && is_left_open(text, i)) {
            return refuse_open(&reader, text + i);
        } else {
            i += text[i] == '\\' && text[i + 1] == '$';
            buf_add_char(&out, text[i]);
        }
    }
    read->text = buf_text(&out);
    return true;
}

const char *formula_in_unicode(Str tex, Arena *arena)
{
    Error unsaid = {.arena = arena};
    Buf sign = {.arena = arena};
    TexReader reader = {.rest = str_trim(tex), .arena = arena, .source = "", .error = &unsaid};
    return read_list(&reader, &sign, false) && sign.n ? buf_text(&sign) : NULL;
}
