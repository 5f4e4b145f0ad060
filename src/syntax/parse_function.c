// What makes a scope of its own: def, lambda and comprehensions.
#include "syntax/parse.h"

// ---- parameters ----------------------------------------------------------------------------

typedef struct Parameters {
    FunctionCode *code;
    const char *close; // ")" or ":"
    bool annotations;
    bool after_star, after_keywords, after_default;
    NameSet names;
} Parameters;

static bool add_parameter(Parser *parser, Parameters *into, Parameter parameter, Span at)
{
    FunctionCode *code = into->code;
    if (!name_set_add(parser, &into->names, parameter.name)) {
        return syntax_error(parser, at, "duplicate argument '%s' in function definition",
                            parameter.name) != NULL;
    }
    if (parameter.kind == PARAMETER_NORMAL && !parameter.value && into->after_default) {
        return syntax_error(parser, at,
                            "parameter without a default follows parameter with a default") != NULL;
    }
    into->after_default |= parameter.value != NULL;
    *ARENA_ADD(parser->arena, code->parameters, code->parameter_count) = parameter;
    parser_bind_name(parser, parameter.name);
    return true;
}

// parameter: NAME [":" annotation] ["=" default]
static bool parse_named(Parser *parser, Parameters *into, ParameterKind kind)
{
    Span at = token_span(parser, token_now(parser));
    Parameter parameter = {.kind = kind, .name = parser_take_name(parser)};
    if (!parameter.name) return false;
    if (into->annotations && parser_take(parser, ":")) {
        parameter.annotation = parse_expression(parser);
        if (!parameter.annotation) return false;
    }
    bool single = kind == PARAMETER_NORMAL || kind == PARAMETER_KEYWORD;
    if (single && parser_take(parser, "=")) {
        parameter.value = parse_expression(parser);
        if (!parameter.value) return false;
    }
    return add_parameter(parser, into, parameter, at);
}

static bool parse_slash(Parser *parser, Parameters *into)
{
    FunctionCode *code = into->code;
    if (!code->parameter_count || into->after_star) return parser_unexpected(parser) != NULL;
    for (int i = 0; i < code->parameter_count; i++) {
        if (code->parameters[i].kind == PARAMETER_POSITIONAL)
            return parser_unexpected(parser) != NULL;
        code->parameters[i].kind = PARAMETER_POSITIONAL;
    }
    parser_next_token(parser);
    return true;
}

static bool parse_star(Parser *parser, Parameters *into)
{
    Span at = token_span(parser, token_now(parser));
    if (into->after_star) return parser_unexpected(parser) != NULL;
    parser_next_token(parser);
    into->after_star = true;
    if (!parser_at_text(parser, ",")) {
        if (parser_at_text(parser, into->close)) {
            return syntax_error(parser, at, "named arguments must follow bare *") != NULL;
        }
        return parse_named(parser, into, PARAMETER_REST);
    }
    return true;
}

static bool parse_parameter(Parser *parser, Parameters *into)
{
    if (into->after_keywords) return parser_unexpected(parser) != NULL;
    if (parser_at_text(parser, "/")) return parse_slash(parser, into);
    if (parser_at_text(parser, "*")) return parse_star(parser, into);
    if (parser_take(parser, "**")) {
        into->after_keywords = true;
        return parse_named(parser, into, PARAMETER_KEYWORDS);
    }
    return parse_named(parser, into, into->after_star ? PARAMETER_KEYWORD : PARAMETER_NORMAL);
}

static bool parse_parameters(Parser *parser, FunctionCode *code, const char *close)
{
    Parameters into = {.code = code, .close = close, .annotations = close[0] == ')'};
    while (!parser_at_text(parser, close)) {
        if (!parse_parameter(parser, &into)) return false;
        if (!parser_at_text(parser, close) && !parser_expect(parser, ",")) return false;
    }
    parser_next_token(parser);
    return true;
}

// ---- def and lambda ------------------------------------------------------------------------

static void finish(Parser *parser, FunctionCode *code, Binder *binder, int start)
{
    binder_close(parser, binder, &code->locals, &code->local_count);
    code->globals = binder->globals.name;
    code->is_generator = binder->has_yield;
    code->has_cleanup = binder->has_cleanup;
    code->global_count = (int)binder->globals.count;
    code->span = span_since(parser, start);
}

Expr *parse_lambda(Parser *parser)
{
    int start = token_now(parser).start;
    parser_next_token(parser);
    FunctionCode *code = NEW(parser->arena, FunctionCode);
    code->name = name_of(parser->names, STR("<lambda>"));
    const Inside around = parser->inside;
    parser_qualify(parser, code);
    Binder binder;
    binder_open(parser, &binder, false);
    binder.is_lambda = true;
    bool ok = parse_parameters(parser, code, ":");
    code->value = ok ? parse_expression(parser) : NULL;
    parser->inside = around;
    finish(parser, code, &binder, start);
    if (!code->value) return NULL;
    Expr *expr = expr_new(parser, EXPR_LAMBDA, start);
    expr->code = code;
    return expr_above(parser, expr, code->value);
}

// Where the lexer has put the body into one token.
static bool leave_for_later(Parser *parser, FunctionCode *code)
{
    const Token *body = &parser->tokens.token[parser->at + 2]; // behind ":" and NEWLINE
    if (!parser_at_text(parser, ":") || token_after(parser).kind != TOKEN_NEWLINE ||
        body->kind != TOKEN_BODY)
        return false;
    LaterBody *later = NEW(parser->arena, LaterBody);
    *later =
        (LaterBody){body->start, body->end, parser->inside.qualifier, parser->inside.class_name};
    code->later = later;
    for (int i = 0; i < 3; i++) parser_next_token(parser);
    return true;
}

