// What is remembered of a lesson: written and read back, and what happens when that is not
// possible.
#include "support/test.h"

#include "base/files/file.h"
#include "state/state.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static Arena arena;
static char folder[64];

static int begin(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/qkv-test-state-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    setenv("XDG_STATE_HOME", folder, 1);
    return 0;
}

static int end(void **state)
{
    (void)state;
    char command[256];
    snprintf(command, sizeof command, "chmod -R u+rwX %s; rm -r %s", folder, folder);
    int status = system(command);
    arena_free(&arena);
    return status;
}

static const bool DONE[] = {true, false, true};
static const StateAnswer ANSWERS[] = {{"scores[0,1]", "4", true, true, 20786, 3},
                                      {"a \"b\"\n", "ü", false, false, 0, 0}};
static const StateEdit EDITS[] = {{"x[0,1]", 0.1, NULL, NULL},
                                  {"mask[0]", -(double)INFINITY, NULL, NULL},
                                  {"w[0]", 0, "uniform every time", NULL},
                                  {"sentence[1]", 0, NULL, "zu"}};
static const StateMark MARKS[] = {{"a", {2, 5, -1, 3, 1}, "5[0,1]"}};

static LessonState sample(int step)
{
    return (LessonState){.text = UINT64_C(0xfedcba9876543210),
                         .place = {step, 7, -1, 2, 3},
                         .done = DONE,
                         .steps = 3,
                         .answers = ANSWERS,
                         .answer_count = 2,
                         .edits = EDITS,
                         .edit_count = 4,
                         .marks = MARKS,
                         .mark_count = 1};
}

static void save(const char *key, int step)
{
    Error warning = {.arena = &arena};
    LessonState state = sample(step);
    if (!state_save(key, &state, &warning)) fail_msg("%s", warning.message);
}

static LessonState load(const char *key)
{
    Error warning = {.arena = &arena};
    LessonState state;
    if (!state_load(key, &arena, &state, &warning)) fail_msg("%s", warning.message);
    return state;
}

static void what_is_saved_comes_back(void **unused)
{
    (void)unused;
    assert_false(load("eight-steps").is_known);
    save("eight-steps", 4);
    LessonState state = load("eight-steps");
    assert_true(state.is_known);
    assert_true(state.text == UINT64_C(0xfedcba9876543210));
    assert_int_equal(state.place.step, 4);
    assert_int_equal(state.place.entry, 7);
    assert_int_equal(state.place.call, -1);
    assert_int_equal(state.place.substep, 2);
    assert_int_equal(state.steps, 3);
    assert_int_equal(state_steps_done(&state), 2);
    assert_false(state.done[1]);
    assert_int_equal(state.answer_count, 2);
    assert_string_equal(state.answers[1].question, "a \"b\"\n");
    assert_string_equal(state.answers[1].answer, "ü");
    assert_true(state.answers[0].right);
    assert_true(state.answers[0].hinted);
    assert_int_equal(state.answers[0].asked, 20786);
    assert_int_equal(state.answers[0].again, 3);
    assert_string_equal(state.edits[0].cell, "x[0,1]");
    assert_true(state.edits[0].value == 0.1);
    assert_true(isinf(state.edits[1].value) && state.edits[1].value < 0);
    assert_null(state.edits[0].hold);
    assert_string_equal(state.edits[2].hold, "uniform every time");
    assert_null(state.edits[2].words);
    assert_string_equal(state.edits[3].words, "zu");
    assert_string_equal(state.marks[0].name, "a");
    assert_int_equal(state.marks[0].place.entry, 5);
    assert_string_equal(state.marks[0].cell, "5[0,1]");
}

static void lessons_do_not_disturb_each_other(void **unused)
{
    (void)unused;
    save("/a/notes.md", 1);
    save("/b/notes.md", 2);
    save("/a/notes.md", 3); // the last writer of a lesson wins
    assert_int_equal(load("/a/notes.md").place.step, 3);
    assert_int_equal(load("/b/notes.md").place.step, 2);
}

