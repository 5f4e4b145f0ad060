// ast.literal_eval(): the parser reads the text, and what is made of literals alone is evaluated.
#include "base/error.h"
#include "lang/evaluation/eval.h"
#include "lang/interp.h"
#include "modules/modules.h"
#include "syntax/lexer.h"
#include "syntax/parser.h"

// The first node that is no literal, in the order of the text; NULL: there is none.
static const Expr *find_other(const Expr *expr);

static const Expr *other_of_list(const ExprList *list, const Expr *whole)
{
    for (int i = 0; i < list->count; i++) {
        const Expr *found = list->item[i] ? find_other(list->item[i]) : whole; // **other
        if (found) return found;
    }
    return NULL;
}

// b"ab" is parsed as a call, which begins with a quote; set() is the only way to an empty one.
static bool is_literal_call(const Expr *call)
{
    Str text = span_text(call->span);
    bool bytes = literal_prefix(text.p, 0, text.n) >= 0;
    return bytes || str_is(text, "set()");
}

static bool is_number(const Expr *expr)
{
    return expr->kind == EXPR_INT || expr->kind == EXPR_FLOAT || expr->kind == EXPR_LARGE ||
           expr->kind == EXPR_IMAGINARY;
}

static bool has_sign(const Expr *expr)
{
    bool sign = expr->op == OPERATOR_NEGATE || expr->op == OPERATOR_PLUS;
    return sign && is_number(expr->right);
}

// 1 + 2j
static bool is_complex(const Expr *expr)
{
    bool sum = expr->op == OPERATOR_ADD || expr->op == OPERATOR_SUBTRACT;
    const Expr *left = expr->left;
    bool real = is_number(left) || (left->kind == EXPR_UNARY && has_sign(left));
    return sum && real && expr->right->kind == EXPR_IMAGINARY;
}

static const Expr *find_other(const Expr *expr)
{
    switch (expr->kind) {
    case EXPR_NONE:
    case EXPR_BOOL:
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_LARGE:
    case EXPR_IMAGINARY:
    case EXPR_STRING:
    case EXPR_ELLIPSIS: return NULL;
    case EXPR_LIST:
    case EXPR_TUPLE:
    case EXPR_SET:
    case EXPR_DICT: return other_of_list(&expr->list, expr);
    case EXPR_UNARY: return has_sign(expr) ? NULL : expr;
    case EXPR_BINARY: return is_complex(expr) ? NULL : expr;
    case EXPR_CALL: return is_literal_call(expr) ? NULL : expr;
    default: return expr;
    }
}

// What Python's own tree calls it.
static const char *node_name(ExprKind kind)
{
    static const char *const names[] = {
        [EXPR_NAME] = "Name",           [EXPR_CALL] = "Call",
        [EXPR_UNARY] = "UnaryOp",       [EXPR_BINARY] = "BinOp",
        [EXPR_COMPARE] = "Compare",     [EXPR_AND] = "BoolOp",
        [EXPR_OR] = "BoolOp",           [EXPR_NOT] = "UnaryOp",
        [EXPR_CONDITIONAL] = "IfExp",   [EXPR_ATTRIBUTE] = "Attribute",
        [EXPR_SUBSCRIPT] = "Subscript", [EXPR_FSTRING] = "JoinedStr",
        [EXPR_LAMBDA] = "Lambda",       [EXPR_STARRED] = "Starred",
    };
    bool named = kind < sizeof names / sizeof *names && names[kind];
    return named ? names[kind] : "expr";
}

static Value no_syntax(Run *run, const Error *error)
{
    return raise_error(run, error->kind ? error->kind : "SyntaxError", "%s (<unknown>, line %d)",
                       error->message, span_line(error->at));
}

static Value literal_eval(Run *run, Value *arg)
{
    if (!value_has_type(arg[0], &type_str)) {
        Buf given = {.arena = &run->scratch};
        value_repr(run, arg[0], &given);
        return raise_error(run, "ValueError", "malformed node or string: %s", buf_text(&given));
    }
    Str text = value_text(arg[0]);
    while (text.n && (*text.p == ' ' || *text.p == '\t')) text = str_slice(text, 1, text.n);
    if (!run_take_characters(run, text.n)) return NOTHING;
    Source *source = NEW(&run->scratch, Source);
    *source = (Source){.name = "<unknown>", .text = {str_copy(&run->scratch, text), text.n}};
    Error error = {.arena = &run->scratch};
    const Expr *expr = parse_single_expression(source, &run->scratch, &run->names, &error);
    if (!expr) return no_syntax(run, &error);
    source->is_library = true; // what goes wrong now has its place where the program called
    const Expr *other = find_other(expr);
    if (!other) return eval(run, expr);
    return raise_error(
        run, "ValueError", "malformed node or string on line %d: <ast.%s object at 0x%llx>",
        span_line(other->span), node_name(other->kind), (long long)identity(run, arg[0]));
}

const Native ast_natives[] = {
    {"literal_eval", "node_or_string", literal_eval},
    {0},
};
