// The tree of each program, written as lists: (op operand …).
#include "support/test.h"

#include "syntax/parser.h"

#include <string.h>

static Arena arena;

static int forget(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

// ---- trees as text -------------------------------------------------------------------------

static void write_expr(Buf *out, const Expr *expr);
static void write_block(Buf *out, const StmtList *list);

static void write_items(Buf *out, const char *head, const ExprList *list)
{
    buf_printf(out, "(%s", head);
    for (int i = 0; i < list->count; i++) {
        buf_add_char(out, ' ');
        write_expr(out, list->item[i]);
    }
    buf_add_char(out, ')');
}

static void write_call(Buf *out, const Expr *expr)
{
    buf_add(out, STR("(call "));
    write_expr(out, expr->function);
    for (int i = 0; i < expr->argument_count; i++) {
        const Argument *argument = &expr->arguments[i];
        buf_add_char(out, ' ');
        if (argument->keyword) buf_printf(out, "%s=", argument->keyword);
        buf_add_repeat(out, '*', argument->stars);
        write_expr(out, argument->value);
    }
    buf_add_char(out, ')');
}

static void write_compare(Buf *out, const Expr *expr)
{
    buf_add_char(out, '(');
    for (int i = 0; i < expr->operands.count; i++) {
        if (i) buf_printf(out, " %s ", operator_symbol[expr->operators[i - 1]]);
        write_expr(out, expr->operands.item[i]);
    }
    buf_add_char(out, ')');
}

static void write_pieces(Buf *out, const Expr *expr)
{
    buf_add(out, STR("(f"));
    for (int i = 0; i < expr->piece_count; i++) {
        const FPiece *piece = &expr->pieces[i];
        buf_printf(out, " '%.*s'", STR_ARG(piece->text));
        if (piece->value) write_expr(out, piece->value);
        if (piece->conversion) buf_printf(out, "!%c", piece->conversion);
        if (piece->format) write_expr(out, piece->format);
    }
    buf_add_char(out, ')');
}

static void write_parameters(Buf *out, const FunctionCode *code)
{
    static const char *const prefix[] = {"/", "", "*", "~", "**"};
    buf_printf(out, "%s [", code->name);
    for (int i = 0; i < code->parameter_count; i++) {
        const Parameter *parameter = &code->parameters[i];
        buf_printf(out, "%s%s%s", i ? " " : "", prefix[parameter->kind], parameter->name);
        if (parameter->value) {
            buf_add_char(out, '=');
            write_expr(out, parameter->value);
        }
    }
    buf_add(out, STR("] locals"));
    for (int i = 0; i < code->local_count; i++) buf_printf(out, " %s", code->locals[i]);
}

static void write_comprehension(Buf *out, const Comprehension *comprehension)
{
    static const char *const kind[] = {"list", "set", "dict", "generator"};
    buf_printf(out, "(%s-of ", kind[comprehension->kind]);
    write_expr(out, comprehension->element);
    for (int i = 0; i < comprehension->clause_count; i++) {
        buf_add(out, STR(" for "));
        write_expr(out, comprehension->clauses[i].target);
        buf_add(out, STR(" in "));
        write_expr(out, comprehension->clauses[i].source);
        write_items(out, " if", &comprehension->clauses[i].conditions);
    }
    buf_add_char(out, ')');
}

static void write_part(Buf *out, const Expr *expr)
{
    buf_add_char(out, ' ');
    if (expr)
        write_expr(out, expr);
    else
        buf_add_char(out, '_');
}

static void write_rest(Buf *out, const Expr *expr)
{
    switch (expr->kind) {
    case EXPR_CONDITIONAL:
        buf_add(out, STR("(if"));
        write_part(out, expr->condition);
        write_part(out, expr->yes);
        write_part(out, expr->no);
        break;
    case EXPR_SUBSCRIPT:
        buf_add(out, STR("([]"));
        write_part(out, expr->object);
        write_part(out, expr->index);
        break;
    case EXPR_SLICE:
        buf_add(out, STR("(:"));
        write_part(out, expr->start);
        write_part(out, expr->stop);
        write_part(out, expr->step);
        break;
    case EXPR_LAMBDA:
        buf_add(out, STR("(lambda "));
        write_parameters(out, expr->code);
        write_part(out, expr->code->value);
        break;
    case EXPR_NOT: buf_add(out, STR("(not")); goto operands;
    case EXPR_STARRED: buf_add(out, STR("(star")); goto operands;
    case EXPR_WALRUS: buf_add(out, STR("(:=")); goto operands;
    default:
        buf_printf(out, "(%s", operator_symbol[expr->op]);
    operands:
        if (expr->left) write_part(out, expr->left);
        write_part(out, expr->right);
    }
    buf_add_char(out, ')');
}

static void write_expr(Buf *out, const Expr *expr)
{
    switch (expr->kind) {
    case EXPR_NAME: buf_printf(out, "%s", expr->name); break;
    case EXPR_NONE: buf_add(out, STR("None")); break;
    case EXPR_BOOL: buf_printf(out, "%s", expr->truth ? "True" : "False"); break;
    case EXPR_INT: buf_printf(out, "%lld", (long long)expr->integer); break;
    case EXPR_FLOAT: buf_printf(out, "%g", expr->number); break;
    case EXPR_STRING: buf_printf(out, "'%.*s'", STR_ARG(expr->string)); break;
    case EXPR_ELLIPSIS: buf_add(out, STR("...")); break;
    case EXPR_FSTRING: write_pieces(out, expr); break;
    case EXPR_LIST: write_items(out, "list", &expr->list); break;
    case EXPR_TUPLE: write_items(out, "tuple", &expr->list); break;
    case EXPR_SET: write_items(out, "set", &expr->list); break;
    case EXPR_DICT: write_items(out, "dict", &expr->list); break;
    case EXPR_AND: write_items(out, "and", &expr->list); break;
    case EXPR_OR: write_items(out, "or", &expr->list); break;
    case EXPR_COMPARE: write_compare(out, expr); break;
    case EXPR_CALL: write_call(out, expr); break;
    case EXPR_ATTRIBUTE:
        write_expr(out, expr->object);
        buf_printf(out, ".%s", expr->attribute);
        break;
    case EXPR_COMPREHENSION: write_comprehension(out, expr->comprehension); break;
    default: write_rest(out, expr);
    }
}

static void write_import(Buf *out, const Stmt *stmt)
{
    buf_add(out, STR("(import"));
    for (int i = 0; i < stmt->import_count; i++) {
        const ImportedName *imported = &stmt->imports[i];
        buf_printf(out, " %s%s%s>%s%s", imported->module, imported->item ? ":" : "",
                   imported->item ? imported->item : "", imported->name,
                   imported->root ? " root" : "");
    }
    buf_add_char(out, ')');
}

static void write_compound(Buf *out, const Stmt *stmt)
{
    static const char *const word[] = {
        [STMT_IF] = "if", [STMT_WHILE] = "while", [STMT_FOR] = "for"};
    buf_printf(out, "(%s", word[stmt->kind]);
    for (int i = 0; i < stmt->branch_count; i++) {
        write_part(out, stmt->branches[i].condition);
        write_block(out, &stmt->branches[i].body);
    }
    if (stmt->condition) write_part(out, stmt->condition);
    if (stmt->target) write_part(out, stmt->target);
    if (stmt->source) write_part(out, stmt->source);
    if (stmt->kind != STMT_IF) write_block(out, &stmt->body);
    if (stmt->otherwise.count) {
        buf_add(out, STR(" else"));
        write_block(out, &stmt->otherwise);
    }
    buf_add_char(out, ')');
}

static void write_stmt(Buf *out, const Stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_EXPR: write_expr(out, stmt->value); break;
    case STMT_ASSIGN:
    case STMT_DELETE:
        write_items(out, stmt->kind == STMT_ASSIGN ? "=" : "del", &stmt->targets);
        if (stmt->value) write_part(out, stmt->value);
        break;
    case STMT_AUGMENTED:
        buf_printf(out, "(%s=", operator_symbol[stmt->op]);
        write_part(out, stmt->targets.item[0]);
        write_part(out, stmt->value);
        buf_add_char(out, ')');
        break;
    case STMT_RETURN:
        buf_add(out, STR("(return"));
        write_part(out, stmt->value);
        buf_add_char(out, ')');
        break;
    case STMT_BREAK: buf_add(out, STR("break")); break;
    case STMT_CONTINUE: buf_add(out, STR("continue")); break;
    case STMT_PASS: buf_add(out, STR("pass")); break;
    case STMT_DEF:
        buf_add(out, STR("(def "));
        write_parameters(out, stmt->code);
        write_block(out, &stmt->code->body);
        buf_add_char(out, ')');
        break;
    case STMT_ASSERT:
        buf_add(out, STR("(assert"));
        write_part(out, stmt->condition);
        write_part(out, stmt->message);
        buf_add_char(out, ')');
        break;
    case STMT_IMPORT: write_import(out, stmt); break;
    default: write_compound(out, stmt);
    }
}

