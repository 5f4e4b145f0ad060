// Atoms (literals, names, brackets) and what may follow them: calls, subscripts, attributes.
#include "syntax/parse.h"

#include "base/text/ascii.h"
#include "base/text/number.h"

#include <string.h>

// ---- numbers -------------------------------------------------------------------------------

static int digit_value(char c)
{
    if (ascii_is_digit(c)) return c - '0';
    return ascii_is_letter(c) ? ascii_lower(c) - 'a' + 10 : 99;
}

// False: these are no digits of the base, with underscores between them.
static bool read_digits(Str text, int base, int64_t *value, bool *is_large)
{
    bool after_digit = false;
    *value = 0;
    *is_large = false;
    for (int i = 0; i < text.n; i++) {
        bool underscore = text.p[i] == '_';
        int digit = digit_value(text.p[i]);
        if (underscore ? !after_digit : digit >= base) return false;
        after_digit = !underscore;
        if (underscore) continue;
        *is_large |= __builtin_mul_overflow(*value, base, value);
        *is_large |= __builtin_add_overflow(*value, digit, value);
    }
    return after_digit;
}

static Expr *invalid_number(Parser *parser, Token token, const char *what)
{
    return syntax_error(parser, token_span(parser, token), "invalid %s literal", what);
}

// What takes the square of its length to read is not read from a file of a stranger.
static bool has_too_many_digits(Parser *parser, Token token)
{
    enum { MOST_DIGITS = 4300 };
    Str text = token_text(parser, token);
    int digits = 0;
    for (int i = 0; i < text.n; i++) digits += text.p[i] != '_';
    if (digits > MOST_DIGITS)
        syntax_error(parser, token_span(parser, token),
                     "Exceeds the limit (%d digits) for integer string conversion: value has %d "
                     "digits; use sys.set_int_max_str_digits() to increase the limit - Consider "
                     "hexadecimal for huge integer literals to avoid decimal conversion limits.",
                     MOST_DIGITS, digits);
    return digits > MOST_DIGITS;
}

// 17 0x1F 0o17 0b1_0
static Expr *parse_whole(Parser *parser, Token token, Str digits, int base)
{
    const char *name = base == 16  ? "hexadecimal"
                       : base == 8 ? "octal"
                       : base == 2 ? "binary"
                                   : "decimal";
    int64_t value;
    bool is_large;
    if (!read_digits(digits, base, &value, &is_large)) return invalid_number(parser, token, name);
    if (base == 10 && *digits.p == '0' && (value || is_large)) {
        return syntax_error(parser, token_span(parser, token),
                            "leading zeros in decimal integer literals are not permitted; use an "
                            "0o prefix for octal integers");
    }
    if (base == 10 && has_too_many_digits(parser, token)) return NULL;
    parser_next_token(parser);
    Expr *expr = expr_new(parser, is_large ? EXPR_LARGE : EXPR_INT, token.start);
    if (is_large)
        expr->string = token_text(parser, token);
    else
        expr->integer = value;
    return expr;
}

static bool is_all_digits(Str text)
{
    for (int i = 0; i < text.n; i++) {
        if (digit_value(text.p[i]) > 9 && text.p[i] != '_') return false;
    }
    return true;
}

static Expr *parse_number(Parser *parser)
{
    Token token = token_now(parser);
    Str text = token_text(parser, token);
    char letter = text.n > 1 && text.p[0] == '0' ? (char)(text.p[1] | 0x20) : '\0';
    int base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
    if (base != 10) {
        int first = text.n > 2 && text.p[2] == '_' ? 3 : 2;
        return parse_whole(parser, token, str_slice(text, first, text.n), base);
    }
    if (is_all_digits(text)) return parse_whole(parser, token, text, 10);
    parser_next_token(parser);
    bool imaginary = strchr("jJ", text.p[text.n - 1]) != NULL;
    Expr *expr = expr_new(parser, imaginary ? EXPR_IMAGINARY : EXPR_FLOAT, token.start);
    bool good = number_parse_double(str_slice(text, 0, text.n - imaginary), &expr->number);
    return good ? expr : invalid_number(parser, token, "decimal");
}

