// The list of lessons is made by reading each file of the library, for its title, its front matter,
// its number of steps and the question of its introduction. No program is run for that.
#include "command/saved/saved.h"

#include "base/text/utf8.h"
#include "lesson/library.h"
#include "lesson/spell.h"
#include "state/state.h"

// The beginning of the lesson's first paragraph, up to its first question; without one, its first
// sentence.
static const char *summary_of(const Lesson *lesson, Arena *arena)
{
    Buf text = {.arena = arena};
    if (lesson->intro_count == 0 || lesson->intro[0].kind != BLOCK_PROSE) return "";
    const Paragraph *paragraph = &lesson->intro[0].prose;
    for (int i = 0; i < paragraph->count; i++) {
        bool breaks = paragraph->inlines[i].kind == INLINE_BREAK;
        buf_add(&text, breaks ? STR(" ") : paragraph->inlines[i].text);
    }
    Buf line = {.arena = arena};
    buf_add_one_line(&line, buf_str(&text));
    Str sentence = buf_str(&line);
    int asked = str_find(sentence, "? ") + 1;
    if (asked > 0) return str_copy(arena, str_slice(sentence, 0, asked));
    int end = str_find(sentence, ". ");
    if (end < 0 && str_ends(sentence, ".")) end = sentence.n - 1;
    return str_copy(arena, end < 0 ? sentence : str_slice(sentence, 0, end));
}

static const char *needs_of(const Lesson *lesson, Arena *arena)
{
    Buf text = {.arena = arena};
    for (int i = 0; i < lesson->front.need_count; i++) {
        buf_printf(&text, "%s%.*s", i ? ", " : "", STR_ARG(lesson->front.needs[i]));
    }
    return text.n ? buf_text(&text) : NULL;
}

static void add_progress(ListedLesson *row, const Lesson *lesson, Arena *arena)
{
    LessonState state;
    state_glance(lesson->name, arena, &state);
    Score score = answers_score(&state, lesson);
    row->begun = state.is_known;
    row->answers = score_text(&score, arena);
    row->due = score.due;
    row->done = state_steps_done(&state);
    if (row->done > row->steps) row->done = row->steps;
}

LessonList catalog(Session *session, bool ascii)
{
    Library library;
    library_scan(&library, session->arena);
    LessonList list = {.count = library.count};
    list.rows = NEW_ARRAY(session->arena, ListedLesson, library.count + 1);
    for (int i = 0; i < library.count; i++) {
        const LibraryLesson *found = &library.lessons[i];
        ListedLesson *row = &list.rows[i];
        Lesson lesson;
        Error error = {.arena = session->arena};
        *row = (ListedLesson){
            .name = found->name, .path = found->path, .summary = "", .number = found->number};
        if (library_open(found->path, session->arena, &lesson, &error)) {
            if (ascii) spell_lesson(&lesson, session->arena);
            row->title = lesson.title;
            row->steps = lesson.step_count;
            row->summary = summary_of(&lesson, session->arena);
            row->part = lesson.front.part;
            row->minutes = lesson.front.minutes;
            row->needs = needs_of(&lesson, session->arena);
            add_progress(row, &lesson, session->arena);
        } else {
            row->title = arena_printf(session->arena, "(%s)", error.message);
        }
    }
    return list;
}
