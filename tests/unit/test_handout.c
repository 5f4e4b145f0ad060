// A handout of a lesson that comes with the program tells no answer: between the box of a question
// and what is asked next, nothing is printed that has it, and no table counts it out.
#include "support/test.h"

#include "base/text/utf8.h"
#include "command/paper/paper.h"
#include "lesson/library.h"

#include <string.h>

static Arena arena;

static int finish(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static Str handout(const Walk *walk)
{
    Buf out = {.arena = &arena};
    paper_print(walk, -1, PAPER_HANDOUT, paper_format("text"), NULL, &out);
    return buf_str(&out);
}

// From behind the box of a question to the end of its step, or to the next one.
static Str below_box(Str paper, int number)
{
    const char *title = arena_printf(&arena, "+-- Question %d -", number);
    int at = str_find(paper, title);
    assert_true(at >= 0);
    int end = str_find(str_slice(paper, at + 1, paper.n), "\n+-");
    assert_true(end >= 0);
    Str rest = str_slice(paper, at + 1 + end, paper.n), line;
    str_next_line(&rest, &line);
    str_next_line(&rest, &line); // the lower edge of the box
    Str below = str_slice(rest, 0, 0);
    while (str_next_line(&rest, &line)) {
        if (str_starts(line, "+--") || str_starts(line, "---")) break; // or the next step's title
        below.n = (int)(rest.p - below.p);
    }
    return below;
}

static bool has_number(Str line, double value)
{
    for (Str number; answer_next_number(&line, &number);) {
        if (answer_compare(number, value) == EQUAL) return true;
    }
    return false;
}

// What is printed is indented, below a line of its own.
static void check_printed(const char *lesson, const Question *question, Str below)
{
    bool printed = false;
    for (Str line; str_next_line(&below, &line);) {
        if (str_is(line, "prints")) {
            printed = true;
            continue;
        }
        printed = printed && (str_starts(line, "    ") || line.n == 0);
        if (printed && question->has_value && has_number(line, question->value))
            fail_msg("%s: below %s is printed: %.*s", lesson, question->name, STR_ARG(line));
    }
}

// "torch.Size([2, 3])" is the heading "outputs  (2, 3)" of a table.
static void check_headings(const char *lesson, const Question *question, Str below)
{
    const char *list = question->text ? strchr(question->text, '[') : NULL;
    if (!list || strncmp(question->text, "torch.Size", 10) != 0) return;
    Str shape = str_slice(str_from(list + 1), 0, (int)strcspn(list + 1, "]"));
    const char *heading = arena_printf(&arena, "  (%.*s)", STR_ARG(shape));
    if (str_find(below, heading) >= 0)
        fail_msg("%s: %s is headed%s", lesson, question->name, heading);
}

static int check_lesson(const LibraryLesson *lesson)
{
    Walk walk;
    Error error = {.arena = &arena};
    assert_true(walk_open(&walk, lesson->path, &(WalkOptions){0}, &error));
    Str paper = handout(&walk);
    int number = 0;
    for (int i = 0; i < walk.ran.question_count; i++) {
        const Question *question = &walk.ran.questions[i];
        if (question->origin != ASKED_BY_LESSON) continue;
        Str below = below_box(paper, ++number);
        check_printed(lesson->name, question, below);
        check_headings(lesson->name, question, below);
    }
    walk_close(&walk);
    return number;
}

static void no_lesson_tells_an_answer(void **state)
{
    (void)state;
    Library library = {0};
    int questions = 0;
    library_scan(&library, &arena);
    for (int i = 0; i < library.count; i++) questions += check_lesson(&library.lessons[i]);
    assert_true(questions > 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_lesson_tells_an_answer)};
    return cmocka_run_group_tests(tests, NULL, finish);
}
