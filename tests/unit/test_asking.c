// Questions on the screen: what is asked stands there whole, with its choices, and once it is
// settled so does the reason, for every question of every lesson at the sizes that screens have.
#include "support/lessons.h"
#include "support/test.h"

#include "base/str.h"
#include "text/lesson_text.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/parts/question.h"
#include "tui/parts/views.h"
#include "walk/places/focus.h"

#include <string.h>

enum { MOST_SPACES = 60, WIDE = 10000 };

static Arena arena;
static int missing;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

#define TEST(name) cmocka_unit_test_teardown(name, release)

// Words with one blank between them.
static void add_words(Buf *out, Str text)
{
    Str word;
    while (str_next_word(&text, &word)) {
        if (out->n) buf_add_char(out, ' ');
        buf_add(out, word);
    }
}

static const char *words_of(const Text *text)
{
    Buf out = {.arena = &arena}, line = {.arena = &arena};
    for (int i = 0; i < text->count; i++) {
        line.n = 0;
        for (int k = 0; k < text->lines[i].count; k++) buf_add(&line, text->lines[i].runs[k].text);
        add_words(&out, buf_str(&line));
    }
    return out.n ? buf_text(&out) : "";
}

// What is written in the part of the screen, without the bar at its left.
static const char *words_in(const Frame *frame, Rect part)
{
    Buf out = {.arena = &arena}, line = {.arena = &arena};
    for (int row = part.row + 1; row < part.row + part.rows; row++) {
        line.n = 0;
        for (int c = part.column + 1; c < part.column + part.columns; c++)
            buf_add(&line, str_from(frame->glyphs[row * frame->columns + c].text));
        add_words(&out, buf_str(&line));
    }
    return out.n ? buf_text(&out) : "";
}

static const char *shown(const App *app)
{
    Frame frame = draw(app, &arena);
    return words_in(&frame, walk_layout(app, &arena).part[PART_INSPECTOR]);
}

static void expect(const App *app, const Text *text, const char *what)
{
    const char *wanted = words_of(text), *found = shown(app);
    if (strstr(found, wanted)) return;
    print_message("%s, step %d, %dx%d: %s is\n%s\nbut what is shown is\n%s\n",
                  app->walk->lesson.name, walk_stage(app->walk).step + 1, app->columns, app->rows,
                  what, wanted, found);
    missing++;
}

static void expect_asked(const App *app, const Question *question)
{
    Text asked = {.arena = &arena, .columns = WIDE};
    lesson_asked(app->walk, question->prediction, false, &asked);
    for (int i = 0; i < question->prediction->choice_count; i++)
        lesson_choice(app->walk, question->prediction, i, &asked);
    expect(app, &asked, "what is asked");
}

static void press(App *app, const char *keys)
{
    Error error = {.arena = &arena};
    Str rest = str_from(keys);
    Key key;
    while (rest.n) {
        if (!key_parse(&rest, &key, &error)) fail_msg("%s", error.message);
        app_key(app, key);
    }
}

static void expect_told(App *app, const Question *question)
{
    for (int i = 0; i < MOST_SPACES && !app->tells_answer; i++) press(app, "<Space>");
    assert_ptr_equal(question_told(app), question);
    Text because = {.arena = &arena, .columns = WIDE};
    lesson_because(app->walk, question->prediction, &because);
    expect(app, &because, "the reason");
    Frame frame = draw(app, &arena);
    assert_non_null(strstr(words_in(&frame, (Rect){0, -1, frame.columns, frame.rows + 1}),
                           question_says(app, question, &arena)));
}

// A wrong choice, or a wrong number that the lesson foresees, is told below what is asked.
static void expect_diagnosed(App *app, const Question *question, const char *answer)
{
    press(app, arena_printf(&arena, "%s<CR>", answer));
    if (question->answer.state != ANSWER_WRONG) fail_msg("%s is not wrong", answer);
    expect_asked(app, question);
    Text says = {.arena = &arena, .columns = WIDE};
    text_wrap(&says, (Str){0}, (Str){0},
              &(TextRun){{0}, str_from(app_typeset(app, question->answer.says, &arena))}, 1);
    expect(app, &says, "the diagnosis");
}

static void diagnose_all(App *app, const Question *question)
{
    const Prediction *prediction = question->prediction;
    for (int i = 0; i < prediction->choice_count; i++) {
        const char letter[] = {(char)('a' + i), '\0'};
        if (!prediction->choices[i].right) expect_diagnosed(app, question, letter);
    }
    for (int i = 0; i < prediction->foreseen_count; i++)
        expect_diagnosed(app, question, str_copy(&arena, prediction->foreseen[i].numbers[0]));
}

// The walk at the question, all others being settled.
static bool go_to(Walk *walk, int asked)
{
    int stage, substep;
    Question *question = &walk->ran.questions[asked];
    for (int i = 0; i < walk->ran.question_count; i++)
        walk->ran.questions[i].answer =
            (Answer){.state = i == asked ? ANSWER_NONE : ANSWER_SHOWN, .given = "", .says = ""};
    if (!question->prediction || !question_place(walk, question, &stage, &substep)) return false;
    walk_go_to(walk, stage, substep);
    return walk_question(walk) == question;
}

static void ask_all(const char *lesson, int columns, int rows, int *count)
{
    Walk walk;
    Error error = {.arena = &arena};
    const TuiOptions options = {0};
    if (!walk_open(&walk, lesson, &(WalkOptions){0}, &error)) fail_msg("%s", error.message);
    for (int i = 0; i < walk.ran.question_count; i++) {
        if (!go_to(&walk, i)) continue;
        App app;
        app_init(&app, &walk, &options, columns, rows);
        expect_asked(&app, &walk.ran.questions[i]);
        diagnose_all(&app, &walk.ran.questions[i]);
        expect_told(&app, &walk.ran.questions[i]);
        app_free(&app);
        ++*count;
    }
    walk_close(&walk);
}

static void ask_at(int columns, int rows)
{
    Library library;
    int count = 0;
    missing = 0;
    lessons_to_try(&library, &arena);
    for (int i = 0; i < library.count; i++) ask_all(library.lessons[i].path, columns, rows, &count);
    assert_true(count > 100 / ONE_LESSON_IN);
    assert_int_equal(missing, 0);
}

static void a_question_and_its_reason_stand_whole_on_the_smallest_screen(void **state)
{
    (void)state;
    ask_at(60, 16);
}

static void a_question_and_its_reason_stand_whole_on_a_usual_screen(void **state)
{
    (void)state;
    ask_at(80, 24);
}

static void a_question_and_its_reason_stand_whole_on_a_large_screen(void **state)
{
    (void)state;
    ask_at(120, 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_question_and_its_reason_stand_whole_on_the_smallest_screen),
        TEST(a_question_and_its_reason_stand_whole_on_a_usual_screen),
        TEST(a_question_and_its_reason_stand_whole_on_a_large_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
