// Statements. Grammar: "Simple statements" and "Compound statements" in The Python Language
// Reference.
#include "syntax/parse.h"

#include <string.h>

Stmt *stmt_new(Parser *parser, StmtKind kind)
{
    Stmt *stmt = NEW(parser->arena, Stmt);
    stmt->kind = kind;
    return stmt;
}

static void add_stmt(Parser *parser, StmtList *list, Stmt *stmt)
{
    *ARENA_ADD(parser->arena, list->item, list->count) = stmt;
}

// ---- targets -------------------------------------------------------------------------------

static const char *const target_words[] = {
    [EXPR_NONE] = "None",
    [EXPR_INT] = "literal",
    [EXPR_FLOAT] = "literal",
    [EXPR_LARGE] = "literal",
    [EXPR_IMAGINARY] = "literal",
    [EXPR_STRING] = "literal",
    [EXPR_ELLIPSIS] = "ellipsis",
    [EXPR_FSTRING] = "f-string expression",
    [EXPR_SET] = "set display",
    [EXPR_DICT] = "dict literal",
    [EXPR_UNARY] = "expression",
    [EXPR_BINARY] = "expression",
    [EXPR_COMPARE] = "comparison",
    [EXPR_AND] = "expression",
    [EXPR_OR] = "expression",
    [EXPR_NOT] = "expression",
    [EXPR_CONDITIONAL] = "conditional expression",
    [EXPR_CALL] = "function call",
    [EXPR_LAMBDA] = "lambda",
    [EXPR_COMPREHENSION] = "comprehension",
    [EXPR_WALRUS] = "named expression",
    [EXPR_YIELD] = "yield expression",
    [EXPR_YIELD_FROM] = "yield expression",
};

static bool cannot_assign(Parser *parser, const Expr *expr)
{
    const char *what = target_words[expr->kind];
    if (expr->kind == EXPR_BOOL) what = expr->truth ? "True" : "False";
    syntax_error(parser, expr->span, "cannot assign to %s", what ? what : "this");
    if (parser_at_text(parser, "=")) error_hint(parser->error, "== compares, = assigns");
    return false;
}

static bool bind_targets(Parser *parser, const Expr *list)
{
    int starred = 0;
    for (int i = 0; i < list->list.count; i++) {
        const Expr *item = list->list.item[i];
        if (item->kind == EXPR_STARRED && ++starred > 1) {
            return syntax_error(parser, item->span, "multiple starred expressions in assignment") !=
                   NULL;
        }
        if (item->kind == EXPR_STARRED) item = item->right;
        if (!parser_bind_target(parser, item)) return false;
    }
    return true;
}

bool parser_bind_target(Parser *parser, const Expr *expr)
{
    switch (expr->kind) {
    case EXPR_NAME: parser_bind_name(parser, expr->name); return true;
    case EXPR_ATTRIBUTE:
    case EXPR_SUBSCRIPT: return true;
    case EXPR_TUPLE:
    case EXPR_LIST: return bind_targets(parser, expr);
    case EXPR_STARRED:
        return syntax_error(parser, expr->span,
                            "starred assignment target must be in a list or tuple") != NULL;
    default: return cannot_assign(parser, expr);
    }
}

// ---- assignment ----------------------------------------------------------------------------

// assign: (targets "=")+ value
static Stmt *parse_assign(Parser *parser, Expr *first)
{
    Stmt *stmt = stmt_new(parser, STMT_ASSIGN);
    Expr *expr = first;
    while (parser_at_text(parser, "=")) {
        if (!parser_bind_target(parser, expr)) return NULL;
        expr_list_add(parser, &stmt->targets, expr);
        parser_next_token(parser);
        expr = parse_value(parser);
        if (!expr) return NULL;
    }
    stmt->value = expr;
    return stmt;
}

static bool at_augmented(const Parser *parser, Operator *op)
{
    if (!parser_at_kind(parser, TOKEN_OPERATOR)) return false;
    Str text = token_text(parser, token_now(parser));
    if (text.n < 2 || text.p[text.n - 1] != '=') return false;
    Str symbol = str_slice(text, 0, text.n - 1);
    for (*op = 0; *op <= OPERATOR_SHIFT_RIGHT; (*op)++) {
        if (str_is(symbol, operator_symbol[*op])) return true;
    }
    return false;
}

