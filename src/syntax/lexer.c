// The lexer works through the text once and keeps two stacks: of open brackets and of
// indentations. Rules: "Lexical analysis" in The Python Language Reference.
#include "syntax/lexer.h"

#include "base/text/ascii.h"
#include "base/text/letters.h"
#include "base/text/utf8.h"

#include <string.h>

typedef struct Lexer {
    const Source *source;
    const char *text;
    int at, end;
    bool nested, line_start;
    bool skips_bodies;
    size_t line_token; // the first one of the line
    Arena *arena;
    Tokens *tokens;
    Error *error;
    int bracket[MAX_BRACKETS];   // where each open bracket is
    int bracket_count, literals; // open ones
    int indent[MAX_INDENTS];     // columns, tabs going to the next multiple of 8
    int indent_alt[MAX_INDENTS]; // columns, tabs counting as 1: both must agree
    int indent_count;
} Lexer;

enum { MOST_ALIKE = 6 }; // words that begin with the same character, and one NULL

// By their first character: most names are no keywords, and a program has many names.
static const char *const keywords[0x80][MOST_ALIKE] = {
    ['F'] = {"False"},
    ['N'] = {"None"},
    ['T'] = {"True"},
    ['a'] = {"and", "as", "assert", "async", "await"},
    ['b'] = {"break"},
    ['c'] = {"class", "continue"},
    ['d'] = {"def", "del"},
    ['e'] = {"elif", "else", "except"},
    ['f'] = {"finally", "for", "from"},
    ['g'] = {"global"},
    ['i'] = {"if", "import", "in", "is"},
    ['l'] = {"lambda"},
    ['n'] = {"nonlocal", "not"},
    ['o'] = {"or"},
    ['p'] = {"pass"},
    ['r'] = {"raise", "return"},
    ['t'] = {"try"},
    ['w'] = {"while", "with"},
    ['y'] = {"yield"},
};

