// What a run gives back while it goes on, and what it must not: with a collection before every
// statement, under the address sanitizer, a value that was lost would be seen.
#include "support/program.h"
#include "support/test.h"
#include "tensor/op.h"

#include "lang/interp.h"
#include "modules/modules.h"

#include <string.h>

static int open_eager(void **state)
{
    (void)state;
    program_open((RunOptions){.memory_limit = 64 << 20, .collections = INT64_MAX});
    return 0;
}

static int open_lazy(void **state)
{
    (void)state;
    program_open((RunOptions){.memory_limit = 64 << 20});
    return 0;
}

static void prints(const char *text, const char *expected)
{
    assert_string_equal(running(text), "");
    assert_string_equal(buf_text(&printed), expected);
}

// ---- what stays --------------------------------------------------------------------------------

static void test_what_a_statement_works_on_outlives_the_calls_in_it(void **state)
{
    (void)state;
    prints("import torch\n"
           "def f(x):\n"
           "    a = [x]\n"
           "    b = a + [torch.ones(2)]\n"
           "    return str(len(b)) + 'x'\n"
           "print('a' + f(1) + f([2]), [f(i) for i in range(3)], {f(1): f(2)})\n"
           "print(torch.ones(2) + len(f(0)), [f(1), f(2)][1], f(f(1)))\n",
           "a2x2x ['2x', '2x', '2x'] {'2x': '2x'}\n"
           "tensor([3., 3.]) 2x 2x\n");
}

static void test_the_source_of_a_loop_stays(void **state)
{
    (void)state;
    prints("def f(x):\n"
           "    y = [x, 'z' + str(x)]\n"
           "    return y\n"
           "total = ''\n"
           "for a, b in zip([str(i) for i in range(3)], f('q') + ['r']):\n"
           "    total = total + a + b\n"
           "    c = f(a)\n"
           "for i, s in enumerate(['a' + str(i) for i in range(3)]):\n"
           "    total += s + f(i)[1]\n"
           "print(total, sorted([str(9 - i) for i in range(3)], key=lambda s: f(s)[1]))\n",
           "0q1zq2ra0z0a1z1a2z2 ['7', '8', '9']\n");
}

static void test_a_list_stays_while_it_is_sorted(void **state)
{
    (void)state;
    prints("def key(s):\n"
           "    t = s + 'x'\n"
           "    return t\n"
           "xs = [str(i * 7 % 5) for i in range(5)]\n"
           "xs.sort(key=key)\n"
           "print(xs, max(xs, key=key))\n",
           "['0', '1', '2', '3', '4'] 4\n");
}

static void test_variables_of_closures_and_defaults_stay(void **state)
{
    (void)state;
    prints("def outer():\n"
           "    hidden = ['deep']\n"
           "    def inner(more=['default', ['x']]):\n"
           "        return hidden + more\n"
           "    return inner\n"
           "g = outer()\n"
           "for i in range(3):\n"
           "    junk = [i] * 3\n"
           "print(g(), (lambda *a, **k: [a, k])(g, *'abcdefghijkl', x=[1])[0][1:])\n",
           "['deep', 'default', ['x']] ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', "
           "'l')\n");
}

static void test_a_value_that_was_replaced_meanwhile_stays(void **state)
{
    (void)state;
    prints("x = ['old']\n"
           "d = {'k': ['item']}\n"
           "def f():\n"
           "    global x\n"
           "    x = ['new']\n"
           "    d['k'] = 0\n"
           "    y = [1, 2, 3]\n"
           "    return ['end']\n"
           "print(x + d['k'] + f(), x, d)\n"
           "d['k'] = ['again']\n"
           "d['k'] += f()\n"
           "print(d)\n",
           "['old', 'item', 'end'] ['new'] {'k': 0}\n{'k': ['again', 'end']}\n");
}

