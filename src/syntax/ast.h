// The syntax tree: what the parser makes and the evaluator walks. All of it lives in one arena and
// never changes. Names are interned (names.h); the functions of parse.h make the nodes.
#pragma once

#include "base/source.h"

#include <stdint.h>

typedef struct Expr Expr;
typedef struct Stmt Stmt;

// ---- expressions -----------------------------------------------------------------------------

typedef enum ExprKind {
    EXPR_NAME,
    EXPR_NONE,
    EXPR_BOOL,
    EXPR_INT,
    EXPR_FLOAT,
    EXPR_LARGE,     // an int beyond 64 bits
    EXPR_IMAGINARY, // 2j
    EXPR_STRING,
    EXPR_ELLIPSIS,
    EXPR_FSTRING,
    EXPR_LIST,
    EXPR_TUPLE,
    EXPR_SET,
    EXPR_DICT,
    EXPR_UNARY,
    EXPR_BINARY,
    EXPR_COMPARE,
    EXPR_AND,
    EXPR_OR,
    EXPR_NOT,
    EXPR_CONDITIONAL,
    EXPR_CALL,
    EXPR_ATTRIBUTE,
    EXPR_SUBSCRIPT,
    EXPR_SLICE, // only inside a subscript
    EXPR_STARRED,
    EXPR_LAMBDA,
    EXPR_COMPREHENSION,
    EXPR_WALRUS,
    EXPR_YIELD,
    EXPR_YIELD_FROM,
} ExprKind;

typedef struct ExprList {
    Expr **item;
    int count;
} ExprList;

typedef struct StmtList {
    Stmt **item;
    int count;
} StmtList;

typedef enum Operator {
    OPERATOR_ADD,
    OPERATOR_SUBTRACT,
    OPERATOR_MULTIPLY,
    OPERATOR_DIVIDE,
    OPERATOR_FLOOR_DIVIDE,
    OPERATOR_MODULO,
    OPERATOR_MATMUL,
    OPERATOR_POWER,
    OPERATOR_BIT_AND,
    OPERATOR_BIT_OR,
    OPERATOR_BIT_XOR,
    OPERATOR_SHIFT_LEFT,
    OPERATOR_SHIFT_RIGHT,
    OPERATOR_NEGATE, // with one operand
    OPERATOR_PLUS,
    OPERATOR_INVERT,
    OPERATOR_LESS, // comparisons
    OPERATOR_LESS_EQUAL,
    OPERATOR_GREATER,
    OPERATOR_GREATER_EQUAL,
    OPERATOR_EQUAL,
    OPERATOR_NOT_EQUAL,
    OPERATOR_IN,
    OPERATOR_NOT_IN,
    OPERATOR_IS,
    OPERATOR_IS_NOT,
    OPERATOR_COUNT,
} Operator;

// As Python writes it: "+", "not in" (parser.c).
extern const char *const operator_symbol[OPERATOR_COUNT];

typedef struct Argument {
    const char *keyword; // NULL: positional
    int stars;           // 1: *value, 2: **value
    Expr *value;
} Argument;

// A piece of an f-string: literal text, or {value!conversion:format}.
typedef struct FPiece {
    Str text; // literal text, or with `debug` what precedes the value in f"{x=}"
    Expr *value;
    char conversion; // 'r', 's', 'a' or 0
    Expr *format;    // an EXPR_FSTRING or NULL
} FPiece;

// for target in source if condition …
typedef struct ForClause {
    Expr *target, *source;
    ExprList conditions;
} ForClause;

typedef enum ComprehensionKind {
    LIST_COMPREHENSION,
    SET_COMPREHENSION,
    DICT_COMPREHENSION,
    GENERATOR,
} ComprehensionKind;

typedef struct Comprehension {
    ComprehensionKind kind;
    Expr *element;
    Expr *value; // of a dict, else NULL
    ForClause *clauses;
    int clause_count;
    const char **locals; // the names that its clauses bind
    int local_count;
} Comprehension;

typedef enum ParameterKind { // as inspect.Parameter numbers them
    PARAMETER_POSITIONAL,    // before "/"
    PARAMETER_NORMAL,
    PARAMETER_REST,     // *args
    PARAMETER_KEYWORD,  // after "*"
    PARAMETER_KEYWORDS, // **kwargs
} ParameterKind;

typedef struct Parameter {
    const char *name;
    ParameterKind kind;
    Expr *value;      // the default, or NULL
    Expr *annotation; // or NULL; evaluated when it is asked for
} Parameter;

// The body of a function of the library that has not been called yet, and what is around it.
typedef struct LaterBody {
    int start, end; // in the text
    const char *qualifier, *class_name;
} LaterBody;

