// Output blocks against what was printed, line by line.
#include "check/outputs.h"

#include "base/ascii.h"

#include <string.h>

// The place of line number `line` (from 0) of a span of several lines.
static Span span_line(Span span, int line)
{
    Str text = span.source->text;
    int start = span.start;
    while (line > 0 && start < span.end) {
        if (text.p[start++] == '\n') line--;
    }
    int end = start;
    while (end < span.end && text.p[end] != '\n') end++;
    return (Span){span.source, start, end};
}

static Str without_last_line_end(Str text)
{
    while (str_ends(text, "\n")) text.n--;
    return text;
}

static void differ(const CodeBlock *code, int line, Str says, Str prints, Error *error)
{
    error_set_at(error, span_line(code->output_at, line), NULL,
                 "line %d of the output is not what the code prints", line + 1);
    if (prints.p)
        error_hint(error, "it prints %.*s", STR_ARG(prints));
    else if (says.n || line)
        error_hint(error, "drop the line: the code prints no more");
}

// Where an address is (" at 0x7f3a"), what stands before it, and the rest behind it. IPython leaves
// out "object".
static bool cut_address(Str *line, Str *before)
{
    int at = str_find(*line, " at 0x");
    if (at < 0) return false;
    *before = str_slice(*line, 0, at);
    if (str_ends(*before, " object")) before->n -= (int)strlen(" object");
    int end = at + (int)strlen(" at 0x");
    while (end < line->n && ascii_is_hex_digit(line->p[end])) end++;
    *line = str_slice(*line, end, line->n);
    return true;
}

// The addresses of objects are others in each run.
static bool same_line(Str said, Str got)
{
    Str before_said, before_got;
    while (cut_address(&said, &before_said)) {
        if (!cut_address(&got, &before_got) || !str_equal(before_said, before_got)) return false;
    }
    return str_equal(said, got);
}

bool output_holds(const CodeBlock *code, const Printed *printed, Error *error)
{
    Str says = without_last_line_end(code->output);
    Str prints = without_last_line_end(str_from(printed->text));
    for (int line = 0; !error->set; line++) {
        Str said = {0}, got = {0};
        bool more_said = str_next_line(&says, &said), more_got = str_next_line(&prints, &got);
        if (!more_said && !more_got) break;
        if (!more_said) {
            error_set_at(error, code->output_at, NULL,
                         "the code prints more than the output block says");
            error_hint(error, "after line %d it prints %.*s", line, STR_ARG(got));
        } else if (!more_got || !same_line(said, got)) {
            differ(code, line, said, more_got ? got : (Str){0}, error);
        }
    }
    return !error->set;
}