static void write_block(Buf *out, const StmtList *list)
{
    buf_add(out, STR(" {"));
    for (int i = 0; i < list->count; i++) {
        if (i) buf_add(out, STR("; "));
        write_stmt(out, list->item[i]);
    }
    buf_add_char(out, '}');
}

// ---- what the tests say --------------------------------------------------------------------

// The tree of a program, or its error.
static const char *tree_of(Str text)
{
    Source *source = NEW(&arena, Source);
    *source = (Source){.name = "t.py", .text = text};
    Names names = {.arena = &arena};
    Error error = {.arena = &arena};
    StmtList program = {0};
    Buf out = {.arena = &arena};
    if (!parse_program(source, &arena, &names, &program, &error)) {
        error_print(&error, &out);
        return buf_text(&out);
    }
    for (int i = 0; i < program.count; i++) {
        if (i) buf_add_char(&out, '\n');
        write_stmt(&out, program.item[i]);
    }
    return buf_text(&out);
}

#define TREE(program, expected) assert_string_equal(tree_of(STR(program)), expected)

static void test_operators_bind_as_in_python(void **state)
{
    (void)state;
    TREE("a + b * c", "(+ a (* b c))");
    TREE("(a + b) * c", "(* (+ a b) c)");
    TREE("a - b - c", "(- (- a b) c)");
    TREE("-a ** 2", "(- (** a 2))");
    TREE("2 ** -1", "(** 2 (- 1))");
    TREE("a ** b ** c", "(** a (** b c))");
    TREE("a @ b.T / c", "(/ (@ a b.T) c)");
    TREE("a | b ^ c & d << 1 + 2", "(| a (^ b (& c (<< d (+ 1 2)))))");
    TREE("not a == b", "(not (a == b))");
    TREE("a or b and not c", "(or a (and b (not c)))");
    TREE("a if b else c if d else e", "(if b a (if d c e))");
    TREE("~a % b // c", "(// (% (~ a) b) c)");
}

