// What takes a while says so before it begins; what does not shows nothing in between.
#include "support/test.h"

#include "tui/core/app.h"
#include "tui/core/input.h"

#include <string.h>

static Arena arena;
static int shown;

static void see(const App *app)
{
    assert_string_equal(app->message, "Computing ...");
    shown++;
}

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

// How often it said so.
static int waits(const char *lesson, const char *keys)
{
    Error error = {.arena = &arena};
    Walk walk;
    App app;
    TuiOptions options = {.mode = MODE_WALK};
    if (!walk_open(&walk, lesson, &(WalkOptions){0}, &error)) fail_msg("%s", error.message);
    app_init(&app, &walk, &options, 80, 24);
    app.show = see;
    shown = 0;
    Key key;
    for (Str rest = str_from(keys); rest.n; app_key(&app, key)) {
        if (!key_parse(&rest, &key, &error)) fail_msg("%s", error.message);
    }
    assert_true(!app.message || strcmp(app.message, "Computing ...") != 0);
    app_free(&app);
    walk_close(&walk);
    return shown;
}

static void what_takes_long_says_so_first(void **state)
{
    (void)state;
    assert_int_equal(waits("tests/screens/lessons/large.py", "]W"), 1);
    assert_int_equal(waits("tests/screens/lessons/large.py", "gq[0,0]<CR>e3<CR>u"), 2);
}

static void what_is_quick_shows_only_what_comes_of_it(void **state)
{
    (void)state;
    assert_int_equal(waits("eight-steps", "<Right>e3<CR>+u<C-r>r]]]]]]]W<Down>"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_takes_long_says_so_first, release),
        cmocka_unit_test_teardown(what_is_quick_shows_only_what_comes_of_it, release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
