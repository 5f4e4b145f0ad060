// Reading where a program may read, while the files change meanwhile.
#include "support/test.h"

#include "base/files/readable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Arena arena;
static char folder[] = "/tmp/qkv-readable-XXXXXX";
static Readable from;

static const char *path(const char *name)
{
    return arena_printf(&arena, "%s/%s", folder, name);
}

static void put(const char *name, const char *text)
{
    FILE *file = fopen(path(name), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return -1;
    from = readable_by(folder, "", &arena);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b", "d/a", "d"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) remove(path(names[i]));
    rmdir(folder);
    arena_free(&arena);
    return 0;
}

static const char *kind_of_opening(const char *name)
{
    ReadableFile file;
    Error error = {.arena = &arena};
    bool ok = readable_open(&from, str_from(name), &arena, &file, &error);
    assert_true(ok == !error.set && ok == (file.descriptor >= 0));
    readable_close(&file);
    return ok ? "" : error.kind;
}

static void test_a_file_that_shrinks_is_an_error(void **state)
{
    (void)state;
    ReadableFile file;
    char bytes[8];
    Error error = {.arena = &arena};
    put("a", "12345678");
    assert_true(readable_open(&from, STR("a"), &arena, &file, &error));
    assert_true(file.bytes == 8 && readable_read(&file, 2, bytes, 6, &error));
    assert_memory_equal(bytes, "345678", 6);
    assert_int_equal(truncate(path("a"), 5), 0);
    assert_true(readable_read(&file, 0, bytes, 5, &error));
    assert_false(readable_read(&file, 0, bytes, 8, &error));
    assert_string_equal(error.message, "a ended while it was read: it has become shorter");
    readable_close(&file);
}

static void test_no_read_goes_beyond_the_file_or_its_part(void **state)
{
    (void)state;
    ReadableFile file;
    char byte;
    put("a", "12345678");
    Error error = {.arena = &arena};
    assert_true(readable_open(&from, STR("a"), &arena, &file, &error));
    file.start = 2;
    file.bytes = 3;
    assert_true(readable_read(&file, 2, &byte, 1, &error) && byte == '5');
    assert_true(readable_read(&file, 3, &byte, 0, &error));
    const uint64_t beyond[] = {3, 4, UINT64_MAX, INT64_MAX};
    for (int i = 0; i < 4; i++) {
        Error each = {.arena = &arena};
        assert_false(readable_read(&file, beyond[i], &byte, 1, &each));
        assert_string_equal(each.kind, "OSError");
    }
    readable_close(&file);
}

static void test_what_was_a_file_or_a_folder_may_be_a_link_now(void **state)
{
    (void)state;
    put("a", "x");
    mkdir(path("d"), 0700);
    put("d/a", "x");
    assert_string_equal(kind_of_opening("d/a"), "");
    assert_string_equal(kind_of_opening("d/../d/./a"), "");
    remove(path("a"));
    assert_int_equal(symlink("/etc/passwd", path("a")), 0);
    assert_string_equal(kind_of_opening("a"), "PermissionError");
    remove(path("d/a"));
    remove(path("d"));
    assert_int_equal(symlink("/etc", path("d")), 0);
    assert_string_equal(kind_of_opening("d/passwd"), "PermissionError");
    assert_string_equal(kind_of_opening("d/.."), "IsADirectoryError");
    assert_string_equal(kind_of_opening("d/../.."), "PermissionError");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_file_that_shrinks_is_an_error),
        cmocka_unit_test(test_no_read_goes_beyond_the_file_or_its_part),
        cmocka_unit_test(test_what_was_a_file_or_a_folder_may_be_a_link_now),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
