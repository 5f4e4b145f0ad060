#include "walk/mark.h"

#include "walk/focus.h"

static int index_of(char letter)
{
    return letter >= 'a' && letter <= 'z' ? letter - 'a' : -1;
}

bool walk_mark(Walk *walk, char letter)
{
    int i = index_of(letter);
    if (i < 0 || walk->stage_count == 0) return false;
    walk->marks[i] = (Mark){true, walk->stages[walk->stage], walk->substep, walk->selected};
    return true;
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
    const Shape *shape = &walk->trace->entries[cell.entry].call.output->shape;
    for (int d = 0; d < shape->ndim; d++) {
        if (cell.at.at[d] < 0 || cell.at.at[d] >= shape->dim[d]) return false;
    }
    return shape_count(shape) > 0;
}

static bool has_stage(const Walk *walk, const Stage *wanted)
{
    Arena scratch = {0};
    Stage *lines;
    int count = walk_outline(walk, &scratch, &lines);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        found = lines[i].step == wanted->step && lines[i].entry == wanted->entry &&
                lines[i].call == wanted->call;
    }
    arena_free(&scratch);
    return found;
}

bool walk_go_to_mark(Walk *walk, char letter)
{
    const Mark *mark = walk_marked(walk, letter);
    if (!mark) return false;
    walk_remember(walk);
    if (!has_stage(walk, &mark->stage)) {
        int last = walk->lesson.step_count - 1;
        walk_go_to_step(walk, mark->stage.step < last ? mark->stage.step : last);
        return true;
    }
    walk_show(walk, &mark->stage);
    int most = walk->stages[walk->stage].substeps;
    walk_go_to(walk, walk->stage, mark->substep < most ? mark->substep : most);
    if (!has_cell(walk, mark->selected)) return true;
    bool open = walk_is_open(walk, mark->selected);
    if (!walk_in_equation(walk, mark->selected.entry) && open)
        focus_set(walk, mark->selected.entry);
    if (walk_in_equation(walk, mark->selected.entry)) walk_select(walk, mark->selected);
    return true;
}

const char *mark_title(const Walk *walk, const Mark *mark, Arena *arena)
{
    if (has_cell(walk, mark->selected)) return cell_name(walk->trace, mark->selected, arena);
    int step = mark->stage.step;
    return step >= 0 && step < walk->lesson.step_count ? walk->lesson.steps[step].title : "";
}
