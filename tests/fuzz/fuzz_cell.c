// Any bytes as the name of a cell, on one fixed run: it is refused, or its arithmetic, its sources
// and what it feeds can all be told.
#include "fuzz/fuzz.h"

#include "modules/modules.h"
#include "study/names/typed_name.h"
#include "trace/explain/dependents.h"
#include "trace/explain/explain.h"
#include "trace/names/labels.h"

static const char *const program =
    "import torch\n"
    "x = torch.tensor([[1., 0., 2.], [0., 2., 0.5]])\n"
    "w = torch.arange(12.).reshape(3, 4) / 7\n"
    "y = x @ w\n"
    "e = torch.zeros(0, 3)\n"
    "n = torch.tensor(3)\n"
    "p = torch.softmax(y.masked_fill(y > 1, -torch.inf), dim=-1)\n"
    "b = torch.stack([y, p, y * 2 - p]).transpose(0, 2)[1:, ..., None]\n"
    "s = b.sum(dim=1).mean()\n"
    "long_name = torch.cat([x, x.flip(0)]) if False else x.max(dim=1).values\n"
    "y[0, 1:3] = 9\n"
    "t = y.T @ y\n";

static Run *run;

static void start(void)
{
    Arena *arena = calloc(1, sizeof *arena);
    Buf *out = NEW(arena, Buf);
    Source *source = NEW(arena, Source);
    Error error = {.arena = arena};
    out->arena = arena;
    *source = (Source){.name = "fixed.py", .text = str_from(program)};
    run = run_new(&(RunOptions){.out = out});
    if (!run_source(run, source, &error)) {
        error_print(&error, out);
        fputs(buf_text(out), stderr);
        abort();
    }
}

static bool is_same(double a, double b)
{
    return a == b || (a != a && b != b);
}

static void explain(const Trace *trace, Cell cell, int depth, Arena *arena)
{
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    for (int i = 0; i < shape->ndim; i++) {
        CHECK(cell.at.at[i] >= 0 && cell.at.at[i] < shape->dim[i]);
        CHECK(label_at(trace, cell.entry, i, cell.at.at[i], arena));
    }
    Buf out = {.arena = arena};
    explain_print(trace, (Sight){0}, cell, depth, depth, &out);
    CHECK(out.n > 0);
    Cell again;
    CHECK(dependents_of(trace, cell, (DependentLimit){5, DEPENDENT_TERMS_AT_ONCE}, arena).count <=
          5);
    Error error = {.arena = arena};
    const char *name = cell_name(trace, cell_named(trace, cell), arena);
    if (cell_parse(trace, str_from(name), &again, &error)) {
        CHECK(again.entry != cell.entry ||
              is_same(cell_value(trace, again), cell_value(trace, cell)));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!run) start();
    Arena arena = {0};
    Error error = {.arena = &arena}, other = {.arena = &arena};
    Str text = {(const char *)data, (int)size};
    const Trace *trace = run_trace(run);
    Cell cell;
    int indices;
    bool ok = cell_parse(trace, text, &cell, &error);
    CHECK(ok != error.set);
    if (ok) explain(trace, cell, (int)(size % 6), &arena);
    ok = trace_parse_tensor(trace, text, &cell, &indices, &other);
    CHECK(ok != other.set);
    if (ok) CHECK(indices <= trace->entries[cell.entry].call.output->shape.ndim);
    arena_free(&arena);
    return 0;
}
