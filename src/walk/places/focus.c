// Sets which operation or call the equation shows, and lists its operands and result.
#include "walk/places/focus.h"

#include "study/arithmetic/equation.h"
#include "trace/names/convention.h"
#include "walk/walk.h"

static void show(Walk *walk, int entry, const Call *call)
{
    SCRATCH(scratch);
    int *entries, count = 0;
    walk->at.focus = entry;
    walk->at.focus_call = call ? call->index : -1;
    if (entry >= 0) count = equation_entries(walk->trace, entry, call, &scratch, &entries);
    WalkEquation *equation = &walk->equation;
    for (int i = 0; i < count; i++) {
        equation->entries = arena_grow(&walk->arena, equation->entries, (size_t)i,
                                       &equation->capacity, sizeof(int));
        equation->entries[i] = entries[i];
    }
    equation->count = count;
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
    *entries = walk->equation.entries;
    return walk->equation.count;
}

bool walk_in_equation(const Walk *walk, int entry)
{
    for (int i = 0; i < walk->equation.count; i++) {
        if (walk->equation.entries[i] == entry) return true;
    }
    return false;
}

// ---- the convention -----------------------------------------------------------------------------

// The convention in which a walk is read, which each new run of its program takes over.

static void read_run(const Walk *run, bool columns)
{
    if (run && run->ran.run) trace_read_columns(run_trace(run->ran.run), columns);
}

void walk_read_columns(Walk *walk, bool columns)
{
    walk->view.columns = columns;
    read_run(walk, columns);
    read_run(walk->original, columns);
    if (!walk->ran.stage_count) return;
    const Call *call = walk->at.focus_call < 0 ? NULL : walk->trace->calls[walk->at.focus_call];
    if (call)
        focus_call(walk, call);
    else
        focus_set(walk, walk->at.focus);
}
