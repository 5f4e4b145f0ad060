// The parser is a recursive descent over the grammar of The Python Language Reference; this file
// has what all of it is based on. Each function is named after the rule it parses.
#include "syntax/parser.h"

#include "base/machine/stack.h"
#include "syntax/parse.h"

#include <stdint.h>
#include <string.h>

const char *const operator_symbol[OPERATOR_COUNT] = {
    [OPERATOR_ADD] = "+",           [OPERATOR_SUBTRACT] = "-",
    [OPERATOR_MULTIPLY] = "*",      [OPERATOR_DIVIDE] = "/",
    [OPERATOR_FLOOR_DIVIDE] = "//", [OPERATOR_MODULO] = "%",
    [OPERATOR_MATMUL] = "@",        [OPERATOR_POWER] = "**",
    [OPERATOR_BIT_AND] = "&",       [OPERATOR_BIT_OR] = "|",
    [OPERATOR_BIT_XOR] = "^",       [OPERATOR_SHIFT_LEFT] = "<<",
    [OPERATOR_SHIFT_RIGHT] = ">>",  [OPERATOR_NEGATE] = "-",
    [OPERATOR_PLUS] = "+",          [OPERATOR_INVERT] = "~",
    [OPERATOR_LESS] = "<",          [OPERATOR_LESS_EQUAL] = "<=",
    [OPERATOR_GREATER] = ">",       [OPERATOR_GREATER_EQUAL] = ">=",
    [OPERATOR_EQUAL] = "==",        [OPERATOR_NOT_EQUAL] = "!=",
    [OPERATOR_IN] = "in",           [OPERATOR_NOT_IN] = "not in",
    [OPERATOR_IS] = "is",           [OPERATOR_IS_NOT] = "is not",
};

// ---- tokens --------------------------------------------------------------------------------

Token token_now(const Parser *parser)
{
    return parser->tokens.token[parser->at];
}

Token token_after(const Parser *parser)
{
    size_t last = parser->tokens.count - 1;
    return parser->tokens.token[parser->at < last ? parser->at + 1 : last];
}

Str token_text(const Parser *parser, Token token)
{
    return str_slice(parser->source->text, token.start, token.end);
}

Span token_span(const Parser *parser, Token token)
{
    return (Span){parser->source, token.start, token.end};
}

bool parser_at_kind(const Parser *parser, TokenKind kind)
{
    return token_now(parser).kind == kind;
}

bool parser_is_text(const Parser *parser, const char *text)
{
    Token token = token_now(parser);
    size_t length = (size_t)(token.end - token.start);
    return strncmp(parser->source->text.p + token.start, text, length) == 0 && !text[length];
}

void parser_next_token(Parser *parser)
{
    if (!parser_at_kind(parser, TOKEN_END)) parser->at++;
}

Span span_since(const Parser *parser, int start)
{
    int end = parser->at ? parser->tokens.token[parser->at - 1].end : start;
    return (Span){parser->source, start, end > start ? end : start};
}

// ---- errors --------------------------------------------------------------------------------

void *syntax_error(Parser *parser, Span at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Buf message = {.arena = parser->error->arena};
    buf_vprintf(&message, format, args);
    va_end(args);
    error_set_at(parser->error, at, "SyntaxError", "%s", buf_text(&message));
    return NULL;
}

void *parser_outside(Parser *parser, Span at, const char *construct, const char *hint)
{
    syntax_error(parser, at, "%s is outside the part of Python that qkv runs", construct);
    error_hint(parser->error, "%s", hint);
    return NULL;
}

// Keywords that begin what is not run, and what serves in its place.
static const struct {
    const char *word, *hint;
} unsupported[] = {
    {"async", "an ordinary function"},
    {"await", "an ordinary call"},
};

void *parser_unexpected(Parser *parser)
{
    Token token = token_now(parser);
    for (size_t i = 0; i < sizeof unsupported / sizeof *unsupported; i++) {
        if (!parser_at_text(parser, unsupported[i].word)) continue;
        const char *construct = arena_printf(parser->error->arena, "`%s`", unsupported[i].word);
        return parser_outside(parser, token_span(parser, token), construct, unsupported[i].hint);
    }
    if (token.kind == TOKEN_INDENT) {
        error_set_at(parser->error, token_span(parser, token_after(parser)), "IndentationError",
                     "unexpected indent");
        error_hint(parser->error, "the indentation of the line before");
        return NULL;
    }
    if (token.kind == TOKEN_END || token.kind == TOKEN_NEWLINE || token.kind == TOKEN_DEDENT) {
        Span at = {parser->source, token.start, token.start};
        syntax_error(parser, at, "invalid syntax");
        error_hint(parser->error, "to finish this line: it ends too early");
        return NULL;
    }
    return syntax_error(parser, token_span(parser, token), "invalid syntax");
}

bool parser_expect(Parser *parser, const char *text)
{
    if (parser_take(parser, text)) return true;
    if (str_is(STR(":"), text)) {
        Span at = token_span(parser, token_now(parser));
        if (parser_at_text(parser, "=")) {
            syntax_error(parser, at, "invalid syntax");
            return error_hint(parser->error, "== compares, = assigns");
        }
        bool ended = parser_at_kind(parser, TOKEN_NEWLINE) || parser_at_kind(parser, TOKEN_END);
        if (ended) return syntax_error(parser, at, "expected ':'") != NULL;
    }
    return parser_unexpected(parser) != NULL;
}

bool parser_enter_level(Parser *parser)
{
    if (parser->depth++ < MAX_NESTING && !stack_is_low()) return true;
    syntax_error(parser, token_span(parser, token_now(parser)),
                 "this is nested more than %d levels deep", parser->depth - 1);
    return false;
}

