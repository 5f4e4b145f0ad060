// A run from the outside: several pieces, values shown in prose, limits, and what reaches the
// trace.
#include "support/program.h"
#include "support/test.h"

#include "lang/imports/library.h"
#include "lang/protocol.h"
#include "modules/modules.h"
#include "torch/torch.h"

#include <string.h>

static int open_run(void **state)
{
    (void)state;
    program_open((RunOptions){.memory_limit = 16 << 20});
    return 0;
}

static const char *shown(const char *expression)
{
    Error error = {.arena = &arena};
    Buf out = {.arena = &arena};
    if (!run_show_expression(program, program_source(expression), &out, NULL, &error))
        error_print(&error, &out);
    return buf_text(&out);
}

static void contains(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("\"%s\" is not in \"%s\"", part, text);
}

static void test_names_live_from_piece_to_piece(void **state)
{
    (void)state;
    assert_string_equal(running("import torch\nx = torch.ones(2)\n"), "");
    assert_string_equal(running("def f(v):\n  return v + x\n"), "");
    assert_string_equal(running("print(f(1))\n"), "");
    assert_string_equal(buf_text(&printed), "tensor([2., 2.])\n");
}

static void test_what_ran_before_an_error_stays(void **state)
{
    (void)state;
    contains(running("a = 1\nb = c\nd = 2\n"), "t.py:2:5: NameError: name 'c' is not defined");
    assert_string_equal(shown("a"), "1");
    contains(shown("d"), "NameError");
}

static void test_two_runs_do_not_know_each_other(void **state)
{
    (void)state;
    Run *first = program;
    assert_string_equal(running("x = 1"), "");
    program_open((RunOptions){0});
    contains(shown("x"), "NameError");
    run_free(program);
    program = first;
    assert_string_equal(shown("x"), "1");
}

static void test_values_in_prose_are_shown_as_f_strings_show_them(void **state)
{
    (void)state;
    running("import torch\nx = torch.tensor([[1., 2.], [3., 4.]])\n");
    assert_string_equal(shown("x[0, 1]"), "2.0");
    assert_string_equal(shown("x[0]"), "tensor([1., 2.])");
    assert_string_equal(shown("x.shape, 'a'"), "(torch.Size([2, 2]), 'a')");
    assert_string_equal(shown("f\"{x.sum():.2f}\""), "10.00");
    assert_string_equal(shown("  x[0,\n  0]  "), "1.0");
    contains(shown("y = 3"), "SyntaxError");
    contains(shown(""), "SyntaxError");
    contains(shown("x.add_(1)"), "must not change");
    assert_string_equal(shown("x[0, 0]"), "1.0");
}

static void test_showing_leaves_no_entries(void **state)
{
    (void)state;
    running("import torch\nx = torch.ones(2, 2)\n");
    int entries = run_trace(program)->entry_count;
    assert_string_equal(shown("(x @ x).sum()"), "8.0");
    assert_int_equal(run_trace(program)->entry_count, entries);
}

static void test_lists_of_strings_can_label_axes(void **state)
{
    (void)state;
    running("tokens = ['the', 'cat']\nmixed = ['a', 1]\nn = 3\n");
    int count = 0;
    const char *const *tokens = run_string_list(program, STR("tokens"), &count);
    assert_int_equal(count, 2);
    assert_string_equal(tokens[1], "cat");
    assert_null(run_string_list(program, STR("mixed"), &count));
    assert_null(run_string_list(program, STR("n"), &count));
    assert_null(run_string_list(program, STR("none"), &count));
}

// ---- the trace -------------------------------------------------------------------------------

static const char *span_of_entry(int entry)
{
    return str_copy(&arena, span_text(run_trace(program)->entries[entry].source));
}

static void test_operations_are_recorded_with_their_expressions(void **state)
{
    (void)state;
    running("import torch\n"
            "x = torch.tensor([[1., 2.]])\n"
            "y = x @ x.T + 1\n");
    const Trace *trace = run_trace(program);
    assert_int_equal(trace->statement_count, 3);
    const Statement *last = &trace->statements[2];
    Buf spans = {.arena = &arena};
    for (int i = last->first_entry; i < last->entry_end; i++) {
        buf_printf(&spans, "%s: %s\n", trace->entries[i].call.op->name, span_of_entry(i));
    }
    contains(buf_text(&spans), "T: x.T\n");
    contains(buf_text(&spans), "matmul: x @ x.T\n");
    contains(buf_text(&spans), "add: x @ x.T + 1\n");
    assert_string_equal(trace->bindings[last->first_binding].name, "y");
    assert_int_equal(last->binding_end - last->first_binding, 1);
}

static void test_names_of_unpacked_and_augmented_tensors_are_bound(void **state)
{
    (void)state;
    running("import torch\n"
            "a, b = torch.ones(2), torch.zeros(2)\n"
            "a += 1\n"
            "def f(v):\n"
            "  inner = v * 2\n"
            "  return inner\n"
            "c = [f(a)]\n");
    const Trace *trace = run_trace(program);
    Buf names = {.arena = &arena};
    for (int i = 0; i < trace->binding_count; i++) {
        buf_printf(&names, "%s ", trace->bindings[i].name);
    }
    assert_string_equal(buf_text(&names), "a b a ");
}

static void test_operations_in_functions_know_their_call(void **state)
{
    (void)state;
    running("import torch\n"
            "def twice(v):\n"
            "  return v * 2\n"
            "y = twice(torch.ones(2))\n");
    const Trace *trace = run_trace(program);
    const Entry *last = &trace->entries[trace->entry_count - 1];
    assert_non_null(last->inside);
    assert_string_equal(last->inside->function, "twice");
    assert_string_equal(span_of_entry(trace->entry_count - 1), "v * 2");
    assert_null(trace->inside);
}