static Stmt *parse_augmented(Parser *parser, Expr *target, Operator op)
{
    if (target->kind == EXPR_TUPLE || target->kind == EXPR_LIST) {
        return syntax_error(parser, target->span,
                            "'%s' is an illegal expression for augmented assignment",
                            target->kind == EXPR_TUPLE ? "tuple" : "list");
    }
    if (!parser_bind_target(parser, target)) return NULL;
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_AUGMENTED);
    expr_list_add(parser, &stmt->targets, target);
    stmt->op = op;
    stmt->value = parse_value(parser);
    return stmt->value ? stmt : NULL;
}

// annotated: target ":" annotation ["=" value]
static Stmt *parse_annotated(Parser *parser, Expr *target)
{
    bool single = target->kind == EXPR_NAME || target->kind == EXPR_ATTRIBUTE ||
                  target->kind == EXPR_SUBSCRIPT;
    if (!single) return parser_unexpected(parser);
    parser_next_token(parser);
    if (!parser_bind_target(parser, target)) return NULL;
    Expr *annotation = parse_expression(parser);
    if (!annotation) return NULL;
    bool field = parser->binder && parser->binder->is_class && target->kind == EXPR_NAME;
    if (!field && !parser_at_text(parser, "=")) return stmt_new(parser, STMT_PASS);
    Stmt *stmt = stmt_new(parser, field ? STMT_ANNOTATED : STMT_ASSIGN);
    expr_list_add(parser, &stmt->targets, target);
    stmt->annotation = annotation;
    if (!parser_take(parser, "=")) return stmt;
    stmt->value = parse_value(parser);
    return stmt->value ? stmt : NULL;
}

// A line that begins with an expression, most often with a name.
static Stmt *parse_expression_statement(Parser *parser)
{
    int start = token_now(parser).start;
    if (parser_at_match(parser)) {
        return parser_outside(parser, token_span(parser, token_now(parser)), "`match`",
                              "if and elif");
    }
    Expr *expr = parser_at_text(parser, "*") ? parse_target_list(parser) : parse_value(parser);
    if (!expr) return NULL;
    Operator op;
    if (parser_at_text(parser, "=")) return parse_assign(parser, expr);
    if (at_augmented(parser, &op)) return parse_augmented(parser, expr, op);
    if (parser_at_text(parser, ":")) return parse_annotated(parser, expr);
    if (expr->kind == EXPR_NAME && strcmp(expr->name, "print") == 0 &&
        parser_at_expression(parser)) {
        return syntax_error(parser, span_since(parser, start),
                            "Missing parentheses in call to 'print'. Did you mean print(...)?");
    }
    Stmt *stmt = stmt_new(parser, STMT_EXPR);
    stmt->value = expr;
    return stmt;
}

// ---- other simple statements ---------------------------------------------------------------

static Stmt *parse_return(Parser *parser)
{
    Span at = token_span(parser, token_now(parser));
    if (!parser->inside.in_function) return syntax_error(parser, at, "'return' outside function");
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_RETURN);
    if (!parser_at_expression(parser)) return stmt;
    stmt->value = parse_expression_list(parser);
    return stmt->value ? stmt : NULL;
}

static Stmt *parse_pass(Parser *parser)
{
    parser_next_token(parser);
    return stmt_new(parser, STMT_PASS);
}

static Stmt *parse_break(Parser *parser)
{
    Span at = token_span(parser, token_now(parser));
    bool is_break = parser_take(parser, "break");
    if (!is_break) parser_next_token(parser);
    if (parser->inside.loops) return stmt_new(parser, is_break ? STMT_BREAK : STMT_CONTINUE);
    return syntax_error(parser, at,
                        is_break ? "'break' outside loop" : "'continue' not properly in loop");
}

