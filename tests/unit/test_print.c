// Printed tensors, byte for byte as PyTorch prints them: tests/golden/print.txt holds the cases,
// print.py there says how they are written.
#include "support/test.h"

#include "base/files/file.h"
#include "base/text/number.h"
#include "tensor/dtype.h"
#include "tensor/print.h"

#include <string.h>

typedef struct Case {
    int line; // of the file, for messages; 0: none
    Tensor *tensor;
    PrintOptions options;
    const char *suffix;
    Buf expected;
} Case;

static Arena arena;
static TensorHeap heap;
static Error error;
static int cases, complaints;

static DType to_dtype(Str word)
{
    int t = 0;
    while (t < DTYPE_COUNT && !str_is(word, dtype_name((DType)t))) t++;
    assert_true(t < DTYPE_COUNT);
    return (DType)t;
}

// What stands before `mark`, which is taken off too.
static Str take(Str *rest, const char *mark)
{
    int end = str_find(*rest, mark);
    Str part = str_slice(*rest, 0, end < 0 ? rest->n : end);
    *rest = str_slice(*rest, part.n + (int)strlen(mark), rest->n);
    return str_trim(part);
}

static Shape to_shape(Str inside)
{
    Shape shape = {0};
    while (inside.n > 0)
        assert_true(number_parse_int(take(&inside, ","), &shape.dim[shape.ndim++]));
    return shape;
}

static void set_cells(Tensor *tensor, Str values)
{
    Index at = {0};
    int64_t first = 0, whole = 0;
    double value = 0;
    bool counted = str_starts(values, "count ");
    if (counted) assert_true(number_parse_int(str_slice(values, 6, values.n), &first));
    for (int64_t i = 0; i < tensor_count(tensor); i++) {
        if (counted) {
            tensor_set_int(tensor, at, first + i);
        } else if (dtype_is_float(tensor->dtype)) {
            assert_true(number_parse_double(take(&values, " "), &value));
            tensor_set(tensor, at, value);
        } else {
            assert_true(number_parse_int(take(&values, " "), &whole));
            tensor_set_int(tensor, at, whole);
        }
        index_next(&tensor->shape, &at);
    }
}

static void begin_case(Case *c, Str line, int number)
{
    DType dtype = to_dtype(take(&line, "("));
    Shape shape = to_shape(take(&line, ")"));
    take(&line, "=");
    *c = (Case){.line = number, .options = PRINT_DEFAULTS, .expected = {.arena = &arena}};
    c->tensor = tensor_new(&heap, dtype, shape, &error);
    set_cells(c->tensor, str_trim(line));
}

static void set_option(PrintOptions *options, Str rest)
{
    Str name = take(&rest, " ");
    int64_t value = 0;
    assert_true(number_parse_int(rest, &value));
    if (str_is(name, "precision"))
        options->precision = (int)value;
    else if (str_is(name, "threshold"))
        options->threshold = (double)value;
    else if (str_is(name, "edgeitems"))
        options->edge_items = (int)value;
    else if (str_is(name, "linewidth"))
        options->line_width = (int)value;
    else
        options->scientific = (int)value;
}

static void end_case(Case *c)
{
    Buf got = {.arena = &arena};
    tensor_print(&got, "tensor", c->tensor, &c->options, c->suffix);
    if (strcmp(buf_text(&got), buf_text(&c->expected)) != 0) {
        print_error("print.txt:%d:\n%s\nPyTorch prints\n%s\n", c->line, buf_text(&got),
                    buf_text(&c->expected));
        complaints++;
    }
    cases++;
    tensor_heap_free(&heap);
    arena_free(&arena);
    *c = (Case){0};
}

static void read_line(Case *c, Str line, int number)
{
    if (line.n == 0) {
        if (c->line) end_case(c);
    } else if (line.p[0] == '|') {
        if (c->expected.n) buf_add_char(&c->expected, '\n');
        buf_add(&c->expected, str_slice(line, 1, line.n));
    } else if (str_starts(line, "option ")) {
        set_option(&c->options, str_slice(line, 7, line.n));
    } else if (str_starts(line, "suffix ")) {
        c->suffix = str_copy(&arena, str_slice(line, 7, line.n));
    } else if (line.p[0] != '#') {
        begin_case(c, line, number);
    }
}

static void test_tensors_are_printed_as_pytorch_prints_them(void **state)
{
    (void)state;
    Arena file_arena = {0};
    Error file_error = {.arena = &file_arena};
    Str text, line;
    assert_true(file_read("tests/golden/print.txt", 1 << 24, &file_arena, &text, &file_error));
    Case c = {0};
    for (int number = 1; str_next_line(&text, &line); number++) read_line(&c, line, number);
    assert_int_equal(c.line, 0); // the file ends with an empty line
    assert_int_equal(complaints, 0);
    assert_true(cases > 300);
    arena_free(&file_arena);
}

static void test_a_view_prints_what_it_shows(void **state)
{
    (void)state;
    Tensor *tensor = tensor_new(&heap, DTYPE_FLOAT32, (Shape){2, {2, 3}}, &error);
    for (int64_t i = 0; i < 6; i++) tensor_floats(tensor)[i] = (float)i;
    tensor->shape = (Shape){2, {3, 2}};
    tensor->stride[0] = 1;
    tensor->stride[1] = 3;
    Buf out = {.arena = &arena};
    tensor_print(&out, "tensor", tensor, &PRINT_DEFAULTS, NULL);
    assert_string_equal(buf_text(&out), "tensor([[0., 3.],\n        [1., 4.],\n        [2., 5.]])");
    tensor_heap_free(&heap);
    arena_free(&arena);
}

static void test_text_before_the_tensor_does_not_move_it(void **state)
{
    (void)state;
    Tensor *tensor = tensor_new(&heap, DTYPE_INT64, (Shape){2, {0, 2}}, &error);
    Buf out = {.arena = &arena};
    buf_add(&out,
            STR("a long text in the same buffer, longer than any line should ever be: it is "));
    tensor_print(&out, "tensor", tensor, &PRINT_DEFAULTS, NULL);
    const char *printed = strstr(buf_text(&out), "tensor(");
    assert_string_equal(printed, "tensor([], size=(0, 2), dtype=torch.int64)");
    tensor_heap_free(&heap);
    arena_free(&arena);
}

int main(void)
{
    error.arena = &arena;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tensors_are_printed_as_pytorch_prints_them),
        cmocka_unit_test(test_a_view_prints_what_it_shows),
        cmocka_unit_test(test_text_before_the_tensor_does_not_move_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
