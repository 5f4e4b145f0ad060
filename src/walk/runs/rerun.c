// The original run is put aside at the first edit and comes back when no edit is left. A run with
// edits stays until the next one has ended: that may be stopped.
#include "walk/runs/rerun.h"

#include "tensor/op.h"
#include "trace/record/counterpart.h"
#include "walk/edits/donor.h"
#include "walk/places/spot.h"
#include "walk/places/stages.h"

#include <string.h>

// ---- the fields of a run ------------------------------------------------------------------------

void rerun_take(Walk *to, const Walk *from)
{
    to->ran = from->ran;
    to->trace = from->trace;
    to->ran.error.arena = &to->ran.arena;
}

Walk rerun_lift(Walk *walk)
{
    static const Walk none;
    Walk lifted = none;
    rerun_take(&lifted, walk);
    rerun_take(walk, &none);
    return lifted;
}

void walk_rerun_free(Walk *walk)
{
    if (walk->ran.run) run_free(walk->ran.run);
    changed_cells_free(walk->ran.changed);
    arena_free(&walk->ran.arena);
    rerun_lift(walk);
}

size_t walk_bytes(const Walk *walk)
{
    size_t bytes = run_bytes(walk->ran.run) + donors_bytes(walk);
    return bytes + (walk->original ? run_bytes(walk->original->ran.run) : 0);
}

// ---- the same way as the original ---------------------------------------------------------------

static int count_alike(const Trace *a, const Trace *b)
{
    int count = 0, most = a->entry_count < b->entry_count ? a->entry_count : b->entry_count;
    while (count < most && entry_is_alike(&a->entries[count], &b->entries[count])) count++;
    return count;
}

bool walk_goes_same_way(const Walk *walk)
{
    if (!walk->original) return true;
    const Trace *now = walk->trace, *before = walk->original->trace;
    bool same = walk->edits.alike == now->entry_count && walk->edits.alike == before->entry_count &&
                walk->ran.error.set == walk->original->ran.error.set;
    for (int i = 0; i < walk->edits.alike && same; i++) {
        same = shape_equal(trace_shape(now, i), trace_shape(before, i));
    }
    return same;
}

// ---- answers ------------------------------------------------------------------------------------

static bool is_same_question(const Question *a, const Question *b)
{
    if (a->origin != b->origin) return false;
    if (a->prediction || b->prediction) return a->prediction == b->prediction;
    return a->cell.entry == b->cell.entry && memcmp(&a->cell.at, &b->cell.at, sizeof(Index)) == 0;
}

static Question *find_question(const Walk *walk, const Question *wanted)
{
    for (int i = 0; i < walk->ran.question_count; i++) {
        if (is_same_question(&walk->ran.questions[i], wanted)) return &walk->ran.questions[i];
    }
    return NULL;
}

static bool is_there(const Walk *walk, Cell cell)
{
    if (cell.entry < 0 || cell.entry >= walk->trace->entry_count) return false;
    const OpCall *call = &walk->trace->entries[cell.entry].call;
    for (int d = 0; d < MAX_DIMS; d++) {
        if (cell.at.at[d] >= (d < call->shape.ndim ? call->shape.dim[d] : 1)) return false;
    }
    return call->op->sources && !call->output->is_number;
}

static void keep_answers(Walk *walk, const Walk *former)
{
    for (int i = 0; i < former->ran.question_count; i++) {
        Question before = former->ran.questions[i];
        before.cell.entry =
            counterpart_entry(former->trace, before.cell.entry, walk->trace, SAME_ITERATION);
        Question *now = find_question(walk, &before);
        if (!now && before.origin == ASKED_BY_READER && is_there(walk, before.cell)) {
            question_add_cell(walk, before.cell, ASKED_BY_READER);
            now = &walk->ran.questions[walk->ran.question_count - 1];
        }
        if (now) now->answer = before.answer;
    }
}

// ---- running again ------------------------------------------------------------------------------

void rerun_put_aside(Walk *walk)
{
    if (walk->original) return;
    if (!walk->edits.kept) walk->edits.kept = NEW(&walk->arena, Walk);
    *walk->edits.kept = rerun_lift(walk);
    rerun_take(walk->edits.kept, walk->edits.kept);
    walk->original = walk->edits.kept;
}

static void rerun_take_back(Walk *walk)
{
    rerun_take(walk, walk->original);
    walk->original = NULL;
}

Walk walk_unrun(const Walk *walk)
{
    return (Walk){.lesson = walk->lesson, .program = walk->program};
}