static Stmt *parse_assert(Parser *parser)
{
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_ASSERT);
    stmt->condition = parse_expression(parser);
    if (!stmt->condition || !parser_take(parser, ",")) return stmt->condition ? stmt : NULL;
    stmt->message = parse_expression(parser);
    return stmt->message ? stmt : NULL;
}

static Stmt *parse_delete(Parser *parser)
{
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_DELETE);
    Expr *target = parse_target_list(parser);
    if (!target || !parser_bind_target(parser, target)) return NULL;
    if (target->kind == EXPR_TUPLE)
        stmt->targets = target->list;
    else
        expr_list_add(parser, &stmt->targets, target);
    return stmt;
}

static bool declare(Parser *parser, const char *name, Span at, bool global)
{
    Binder *binder = parser->binder;
    if (!binder && global) return true; // means nothing at the top level
    if (!binder) {
        return syntax_error(parser, at, "nonlocal declaration not allowed at module level") != NULL;
    }
    if (name_set_has(&binder->bound, name)) {
        return syntax_error(parser, at, "name '%s' is assigned to before %s declaration", name,
                            global ? "global" : "nonlocal") != NULL;
    }
    if (!global) {
        Binder *outer = binder->outer;
        while (outer && (outer->is_class || !name_set_has(&outer->bound, name))) {
            outer = outer->outer;
        }
        if (!outer) {
            return syntax_error(parser, at, "no binding for nonlocal '%s' found", name) != NULL;
        }
    }
    name_set_add(parser, global ? &binder->globals : &binder->nonlocals, name);
    return true;
}

static Stmt *parse_declaration(Parser *parser)
{
    bool global = parser_at_text(parser, "global");
    parser_next_token(parser);
    do {
        Span at = token_span(parser, token_now(parser));
        const char *name = parser_take_name(parser);
        if (!name || !declare(parser, name, at, global)) return NULL;
    } while (parser_take(parser, ","));
    return stmt_new(parser, STMT_PASS);
}

// ---- compound statements -------------------------------------------------------------------

static bool parse_line(Parser *parser, StmtList *list, bool simple);

static bool missing_block(Parser *parser, const char *what, Token head)
{
    Token token = token_now(parser);
    int line = source_place(parser->source, head.start).line;
    error_set_at(parser->error, token_span(parser, token), "IndentationError",
                 "expected an indented block after %s on line %d", what, line);
    return error_hint(parser->error, "pass, indented, where there is nothing to do");
}

bool parse_lines(Parser *parser, StmtList *block)
{
    while (!parser_at_kind(parser, TOKEN_DEDENT)) {
        if (!parse_line(parser, block, false)) return false;
    }
    parser_next_token(parser);
    return true;
}

bool parse_block(Parser *parser, const char *what, Token head, StmtList *block)
{
    if (!parser_expect(parser, ":")) return false;
    if (!parser_at_kind(parser, TOKEN_NEWLINE)) return parse_line(parser, block, true);
    parser_next_token(parser);
    if (!parser_at_kind(parser, TOKEN_INDENT)) return missing_block(parser, what, head);
    parser_next_token(parser);
    return parse_lines(parser, block);
}

static bool parse_else(Parser *parser, StmtList *otherwise)
{
    Token head = token_now(parser);
    return !parser_take(parser, "else") || parse_block(parser, "'else' statement", head, otherwise);
}

// if: "if" condition block ("elif" condition block)* ["else" block]
static Stmt *parse_if(Parser *parser)
{
    Stmt *stmt = stmt_new(parser, STMT_IF);
    do {
        Token head = token_now(parser);
        const char *what = parser_at_text(parser, "if") ? "'if' statement" : "'elif' statement";
        parser_next_token(parser);
        Branch branch = {.condition = parse_expression(parser)};
        if (!branch.condition || !parse_block(parser, what, head, &branch.body)) return NULL;
        *ARENA_ADD(parser->arena, stmt->branches, stmt->branch_count) = branch;
    } while (parser_at_text(parser, "elif"));
    return parse_else(parser, &stmt->otherwise) ? stmt : NULL;
}

