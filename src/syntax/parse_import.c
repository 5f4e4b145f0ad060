// Parses the statements import and from ... import.
#include "syntax/parse.h"

// "torch.nn.functional", interned.
static const char *parse_dotted(Parser *parser)
{
    Buf path = {.arena = parser->arena};
    do {
        const char *name = parser_take_name(parser);
        if (!name) return NULL;
        if (path.n) buf_add_char(&path, '.');
        buf_add(&path, str_from(name));
    } while (parser_take(parser, "."));
    return name_of(parser->names, buf_str(&path));
}

static void add_import(Parser *parser, Stmt *stmt, ImportedName imported)
{
    *ARENA_ADD(parser->arena, stmt->imports, stmt->import_count) = imported;
    if (imported.name) parser_bind_name(parser, imported.name);
}

// import: "import" dotted ["as" NAME] ("," dotted ["as" NAME])*
Stmt *parse_import(Parser *parser)
{
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_IMPORT);
    do {
        int start = token_now(parser).start;
        ImportedName imported = {.module = parse_dotted(parser)};
        if (!imported.module) return NULL;
        imported.span = span_since(parser, start);
        if (parser_take(parser, "as")) {
            imported.name = parser_take_name(parser);
            if (!imported.name) return NULL;
        } else {
            Str module = str_from(imported.module);
            int dot = str_find(module, ".");
            imported.root = dot >= 0;
            imported.name = name_of(parser->names, str_slice(module, 0, dot < 0 ? module.n : dot));
        }
        add_import(parser, stmt, imported);
    } while (parser_take(parser, ","));
    return stmt;
}

// Which names "*" binds is known when it runs. In a function they would have to be known before.
static bool parse_star(Parser *parser, ImportedName *imported)
{
    imported->span = token_span(parser, token_now(parser));
    if (parser->binder) {
        return syntax_error(parser, imported->span, "import * only allowed at module level") !=
               NULL;
    }
    imported->item = imported->name = NULL;
    imported->star = true;
    parser_next_token(parser);
    return true;
}

static bool parse_imported_item(Parser *parser, ImportedName *imported)
{
    if (parser_at_text(parser, "*")) return parse_star(parser, imported);
    int start = token_now(parser).start;
    imported->item = imported->name = parser_take_name(parser);
    if (!imported->item) return false;
    imported->span = span_since(parser, start);
    if (parser_take(parser, "as")) imported->name = parser_take_name(parser);
    return imported->name != NULL;
}

// "..x", or the dots alone
static const char *parse_from_where(Parser *parser)
{
    Buf path = {.arena = parser->arena};
    while (parser_at_text(parser, ".") || parser_at_text(parser, "...")) {
        buf_add(&path, token_text(parser, token_now(parser)));
        parser_next_token(parser);
    }
    if (!path.n || !parser_at_text(parser, "import")) {
        const char *name = parse_dotted(parser);
        if (!name) return NULL;
        buf_add(&path, str_from(name));
    }
    return name_of(parser->names, buf_str(&path));
}

// from: "from" (dotted | "."+ [dotted]) "import" NAME ["as" NAME] ("," …)*, the names perhaps in
// parentheses
Stmt *parse_from(Parser *parser)
{
    parser_next_token(parser);
    Stmt *stmt = stmt_new(parser, STMT_IMPORT);
    ImportedName imported = {.module = parse_from_where(parser)};
    if (!imported.module || !parser_expect(parser, "import")) return NULL;
    bool parentheses = parser_take(parser, "(");
    do {
        if (parentheses && stmt->import_count && parser_at_text(parser, ")")) break;
        if (!parse_imported_item(parser, &imported)) return NULL;
        add_import(parser, stmt, imported);
    } while (parser_take(parser, ","));
    return parentheses && !parser_expect(parser, ")") ? NULL : stmt;
}
