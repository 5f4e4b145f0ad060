// A state as it is remembered, with marks that are no letters for what only running programs share.
#include "command/saved/saved.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "walk/edits/edit.h"
#include "walk/places/spot.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char HERE[] = "here";     // the place, and the cell selected there
static const char FOCUS[] = "focus";   // the entry shown, where it is not that of the place
static const char INSIDE[] = "inside"; // a call stepped into
static const char ASKED[] = "asked";   // a cell that was made a question
static const char TOLD[] = "told";     // the same, answered

// ---- handing over -------------------------------------------------------------------------------

static void add_place(LessonState *state, StateMark *marks, const Walk *walk, Arena *arena)
{
    Spot here = spot_here(walk);
    StatePlace focus = {here.stage.step, walk->at.focus, -1, 0, -1};
    marks[state->mark_count++] = mark_saved(walk, &here, HERE, arena);
    if (walk->at.focus != here.stage.entry)
        marks[state->mark_count++] = (StateMark){FOCUS, focus, ""};
    state->place = marks[0].place;
}

static void add_calls(LessonState *state, StateMark *marks, const Walk *walk)
{
    for (int i = 0; i < walk->trace->call_count; i++) {
        if (!walk->ran.entered[i]) continue;
        StatePlace place = {0, -1, i, 0, -1};
        marks[state->mark_count++] = (StateMark){INSIDE, place, ""};
    }
}

static void add_asked(LessonState *state, StateMark *marks, const Walk *walk, Arena *arena)
{
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        if (question->origin != ASKED_BY_READER) continue;
        Spot mark = spot_here(walk);
        mark.selected = question->cell;
        const char *name = question_is_settled(question) ? TOLD : ASKED;
        marks[state->mark_count++] = mark_saved(walk, &mark, name, arena);
    }
}

LessonState handover_of(const Walk *walk, Arena *arena)
{
    LessonState state = {.text = hash_text(walk->lesson.source->text)};
    size_t most = (size_t)walk->trace->call_count + (size_t)walk->ran.question_count + 2;
    StateMark *marks = NEW_ARRAY(arena, StateMark, most);
    answers_keep(&state, walk, arena);
    edits_keep(&state, walk, arena);
    if (walk->ran.stage_count) {
        add_place(&state, marks, walk, arena);
        add_asked(&state, marks, walk, arena);
    }
    add_calls(&state, marks, walk);
    state.marks = marks;
    return state;
}

