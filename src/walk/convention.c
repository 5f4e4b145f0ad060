// The convention in which a walk is read, which each new run of its program takes over.
#include "trace/convention.h"

#include "walk/focus.h"
#include "walk/walk.h"

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
