// Sets which operation or call the equation shows, and lists its operands and result.
#include "walk/focus.h"

#include "study/equation.h"
#include "trace/convention.h"
#include "walk/walk.h"

static void add_matrix(Walk *walk, int entry)
{
    walk->equation = arena_grow(&walk->arena, walk->equation, (size_t)walk->equation_count,
                                &walk->equation_capacity, sizeof(int));
    walk->equation[walk->equation_count++] = entry;
}

static void show(Walk *walk, int entry, const Call *call)
{
    Arena scratch = {0};
    int *entries, count = 0;
    walk->focus = entry;
    walk->focus_call = call ? call->index : -1;
    walk->equation_count = 0;
    if (entry >= 0) count = equation_entries(walk->trace, entry, call, &scratch, &entries);
    for (int i = 0; i < count; i++) add_matrix(walk, entries[i]);
    arena_free(&scratch);
}

void focus_set(Walk *walk, int entry)
{
    show(walk, entry, NULL);
}

void focus_call(Walk *walk, const Call *call)
{
    show(walk, call->result, call);
}

int walk_equation(const Walk *walk, const int **entries)
{
    *entries = walk->equation;
    return walk->equation_count;
}

bool walk_in_equation(const Walk *walk, int entry)
{
    for (int i = 0; i < walk->equation_count; i++) {
        if (walk->equation[i] == entry) return true;
    }
    return false;
}

// ---- the convention -----------------------------------------------------------------------------

// The convention in which a walk is read, which each new run of its program takes over.

static void read_run(const Walk *run, bool columns)
{
    if (run && run->run) trace_read_columns(run_trace(run->run), columns);
}

void walk_read_columns(Walk *walk, bool columns)
{
    walk->columns = columns;
    read_run(walk, columns);
    read_run(walk->original, columns);
    if (!walk->stage_count) return;
    const Call *call = walk->focus_call < 0 ? NULL : walk->trace->calls[walk->focus_call];
    if (call)
        focus_call(walk, call);
    else
        focus_set(walk, walk->focus);
}
