// A mark is a place of the walk under a letter from a to z. It is stored as the numbers of its
// step, statement, call and operation, and its cell as "12[0,1]", an index into the trace with the
// indices of the cell. These mean something only as long as the lesson's text is the same, which a
// hash of it tells; otherwise the mark leads to its step.
#include "command/saved/marks.h"

#include "base/number.h"
#include "walk/mark.h"

#include <string.h>

// "12[0,1]": entry and indices; "": no cell.
static const char *cell_text(const Walk *walk, Cell cell, Arena *arena)
{
    if (cell.entry < 0 || cell.entry >= walk->trace->entry_count) return "";
    int ndim = walk->trace->entries[cell.entry].call.output->shape.ndim;
    return arena_printf(arena, "%d%s", cell.entry, ndim ? index_text(arena, cell.at, ndim) : "[]");
}

static bool read_int(Str *rest, const char *end, int64_t *value)
{
    int at = str_find(*rest, end);
    if (at < 0 || !number_parse_int(str_slice(*rest, 0, at), value)) return false;
    *rest = str_slice(*rest, at + 1, rest->n);
    return true;
}

static Cell read_cell(const Walk *walk, Str text)
{
    Cell cell = {.entry = -1};
    int64_t value;
    if (!read_int(&text, "[", &value) || value < 0 || value >= walk->trace->entry_count)
        return cell;
    int ndim = walk->trace->entries[value].call.output->shape.ndim;
    Cell read = {.entry = (int)value};
    for (int d = 0; d < ndim; d++) {
        if (!read_int(&text, d + 1 < ndim ? "," : "]", &value)) return cell;
        read.at.at[d] = value;
    }
    return read; // whether it exists is asked when the mark is gone to
}

Mark mark_restored(const Walk *walk, const StateMark *kept)
{
    const StatePlace *place = &kept->place;
    Stage stage = {.step = place->step,
                   .statement = place->statement,
                   .entry = place->entry,
                   .call = place->call};
    return (Mark){true, stage, place->substep, read_cell(walk, str_from(kept->cell))};
}

StateMark mark_saved(const Walk *walk, const Mark *mark, const char *name, Arena *arena)
{
    const Stage *stage = &mark->stage;
    return (StateMark){name,
                       {stage->step, stage->entry, stage->call, mark->substep, stage->statement},
                       cell_text(walk, mark->selected, arena)};
}

// Of another text only the step means something.
static Mark step_of(const StateMark *from)
{
    Stage stage = {.step = from->place.step, .statement = -1, .entry = -1, .call = -1};
    return (Mark){true, stage, 0, {.entry = -1}};
}

void marks_restore(const LessonState *state, Walk *walk)
{
    bool same_text = state->text == state_hash(walk->lesson.source->text);
    for (int i = 0; i < state->mark_count; i++) {
        const StateMark *from = &state->marks[i];
        bool is_letter = from->name[0] >= 'a' && from->name[0] <= 'z' && !from->name[1];
        if (!is_letter || from->place.step < 0) continue;
        walk->marks[from->name[0] - 'a'] = same_text ? mark_restored(walk, from) : step_of(from);
    }
}

static const StateMark *find(const LessonState *state, const char *name)
{
    for (int i = 0; i < state->mark_count; i++) {
        if (strcmp(state->marks[i].name, name) == 0) return &state->marks[i];
    }
    return NULL;
}

static bool same_mark(const StateMark *a, const StateMark *b)
{
    return a && b && a->place.step == b->place.step && a->place.entry == b->place.entry &&
           a->place.call == b->place.call && a->place.substep == b->place.substep &&
           a->place.statement == b->place.statement && strcmp(a->cell, b->cell) == 0;
}

void marks_keep(LessonState *state, const LessonState *before, const Walk *walk, Arena *arena)
{
    StateMark *marks = NEW_ARRAY(arena, StateMark, MARK_COUNT);
    int count = 0;
    for (char letter = 'a'; letter <= 'z'; letter++) {
        const char *name = arena_printf(arena, "%c", letter);
        const StateMark *stored = find(state, name);
        const Mark *mark = walk_marked(walk, letter);
        if (mark) {
            StateMark now = mark_saved(walk, mark, name, arena);
            bool is_new = !same_mark(&now, find(before, name));
            marks[count++] = stored && !is_new ? *stored : now;
        } else if (stored) {
            marks[count++] = *stored;
        }
    }
    state->marks = marks;
    state->mark_count = count;
}