static void relative_folders_are_ignored(void **unused)
{
    (void)unused;
    setenv("XDG_STATE_HOME", "relative", 1);
    setenv("HOME", folder, 1);
    const char *path = state_path("eight-steps", &arena);
    assert_non_null(strstr(path, folder));
    assert_non_null(strstr(path, "/.local/state/qkv/lessons/eight-steps-"));
    save("eight-steps", 1);
    assert_int_equal(load("eight-steps").place.step, 1);
    assert_int_not_equal(access("relative", F_OK), 0);
    setenv("HOME", "also/relative", 1);
    assert_null(state_path("eight-steps", &arena));
    assert_false(load("eight-steps").is_known);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void what_is_no_state_is_moved_aside_and_told_once(void **unused)
{
    (void)unused;
    static const char *const broken[] = {"",     "{",       "[]", "{\"lesson\": \"another\"}",
                                         "null", "\xff\xfe"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        save("eight-steps", 1);
        const char *path = state_path("eight-steps", &arena);
        write_file(path, broken[i]);
        Error warning = {.arena = &arena};
        LessonState state;
        assert_false(state_load("eight-steps", &arena, &state, &warning));
        assert_non_null(strstr(warning.message, "not what qkv has written"));
        assert_false(state.is_known);
        assert_int_equal(access(arena_printf(&arena, "%s.broken", path), F_OK), 0);
        assert_false(load("eight-steps").is_known); // without a warning
    }
}

static void odd_values_are_not_trusted(void **unused)
{
    (void)unused;
    save("eight-steps", 1);
    write_file(state_path("eight-steps", &arena),
               "{\"lesson\": \"eight-steps\", \"text\": 3, \"place\": {\"step\": -9, \"entry\": "
               "99999999999, \"substep\": \"x\"}, \"done\": [1, true, null], \"answers\": [3, {}, "
               "{\"asked\": -7, \"again\": 1e9}], "
               "\"edits\": {}, \"marks\": [[]]}");
    LessonState state = load("eight-steps");
    assert_int_equal(state.place.step, 0);
    assert_int_equal(state.place.entry, -1);
    assert_int_equal(state.place.substep, 0);
    assert_int_equal(state_steps_done(&state), 1);
    assert_string_equal(state.answers[1].answer, "");
    assert_int_equal(state.answers[2].asked, 0);
    assert_int_equal(state.answers[2].again, 0);
    assert_int_equal(state.edit_count, 0);
}

static void what_cannot_be_written_is_a_warning(void **unused)
{
    (void)unused;
    if (geteuid() == 0)
        setenv("XDG_STATE_HOME", "/dev/null/nowhere", 1); // root may write anywhere else
    else
        chmod(folder, 0500);
    Error warning = {.arena = &arena};
    LessonState state = sample(1);
    assert_false(state_save("eight-steps", &state, &warning));
    assert_non_null(warning.message);
    assert_string_equal(
        warning.hint, "nothing of the session is remembered; XDG_STATE_HOME names another folder");
    assert_false(load("eight-steps").is_known);
}

static void a_reader_has_one_number_of_his_own(void **unused)
{
    (void)unused;
    Error warning = {.arena = &arena};
    uint64_t reader = state_reader(&warning);
    assert_true(reader != 0);
    assert_true(state_reader(&warning) == reader);
    assert_true(load("eight-steps").steps == 0); // and begins with nothing
    write_file(arena_printf(&arena, "%s/qkv/reader", folder), "0\n");
    assert_true(state_reader(&warning) == 0);
    assert_false(warning.set);
    setenv("XDG_STATE_HOME", "/dev/null/nowhere", 1);
    assert_true(state_reader(&warning) == 0);
    assert_true(warning.set);
}

// A disk that is full, as the kernel plays it: no file may grow beyond some bytes.
static void a_full_disk_leaves_what_was_there(void **unused)
{
    (void)unused;
    save("eight-steps", 1);
    pid_t child = fork();
    if (child == 0) {
        Error warning = {.arena = &arena};
        LessonState state = sample(2);
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){100, 100});
        _exit(state_save("eight-steps", &state, &warning) ? 1 : 0);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(load("eight-steps").place.step, 1);
}

