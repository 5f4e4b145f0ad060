// Reading and writing cases, and playing them.
#include "support/screen_case.h"

#include "base/files/file.h"
#include "base/text/number.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"

#include <glob.h>
#include <string.h>

enum { FILE_BYTES = 1 << 20 };

static Str value_of(Str line, const char *name)
{
    return str_trim(str_slice(line, (int)strlen(name), line.n));
}

static bool parse_size(Str size, Shot *shot)
{
    int x = str_find(size, "x");
    int64_t columns, rows;
    if (x < 0 || !number_parse_int(str_slice(size, 0, x), &columns) ||
        !number_parse_int(str_slice(size, x + 1, size.n), &rows))
        return false;
    shot->columns = (int)columns;
    shot->rows = (int)rows;
    return true;
}

static void parse_sizes(ScreenCase *one)
{
    Str rest = one->sizes;
    while (rest.n) {
        int end = str_find(rest, " ");
        Str size = str_slice(rest, 0, end < 0 ? rest.n : end);
        if (one->count == MOST_SIZES || !parse_size(size, &one->shots[one->count++]))
            fail_msg("%.*s: no sizes: %.*s", STR_ARG(one->title), STR_ARG(one->sizes));
        rest = str_trim(str_slice(rest, size.n, rest.n));
    }
    if (one->count == 0) fail_msg("%.*s: no size", STR_ARG(one->title));
}

// The screen of each size, as many lines as it has rows.
static void take_screens(Str *rest, ScreenCase *one)
{
    Str line;
    for (int i = 0; i < one->count; i++) {
        Shot *shot = &one->shots[i];
        if (i > 0 && str_starts(*rest, "--- ")) str_next_line(rest, &line);
        shot->screen.p = rest->p;
        for (int row = 0; one->styles || row < (one->only_keys ? 1 : shot->rows); row++) {
            bool ends = str_starts(*rest, "=== ") || (one->styles && str_starts(*rest, "--- "));
            if (ends || !str_next_line(rest, &line)) break;
        }
        shot->screen.n = (int)(rest->p - shot->screen.p);
    }
}

bool screen_case_next(Str *rest, ScreenCase *one)
{
    Str line;
    *one = (ScreenCase){0};
    while (str_next_line(rest, &line) && !str_is(line, "---")) {
        if (str_starts(line, "===")) one->title = value_of(line, "===");
        if (str_starts(line, "lesson:")) one->lesson = value_of(line, "lesson:");
        if (str_starts(line, "size:")) one->sizes = value_of(line, "size:");
        if (str_starts(line, "keys:")) one->keys = value_of(line, "keys:");
        if (str_starts(line, "ascii:")) one->ascii = true;
        if (str_starts(line, "lessons:")) one->lessons = true;
        if (str_starts(line, "known as:")) one->known_as = value_of(line, "known as:");
        if (str_starts(line, "figures:")) one->figures = true;
        if (str_starts(line, "row: keys")) one->only_keys = true;
        if (str_starts(line, "styles:")) one->styles = true;
        if (str_starts(line, "mode: present")) one->mode = MODE_PRESENT;
        if (str_starts(line, "mode: notes")) one->mode = MODE_NOTES;
    }
    if (one->title.n == 0) return false;
    parse_sizes(one);
    take_screens(rest, one);
    return true;
}

static ListedLesson listed[] = {
    {"eight-steps", "Self-attention in eight steps", "", "Three inputs look at each other", 8, 8,
     true, "6 right", 0, 1, "First evening: one head", 30, NULL},
    {"order", "Order and positions", "",
     "Self-attention does not know which word came first, and sine waves can tell it", 13, 5, true,
     "4 right, 1 with a hint, 1 shown, 3 open", 2, 6, "First evening: one head", 35, "eight-steps"},
    {"masking", "Masking", "", "A mask decides who may look at whom", 12, 0, false, NULL, 0, 9,
     "Second evening: a transformer", 0, "eight-steps, order"},
    {"broken", "(no code)", "", "", 0, 0, false, NULL, 0, 0, NULL, 0, NULL},
};
static const LessonList list = {listed, 4};

static bool export_figure(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                          Buf *message, Error *error)
{
    (void)context, (void)walk, (void)cell, (void)error;
    buf_printf(message, "written: weights.%s", choice.format);
    return true;
}

static bool preview_figure(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                           Buf *lines, Error *error)
{
    (void)context, (void)walk, (void)cell, (void)error;
    buf_printf(lines, "weights.%s\n/home/me/talk\n480 x 360 points\n", choice.format);
    return true;
}

void screen_case_write(Buf *out, const ScreenCase *one)
{
    buf_printf(out, "=== %.*s\nlesson: %.*s\nsize: %.*s\n", STR_ARG(one->title),
               STR_ARG(one->lesson), STR_ARG(one->sizes));
    if (one->ascii) buf_add(out, STR("ascii: yes\n"));
    if (one->lessons) buf_add(out, STR("lessons: yes\n"));
    if (one->known_as.n) buf_printf(out, "known as: %.*s\n", STR_ARG(one->known_as));
    if (one->figures) buf_add(out, STR("figures: yes\n"));
    if (one->mode == MODE_PRESENT) buf_add(out, STR("mode: present\n"));
    if (one->mode == MODE_NOTES) buf_add(out, STR("mode: notes\n"));
    if (one->only_keys) buf_add(out, STR("row: keys\n"));
    if (one->styles) buf_add(out, STR("styles: yes\n"));
    buf_printf(out, one->keys.n ? "keys: %.*s\n" : "keys:%.*s\n", STR_ARG(one->keys));
}

static TuiOptions options_of(const ScreenCase *one, Arena *arena)
{
    TuiOptions options = {.signs = one->ascii ? SIGNS_ASCII : SIGNS_AUTO, .mode = one->mode};
    if (one->lessons) options.lessons = &list;
    options.known_as = one->known_as.n ? str_copy(arena, one->known_as) : NULL;
    options.start_on_lessons = one->lessons;
    if (one->figures) {
        options.export_figure = export_figure;
        options.preview_figure = preview_figure;
    }
    return options;
}

Frame screen_case_frame(const ScreenCase *one, const Shot *shot, Arena *arena)
{
    Error error = {.arena = arena};
    TuiOptions options = options_of(one, arena);
    Walk walk;
    if (!walk_open(&walk, str_copy(arena, one->lesson), &(WalkOptions){.ascii = one->ascii},
                   &error))
        fail_msg("%.*s: %s", STR_ARG(one->title), error.message);
    App app;
    Key key;
    app_init(&app, &walk, &options, shot->columns, shot->rows);
    for (Str rest = one->keys; rest.n && !app.quit; app_key(&app, key)) {
        if (!key_parse(&rest, &key, &error))
            fail_msg("%.*s: %s", STR_ARG(one->title), error.message);
    }
    Frame frame = draw(&app, arena);
    app_free(&app);
    walk_close(&walk);
    return frame;
}

void screen_case_files(void (*with)(const char *path, Str text))
{
    glob_t files;
    assert_int_equal(glob("tests/screens/*.test", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        Arena arena = {0};
        Error error = {.arena = &arena};
        Str text;
        if (!file_read(files.gl_pathv[i], FILE_BYTES, &arena, &text, &error))
            fail_msg("%s", error.message);
        with(files.gl_pathv[i], text);
        arena_free(&arena);
    }
    globfree(&files);
}
