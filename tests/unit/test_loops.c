// Loops in the trace: which iterations are recorded, what they leave in the film, and that any of
// them can be had when the program runs again.
#include "support/program.h"
#include "support/test.h"
#include "tensor/op.h"

#include "study/film.h"
#include "trace/record/counterpart.h"

#include <math.h>
#include <string.h>

static int open_run(void **state)
{
    (void)state;
    program_open((RunOptions){0});
    return 0;
}

// W moves to 3: a slope of 2 * (W - 3), a tenth of it in each step.
static const char LEARNING[] = "import torch\n"
                               "W = torch.nn.Parameter(torch.zeros(2, 2))\n"
                               "for step in range(N):\n"
                               "    d = W - 3\n"
                               "    loss = (d ** 2).sum()\n"
                               "    W.grad = None\n"
                               "    loss.backward()\n"
                               "    with torch.no_grad():\n"
                               "        W -= 0.1 * W.grad\n"
                               "after = W * 1\n";

static const Trace *learn(const char *text, int steps)
{
    assert_string_equal(running(arena_printf(&arena, "N = %d\n", steps)), "");
    assert_string_equal(running(text), "");
    return run_trace(program);
}

static const char *recorded(const Loop *loop)
{
    Buf text = {.arena = &arena};
    for (int i = 0; i < loop->recorded_count; i++)
        buf_printf(&text, "%s%d", i ? " " : "", (int)loop->recorded[i].number);
    return buf_text(&text);
}

static const Strip *strip(const Trace *trace, const Loop *loop, const char *name)
{
    FilmRow *rows;
    int count = film_rows(trace, loop, &arena, &rows);
    const FilmRow *row = film_row(rows, count, str_from(name));
    return row ? row->strip : NULL;
}

// ---- which are recorded -------------------------------------------------------------------------

static void a_short_loop_is_recorded_whole(void **state)
{
    (void)state;
    const Trace *trace = learn(LEARNING, WHOLE_ITERATIONS);
    assert_int_equal(trace->loop_count, 1);
    assert_false(trace->loops[0]->is_windowed);
    assert_string_equal(recorded(trace->loops[0]), "0 1 2 3 4 5 6 7");
    assert_int_equal(trace->statements[trace->loops[0]->statement].left_out, 0);
}

static void of_a_long_one_that_learns_the_first_two_and_the_last_two_are(void **state)
{
    (void)state;
    const Trace *trace = learn(LEARNING, 40);
    const Loop *loop = trace->loops[0];
    assert_string_equal(recorded(loop), "0 1 38 39");
    assert_int_equal(loop->count, 40);
    assert_true(loop_has_end(loop));
    assert_true(trace->statements[loop->statement].left_out > 0);
}

static void a_loop_without_gradients_is_recorded_as_far_as_it_may(void **state)
{
    (void)state;
    const Trace *trace = learn("import torch\n"
                               "x = torch.zeros(2)\n"
                               "for i in range(N):\n"
                               "    x = x + 1\n",
                               100);
    assert_false(trace->loops[0]->is_windowed);
    assert_int_equal(trace->loops[0]->recorded_count, 100);
}

static void one_that_would_be_too_long_is_not(void **state)
{
    (void)state;
    const Trace *trace = learn("import torch\n"
                               "x = torch.zeros(2)\n"
                               "for i in range(N):\n"
                               "    x = x + 1\n",
                               1000000);
    assert_string_equal(recorded(trace->loops[0]), "0 1 999998 999999");
}

static void the_outermost_loop_of_a_function_counts(void **state)
{
    (void)state;
    const Trace *trace = learn("import torch\n"
                               "def train(steps):\n"
                               "    w = torch.zeros(2, requires_grad=True)\n"
                               "    for step in range(steps):\n"
                               "        for _ in range(2):\n"
                               "            loss = (w - 1).pow(2).sum()\n"
                               "            loss.backward()\n"
                               "        with torch.no_grad():\n"
                               "            w -= 0.1 * w.grad\n"
                               "            w.grad = None\n"
                               "    return w\n"
                               "w = train(N)\n",
                               20);
    assert_int_equal(trace->loop_count, 1);
    assert_non_null(trace->loops[0]->inside);
    assert_string_equal(trace->loops[0]->inside->function, "train");
    assert_string_equal(recorded(trace->loops[0]), "0 1 18 19");
    assert_int_equal(strip(trace, trace->loops[0], "loss")->count, 20);
}

static void a_break_that_an_iteration_begins_with_is_none_of_its_own(void **state)
{
    (void)state;
    const Trace *trace = learn("import torch\n"
                               "x = torch.zeros(2)\n"
                               "n = 0\n"
                               "while True:\n"
                               "    if n == N: break\n"
                               "    x = x + 1\n"
                               "    n += 1\n",
                               5);
    assert_int_equal(trace->loops[0]->count, 5);
    assert_string_equal(recorded(trace->loops[0]), "0 1 2 3 4");
}

static void what_lies_before_the_last_iterations_has_its_name_there(void **state)
{
    (void)state;
    const Trace *trace = learn(LEARNING, 40);
    int after = trace->bindings[trace_find(trace, STR("after"), -1)].entry;
    int weight = trace->entries[after].call.input[0]->origin;
    const Loop *loop;
    assert_int_equal(loop_iteration_of(trace, weight, &loop)->number, 39);
    const Iteration *last = loop_recorded(trace->loops[0], 38);
    const Entry *first = &trace->entries[last->first_entry];
    assert_string_equal(first->call.op->name, "unrecorded");
    assert_string_equal(first->name, "W");
}

// ---- the film -----------------------------------------------------------------------------------

// W after so many steps, and the loss of the step before.
static double weight_after(int steps)
{
    return 3 - 3 * pow(0.8, steps);
}

