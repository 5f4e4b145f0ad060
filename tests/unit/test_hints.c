// The key line: whatever it names on a screen does something there.
#include "support/test.h"

#include "base/str.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"

#include <string.h>

static Arena arena;

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

typedef struct Situation {
    const char *lesson, *keys;
    TuiMode mode;
} Situation;

static const Situation SITUATIONS[] = {
    {"eight-steps", "", MODE_WALK},
    {"eight-steps", "[e2", MODE_WALK},
    {"eight-steps", "<Right>e3<CR>", MODE_WALK},
    {"eight-steps", "<Right>e3<CR>d", MODE_WALK},
    {"eight-steps", "d", MODE_WALK},
    {"eight-steps", "]]<Space><Space><Space>", MODE_WALK},
    {"eight-steps", "]]]<Space><Space><Space><Space>", MODE_WALK},
    {"eight-steps", "]]]<Space><Space><Space><Space>4", MODE_WALK},
    {"eight-steps", "]]]<Space><Space><Space><Space>5<CR>", MODE_WALK},
    {"eight-steps", "]]]]", MODE_WALK},
    {"eight-steps", "]]]]c", MODE_WALK},
    {"eight-steps", "]]]]]]]]]<Space><Space><Space><Space><Space><Space><Space>", MODE_WALK},
    {"eight-steps", "f", MODE_WALK},
    {"eight-steps", "]]]]]]]F<Right><Right><Right><Right>", MODE_WALK},
    {"eight-steps", "c", MODE_WALK},
    {"eight-steps", "?", MODE_WALK},
    {"eight-steps", "?G<PgDn><PgDn><PgDn><PgDn><PgDn><PgDn><PgDn>", MODE_WALK},
    {"eight-steps", "t", MODE_WALK},
    {"eight-steps", ":", MODE_WALK},
    {"eight-steps", ":xyzzy", MODE_WALK},
    {"eight-steps", "/softmax<CR>", MODE_WALK},
    {"eight-steps", "a", MODE_WALK},
    {"eight-steps", "o", MODE_WALK},
    {"eight-steps", "]]]]]]]o", MODE_WALK},
    {"eight-steps", "maM", MODE_WALK},
    {"masking", "]]]]W", MODE_WALK},
    {"masking", "]]]]W<Down><Down>", MODE_WALK},
    {"tests/screens/lessons/function.md", ")", MODE_WALK},
    {"tests/screens/lessons/function.md", ")s))<Space>", MODE_WALK},
    {"tests/screens/lessons/function.md", "t", MODE_WALK},
    {"tests/screens/lessons/ways.md", "]", MODE_WALK},
    {"tests/screens/lessons/fails.py", "]]]]]]", MODE_WALK},
    {"tests/screens/lessons/heads.py", "))s))))))", MODE_WALK},
    {"tests/screens/lessons/sixteen.py", "]z", MODE_WALK},
    {"tests/screens/lessons/sixteen.py", "]zz", MODE_WALK},
    {"tests/screens/lessons/sixteen.py", "]zg", MODE_WALK},
    {"tests/screens/lessons/sixteen.py", "]H", MODE_WALK},
    {"tests/screens/lessons/sixteen.py", "]T", MODE_WALK},
    {"tests/screens/lessons/large.py", "]z", MODE_WALK},
    {"tests/screens/lessons/large.py", "]T", MODE_WALK},
    {"eight-steps", "", MODE_PRESENT},
    {"eight-steps", "]]]]", MODE_PRESENT},
    {"eight-steps", "]]])<Space><Space><Space>", MODE_PRESENT},
    {"eight-steps", "]]g", MODE_PRESENT},
    {"eight-steps", "", MODE_NOTES},
};

static void open_at(const Situation *there, Walk *walk, App *app, const TuiOptions *options)
{
    Error error = {.arena = &arena};
    if (!walk_open(walk, there->lesson, &(WalkOptions){0}, &error)) fail_msg("%s", error.message);
    app_init(app, walk, options, 250, 60);
    Key key;
    for (Str keys = str_from(there->keys); keys.n; app_key(app, key)) {
        if (!key_parse(&keys, &key, &error)) fail_msg("%s", error.message);
    }
}

static void close_there(Walk *walk, App *app)
{
    app_free(app);
    walk_close(walk);
}

static bool is_idle(const char *message)
{
    const Action *action;
    for (int i = 0; message && (action = action_at(i)); i++) {
        if (action->refusal && strcmp(message, action->refusal) == 0) return true;
    }
    return message && strstr(message, "does nothing here") != NULL;
}

static bool does_something(const Situation *there, Key key)
{
    Walk walk;
    App app;
    Arena frames = {0};
    TuiOptions options = {.mode = there->mode};
    Buf before = {.arena = &frames}, after = {.arena = &frames};
    open_at(there, &walk, &app, &options);
    app.message = NULL;
    Frame frame = draw(&app, &frames);
    frame_print(&frame, &before);
    AppResult result = app_key(&app, key);
    bool idle = is_idle(app.message);
    frame = draw(&app, &frames);
    frame_print(&frame, &after);
    bool moved =
        frame.cursor_column || frame.cursor_row || !str_equal(buf_str(&before), buf_str(&after));
    close_there(&walk, &app);
    arena_free(&frames);
    return result == APP_QUIT || (!idle && moved);
}

// "[ ]:step" names two keys, "arrows:cell" four; one of them must do something.
static bool hint_is_true(const Situation *there, const char *hint)
{
    Str names = str_slice(str_from(hint), 0,
                          str_find(str_slice(str_from(hint), 1, (int)strlen(hint)), ":") + 1);
    if (str_is(names, "Bksp")) names = STR("Backspace");
    if (str_is(names, "arrows")) names = STR("Right Left Down Up");
    while (names.n) {
        Key keys[2];
        int end = str_find(names, " ");
        Str word = str_slice(names, 0, end < 0 ? names.n : end);
        if (keys_of_word(word, keys, 2) && does_something(there, keys[0])) return true;
        names = str_slice(names, word.n + (end >= 0), names.n);
    }
    return false;
}

static void what_is_hinted_does_something(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof SITUATIONS / sizeof *SITUATIONS; i++) {
        Walk walk;
        App app;
        TuiOptions options = {.mode = SITUATIONS[i].mode};
        open_at(&SITUATIONS[i], &walk, &app, &options);
        const char *hints[200];
        int count = 0;
        const Action *action;
        for (int k = 0; (action = action_at(k)) && count < 200; k++) {
            int rank;
            const char *hint = action_hint(&app, action, &rank);
            if (hint) hints[count++] = hint;
        }
        close_there(&walk, &app);
        for (int k = 0; k < count; k++) {
            if (hint_is_true(&SITUATIONS[i], hints[k])) continue;
            print_message("%s after %s: %s does nothing\n", SITUATIONS[i].lesson,
                          SITUATIONS[i].keys, hints[k]);
            wrong++;
        }
        if (count == 0) fail_msg("%s after %s: no hints", SITUATIONS[i].lesson, SITUATIONS[i].keys);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_is_hinted_does_something, release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
