// The lines are set in a font of equal widths, so that the signs of one are below those of the
// other. A line that is too long leaves out pieces of a sum, then the names. It is set as
// mathematics last of all, which makes it no wider.
#include "figure/parts/derivation.h"

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "study/looks/typeset.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double text_size = 11.5;
static const double line_height = 19;

static double mono_width(const Pen *pen, const char *text)
{
    return pen_mono_width(pen, text, text_size);
}

static bool is_word(char c)
{
    return ascii_is_alnum(c) || c == '_' || c == '.';
}

// "∞" for the word inf, and a sign instead of two: "+ -3" is "- 3".
static const char *set_as_mathematics(const char *text, Arena *arena)
{
    Buf out = {.arena = arena};
    for (const char *p = text; *p; p++) {
        bool starts_word = p == text || !is_word(p[-1]);
        if (starts_word && strncmp(p, "inf", 3) == 0 && !is_word(p[3])) {
            buf_add(&out, STR("∞"));
            p += 2;
        } else if (strncmp(p, "+ -", 3) == 0 && p > text && p[-1] == ' ') {
            buf_add(&out, STR("- "));
            p += 2;
        } else {
            buf_add_char(&out, *p);
        }
    }
    return typeset(arena, buf_text(&out));
}

static void add_line(FigureDerivation *derivation, const Pen *pen, const char *text)
{
    Arena *arena = pen->figure->arena;
    text = set_as_mathematics(text, arena);
    derivation->line = arena_grow(arena, derivation->line, (size_t)derivation->count,
                                  &derivation->capacity, sizeof(const char *));
    derivation->line[derivation->count++] = text;
    derivation->width = fmax(derivation->width, mono_width(pen, text));
    derivation->height = derivation->count * line_height;
}

static const char *numbers_line(const Arithmetic *arithmetic, const char *before, int most,
                                Arena *arena)
{
    Buf line = {.arena = arena};
    buf_printf(&line, "%s = ", before);
    if (arithmetic->kind != TERMS_MOVED) {
        arithmetic_write_part(arithmetic, false, most, &line);
        if (arithmetic->result) buf_printf(&line, " %s ", arithmetic->relation);
    }
    if (arithmetic->result) buf_printf(&line, "%s", arithmetic->result);
    return buf_text(&line);
}

static const char *names_line(const Arithmetic *arithmetic, const char *name, int most,
                              Arena *arena)
{
    Buf line = {.arena = arena};
    buf_printf(&line, "%s = ", name);
    arithmetic_write_part(arithmetic, true, most, &line);
    return buf_text(&line);
}

static const char *blanks(int count, Arena *arena)
{
    Buf text = {.arena = arena};
    buf_add_repeat(&text, ' ', count);
    return buf_text(&text);
}

// MOST_DERIVED: lines, one of which may say how many cells are left out besides.
enum { ALL_PIECES = 8, FEW_PIECES = 2, INDENT = 4, MOST_CELLS = 4, MOST_DERIVED = 8 };

// Where a line may be broken: before an operator, the last one that fits; 0: nowhere.
static int break_before(const Pen *pen, const char *text, double room)
{
    Arena *arena = pen->figure->arena;
    int at = 0;
    for (int i = 1; text[i] && text[i + 1] && text[i + 2]; i++) {
        bool between = text[i] == ' ' && text[i + 2] == ' ' && strchr("+*/=-", text[i + 1]);
        if (!between) continue;
        if (at && mono_width(pen, arena_printf(arena, "%.*s", i, text)) > room) break;
        at = i;
    }
    return at;
}

// Too long for one line in any form: its rest goes below, indented.
static void add_broken(FigureDerivation *derivation, const Pen *pen, const char *text, double room)
{
    Arena *arena = pen->figure->arena;
    while (mono_width(pen, text) > room && derivation->count < MOST_DERIVED - 1) {
        int at = break_before(pen, text, room);
        if (at <= INDENT) break;
        add_line(derivation, pen,
                 pen_fit_mono(pen, arena_printf(arena, "%.*s", at, text), text_size, room));
        text = arena_printf(arena, "%s%s", blanks(INDENT, arena), text + at + 1);
    }
    add_line(derivation, pen, pen_fit_mono(pen, text, text_size, room));
}

