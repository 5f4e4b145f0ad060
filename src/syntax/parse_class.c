// class, and the decorators of classes and functions. Grammar: "Class definitions" and "Function
// definitions" in The Python Language Reference.
#include "syntax/parse.h"

const Expr *parser_find_doc(const StmtList *block)
{
    const Stmt *first = block->count ? block->item[0] : NULL;
    bool any = first && first->kind == STMT_EXPR && first->value->kind == EXPR_STRING;
    return any ? first->value : NULL;
}

// The names of the body are its own; those that it annotates are noted in __annotations__.
static bool parse_body(Parser *parser, FunctionCode *code, Token head)
{
    Binder binder;
    binder_open(parser, &binder, false);
    binder.is_class = true;
    parser_bind_name(parser, name_of(parser->names, STR("__annotations__")));
    const Inside around = parser->inside;
    parser_qualify(parser, code);
    parser->inside = (Inside){.qualifier = parser->inside.qualifier, .class_name = code->name};
    bool ok = parse_block(parser, "class definition", head, &code->body);
    parser->inside = around;
    binder_close(parser, &binder, &code->locals, &code->local_count);
    code->globals = binder.globals.name;
    code->global_count = (int)binder.globals.count;
    code->doc = parser_find_doc(&code->body);
    return ok;
}

// class: "class" NAME ["(" arguments] ":" block
Stmt *parse_class(Parser *parser)
{
    Token head = token_now(parser);
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_CLASS);
    FunctionCode *code = stmt->code = NEW(parser->arena, FunctionCode);
    code->is_class = true;
    stmt->bound = parser_take_plain_name(parser, &code->name);
    if (!stmt->bound) return NULL;
    int start = token_now(parser).start;
    if (parser_take(parser, "(")) {
        stmt->bases = expr_new(parser, EXPR_CALL, start);
        if (!parse_arguments(parser, stmt->bases)) return NULL;
        stmt->bases->span = span_since(parser, start);
    }
    parser_bind_name(parser, stmt->bound);
    bool ok = parse_body(parser, code, head);
    code->span = span_since(parser, head.start);
    return ok ? stmt : NULL;
}

// decorated: ("@" expression NEWLINE)+ (def | class)
Stmt *parse_decorated(Parser *parser)
{
    ExprList decorators = {0};
    while (parser_take(parser, "@")) {
        Expr *decorator = parse_expression(parser);
        if (!decorator) return NULL;
        expr_list_add(parser, &decorators, decorator);
        if (!parser_at_kind(parser, TOKEN_NEWLINE)) return parser_unexpected(parser);
        parser_next_token(parser);
    }
    Stmt *stmt = NULL;
    if (parser_at_text(parser, "def"))
        stmt = parse_def(parser);
    else if (parser_at_text(parser, "class"))
        stmt = parse_class(parser);
    else
        parser_unexpected(parser);
    if (stmt) stmt->decorators = decorators;
    return stmt;
}