static void test_classes_stay_with_their_instances(void **state)
{
    (void)state;
    prints("class Base:\n"
           "    count = 0\n"
           "    def __init__(self, n):\n"
           "        self.n = [n]\n"
           "        self.t = {'a': n}\n"
           "    def f(self):\n"
           "        return [x + 1 for x in self.n]\n"
           "    @property\n"
           "    def p(self):\n"
           "        return self.n + [1]\n"
           "    @staticmethod\n"
           "    def s(x):\n"
           "        return [x]\n"
           "    @classmethod\n"
           "    def c(cls, x):\n"
           "        return cls(x)\n"
           "class D(Base):\n"
           "    def __init__(self, n):\n"
           "        super().__init__(n)\n"
           "        self.me = self\n"
           "    def __add__(self, o):\n"
           "        r = D(self.n[0] + o.n[0])\n"
           "        return r\n"
           "class S(str):\n"
           "    def shout(self):\n"
           "        y = self.upper()\n"
           "        return y\n"
           "class L(list):\n"
           "    pass\n"
           "def go():\n"
           "    total = 0\n"
           "    for i in range(50):\n"
           "        class Local:\n"
           "            def __init__(self):\n"
           "                self.x = 'x' * 3\n"
           "        d = D(i) + D.c(i)\n"
           "        q = Local()\n"
           "        s = S('abc' + str(i))\n"
           "        l = L([i, s])\n"
           "        total += d.f()[0] + d.p[1] + len(s.shout()) + len(l) + D.s(i)[0] + len(q.x)\n"
           "        f = d.f\n"
           "        f2 = [Local, q.__init__]\n"
           "        del d, q\n"
           "        total += f()[0] - len(f2[0]().x)\n"
           "    return total\n"
           "print(go())\n"
           "print(type('X', (Base,), {'z': [1]}).z, S('q').shout(), sorted([D(3).n, D(1).n]))\n",
           "6615\n"
           "[1] Q [[1], [3]]\n");
}

// ---- what goes -----------------------------------------------------------------------------

static void test_lists_that_refer_to_each_other_are_given_back(void **state)
{
    (void)state;
    assert_string_equal(running("a = [0] * 1000\n"), "");
    collect_garbage(program);
    size_t before = program->heap.bytes;
    assert_string_equal(running("for i in range(10):\n"
                                "    b = [0] * 1000\n"
                                "    c = [b, {'b': b}, (b, lambda: b)]\n"
                                "    b.append(c)\n"
                                "def f(n):\n"
                                "    return [n] if n == 0 else [n, f(n - 1)]\n"
                                "x = f(100)\n"
                                "del b, c, x, f, i\n"),
                        "");
    collect_garbage(program);
    assert_int_equal(program->heap.bytes, before);
}

static void test_classes_are_given_back(void **state)
{
    (void)state;
    assert_string_equal(running("def f():\n"
                                "    class A:\n"
                                "        def g(self):\n"
                                "            self.me = [self, A]\n"
                                "            return self\n"
                                "    class M(type):\n"
                                "        pass\n"
                                "    class B(A, metaclass=M):\n"
                                "        pass\n"
                                "    return B().g().g().me[1]\n"
                                "f()\n"),
                        "");
    collect_garbage(program);
    size_t before = program->heap.bytes;
    assert_string_equal(running("for i in range(10):\n    x = f()\ndel x, i\n"), "");
    collect_garbage(program);
    assert_int_equal(program->heap.bytes, before);
}

static void test_a_deep_list_is_marked_and_given_back(void **state)
{
    (void)state;
    collect_garbage(program);
    size_t before = program->heap.bytes;
    assert_string_equal(running("x = []\n"
                                "for i in range(200000):\n"
                                "    x = [x]\n"),
                        "");
    collect_garbage(program);
    assert_true(program->heap.bytes > before + 200000 * sizeof(Sequence));
    assert_string_equal(running("del x, i\n"), "");
    collect_garbage(program);
    assert_int_equal(program->heap.bytes, before);
}

static void test_a_long_loop_over_lists_and_strings_stays_small(void **state)
{
    (void)state;
    assert_string_equal(running("d = {}\n"
                                "for i in range(200000):\n"
                                "    s = str(i) * 10\n"
                                "    d[i % 10] = [s, s + 'x', (i, s)]\n"
                                "    d.pop(i % 10)\n"),
                        "");
    assert_true(program->collector.objects < 4 << 20);
}

