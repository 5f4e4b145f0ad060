// The page behind the last number of a lesson: how the questions went, what to try, and where to go
// from here.
#include "tensor/op.h"
#include "text/lesson_text.h"
#include "tui/parts/page.h"
#include "tui/screens/shared.h"
#include "walk/flow.h"
#include "walk/places/go.h"
#include "walk/places/names.h"

#include <string.h>

enum { MOST_MISSED = 5 };

// ---- how the questions went ---------------------------------------------------------------------

// "step 5: the shares of the scores 2, 4 and 4."
static void add_missed(const Walk *walk, Text *text)
{
    int missed = 0;
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        if (question->error.set || question->answer.state == ANSWER_RIGHT) continue;
        const char *what = question->answer.state == ANSWER_NONE ? "not asked yet" : "shown";
        if (question->answer.state == ANSWER_WRONG) what = "wrong so far";
        if (missed++ < MOST_MISSED)
            text_words(text, PLAIN, "  - ",
                       arena_printf(text->arena, "step %d, %s: %s", question->step + 1, what,
                                    question->name));
    }
    if (missed > MOST_MISSED)
        text_words(text, PLAIN, "  - ", arena_printf(text->arena, "%d more", missed - MOST_MISSED));
}

static void add_result(const Walk *walk, Text *text)
{
    Score score = questions_score(walk);
    Buf says = {.arena = text->arena};
    if (score.asked == 0) return;
    buf_add(&says, STR("Questions: "));
    score_write(&score, &says);
    buf_add(&says, score.right == score.asked ? STR(".") : STR(". Not yet:"));
    text_words(text, BOLD, "", buf_text(&says));
    add_missed(walk, text);
    text_blank(text);
}

// ---- what to try --------------------------------------------------------------------------------

static bool is_heading(const Block *block, const char *words)
{
    const Paragraph *paragraph = &block->prose;
    if (block->kind != BLOCK_PROSE || paragraph->kind != PARAGRAPH_HEADING) return false;
    return !words || (paragraph->count == 1 && str_is(paragraph->inlines[0].text, words));
}

// What the last step says below "### Try it"; false: it says nothing.
static bool add_own_edits(const Walk *walk, Text *text)
{
    const Lesson *lesson = &walk->lesson;
    const Step *last = &lesson->steps[lesson->step_count - 1];
    int at = 0;
    while (at < last->count && !is_heading(&last->blocks[at], "Try it")) at++;
    if (at + 1 >= last->count) return false;
    for (at++; at < last->count && !is_heading(&last->blocks[at], NULL); at++) {
        if (last->blocks[at].kind == BLOCK_PROSE)
            lesson_paragraph(walk, &last->blocks[at].prose, text);
    }
    return true;
}

// Of any lesson: what is given first, and what comes out last.
static void add_usual_edits(const Walk *walk, Text *text)
{
    Name *names;
    int count = names_of(walk, text->arena, &names), given = 0, last = count - 1;
    while (given < count && walk->trace->entries[names[given].entry].call.op->sources) given++;
    if (given == count || last <= given) return;
    text_words(
        text, PLAIN, "- ",
        arena_printf(text->arena,
                     "Go to %s (g, then its name) and press e: give one of its numbers another "
                     "value. Which numbers of %s will change? Decide, then look: ! marks them, d "
                     "lists them.",
                     names[given].name, names[last].name));
    text_words(
        text, PLAIN, "- ",
        "Press W in a step: the run with a usual mistake stands beside the run as it is. What will "
        "the mistake change, and what not?");
}

// ---- where to go --------------------------------------------------------------------------------

// The last attention weights of the lesson; entry -1: it has none.
static Cell last_weights(const Walk *walk)
{
    Cell cell = {.entry = walk->trace->entry_count - 1};
    while (cell.entry >= 0 && !(walk->trace->entries[cell.entry].name && flow_fits(walk, cell)))
        cell.entry--;
    return cell;
}

static bool has_lines(const App *app)
{
    return last_weights(app->walk).entry >= 0;
}

static bool has_heads(const App *app)
{
    Cell cell = last_weights(app->walk);
    if (cell.entry < 0) return false;
    const Shape *shape = &app->walk->trace->entries[cell.entry].call.output->shape;
    return shape->ndim > 2 && shape->dim[shape->ndim - 3] > 1;
}

