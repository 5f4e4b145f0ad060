// class, and the decorators of classes and functions. Grammar: "Class definitions" and "Function
// definitions" in The Python Language Reference.
#include "syntax/parse.h"

const Expr *find_doc(const StmtList *block)
{
    const Stmt *first = block->count ? block->item[0] : NULL;
    if (!first || first->kind != STMT_EXPR || first->value->kind != EXPR_STRING) return NULL;
    return first->value;
}

// The names of the body are its own; those that it annotates are noted in __annotations__.
static bool parse_body(Parser *parser, FunctionCode *code, Token head)
{
    Binder binder;
    binder_open(parser, &binder, false);
    binder.is_class = true;
    bind_name(parser, name_of(parser->names, STR("__annotations__")));
    bool in_function = parser->in_function;
    int loops = parser->loops;
    const char *qualifier = qualify(parser, code), *class_name = parser->class_name;
    parser->in_function = false;
    parser->loops = 0;
    parser->class_name = code->name;
    bool ok = parse_block(parser, "class definition", head, &code->body);
    parser->class_name = class_name;
    parser->qualifier = qualifier;
    parser->in_function = in_function;
    parser->loops = loops;
    binder_close(parser, &binder, &code->locals, &code->local_count);
    code->globals = binder.globals.name;
    code->global_count = (int)binder.globals.count;
    code->doc = find_doc(&code->body);
    return ok;
}

// class: "class" NAME ["(" arguments] ":" block
Stmt *parse_class(Parser *parser)
{
    Token head = token_now(parser);
    next_token(parser);
    Stmt *stmt = new_stmt(parser, STMT_CLASS);
    FunctionCode *code = stmt->code = NEW(parser->arena, FunctionCode);
    code->is_class = true;
    stmt->bound = take_plain_name(parser, &code->name);
    if (!stmt->bound) return NULL;
    int start = token_now(parser).start;
    if (take(parser, "(")) {
        stmt->bases = new_expr(parser, EXPR_CALL, start);
        if (!parse_arguments(parser, stmt->bases)) return NULL;
        stmt->bases->span = span_since(parser, start);
    }
    bind_name(parser, stmt->bound);
    bool ok = parse_body(parser, code, head);
    code->span = span_since(parser, head.start);
    return ok ? stmt : NULL;
}

// decorated: ("@" expression NEWLINE)+ (def | class)
Stmt *parse_decorated(Parser *parser)
{
    ExprList decorators = {0};
    while (take(parser, "@")) {
        Expr *decorator = parse_expression(parser);
        if (!decorator) return NULL;
        list_add(parser, &decorators, decorator);
        if (!at_kind(parser, TOKEN_NEWLINE)) return unexpected(parser);
        next_token(parser);
    }
    Stmt *stmt = NULL;
    if (at_text(parser, "def"))
        stmt = parse_def(parser);
    else if (at_text(parser, "class"))
        stmt = parse_class(parser);
    else
        unexpected(parser);
    if (stmt) stmt->decorators = decorators;
    return stmt;
}