static void test_comparisons_chain(void **state)
{
    (void)state;
    TREE("a < b <= c", "(a < b <= c)");
    TREE("a not in b is not c", "(a not in b is not c)");
    TREE("a is b in c != d", "(a is b in c != d)");
}

static void test_calls_and_subscripts(void **state)
{
    (void)state;
    TREE("f(x, dim=-1)(*a, **k)", "(call (call f x dim=(- 1)) *a **k)");
    TREE("x[1, :, None, ..., 1:2:3][::2]",
         "([] ([] x (tuple 1 (: _ _ _) None ... (: 1 2 3))) (: _ _ 2))");
    TREE("x[1,]", "([] x (tuple 1))");
    TREE("torch.nn.functional.softmax(x, 1,)", "(call torch.nn.functional.softmax x 1)");
    TREE("sum(i for i in x)", "(call sum (generator-of i for i in x( if)))");
}

static void test_literals(void **state)
{
    (void)state;
    TREE("0x1F + 0b1_0 + 0o17 + 1_000 + .5 + 1e3 + 2.",
         "(+ (+ (+ (+ (+ (+ 31 2) 15) 1000) 0.5) 1000) 2)");
    TREE("[], (), {}, {1}, {1: 2, 3: 4}, (1,), [1, 2,]",
         "(tuple (list) (tuple) (dict) (set 1) (dict 1 2 3 4) (tuple 1) (list 1 2))");
}

