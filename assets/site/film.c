// A film of the terminal, as text that moves in a page without a script.
//
//   film NAME LESSON COLUMNSxROWS STYLE.css SCENES > FILM.html
//
// Each line of the file SCENES has seconds, keys and a caption, with tabs between. What stays the
// same from one scene to the next is there once, and shows from its first scene to its last. Where
// nothing may move, the scene whose caption ends with "*" is shown.
#include "base/bug.h"
#include "base/files/file.h"
#include "terminal/signs.h"
#include "terminal/theme.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SCENES = 30, MOST_LOOKS = 200, WIDTH = 8, HEIGHT = 17, DESCENT = 4 };

typedef struct Scene {
    double begins;
    const char *keys, *caption;
    Frame frame;
} Scene;

typedef struct Paint { // of letters or grounds: where the page is light, and where it is dark
    int light, dark;
} Paint;

static Scene scenes[MOST_SCENES + 1];
static int scene_count, still;
static Paint paints[MOST_LOOKS];
static int paint_count;
static bool shows_part[MOST_SCENES + 1][MOST_SCENES + 1]; // [from][to]: something does
static const char *name;

// The colours of the page itself (src/web/page/page.css).
static const Theme themes[2] = {
    {.depth = DEPTH_DIRECT, .page = RGB(0xffffff), .text = RGB(0x1d1f21)},
    {.depth = DEPTH_DIRECT, .page = RGB(0x16181c), .text = RGB(0xd6d8db)},
};

static int paint_number(Paint paint)
{
    for (int i = 0; i < paint_count; i++)
        if (paints[i].light == paint.light && paints[i].dark == paint.dark) return i;
    REQUIRE(paint_count < MOST_LOOKS);
    paints[paint_count] = paint;
    return paint_count++;
}

static int color_of(const Theme *theme, Style style, bool ground)
{
    Look look = theme_look(theme, style);
    bool reverse = (look.attributes & ATTR_REVERSE) != 0;
    int color = ground != reverse ? look.background : look.foreground;
    Color own = ground != reverse ? theme->page : theme->text;
    return color >= LOOK_DIRECT ? color - LOOK_DIRECT : own.r << 16 | own.g << 8 | own.b;
}

static int paint_of(Style style, bool ground)
{
    return paint_number(
        (Paint){color_of(&themes[0], style, ground), color_of(&themes[1], style, ground)});
}

static const char *letter_of(const Glyph *glyph)
{
    Look look = theme_look(&themes[0], glyph->style);
    return look.instead ? look.instead : glyph->text;
}

static bool is_blank(const Glyph *glyph)
{
    return strcmp(letter_of(glyph), " ") == 0 || letter_of(glyph)[0] == '\0';
}

static void print_letter(const char *text)
{
    if (*text == '&')
        fputs("&amp;", stdout);
    else if (*text == '<')
        fputs("&lt;", stdout);
    else
        fputs(text, stdout);
}

static void print_grounds(const Glyph *glyphs, int columns, int row)
{
    int page = paint_of((Style){0}, true);
    for (int i = 0, end; i < columns; i = end) {
        int ground = paint_of(glyphs[i].style, true);
        for (end = i + 1; end < columns && paint_of(glyphs[end].style, true) == ground;) end++;
        if (ground == page) continue;
        printf("<rect class=\"%s%d\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", name, ground,
               i * WIDTH, row * HEIGHT, (end - i) * WIDTH, HEIGHT);
    }
}

// Words that look alike, one blank between them at most: more would be lost in the page.
static void print_letters(const Glyph *glyphs, int columns, int row)
{
    for (int i = 0, end; i < columns; i = end) {
        end = i + 1;
        if (is_blank(&glyphs[i])) continue;
        int ink = paint_of(glyphs[i].style, false);
        unsigned attributes = theme_look(&themes[0], glyphs[i].style).attributes;
        for (int j = end; j < columns && j <= end + 1; j++) {
            if (is_blank(&glyphs[j])) continue;
            if (paint_of(glyphs[j].style, false) != ink ||
                theme_look(&themes[0], glyphs[j].style).attributes != attributes)
                break;
            end = j + 1;
        }
        printf("<text class=\"%s%d%s%s\" x=\"%d\" y=\"%d\" textLength=\"%d\" "
               "lengthAdjust=\"spacingAndGlyphs\">",
               name, ink, attributes & ATTR_BOLD ? " bold" : "",
               attributes & ATTR_UNDERLINE ? " under" : "", i * WIDTH, (row + 1) * HEIGHT - DESCENT,
               (end - i) * WIDTH);
        for (int j = i; j < end; j++) print_letter(letter_of(&glyphs[j]));
        fputs("</text>", stdout);
    }
}

static bool row_stays(int scene, int row)
{
    const Frame *frame = &scenes[scene].frame;
    const Glyph *before = &scenes[scene - 1].frame.glyphs[row * frame->columns];
    const Glyph *after = &frame->glyphs[row * frame->columns];
    int i = 0;
    while (i < frame->columns && strcmp(before[i].text, after[i].text) == 0 &&
           memcmp(&before[i].style, &after[i].style, sizeof(Style)) == 0)
        i++;
    return i == frame->columns;
}

static void begin_part(const char *tag, int from, int to)
{
    shows_part[from][to] = true;
    printf("<%s class=\"part %s-%d-%d%s\">", tag, name, from, to,
           from <= still && still < to ? " still" : "");
}

