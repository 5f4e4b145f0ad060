// Sets marks and returns to them. An edit can change what the program computes, so a marked
// operation may be gone; then the walk goes to the step it was in.
#include "walk/places/mark.h"

#include "walk/places/focus.h"

static int index_of(char letter)
{
    return letter >= 'a' && letter <= 'z' ? letter - 'a' : -1;
}

bool walk_mark(Walk *walk, char letter)
{
    int i = index_of(letter);
    if (i < 0 || walk->stage_count == 0) return false;
    walk->marks[i] = mark_here(walk);
    return true;
}

Mark mark_here(const Walk *walk)
{
    return (Mark){true, walk->stages[walk->stage], walk->substep, walk->selected};
}

const Mark *walk_marked(const Walk *walk, char letter)
{
    int i = index_of(letter);
    return i >= 0 && walk->marks[i].is_set ? &walk->marks[i] : NULL;
}

// The cell exists in the trace as it is now.
static bool has_cell(const Walk *walk, Cell cell)
{
    if (cell.entry < 0 || cell.entry >= walk->trace->entry_count) return false;
    const Shape *shape = trace_shape(walk->trace, cell.entry);
    for (int d = 0; d < shape->ndim; d++) {
        if (cell.at.at[d] < 0 || cell.at.at[d] >= shape->dim[d]) return false;
    }
    return shape_count(shape) > 0;
}

bool mark_has_cell(const Walk *walk, const Mark *mark)
{
    return has_cell(walk, mark->selected);
}

// A stage of prose or of a print has only its statement to be known by.
static int bare_stage(const Walk *walk, const Stage *wanted)
{
    if (wanted->entry >= 0 || wanted->call >= 0) return -1;
    int i = walk->stage_count - 1;
    while (i >= 0 && (walk->stages[i].step != wanted->step || walk->stages[i].entry >= 0 ||
                      walk->stages[i].statement != wanted->statement))
        i--;
    return i;
}

static bool has_stage(const Walk *walk, const Stage *wanted)
{
    SCRATCH(scratch);
    Stage *lines;
    int count = walk_outline(walk, &scratch, &lines);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        found = lines[i].step == wanted->step && lines[i].entry == wanted->entry &&
                lines[i].call == wanted->call;
    }
    return found;
}

// To the stage, or what is left of it; false: only its step is.
static bool go_to_stage(Walk *walk, const Mark *mark)
{
    int bare = bare_stage(walk, &mark->stage), last = walk->lesson.step_count - 1;
    if (bare < 0 && !has_stage(walk, &mark->stage)) {
        walk_go_to_step(walk, mark->stage.step < last ? mark->stage.step : last);
        return false;
    }
    if (bare < 0) walk_show(walk, &mark->stage);
    int stage = bare < 0 ? walk->stage : bare, most = walk->stages[stage].substeps;
    walk_go_to(walk, stage, mark->substep < most ? mark->substep : most);
    return true;
}

void mark_select(Walk *walk, const Mark *mark)
{
    if (has_cell(walk, mark->selected) && walk_in_equation(walk, mark->selected.entry))
        walk_select(walk, mark->selected);
}

void mark_show(Walk *walk, const Mark *mark)
{
    if (!go_to_stage(walk, mark) || !has_cell(walk, mark->selected)) return;
    bool open = walk_is_open(walk, mark->selected);
    if (!walk_in_equation(walk, mark->selected.entry) && open)
        focus_set(walk, mark->selected.entry);
    mark_select(walk, mark);
}

bool walk_go_to_mark(Walk *walk, char letter)
{
    const Mark *mark = walk_marked(walk, letter);
    if (!mark) return false;
    walk_remember(walk);
    mark_show(walk, mark);
    return true;
}

const char *mark_title(const Walk *walk, const Mark *mark, Arena *arena)
{
    if (has_cell(walk, mark->selected)) return cell_name(walk->trace, mark->selected, arena);
    int step = mark->stage.step;
    return step >= 0 && step < walk->lesson.step_count ? walk->lesson.steps[step].title : "";
}
