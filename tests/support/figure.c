#include "support/figure.h"

#include "base/files/file.h"
#include "base/text/utf8.h"
#include "support/figure_text.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

static double fake_width(const void *context, const char *text, double size, bool bold, bool mono)
{
    (void)context, (void)mono;
    return utf8_width(str_from(text)) * size * (bold ? 0.66 : 0.6);
}

const Measure fake_measure = {.text_width = fake_width};

void assert_figure_as_file(const Figure *figure, const char *name)
{
    Arena arena = {0};
    Buf printed = {.arena = &arena};
    figure_print(figure, &printed);
    const char *path = arena_printf(&arena, "tests/figures/%s.txt", name);
    Error error = {.arena = &arena};
    if (getenv("UPDATE")) {
        FileWriter writer;
        assert_true(file_create(&writer, path, true, &arena, &error));
        assert_true(file_write(&writer, buf_text(&printed), (size_t)printed.n, &error));
        assert_true(file_commit(&writer, &error));
    }
    Str expected;
    assert_true(file_read(path, 1 << 20, &arena, &expected, &error));
    assert_string_equal(buf_text(&printed), str_copy(&arena, expected));
    arena_free(&arena);
}

int count_texts(const Figure *figure, const char *text)
{
    int count = 0;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        count += shape->kind == SHAPE_TEXT && strcmp(shape->text, text) == 0;
    }
    return count;
}

int count_kind(const Figure *figure, ShapeKind kind)
{
    int count = 0;
    for (int i = 0; i < figure->count; i++) count += figure->shapes[i].kind == kind;
    return count;
}