// ---- nodes ---------------------------------------------------------------------------------

Expr *expr_new(Parser *parser, ExprKind kind, int start)
{
    Expr *expr = NEW(parser->arena, Expr);
    expr->kind = kind;
    expr->depth = 1;
    expr->span = span_since(parser, start);
    return expr;
}

Expr *expr_above(Parser *parser, Expr *expr, const Expr *child)
{
    if (!child) return NULL;
    if (child->depth >= expr->depth) expr->depth = child->depth + 1;
    if (expr->depth <= MAX_NESTING) return expr;
    return syntax_error(parser, expr->span, "this expression has more than %d levels", MAX_NESTING);
}

void expr_list_add(Parser *parser, ExprList *list, Expr *expr)
{
    *ARENA_ADD(parser->arena, list->item, list->count) = expr;
}

bool expr_add(Parser *parser, Expr *expr, Expr *item)
{
    if (!item) return false;
    expr_list_add(parser, &expr->list, item);
    expr->span = span_since(parser, expr->span.start);
    return expr_above(parser, expr, item) != NULL;
}

// ---- names ---------------------------------------------------------------------------------

// `__x` within a class `Name` is `_Name__x`; any other name is itself.
static const char *mangled_name(Parser *parser, const char *name)
{
    Str text = str_from(name), class_name = str_from(parser->inside.class_name);
    while (str_starts(class_name, "_")) class_name = str_slice(class_name, 1, class_name.n);
    if (!class_name.n || !str_starts(text, "__") || str_ends(text, "__")) return name;
    const char *mangled = arena_printf(parser->arena, "_%.*s%s", STR_ARG(class_name), name);
    return name_of(parser->names, str_from(mangled));
}

const char *parser_take_plain_name(Parser *parser, const char **plain)
{
    if (!parser_at_kind(parser, TOKEN_NAME)) return parser_unexpected(parser);
    Token token = token_now(parser);
    if (token.end - token.start > MAX_NAME_BYTES) {
        return syntax_error(parser, token_span(parser, token), "a name of more than %d bytes",
                            MAX_NAME_BYTES);
    }
    *plain = name_of(parser->names, token_text(parser, token));
    parser_next_token(parser);
    return mangled_name(parser, *plain);
}

const char *parser_take_name(Parser *parser)
{
    const char *plain;
    return parser_take_plain_name(parser, &plain);
}

void parser_qualify(Parser *parser, FunctionCode *code)
{
    const char *outer = parser->inside.qualifier ? parser->inside.qualifier : "";
    code->qualname = arena_printf(parser->arena, "%s%s", outer, code->name);
    parser->inside.qualifier =
        arena_printf(parser->arena, "%s%s", code->qualname, code->is_class ? "." : ".<locals>.");
}

// The slot that holds `name`, or the free one where it belongs.
static int *find_slot(const NameSet *set, const char *name)
{
    size_t at = (size_t)(((uintptr_t)name >> 3) * 11400714819323198485u >> 20);
    at &= set->slots - 1;
    while (set->slot[at] && set->name[set->slot[at] - 1] != name) at = (at + 1) & (set->slots - 1);
    return &set->slot[at];
}

static void index_again(Parser *parser, NameSet *set)
{
    set->slots = set->slots ? set->slots * 2 : 16;
    set->slot = NEW_ARRAY(parser->arena, int, set->slots);
    for (size_t i = 0; i < set->count; i++) *find_slot(set, set->name[i]) = (int)i + 1;
}

bool name_set_has(const NameSet *set, const char *name)
{
    return set->slots && *find_slot(set, name);
}

bool name_set_add(Parser *parser, NameSet *set, const char *name)
{
    if (name_set_has(set, name)) return false;
    if (set->count * 2 >= set->slots) index_again(parser, set);
    *find_slot(set, name) = (int)set->count + 1;
    *ARENA_ADD(parser->arena, set->name, set->count) = name;
    return true;
}

void parser_bind_name(Parser *parser, const char *name)
{
    if (parser->binder) name_set_add(parser, &parser->binder->bound, name);
}

void binder_open(Parser *parser, Binder *binder, bool is_comprehension)
{
    *binder = (Binder){.outer = parser->binder, .is_comprehension = is_comprehension};
    parser->binder = binder;
}

void binder_close(Parser *parser, Binder *binder, const char ***locals, int *count)
{
    parser->binder = binder->outer;
    *count = 0;
    *locals = binder->bound.name;
    for (size_t i = 0; i < binder->bound.count; i++) {
        const char *name = binder->bound.name[i];
        if (name_set_has(&binder->globals, name)) continue;
        if (!name_set_has(&binder->nonlocals, name)) (*locals)[(*count)++] = name;
    }
}

// ---- the two ways in -----------------------------------------------------------------------

static bool start(Parser *parser, bool nested)
{
    const Source *source = parser->source;
    return lexer_check_text(source, parser->error) &&
           lexer_run(source, 0, source->text.n, nested, parser->arena, &parser->tokens,
                     parser->error);
}

bool parse_program(const Source *source, Arena *arena, Names *names, StmtList *program,
                   Error *error)
{
    Parser parser = {.source = source, .arena = arena, .names = names, .error = error};
    return start(&parser, false) && parse_statements(&parser, program);
}

Expr *parse_single_expression(const Source *source, Arena *arena, Names *names, Error *error)
{
    Parser parser = {.source = source, .arena = arena, .names = names, .error = error};
    if (!start(&parser, true)) return NULL;
    Expr *expr = parse_expression_list(&parser);
    if (expr && !parser_at_kind(&parser, TOKEN_END)) return parser_unexpected(&parser);
    return expr;
}
