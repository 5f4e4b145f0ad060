// Keeps places and returns to them. An edit can change what the program computes, so the operation
// may be gone; then the walk goes to what was before it in its step.
#include "walk/places/spot.h"

#include "trace/record/counterpart.h"
#include "walk/places/focus.h"
#include "walk/places/stages.h"

Spot spot_here(const Walk *walk)
{
    Stage stage = {.step = 0, .statement = -1, .entry = -1, .call = -1};
    if (walk->at.stage < walk->ran.stage_count) stage = walk->ran.stages[walk->at.stage];
    return (Spot){
        true, stage, walk->at.substep, walk->at.focus, walk->at.selected, walk->at.result_at};
}

Spot spot_now(const Walk *walk, const Trace *former, const Spot *spot, int64_t iteration)
{
    Spot now = *spot;
    now.stage.entry = counterpart_entry(former, spot->stage.entry, walk->trace, iteration);
    now.stage.call = counterpart_call(former, spot->stage.call, walk->trace, iteration);
    now.focus = counterpart_entry(former, spot->focus, walk->trace, iteration);
    now.selected.entry = counterpart_entry(former, spot->selected.entry, walk->trace, iteration);
    return now;
}

bool spot_has_cell(const Walk *walk, const Spot *spot)
{
    Cell cell = spot->selected;
    if (cell.entry < 0 || cell.entry >= walk->trace->entry_count) return false;
    const Shape *shape = trace_shape(walk->trace, cell.entry);
    for (int d = 0; d < shape->ndim; d++) {
        if (cell.at.at[d] < 0 || cell.at.at[d] >= shape->dim[d]) return false;
    }
    return shape_count(shape) > 0;
}

const char *spot_title(const Walk *walk, const Spot *spot, Arena *arena)
{
    int step = spot->stage.step;
    if (spot_has_cell(walk, spot)) return cell_name(walk->trace, spot->selected, arena);
    return step >= 0 && step < walk->lesson.step_count ? walk->lesson.steps[step].title : "";
}

// ---- going there --------------------------------------------------------------------------------

static int at_most(int value, int limit)
{
    return value < limit ? value : limit;
}

// An operation and a call have but one statement.
static bool is_same(const Stage *a, const Stage *b)
{
    bool is_bare = a->entry < 0 && a->call < 0;
    return a->step == b->step && a->entry == b->entry && a->call == b->call &&
           (!is_bare || a->statement == b->statement);
}

static int find_stage(const Stage *stages, int count, const Stage *wanted)
{
    int i = count - 1;
    while (i >= 0 && !is_same(&stages[i], wanted)) i--;
    return i;
}

// The last stage before one that is gone; of its step alone the first.
static int stage_near(const Walk *walk, const Stage *wanted)
{
    int near = walk->ran.stage_count - 1;
    while (near > 0 && (walk->ran.stages[near].step > wanted->step ||
                        (walk->ran.stages[near].step == wanted->step &&
                         walk->ran.stages[near].statement > wanted->statement)))
        near--;
    return near + (walk->ran.stages[near].step < wanted->step && near + 1 < walk->ran.stage_count);
}

// The stage of the spot, stepping into the calls around it. False: it is gone.
static bool go_to_stage(Walk *walk, const Spot *spot)
{
    SCRATCH(scratch);
    Stage *lines;
    int stage = find_stage(walk->ran.stages, walk->ran.stage_count, &spot->stage);
    int count = stage < 0 ? walk_outline(walk, &scratch, &lines) : 0;
    bool is_there = stage >= 0 || find_stage(lines, count, &spot->stage) >= 0;
    if (stage < 0 && is_there) {
        walk_show(walk, &spot->stage);
        stage = walk->at.stage;
    }
    if (stage < 0) stage = stage_near(walk, &spot->stage);
    walk_go_to(walk, stage, at_most(spot->substep, walk->ran.stages[stage].substeps));
    return is_there;
}

// Is what the reader looked at still there, the same one and computed?
static bool is_still_there(const Walk *walk, int focus)
{
    int known = walk->original ? walk->edits.alike : walk->trace->entry_count;
    return focus >= 0 && focus < known && walk_is_open(walk, (Cell){.entry = focus});
}

// The equation that was shown; where that is not known, the one of the cell.
void spot_go(Walk *walk, const Spot *spot)
{
    if (walk->ran.stage_count == 0) return;
    if (!go_to_stage(walk, spot) && !is_still_there(walk, spot->focus)) return;
    int entry = spot->selected.entry, focus = spot->focus;
    bool has_cell = spot_has_cell(walk, spot),
         is_elsewhere = has_cell && !walk_in_equation(walk, entry);
    if (focus < 0 && is_elsewhere && walk_is_open(walk, spot->selected)) focus = entry;
    if (focus >= 0 && focus != walk->at.focus && focus < walk->trace->entry_count)
        focus_set(walk, focus);
    if (!has_cell || !walk_in_equation(walk, entry)) return;
    walk->at.result_at = spot->result_at;
    walk_select(walk, spot->selected);
}

void spot_go_back(Walk *walk, const Spot *spot)
{
    int stage = find_stage(walk->ran.stages, walk->ran.stage_count, &spot->stage);
    if (stage < 0) stage = stages_find(walk, stage_first_entry(walk, &spot->stage));
    walk->at.stage = stage < 0 ? 0 : stage;
    walk->at.substep = at_most(spot->substep, walk->ran.stages[walk->at.stage].substeps);
    focus_set(walk, spot->focus);
    walk_select(walk, spot->selected);
}

// ---- marks --------------------------------------------------------------------------------------

static int index_of(char letter)
{
    return letter >= 'a' && letter <= 'z' ? letter - 'a' : -1;
}

bool walk_mark(Walk *walk, char letter)
{
    int i = index_of(letter);
    if (i < 0 || walk->ran.stage_count == 0) return false;
    walk->past.marks[i] = spot_here(walk);
    return true;
}

const Spot *walk_marked(const Walk *walk, char letter)
{
    int i = index_of(letter);
    return i >= 0 && walk->past.marks[i].is_set ? &walk->past.marks[i] : NULL;
}

bool walk_go_to_mark(Walk *walk, char letter)
{
    const Spot *mark = walk_marked(walk, letter);
    if (!mark) return false;
    walk_remember(walk);
    spot_go(walk, mark);
    return true;
}
