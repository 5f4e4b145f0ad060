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

// ---- what may be another text each time -------------------------------------------------------

static int skip_class(Str text, int at, bool (*of)(char))
{
    while (at < text.n && of(text.p[at])) at++;
    return at;
}

// The place behind " at 0x7f3a" or " object at 0x7f3a"; IPython leaves out "object".
static int skip_address(Str line, int at)
{
    Str rest = str_slice(line, at, line.n);
    int object = str_starts(rest, " object at 0x") ? (int)strlen(" object") : 0;
    if (!object && !str_starts(rest, " at 0x")) return at;
    return skip_class(line, at + object + (int)strlen(" at 0x"), ascii_is_hex_digit);
}

// The place behind ", grad_fn=<MmBackward0>", which qkv does not print.
static int skip_history(Str line, int at)
{
    if (!str_starts(str_slice(line, at, line.n), ", grad_fn=<")) return at;
    int end = str_find(str_slice(line, at, line.n), ">");
    return end < 0 ? at : at + end + 1;
}

static bool in_version(char c)
{
    return ascii_is_digit(c) || ascii_is_letter(c) || c == '.' || c == '+';
}

// The place behind "2.4.0" or "0.1.1.post2+cu121": no number of a program has two points.
static int skip_version(Str line, int at)
{
    if (at && (in_version(line.p[at - 1]) && line.p[at - 1] != 'v')) return at;
    int end = at, points = 0;
    while (points < 2) {
        int digits = skip_class(line, end, ascii_is_digit);
        if (digits == end || digits == line.n || line.p[digits] != '.') return at;
        end = digits + 1;
        points++;
    }
    if (end == line.n || !ascii_is_digit(line.p[end])) return at;
    end = skip_class(line, end, in_version);
    return line.p[end - 1] == '.' ? end - 1 : end;
}

// The line with a mark in the place of each of these.
static Str comparable(Str line, bool versions, Arena *arena)
{
    Buf text = {.arena = arena};
    for (int at = 0; at < line.n;) {
        int address = skip_address(line, at), history = skip_history(line, at);
        int version = versions ? skip_version(line, at) : at;
        if (address > at) buf_add(&text, STR(" at 0x"));
        if (version > at) buf_add(&text, STR("VERSION"));
        int behind = address > at ? address : history > at ? history : version;
        if (behind == at) buf_add_char(&text, line.p[behind++]);
        at = behind;
    }
    return buf_str(&text);
}

// ---- line by line -----------------------------------------------------------------------------

typedef struct OutputReader {
    Str rest, line;
    int at, taken; // the number of the line, from 0, and of those that were read
    Arena *arena;
} OutputReader;

// PyTorch puts a history on a line of its own where it is too long for the last one.
static bool next_line(OutputReader *reader)
{
    reader->at = reader->taken++;
    if (!str_next_line(&reader->rest, &reader->line)) return false;
    Str rest = reader->rest, next;
    bool follows = str_ends(reader->line, ",") && str_next_line(&rest, &next);
    if (!follows || !str_starts(str_trim(next), "grad_fn=<")) return true;
    Buf joined = {.arena = reader->arena};
    buf_add(&joined, reader->line);
    buf_add_char(&joined, ' ');
    buf_add(&joined, str_trim(next));
    reader->line = buf_str(&joined);
    reader->rest = rest;
    reader->taken++;
    return true;
}

bool output_holds(const CodeBlock *code, const Printed *printed, Error *error)
{
    OutputReader said = {.rest = without_last_line_end(code->output), .arena = error->arena};
    OutputReader got = {.rest = without_last_line_end(str_from(printed->text)),
                        .arena = error->arena};
    bool versions = str_find(code->source->text, "version") >= 0;
    while (!error->set) {
        bool more_said = next_line(&said), more_got = next_line(&got);
        if (!more_said && !more_got) break;
        if (!more_said) {
            error_set_at(error, code->output_at, NULL,
                         "the code prints more than the output block says");
            error_hint(error, "after line %d it prints %.*s", said.at, STR_ARG(got.line));
        } else if (!more_got || !str_equal(comparable(said.line, versions, error->arena),
                                           comparable(got.line, versions, error->arena))) {
            differ(code, said.at, said.line, more_got ? got.line : (Str){0}, error);
        }
    }
    return !error->set;
}
