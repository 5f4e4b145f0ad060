// String literals: escapes, adjacent literals joined, and f-strings, whose braces hold ordinary
// expressions. Rules: "String and Bytes literals" in The Python Language Reference, version 3.13.
#include "syntax/parse.h"

#include "base/text/ascii.h"
#include "base/text/utf8.h"

#include <string.h>

// A literal taken apart: bytes [start, end) of the source are between its quotes.
typedef struct Literal {
    int start, end;
    bool raw, formatted, bytes;
} Literal;

static bool take_literal(Parser *parser, Literal *literal)
{
    Token token = token_now(parser);
    Str text = token_text(parser, token);
    int at = 0;
    *literal = (Literal){0};
    for (; text.p[at] != '"' && text.p[at] != '\''; at++) {
        char c = text.p[at] | 0x20; // lower case
        if (c == 'r') literal->raw = true;
        if (c == 'f') literal->formatted = true;
        if (c == 'b') literal->bytes = true;
    }
    bool triple = text.n - at >= 6 && text.p[at + 1] == text.p[at] && text.p[at + 2] == text.p[at];
    int width = triple ? 3 : 1;
    literal->start = token.start + at + width;
    literal->end = token.end - width;
    parser_next_token(parser);
    return true;
}

// ---- escapes -------------------------------------------------------------------------------