// ---- brackets ------------------------------------------------------------------------------

static bool at_comprehension(const Parser *parser)
{
    return parser_at_text(parser, "for") || parser_at_text(parser, "async");
}

// The closing bracket, which belongs to the expression.
static Expr *close_bracket(Parser *parser, Expr *expr, const char *close, int start)
{
    if (!expr || !parser_expect(parser, close)) return NULL;
    expr->span = span_since(parser, start);
    return expr;
}

static bool lacks_comma(Parser *parser, const Expr *item)
{
    bool lacks = !parser_at_text(parser, ",") && !parser_at_text(parser, "*") &&
                 parser_at_expression(parser);
    if (lacks)
        syntax_error(parser, span_since(parser, item->span.start),
                     "invalid syntax. Perhaps you forgot a comma?");
    return lacks;
}

// item ("," item)* [","] up to `close`; the first item is there already.
static Expr *parse_items(Parser *parser, ExprKind kind, Expr *first, const char *close, int start)
{
    Expr *expr = expr_new(parser, kind, start);
    for (Expr *item = first; expr_add(parser, expr, item); item = parse_starred(parser)) {
        bool ends = parser_at_text(parser, close);
        if (!ends && (lacks_comma(parser, item) || !parser_expect(parser, ","))) return NULL;
        if (parser_at_text(parser, close)) return close_bracket(parser, expr, close, start);
    }
    return NULL;
}

// The rest of a comprehension, or of a list or set, behind its first item.
static Expr *parse_rest(Parser *parser, ComprehensionKind kind, ExprKind items, Expr *first,
                        const char *close, int start)
{
    if (!first) return NULL;
    if (!at_comprehension(parser)) return parse_items(parser, items, first, close, start);
    Expr *expr = parse_comprehension(parser, kind, first, NULL, start);
    return close_bracket(parser, expr, close, start);
}

static Expr *parse_list(Parser *parser)
{
    int start = token_now(parser).start;
    parser_next_token(parser);
    if (parser_take(parser, "]")) return expr_new(parser, EXPR_LIST, start);
    return parse_rest(parser, LIST_COMPREHENSION, EXPR_LIST, parse_starred(parser), "]", start);
}

// "(" expression ")", a tuple, or a generator
static Expr *parse_parentheses(Parser *parser)
{
    int start = token_now(parser).start;
    parser_next_token(parser);
    if (parser_take(parser, ")")) return expr_new(parser, EXPR_TUPLE, start);
    if (parser_at_text(parser, "yield")) {
        Expr *yield = parse_yield(parser);
        return yield && parser_expect(parser, ")") ? yield : NULL;
    }
    Expr *first = parse_starred(parser);
    if (!first || !parser_at_text(parser, ")"))
        return parse_rest(parser, GENERATOR, EXPR_TUPLE, first, ")", start);
    if (first->kind == EXPR_STARRED)
        return syntax_error(parser, first->span, "cannot use starred expression here");
    return close_bracket(parser, first, ")", start);
}

static bool parse_entry(Parser *parser, Expr **key, Expr **value)
{
    *key = NULL;
    if (parser_take(parser, "**")) {
        *value = parse_binary(parser, 1);
        return *value != NULL;
    }
    *key = parse_expression(parser);
    if (!*key || !parser_expect(parser, ":")) return false;
    *value = parse_expression(parser);
    return *value != NULL;
}

// entry ("," entry)* [","] "}"; the first entry is there already.
static Expr *parse_dict(Parser *parser, Expr *key, Expr *value, int start)
{
    Expr *expr = expr_new(parser, EXPR_DICT, start);
    do {
        expr_list_add(parser, &expr->list, key);
        if (key && !expr_above(parser, expr, key)) return NULL;
        if (!expr_add(parser, expr, value)) return NULL;
        if (!parser_at_text(parser, "}") && !parser_expect(parser, ",")) return NULL;
        if (parser_at_text(parser, "}")) return close_bracket(parser, expr, "}", start);
    } while (parse_entry(parser, &key, &value));
    return NULL;
}