void rerun_edited(Walk *to, const Walk *walk, const Override *what, size_t beside)
{
    Arena *arena = &to->ran.arena;
    const Trace *first = walk->original ? walk->original->trace : walk->trace;
    Override *list;
    int count = edit_overrides_with(walk, what, arena, &list);
    walk_run(to, overrides_in_force(list, count, first, arena), beside);
}

bool walk_run_beside(Walk *other, const Walk *walk, const Override *what)
{
    *other = walk_unrun(walk);
    other->original = NEW(&other->arena, Walk);
    *other->original = *walk;
    rerun_edited(other, walk, what, walk_bytes(walk));
    if (rerun_watch_stops(walk)) {
        walk_beside_free(other);
        return false;
    }
    other->ran.changed = changed_cells_new(other->trace, walk->trace, &other->ran.arena);
    other->edits.alike = count_alike(other->trace, walk->trace);
    return true;
}

void walk_beside_free(Walk *other)
{
    walk_rerun_free(other);
    arena_free(&other->arena);
}

// Calls that had been stepped into are again.
static void keep_entered(Walk *walk, const Walk *former)
{
    walk->ran.stage_count = 0;
    walk->ran.entered = NEW_ARRAY(&walk->ran.arena, bool, walk->trace->call_count + 1);
    for (int i = 0; i < former->trace->call_count; i++) {
        int now = former->ran.entered[i]
                      ? counterpart_call(former->trace, i, walk->trace, SAME_ITERATION)
                      : -1;
        if (now >= 0) walk->ran.entered[now] = true;
    }
    stages_build(walk);
}

// Places to jump back to that there are no more are forgotten.
static void keep_jumps(Walk *walk, const Trace *former)
{
    int kept = 0;
    for (int i = 0; i < walk->past.jump_count; i++) {
        Spot now = spot_now(walk, former, &walk->past.jumps[i], SAME_ITERATION);
        if (now.focus >= 0) walk->past.jumps[kept++] = now;
    }
    walk->past.jump_count = kept;
    walk->past.jumps_ahead = 0;
}

void rerun_carry_over(Walk *walk, const Walk *former, bool is_new, const Spot *spot)
{
    const Walk *original = walk->original;
    if (original)
        walk->ran.changed = changed_cells_new(walk->trace, original->trace, &walk->ran.arena);
    walk->edits.alike =
        original ? count_alike(walk->trace, original->trace) : walk->trace->entry_count;
    keep_entered(walk, former);
    if (is_new) questions_put_aside(walk);
    if (is_new) questions_fade(walk);
    keep_answers(walk, former);
    keep_jumps(walk, former->trace);
    Spot now = spot_now(walk, former->trace, spot, SAME_ITERATION);
    spot_go(walk, &now);
}

bool walk_rerun(Walk *walk)
{
    const Override *list;
    int count = edit_overrides(walk, &list);
    Spot spot = spot_here(walk);
    size_t beside = walk_bytes(walk);
    bool first = !walk->original;
    walk->program.was_stopped = false;
    if (count == 0 && first) return true;
    if (first) rerun_put_aside(walk);
    Walk former = first ? *walk->original : rerun_lift(walk); // that with other edits
    if (count)
        rerun_edited(walk, walk, NULL, beside);
    else
        rerun_take_back(walk);
    walk->program.was_stopped = count && rerun_watch_stops(walk);
    if (walk->program.was_stopped) {
        walk_rerun_free(walk);
        rerun_take(walk, &former);
        if (first) walk->original = NULL;
        return false;
    }
    rerun_carry_over(walk, &former, count > 0, &spot);
    if (!first) walk_rerun_free(&former);
    return true;
}

// ---- how long it takes, and who watches ---------------------------------------------------------

// The sum ends where it is too large already: a program may have very many operations.
bool walk_work_is_less(const Walk *walk, int step, int64_t most)
{
    const Trace *trace = walk->trace;
    int64_t work = 0;
    for (int e = 0; e < trace->entry_count && work < most; e++) {
        const OpCall *call = &trace->entries[e].call;
        int statement = trace->entries[e].statement;
        bool inside = statement >= 0 && trace->statements[statement].step == step;
        if (step < 0 || (inside && call->op->sources)) work += op_work(call);
    }
    return work < most;
}

Pulse *rerun_watch_pulse(const Walk *walk)
{
    return walk->program.watch ? &walk->program.watch->pulse : NULL;
}

bool rerun_watch_stops(const Walk *walk)
{
    return walk->program.watch && atomic_load(&walk->program.watch->pulse.stop);
}

void rerun_watch_begin(const Walk *walk, bool again)
{
    if (walk->program.watch) walk->program.watch->begin(walk->program.watch, again);
}

void rerun_watch_end(const Walk *walk)
{
    if (walk->program.watch) walk->program.watch->end(walk->program.watch);
}
