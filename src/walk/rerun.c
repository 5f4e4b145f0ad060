// The original run is put aside at the first edit and comes back when no edit is left. A run with
// edits stays until the next one has ended: that may be stopped.
#include "walk/rerun.h"

#include "walk/changed_cells.h"
#include "walk/focus.h"
#include "walk/stages.h"

#include <stddef.h>
#include <string.h>

// ---- the fields of a run ------------------------------------------------------------------------

void rerun_take(Walk *to, const Walk *from)
{
    enum { FIRST = offsetof(Walk, run_arena), END = offsetof(Walk, settled) };
    memcpy((char *)to + FIRST, (const char *)from + FIRST, END - FIRST);
    to->error.arena = &to->run_arena;
}

void walk_rerun_free(Walk *walk)
{
    static const Walk none;
    if (walk->run) run_free(walk->run);
    changed_cells_free(walk->changed);
    arena_free(&walk->run_arena);
    rerun_take(walk, &none);
}

size_t walk_bytes(const Walk *walk)
{
    return run_bytes(walk->run) + (walk->original ? run_bytes(walk->original->run) : 0);
}

// ---- the same way as the original ---------------------------------------------------------------

static bool is_alike(const Entry *a, const Entry *b)
{
    Span s = a->source, t = b->source;
    const char *text_a = s.source ? s.source->text.p : NULL;
    const char *text_b = t.source ? t.source->text.p : NULL;
    return a->call.op == b->call.op && text_a == text_b && s.start == t.start && s.end == t.end &&
           a->statement == b->statement;
}

static int count_alike(const Trace *a, const Trace *b)
{
    int count = 0, most = a->entry_count < b->entry_count ? a->entry_count : b->entry_count;
    while (count < most && is_alike(&a->entries[count], &b->entries[count])) count++;
    return count;
}

bool walk_goes_same_way(const Walk *walk)
{
    if (!walk->original) return true;
    const Trace *now = walk->trace, *before = walk->original->trace;
    bool same = walk->alike == now->entry_count && walk->alike == before->entry_count &&
                walk->error.set == walk->original->error.set;
    for (int i = 0; i < walk->alike && same; i++) {
        same = shape_equal(trace_shape(now, i), trace_shape(before, i));
    }
    return same;
}

// ---- the reader's place -------------------------------------------------------------------------

Spot spot_here(const Walk *walk)
{
    Spot spot = {{.step = 0, .statement = -1, .entry = -1, .call = -1},
                 walk->substep,
                 walk->focus,
                 walk->selected,
                 walk->result_at};
    if (walk->stage < walk->stage_count) spot.stage = walk->stages[walk->stage];
    return spot;
}

static int at_most(int value, int limit)
{
    return value < limit ? value : limit;
}

static int same_stage(const Walk *walk, const Stage *wanted)
{
    for (int i = 0; i < walk->stage_count; i++) {
        const Stage *stage = &walk->stages[i];
        if (stage->step == wanted->step && stage->statement == wanted->statement &&
            stage->entry == wanted->entry && stage->call == wanted->call)
            return i;
    }
    return -1;
}

// The same stage, else the last one before it that there is.
static int stage_near(const Walk *walk, const Stage *wanted)
{
    int near = same_stage(walk, wanted);
    for (int i = walk->stage_count - 1; i > 0 && near < 0; i--) {
        const Stage *stage = &walk->stages[i];
        if (stage->step < wanted->step ||
            (stage->step == wanted->step && stage->statement <= wanted->statement))
            near = i;
    }
    return near < 0 ? 0 : near;
}

void spot_go_back(Walk *walk, const Spot *spot)
{
    int stage = same_stage(walk, &spot->stage);
    if (stage < 0) stage = stages_find(walk, stage_first_entry(walk, &spot->stage));
    walk->stage = stage < 0 ? 0 : stage;
    walk->substep = at_most(spot->substep, walk->stages[walk->stage].substeps);
    focus_set(walk, spot->focus);
    walk_select(walk, spot->selected);
}

// Where the stage is gone: is what the reader looked at still there, the same one and computed?
static bool is_still_there(const Walk *walk, int focus)
{
    int known = walk->original ? walk->alike : walk->trace->entry_count;
    return focus >= 0 && focus < known && walk_is_open(walk, (Cell){.entry = focus});
}

void spot_go(Walk *walk, const Spot *spot)
{
    if (walk->stage_count == 0) return;
    int stage = stage_near(walk, &spot->stage);
    const Stage *near = &walk->stages[stage];
    walk_go_to(walk, stage, at_most(spot->substep, near->substeps));
    bool is_same = near->entry == spot->stage.entry && near->call == spot->stage.call;
    if (!is_same && !is_still_there(walk, spot->focus)) return;
    bool gone_to = spot->focus != walk->focus && spot->focus >= 0;
    if (gone_to && spot->focus < walk->trace->entry_count) focus_set(walk, spot->focus);
    if (!walk_in_equation(walk, spot->selected.entry)) return;
    walk->result_at = spot->result_at;
    walk_select(walk, spot->selected);
}

