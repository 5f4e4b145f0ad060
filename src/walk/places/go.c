// Goes to a step, a statement or a cell. A cell that is already computed is shown without moving
// the walk; for any other the walk goes to the deepest row of the outline that shows it, stepping
// into the calls around it.
#include "walk/places/go.h"

#include "tensor/op.h"
#include "walk/places/focus.h"

#include <string.h>

bool walk_visit_step(Walk *walk, int step)
{
    if (step < 0 || step >= walk->lesson.step_count) return false;
    walk_remember(walk);
    walk_go_to_step(walk, step);
    return true;
}

bool walk_visit_statement(Walk *walk, int statement)
{
    for (int i = 0; i < walk->ran.stage_count; i++) {
        if (walk->ran.stages[i].statement != statement) continue;
        walk_remember(walk);
        walk_go_to(walk, i, 0);
        return true;
    }
    return false;
}

int walk_step_of(const Walk *walk, int entry)
{
    return walk->trace->statements[walk->trace->entries[entry].statement].step;
}

// The line of the outline that shows an entry: its own, or the call that returned it.
static bool find_line(const Walk *walk, int entry, Arena *arena, Stage *found)
{
    Stage *lines;
    int count = walk_outline(walk, arena, &lines), best = -1;
    for (int i = 0; i < count; i++) {
        bool better = best < 0 || lines[i].depth > lines[best].depth;
        if (lines[i].entry == entry && better) best = i;
    }
    if (best >= 0) *found = lines[best];
    return best >= 0;
}

bool walk_is_listing(const Walk *walk)
{
    return !walk->program.is_data && lesson_format(walk->lesson.source) != FORMAT_MARKDOWN;
}

// Nothing is computed by the operation at hand that is not seen already.
static bool only_moves_what_is_open(const Walk *walk, int entry)
{
    if (entry < 0 || walk_stage(walk).entry != entry || walk_stage(walk).call >= 0) return false;
    const OpCall *call = &walk->trace->entries[entry].call;
    int from = call->op->moves && call->input_count ? call->input[0]->origin : -1;
    return from >= 0 && walk_open_count(walk, from) == shape_count(&call->input[0]->shape);
}

bool walk_compute_for_view(Walk *walk, Cell cell)
{
    bool may = walk_is_listing(walk) || only_moves_what_is_open(walk, cell.entry);
    return may && walk_compute(walk, cell);
}

void walk_show_computed(Walk *walk, const Stage *line)
{
    walk_remember(walk);
    walk_show(walk, line);
    walk_go_to(walk, walk->at.stage, walk->ran.stages[walk->at.stage].substeps);
}

// What has no line of its own is shown by the operation that uses it.
static void go_behind(Walk *walk, int entry)
{
    Stage line;
    SCRATCH(scratch);
    int statement = walk->trace->entries[entry].statement;
    if (!find_line(walk, entry, &scratch, &line))
        line = (Stage){
            .step = walk_step_of(walk, entry), .statement = statement, .entry = entry, .call = -1};
    walk_show_computed(walk, &line);
}

static bool has_cells(const Walk *walk, int entry)
{
    return tensor_count(trace_output(walk->trace, entry)) > 0;
}

bool walk_visit_cell(Walk *walk, Cell cell)
{
    if (cell.entry < 0 || cell.entry >= walk->trace->entry_count) return false;
    if (!has_cells(walk, cell.entry)) return false;
    bool goes = !walk_is_open(walk, cell);
    SCRATCH(scratch);
    Stage line;
    if (goes && walk_is_listing(walk)) {
        go_behind(walk, cell.entry);
    } else {
        walk_remember(walk);
        if (goes && find_line(walk, cell.entry, &scratch, &line)) walk_show(walk, &line);
    }
    if (!walk_in_equation(walk, cell.entry) || !goes) focus_set(walk, cell.entry);
    return walk_select(walk, cell);
}

bool walk_compute(Walk *walk, Cell cell)
{
    if (cell.entry < 0 || !has_cells(walk, cell.entry)) return false;
    int64_t cells = tensor_count(trace_output(walk->trace, cell.entry));
    if (walk_open_count(walk, cell.entry) >= cells) return false;
    go_behind(walk, cell.entry);
    if (!walk_in_equation(walk, cell.entry)) focus_set(walk, cell.entry);
    return walk_select(walk, cell);
}