// What def, lambda and the body of a class have in common.
typedef struct FunctionCode {
    const char *name;
    const char *qualname; // "Encoder.forward", "make.<locals>.inner"
    const Expr *doc;      // the string that its body begins with, or NULL
    Expr *returns;        // the annotation behind "->", or NULL
    bool is_class;        // the body of a class: functions in it do not see its names
    Parameter *parameters;
    int parameter_count;
    const char **locals; // every name bound in the body, the parameters first
    int local_count;
    const char **globals; // the names it declares global
    int global_count;
    StmtList body;
    Expr *value;       // of a lambda, else NULL
    bool is_generator; // a yield is in it
    bool has_cleanup;  // a try or with is in it
    bool is_rule;      // of differentiation: the node that it belongs to is the call
    Span span;
    const LaterBody *later; // what is not read yet, or NULL (parser.h)
} FunctionCode;

struct Expr {
    ExprKind kind;
    int depth; // levels of expressions below and including this one
    Span span;
    union {
        const char *name; // NAME
        bool truth;       // BOOL
        int64_t integer;  // INT
        double number;    // FLOAT IMAGINARY
        Str string;       // STRING; LARGE: as it is written
        ExprList list;    // LIST TUPLE SET AND OR; DICT: key, value, key, value … (key NULL: **)
        struct {          // FSTRING
            FPiece *pieces;
            int piece_count;
        };
        struct { // UNARY BINARY NOT STARRED YIELD (right; of YIELD it may be NULL); WALRUS (left :=
                 // right)
            Operator op;
            Expr *left, *right;
        };
        struct { // COMPARE: operands one more than operators
            ExprList operands;
            Operator *operators;
        };
        struct { // CONDITIONAL: yes if condition else no
            Expr *condition, *yes, *no;
        };
        struct { // CALL
            Expr *function;
            Argument *arguments;
            int argument_count;
        };
        struct { // ATTRIBUTE SUBSCRIPT
            Expr *object;
            const char *attribute;
            Expr *index; // SLICE, TUPLE of SLICEs and others, or any other
        };
        struct { // SLICE: each may be NULL
            Expr *start, *stop, *step;
        };
        FunctionCode *code;           // LAMBDA
        Comprehension *comprehension; // COMPREHENSION
    };
};

// ---- statements ------------------------------------------------------------------------------

typedef enum StmtKind {
    STMT_EXPR,
    STMT_ASSIGN,
    STMT_AUGMENTED,
    STMT_RETURN,
    STMT_IF,
    STMT_WHILE,
    STMT_FOR,
    STMT_BREAK,
    STMT_CONTINUE,
    STMT_PASS,
    STMT_DEF,
    STMT_ASSERT,
    STMT_IMPORT,
    STMT_DELETE,
    STMT_CLASS,
    STMT_ANNOTATED,
    STMT_RAISE,
    STMT_TRY,
    STMT_WITH,
} StmtKind;

typedef struct Branch {
    Expr *condition;
    StmtList body;
} Branch;

// import module as name; from module import item as name; from module import *
typedef struct ImportedName {
    const char *module; // "torch.nn"
    const char *item;   // NULL: the module itself
    const char *name;   // what it is bound to
    bool root;          // "import a.b": binds a
    bool star;          // "from a import *": binds all names of a
    Span span;
} ImportedName;

// except type as name: body
typedef struct Handler {
    Expr *type;       // NULL: everything
    const char *name; // or NULL
    StmtList body;
} Handler;

typedef struct TryCode {
    StmtList body, otherwise, finally;
    Handler *handlers;
    int handler_count;
} TryCode;

// with context as target, …: body
typedef struct WithItem {
    Expr *context, *target; // target may be NULL
} WithItem;

typedef struct WithCode {
    WithItem *items;
    int item_count;
    StmtList body;
} WithCode;

struct Stmt {
    StmtKind kind;
    Span span; // of a compound statement: all of it
    union {
        struct { // EXPR RETURN (value may be NULL) ASSIGN AUGMENTED RAISE
            Expr *value;
            ExprList targets; // ASSIGN: a = b = value; AUGMENTED: one; DELETE
            Operator op;      // AUGMENTED
            Expr *annotation; // ANNOTATED, in a class: one target, value may be NULL
            Expr *cause;      // RAISE value from cause; both may be NULL
        };
        struct { // IF: branches; WHILE: condition, body; FOR: target, source, body; ASSERT
            Branch *branches;
            int branch_count;
            Expr *condition, *target, *source;
            Expr *message;
            StmtList body, otherwise;
        };
        struct { // DEF CLASS
            FunctionCode *code;
            const char *bound;   // the name that it gives to the function or class
            ExprList decorators; // from the top
            Expr *bases;         // CLASS: a CALL without function, or NULL
        };
        TryCode *attempt; // TRY
        WithCode *with;   // WITH
        struct {          // IMPORT
            ImportedName *imports;
            int import_count;
        };
    };
};