// Places to jump back to that there are no more are forgotten.
static void keep_jumps(Walk *walk)
{
    int kept = 0, entries = walk->trace->entry_count;
    for (int i = 0; i < walk->jump_count; i++) {
        const Spot *jump = &walk->jumps[i];
        if (jump->focus < entries && jump->selected.entry < entries &&
            jump->stage.call < walk->trace->call_count)
            walk->jumps[kept++] = *jump;
    }
    walk->jump_count = kept;
    walk->jumps_ahead = 0;
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
    for (int i = 0; i < walk->question_count; i++) {
        if (is_same_question(&walk->questions[i], wanted)) return &walk->questions[i];
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

void rerun_keep_answers(Walk *walk, const Question *before, int count)
{
    for (int i = 0; i < count; i++) {
        Question *now = find_question(walk, &before[i]);
        bool is_own = before[i].origin == ASKED_BY_READER && is_there(walk, before[i].cell);
        if (!now && is_own) {
            question_add_cell(walk, before[i].cell, ASKED_BY_READER);
            now = &walk->questions[walk->question_count - 1];
        }
        if (now) now->answer = before[i].answer;
    }
}

// ---- running again ------------------------------------------------------------------------------

void rerun_put_aside(Walk *walk)
{
    if (walk->original) return;
    if (!walk->kept) walk->kept = NEW(&walk->arena, Walk);
    static const Walk none;
    rerun_take(walk->kept, walk);
    rerun_take(walk, &none);
    walk->original = walk->kept;
}

void rerun_take_back(Walk *walk)
{
    rerun_take(walk, walk->original);
    walk->original = NULL;
}

// Calls that had been stepped into are again.
void rerun_enter(Walk *walk, const bool *entered, int calls)
{
    walk->stage_count = 0;
    walk->entered = NEW_ARRAY(&walk->run_arena, bool, walk->trace->call_count + 1);
    for (int i = 0; i < calls && i < walk->trace->call_count; i++) walk->entered[i] = entered[i];
    stages_build(walk);
}

// False: it was stopped, and the run from before is back.
static bool run_with(Walk *walk, const Override *overrides, int count)
{
    static const Walk none;
    Walk before = none; // the run with other edits
    bool first = !walk->original;
    size_t beside = walk_bytes(walk);
    if (first)
        rerun_put_aside(walk);
    else
        rerun_take(&before, walk), rerun_take(walk, &none);
    if (count)
        walk_run(walk,
                 overrides_in_force(overrides, count, walk->original->trace, &walk->run_arena),
                 beside);
    else
        rerun_take_back(walk);
    walk->was_stopped = count && rerun_watch_stops(walk);
    if (walk->was_stopped) {
        walk_rerun_free(walk);
        if (first)
            rerun_take_back(walk);
        else
            rerun_take(walk, &before);
        return false;
    }
    walk_rerun_free(&before);
    return true;
}

Walk walk_unrun(const Walk *walk)
{
    return (Walk){.lesson = walk->lesson,
                  .memory_limit = walk->memory_limit,
                  .readable = walk->readable,
                  .ascii = walk->ascii,
                  .watch = walk->watch};
}

bool walk_run_beside(Walk *other, const Walk *walk, const Override *overrides, int count)
{
    const Trace *first = walk->original ? walk->original->trace : walk->trace;
    *other = walk_unrun(walk);
    other->windows = walk->windows;
    other->window_count = walk->window_count;
    other->original = NEW(&other->arena, Walk);
    *other->original = *walk;
    walk_run(other, overrides_in_force(overrides, count, first, &other->run_arena),
             walk_bytes(walk));
    if (rerun_watch_stops(walk)) {
        walk_beside_free(other);
        return false;
    }
    other->changed = changed_cells_new(other->trace->entry_count, &other->run_arena);
    other->alike = count_alike(other->trace, walk->trace);
    return true;
}

void walk_beside_free(Walk *other)
{
    walk_rerun_free(other);
    arena_free(&other->arena);
}

void rerun_compare(Walk *walk)
{
    const Walk *original = walk->original;
    if (original) walk->changed = changed_cells_new(walk->trace->entry_count, &walk->run_arena);
    walk->alike = original ? count_alike(walk->trace, original->trace) : walk->trace->entry_count;
}

bool walk_rerun(Walk *walk, const Override *overrides, int count)
{
    walk->was_stopped = false;
    if (count == 0 && !walk->original) return true;
    Arena scratch = {0};
    Spot spot = spot_here(walk);
    int calls = walk->trace->call_count, asked = walk->question_count;
    bool *entered = NEW_ARRAY(&scratch, bool, calls + 1);
    memcpy(entered, walk->entered, (size_t)calls * sizeof *entered);
    Question *questions = NEW_ARRAY(&scratch, Question, asked + 1);
    if (asked) memcpy(questions, walk->questions, (size_t)asked * sizeof *questions);
    if (!run_with(walk, overrides, count)) {
        arena_free(&scratch);
        return false;
    }
    rerun_compare(walk);
    rerun_enter(walk, entered, calls);
    if (count) questions_fade(walk);
    rerun_keep_answers(walk, questions, asked);
    keep_jumps(walk);
    spot_go(walk, &spot);
    arena_free(&scratch);
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
    return walk->watch ? &walk->watch->pulse : NULL;
}

bool rerun_watch_stops(const Walk *walk)
{
    return walk->watch && atomic_load(&walk->watch->pulse.stop);
}

void rerun_watch_begin(const Walk *walk, bool again)
{
    if (walk->watch) walk->watch->begin(walk->watch, again);
}

void rerun_watch_end(const Walk *walk)
{
    if (walk->watch) walk->watch->end(walk->watch);
}
