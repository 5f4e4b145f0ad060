// class, and the decorators of classes and functions. Grammar: "Class definitions" and "Function
// definitions" in The Python Language Reference.
#include "syntax/parse.h"

// ---- docstrings --------------------------------------------------------------------------------

static int indentation(Str line)
{
    int n = 0;
    while (n < line.n && line.p[n] == ' ') n++;
    return n;
}

// What all lines after the first one are indented by.
static int margin_of(Str text)
{
    int margin = text.n;
    Str line;
    str_next_line(&text, &line);
    while (str_next_line(&text, &line)) {
        int indented = indentation(line);
        if (indented < line.n && indented < margin) margin = indented;
    }
    return margin;
}

// The text without its margin, which Python drops since 3.13.
static Str cleaned_doc(Arena *arena, Str text)
{
    Buf tabless = {.arena = arena}, clean = {.arena = arena};
    for (int i = 0, column = 0; i < text.n; i++) {
        int width = text.p[i] == '\t' ? 8 - column % 8 : 1;
        for (int k = 0; k < width; k++) buf_add_char(&tabless, text.p[i] == '\t' ? ' ' : text.p[i]);
        column = text.p[i] == '\n' ? 0 : column + width;
    }
    Str rest = buf_str(&tabless), line;
    bool ends = rest.n > 0 && rest.p[rest.n - 1] == '\n';
    int margin = margin_of(rest);
    for (bool first = true; str_next_line(&rest, &line); first = false) {
        int indented = indentation(line);
        int dropped = first || indented < margin ? indented : margin;
        if (!first) buf_add_char(&clean, '\n');
        buf_add(&clean, str_slice(line, dropped, line.n));
    }
    if (ends) buf_add_char(&clean, '\n');
    return buf_str(&clean);
}

const Expr *parser_find_doc(const Parser *parser, const StmtList *block)
{
    const Stmt *first = block->count ? block->item[0] : NULL;
    if (!first || first->kind != STMT_EXPR || first->value->kind != EXPR_STRING) return NULL;
    Expr *doc = NEW(parser->arena, Expr);
    *doc = *first->value;
    doc->string = cleaned_doc(parser->arena, doc->string);
    return doc;
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
    code->doc = parser_find_doc(parser, &code->body);
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
