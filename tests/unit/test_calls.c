// The tree of calls that a run leaves in the trace, and the paths of the objects whose methods
// were called.
#include "support/program.h"
#include "support/test.h"
#include "tensor/op.h"

#include "modules/modules.h"

#include <string.h>

static int open_run(void **state)
{
    (void)state;
    program_open((RunOptions){.collections = INT64_MAX});
    return 0;
}

static const Trace *traced(const char *text)
{
    assert_string_equal(running(text), "");
    return run_trace(program);
}

// One line for each call: indented by depth, its function, its path, its operations.
static void calls_are(const Trace *trace, const char *expected)
{
    Buf text = {.arena = &arena};
    for (int i = 0; i < trace->call_count; i++) {
        const Call *call = trace->calls[i];
        assert_int_equal(call->index, i);
        buf_printf(&text, "%*s%s %s", 2 * (call->depth - 1), "", call->function,
                   call->path ? call->path : "-");
        for (int e = call->first_entry; e < call->entry_end; e++) {
            if (trace->entries[e].inside == call)
                buf_printf(&text, " %s", trace->entries[e].call.op->name);
        }
        buf_printf(&text, call->result < 0 ? "\n" : " -> %s\n",
                   call->result < 0 ? "" : trace->entries[call->result].call.op->name);
    }
    assert_string_equal(buf_text(&text), expected);
}

static void test_calls_of_functions_are_a_tree(void **state)
{
    (void)state;
    calls_are(traced("import torch\n"
                     "def twice(x):\n"
                     "    return x * 2\n"
                     "def length(x):\n"
                     "    return len(x)\n"
                     "def both(x):\n"
                     "    y = twice(x)\n"
                     "    n = length(x)\n"
                     "    return [twice(y).exp(), n]\n"
                     "a = torch.ones(2)\n"
                     "b = both(a)[0]\n"),
              "both - exp\n"
              "  twice - number mul -> mul\n"
              "  twice - number mul -> mul\n");
}

static const char MODEL[] = "import torch\n"
                            "class Linear:\n"
                            "    def __init__(self, n):\n"
                            "        self.w = torch.eye(n)\n"
                            "    def __call__(self, x):\n"
                            "        return x @ self.w\n"
                            "class Layer:\n"
                            "    def __init__(self):\n"
                            "        self.q = Linear(2)\n"
                            "        self.more = {'k': Linear(2), 3: Linear(2)}\n"
                            "    def __call__(self, x):\n"
                            "        return self.project(x)\n"
                            "    def project(self, x):\n"
                            "        return self.q(x) + self.more['k'](x) + self.more[3](x)\n"
                            "class Model:\n"
                            "    def __init__(self):\n"
                            "        self.layers = [Layer(), Layer()]\n"
                            "    def __call__(self, x):\n"
                            "        for layer in self.layers:\n"
                            "            x = layer(x)\n"
                            "        return x\n"
                            "x = torch.ones(2)\n"
                            "model = Model()\n";

static void test_an_object_has_the_path_of_its_owner(void **state)
{
    (void)state;
    const Trace *trace = traced(MODEL);
    int before = trace->call_count; // of what __init__ made
    for (int i = 0; i < before; i++) assert_non_null(strstr(trace->calls[i]->function, "__init__"));
    traced("y = model(x)\n");
    Buf text = {.arena = &arena};
    for (int i = before; i < trace->call_count; i++) {
        buf_printf(&text, "%s %s\n", trace->calls[i]->function, trace->calls[i]->path);
    }
    assert_string_equal(buf_text(&text), "Model.__call__ model\n"
                                         "Layer.__call__ model.layers[0]\n"
                                         "Layer.project model.layers[0]\n"
                                         "Linear.__call__ model.layers[0].q\n"
                                         "Linear.__call__ model.layers[0].more['k']\n"
                                         "Linear.__call__ model.layers[0].more[3]\n"
                                         "Layer.__call__ model.layers[1]\n"
                                         "Layer.project model.layers[1]\n"
                                         "Linear.__call__ model.layers[1].q\n"
                                         "Linear.__call__ model.layers[1].more['k']\n"
                                         "Linear.__call__ model.layers[1].more[3]\n");
}