// while: "while" condition block ["else" block]
static Stmt *parse_while(Parser *parser)
{
    Token head = token_now(parser);
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_WHILE);
    stmt->condition = parse_expression(parser);
    if (!stmt->condition) return NULL;
    parser->inside.loops++;
    bool ok = parse_block(parser, "'while' statement", head, &stmt->body);
    parser->inside.loops--;
    return ok && parse_else(parser, &stmt->otherwise) ? stmt : NULL;
}

// for: "for" targets "in" expressions block ["else" block]
static Stmt *parse_for(Parser *parser)
{
    Token head = token_now(parser);
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_FOR);
    stmt->target = parse_target_list(parser);
    if (!stmt->target || !parser_bind_target(parser, stmt->target) || !parser_expect(parser, "in"))
        return NULL;
    stmt->source = parse_expression_list(parser);
    if (!stmt->source) return NULL;
    parser->inside.loops++;
    bool ok = parse_block(parser, "'for' statement", head, &stmt->body);
    parser->inside.loops--;
    return ok && parse_else(parser, &stmt->otherwise) ? stmt : NULL;
}

// ---- lines ---------------------------------------------------------------------------------

typedef struct StatementRow {
    const char *word;
    Stmt *(*parse)(Parser *parser);
    bool compound;
} StatementRow;

static const StatementRow rows[] = {
    {"return", parse_return, false},
    {"pass", parse_pass, false},
    {"break", parse_break, false},
    {"continue", parse_break, false},
    {"assert", parse_assert, false},
    {"del", parse_delete, false},
    {"global", parse_declaration, false},
    {"nonlocal", parse_declaration, false},
    {"import", parse_import, false},
    {"from", parse_from, false},
    {"if", parse_if, true},
    {"while", parse_while, true},
    {"for", parse_for, true},
    {"def", parse_def, true},
    {"class", parse_class, true},
    {"@", parse_decorated, true},
    {"raise", parse_raise, false},
    {"try", parse_try, true},
    {"with", parse_with, true},
};

// `simple`: something precedes it on its line, so it may not be a compound statement.
static Stmt *parse_statement(Parser *parser, bool simple, bool *compound)
{
    int start = token_now(parser).start;
    *compound = false;
    Stmt *stmt = NULL;
    bool plain = parser_at_kind(parser, TOKEN_NAME); // no word of the rows
    for (size_t i = 0; !plain && !stmt && i < sizeof rows / sizeof *rows; i++) {
        if (!parser_at_text(parser, rows[i].word)) continue;
        *compound = rows[i].compound;
        if (simple && *compound) return parser_unexpected(parser);
        stmt = rows[i].parse(parser);
        if (!stmt) return NULL;
    }
    if (!stmt) stmt = parse_expression_statement(parser);
    if (!stmt) return NULL;
    stmt->span = span_since(parser, start);
    // A block ends with the NEWLINE and DEDENT tokens behind it, which are no part of the text.
    Str text = str_trim(span_text(stmt->span));
    stmt->span.end = stmt->span.start + text.n;
    return stmt;
}

// One compound statement, or simple statements separated by ";" up to the end of the line.
static bool parse_line(Parser *parser, StmtList *list, bool simple)
{
    if (!parser_enter_level(parser)) return false;
    bool compound;
    do {
        Stmt *stmt = parse_statement(parser, simple, &compound);
        if (!stmt) return false;
        simple = true;
        add_stmt(parser, list, stmt);
    } while (!compound && parser_take(parser, ";") && !parser_at_kind(parser, TOKEN_NEWLINE));
    parser->depth--;
    if (compound) return true;
    if (!parser_at_kind(parser, TOKEN_NEWLINE)) return parser_unexpected(parser) != NULL;
    parser_next_token(parser);
    return true;
}

bool parse_statements(Parser *parser, StmtList *program)
{
    while (!parser_at_kind(parser, TOKEN_END)) {
        if (parser_at_kind(parser, TOKEN_NEWLINE))
            parser_next_token(parser);
        else if (!parse_line(parser, program, false))
            return false;
    }
    return true;
}