static Expr *parse_braces(Parser *parser)
{
    int start = token_now(parser).start;
    parser_next_token(parser);
    if (parser_take(parser, "}")) return expr_new(parser, EXPR_DICT, start);
    Expr *key = NULL, *value = NULL;
    if (parser_at_text(parser, "**")) {
        return parse_entry(parser, &key, &value) ? parse_dict(parser, key, value, start) : NULL;
    }
    key = parse_starred(parser);
    if (!key) return NULL;
    if (key->kind == EXPR_STARRED || !parser_take(parser, ":"))
        return parse_rest(parser, SET_COMPREHENSION, EXPR_SET, key, "}", start);
    value = parse_expression(parser);
    if (!value) return NULL;
    if (!at_comprehension(parser)) return parse_dict(parser, key, value, start);
    Expr *expr = parse_comprehension(parser, DICT_COMPREHENSION, key, value, start);
    return close_bracket(parser, expr, "}", start);
}

// ---- atoms ---------------------------------------------------------------------------------

static Expr *parse_constant(Parser *parser)
{
    static const struct {
        const char *text;
        ExprKind kind;
        bool truth;
    } rows[] = {
        {"None", EXPR_NONE, false},
        {"True", EXPR_BOOL, true},
        {"False", EXPR_BOOL, false},
        {"...", EXPR_ELLIPSIS, false},
    };
    int start = token_now(parser).start;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!parser_take(parser, rows[i].text)) continue;
        Expr *expr = expr_new(parser, rows[i].kind, start);
        expr->truth = rows[i].truth;
        return expr;
    }
    return parser_unexpected(parser);
}

static Expr *parse_atom(Parser *parser)
{
    Token token = token_now(parser);
    if (token.kind == TOKEN_NUMBER) return parse_number(parser);
    if (token.kind == TOKEN_STRING) return parse_strings(parser);
    if (token.kind == TOKEN_NAME) {
        const char *name = parser_take_name(parser);
        Expr *expr = expr_new(parser, EXPR_NAME, token.start);
        expr->name = name;
        return expr;
    }
    if (parser_at_text(parser, "(")) return parse_parentheses(parser);
    if (parser_at_text(parser, "[")) return parse_list(parser);
    if (parser_at_text(parser, "{")) return parse_braces(parser);
    return parse_constant(parser);
}

// ---- what follows an atom ------------------------------------------------------------------

// slice: [expression] ":" [expression] [":" [expression]] | expression
static Expr *parse_slice(Parser *parser)
{
    int start = token_now(parser).start;
    Expr *part[3] = {NULL};
    if (!parser_at_text(parser, ":")) {
        part[0] = parse_starred(parser);
        if (!part[0] || !parser_at_text(parser, ":")) return part[0];
    }
    for (int i = 1; i < 3 && parser_take(parser, ":"); i++) {
        if (!parser_at_expression(parser)) continue;
        part[i] = parse_expression(parser);
        if (!part[i]) return NULL;
    }
    Expr *expr = expr_new(parser, EXPR_SLICE, start);
    expr->start = part[0];
    expr->stop = part[1];
    expr->step = part[2];
    for (int i = 0; i < 3; i++) {
        if (part[i] && !expr_above(parser, expr, part[i])) return NULL;
    }
    return expr;
}

static Expr *parse_index(Parser *parser)
{
    int start = token_now(parser).start;
    Expr *first = parse_slice(parser);
    if (!first || (first->kind != EXPR_STARRED && !parser_at_text(parser, ","))) return first;
    Expr *tuple = expr_new(parser, EXPR_TUPLE, start);
    for (Expr *item = first; expr_add(parser, tuple, item); item = parse_slice(parser)) {
        if (parser_take(parser, ",") && !parser_at_text(parser, "]")) continue;
        tuple->span = span_since(parser, start);
        return tuple;
    }
    return NULL;
}

