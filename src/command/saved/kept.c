// Each kind of thing has a way into the state and a way back.
#include "command/saved/saved.h"

#include "base/machine/clock.h"
#include "base/text/number.h"
#include "lesson/library.h"
#include "tensor/op.h"
#include "walk/edits/hold.h"
#include "walk/goals.h"
#include "walk/places/stages.h"

#include <string.h>

// ---- answers ------------------------------------------------------------------------------------

// An answer is remembered under the number of its step and the name of what was asked ("4:
// scores_0[1]"), so that it is found again after questions were added to the lesson or removed
// from it. Questions that the reader asked on the way are not kept.

// "4: scores_0[1]", which says the same after other predictions were added to the lesson.
static const char *key_of(const Question *question, Arena *arena)
{
    return arena_printf(arena, "%d: %s", question->step + 1, question->name);
}

static int find_answer(const StateAnswer *answers, int count, const char *key)
{
    int i = 0;
    while (i < count && strcmp(answers[i].question, key) != 0) i++;
    return i;
}

const StateAnswer *answers_find(const LessonState *state, const Question *question)
{
    SCRATCH(scratch);
    int found = find_answer(state->answers, state->answer_count, key_of(question, &scratch));
    return found < state->answer_count ? &state->answers[found] : NULL;
}

// A wrong answer without a right one after it is no answer: the question is asked again.
static void restore(const LessonState *state, Question *question, Arena *arena)
{
    const StateAnswer *answer = answers_find(state, question);
    if (!answer) return;
    bool shown = !answer->right && !*answer->answer;
    if (review_overdue(answer, clock_today()) >= 0) question->answer.day = ANSWER_DUE;
    if (!answer->right && !shown) return;
    question->answer.state = shown ? ANSWER_SHOWN : ANSWER_RIGHT;
    question->answer.given = str_copy(arena, str_from(answer->answer));
    question->answer.hints = answer->hinted;
}

void answers_restore(const LessonState *state, Walk *walk)
{
    for (int i = 0; i < walk->ran.question_count; i++)
        restore(state, &walk->ran.questions[i], &walk->arena);
}

Score answers_score(const LessonState *state, const Lesson *lesson)
{
    SCRATCH(scratch);
    Score score = {0};
    for (int i = 0; i < lesson->step_count; i++) {
        const Step *step = &lesson->steps[i];
        for (int b = 0; b < step->count; b++) {
            if (step->blocks[b].kind != BLOCK_PREDICTION) continue;
            const char *name = prediction_name(&step->blocks[b].prediction, &scratch);
            Question question = {.step = i, .name = name};
            restore(state, &question, &scratch);
            score_add(&score, &question.answer);
        }
    }
    return score;
}

// One that came of this session, as it is remembered. False: another session has a later one.
static bool plan(StateAnswer *now, const Answer *answer, const StateAnswer *before)
{
    if (answer->day <= 0) return !before;
    if (before && before->asked > answer->day && before->asked <= clock_today()) return false;
    now->asked = answer->day;
    review_plan(now, before, answer->hints == 0 && answer->tries <= 1);
    return true;
}

void answers_keep(LessonState *state, const Walk *walk, Arena *arena)
{
    int count = state->answer_count;
    StateAnswer *answers = NEW_ARRAY(arena, StateAnswer, count + walk->ran.question_count + 1);
    for (int i = 0; i < count; i++) answers[i] = state->answers[i];
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        const Answer *answer = &question->answer;
        bool is_own = question->origin != ASKED_BY_READER;
        if (!is_own || answer->state == ANSWER_NONE) continue;
        const char *key = key_of(question, arena);
        int at = find_answer(answers, count, key);
        const char *given = answer->given ? answer->given : "";
        StateAnswer now = {key, given, answer->state == ANSWER_RIGHT, answer->hints > 0, 0, 0};
        if (!plan(&now, answer, at < count ? &answers[at] : NULL)) continue;
        answers[at] = now;
        if (at == count) count++;
    }
    state->answers = answers;
    state->answer_count = count;
}

void answers_open(LessonState *state, Arena *arena)
{
    StateAnswer *answers = NEW_ARRAY(arena, StateAnswer, state->answer_count + 1);
    int count = 0;
    for (int i = 0; i < state->answer_count; i++) {
        StateAnswer answer = state->answers[i];
        if (answer.right && !answer.again) continue;
        answer.right = answer.hinted = false;
        if (!*answer.answer) answer.answer = "?"; // it is no longer shown
        answers[count++] = answer;
    }
    state->answers = answers;
    state->answer_count = count;
}

// ---- edits --------------------------------------------------------------------------------------

// Edited numbers are kept by the name of their cell, as in `x[0,1]`, with 17 significant digits,
// which a double needs to come back unchanged. All of them are put back first and the program is
// run once after the last.

void edits_restore(const LessonState *state, Walk *walk)
{
    SCRATCH(scratch);
    for (int i = 0; i < state->edit_count; i++) {
        Error error = {.arena = &scratch};
        const StateEdit *edit = &state->edits[i];
        const char *number =
            edit->words ? edit->words : arena_printf(&scratch, "%.17g", edit->value);
        if (edit->hold)
            hold_add(walk, str_from(arena_printf(&scratch, "%s=%s", edit->cell, edit->hold)),
                     &error);
        else
            edit_add(walk, str_from(edit->cell), str_from(number), &error);
    }
    walk_rerun(walk);
    walk->past.goals |= goals_held(walk);
}