static void test_strings(void **state)
{
    (void)state;
    TREE("'a' \"b\" r'\\n'", "'ab\\n'");
    TREE("'\\x41\\u00e9\\t\\q\\101\\\n!'", "'A\xc3\xa9\t\\qA!'");
    TREE("'''one\ntwo'''", "'one\ntwo'");
    TREE("f'a{x}b{{{y!r:>{w}.2f}}}'", "(f 'a' ''x 'b{' ''y!r(f '>' ''w '.2f') '}')");
    TREE("f'{x=} {d[\"a\"]:d}'", "(f 'x='x!r ' ' ''([] d 'a')(f 'd'))");
}

static void test_statements(void **state)
{
    (void)state;
    TREE("a = b = 1", "(= a b) 1");
    TREE("a, (b, *c) = d", "(= (tuple a (tuple b (star c)))) d");
    TREE("x[0, 1] = 5; x.y **= 2", "(= ([] x (tuple 0 1))) 5\n(**= x.y 2)");
    TREE("x: int = 3", "(= x) 3");
    TREE("assert a, 'no'", "(assert a 'no')");
    TREE("import torch.nn.functional as F, math, torch.nn",
         "(import torch.nn.functional>F math>math torch.nn>torch root)");
    TREE("from torch import (nn,\n  tensor as t,)", "(import torch:nn>nn torch:tensor>t)");
    TREE("if a: b\nelif c:\n  d\nelse:\n\te", "(if a {b} c {d} else {e})");
    TREE("for i, x in y:\n  break\nelse: pass", "(for (tuple i x) y {break} else {pass})");
    TREE("while 1:\n    # a comment\n\n    continue\n", "(while 1 {continue})");
}

static void test_functions_know_their_names(void **state)
{
    (void)state;
    TREE("def f(a, /, b=1, *c, d, **e) -> int:\n  'doc'\n  x = b\n  return x",
         "(def f [/a b=1 *c ~d **e] locals a b c d e x {'doc'; (= x) b; (return x)})");
    TREE("def f():\n  global g\n  g = 1\n  [h for h in g]\n",
         "(def f [] locals {pass; (= g) 1; (list-of h for h in g( if))})");
    TREE("lambda x, *y: x", "(lambda <lambda> [x *y] locals x y x)");
}

static void test_lines_continue_in_brackets_and_after_a_backslash(void **state)
{
    (void)state;
    TREE("x = [1, # one\n     2]\n", "(= x) (list 1 2)");
    TREE("x = 1 + \\\n  2\r\ny", "(= x) (+ 1 2)\ny");
    TREE("\xEF\xBB\xBFx", "x");
    TREE("", "");
    TREE("   # nothing\n", "");
}