// subscript: primary "[" index "]"
static Expr *parse_subscript(Parser *parser, Expr *object)
{
    parser_next_token(parser);
    Expr *index = parse_index(parser);
    if (!index || !parser_expect(parser, "]")) return NULL;
    Expr *expr = expr_new(parser, EXPR_SUBSCRIPT, object->span.start);
    expr->object = object;
    expr->index = index;
    return expr_above(parser, expr, object) ? expr_above(parser, expr, index) : NULL;
}

static Expr *parse_attribute(Parser *parser, Expr *object)
{
    parser_next_token(parser);
    const char *name = parser_take_name(parser);
    if (!name) return NULL;
    Expr *expr = expr_new(parser, EXPR_ATTRIBUTE, object->span.start);
    expr->object = object;
    expr->attribute = name;
    return expr_above(parser, expr, object);
}

static bool is_keyword_argument(const Parser *parser)
{
    return parser_at_kind(parser, TOKEN_NAME) &&
           str_is(token_text(parser, token_after(parser)), "=");
}

// argument: NAME "=" expression | "*" expression | "**" expression | expression | generator
static bool parse_argument(Parser *parser, Argument *argument, bool only)
{
    int start = token_now(parser).start;
    if (is_keyword_argument(parser)) {
        argument->keyword = parser_take_name(parser);
        parser_next_token(parser);
    } else {
        argument->stars = parser_take(parser, "**") ? 2 : parser_take(parser, "*") ? 1 : 0;
    }
    argument->value = parse_expression(parser);
    if (!argument->value) return false;
    if (!at_comprehension(parser) || argument->keyword || argument->stars) return true;
    argument->value = parse_comprehension(parser, GENERATOR, argument->value, NULL, start);
    if (!argument->value) return false;
    if (only && !parser_at_text(parser, ",")) return true;
    return syntax_error(parser, argument->value->span,
                        "Generator expression must be parenthesized") != NULL;
}

// What the arguments before the one at hand were.
typedef struct Before {
    NameSet keywords;
    bool unpacked; // a ** was among them
} Before;

static bool check_order(Parser *parser, const Argument *argument, Before *before)
{
    Span at = argument->value->span;
    if (argument->keyword) {
        if (name_set_add(parser, &before->keywords, argument->keyword)) return true;
        return syntax_error(parser, at, "keyword argument repeated: %s", argument->keyword) != NULL;
    }
    before->unpacked |= argument->stars == 2;
    bool named = before->unpacked || before->keywords.count;
    if (argument->stars || !named) return true;
    return syntax_error(parser, at, "positional argument follows keyword argument%s",
                        before->unpacked ? " unpacking" : "") != NULL;
}

// arguments: [argument ("," argument)* [","]] ")"
bool parse_arguments(Parser *parser, Expr *expr)
{
    Before before = {0};
    while (!parser_at_text(parser, ")")) {
        Argument argument = {0};
        if (!parse_argument(parser, &argument, expr->argument_count == 0)) return false;
        if (!check_order(parser, &argument, &before)) return false;
        *ARENA_ADD(parser->arena, expr->arguments, expr->argument_count) = argument;
        if (!expr_above(parser, expr, argument.value)) return false;
        if (parser_at_text(parser, ")")) break;
        if (lacks_comma(parser, argument.value) || !parser_expect(parser, ",")) return false;
    }
    parser_next_token(parser);
    return true;
}

// call: primary "(" arguments
static Expr *parse_call(Parser *parser, Expr *function)
{
    parser_next_token(parser);
    Expr *expr = expr_new(parser, EXPR_CALL, function->span.start);
    expr->function = function;
    if (!parse_arguments(parser, expr)) return NULL;
    expr->span = span_since(parser, function->span.start);
    return expr_above(parser, expr, function);
}

// primary: atom ("(" … ")" | "[" … "]" | "." NAME)*
Expr *parse_primary(Parser *parser)
{
    Expr *expr = parse_atom(parser);
    while (expr) {
        if (parser_at_text(parser, "("))
            expr = parse_call(parser, expr);
        else if (parser_at_text(parser, "["))
            expr = parse_subscript(parser, expr);
        else if (parser_at_text(parser, "."))
            expr = parse_attribute(parser, expr);
        else
            break;
    }
    return expr;
}
