// A letter for each ink, attribute and ground.
#include "support/styles.h"

#include <string.h>

// Of a blank neither its ink nor whether it is bold or a mark can be seen.
static bool is_blank(const Glyph *glyph)
{
    return strcmp(glyph->text, " ") == 0;
}

static char ink_letter(const Glyph *glyph)
{
    static const char LETTERS[INK_COUNT + 1] = " xkqvsawy-_c!*";
    return is_blank(glyph) ? ' ' : LETTERS[glyph->style.ink];
}

static char attribute_letter(const Glyph *glyph)
{
    unsigned attributes = glyph->style.attributes;
    if (is_blank(glyph)) attributes &= ATTR_UNDERLINE | ATTR_REVERSE;
    switch (attributes) {
    case 0: return ' ';
    case ATTR_BOLD: return 'b';
    case ATTR_UNDERLINE: return 'u';
    case ATTR_REVERSE: return 'r';
    case ATTR_MARK: return 'm';
    case ATTR_BOLD | ATTR_MARK: return 'B';
    case ATTR_TINT: return 't';
    case ATTR_MARK | ATTR_HALVES: return 'h';
    case ATTR_PAST: return 'd';
    case ATTR_PAST | ATTR_MARK: return 'D';
    case ATTR_PAST | ATTR_MARK | ATTR_HALVES: return 'H';
    default: return (char)(attributes < 10 ? '0' + attributes : 'P' + (attributes - 10));
    }
}

static char ground_letter(const Glyph *glyph)
{
    static const char LETTERS[GROUND_COUNT + 1] = "|ptc(<0A";
    enum { STEPS = 10 };
    Style style = glyph->style;
    bool says_less =
        style.ground == style.below ? style.level < style.level_below : style.ground < style.below;
    if ((style.attributes & ATTR_HALVES) && says_less) {
        style.ground = style.below;
        style.level = style.level_below;
    }
    bool has_level = style.ground == GROUND_HEAT || style.ground == GROUND_SIGNED;
    int step = has_level ? style.level * STEPS / HEAT_LEVELS : 0;
    return (char)(LETTERS[style.ground] + step);
}

// The right half of a wide character is a column of these rows, too.
static void print_layer(const Frame *frame, int row, char name, char (*letter)(const Glyph *),
                        char usual, Buf *out)
{
    int start = out->n, end = start;
    buf_printf(out, "%c ", name);
    for (int column = 0; column < frame->columns; column++) {
        char shown = letter(&frame->glyphs[row * frame->columns + column]);
        buf_add_char(out, shown == usual ? ' ' : shown);
        if (shown != usual) end = out->n;
    }
    out->n = end;
    if (end > start) buf_add_char(out, '\n');
}

void styles_print(const Frame *frame, Buf *out)
{
    Arena scratch = {0};
    Buf text = {.arena = &scratch};
    frame_print(frame, &text);
    Str rest = buf_str(&text), line;
    for (int row = 0; str_next_line(&rest, &line); row++) {
        char ground = ground_letter(&frame->glyphs[(row + 1) * frame->columns - 1]);
        buf_printf(out, "%c%s%.*s\n", ground, line.n ? " " : "", STR_ARG(line));
        print_layer(frame, row, 'i', ink_letter, ' ', out);
        print_layer(frame, row, 'a', attribute_letter, ' ', out);
        print_layer(frame, row, 'g', ground_letter, ground, out);
    }
    arena_free(&scratch);
}