static void a_kill_while_writing_leaves_a_whole_file(void **unused)
{
    (void)unused;
    save("eight-steps", 1);
    for (int round = 0; round < 20; round++) {
        pid_t child = fork();
        if (child == 0) {
            for (int step = 1;; step = 3 - step) save("eight-steps", step);
        }
        usleep((useconds_t)(500 + round * 137));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        LessonState state = load("eight-steps");
        assert_true(state.place.step == 1 || state.place.step == 2);
        assert_int_equal(state.answer_count, 2);
    }
}

// ---- what a killed program leaves --------------------------------------------------------------

static int files_like(const char *pattern)
{
    char command[160];
    snprintf(command, sizeof command, "exit $(ls %s/%s 2>/dev/null | wc -l)", folder, pattern);
    return WEXITSTATUS(system(command));
}

static bool write_whole(const char *name)
{
    FileWriter writer;
    Error error = {.arena = &arena};
    const char *path = arena_printf(&arena, "%s/%s", folder, name);
    return file_create(&writer, path, true, &arena, &error) &&
           file_write(&writer, "text", 4, &error) && file_commit(&writer, &error);
}

// A program that has begun to write a file and does not end.
static pid_t writer_of(const char *name)
{
    int begun[2];
    char byte;
    assert_int_equal(pipe(begun), 0);
    pid_t child = fork();
    if (child == 0) {
        FileWriter writer;
        Error error = {.arena = &arena};
        const char *path = arena_printf(&arena, "%s/%s", folder, name);
        if (file_create(&writer, path, true, &arena, &error) && write(begun[1], "", 1) == 1)
            pause();
        _exit(1);
    }
    close(begun[1]);
    assert_int_equal(read(begun[0], &byte, 1), 1);
    close(begun[0]);
    return child;
}

static void kill_and_wait(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void what_a_killed_program_left_goes_with_the_next_write(void **state)
{
    (void)state;
    char own[256];
    snprintf(own, sizeof own, "touch %s/notes.qkv-unfinished %s/f.png.XXXXXX", folder, folder);
    assert_int_equal(system(own), 0);
    pid_t living = writer_of("living.svg");
    kill_and_wait(writer_of("killed.svg"));
    assert_int_equal(files_like("killed.svg.*"), 1);
    assert_true(write_whole("other.png"));
    assert_int_equal(files_like("killed.svg.*"), 0);
    assert_int_equal(files_like("living.svg.*"), 1); // somebody is writing it
    assert_int_equal(files_like("other.png*"), 1);
    assert_int_equal(files_like("notes.qkv-unfinished"), 1); // called so by its owner
    assert_int_equal(files_like("f.png.XXXXXX"), 1);
    kill_and_wait(living);
    assert_true(write_whole("other.png"));
    assert_int_equal(files_like("*.qkv-unfinished-*"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_saved_comes_back, begin, end),
        cmocka_unit_test_setup_teardown(lessons_do_not_disturb_each_other, begin, end),
        cmocka_unit_test_setup_teardown(relative_folders_are_ignored, begin, end),
        cmocka_unit_test_setup_teardown(a_reader_has_one_number_of_his_own, begin, end),
        cmocka_unit_test_setup_teardown(what_is_no_state_is_moved_aside_and_told_once, begin, end),
        cmocka_unit_test_setup_teardown(odd_values_are_not_trusted, begin, end),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_is_a_warning, begin, end),
        cmocka_unit_test_setup_teardown(a_full_disk_leaves_what_was_there, begin, end),
        cmocka_unit_test_setup_teardown(what_a_killed_program_left_goes_with_the_next_write, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_kill_while_writing_leaves_a_whole_file, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
