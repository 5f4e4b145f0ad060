// Finds the end of a string literal. This would be simple but for f-strings: since Python 3.12
// (PEP 701) an expression between their braces may contain strings with the same quotes, comments
// and further f-strings, so f"{x["a"]}" is one literal. The two functions for literals and
// expressions therefore call each other.
#include "syntax/literal.h"

#include "base/ascii.h"

#include <string.h>

typedef struct LiteralScan {
    const Source *source;
    const char *text;
    int at, end, level;
    Error *error;
} LiteralScan;

// The f-string around an expression, and where its innermost brace stands.
typedef struct Around {
    char quote;
    int width, brace;
} Around;

static bool skip_literal(LiteralScan *scan, const Around *around);

static char peek(const LiteralScan *scan, int ahead)
{
    return scan->at + ahead < scan->end ? scan->text[scan->at + ahead] : '\0';
}

int literal_prefix(const char *text, int at, int end)
{
    int length = 0;
    while (length < 2 && at + length < end && text[at + length] &&
           strchr("rRbBuUfF", text[at + length]))
        length++;
    bool quoted = at + length < end && (text[at + length] == '"' || text[at + length] == '\'');
    return quoted ? length : -1;
}

// Returns false.
static bool refuse(LiteralScan *scan, int start, int end, const char *message)
{
    return error_set_at(scan->error, (Span){scan->source, start, end}, "SyntaxError", "%s",
                        message);
}

static bool unterminated(LiteralScan *scan, int start, bool formatted, int width)
{
    bool after_end = scan->at > start && scan->text[scan->at - 1] == '\n';
    int line = source_place(scan->source, scan->at - after_end).line;
    error_set_at(scan->error, (Span){scan->source, start, scan->at}, "SyntaxError",
                 "unterminated %s%s literal (detected at line %d)",
                 width == 3 ? "triple-quoted " : "", formatted ? "f-string" : "string", line);
    return error_hint(scan->error, "the quotes that it begins with, at its end");
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static void skip_escape(LiteralScan *scan)
{
    bool crlf = peek(scan, 1) == '\r' && peek(scan, 2) == '\n';
    scan->at += crlf ? 3 : scan->at + 1 < scan->end ? 2 : 1;
}

static bool skip_expression(LiteralScan *scan, const Around *around)
{
    for (int depth = 0; scan->at < scan->end;) {
        char c = peek(scan, 0);
        bool word = ascii_is_word(c) || (unsigned char)c >= 0x80;
        if (literal_prefix(scan->text, scan->at, scan->end) >= 0) {
            if (!skip_literal(scan, around)) return false;
            continue;
        }
        if (!depth && strchr("!:=}", c) && (c == ':' || c == '}' || peek(scan, 1) != '='))
            return true;
        if (c == '#') {
            while (scan->at < scan->end && !is_line_end(peek(scan, 0))) scan->at++;
            continue;
        }
        if (strchr("([{", c)) depth++;
        if (depth && strchr(")]}", c)) depth--;
        scan->at += !depth && peek(scan, 1) == '=' && strchr("!=<>", c) ? 2 : 1;
        // A word is gone over whole: only at its beginning may a prefix stand.
        while (word && (ascii_is_alnum(peek(scan, 0)) || peek(scan, 0) == '_' ||
                        (unsigned char)peek(scan, 0) >= 0x80))
            scan->at++;
    }
    return true;
}

static bool closes(const LiteralScan *scan, const Around *literal)
{
    for (int i = 0; i < literal->width; i++) {
        if (peek(scan, i) != literal->quote) return false;
    }
    return true;
}

// Behind an opening brace: the expression, what it is written by, and the closing brace. Where the
// literal ends before that, the parser says so.
static bool skip_replacement(LiteralScan *scan, Around *literal)
{
    literal->brace = scan->at - 1;
    if (++scan->level > MAX_NESTED_LITERALS)
        return refuse(scan, literal->brace, scan->at, "f-string: expressions nested too deeply");
    if (!skip_expression(scan, literal)) return false;
    while (scan->at < scan->end && !strchr(":}", peek(scan, 0)) && !closes(scan, literal))
        scan->at++;
    bool format = peek(scan, 0) == ':';
    while (format && scan->at < scan->end && peek(scan, 0) != '}') {
        bool ended = closes(scan, literal) || (literal->width == 1 && is_line_end(peek(scan, 0)));
        if (ended) break;
        if (peek(scan, 0) == '\\')
            skip_escape(scan);
        else if (scan->text[scan->at++] == '{' && !skip_replacement(scan, literal))
            return false;
    }
    if (peek(scan, 0) == '}') scan->at++;
    scan->level--;
    return true;
}

static bool skip_literal(LiteralScan *scan, const Around *around)
{
    int start = scan->at, prefix = literal_prefix(scan->text, start, scan->end);
    Str letters = {scan->text + start, prefix};
    bool formatted = str_find(letters, "f") >= 0 || str_find(letters, "F") >= 0;
    scan->at += prefix;
    Around literal = {.quote = peek(scan, 0), .width = 3};
    if (!closes(scan, &literal)) literal.width = 1;
    for (scan->at += literal.width; scan->at < scan->end;) {
        char c = peek(scan, 0), next = peek(scan, 1);
        if (literal.width == 1 && is_line_end(c)) break;
        if (closes(scan, &literal)) {
            scan->at += literal.width;
            return true;
        }
        bool brace = formatted && (next == '{' || next == '}');
        if (c == '\\' && !brace) {
            skip_escape(scan);
            continue;
        }
        scan->at += formatted && c == '{' && next == '{' ? 2 : 1;
        bool opened = formatted && c == '{' && next != '{';
        if (opened && !skip_replacement(scan, &literal)) return false;
    }
    bool ends_it = around && literal.width == around->width && literal.quote == around->quote;
    if (ends_it) return refuse(scan, around->brace, around->brace + 1, "f-string: expecting '}'");
    return unterminated(scan, start, formatted, literal.width);
}

bool literal_skip(const Source *source, int *at, int end, Error *error)
{
    LiteralScan scan = {source, source->text.p, *at, end, 0, error};
    bool ok = skip_literal(&scan, NULL);
    *at = scan.at;
    return ok;
}

bool literal_skip_expression(const Source *source, int *at, int end, Error *error)
{
    LiteralScan scan = {source, source->text.p, *at, end, 0, error};
    bool ok = skip_expression(&scan, NULL);
    *at = scan.at;
    return ok;
}