static void test_an_object_is_found_through_helpers_and_lists(void **state)
{
    (void)state;
    const Trace *trace = traced(MODEL);
    int before = trace->call_count;
    traced("def helper(f, x):\n"
           "    return f(x)\n"
           "class Wrapper:\n"
           "    def __call__(self, x, inner):\n"
           "        return inner(x)\n"
           "class Outer:\n"
           "    def __init__(self):\n"
           "        self.wrap = Wrapper()\n"
           "        self.attn = Linear(2)\n"
           "    def __call__(self, x):\n"
           "        return self.wrap(helper(self.attn, x), lambda x: self.attn(x))\n"
           "heads = [Linear(2), Linear(2)]\n");
    before = trace->call_count;
    traced("outer = Outer()\n"
           "y = outer(x)\n"
           "z = [h(x) for h in heads]\n"
           "def main():\n"
           "    inside = Linear(2)\n"
           "    return inside(x)\n"
           "u = main()\n"
           "v = Linear(2)(x)\n");
    Buf text = {.arena = &arena};
    for (int i = before; i < trace->call_count; i++) {
        const Call *call = trace->calls[i];
        if (strstr(call->function, "__init__")) continue;
        buf_printf(&text, "%s %s\n", call->function, call->path ? call->path : "-");
    }
    assert_string_equal(buf_text(&text), "Outer.__call__ outer\n"
                                         "helper -\n"
                                         "Linear.__call__ outer.attn\n"
                                         "Wrapper.__call__ outer.wrap\n"
                                         "Outer.__call__.<locals>.<lambda> -\n"
                                         "Linear.__call__ outer.attn\n"
                                         "Linear.__call__ heads[0]\n"
                                         "Linear.__call__ heads[1]\n"
                                         "main -\n"
                                         "Linear.__call__ inside\n"
                                         "Linear.__call__ -\n");
}

static void test_a_module_of_torch_has_its_path(void **state)
{
    (void)state;
    const Trace *trace =
        traced("import torch\n"
               "import torch.nn as nn\n"
               "class Attn(nn.Module):\n"
               "    def __init__(self, d):\n"
               "        super().__init__()\n"
               "        self.q = nn.Linear(d, d)\n"
               "        self.heads = nn.ModuleList([nn.Linear(d, 2) for _ in range(2)])\n"
               "    def forward(self, x):\n"
               "        return torch.cat([h(self.q(x)) for h in self.heads], dim=-1)\n"
               "class Block(nn.Module):\n"
               "    def __init__(self, d):\n"
               "        super().__init__()\n"
               "        self.attn = Attn(d)\n"
               "        self.ff = nn.Sequential(nn.Linear(d, 8), nn.ReLU(), nn.Linear(8, d))\n"
               "        self.norm = nn.ModuleDict({'a': nn.LayerNorm(d)})\n"
               "    def forward(self, x):\n"
               "        return self.ff(self.norm['a'](self.attn(x)))\n"
               "class Model(nn.Module):\n"
               "    def __init__(self):\n"
               "        super().__init__()\n"
               "        self.layers = nn.ModuleList([Block(4), Block(4)])\n"
               "    def forward(self, x):\n"
               "        for layer in self.layers:\n"
               "            x = layer(x)\n"
               "        return x\n"
               "torch.manual_seed(0)\n"
               "model = Model()\n"
               "x = torch.ones(3, 4)\n");
    int before = trace->call_count;
    traced("y = model(x)\n");
    Buf text = {.arena = &arena};
    for (int i = before; i < trace->call_count; i++) {
        const char *path = trace->calls[i]->path;
        if (path && strncmp(path, "model.layers[1]", 15) == 0) buf_printf(&text, "%s\n", path);
    }
    assert_string_equal(buf_text(&text), "model.layers[1]\n"
                                         "model.layers[1].attn\n"
                                         "model.layers[1].attn.q\n"
                                         "model.layers[1].attn.heads[0]\n"
                                         "model.layers[1].attn.q\n"
                                         "model.layers[1].attn.heads[1]\n"
                                         "model.layers[1].norm.a\n"
                                         "model.layers[1].ff\n"
                                         "model.layers[1].ff[0]\n"
                                         "model.layers[1].ff[1]\n"
                                         "model.layers[1].ff[2]\n");
}

static void test_only_so_many_calls_are_kept(void **state)
{
    (void)state;
    const Trace *trace = traced("import torch\n"
                                "def f(x, n):\n"
                                "    return x + 1 if n == 0 else f(x, n - 1)\n"
                                "def g(n):\n"
                                "    return [n]\n"
                                "x = torch.ones(1)\n"
                                "for i in range(200):\n"
                                "    y = f(x, 150)\n"
                                "    g(i)\n"
                                "z = f(x, 3)\n");
    assert_in_range(trace->call_count, STATEMENT_ENTRIES, STATEMENT_ENTRIES + 4);
    const Call *last = trace->calls[trace->call_count - 1];
    assert_int_equal(last->depth, 4);
    assert_null(trace->inside);
}

int main(void)
{
#define CALLS_TEST(f) cmocka_unit_test_setup_teardown(f, open_run, program_close)
    const struct CMUnitTest tests[] = {
        CALLS_TEST(test_calls_of_functions_are_a_tree),
        CALLS_TEST(test_an_object_has_the_path_of_its_owner),
        CALLS_TEST(test_an_object_is_found_through_helpers_and_lists),
        CALLS_TEST(test_a_module_of_torch_has_its_path),
        CALLS_TEST(test_only_so_many_calls_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