static void test_a_tensor_stays_while_a_name_or_the_trace_has_it(void **state)
{
    (void)state;
    prints("import torch\n"
           "x = torch.ones(3)\n"
           "v = x[1:]\n"
           "y = [x + 1, {'z': x * 2}]\n"
           "del x\n"
           "v += 1\n"
           "print(v, y)\n",
           "tensor([2., 2.]) [tensor([2., 2., 2.]), {'z': tensor([2., 2., 2.])}]\n");
}

static const char TRAINING[] = "import torch\n"
                               "x = torch.ones(8, 8)\n"
                               "w = torch.zeros(8, 8)\n"
                               "for i in range(10000):\n"
                               "    y = (x @ w + 1).exp()\n"
                               "    g = x.T @ (y - x * 2)\n"
                               "    w -= 0.001 * g\n"
                               "    x[0, i % 8] = w[0].mean()\n";

static void test_a_training_loop_needs_little_memory(void **state)
{
    (void)state;
    program_open((RunOptions){.is_unrecorded = true});
    const Trace *trace = run_trace(program);
    ArenaMark before = arena_mark(&trace->arena);
    assert_string_equal(running(TRAINING), "");
    ArenaMark after = arena_mark(&trace->arena);
    assert_int_equal(trace->entry_count, 0);
    assert_ptr_equal(after.blocks, before.blocks);
    assert_int_equal(after.left, before.left);
    assert_true(trace->heap.peak < 3 << 20);
    assert_true(trace->heap.count < 10000);
    assert_true(program->heap.bytes < 2 << 20);
    program_close(state);
}

static void test_a_recorded_training_loop_needs_a_bounded_amount(void **state)
{
    (void)state;
    program_open((RunOptions){.memory_limit = 16 << 20});
    assert_string_equal(running(TRAINING), "");
    assert_string_equal(running("z = w + 1\n"), "");
    const Trace *trace = run_trace(program);
    assert_true(trace->heap.peak < 16 << 20);
    const Statement *loop = &trace->statements[3], *after = &trace->statements[4];
    assert_int_equal(loop->left_out + loop->entry_end - loop->first_entry > 10000 * 10, true);
    assert_true(loop->entry_end - loop->first_entry <= STATEMENT_ENTRIES + 32);
    assert_int_equal(after->left_out, 0);
    int z = trace_find(trace, STR("z"), -1), w = trace_find(trace, STR("w"), -1);
    const OpCall *call = &trace->entries[trace->bindings[z].entry].call;
    assert_ptr_equal(call->input[0], trace->entries[trace->bindings[w].entry].call.output);
    assert_string_equal(trace->entries[call->input[0]->origin].call.op->name, "sub");
    program_close(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_a_statement_works_on_outlives_the_calls_in_it,
                                        open_eager, program_close),
        cmocka_unit_test_setup_teardown(test_the_source_of_a_loop_stays, open_eager, program_close),
        cmocka_unit_test_setup_teardown(test_a_list_stays_while_it_is_sorted, open_eager,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_variables_of_closures_and_defaults_stay, open_eager,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_a_value_that_was_replaced_meanwhile_stays, open_eager,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_classes_stay_with_their_instances, open_eager,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_classes_are_given_back, open_lazy, program_close),
        cmocka_unit_test_setup_teardown(test_lists_that_refer_to_each_other_are_given_back,
                                        open_lazy, program_close),
        cmocka_unit_test_setup_teardown(test_a_deep_list_is_marked_and_given_back, open_lazy,
                                        program_close),
        cmocka_unit_test_setup_teardown(test_a_long_loop_over_lists_and_strings_stays_small,
                                        open_lazy, program_close),
        cmocka_unit_test_setup_teardown(test_a_tensor_stays_while_a_name_or_the_trace_has_it,
                                        open_eager, program_close),
        cmocka_unit_test(test_a_training_loop_needs_little_memory),
        cmocka_unit_test(test_a_recorded_training_loop_needs_a_bounded_amount),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
