// Which iterations a run records, and running again for others. The reader's place, his marks and
// his answers go over to the new run, as far as it has recorded what they are about.
#include "walk/runs/iteration.h"

#include "trace/record/counterpart.h"
#include "walk/edits/edit.h"

#include <string.h>

void record_windows(const Walk *walk)
{
    Trace *trace = run_trace(walk->ran.run);
    trace->windows = walk->program.window;
    trace->window_count = walk->program.window_count;
}

// What the run without edits says of its loops.
static void note_loops(Walk *walk)
{
    const Trace *trace = (walk->original ? walk->original : walk)->trace;
    LoopWindow *windows = NEW_ARRAY(&walk->arena, LoopWindow, trace->loop_count + 1);
    for (int i = 0; i < trace->loop_count; i++) {
        const Loop *loop = trace->loops[i];
        bool is_known = i < walk->program.window_count;
        windows[i] = is_known ? walk->program.window[i] : (LoopWindow){.chosen = -1};
        windows[i].count = loop->count;
        windows[i].length = loop->length;
        windows[i].stops |= loop->was_stopped;
        if (loop->stopped_inside) windows[i].inside = loop->stopped_inside;
    }
    walk->program.window = windows;
    walk->program.window_count = trace->loop_count;
}

static bool lacks_ends(const Trace *trace)
{
    for (int i = 0; i < trace->loop_count; i++) {
        if (!loop_has_end(trace->loops[i])) return true;
    }
    return false;
}

void record_ends(Walk *walk, OtherNumbers others)
{
    enum { OPERATIONS_AT_ONCE = 300000 }; // about a second
    bool is_short = run_operations(walk->ran.run) <= OPERATIONS_AT_ONCE;
    note_loops(walk);
    if (!lacks_ends(walk->trace) || rerun_watch_stops(walk) || !is_short) return;
    Walk former = rerun_lift(walk);
    walk_run(walk, others, run_bytes(former.ran.run));
    if (rerun_watch_stops(walk)) {
        walk_rerun_free(walk);
        rerun_take(walk, &former);
    } else {
        walk_rerun_free(&former);
    }
}

// ---- what goes over -----------------------------------------------------------------------------

static void keep_marks(Walk *walk, const Trace *former)
{
    for (int i = 0; i < MARK_COUNT; i++)
        walk->past.marks[i] = spot_now(walk, former, &walk->past.marks[i], SAME_ITERATION);
    for (int i = 0; i < walk->edits.count; i++)
        walk->edits.changes[i].before =
            spot_now(walk, former, &walk->edits.changes[i].before, SAME_ITERATION);
}

// ---- again --------------------------------------------------------------------------------------

// With the windows as they are now, the original and, if there are edits, the one with them.
static bool run_both(Walk *walk, bool is_edited, size_t beside)
{
    OtherNumbers none = {0};
    walk->original = NULL;
    walk_run(walk, none, beside);
    if (!is_edited || rerun_watch_stops(walk)) return !rerun_watch_stops(walk);
    rerun_put_aside(walk);
    rerun_edited(walk, walk, NULL, beside + run_bytes(walk->original->ran.run));
    return !rerun_watch_stops(walk);
}

static bool run_again(Walk *walk)
{
    Walk former_original = {0};
    Spot spot = spot_here(walk);
    bool is_edited = walk->original != NULL;
    size_t beside = walk_bytes(walk);
    Walk former = rerun_lift(walk);
    if (is_edited) former_original = rerun_lift(walk->original);
    if (!run_both(walk, is_edited, beside)) {
        walk_rerun_free(walk);
        if (walk->original) walk_rerun_free(walk->original);
        rerun_take(walk, &former);
        walk->original = is_edited ? walk->edits.kept : NULL;
        if (is_edited) rerun_take(walk->original, &former_original);
        walk->program.was_stopped = true;
        return false;
    }
    keep_marks(walk, former.trace);
    rerun_carry_over(walk, &former, true, &spot);
    walk_rerun_free(&former);
    walk_rerun_free(&former_original);
    return true;
}

bool record_iteration(Walk *walk, int loop, int64_t iteration)
{
    note_loops(walk);
    if (loop >= walk->program.window_count) return false;
    int64_t before = walk->program.window[loop].chosen;
    walk->program.window[loop].chosen = iteration;
    if (run_again(walk)) return true;
    walk->program.window[loop].chosen = before;
    return false;
}