static void test_an_error_leaves_no_call_open(void **state)
{
    (void)state;
    contains(running("def f():\n  return undefined\nf()\n"), "NameError");
    assert_null(run_trace(program)->inside);
    assert_string_equal(running("print(1)"), "");
}

// ---- limits ----------------------------------------------------------------------------------

static void test_nothing_nests_too_deep(void **state)
{
    (void)state;
    const char *deep = "x = []\n"
                       "for i in range(200000): x = [x]\n";
    assert_string_equal(running(deep), "");
    contains(running("print(x)"), "RecursionError");
    assert_string_equal(running("y = []\nfor i in range(200000): y = [y]\n"), "");
    contains(running("print(x == y)"), "RecursionError");
    assert_string_equal(running("t = ()\nfor i in range(200000): t = (t,)\n"), "");
    contains(running("print({t: 1})"), "RecursionError");
    contains(running("print(isinstance(1, t))"), "RecursionError");
    contains(running("def f(n): return [f(k) for k in [n]]\nf(0)"), "RecursionError");
    contains(running("import torch\ntorch.tensor(x)"), "too many dimensions");
}

static void test_the_deepest_expressions_that_parse_also_run(void **state)
{
    (void)state;
    Buf text = {.arena = &arena};
    buf_add(&text, STR("print(0"));
    for (int i = 0; i < 900; i++) buf_add(&text, STR("+1"));
    buf_add(&text, STR(")\nprint("));
    buf_add_repeat(&text, '-', 900);
    buf_add(&text, STR("1)\nprint("));
    buf_add_repeat(&text, '(', 150);
    buf_add(&text, STR("7"));
    buf_add_repeat(&text, ')', 150);
    buf_add(&text, STR(")\n"));
    assert_string_equal(running(buf_text(&text)), "");
    assert_string_equal(buf_text(&printed), "900\n1\n7\n");
}

static void test_recursion_as_deep_as_in_python(void **state)
{
    (void)state;
    assert_string_equal(running("def f(n):\n"
                                "  if n == 0:\n"
                                "    return 0\n"
                                "  else:\n"
                                "    return 1 + f(n - 1)\n"
                                "print(f(900))\n"),
                        "");
    assert_string_equal(buf_text(&printed), "900\n");
}

static void test_memory_and_output_have_limits(void **state)
{
    (void)state;
    contains(running("x = [0] * 10 ** 12"), "MemoryError");
    contains(running("x = 'abc' * 10 ** 12"), "MemoryError");
    contains(running("s = 'abc' * 10 ** 6\nwhile True: print(s)"), "printed text");
    contains(running("import torch\nx = torch.ones(1024, 1024, 8)"), "may use 16.0 MiB");
}

static void test_every_module_of_the_library_can_be_imported(void **state)
{
    (void)state;
    for (const LibraryFile *file = library_files; file->module; file++) {
        const char *text = arena_printf(&arena, "import %s", file->module);
        const char *wrong = running(text);
        if (*wrong) fail_msg("%s: %s", text, wrong);
    }
}

// The bodies of its functions are read when they are called; here all are.
static void test_every_function_of_the_library_can_be_read(void **state)
{
    (void)state;
    for (const LibraryFile *file = library_files; file->module; file++) {
        Source source = {.name = file->module, .text = str_from(file->text)};
        StmtList statements = {0};
        Names names = {.arena = &arena};
        Error error = {.arena = &arena};
        if (!parse_program(&source, &arena, &names, &statements, &error))
            fail_msg("%s: %s", file->module, error.message);
    }
}

// Only the member that a type stores may count: the other bytes of a Value may be any.
static void test_values_are_the_same_by_what_their_type_stores(void **state)
{
    (void)state;
    static const Type *const types[] = {&type_none, &type_bool, &type_str, &type_stream,
                                        &type_dtype};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        Value a, b;
        memset(&a, 0x55, sizeof a);
        memset(&b, 0xAA, sizeof b);
        a.type = b.type = types[i];
        if (types[i]->stored == STORED_TRUTH) a.truth = b.truth = true;
        if (types[i]->stored == STORED_DTYPE) a.dtype = b.dtype = DTYPE_INT64;
        if (types[i]->stored == STORED_POINTER) a.object = b.object = NULL;
        assert_true(value_is_same(a, b));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_names_live_from_piece_to_piece, open_run,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_what_ran_before_an_error_stays, open_run,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_two_runs_do_not_know_each_other, open_run,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_values_in_prose_are_shown_as_f_strings_show_them,
                                        open_run, program_close),
        cmocka_unit_test_setup_teardown(test_showing_leaves_no_entries, open_run, program_close),
        cmocka_unit_test_setup_teardown(test_lists_of_strings_can_label_axes, open_run,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_operations_are_recorded_with_their_expressions,
                                        open_run, program_close),
        cmocka_unit_test_setup_teardown(test_names_of_unpacked_and_augmented_tensors_are_bound,
                                        open_run, program_close),
        cmocka_unit_test_setup_teardown(test_operations_in_functions_know_their_call, open_run,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_an_error_leaves_no_call_open, open_run, program_close),
        cmocka_unit_test(test_values_are_the_same_by_what_their_type_stores),
        cmocka_unit_test_setup_teardown(test_nothing_nests_too_deep, open_run, program_close),
        cmocka_unit_test_setup_teardown(test_the_deepest_expressions_that_parse_also_run, open_run,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_recursion_as_deep_as_in_python, open_run,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_memory_and_output_have_limits, open_run,
                                        program_close),
        cmocka_unit_test(test_every_function_of_the_library_can_be_read),
        cmocka_unit_test_setup_teardown(test_every_module_of_the_library_can_be_imported, open_run,
                                        program_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