// ---- taking it ----------------------------------------------------------------------------------

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool same_words(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool same_edits(const LessonState *a, const LessonState *b)
{
    bool same = a->edit_count == b->edit_count;
    for (int i = 0; same && i < a->edit_count; i++) {
        const StateEdit *one = &a->edits[i], *other = &b->edits[i];
        same = strcmp(one->cell, other->cell) == 0 && same_number(one->value, other->value) &&
               same_words(one->hold, other->hold) && same_words(one->words, other->words);
    }
    return same;
}

// Returns whether the program ran again.
static bool take_edits(const LessonState *state, Walk *walk)
{
    SCRATCH(scratch);
    LessonState now = {0};
    edits_keep(&now, walk, &scratch);
    bool same = same_edits(state, &now);
    if (same) return false;
    edits_forget(walk);
    edits_restore(state, walk);
    return true;
}

static void take_calls(const LessonState *state, Walk *walk)
{
    SCRATCH(scratch);
    int count = walk->trace->call_count;
    bool *inside = NEW_ARRAY(&scratch, bool, count + 1);
    for (int i = 0; i < state->mark_count; i++) {
        int call = state->marks[i].place.call;
        bool known = strcmp(state->marks[i].name, INSIDE) == 0 && call >= 0 && call < count;
        if (known) inside[call] = true;
    }
    bool same = true;
    for (int i = 0; i < count; i++) same = same && inside[i] == walk->ran.entered[i];
    if (!same) walk_step_into_these(walk, inside);
}

// The questions behind those of the lesson: the same ones, in the same order.
static void take_asked(const LessonState *state, Walk *walk)
{
    while (walk->ran.question_count &&
           walk->ran.questions[walk->ran.question_count - 1].origin == ASKED_BY_READER)
        walk->ran.question_count--;
    for (int i = 0; i < state->mark_count; i++) {
        bool told = strcmp(state->marks[i].name, TOLD) == 0;
        if (!told && strcmp(state->marks[i].name, ASKED) != 0) continue;
        Spot mark = mark_restored(walk, &state->marks[i]);
        if (!spot_has_cell(walk, &mark)) continue;
        question_add_cell(walk, mark.selected, ASKED_BY_READER);
        if (told) question_show(walk, &walk->ran.questions[walk->ran.question_count - 1]);
    }
}

// What is not answered there is asked here too: another presenter may have begun.
static void take_answers(const LessonState *state, Walk *walk)
{
    for (int i = 0; i < walk->ran.question_count; i++) {
        Question *question = &walk->ran.questions[i];
        if (question->origin == ASKED_BY_READER) continue;
        bool settled = question_is_settled(question);
        const StateAnswer *answer = answers_find(state, question);
        bool wanted = answer && (answer->right || !*answer->answer);
        if (settled && !wanted) question->answer = (Answer){0};
        if (wanted && !settled) question_show(walk, question);
    }
}

static void take_place(const LessonState *state, Walk *walk)
{
    const StateMark *here = mark_named(state, HERE), *focus = mark_named(state, FOCUS);
    if (!here) return;
    Spot mark = mark_restored(walk, here);
    if (focus && focus->place.entry < walk->trace->entry_count) mark.focus = focus->place.entry;
    spot_go(walk, &mark);
}

void handover_go(const LessonState *state, Walk *walk)
{
    take_calls(state, walk);
    if (walk->ran.stage_count) take_place(state, walk);
}

Handover handover_take(const LessonState *state, Walk *walk)
{
    if (state->text != hash_text(walk->lesson.source->text)) return HANDOVER_OTHER_TEXT;
    bool ran = take_edits(state, walk);
    take_calls(state, walk);
    take_asked(state, walk);
    take_answers(state, walk);
    if (walk->ran.stage_count) take_place(state, walk);
    return ran ? HANDOVER_RAN : HANDOVER_TAKEN;
}

// ---- as a message ------------------------------------------------------------------------------
//
// It is checked: the other side may be another version of the program.

enum { MOST_SHOWS = 200 };

const char *message_key(const Walk *walk, const char *lesson, Arena *arena)
{
    const char *key = progress_key(walk, lesson, arena);
    if (!key) return NULL;
    return arena_printf(arena, "present-%016" PRIx64, hash_text(str_from(key)));
}

Str message_write(const char *key, const Walk *walk, const char *shows, Arena *arena)
{
    LessonState state = handover_of(walk, arena);
    const char *text = state_text(key, &state, arena);
    Buf message = {.arena = arena};
    buf_printf(&message, "%d ", walk->at.settled);
    buf_add_one_line(&message, str_from(shows ? shows : ""));
    buf_printf(&message, "\n%s", text);
    return str_from(arena_printf(arena, "qkv-3 %016" PRIx64 "\n%s", hash_text(buf_str(&message)),
                                 buf_text(&message)));
}

MessageTaken message_take(Str all, Message *message)
{
    Str sum, shows, settled;
    int64_t number;
    if (!str_starts(all, "qkv-3 ") && all.n) return MESSAGE_NOT_OURS;
    str_next_line(&all, &sum);
    SCRATCH(scratch);
    bool is_whole = str_is(sum, arena_printf(&scratch, "qkv-3 %016" PRIx64, hash_text(all)));
    if (!is_whole || !str_next_line(&all, &shows)) return MESSAGE_IN_PART;
    settled = str_take(&shows, " ");
    if (!number_parse_int(settled, &number) || number < -1 || number > INT32_MAX)
        return MESSAGE_NOT_OURS;
    *message = (Message){all, shows, (int)number};
    return MESSAGE_WHOLE;
}

Str message_follow(const Message *message, const char *key, Walk *walk, bool *ran)
{
    SCRATCH(scratch);
    LessonState state;
    Handover taken = state_read(message->state, key, &scratch, &state) ? handover_take(&state, walk)
                                                                       : HANDOVER_OTHER_TEXT;
    *ran = taken == HANDOVER_RAN;
    if (taken == HANDOVER_OTHER_TEXT)
        return STR("a different version of the lesson is being presented");
    if (message->settled >= 0 && message->settled < walk->ran.question_count)
        walk->at.settled = message->settled;
    return utf8_fit(message->shows, MOST_SHOWS);
}
