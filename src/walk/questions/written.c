// The hint of what is no cell of a tensor: its expression, with numbers in the place of names, else
// what is known of them. Parts of it are evaluated by the program's own interpreter, while the
// names have the values that they had for the question.
#include "walk/questions/question.h"

#include "base/text/ascii.h"
#include "base/text/number.h"
#include "walk/walk.h"

#include <string.h>

// Not a number, nor an attribute.
static bool is_name(Str text, int at, int end)
{
    return end > at && !ascii_is_digit(text.p[at]) && (!at || text.p[at - 1] != '.');
}

// What the last "name = …" up to the step assigned to the name; of anything else, itself.
static Str assigned(const Walk *walk, Str text, int step)
{
    if (str_word(text, 0) < text.n || !is_name(text, 0, text.n)) return text;
    SCRATCH(scratch);
    const char *begins = arena_printf(&scratch, "%.*s = ", STR_ARG(text));
    Str found = text;
    for (int i = 0; i < walk->trace->statement_count; i++) {
        const Statement *statement = &walk->trace->statements[i];
        Str line = span_text(statement->source);
        if (statement->step <= step && str_starts(line, begins))
            found = str_trim(str_slice(line, (int)strlen(begins), line.n));
    }
    return found;
}

// What the expression is now, on one line; NULL: it has no value, or a long one.
static const char *value_of(Walk *walk, Str text)
{
    enum { MOST_BYTES = 240 };
    Arena *arena = &walk->ran.arena;
    Buf shown = {.arena = arena}, line = {.arena = arena};
    Error error = {.arena = arena};
    Source *asked = NEW(arena, Source);
    *asked = (Source){.name = "a part", .text = text};
    if (!run_show_expression(walk->ran.run, asked, &shown, NULL, &error)) return NULL;
    buf_add_one_line(&line, buf_str(&shown));
    return line.n && line.n <= MOST_BYTES && *buf_text(&line) != '<' ? buf_text(&line) : NULL;
}

// The end of a name and the brackets behind it: "rows[1, 0]"; `at` where none begins.
static int operand_end(Str text, int at)
{
    int end = str_word(text, at), close = end;
    if (!is_name(text, at, end)) return at;
    if (end < text.n && text.p[end] == '[') {
        while (close < text.n && text.p[close] != ']') close++;
        end = close < text.n ? close + 1 : end;
    }
    return end;
}

// "4 * 8" for "n * d"; NULL: nothing of it is a number that has a name.
static const char *in_numbers(Walk *walk, Str text)
{
    enum { MOST_DIGITS = 12 };
    Buf numbers = {.arena = &walk->ran.arena};
    double number;
    bool found = false;
    for (int at = 0, end; at < text.n; at = end) {
        end = operand_end(text, at);
        bool is_whole = end == text.n || !memchr("(.[=", text.p[end], 4);
        const char *value = end > at && is_whole ? value_of(walk, str_slice(text, at, end)) : NULL;
        bool is_number = value && number_parse_double(str_from(value), &number);
        if (end == at) end = str_word(text, at) > at ? str_word(text, at) : at + 1;
        bool is_long = is_number && strlen(value) > MOST_DIGITS;
        if (is_long) number_trimmed(&numbers, number, walk->view.digits);
        if (!is_long) buf_add(&numbers, is_number ? str_from(value) : str_slice(text, at, end));
        found |= is_number && end - at < text.n;
    }
    return found ? buf_text(&numbers) : NULL;
}

static void add_known(Walk *walk, Str text, Buf *out)
{
    const char *value = value_of(walk, text);
    if (value) buf_printf(out, "%s%.*s is %s", out->n ? "; " : "", STR_ARG(text), value);
}

// "tokens is ['th', 'at']": what is before the last ".method()", else the names in the expression
// whose values are short.
static const char *known_of(Walk *walk, Str text)
{
    Buf known = {.arena = &walk->ran.arena};
    int dot = text.n;
    while (dot > 0 && text.p[dot - 1] != '.') dot--;
    if (dot > 1) add_known(walk, str_slice(text, 0, dot - 1), &known);
    if (known.n) return buf_text(&known);
    for (int at = 0, end; at < text.n; at = end) {
        end = str_word(text, at);
        if (is_name(text, at, end)) add_known(walk, str_slice(text, at, end), &known);
        if (end == at) end++;
    }
    return known.n ? buf_text(&known) : NULL;
}

// What is given for the name among "a, b" by "4, b=2"; itself where nothing is.
static Str argument_of(Str name, Str names, Str given)
{
    while (names.n && given.n) {
        Str one = str_take(&names, ","), value = str_take(&given, ",");
        int equals = str_find(value, "=");
        if (equals >= 0) one = str_slice(value, 0, equals);
        if (str_equal(one, name)) return str_slice(value, equals + 1, value.n);
    }
    return name;
}

// "sum(range(1, 4 + 1))" for "f(4)", where all that f does is to return it; else NULL.
static const char *returned(Walk *walk, Str text)
{
    static const char RETURN[] = "):\n    return ";
    int open = str_find(text, "(");
    bool is_call = open > 0 && str_word(text, 0) == open && str_find(text, ")") == text.n - 1;
    if (!is_call) return NULL;
    Arena *arena = &walk->ran.arena;
    Buf body = {.arena = arena};
    const char *begins = arena_printf(arena, "def %.*s(", STR_ARG(str_slice(text, 0, open)));
    Str given = str_slice(text, open + 1, text.n - 1);
    for (int i = 0; i < walk->trace->statement_count; i++) {
        Str def = str_trim(span_text(walk->trace->statements[i].source));
        int names = (int)strlen(begins), end = str_find(def, RETURN);
        if (!str_starts(def, begins) || end < 0) continue;
        Str does = str_slice(def, end + (int)strlen(RETURN), def.n);
        if (str_find(does, "\n") >= 0) continue;
        for (int at = 0, word; at < does.n; at = word) {
            word = str_word(does, at);
            if (word == at) word++;
            buf_add(&body,
                    argument_of(str_slice(does, at, word), str_slice(def, names, end), given));
        }
        return buf_text(&body);
    }
    return NULL;
}

void written_hint(Walk *walk, Question *question, const Source *expression)
{
    Str asked = str_trim(expression->text), text = assigned(walk, asked, question->step), of = text;
    Buf hint = {.arena = &walk->ran.arena};
    const char *body = returned(walk, text);
    if (body) of = text = str_from(body);
    if (body || !str_equal(asked, text)) buf_printf(&hint, "%.*s = ", STR_ARG(text));
    bool is_element = operand_end(text, 0) == text.n; // what it is an element of has the answer
    if (is_element) of = assigned(walk, str_slice(text, 0, str_word(text, 0)), question->step);
    const char *numbers = in_numbers(walk, text), *known = numbers ? NULL : known_of(walk, of);
    if (numbers) buf_printf(&hint, "%s = ", numbers);
    if (hint.n) buf_printf(&hint, known ? "?; " : "?");
    if (known) buf_printf(&hint, "%s", known);
    question->numbers = hint.n ? buf_text(&hint) : NULL;
}

void written_given(Walk *walk, Question *question)
{
    Entry *entry = &walk->trace->entries[question->source.entry];
    if (call_kind(&entry->call) == TERMS_CONSTANT)
        question->numbers = known_of(walk, span_text(entry->source));
}
