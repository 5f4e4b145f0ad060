// What leaves the straight path: raise, try, with, yield. Grammar: "The raise statement", "The try
// statement", "The with statement" and "Yield expressions" in The Python Language Reference.
#include "syntax/parse.h"

#include <string.h>

// ---- yield -----------------------------------------------------------------------------------

// What a comprehension makes is parsed before it is known to be one.
bool parser_has_no_yield(Parser *parser, const Expr *element)
{
    const Binder *binder = parser->binder;
    if (!binder || !binder->has_yield || binder->last_yield < element->span.start) return true;
    return syntax_error(parser, element->span,
                        "'yield' inside a comprehension or generator expression") != NULL;
}

static Expr *yield_outside(Parser *parser, Span at)
{
    const Binder *binder = parser->binder;
    if (!binder || !binder->is_comprehension || !parser->inside.in_function)
        return syntax_error(parser, at, "'yield' outside function");
    return syntax_error(parser, at, "'yield' inside a comprehension or generator expression");
}

// yield: "yield" ["from" expression | expressions]
Expr *parse_yield(Parser *parser)
{
    int start = token_now(parser).start;
    Span at = token_span(parser, token_now(parser));
    parser_next_token(parser);
    Binder *binder = parser->binder;
    bool inside =
        binder && !binder->is_comprehension && (parser->inside.in_function || binder->is_lambda);
    if (!inside) return yield_outside(parser, at);
    binder->has_yield = true;
    binder->last_yield = start;
    bool from = parser_take(parser, "from");
    Expr *value = NULL;
    if (from || parser_at_expression(parser)) {
        value = from ? parse_expression(parser) : parse_expression_list(parser);
        if (!value) return NULL;
    }
    Expr *expr = expr_new(parser, from ? EXPR_YIELD_FROM : EXPR_YIELD, start);
    expr->right = value;
    return value ? expr_above(parser, expr, value) : expr;
}

Expr *parse_value(Parser *parser)
{
    return parser_at_text(parser, "yield") ? parse_yield(parser) : parse_expression_list(parser);
}

// ---- raise -----------------------------------------------------------------------------------

// raise: "raise" [expression ["from" expression]]
Stmt *parse_raise(Parser *parser)
{
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_RAISE);
    if (!parser_at_expression(parser)) return stmt;
    stmt->value = parse_expression(parser);
    if (!stmt->value || !parser_take(parser, "from")) return stmt->value ? stmt : NULL;
    stmt->cause = parse_expression(parser);
    return stmt->cause ? stmt : NULL;
}

// ---- try -------------------------------------------------------------------------------------

static bool parse_caught(Parser *parser, Handler *handler)
{
    handler->type = parse_expression(parser);
    if (!handler->type) return false;
    if (parser_at_text(parser, ",")) {
        return syntax_error(parser, span_since(parser, handler->type->span.start),
                            "multiple exception types must be parenthesized") != NULL;
    }
    if (!parser_take(parser, "as")) return true;
    handler->name = parser_take_name(parser);
    if (handler->name) parser_bind_name(parser, handler->name);
    return handler->name != NULL;
}

// handler: "except" [expression ["as" NAME]] block
static bool parse_handler(Parser *parser, Handler *handler)
{
    Token head = token_now(parser);
    parser_next_token(parser);
    if (parser_at_text(parser, "*")) {
        return parser_outside(parser, token_span(parser, head), "`except*`",
                              "except, without the *") != NULL;
    }
    if (!parser_at_text(parser, ":") && !parse_caught(parser, handler)) return false;
    return parse_block(parser, "'except' statement", head, &handler->body);
}

static bool parse_handlers(Parser *parser, TryCode *attempt)
{
    Span all = {0}; // of an except without a type, which must be the last
    while (parser_at_text(parser, "except")) {
        if (all.source) return syntax_error(parser, all, "default 'except:' must be last") != NULL;
        Span at = token_span(parser, token_now(parser));
        Handler handler = {0};
        if (!parse_handler(parser, &handler)) return false;
        if (!handler.type) all = at;
        *ARENA_ADD(parser->arena, attempt->handlers, attempt->handler_count) = handler;
    }
    return true;
}