bool parse_body_of(FunctionCode *code, Arena *arena, Names *names, Error *error)
{
    const LaterBody *later = code->later;
    Span whole = code->span;
    Parser parser = {
        .source = whole.source,
        .arena = arena,
        .names = names,
        .error = error,
        .inside = {.in_function = true,
                   .qualifier = later->qualifier,
                   .class_name = later->class_name},
    };
    Binder binder;
    if (!lexer_run(whole.source, later->start, later->end, false, arena, &parser.tokens, error))
        return false;
    binder_open(&parser, &binder, false);
    for (int i = 0; i < code->parameter_count; i++)
        parser_bind_name(&parser, code->parameters[i].name);
    parser_next_token(&parser); // INDENT
    bool ok = parse_lines(&parser, &code->body);
    finish(&parser, code, &binder, later->start);
    code->span = whole;
    code->doc = parser_find_doc(&code->body);
    if (ok) code->later = NULL;
    return ok;
}

// The parameters and the body, with the names of both.
static bool parse_def_rest(Parser *parser, FunctionCode *code, Token head)
{
    if (!parser_expect(parser, "(") || !parse_parameters(parser, code, ")")) return false;
    if (parser_take(parser, "->") && !(code->returns = parse_expression(parser))) return false;
    if (leave_for_later(parser, code)) return true;
    parser->inside.in_function = true;
    parser->inside.loops = 0;
    bool ok = parse_block(parser, "function definition", head, &code->body);
    code->doc = parser_find_doc(&code->body);
    return ok;
}

// def: "def" NAME "(" parameters ")" ["->" expression] ":" block
Stmt *parse_def(Parser *parser)
{
    Token head = token_now(parser);
    parser_next_token(parser);
    FunctionCode *code = NEW(parser->arena, FunctionCode);
    const char *bound = parser_take_plain_name(parser, &code->name);
    if (!bound) return NULL;
    parser_bind_name(parser, bound);
    const Inside around = parser->inside;
    parser_qualify(parser, code);
    Binder binder;
    binder_open(parser, &binder, false);
    bool ok = parse_def_rest(parser, code, head);
    parser->inside = around;
    finish(parser, code, &binder, head.start);
    if (!ok) return NULL;
    Stmt *stmt = NEW(parser->arena, Stmt);
    stmt->kind = STMT_DEF;
    stmt->code = code;
    stmt->bound = bound;
    return stmt;
}

// ---- comprehensions ------------------------------------------------------------------------

// clause: "for" targets "in" or ("if" or)*
static bool parse_clause(Parser *parser, ForClause *clause)
{
    if (parser_at_text(parser, "async")) return parser_unexpected(parser) != NULL;
    parser_next_token(parser);
    clause->target = parse_target_list(parser);
    if (!clause->target || !parser_bind_target(parser, clause->target) ||
        !parser_expect(parser, "in")) {
        return false;
    }
    clause->source = parse_or(parser);
    if (!clause->source) return false;
    while (parser_take(parser, "if")) {
        Expr *condition = parse_or(parser);
        if (!condition) return false;
        expr_list_add(parser, &clause->conditions, condition);
    }
    return true;
}

static bool parse_clauses(Parser *parser, Comprehension *comprehension)
{
    do {
        ForClause clause = {0};
        if (!parse_clause(parser, &clause)) return false;
        *ARENA_ADD(parser->arena, comprehension->clauses, comprehension->clause_count) = clause;
    } while (parser_at_text(parser, "for") || parser_at_text(parser, "async"));
    return true;
}

static Expr *above_clauses(Parser *parser, Expr *expr)
{
    const Comprehension *comprehension = expr->comprehension;
    if (!expr_above(parser, expr, comprehension->element)) return NULL;
    if (comprehension->value && !expr_above(parser, expr, comprehension->value)) return NULL;
    for (int i = 0; i < comprehension->clause_count; i++) {
        const ForClause *clause = &comprehension->clauses[i];
        if (!expr_above(parser, expr, clause->source)) return NULL;
        for (int j = 0; j < clause->conditions.count; j++) {
            if (!expr_above(parser, expr, clause->conditions.item[j])) return NULL;
        }
    }
    return expr;
}

Expr *parse_comprehension(Parser *parser, ComprehensionKind kind, Expr *element, Expr *value,
                          int start)
{
    Comprehension *comprehension = NEW(parser->arena, Comprehension);
    *comprehension = (Comprehension){.kind = kind, .element = element, .value = value};
    if (element->kind == EXPR_STARRED) {
        return syntax_error(parser, element->span,
                            "iterable unpacking cannot be used in comprehension");
    }
    if (!parser_has_no_yield(parser, element) || (value && !parser_has_no_yield(parser, value)))
        return NULL;
    Binder binder;
    binder_open(parser, &binder, true);
    bool ok = parse_clauses(parser, comprehension);
    binder_close(parser, &binder, &comprehension->locals, &comprehension->local_count);
    if (!ok) return NULL;
    Expr *expr = expr_new(parser, EXPR_COMPREHENSION, start);
    expr->comprehension = comprehension;
    return above_clauses(parser, expr);
}