static bool show_weights(App *app, int screen)
{
    Cell cell = last_weights(app->walk);
    if (cell.entry < 0 || (screen == SCREEN_HEADS && !has_heads(app))) return false;
    app_go_home(app);
    return walk_visit_cell(app->walk, cell) && app_open(app, (ScreenId)screen, 0);
}

static const ListedLesson *next_lesson(const App *app, int *at)
{
    const LessonList *list = app->options->lessons;
    int here = list ? lessons_find(list, app->options->known_as) : -1;
    *at = here + 1;
    return here >= 0 && *at < list->count && list->rows[*at].steps ? &list->rows[*at] : NULL;
}

static void add_key(Text *text, const char *key, const char *does)
{
    TextRun runs[] = {{BOLD, str_from(arena_printf(text->arena, "%-7s", key))},
                      {PLAIN, str_from(does)}};
    text_wrap(text, STR("  "), STR("         "), runs, 2);
}

static void add_ways(const App *app, Text *text)
{
    int at;
    const ListedLesson *next = next_lesson(app, &at);
    Arena *arena = text->arena;
    if (next) {
        const char *minutes =
            next->minutes ? arena_printf(arena, ", about %d minutes", next->minutes) : "";
        add_key(text, "Space", arena_printf(arena, "the next lesson: %s%s", next->title, minutes));
    }
    if (app->options->leave) add_key(text, "Q", "a quiz: questions of this lesson, at most ten");
    add_key(text, "B", "what you have built: the whole computation as boxes");
    if (has_lines(app)) add_key(text, "T", "its attention as lines: who looks at whom");
    if (has_heads(app)) add_key(text, "H", "all its heads side by side");
    if (app->options->lessons) add_key(text, "L", "all lessons");
    if (app->options->leave) add_key(text, "P", "this lesson for a projector, one step at a time");
    const char *paper = app->options->in_page
                            ? "printed, this page is the handout of the lesson"
                            : arena_printf(arena, "qkv export %s --kind worksheet -o sheet.pdf",
                                           app->walk->lesson.name);
    add_key(text, "paper", paper);
}

static Text closing_text(const App *app, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    add_result(app->walk, &text);
    text_words(&text, BOLD, "", "Try it");
    if (!add_own_edits(app->walk, &text)) add_usual_edits(app->walk, &text);
    text_blank(&text);
    text_words(&text, BOLD, "", "From here");
    add_ways(app, &text);
    return text;
}

// ---- the screen ---------------------------------------------------------------------------------

static bool open(App *app, int by UNUSED)
{
    return lesson_format(app->walk->lesson.source) == FORMAT_MARKDOWN;
}

static const char *title(const App *app, Arena *arena)
{
    return arena_printf(arena, "the end of %s", app->walk->lesson.title);
}

// What is left of the page is read first.
static bool go_on(App *app, int by UNUSED)
{
    int at;
    if (page_move(app, MOVE_PAGE_DOWN)) return true;
    if (next_lesson(app, &at)) return lessons_take(app, at) || app_top(app) == SCREEN_LESSONS;
    return app_open(app, SCREEN_LESSONS, 0);
}

static bool goes_on(const App *app)
{
    return app->options->lessons != NULL;
}

static const Action actions[] = {
    {"Space Enter", "read on, then the next lesson", "There are no other lessons here.",
     .run = go_on, .hint = "Space:next lesson", .rank = 1, .when = goes_on,
     .other = &(const OtherHint){page_goes_on, "Space:read on", 1, NULL}},
    {"T", "the last attention weights as lines", "This lesson has no attention weights.",
     .run = show_weights, .by = SCREEN_FLOW, .hint = "T:lines", .rank = 4, .when = has_lines},
    {"H", "the last attention weights, all heads", "This lesson has no heads.", .run = show_weights,
     .by = SCREEN_HEADS, .hint = "H:heads", .rank = 5, .when = has_heads},
};

const Screen closing_screen = {
    .keys = {"At the end of a lesson", ACTION_ROWS(actions)},
    PAGE_SCREEN,
    .open = open,
    .text = closing_text,
    .title = title,
    .words = "the end of the lesson",
};