static void print_row(int row)
{
    for (int from = 0, to; from < scene_count; from = to) {
        for (to = from + 1; to < scene_count && row_stays(to, row);) to++;
        const Frame *frame = &scenes[from].frame;
        begin_part("g", from, to);
        print_grounds(&frame->glyphs[row * frame->columns], frame->columns, row);
        print_letters(&frame->glyphs[row * frame->columns], frame->columns, row);
        puts("</g>");
    }
}

// "4<CR>" as people say it: 4 Enter.
static void print_keys(const char *keys)
{
    for (; *keys; keys++) {
        bool enter = strncmp(keys, "<CR>", 4) == 0;
        print_letter(enter ? " Enter" : (char[2]){*keys, 0});
        if (enter) keys += 3;
        if (enter && keys[1]) putchar(' ');
    }
}

static void print_film(const char *lesson)
{
    const Frame *frame = &scenes[0].frame;
    printf("<div class=\"film %s\">\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"The walk "
           "through %s in a terminal.",
           name, frame->columns * WIDTH, frame->rows * HEIGHT, lesson);
    for (int i = 0; i < scene_count; i++) printf(" %s", scenes[i].caption);
    puts("\">");
    for (int row = 0; row < frame->rows; row++) print_row(row);
    puts("</svg>\n<div class=\"captions\" aria-hidden=\"true\">");
    for (int i = 0; i < scene_count; i++) {
        begin_part("p", i, i + 1);
        fputs(scenes[i].keys[0] ? "<kbd>" : "", stdout);
        print_keys(scenes[i].keys);
        printf("%s%s</p>\n", scenes[i].keys[0] ? "</kbd> " : "", scenes[i].caption);
    }
    puts("</div>\n</div>");
}

static void print_part_style(FILE *out, int from, int to)
{
    double all = scenes[scene_count].begins;
    fprintf(out, "@keyframes %s-%d-%d { 0%% { visibility: %s }", name, from, to,
            from == 0 ? "visible" : "hidden");
    if (from > 0) fprintf(out, " %.4f%% { visibility: visible }", 100 * scenes[from].begins / all);
    if (to < scene_count)
        fprintf(out, " %.4f%% { visibility: hidden }", 100 * scenes[to].begins / all);
    fprintf(out, " }\n.%s-%d-%d { animation: %s-%d-%d %gs step-end infinite }\n", name, from, to,
            name, from, to, all);
}

static void print_style(FILE *out)
{
    for (int dark = 0; dark < 2; dark++) {
        if (dark) fputs("@media (prefers-color-scheme: dark) {\n", out);
        for (int i = 0; i < paint_count; i++)
            fprintf(out, ".%s%d { fill: #%06x }\n", name, i,
                    (unsigned)(dark ? paints[i].dark : paints[i].light));
    }
    fputs("}\n@media screen and (prefers-reduced-motion: no-preference) {\n", out);
    for (int from = 0; from < scene_count; from++)
        for (int to = from + 1; to <= scene_count; to++)
            if (shows_part[from][to] && to - from < scene_count) print_part_style(out, from, to);
    fputs("}\n", out);
}

static Str take_field(Str *line)
{
    int end = str_find(*line, "\t");
    Str field = str_slice(*line, 0, end < 0 ? line->n : end);
    *line = str_slice(*line, end < 0 ? line->n : end + 1, line->n);
    return field;
}

static bool read_scenes(const char *path, Arena *arena, Error *error)
{
    enum { MOST_BYTES = 1 << 20 };
    Str rest, line;
    double at = 0;
    if (!file_read(path, MOST_BYTES, arena, &rest, error)) return false;
    while (str_next_line(&rest, &line)) {
        if (scene_count == MOST_SCENES)
            return error_set(error, NULL, "%s has more than %d scenes", path, MOST_SCENES);
        Scene *scene = &scenes[scene_count];
        scene->begins = at;
        at += strtod(str_copy(arena, take_field(&line)), NULL);
        scene->keys = str_copy(arena, take_field(&line));
        if (line.n && line.p[line.n - 1] == '*') {
            still = scene_count;
            line.n--;
        }
        scene->caption = str_copy(arena, line);
        scene_count++;
    }
    scenes[scene_count].begins = at;
    return scene_count > 0 || error_set(error, NULL, "%s has no scenes", path);
}

static bool play(const char *lesson, int columns, int rows, Arena *arena, Error *error)
{
    Walk walk;
    App app;
    Key key;
    if (!walk_open(&walk, lesson, &(WalkOptions){0}, error)) return false;
    app_init(&app, &walk, &(TuiOptions){0}, columns, rows);
    app_say_first(&app);
    for (int i = 0; i < scene_count; i++) {
        for (Str rest = str_from(scenes[i].keys); rest.n; app_key(&app, key))
            if (!key_parse(&rest, &key, error)) return false;
        scenes[i].frame = draw(&app, arena);
    }
    return true;
}

int main(int count, char **arguments)
{
    int columns, rows;
    Arena arena = {0};
    Error error = {.arena = &arena};
    locale_choose(true);
    if (count != 6 || sscanf(arguments[3], "%dx%d", &columns, &rows) != 2) {
        fputs("film NAME LESSON COLUMNSxROWS STYLE.css SCENES > FILM.html\n", stderr);
        return 2;
    }
    name = arguments[1];
    if (!read_scenes(arguments[5], &arena, &error) ||
        !play(arguments[2], columns, rows, &arena, &error)) {
        fprintf(stderr, "film: %s\n", error.message);
        return 1;
    }
    print_film(arguments[2]);
    FILE *style = fopen(arguments[4], "w");
    if (!style) return perror(arguments[4]), 1;
    print_style(style);
    return fclose(style) != 0;
}
