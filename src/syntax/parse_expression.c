// Expressions from the loosest operator (:=, if-else, or) to the tightest (**).
// Grammar: "Expressions" in The Python Language Reference.
#include "syntax/parse.h"

#include "base/text/number.h"

#include <string.h>

// "x = 5 ..." may start with any of these.
bool parser_at_expression(const Parser *parser)
{
    Token now = token_now(parser);
    if (now.kind == TOKEN_NAME || now.kind == TOKEN_NUMBER || now.kind == TOKEN_STRING) return true;
    return str_has_word("( [ { - + ~ ... None True False not lambda * ** await yield",
                        token_text(parser, now));
}

// ---- arithmetic ----------------------------------------------------------------------------

typedef struct BinaryRow {
    const char *text;
    int level; // higher binds tighter
    Operator op;
} BinaryRow;

enum { LOWEST_BINARY = 1 };

static const BinaryRow binary_rows[] = {
    {"|", 1, OPERATOR_BIT_OR},        {"^", 2, OPERATOR_BIT_XOR},      {"&", 3, OPERATOR_BIT_AND},
    {"<<", 4, OPERATOR_SHIFT_LEFT},   {">>", 4, OPERATOR_SHIFT_RIGHT}, {"+", 5, OPERATOR_ADD},
    {"-", 5, OPERATOR_SUBTRACT},      {"*", 6, OPERATOR_MULTIPLY},     {"/", 6, OPERATOR_DIVIDE},
    {"//", 6, OPERATOR_FLOOR_DIVIDE}, {"%", 6, OPERATOR_MODULO},       {"@", 6, OPERATOR_MATMUL},
};

// The operator here, if it binds at least as tightly as `level`.
static const BinaryRow *binary_here(const Parser *parser, int level)
{
    if (!parser_at_kind(parser, TOKEN_OPERATOR)) return NULL;
    for (size_t i = 0; i < sizeof binary_rows / sizeof *binary_rows; i++) {
        const BinaryRow *row = &binary_rows[i];
        if (parser_at_text(parser, row->text)) return row->level >= level ? row : NULL;
    }
    return NULL;
}

static Expr *new_binary(Parser *parser, ExprKind kind, Operator op, Expr *left, Expr *right)
{
    if (!left || !right) return NULL;
    Expr *expr = expr_new(parser, kind, left->span.start);
    expr->op = op;
    expr->left = left;
    expr->right = right;
    return expr_above(parser, expr, left) ? expr_above(parser, expr, right) : NULL;
}

static Expr *parse_unary(Parser *parser);

// power: primary ["**" unary]
static Expr *parse_power(Parser *parser)
{
    Expr *base = parse_primary(parser);
    if (!base || !parser_take(parser, "**")) return base;
    return new_binary(parser, EXPR_BINARY, OPERATOR_POWER, base, parse_unary(parser));
}

static Expr *new_unary(Parser *parser, ExprKind kind, Operator op, Expr *operand, int start)
{
    if (!operand) return NULL;
    Expr *expr = expr_new(parser, kind, start);
    expr->op = op;
    expr->right = operand;
    return expr_above(parser, expr, operand);
}

// unary: ("-" | "+" | "~") unary | power
static Expr *parse_unary(Parser *parser)
{
    if (!parser_enter_level(parser)) return NULL;
    int start = token_now(parser).start;
    Operator op = OPERATOR_NEGATE;
    while (op <= OPERATOR_INVERT && !parser_take(parser, operator_symbol[op])) op++;
    Expr *expr = op <= OPERATOR_INVERT
                     ? new_unary(parser, EXPR_UNARY, op, parse_unary(parser), start)
                     : parse_power(parser);
    parser->depth--;
    return expr;
}

// What is to the right of an operator holds all operators that bind more tightly; those that
// do not are left to this loop or to the one that called it.
Expr *parse_binary(Parser *parser, int level)
{
    Expr *left = parse_unary(parser);
    const BinaryRow *row;
    while (left && (row = binary_here(parser, level))) {
        parser_next_token(parser);
        Expr *right = parse_binary(parser, row->level + 1);
        left = new_binary(parser, EXPR_BINARY, row->op, left, right);
    }
    return left;
}

// ---- comparison and logic ------------------------------------------------------------------

static bool take_comparison(Parser *parser, Operator *op)
{
    if (!parser_at_kind(parser, TOKEN_OPERATOR) && !parser_at_kind(parser, TOKEN_KEYWORD))
        return false;
    for (Operator i = OPERATOR_LESS; i <= OPERATOR_NOT_EQUAL; i++) {
        *op = i;
        if (parser_take(parser, operator_symbol[i])) return true;
    }
    *op = OPERATOR_IN;
    if (parser_take(parser, "in")) return true;
    *op = OPERATOR_NOT_IN;
    if (parser_at_text(parser, "not") && str_is(token_text(parser, token_after(parser)), "in")) {
        return parser_take(parser, "not") && parser_take(parser, "in");
    }
    if (!parser_take(parser, "is")) return false;
    *op = parser_take(parser, "not") ? OPERATOR_IS_NOT : OPERATOR_IS;
    return true;
}