// The same, the longest first.
static const char *const operators[0x80][MOST_ALIKE] = {
    ['*'] = {"**=", "**", "*=", "*"},
    ['/'] = {"//=", "//", "/=", "/"},
    ['>'] = {">>=", ">>", ">=", ">"},
    ['<'] = {"<<=", "<<", "<=", "<"},
    ['.'] = {"...", "."},
    ['='] = {"==", "="},
    ['!'] = {"!="},
    ['-'] = {"->", "-=", "-"},
    ['+'] = {"+=", "+"},
    ['%'] = {"%=", "%"},
    ['&'] = {"&=", "&"},
    ['|'] = {"|=", "|"},
    ['^'] = {"^=", "^"},
    ['@'] = {"@=", "@"},
    [':'] = {":=", ":"},
    ['~'] = {"~"},
    ['('] = {"("},
    [')'] = {")"},
    ['['] = {"["},
    [']'] = {"]"},
    ['{'] = {"{"},
    ['}'] = {"}"},
    [','] = {","},
    [';'] = {";"},
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static char peek(const Lexer *lexer, int ahead)
{
    return lexer->at + ahead < lexer->end ? lexer->text[lexer->at + ahead] : '\0';
}

static Span span(const Lexer *lexer, int start, int end)
{
    return (Span){lexer->source, start, end};
}

// Returns false.
static bool refuse(Lexer *lexer, Span at, const char *kind, const char *message, const char *hint)
{
    error_set_at(lexer->error, at, kind, "%s", message);
    return error_hint(lexer->error, "%s", hint);
}

static void emit(Lexer *lexer, TokenKind kind, int start)
{
    Tokens *tokens = lexer->tokens;
    bool is_sign = kind == TOKEN_OPERATOR || kind == TOKEN_KEYWORD;
    char sign = is_sign ? lexer->source->text.p[start] : '\0';
    *ARENA_ADD(lexer->arena, tokens->token, tokens->count) = (Token){kind, sign, start, lexer->at};
}

static bool is_name_byte(char c)
{
    return ascii_is_word(c) || (unsigned char)c >= 0x80;
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static void skip_comment(Lexer *lexer)
{
    while (lexer->at < lexer->end && !is_line_end(lexer->text[lexer->at])) lexer->at++;
}

static void skip_line_end(Lexer *lexer)
{
    lexer->at += peek(lexer, 0) == '\r' && peek(lexer, 1) == '\n' ? 2 : 1;
}

// ---- indentation ---------------------------------------------------------------------------

static bool tab_error(Lexer *lexer, int start)
{
    return refuse(lexer, span(lexer, start, lexer->at), "TabError",
                  "inconsistent use of tabs and spaces in indentation",
                  "spaces alone, four for each level");
}

static bool indent(Lexer *lexer, int start, int column, int alt)
{
    if (lexer->indent_count == MAX_INDENTS) {
        return error_set_at(lexer->error, span(lexer, start, lexer->at), "IndentationError",
                            "too many levels of indentation");
    }
    if (alt <= lexer->indent_alt[lexer->indent_count - 1]) return tab_error(lexer, start);
    lexer->indent[lexer->indent_count] = column;
    lexer->indent_alt[lexer->indent_count++] = alt;
    emit(lexer, TOKEN_INDENT, start);
    return true;
}

static bool set_indentation(Lexer *lexer, int start, int column, int alt)
{
    int top = lexer->indent_count - 1;
    if (column > lexer->indent[top]) return indent(lexer, start, column, alt);
    while (column < lexer->indent[top]) {
        top = --lexer->indent_count - 1;
        emit(lexer, TOKEN_DEDENT, lexer->at);
    }
    if (column != lexer->indent[top]) {
        return refuse(lexer, span(lexer, start, lexer->at), "IndentationError",
                      "unindent does not match any outer indentation level",
                      "the indentation of the line where its block began");
    }
    return alt == lexer->indent_alt[top] || tab_error(lexer, start);
}

static bool begins_body(const Lexer *lexer)
{
    if (!lexer->skips_bodies || is_line_end(peek(lexer, 0))) return false;
    Token first = lexer->tokens->token[lexer->line_token];
    return str_is((Str){lexer->text + first.start, first.end - first.start}, "def");
}

// Are there as many triple quotes in the line as leave a text open?
static bool turns_text(Str line)
{
    bool turns = false;
    for (int i = 0; i + 2 < line.n; i++) {
        bool quotes = (line.p[i] == '"' || line.p[i] == '\'') && line.p[i + 1] == line.p[i] &&
                      line.p[i + 2] == line.p[i];
        if (!quotes) continue;
        turns = !turns;
        i += 2;
    }
    return turns;
}

// The lines that are indented by more than `def`, from `start` on, become one token.
static void skip_body(Lexer *lexer, int start)
{
    int margin = lexer->indent[lexer->indent_count - 1], end = start, at = start;
    Str rest = {lexer->text + start, lexer->end - start}, line;
    for (bool in_text = false; str_next_line(&rest, &line);) {
        int indented = 0;
        while (indented < line.n && line.p[indented] == ' ') indented++;
        if (!in_text && indented < line.n && indented <= margin) break;
        in_text ^= turns_text(line);
        at = (int)(rest.p - lexer->text);
        if (indented < line.n) end = (int)(line.p - lexer->text) + line.n;
    }
    lexer->at = end;
    emit(lexer, TOKEN_BODY, start);
    lexer->at = at;
}

// Skips blank lines and comments, then measures how far the next line is indented.
static bool lex_line_start(Lexer *lexer)
{
    lexer->line_start = false;
    for (;;) {
        int start = lexer->at, column = 0, alt = 0;
        for (;; lexer->at++, alt++) {
            char c = peek(lexer, 0);
            if (c == '\t')
                column = (column / 8 + 1) * 8;
            else if (c == ' ')
                column++;
            else if (c == '\f')
                column = 0, alt = -1;
            else
                break;
        }
        if (peek(lexer, 0) == '#') skip_comment(lexer);
        if (lexer->at >= lexer->end) return true;
        if (column > lexer->indent[lexer->indent_count - 1] && begins_body(lexer)) {
            skip_body(lexer, start);
            continue;
        }
        if (!is_line_end(peek(lexer, 0))) return set_indentation(lexer, start, column, alt);
        skip_line_end(lexer);
    }
}

// ---- string literals -------------------------------------------------------------------------
// Where one ends would be simple but for f-strings: since Python 3.12 (PEP 701) an expression
// between their braces may contain strings with the same quotes, comments and further f-strings, so
// f"{x["a"]}" is one literal. The two functions for literals and expressions therefore call each
// other.

enum { MAX_NESTED_LITERALS = 150 }; // f-strings and formats, one in another, as in Python

static bool literal_error(Lexer *lexer, int start, int end, const char *message)
{
    return error_set_at(lexer->error, span(lexer, start, end), "SyntaxError", "%s", message);
}

// The f-string around an expression, and where its innermost brace is.
typedef struct Around {
    char quote;
    int width, brace;
} Around;

static bool skip_literal(Lexer *lexer, const Around *around);

int literal_prefix(const char *text, int at, int end)
{
    int length = 0;
    while (length < 2 && at + length < end && text[at + length] &&
           strchr("rRbBuUfF", text[at + length]))
        length++;
    bool quoted = at + length < end && (text[at + length] == '"' || text[at + length] == '\'');
    return quoted ? length : -1;
}

static bool unterminated(Lexer *lexer, int start, bool formatted, int width)
{
    bool after_end = lexer->at > start && lexer->text[lexer->at - 1] == '\n';
    int line = source_place(lexer->source, lexer->at - after_end).line;
    error_set_at(lexer->error, (Span){lexer->source, start, lexer->at}, "SyntaxError",
                 "unterminated %s%s literal (detected at line %d)",
                 width == 3 ? "triple-quoted " : "", formatted ? "f-string" : "string", line);
    return error_hint(lexer->error, "the quotes that it begins with, at its end");
}

static void skip_escape(Lexer *lexer)
{
    bool crlf = peek(lexer, 1) == '\r' && peek(lexer, 2) == '\n';
    lexer->at += crlf ? 3 : lexer->at + 1 < lexer->end ? 2 : 1;
}

static bool skip_expression(Lexer *lexer, const Around *around)
{
    for (int depth = 0; lexer->at < lexer->end;) {
        char c = peek(lexer, 0);
        bool word = is_name_byte(c);
        if (literal_prefix(lexer->text, lexer->at, lexer->end) >= 0) {
            if (!skip_literal(lexer, around)) return false;
            continue;
        }
        if (!depth && strchr("!:=}", c) && (c == ':' || c == '}' || peek(lexer, 1) != '='))
            return true;
        if (c == '#') {
            skip_comment(lexer);
            continue;
        }
        if (strchr("([{", c)) depth++;
        if (depth && strchr(")]}", c)) depth--;
        lexer->at += !depth && peek(lexer, 1) == '=' && strchr("!=<>", c) ? 2 : 1;
        // A word is gone over whole: only at its beginning can there be a prefix.
        while (word && is_name_byte(peek(lexer, 0))) lexer->at++;
    }
    return true;
}

static bool closes(const Lexer *lexer, const Around *literal)
{
    for (int i = 0; i < literal->width; i++) {
        if (peek(lexer, i) != literal->quote) return false;
    }
    return true;
}

// Behind an opening brace: the expression, what it is written by, and the closing brace. Where the
// literal ends before that, the parser says so.
static bool skip_replacement(Lexer *lexer, Around *literal)
{
    literal->brace = lexer->at - 1;
    if (++lexer->literals > MAX_NESTED_LITERALS)
        return literal_error(lexer, literal->brace, lexer->at,
                             "f-string: expressions nested too deeply");
    if (!skip_expression(lexer, literal)) return false;
    while (lexer->at < lexer->end && !strchr(":}", peek(lexer, 0)) && !closes(lexer, literal))
        lexer->at++;
    bool format = peek(lexer, 0) == ':';
    while (format && lexer->at < lexer->end && peek(lexer, 0) != '}') {
        bool ended = closes(lexer, literal) || (literal->width == 1 && is_line_end(peek(lexer, 0)));
        if (ended) break;
        if (peek(lexer, 0) == '\\')
            skip_escape(lexer);
        else if (lexer->text[lexer->at++] == '{' && !skip_replacement(lexer, literal))
            return false;
    }
    if (peek(lexer, 0) == '}') lexer->at++;
    lexer->literals--;
    return true;
}

static bool skip_literal(Lexer *lexer, const Around *around)
{
    int start = lexer->at, prefix = literal_prefix(lexer->text, lexer->at, lexer->end);
    Str letters = {lexer->text + start, prefix};
    bool formatted = str_find(letters, "f") >= 0 || str_find(letters, "F") >= 0;
    lexer->at += prefix;
    Around literal = {.quote = peek(lexer, 0), .width = 3};
    if (!closes(lexer, &literal)) literal.width = 1;
    for (lexer->at += literal.width; lexer->at < lexer->end;) {
        char c = peek(lexer, 0), next = peek(lexer, 1);
        if (literal.width == 1 && is_line_end(c)) break;
        if (closes(lexer, &literal)) {
            lexer->at += literal.width;
            return true;
        }
        bool brace = formatted && (next == '{' || next == '}');
        if (c == '\\' && !brace) {
            skip_escape(lexer);
            continue;
        }
        lexer->at += formatted && c == '{' && next == '{' ? 2 : 1;
        bool opened = formatted && c == '{' && next != '{';
        if (opened && !skip_replacement(lexer, &literal)) return false;
    }
    bool ends_it = around && literal.width == around->width && literal.quote == around->quote;
    if (ends_it)
        return literal_error(lexer, around->brace, around->brace + 1, "f-string: expecting '}'");
    return unterminated(lexer, start, formatted, literal.width);
}

static bool lex_string(Lexer *lexer)
{
    int start = lexer->at;
    if (!skip_literal(lexer, NULL)) return false;
    emit(lexer, TOKEN_STRING, start);
    return true;
}

bool lexer_skip_expression(const Source *source, int *at, int end, Error *error)
{
    Lexer lexer = {.source = source, .text = source->text.p, .at = *at, .end = end, .error = error};
    bool ok = skip_expression(&lexer, NULL);
    *at = lexer.at;
    return ok;
}

// ---- names, numbers ------------------------------------------------------------------------

static bool check_letters(Lexer *lexer, int start)
{
    for (int i = start, length; i < lexer->at; i += length) {
        length = 1;
        if ((unsigned char)lexer->text[i] < 0x80) continue;
        uint32_t code = utf8_decode((Str){lexer->text + i, lexer->at - i}, &length);
        if (letter_in_name(code)) continue;
        Span at = span(lexer, i, i + length);
        if (!letter_is_printable(code)) {
            error_set_at(lexer->error, at, "SyntaxError", "invalid non-printable character U+%04X",
                         (unsigned)code);
            return error_hint(lexer->error, "an ordinary blank, or nothing, in its place");
        }
        error_set_at(lexer->error, at, "SyntaxError", "invalid character '%.*s' (U+%04X)", length,
                     lexer->text + i, (unsigned)code);
        if (code >= 0x2018 && code <= 0x201F) error_hint(lexer->error, "straight quotes: ' or \"");
        return false;
    }
    return true;
}

static bool is_keyword(Str name)
{
    unsigned char first = (unsigned char)name.p[0];
    if (first >= COUNT(keywords)) return false;
    for (const char *const *word = keywords[first]; *word; word++) {
        if (str_is(name, *word)) return true;
    }
    return false;
}

static bool lex_name(Lexer *lexer)
{
    int start = lexer->at;
    while (is_name_byte(peek(lexer, 0))) lexer->at++;
    Str name = {lexer->text + start, lexer->at - start};
    TokenKind kind = TOKEN_NAME;
    if (is_keyword(name)) kind = TOKEN_KEYWORD;
    emit(lexer, kind, start);
    return check_letters(lexer, start);
}

static void skip_digits(Lexer *lexer)
{
    while (ascii_is_digit(peek(lexer, 0)) || peek(lexer, 0) == '_') lexer->at++;
}

static void skip_fraction_and_exponent(Lexer *lexer)
{
    if (peek(lexer, 0) == '.') {
        lexer->at++;
        skip_digits(lexer);
    }
    if (peek(lexer, 0) != 'e' && peek(lexer, 0) != 'E') return;
    int sign = peek(lexer, 1) == '+' || peek(lexer, 1) == '-';
    if (!ascii_is_digit(peek(lexer, 1 + sign))) return;
    lexer->at += 1 + sign;
    skip_digits(lexer);
}

static bool lex_number(Lexer *lexer)
{
    int start = lexer->at;
    char radix = peek(lexer, 1);
    if (peek(lexer, 0) == '0' && radix && strchr("xXoObB", radix)) {
        lexer->at += 2;
        while (is_name_byte(peek(lexer, 0))) lexer->at++;
        emit(lexer, TOKEN_NUMBER, start);
        return true;
    }
    skip_digits(lexer);
    skip_fraction_and_exponent(lexer);
    if (peek(lexer, 0) == 'j' || peek(lexer, 0) == 'J') lexer->at++;
    if (is_name_byte(peek(lexer, 0))) {
        return refuse(lexer, span(lexer, start, lexer->at + 1), "SyntaxError",
                      "invalid decimal literal", "a letter or _ first, if it is a name");
    }
    emit(lexer, TOKEN_NUMBER, start);
    return true;
}

// ---- operators and brackets ----------------------------------------------------------------

static char closing_bracket(char opening)
{
    return opening == '(' ? ')' : opening == '[' ? ']' : '}';
}

static bool open_bracket(Lexer *lexer)
{
    if (lexer->bracket_count == MAX_BRACKETS) {
        return error_set_at(lexer->error, span(lexer, lexer->at, lexer->at + 1), "SyntaxError",
                            "too many nested parentheses (more than %d)", MAX_BRACKETS);
    }
    lexer->bracket[lexer->bracket_count++] = lexer->at;
    return true;
}

static bool close_bracket(Lexer *lexer, char closing)
{
    Span at = span(lexer, lexer->at, lexer->at + 1);
    if (!lexer->bracket_count) {
        error_set_at(lexer->error, at, "SyntaxError", "unmatched '%c'", closing);
        return error_hint(lexer->error, "the line without it: no bracket is open here");
    }
    char opening = lexer->text[lexer->bracket[--lexer->bracket_count]];
    char expected = closing_bracket(opening);
    if (closing == expected) return true;
    error_set_at(lexer->error, at, "SyntaxError",
                 "closing parenthesis '%c' does not match opening parenthesis '%c'", closing,
                 opening);
    int line = source_place(lexer->source, lexer->bracket[lexer->bracket_count]).line;
    return error_hint(lexer->error, "'%c', which closes the '%c' of line %d", expected, opening,
                      line);
}

static bool lex_operator(Lexer *lexer)
{
    Str rest = {lexer->text + lexer->at, lexer->end - lexer->at};
    unsigned char c = (unsigned char)rest.p[0];
    for (const char *const *symbol = operators[c & 0x7F]; *symbol; symbol++) {
        if (!str_starts(rest, *symbol)) continue;
        if (strchr("([{", c) && !open_bracket(lexer)) return false;
        if (strchr(")]}", c) && !close_bracket(lexer, (char)c)) return false;
        int start = lexer->at;
        lexer->at += (int)strlen(*symbol);
        emit(lexer, TOKEN_OPERATOR, start);
        return true;
    }
    Span at = span(lexer, lexer->at, lexer->at + 1);
    if (c < 0x20 || c == 0x7F) {
        return error_set_at(lexer->error, at, "SyntaxError",
                            "invalid non-printable character U+%04X", c);
    }
    error_set_at(lexer->error, at, "SyntaxError", "invalid syntax");
    return error_hint(lexer->error, "`%c` means nothing in Python", c);
}

static bool lex_continuation(Lexer *lexer)
{
    lexer->at++;
    if (lexer->at >= lexer->end) {
        return error_set_at(lexer->error, span(lexer, lexer->at - 1, lexer->at), "SyntaxError",
                            "unexpected EOF while parsing");
    }
    if (!is_line_end(peek(lexer, 0))) {
        return refuse(lexer, span(lexer, lexer->at, lexer->at + 1), "SyntaxError",
                      "unexpected character after line continuation character",
                      "nothing behind the \\, not even a blank");
    }
    skip_line_end(lexer);
    return true;
}

static bool lex_newline(Lexer *lexer)
{
    int start = lexer->at;
    skip_line_end(lexer);
    if (lexer->bracket_count || lexer->nested) return true;
    emit(lexer, TOKEN_NEWLINE, start);
    lexer->line_start = true;
    return true;
}

static bool lex_token(Lexer *lexer)
{
    char c = peek(lexer, 0);
    if (c == ' ' || c == '\t' || c == '\f') {
        lexer->at++;
        return true;
    }
    if (is_line_end(c)) return lex_newline(lexer);
    if (c == '\\') return lex_continuation(lexer);
    if (c == '#') {
        skip_comment(lexer);
        return true;
    }
    if (literal_prefix(lexer->text, lexer->at, lexer->end) >= 0) return lex_string(lexer);
    if (ascii_is_digit(c) || (c == '.' && ascii_is_digit(peek(lexer, 1)))) return lex_number(lexer);
    if (is_name_byte(c)) return lex_name(lexer);
    return lex_operator(lexer);
}

static bool lex_end(Lexer *lexer)
{
    if (lexer->bracket_count) {
        int bracket = lexer->bracket[lexer->bracket_count - 1];
        char opening = lexer->text[bracket];
        error_set_at(lexer->error, span(lexer, bracket, bracket + 1), "SyntaxError",
                     "'%c' was never closed", opening);
        return error_hint(lexer->error, "'%c' where it ends", closing_bracket(opening));
    }
    Tokens *tokens = lexer->tokens;
    TokenKind last = tokens->count ? tokens->token[tokens->count - 1].kind : TOKEN_NEWLINE;
    bool open_line = last != TOKEN_NEWLINE && last != TOKEN_DEDENT && last != TOKEN_BODY;
    if (open_line && !lexer->nested) emit(lexer, TOKEN_NEWLINE, lexer->at);
    while (lexer->indent_count-- > 1) emit(lexer, TOKEN_DEDENT, lexer->at);
    emit(lexer, TOKEN_END, lexer->at);
    return true;
}

bool lexer_run(const Source *source, int start, int end, bool nested, Arena *arena, Tokens *tokens,
               Error *error)
{
    Lexer lexer = {
        .source = source,
        .text = source->text.p,
        .at = start,
        .end = end,
        .nested = nested,
        .line_start = !nested,
        .arena = arena,
        .tokens = tokens,
        .error = error,
        .indent_count = 1,
    };
    if (start == 0 && str_starts(source->text, "\xEF\xBB\xBF")) lexer.at = 3;
    lexer.skips_bodies = source->is_library && start == 0 && end == source->text.n && !nested;
    while (lexer.at < lexer.end) {
        if (lexer.line_start) {
            if (!lex_line_start(&lexer)) return false;
            lexer.line_token = tokens->count;
        }
        if (lexer.at < lexer.end && !lex_token(&lexer)) return false;
    }
    return lex_end(&lexer);
}

bool lexer_check_text(const Source *source, Error *error)
{
    Str text = source->text;
    if (text.n > MAX_SOURCE_BYTES) {
        return error_set(error, NULL, "%s is larger than the limit of %d MiB for a program",
                         source->name, MAX_SOURCE_BYTES >> 20);
    }
    int at = source->is_library ? -1 : utf8_flaw(text);
    if (at < 0) return true;
    Span span = {source, at, at + 1};
    if (!text.p[at])
        return error_set_at(error, span, "SyntaxError", "source code cannot contain null bytes");
    return error_set_at(error, span, "SyntaxError", "byte 0x%02x is not UTF-8 text",
                        (unsigned char)text.p[at]);
}
