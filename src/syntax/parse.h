// Shared by the files of the parser: the state, and what its files share.
#pragma once

#include "syntax/lexer.h"
#include "syntax/parser.h"

enum {
    MAX_NESTING = 1000,    // levels of expressions within expressions
    MAX_NAME_BYTES = 1000, // qualified names repeat the names around them
};

// Interned names in the order of their addition, and a hash index of them: a function may bind as
// many as its source has room for.
typedef struct NameSet {
    const char **name;
    size_t count;
    int *slot; // open addressing: a position in `name` plus one, or 0
    size_t slots;
} NameSet;

// The names that a function being parsed binds, and those it declared global or nonlocal.
typedef struct Binder {
    struct Binder *outer;
    NameSet bound, globals, nonlocals;
    bool is_comprehension; // := binds in the function around it
    bool is_class;
    bool is_lambda, has_yield, has_cleanup;
    int last_yield; // where it is in the text
} Binder;

// What is around a place.
typedef struct Inside {
    int loops; // in this function
    bool in_function;
    const char *qualifier;  // "Encoder.", "make.<locals>."; NULL at the top level
    const char *class_name; // of the class, or NULL: for names like __x
} Inside;

typedef struct Parser {
    const Source *source;
    Tokens tokens;
    size_t at;
    Arena *arena;
    Names *names;
    Error *error;
    Binder *binder; // NULL at the top level
    int depth;      // of the recursion
    Inside inside;
} Parser;

// ---- parser.c: tokens, nodes, names ----------------------------------------------------------

Token token_now(const Parser *parser);
Token token_after(const Parser *parser); // the one after that
Str token_text(const Parser *parser, Token token);
Span token_span(const Parser *parser, Token token);
bool parser_at_kind(const Parser *parser, TokenKind kind);
void parser_next_token(Parser *parser);
bool parser_is_text(const Parser *parser, const char *text); // of an operator or keyword

// At this operator or keyword? Asked for each that could be here, most of which begin with
// another letter.
static inline bool parser_at_text(const Parser *parser, const char *text)
{
    return parser->tokens.token[parser->at].sign == *text && parser_is_text(parser, text);
}

// Moves on if at `text`.
static inline bool parser_take(Parser *parser, const char *text)
{
    bool is_there = parser_at_text(parser, text);
    if (is_there) parser_next_token(parser);
    return is_there;
}

Span span_since(const Parser *parser, int start); // up to the last token taken

// Errors; all return NULL.
void *syntax_error(Parser *parser, Span at, const char *format, ...) PRINTF_LIKE(3, 4);
// "… is outside the part of Python that qkv runs"; `hint` is what to try.
void *parser_outside(Parser *parser, Span at, const char *construct, const char *hint);
void *parser_unexpected(Parser *parser); // "invalid syntax" at the current token
bool parser_expect(Parser *parser, const char *text);

// Counts a level of recursion; false: too deep, the error is set.
bool parser_enter_level(Parser *parser);

// A node from `start` to the last token taken.
Expr *expr_new(Parser *parser, ExprKind kind, int start);
// Gives `expr` its depth from a child; NULL when it is too deep or `child` is NULL.
Expr *expr_above(Parser *parser, Expr *expr, const Expr *child);
void expr_list_add(Parser *parser, ExprList *list, Expr *expr);
// The same with an item of `expr`, a LIST, COMPARE or the like; false where there is none.
bool expr_add(Parser *parser, Expr *expr, Expr *item);

const char *parser_take_name(Parser *parser); // NULL: a syntax error
// The same, with the name as it is written in `*plain`.
const char *parser_take_plain_name(Parser *parser, const char **plain);
// What is defined inside `code` is qualified with its name.
void parser_qualify(Parser *parser, FunctionCode *code);
void parser_bind_name(Parser *parser, const char *name);
bool name_set_has(const NameSet *set, const char *name);
bool name_set_add(Parser *parser, NameSet *set, const char *name); // false: it was there already

// Starts and ends the collection of names of a function; `locals` are those it binds itself.
void binder_open(Parser *parser, Binder *binder, bool is_comprehension);
void binder_close(Parser *parser, Binder *binder, const char ***locals, int *count);

// ---- parse_expression.c ----------------------------------------------------------------------

Expr *parse_expression(Parser *parser);          // no tuple without parentheses
Expr *parse_expression_list(Parser *parser);     // a, b, *c
Expr *parse_target_list(Parser *parser);         // of for: stops before "in"
bool parser_at_expression(const Parser *parser); // could one start here?
Expr *parse_starred(Parser *parser);             // an item, perhaps with a star
typedef Expr *ParseFunction(Parser *parser);
Expr *parse_or(Parser *parser);
Expr *parse_binary(Parser *parser, int level);

// ---- parse_atom.c ----------------------------------------------------------------------------

Expr *parse_primary(Parser *parser); // an atom with its calls, subscripts and attributes
// Arguments up to ")", into a CALL.
bool parse_arguments(Parser *parser, Expr *call);

// ---- parse_string.c --------------------------------------------------------------------------

Expr *parse_strings(Parser *parser); // adjacent literals, joined

// ---- parse_function.c ------------------------------------------------------------------------

Expr *parse_lambda(Parser *parser);
Stmt *parse_def(Parser *parser);
Expr *parse_comprehension(Parser *parser, ComprehensionKind kind, Expr *element, Expr *value,
                          int start);

// ---- parse_class.c ---------------------------------------------------------------------------

Stmt *parse_class(Parser *parser);
Stmt *parse_decorated(Parser *parser);
// The string that a block begins with, or NULL.
const Expr *parser_find_doc(const StmtList *block);
// ---- parse_flow.c ----------------------------------------------------------------------------

Expr *parse_yield(Parser *parser);                             // at "yield"
bool parser_has_no_yield(Parser *parser, const Expr *element); // of a comprehension
// What may follow "=": a yield, or expressions.
Expr *parse_value(Parser *parser);
Stmt *parse_raise(Parser *parser);
Stmt *parse_try(Parser *parser);
Stmt *parse_with(Parser *parser);
bool parser_at_match(const Parser *parser); // at a match statement?

// ---- parse_import.c --------------------------------------------------------------------------

Stmt *parse_import(Parser *parser);
Stmt *parse_from(Parser *parser);

// ---- parse_statement.c -----------------------------------------------------------------------

// ":" and the block; `what` ("'if' statement") and `head` are for the message when it is missing.
bool parse_block(Parser *parser, const char *what, Token head, StmtList *block);
bool parse_lines(Parser *parser, StmtList *block); // up to the end of its indentation
Stmt *stmt_new(Parser *parser, StmtKind kind);
bool parse_statements(Parser *parser, StmtList *program);
// Checks that `expr` can be assigned to and notes the names it binds.
bool parser_bind_target(Parser *parser, const Expr *expr);