// try: "try" block handler* ["else" block] ["finally" block]
Stmt *parse_try(Parser *parser)
{
    Token head = token_now(parser);
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_TRY);
    if (parser->binder) parser->binder->has_cleanup = true;
    TryCode *attempt = stmt->attempt = NEW(parser->arena, TryCode);
    if (!parse_block(parser, "'try' statement", head, &attempt->body)) return NULL;
    if (!parse_handlers(parser, attempt)) return NULL;
    Token next = token_now(parser);
    if (attempt->handler_count && parser_take(parser, "else") &&
        !parse_block(parser, "'else' statement", next, &attempt->otherwise))
        return NULL;
    next = token_now(parser);
    if (parser_take(parser, "finally"))
        return parse_block(parser, "'finally' statement", next, &attempt->finally) ? stmt : NULL;
    if (attempt->handler_count) return stmt;
    return syntax_error(parser, token_span(parser, next), "expected 'except' or 'finally' block");
}

// ---- with ------------------------------------------------------------------------------------

// Do the parentheses that begin here hold all the items? Then ":" follows them.
static bool items_in_parentheses(const Parser *parser)
{
    if (!parser_at_text(parser, "(") || str_is(token_text(parser, token_after(parser)), "yield"))
        return false;
    const Token *token = &parser->tokens.token[parser->at];
    for (int open = 0; token->kind != TOKEN_END; token++) {
        if (token->sign && strchr("([{", token->sign)) open++;
        if (token->sign && strchr(")]}", token->sign)) open--;
        if (!open) return str_is(token_text(parser, token[1]), ":");
    }
    return false;
}

// item: expression ["as" target]
static bool parse_item(Parser *parser, WithItem *item)
{
    item->context = parse_expression(parser);
    if (!item->context || !parser_take(parser, "as")) return item->context != NULL;
    item->target = parse_binary(parser, 1);
    return item->target && parser_bind_target(parser, item->target);
}

static bool parse_items(Parser *parser, WithCode *with, const char *close)
{
    do {
        if (close && with->item_count && parser_at_text(parser, close)) break;
        WithItem item = {0};
        if (!parse_item(parser, &item)) return false;
        *ARENA_ADD(parser->arena, with->items, with->item_count) = item;
    } while (parser_take(parser, ","));
    return !close || parser_expect(parser, close);
}

// with: "with" (item ("," item)* | "(" item ("," item)* [","] ")") block
Stmt *parse_with(Parser *parser)
{
    Token head = token_now(parser);
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_WITH);
    if (parser->binder) parser->binder->has_cleanup = true;
    WithCode *with = stmt->with = NEW(parser->arena, WithCode);
    bool parentheses = items_in_parentheses(parser);
    if (parentheses) parser_next_token(parser);
    if (!parse_items(parser, with, parentheses ? ")" : NULL)) return NULL;
    return parse_block(parser, "'with' statement", head, &with->body) ? stmt : NULL;
}

// ---- match -----------------------------------------------------------------------------------

// "match" is a name, unless its line ends with ":" and the block behind it begins with "case".
bool parser_at_match(const Parser *parser)
{
    if (!parser_at_kind(parser, TOKEN_NAME) ||
        !str_is(token_text(parser, token_now(parser)), "match"))
        return false;
    const Token *token = &parser->tokens.token[parser->at + 1];
    if (str_is(token_text(parser, *token), ":")) return false; // an annotation
    while (token->kind != TOKEN_NEWLINE && token->kind != TOKEN_END) token++;
    if (token->kind == TOKEN_END || token[1].kind != TOKEN_INDENT) return false;
    return str_is(token_text(parser, token[-1]), ":") &&
           str_is(token_text(parser, token[2]), "case");
}