static void the_film_has_what_was_not_recorded(void **state)
{
    (void)state;
    const Trace *trace = learn(LEARNING, 40);
    const Loop *loop = trace->loops[0];
    const Strip *weights = strip(trace, loop, "W"), *loss = strip(trace, loop, "loss");
    double value;
    assert_non_null(weights);
    assert_ptr_equal(film_curve(&loop->film), loss);
    assert_int_equal(weights->count, 40);
    for (int i = 0; i < 40; i++) {
        assert_true(film_number(loss, i, &value));
        assert_true(fabs(value - 4 * pow(3 * pow(0.8, i), 2)) < 1e-4);
        for (int cell = 0; cell < 4; cell++)
            assert_true(fabs(strip_value(weights, i, cell) - weight_after(i + 1)) < 1e-5);
    }
}

static void a_long_film_is_thinned_out_but_its_numbers_are_not(void **state)
{
    (void)state;
    const Trace *trace = learn(LEARNING, 1000);
    const Loop *loop = trace->loops[0];
    const Strip *weights = strip(trace, loop, "W"), *loss = strip(trace, loop, "loss");
    assert_int_equal(loss->count, 1000);
    assert_int_equal(weights->stride, 4);
    assert_int_equal(weights->count, 251);
    assert_int_equal(weights->at[250], 999);
    int frame = strip_frame(weights, 23);
    assert_int_equal(weights->at[frame], 20);
    assert_true(fabs(strip_value(weights, frame, 0) - weight_after(21)) < 1e-5);
}

static void what_changes_its_shape_has_no_strip(void **state)
{
    (void)state;
    const Trace *trace = learn("import torch\n"
                               "x = torch.zeros(1)\n"
                               "for i in range(N):\n"
                               "    x = torch.cat([x, x])\n"
                               "    y = x.sum()\n",
                               6);
    assert_null(strip(trace, trace->loops[0], "x"));
    assert_int_equal(strip(trace, trace->loops[0], "y")->count, 6);
}

static void a_curve_is_blocks_from_the_lowest_to_the_highest(void **state)
{
    (void)state;
    const Trace *trace = learn("import torch\n"
                               "for i in range(N):\n"
                               "    y = torch.tensor(float(i))\n",
                               8);
    Buf all = {.arena = &arena}, few = {.arena = &arena};
    film_write_curve(strip(trace, trace->loops[0], "y"), 20, &all);
    film_write_curve(strip(trace, trace->loops[0], "y"), 3, &few);
    assert_string_equal(buf_text(&all), "▁▂▃▄▅▆▇█");
    assert_string_equal(buf_text(&few), "▁▄█");
}

// ---- again --------------------------------------------------------------------------------------

static void any_iteration_is_recorded_when_the_program_runs_again(void **state)
{
    (void)state;
    const Trace *first = learn(LEARNING, 40);
    Run *before = program;
    const LoopWindow window = {.chosen = 20, .count = 40, .length = 40};
    program_open((RunOptions){0});
    Trace *trace = run_trace(program);
    trace->windows = &window;
    trace->window_count = 1;
    learn(LEARNING, 40);
    assert_string_equal(recorded(trace->loops[0]), "0 1 20 38 39");
    const Iteration *one = &first->loops[0]->recorded[1];
    for (int e = one->first_entry; e < one->entry_end; e++) {
        int same = counterpart_entry(first, e, trace, SAME_ITERATION);
        assert_int_equal(same, e);
        int later = counterpart_entry(trace, e, trace, 20);
        if (strcmp(first->entries[e].call.op->name, "unrecorded") == 0) continue;
        assert_true(later >= trace->loops[0]->recorded[2].first_entry);
        assert_true(later < trace->loops[0]->recorded[2].entry_end);
        assert_ptr_equal(trace->entries[later].call.op, first->entries[e].call.op);
    }
    int after = counterpart_entry(first, first->entry_count - 1, trace, SAME_ITERATION);
    assert_int_equal(after, trace->entry_count - 1);
    assert_int_equal(
        counterpart_entry(trace, trace->loops[0]->recorded[2].first_entry, first, SAME_ITERATION),
        -1);
    run_free(program);
    program = before;
}

static void a_loop_that_was_stopped_stops_there_again(void **state)
{
    (void)state;
    const LoopWindow window = {.chosen = -1, .count = 12, .length = -1, .stops = true};
    Trace *trace = run_trace(program);
    trace->windows = &window;
    trace->window_count = 1;
    learn("import torch\n"
          "x = torch.zeros(N)\n"
          "while True:\n"
          "    x = x + 1\n"
          "y = x[0].item()\n",
          1);
    assert_int_equal(trace->loops[0]->count, 12);
    assert_true(trace->loops[0]->was_stopped);
    assert_string_equal(running("assert y == 12\n"), "");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_run, program_close)
    const struct CMUnitTest tests[] = {
        TEST(a_short_loop_is_recorded_whole),
        TEST(of_a_long_one_that_learns_the_first_two_and_the_last_two_are),
        TEST(a_loop_without_gradients_is_recorded_as_far_as_it_may),
        TEST(one_that_would_be_too_long_is_not),
        TEST(the_outermost_loop_of_a_function_counts),
        TEST(a_break_that_an_iteration_begins_with_is_none_of_its_own),
        TEST(what_lies_before_the_last_iterations_has_its_name_there),
        TEST(the_film_has_what_was_not_recorded),
        TEST(a_long_film_is_thinned_out_but_its_numbers_are_not),
        TEST(what_changes_its_shape_has_no_strip),
        TEST(a_curve_is_blocks_from_the_lowest_to_the_highest),
        TEST(any_iteration_is_recorded_when_the_program_runs_again),
        TEST(a_loop_that_was_stopped_stops_there_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