static int hex_value(Str digits)
{
    int value = 0;
    for (int i = 0; i < digits.n && value <= 0x10FFFF; i++) {
        if (!ascii_is_hex_digit(digits.p[i])) return -1;
        char c = ascii_lower(digits.p[i]);
        value = value * 16 + (ascii_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return value <= 0x10FFFF ? value : -1;
}

static void add_code(Buf *out, int code)
{
    char bytes[4];
    buf_add(out, (Str){bytes, utf8_encode((uint32_t)code, bytes)});
}

// \xhh \uhhhh \Uhhhhhhhh: `*at` is behind the letter, and moves behind the digits.
static bool add_hex(Parser *parser, Buf *out, Str text, int *at, int digits, int base)
{
    Str hex = str_slice(text, *at, *at + digits);
    int code = hex.n == digits ? hex_value(hex) : -1;
    if (code < 0 || (code >= 0xD800 && code <= 0xDFFF)) {
        Span span = {parser->source, base + *at - 2, base + *at + hex.n};
        syntax_error(parser, span, "(unicode error) this is not the code of a character");
        return false;
    }
    add_code(out, code);
    *at += digits;
    return true;
}

static void add_octal(Buf *out, Str text, int *at)
{
    int code = 0;
    for (int i = 0; i < 3 && *at < text.n && text.p[*at] >= '0' && text.p[*at] <= '7'; i++) {
        code = code * 8 + text.p[(*at)++] - '0';
    }
    add_code(out, code);
}

// One escape; `*at` is at the character behind the backslash, and moves behind the escape.
static bool add_escape(Parser *parser, Buf *out, Str text, int *at, int base)
{
    static const char from[] = "\\'\"abfnrtv", to[] = "\\'\"\a\b\f\n\r\t\v";
    char c = text.p[*at];
    const char *simple = strchr(from, c);
    if (c >= '0' && c <= '7') {
        add_octal(out, text, at);
        return true;
    }
    (*at)++;
    if (simple) {
        buf_add_char(out, to[simple - from]);
        return true;
    }
    if (c == 'x') return add_hex(parser, out, text, at, 2, base);
    if (c == 'u') return add_hex(parser, out, text, at, 4, base);
    if (c == 'U') return add_hex(parser, out, text, at, 8, base);
    if (c == 'N') {
        Span span = {parser->source, base + *at - 2, base + *at};
        return parser_outside(parser, span, "an escape by name (\\N{...})",
                              "the character itself") != NULL;
    }
    if (c == '\n') return true;
    if (c == '\r') {
        if (*at < text.n && text.p[*at] == '\n') (*at)++;
        return true;
    }
    buf_add_char(out, '\\'); // Python keeps what is no escape
    buf_add_char(out, c);
    return true;
}

// Adds bytes [start, end) of the source with escapes replaced.
static bool add_decoded(Parser *parser, Buf *out, int start, int end, bool raw)
{
    Str text = str_slice(parser->source->text, start, end);
    for (int at = 0; at < text.n;) {
        char c = text.p[at++];
        if (c == '\r') {
            if (at < text.n && text.p[at] == '\n') at++;
            buf_add_char(out, '\n');
        } else if (c != '\\' || raw || at >= text.n) {
            buf_add_char(out, c);
        } else if (!add_escape(parser, out, text, &at, start)) {
            return false;
        }
    }
    return true;
}

// Bytes are written with ASCII characters, and with escapes of codes up to 255.
static bool check_bytes(Parser *parser, Literal literal, bool others)
{
    Span span = {parser->source, literal.start, literal.end};
    Str text = str_slice(parser->source->text, literal.start, literal.end);
    if (others) {
        syntax_error(parser, span, "cannot mix bytes and nonbytes literals");
        return false;
    }
    for (int i = 0; i < text.n; i++) {
        bool wide = text.p[i] == '\\' && i + 1 < text.n && strchr("uUN", text.p[i + 1]);
        if (wide && !literal.raw)
            return parser_outside(parser, span, "\\u in bytes", "the bytes themselves, \\x..") !=
                   NULL;
        if ((unsigned char)text.p[i] < 0x80) continue;
        syntax_error(parser, span, "bytes can only contain ASCII literal characters");
        return false;
    }
    return true;
}

// ---- f-strings -----------------------------------------------------------------------------

typedef struct Pieces {
    FPiece *piece;
    size_t count;
} Pieces;

static void add_piece(Parser *parser, Pieces *pieces, FPiece piece)
{
    *ARENA_ADD(parser->arena, pieces->piece, pieces->count) = piece;
}

static bool add_text(Parser *parser, Pieces *pieces, int start, int end, bool raw)
{
    if (start == end) return true;
    Buf text = {.arena = parser->arena};
    if (!add_decoded(parser, &text, start, end, raw)) return false;
    add_piece(parser, pieces, (FPiece){.text = buf_str(&text)});
    return true;
}

static bool fstring_error(Parser *parser, int start, int end, const char *what)
{
    return syntax_error(parser, (Span){parser->source, start, end}, "f-string: %s", what) != NULL;
}

// The expression in bytes [start, end), read by a parser for that piece alone.
static Expr *parse_piece(Parser *parser, int start, int end)
{
    Str text = str_trim(str_slice(parser->source->text, start, end));
    if (!text.n) {
        char behind = parser->source->text.p[end];
        syntax_error(parser, (Span){parser->source, start - 1, end + 1},
                     "f-string: valid expression required before '%c'", behind);
        return NULL;
    }
    if (!parser_enter_level(parser)) return NULL;
    Parser inner = *parser;
    inner.tokens = (Tokens){0};
    inner.at = 0;
    if (!lexer_run(parser->source, start, end, true, parser->arena, &inner.tokens, parser->error)) {
        return NULL;
    }
    Expr *expr = parse_expression_list(&inner);
    parser->depth--;
    return expr && !parser_at_kind(&inner, TOKEN_END) ? parser_unexpected(&inner) : expr;
}

static bool parse_pieces(Parser *parser, int *at, int end, bool raw, int level, Pieces *pieces);

// {expression [=] [!conversion] [:format]}; `*at` is behind the opening brace.
static bool parse_replacement(Parser *parser, int *at, int end, bool raw, int level, Pieces *pieces)
{
    const char *text = parser->source->text.p;
    int start = *at;
    FPiece piece = {0};
    if (level > 2) return fstring_error(parser, start - 1, start, "expressions nested too deeply");
    if (!lexer_skip_expression(parser->source, at, end, parser->error)) return false;
    if (*at >= end) return fstring_error(parser, start - 1, start, "expecting '}'");
    piece.value = parse_piece(parser, start, *at);
    if (!piece.value) return false;
    if (text[*at] == '=') {
        do (*at)++;
        while (*at < end && text[*at] == ' ');
        piece.text = str_slice(parser->source->text, start, *at);
        piece.conversion = 'r';
    }
    if (*at < end && text[*at] == '!') {
        piece.conversion = *at + 1 < end ? text[*at + 1] : '\0';
        if (!piece.conversion || !strchr("rsa", piece.conversion)) {
            return fstring_error(parser, *at, *at + 1,
                                 "invalid conversion character: expected 's', 'r', or 'a'");
        }
        for (*at += 2; *at < end && text[*at] == ' ';) ++*at;
    }
    if (*at < end && text[*at] == ':') {
        Pieces format = {0};
        int format_start = ++*at;
        if (!parse_pieces(parser, at, end, raw, level + 1, &format)) return false;
        if (piece.text.n && piece.conversion == 'r') piece.conversion = 0;
        piece.format = expr_new(parser, EXPR_FSTRING, format_start);
        piece.format->pieces = format.piece;
        piece.format->piece_count = (int)format.count;
    }
    if (*at >= end || text[*at] != '}') {
        return fstring_error(parser, start - 1, start, "expecting '}'");
    }
    (*at)++;
    add_piece(parser, pieces, piece);
    return true;
}

// Text and replacements up to `end`; of a format (level > 0) up to its closing brace.
static bool parse_pieces(Parser *parser, int *at, int end, bool raw, int level, Pieces *pieces)
{
    const char *text = parser->source->text.p;
    int start = *at;
    while (*at < end) {
        char c = text[*at], next = *at + 1 < end ? text[*at + 1] : '\0';
        if (c == '\\' && !raw && next && next != '{' && next != '}') {
            *at += 2;
        } else if (c == '}' && level) {
            break;
        } else if ((c == '{' || c == '}') && next == c && !level) {
            if (!add_text(parser, pieces, start, *at + 1, raw)) return false;
            start = *at += 2;
        } else if (c == '}') {
            return fstring_error(parser, *at, *at + 1, "single '}' is not allowed");
        } else if (c == '{') {
            if (!add_text(parser, pieces, start, *at, raw)) return false;
            ++*at;
            if (!parse_replacement(parser, at, end, raw, level, pieces)) return false;
            start = *at;
        } else {
            ++*at;
        }
    }
    return add_text(parser, pieces, start, *at, raw);
}

// ---- literals ------------------------------------------------------------------------------

static Expr *new_string(Parser *parser, const Pieces *pieces, int start)
{
    Buf text = {.arena = parser->arena};
    for (size_t i = 0; i < pieces->count; i++) buf_add(&text, pieces->piece[i].text);
    Expr *expr = expr_new(parser, EXPR_STRING, start);
    expr->string = buf_str(&text);
    return expr;
}

static Expr *new_fstring(Parser *parser, const Pieces *pieces, int start)
{
    Expr *expr = expr_new(parser, EXPR_FSTRING, start);
    expr->pieces = pieces->piece;
    expr->piece_count = (int)pieces->count;
    for (size_t i = 0; i < pieces->count; i++) {
        if (pieces->piece[i].value && !expr_above(parser, expr, pieces->piece[i].value))
            return NULL;
    }
    return expr;
}

// b"ab" is bytes("ab", "latin-1").
static Expr *new_bytes_literal(Parser *parser, const Pieces *pieces, int start)
{
    Expr *call = expr_new(parser, EXPR_CALL, start), *name = expr_new(parser, EXPR_NAME, start);
    Expr *encoding = expr_new(parser, EXPR_STRING, start);
    name->name = name_of(parser->names, STR("bytes"));
    encoding->string = STR("latin-1");
    call->function = name;
    call->argument_count = 2;
    call->arguments = arena_array(parser->arena, 2, sizeof *call->arguments);
    call->arguments[0] = (Argument){.value = new_string(parser, pieces, start)};
    call->arguments[1] = (Argument){.value = encoding};
    return expr_above(parser, call, name) ? call : NULL;
}

Expr *parse_strings(Parser *parser)
{
    int start = token_now(parser).start, literals = 0, in_bytes = 0;
    Pieces pieces = {0};
    bool formatted = false;
    while (parser_at_kind(parser, TOKEN_STRING)) {
        Literal literal;
        if (!take_literal(parser, &literal)) return NULL;
        formatted |= literal.formatted;
        in_bytes += literal.bytes;
        literals++;
        if (in_bytes && !check_bytes(parser, literal, in_bytes != literals)) return NULL;
        int at = literal.start;
        bool ok = literal.formatted
                      ? parse_pieces(parser, &at, literal.end, literal.raw, 0, &pieces)
                      : add_text(parser, &pieces, literal.start, literal.end, literal.raw);
        if (!ok) return NULL;
    }
    if (in_bytes) return new_bytes_literal(parser, &pieces, start);
    return formatted ? new_fstring(parser, &pieces, start) : new_string(parser, &pieces, start);
}
