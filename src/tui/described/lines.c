// From glyphs to words and looks.
#include "tui/described/lines.h"

#include "terminal/theme.h"

#include <string.h>

// "on-panel" is what all is on.
const char *ground_name(const Style *style, Arena *arena)
{
    static const char *const GROUNDS[GROUND_COUNT] = {
        [GROUND_TURN] = "on-turn",
        [GROUND_CHIP] = "on-chip",
        [GROUND_SOURCE] = "on-source",
        [GROUND_SELECTED] = "on-selected",
    };
    if (style->ground == GROUND_HEAT) return arena_printf(arena, "on-heat-%d", style->level);
    if (style->ground == GROUND_SIGNED) return arena_printf(arena, "on-signed-%d", style->level);
    return GROUNDS[style->ground] ? GROUNDS[style->ground] : "";
}

static const char *look_of(const Style *style, Arena *arena)
{
    const char *words[] = {
        style->ink == INK_PLAIN ? "" : ink_name(style->ink),
        ground_name(style, arena),
        style->attributes & ATTR_BOLD ? "bold" : "",
        style->attributes & ATTR_UNDERLINE ? "underline" : "",
        style->attributes & ATTR_REVERSE ? "reverse" : "",
        style->attributes & ATTR_PAST ? "past" : "",
    };
    Buf look = {.arena = arena};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (*words[i]) buf_printf(&look, "%s%s", look.n ? " " : "", words[i]);
    }
    return buf_text(&look);
}

static bool is_blank(const Glyph *glyph)
{
    bool mark = glyph->style.attributes & (ATTR_MARK | ATTR_HALVES);
    return mark || strcmp(glyph->text, " ") == 0 || !glyph->text[0];
}

static int end_of(const Frame *frame, int row)
{
    int end = frame->columns;
    for (; end > 0; end--) {
        const Glyph *last = frame_glyph(frame, end - 1, row);
        if (!is_blank(last) || last->style.ground > GROUND_PANEL) return end;
    }
    return end;
}

int lines_count(const Frame *frame)
{
    int count = frame->rows;
    while (count > 0 && end_of(frame, count - 1) == 0) count--;
    return count;
}

static void append_run(json_t *line, Buf *words, const char *look)
{
    if (!words->n) return;
    json_t *run = json_array();
    json_tree_append(run, json_tree_text(buf_text(words)));
    if (*look) json_tree_append(run, json_tree_text(look));
    json_tree_append(line, run);
    buf_cut(words, 0);
}

static json_t *line_json(const Frame *frame, int row, Arena *arena)
{
    json_t *line = json_tree_have(json_array());
    Buf words = {.arena = arena};
    const char *look = "";
    for (int i = 0, end = end_of(frame, row); i < end; i++) {
        const Glyph *glyph = frame_glyph(frame, i, row);
        bool same = i && memcmp(&glyph->style, &glyph[-1].style, sizeof glyph->style) == 0;
        const char *next = same ? look : look_of(&glyph->style, arena);
        if (strcmp(next, look) != 0) append_run(line, &words, look);
        look = next;
        bool is_mark = glyph->style.attributes & ATTR_MARK; // of colours that a page has
        buf_add(&words, is_mark ? STR(" ") : str_from(glyph->text));
    }
    append_run(line, &words, look);
    return line;
}

json_t *lines_json(const Frame *frame, int from, int end)
{
    SCRATCH(scratch);
    json_t *lines = json_tree_have(json_array());
    for (int row = from; row < end; row++) json_tree_append(lines, line_json(frame, row, &scratch));
    return lines;
}
