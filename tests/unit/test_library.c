#include "support/test.h"

#include "lesson/lesson.h"
#include "lesson/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char SMALL[] = "# From the shelf\n\n```py\nx = 1\n```\n";

static Arena arena;
static Error error;
static Lesson lesson;
static char folder[] = "/tmp/qkv-library-XXXXXX";
static const char *own_folder; // lessons of the user, below `folder`

static const char *write_file(const char *in, const char *name, const char *text)
{
    const char *path = arena_printf(&arena, "%s/%s", in, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return path;
}

static int make_folders(void **state)
{
    (void)state;
    static char own[128];
    if (!mkdtemp(folder)) return -1;
    snprintf(own, sizeof own, "%s/qkv", folder);
    mkdir(own, 0700);
    snprintf(own, sizeof own, "%s/qkv/lessons", folder);
    mkdir(own, 0700);
    own_folder = own;
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("XDG_DATA_DIRS", "relative:/nowhere", 1);
    return 0;
}

static int remove_folders(void **state)
{
    (void)state;
    Arena names = {0};
    int failed = system(arena_printf(&names, "rm -r '%s'", folder));
    arena_free(&names);
    return failed;
}

static int start(void **state)
{
    (void)state;
    error = (Error){.arena = &arena};
    return 0;
}

static int forget(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static const LibraryLesson *shelved(const Library *library, const char *name)
{
    for (int i = 0; i < library->count; i++) {
        if (strcmp(library->lessons[i].name, name) == 0) return &library->lessons[i];
    }
    return NULL;
}

static void test_names_are_the_part_behind_the_number(void **state)
{
    (void)state;
    int number;
    assert_string_equal(lesson_name("lessons/01-eight-steps.md", &number, &arena), "eight-steps");
    assert_int_equal(number, 1);
    assert_string_equal(lesson_name("eight.steps.md", &number, &arena), "eight.steps");
    assert_int_equal(number, 0);
    assert_string_equal(lesson_name("12.md", &number, &arena), "12");
    assert_string_equal(lesson_name("3-.md", &number, &arena), "3-");
    assert_string_equal(lesson_name("99999999999-x.md", &number, &arena), "99999999999-x");
    assert_int_equal(number, 0);
    assert_string_equal(lesson_name("-", NULL, &arena), "-");
    assert_string_equal(lesson_name("a/", NULL, &arena), "");
}

static void test_the_programs_own_lessons_are_found(void **state)
{
    (void)state;
    Library library;
    library_scan(&library, &arena);
    const LibraryLesson *first = shelved(&library, "eight-steps");
    assert_non_null(first);
    assert_int_equal(first->number, 1);
    assert_ptr_equal(first, &library.lessons[0]);
    assert_non_null(library_folder("lessons", &arena));
    assert_null(library_folder("no-such-folder", &arena));
}

static void test_the_eight_steps_have_eight_steps(void **state)
{
    (void)state;
    assert_true(library_open("eight-steps", &arena, &lesson, &error));
    assert_int_equal(lesson.step_count, 9); // and what they come to
    assert_string_equal(lesson.name, "eight-steps");
    int predictions = 0;
    for (int i = 0; i < lesson.step_count; i++) {
        int code = 0;
        for (int b = 0; b < lesson.steps[i].count; b++) {
            code += lesson.steps[i].blocks[b].kind == BLOCK_CODE;
            predictions += lesson.steps[i].blocks[b].kind == BLOCK_PREDICTION;
        }
        assert_true(code > 0 || i == 8);
    }
    assert_true(predictions >= 3);
}

enum { MOST_CHOICES = 26 };

static void count_choices(const Prediction *prediction, int *right)
{
    for (int i = 0; i < prediction->choice_count; i++) {
        const Choice *choice = &prediction->choices[i];
        assert_in_range(i, 0, MOST_CHOICES - 1);
        right[i] += choice->right;
        if (!choice->right && !choice->says.count)
            fail_msg("%s: nothing is said of choice %c: %.*s", lesson.name, 'a' + i,
                     STR_ARG(choice->text.inlines[0].text));
    }
}

static void test_the_lessons_answer_each_wrong_choice_and_favour_no_letter(void **state)
{
    (void)state;
    Library library;
    library_scan(&library, &arena);
    int right[MOST_CHOICES] = {0}, questions = 0;
    for (int i = 0; i < library.count; i++) {
        assert_true(library_open(library.lessons[i].path, &arena, &lesson, &error));
        for (int s = 0; s < lesson.step_count; s++) {
            for (int b = 0; b < lesson.steps[s].count; b++)
                count_choices(&lesson.steps[s].blocks[b].prediction, right);
        }
    }
    for (int i = 0; i < MOST_CHOICES; i++) questions += right[i];
    assert_true(questions >= 33);
    for (int i = 0; i < MOST_CHOICES; i++) assert_true(100 * right[i] <= 40 * questions);
}

static void test_ones_own_lessons_are_added_and_win(void **state)
{
    (void)state;
    write_file(own_folder, "b.md", SMALL);
    write_file(own_folder, "a.md", SMALL);
    write_file(own_folder, "007-bond.md", SMALL);
    write_file(own_folder, "notes.txt", SMALL);
    write_file(own_folder, ".hidden.md", SMALL);
    const char *own = write_file(own_folder, "2-eight-steps.md", SMALL);
    Library library;
    library_scan(&library, &arena);
    assert_string_equal(shelved(&library, "eight-steps")->path, own);
    assert_int_equal(shelved(&library, "bond")->number, 7);
    assert_null(shelved(&library, "notes"));
    assert_null(shelved(&library, ".hidden"));
    assert_string_equal(library.lessons[library.count - 1].name, "b"); // not numbered: last
    assert_string_equal(library.lessons[library.count - 2].name, "a");
    assert_true(library_open("eight-steps", &arena, &lesson, &error));
    assert_string_equal(lesson.title, "From the shelf");
    unlink(own);
}

static void test_a_path_opens_any_markdown_file(void **state)
{
    (void)state;
    const char *path = write_file(folder, "page", SMALL);
    assert_true(library_open(path, &arena, &lesson, &error));
    assert_string_equal(lesson.source->name, path);
    assert_string_equal(lesson.name, "page");
}

static void test_standard_input_is_a_lesson_called_dash(void **state)
{
    (void)state;
    assert_non_null(freopen(write_file(folder, "piped", SMALL), "r", stdin));
    assert_true(library_open("-", &arena, &lesson, &error));
    assert_string_equal(lesson.source->name, "-");
}

static void refuse(const char *name, const char *message, const char *hint)
{
    start(NULL);
    assert_false(library_open(name, &arena, &lesson, &error));
    assert_non_null(strstr(error.message, message));
    assert_non_null(error.hint);
    assert_non_null(strstr(error.hint, hint));
}

static void test_what_cannot_be_opened_is_explained(void **state)
{
    (void)state;
    refuse("eigth-steps", "eigth-steps: no such lesson and no such file",
           "did you mean eight-steps?");
    refuse("lessons/eight-step.md", "no such lesson and no such file", "did you mean eight-steps?");
    refuse("zebra", "zebra: no such", "qkv lessons");
    refuse(folder, "is a directory", "a file in it");
    refuse(write_file(folder, "a.py", "# nothing\n"), "no code to run", "Python with torch");
    refuse(write_file(folder, "a.ipynb", "{}"), "not a notebook", "cells");
    refuse(write_file(folder, "empty.md", ""), "the file is empty", "# Title");
    refuse(write_file(folder, "image.md", "\x89PNG"), "not a text file", "UTF-8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_names_are_the_part_behind_the_number, start, forget),
        cmocka_unit_test_setup_teardown(test_the_programs_own_lessons_are_found, start, forget),
        cmocka_unit_test_setup_teardown(test_the_eight_steps_have_eight_steps, start, forget),
        cmocka_unit_test_setup_teardown(
            test_the_lessons_answer_each_wrong_choice_and_favour_no_letter, start, forget),
        cmocka_unit_test_setup_teardown(test_ones_own_lessons_are_added_and_win, start, forget),
        cmocka_unit_test_setup_teardown(test_a_path_opens_any_markdown_file, start, forget),
        cmocka_unit_test_setup_teardown(test_standard_input_is_a_lesson_called_dash, start, forget),
        cmocka_unit_test_setup_teardown(test_what_cannot_be_opened_is_explained, start, forget),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
