// Output blocks against what was printed, line by line.
#include "check/outputs.h"

#include "base/text/ascii.h"

#include <string.h>

// The place of line number `line` (from 0) of a span of several lines.
static Span span_of_line(Span span, int line)
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

// The place behind ", grad_fn=<MmBackward0>".
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

static bool asks_for_versions(const CodeBlock *code)
{
    return str_find(code->source->text, "version") >= 0;
}

Str output_compared(const CodeBlock *code, Str text, Arena *arena)
{
    return comparable(text, asks_for_versions(code), arena);
}

// Of an error that was saved the class is compared (check.c).
Str output_printed(const CodeBlock *code, const Printed *printed)
{
    Str text = str_from(printed->text);
    if (printed->raised >= 0 && *code->raises) text.n = printed->raised;
    return text;
}

// ---- line by line -----------------------------------------------------------------------------

typedef struct OutputReader {
    Str rest, line;
    Str raw;       // the line as it is, or both where the history has one of its own
    int at, taken; // the number of the line, from 0, and of those that were read
    Arena *arena;
} OutputReader;

// PyTorch puts a history on a line of its own where it is too long for the last one.
static bool next_line(OutputReader *reader)
{
    const char *start = reader->rest.p;
    reader->at = reader->taken++;
    if (!str_next_line(&reader->rest, &reader->line)) return false;
    Str rest = reader->rest, next;
    bool follows = str_ends(reader->line, ",") && str_next_line(&rest, &next);
    if (follows && str_starts(str_trim(next), "grad_fn=<")) {
        reader->line = str_from(arena_printf(reader->arena, "%.*s %.*s", STR_ARG(reader->line),
                                             STR_ARG(str_trim(next))));
        reader->rest = rest;
        reader->taken++;
    }
    reader->raw = (Str){start, (int)(reader->rest.p - start)};
    return true;
}

// Both texts at once: the next line of each, where it has one.
typedef struct OutputPair {
    OutputReader said, got;
    bool more_said, more_got, versions;
} OutputPair;

static OutputPair pair_of(const CodeBlock *code, const Printed *printed, Arena *arena)
{
    return (OutputPair){
        .said = {.rest = without_last_line_end(code->output), .arena = arena},
        .got = {.rest = without_last_line_end(output_printed(code, printed)), .arena = arena},
        .versions = asks_for_versions(code),
    };
}

static bool next_pair(OutputPair *pair)
{
    pair->more_said = next_line(&pair->said);
    pair->more_got = next_line(&pair->got);
    return pair->more_said || pair->more_got;
}

static bool are_alike(const OutputPair *pair)
{
    Arena *arena = pair->said.arena;
    return pair->more_said && pair->more_got &&
           str_equal(comparable(pair->said.line, pair->versions, arena),
                     comparable(pair->got.line, pair->versions, arena));
}

// ---- the findings -------------------------------------------------------------------------------

// The name that the block gave last.
static const char *last_name(const Walk *walk, const CodeBlock *code)
{
    const Trace *trace = walk->trace;
    for (int i = trace->binding_count - 1; i >= 0; i--) {
        const Binding *binding = &trace->bindings[i];
        if (trace->statements[binding->statement].source.source == code->source)
            return binding->name;
    }
    return "y";
}

static void say_silence(const Walk *walk, const CodeBlock *code, Findings *findings)
{
    findings_say(findings, span_of_line(code->output_at, 0),
                 arena_printf(findings->arena, "add print(%s), or drop the output block",
                              last_name(walk, code)),
                 "the code prints nothing");
}

static void say_difference(const CodeBlock *code, const OutputPair *pair, Findings *findings)
{
    const char *prints = arena_printf(findings->arena, "it prints %.*s", STR_ARG(pair->got.line));
    int line = pair->said.at;
    if (pair->more_said)
        findings_say(findings, span_of_line(code->output_at, line),
                     pair->more_got ? prints : "drop the line: the code prints nothing more",
                     "line %d of the output is not what the code prints", line + 1);
    else
        findings_say(findings, code->output_at,
                     arena_printf(findings->arena, "after line %d %s", line, prints),
                     "the code prints more than the output block says");
}

bool output_is_said(const CodeBlock *code, const Printed *printed, Arena *arena)
{
    OutputPair pair = pair_of(code, printed, arena);
    while (next_pair(&pair)) {
        if (!are_alike(&pair)) return false;
    }
    return true;
}

bool output_holds(const Walk *walk, const CodeBlock *code, const Printed *printed,
                  Findings *findings)
{
    enum { MOST_TOLD = 20 };
    OutputPair pair = pair_of(code, printed, findings->arena);
    int differing = 0;
    if (pair.got.rest.n == 0 && without_last_line_end(code->output).n) {
        say_silence(walk, code, findings);
        return false;
    }
    while (next_pair(&pair)) {
        if (are_alike(&pair)) continue;
        if (differing++ < MOST_TOLD) say_difference(code, &pair, findings);
        if (!pair.more_said) break; // what follows is more of it
    }
    if (differing > MOST_TOLD) // the code is another one: a few lines tell as much
        findings_say(findings, code->output_at, "qkv check --update writes what the code prints",
                     "%d more lines of this output differ", differing - MOST_TOLD);
    return differing == 0;
}

// ---- the correction -----------------------------------------------------------------------------

// The text of lines in the file, where the block may be inside a list.
static Str as_written(const CodeBlock *code, Str lines, Arena *arena)
{
    Buf text = {.arena = arena};
    bool crlf = str_find(code->output_at.source->text, "\r\n") >= 0;
    for (Str line; str_next_line(&lines, &line);) {
        if (line.n) buf_add_repeat(&text, ' ', code->source->indent);
        buf_printf(&text, "%.*s%s", STR_ARG(line), crlf ? "\r\n" : "\n");
    }
    return buf_str(&text);
}

static void output_correct(const CodeBlock *code, const Printed *printed, Patch *patch)
{
    OutputPair pair = pair_of(code, printed, patch->arena);
    while (next_pair(&pair)) {
        if (are_alike(&pair)) continue;
        int end = pair.more_said ? pair.said.taken : pair.said.at;
        int start = span_of_line(code->output_at, pair.said.at).start;
        Str lines = pair.more_got ? pair.got.raw : (Str){0};
        if (!pair.more_said) { // all that is left of what it prints
            lines.n = (int)(pair.got.rest.p + pair.got.rest.n - lines.p);
            pair.got.rest.n = 0;
        }
        patch_replace(patch, start, span_of_line(code->output_at, end).start,
                      as_written(code, lines, patch->arena));
    }
}

void update_outputs(const Walk *walk, Patch *patch)
{
    for (int i = 0; i < walk->ran.printed_count; i++) {
        const Printed *printed = &walk->ran.printed[i];
        bool says = printed->code->has_output && !printed->failed && *printed->text;
        if (says) output_correct(printed->code, printed, patch);
    }
}