void edits_keep(LessonState *state, const Walk *walk, Arena *arena)
{
    Edit *edits;
    state->edit_count = walk_edits(walk, arena, &edits);
    StateEdit *kept = NEW_ARRAY(arena, StateEdit, state->edit_count + 1);
    for (int i = 0; i < state->edit_count; i++) {
        kept[i] = (StateEdit){edits[i].cell, edits[i].now, edits[i].hold, edits[i].word};
    }
    state->edits = kept;
}

// ---- familiar -----------------------------------------------------------------------------------

// Each lesson keeps what was seen in it alone, so that one that is opened again opens as it did.

enum { ENOUGH = 2 }; // times; from then on operations of a kind open at once

static int enough(int times)
{
    return times < ENOUGH ? times : ENOUGH;
}

static void add_state(const LessonState *state, FamiliarList *list)
{
    for (int i = 0; i < state->kind_count; i++) {
        const Op *op = op_find(str_from(state->kinds[i].name), 0);
        int times = state->kinds[i].times;
        if (op && times > 0) familiar_see(list, op, enough(times));
    }
}

void familiar_restore(const char *key, Walk *walk)
{
    SCRATCH(scratch);
    Library library;
    FamiliarList familiar = {.arena = &walk->arena};
    library_scan(&library, &scratch);
    for (int i = 0; i < library.count; i++) {
        LessonState state;
        const char *name = library.lessons[i].name;
        if (key && strcmp(name, key) == 0) continue;
        if (state_glance(name, &scratch, &state)) add_state(&state, &familiar);
    }
    if (familiar.count) walk_know(walk, familiar.rows, familiar.count);
}

void familiar_keep(LessonState *state, const Walk *walk, Arena *arena)
{
    Familiar *seen;
    FamiliarList all = {.arena = arena};
    int seen_count = walk_seen(walk, arena, &seen);
    add_state(state, &all);
    for (int i = 0; i < seen_count; i++) {
        int more = enough(seen[i].times) - familiar_see(&all, seen[i].op, 0);
        if (more > 0) familiar_see(&all, seen[i].op, more);
    }
    StateKind *kinds = NEW_ARRAY(arena, StateKind, all.count + 1);
    for (int i = 0; i < all.count; i++)
        kinds[i] = (StateKind){all.rows[i].op->name, all.rows[i].times};
    state->kinds = kinds;
    state->kind_count = all.count;
}

// ---- marks --------------------------------------------------------------------------------------

// A mark is a place of the walk under a letter from a to z. It is stored as the numbers of its
// step, statement, call and operation, and its cell as "12[0,1]", an index into the trace with the
// indices of the cell. These mean something only as long as the lesson's text is the same, which a
// hash of it shows; otherwise the mark leads to its step.

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

Spot mark_restored(const Walk *walk, const StateMark *kept)
{
    const StatePlace *place = &kept->place;
    Stage stage = {.step = place->step,
                   .statement = place->statement,
                   .entry = place->entry,
                   .call = place->call};
    Cell selected = read_cell(walk, str_from(kept->cell));
    return (Spot){true, stage, place->substep, -1, selected, selected.at};
}

StateMark mark_saved(const Walk *walk, const Spot *mark, const char *name, Arena *arena)
{
    const Stage *stage = &mark->stage;
    return (StateMark){name,
                       {stage->step, stage->entry, stage->call, mark->substep, stage->statement},
                       cell_text(walk, mark->selected, arena)};
}

// Of another text only the step means something.
static Spot step_of(const StateMark *from)
{
    Stage stage = {.step = from->place.step, .statement = -1, .entry = -1, .call = -1};
    return (Spot){.is_set = true, .stage = stage, .focus = -1, .selected = {.entry = -1}};
}

void marks_restore(const LessonState *state, Walk *walk)
{
    bool same_text = state->text == hash_text(walk->lesson.source->text);
    for (int i = 0; i < state->mark_count; i++) {
        const StateMark *from = &state->marks[i];
        bool is_letter = from->name[0] >= 'a' && from->name[0] <= 'z' && !from->name[1];
        if (!is_letter || from->place.step < 0) continue;
        walk->past.marks[from->name[0] - 'a'] =
            same_text ? mark_restored(walk, from) : step_of(from);
    }
}

const StateMark *mark_named(const LessonState *state, const char *name)
{
    for (int i = 0; i < state->mark_count; i++) {
        if (strcmp(state->marks[i].name, name) == 0) return &state->marks[i];
    }
    return NULL;
}

static bool same_mark(const StateMark *a, const StateMark *b)
{
    return a && b && memcmp(&a->place, &b->place, sizeof a->place) == 0 &&
           strcmp(a->cell, b->cell) == 0;
}

void marks_keep(LessonState *state, const LessonState *before, const Walk *walk, Arena *arena)
{
    StateMark *marks = NEW_ARRAY(arena, StateMark, MARK_COUNT);
    int count = 0;
    for (char letter = 'a'; letter <= 'z'; letter++) {
        const char *name = arena_printf(arena, "%c", letter);
        const StateMark *stored = mark_named(state, name);
        const Spot *mark = walk_marked(walk, letter);
        if (mark) {
            StateMark now = mark_saved(walk, mark, name, arena);
            bool is_new = !same_mark(&now, mark_named(before, name));
            marks[count++] = stored && !is_new ? *stored : now;
        } else if (stored) {
            marks[count++] = *stored;
        }
    }
    state->marks = marks;
    state->mark_count = count;
}
