// Finds the loop at hand, and the place in another of its iterations that is like this one.
#include "walk/runs/iteration.h"

#include "study/film.h"
#include "trace/record/counterpart.h"
#include "walk/edits/edit.h"
#include "walk/places/stages.h"

#include <inttypes.h>

const Loop *walk_loop(const Walk *walk, int64_t *iteration)
{
    const Trace *trace = walk->trace;
    const Loop *loop = NULL, *before = NULL;
    Stage stage = walk_stage(walk);
    int entry = stage_first_entry(walk, &stage);
    const Iteration *here = entry < 0 ? NULL : loop_iteration_of(trace, entry, &loop);
    *iteration = here ? here->number : -1;
    if (here && loop->count > 1) return loop;
    *iteration = -1;
    for (int i = 0; i < trace->loop_count; i++) {
        const Loop *one = trace->loops[i];
        if (!film_is_worth_telling(one)) continue;
        if (one->statement >= stage.statement &&
            trace->statements[one->statement].step >= stage.step)
            return one;
        before = one;
    }
    return before;
}

// Is it about tensors that are counted in an iteration behind which others may come in?
static bool counts_in(const Trace *trace, const Override *override, const Loop *loop)
{
    Override any = *override;
    any.nth = EVERY_TIME;
    for (int i = 0; i < loop->recorded_count && loop->is_windowed; i++) {
        const Iteration *in = &loop->recorded[i];
        int entry = in->number < 2 ? -1 : override_entry(trace, &any, in->first_entry);
        if (entry >= 0 && entry < in->entry_end) return true;
    }
    return false;
}

bool walk_holds_loop(const Walk *walk)
{
    const Override *list;
    int count = edit_overrides(walk, &list);
    bool holds = false;
    for (int i = 0; i < count; i++) {
        if (list[i].words || list[i].nth == EVERY_TIME) continue;
        for (int k = 0; k < walk->trace->loop_count; k++)
            holds |= counts_in(walk->trace, &list[i], walk->trace->loops[k]);
    }
    return holds;
}

// ---- the place ----------------------------------------------------------------------------------

static Stage first_of(const Walk *walk, const Loop *loop, const Iteration *iteration)
{
    const Statement *statement = &walk->trace->statements[loop->statement];
    Stage first = {.step = statement->step, .statement = loop->statement, .entry = -1, .call = -1},
          *lines;
    SCRATCH(scratch);
    int count = walk_outline(walk, &scratch, &lines);
    for (int i = 0; i < count; i++) {
        int entry = stage_first_entry(walk, &lines[i]);
        if (entry < iteration->first_entry || entry >= iteration->entry_end) continue;
        first = lines[i];
        break;
    }
    return first;
}

// The same operation there. False: that iteration has none such.
static bool go_to_like(Walk *walk, const Spot *spot, int64_t number)
{
    Spot like = spot_now(walk, walk->trace, spot, number);
    if ((spot->stage.entry >= 0 && like.stage.entry < 0) ||
        (spot->stage.call >= 0 && like.stage.call < 0))
        return false;
    walk_show(walk, &like.stage);
    like.stage = walk_stage(walk);
    like.focus = walk->at.focus;
    like.result_at = like.selected.at;
    spot_go(walk, &like);
    return true;
}

// The first iteration is recorded in each run, so that a place in it is known there again.
static bool record(Walk *walk, int loop, int64_t number, int64_t *from)
{
    Spot before = spot_here(walk);
    if (walk_holds_loop(walk)) return false;
    if (*from >= 0 && go_to_like(walk, &before, 0)) *from = 0;
    if (record_iteration(walk, loop, number)) return true;
    spot_go(walk, &before);
    return false;
}

bool walk_go_to_iteration(Walk *walk, int64_t number)
{
    int64_t from;
    const Loop *loop = walk_loop(walk, &from);
    if (!loop || number < 0 || number >= loop->count || number == from) return false;
    int which = 0;
    while (walk->trace->loops[which] != loop) which++;
    if (!loop_recorded(loop, number) && !record(walk, which, number, &from)) return false;
    loop = walk->trace->loops[which];
    const Iteration *iteration = loop_recorded(loop, number);
    Spot here = spot_here(walk);
    if (!iteration) return false;
    if (from >= 0 && go_to_like(walk, &here, number)) return true;
    Stage first = first_of(walk, loop, iteration);
    return (first.entry >= 0 || first.call >= 0) && walk_show(walk, &first);
}

bool walk_move_iteration(Walk *walk, int by)
{
    int64_t at;
    const Loop *loop = walk_loop(walk, &at);
    if (!loop) return false;
    if (by <= -FAR_ITERATIONS) return walk_go_to_iteration(walk, 0);
    if (by >= FAR_ITERATIONS) return walk_go_to_iteration(walk, loop->count - 1);
    return walk_go_to_iteration(walk, at < 0 ? 0 : at + by);
}

const char *walk_stopped_loop(const Walk *walk, Arena *arena)
{
    const char *text = NULL;
    for (int i = 0; i < walk->trace->loop_count; i++) {
        const Loop *loop = walk->trace->loops[i];
        if (!loop->was_stopped) continue;
        bool one = loop->count == 1;
        text = arena_printf(arena,
                            "Stopped after %" PRId64 " iteration%s: the walk goes on with what "
                            "%s left.",
                            loop->count, one ? "" : "s", one ? "it" : "they");
    }
    return text;
}