// comparison: binary (operator binary)*
static Expr *parse_comparison(Parser *parser)
{
    Expr *first = parse_binary(parser, LOWEST_BINARY);
    Operator op;
    if (!first || !take_comparison(parser, &op)) return first;
    Expr *expr = expr_new(parser, EXPR_COMPARE, first->span.start);
    if (!expr_add(parser, expr, first)) return NULL;
    size_t count = 0;
    do {
        *ARENA_ADD(parser->arena, expr->operators, count) = op;
        if (!expr_add(parser, expr, parse_binary(parser, LOWEST_BINARY))) return NULL;
    } while (take_comparison(parser, &op));
    return expr;
}

// not: "not" not | comparison
static Expr *parse_not(Parser *parser)
{
    if (!parser_enter_level(parser)) return NULL;
    int start = token_now(parser).start;
    Expr *expr = parser_take(parser, "not")
                     ? new_unary(parser, EXPR_NOT, OPERATOR_COUNT, parse_not(parser), start)
                     : parse_comparison(parser);
    parser->depth--;
    return expr;
}

// item (separator item)*: a list as soon as there is a separator, behind the last item, too, where
// it is a comma.
static Expr *parse_separated(Parser *parser, ExprKind kind, const char *separator,
                             ParseFunction *item)
{
    Expr *first = item(parser);
    if (!first || !parser_at_text(parser, separator)) return first;
    Expr *list = expr_new(parser, kind, first->span.start);
    for (Expr *next = first; expr_add(parser, list, next); next = item(parser)) {
        bool more =
            parser_take(parser, separator) && (kind != EXPR_TUPLE || parser_at_expression(parser));
        if (more) continue;
        list->span = span_since(parser, list->span.start);
        return list;
    }
    return NULL;
}

static Expr *parse_and(Parser *parser)
{
    return parse_separated(parser, EXPR_AND, "and", parse_not);
}

Expr *parse_or(Parser *parser)
{
    return parse_separated(parser, EXPR_OR, "or", parse_and);
}

// ---- whole expressions ---------------------------------------------------------------------

// conditional: or ["if" or "else" expression]
static Expr *parse_conditional(Parser *parser)
{
    Expr *yes = parse_or(parser);
    if (!yes || !parser_take(parser, "if")) return yes;
    Expr *condition = parse_or(parser);
    if (!condition) return NULL;
    if (!parser_take(parser, "else")) {
        return syntax_error(parser, span_since(parser, yes->span.start),
                            "expected 'else' after 'if' expression");
    }
    Expr *no = parse_expression(parser);
    if (!no) return NULL;
    Expr *expr = expr_new(parser, EXPR_CONDITIONAL, yes->span.start);
    expr->condition = condition;
    expr->yes = yes;
    expr->no = no;
    bool fits = expr_above(parser, expr, yes) && expr_above(parser, expr, condition) &&
                expr_above(parser, expr, no);
    return fits ? expr : NULL;
}

// walrus: NAME ":=" expression
static Expr *parse_walrus(Parser *parser, Expr *name)
{
    if (name->kind != EXPR_NAME) return parser_unexpected(parser);
    parser_next_token(parser);
    Expr *value = parse_expression(parser);
    Binder *inner = parser->binder;
    while (parser->binder && parser->binder->is_comprehension) {
        parser->binder = parser->binder->outer;
    }
    parser_bind_name(parser, name->name);
    parser->binder = inner;
    return new_binary(parser, EXPR_WALRUS, OPERATOR_COUNT, name, value);
}

// expression: lambda | walrus | conditional
Expr *parse_expression(Parser *parser)
{
    if (!parser_enter_level(parser)) return NULL;
    Expr *expr =
        parser_at_text(parser, "lambda") ? parse_lambda(parser) : parse_conditional(parser);
    if (expr && parser_at_text(parser, ":=")) expr = parse_walrus(parser, expr);
    parser->depth--;
    return expr;
}

// starred: "*" binary | expression
Expr *parse_starred(Parser *parser)
{
    int start = token_now(parser).start;
    if (!parser_take(parser, "*")) return parse_expression(parser);
    return new_unary(parser, EXPR_STARRED, OPERATOR_COUNT, parse_binary(parser, LOWEST_BINARY),
                     start);
}

static Expr *parse_target(Parser *parser)
{
    bool starred = parser_at_text(parser, "*");
    return starred ? parse_starred(parser) : parse_binary(parser, LOWEST_BINARY);
}

Expr *parse_expression_list(Parser *parser)
{
    Expr *expr = parse_separated(parser, EXPR_TUPLE, ",", parse_starred);
    if (!expr || expr->kind != EXPR_STARRED) return expr;
    return syntax_error(parser, expr->span, "can't use starred expression here");
}

Expr *parse_target_list(Parser *parser)
{
    return parse_separated(parser, EXPR_TUPLE, ",", parse_target);
}