// The arithmetic with its first pieces, and no result yet; -1: all of it.
static Arithmetic begun(const Arithmetic *arithmetic, int pieces)
{
    Arithmetic part = *arithmetic;
    if (pieces < 0) return part;
    if (pieces < part.piece_count) part.piece_count = pieces;
    part.after = "";
    part.result = NULL;
    return part;
}

// `pieces`: how many are written, in the form in which all of them fit; -1: all.
static void derive_on_one_line(FigureDerivation *derivation, const Arithmetic *arithmetic,
                               const char *name, int pieces, double room, const Pen *pen)
{
    Arithmetic part = begun(arithmetic, pieces);
    Arena *arena = pen->figure->arena;
    for (int most = ALL_PIECES; most >= FEW_PIECES; most--) {
        const char *numbers = numbers_line(arithmetic, name, most, arena);
        if (mono_width(pen, numbers) > room) continue;
        add_line(derivation, pen, numbers_line(&part, name, most, arena));
        return;
    }
    add_broken(derivation, pen, numbers_line(&part, name, FEW_PIECES, arena), room);
}

static void derive_cell(FigureDerivation *derivation, const Arithmetic *arithmetic,
                        const char *name, int pieces, double room, const Pen *pen)
{
    Arena *arena = pen->figure->arena;
    Arithmetic part = begun(arithmetic, pieces);
    const char *indent = blanks(utf8_width(str_from(name)), arena);
    for (int most = ALL_PIECES; most >= 2; most--) {
        const char *names = names_line(arithmetic, name, most, arena);
        const char *numbers = numbers_line(arithmetic, indent, most, arena);
        if (mono_width(pen, names) > room || mono_width(pen, numbers) > room) continue;
        add_line(derivation, pen, names_line(&part, name, most, arena));
        add_line(derivation, pen, numbers_line(&part, indent, most, arena));
        return;
    }
    derive_on_one_line(derivation, arithmetic, name, pieces, room, pen);
}

static void derive_row(FigureDerivation *derivation, const Trace *trace, Cell cell, int digits,
                       double room, const Pen *pen)
{
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    Arena *arena = pen->figure->arena;
    int last = shape->ndim - 1;
    int64_t columns = shape->dim[last];
    for (int64_t i = 0; i < columns; i++) {
        bool full = i == MOST_CELLS || derivation->count >= MOST_DERIVED - 2;
        if (full && i < columns - 1) {
            add_line(derivation, pen, arena_printf(arena, "… %" PRId64 " more", columns - i));
            return;
        }
        cell.at.at[last] = i;
        Arithmetic arithmetic;
        explain_cell(trace, cell, digits, arena, &arithmetic);
        arithmetic_look(&arithmetic, pen->sight);
        derive_on_one_line(derivation, &arithmetic, cell_name(trace, cell, arena), -1, room, pen);
    }
}

void derivation_read(FigureDerivation *derivation, const Trace *trace, Cell cell, bool whole_row,
                     int pieces, int digits, double room, const Pen *pen)
{
    Arithmetic arithmetic;
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    *derivation = (FigureDerivation){0};
    if (shape_count(shape) == 0) return;
    explain_cell(trace, cell, digits, pen->figure->arena, &arithmetic);
    arithmetic_look(&arithmetic, pen->sight);
    if (arithmetic.kind == TERMS_CONSTANT) return;
    const char *name = cell_name(trace, cell, pen->figure->arena);
    if (whole_row && pieces < 0 && shape->ndim)
        derive_row(derivation, trace, cell, digits, room, pen);
    else
        derive_cell(derivation, &arithmetic, name, pieces, room, pen);
}

void derivation_draw(const FigureDerivation *derivation, const Pen *pen, double x, double y)
{
    for (int i = 0; i < derivation->count; i++)
        pen_text(pen, x, y + (i + 0.5) * line_height, derivation->line[i], text_size, ALIGN_START,
                 pen->theme->text)
            ->mono = true;
}