static void test_errors_show_their_place(void **state)
{
    (void)state;
    TREE("x = (1,\ny = 2\n", "qkv: t.py:1:5: SyntaxError: '(' was never closed\n"
                             "  x = (1,\n      ^\n  try: ')' where it ends\n");
    TREE("x = [1)",
         "qkv: t.py:1:7: SyntaxError: closing parenthesis ')' does not match opening "
         "parenthesis '['\n  x = [1)\n        ^\n  try: ']', which closes the '[' of line 1\n");
    TREE("if x = 3: y", "qkv: t.py:1:6: SyntaxError: invalid syntax\n  if x = 3: y\n       ^\n"
                        "  try: == compares, = assigns\n");
    TREE("if x:\ny",
         "qkv: t.py:2:1: IndentationError: expected an indented block after 'if' "
         "statement on line 1\n  y\n  ^\n  try: pass, indented, where there is nothing to do\n");
    TREE("x = 1\n  y = 2", "qkv: t.py:2:3: IndentationError: unexpected indent\n"
                           "    y = 2\n    ^\n  try: the indentation of the line before\n");
    TREE("'abc", "qkv: t.py:1:1: SyntaxError: unterminated string literal (detected at line 1)\n"
                 "  'abc\n  ^~~~\n  try: the quotes that it begins with, at its end\n");
    TREE("if a:\n\tb\n        c",
         "qkv: t.py:3:1: TabError: inconsistent use of tabs and spaces in "
         "indentation\n          c\n  ^~~~~~~~\n  try: spaces alone, four for each level\n");
    TREE("a\0b", "qkv: t.py:1:2: SyntaxError: source code cannot contain null bytes\n"
                 "  a^@b\n   ^~\n");
    TREE("a\xFF",
         "qkv: t.py:1:2: SyntaxError: byte 0xff is not UTF-8 text\n  a\xEF\xBF\xBD\n   ^\n");
    TREE("print x", "qkv: t.py:1:1: SyntaxError: Missing parentheses in call to 'print'. Did you "
                    "mean print(...)?\n  print x\n  ^~~~~\n");
}

static Str repeated(const char *piece, int times, const char *end)
{
    Buf text = {.arena = &arena};
    for (int i = 0; i < times; i++) buf_add(&text, str_from(piece));
    buf_add(&text, str_from(end));
    return buf_str(&text);
}

static void test_deep_nesting_is_one_clear_message(void **state)
{
    (void)state;
    assert_non_null(strstr(tree_of(repeated("[", 10000, "")), "too many nested parentheses"));
    assert_non_null(strstr(tree_of(repeated("-", 10000, "x")), "more than 1000 levels"));
    assert_non_null(strstr(tree_of(repeated("not ", 10000, "x")), "more than 1000 levels"));
    assert_non_null(strstr(tree_of(repeated("x+", 10000, "x")), "more than 1000 levels"));
    assert_non_null(strstr(tree_of(repeated("2**", 10000, "x")), "more than 1000 levels"));
    assert_non_null(strstr(tree_of(repeated("lambda:", 10000, "x")), "more than 1000 levels"));
    assert_non_null(strstr(tree_of(repeated("x if x else ", 10000, "x")), "1000 levels"));
    Buf blocks = {.arena = &arena};
    for (int i = 0; i < 200; i++) {
        buf_add_repeat(&blocks, ' ', i);
        buf_add(&blocks, STR("if x:\n"));
    }
    assert_non_null(strstr(tree_of(buf_str(&blocks)), "too many levels of indentation"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_operators_bind_as_in_python, forget),
        cmocka_unit_test_teardown(test_comparisons_chain, forget),
        cmocka_unit_test_teardown(test_calls_and_subscripts, forget),
        cmocka_unit_test_teardown(test_literals, forget),
        cmocka_unit_test_teardown(test_strings, forget),
        cmocka_unit_test_teardown(test_statements, forget),
        cmocka_unit_test_teardown(test_functions_know_their_names, forget),
        cmocka_unit_test_teardown(test_lines_continue_in_brackets_and_after_a_backslash, forget),
        cmocka_unit_test_teardown(test_errors_show_their_place, forget),
        cmocka_unit_test_teardown(test_deep_nesting_is_one_clear_message, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
