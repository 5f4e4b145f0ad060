// The lines are set in a font of equal widths, so that the signs of one stand below those of the
// other. A line that is too long leaves out pieces of a sum, then the names.

#include "figure/derivation.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>

static const double text_size = 11.5;
static const double line_height = 19;

static double mono_width(const Pen *pen, const char *text)
{
    return pen->measure->text_width(pen->measure->context, text, text_size, false, true);
}

static void add_line(Derivation *derivation, const Pen *pen, const char *text)
{
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
        buf_printf(&line, " %s ", arithmetic->relation);
    }
    buf_printf(&line, "%s", arithmetic->result);
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

enum { ALL_PIECES = 8 };

// Cut between characters, where nothing else helps.
static const char *fit(const Pen *pen, const char *text, double room)
{
    if (mono_width(pen, text) <= room) return text;
    int columns = (int)(room / fmax(mono_width(pen, "0"), 1)) - 1;
    Str start = utf8_fit(str_from(text), columns > 1 ? columns : 1);
    return text_printf(pen->figure->arena, "%.*s…", STR_ARG(start));
}

static void derive_cell(Derivation *derivation, const Arithmetic *arithmetic, const char *name,
                        double room, const Pen *pen)
{
    Arena *arena = pen->figure->arena;
    const char *indent = blanks(utf8_width(str_from(name)), arena);
    for (int most = ALL_PIECES; most >= 2; most--) {
        const char *names = names_line(arithmetic, name, most, arena);
        const char *numbers = numbers_line(arithmetic, indent, most, arena);
        if (mono_width(pen, names) > room || mono_width(pen, numbers) > room) continue;
        add_line(derivation, pen, names);
        add_line(derivation, pen, numbers);
        return;
    }
    for (int most = ALL_PIECES; most >= 1; most--) {
        const char *numbers = numbers_line(arithmetic, name, most, arena);
        if (mono_width(pen, numbers) > room && most > 1) continue;
        add_line(derivation, pen, fit(pen, numbers, room));
        return;
    }
}

static void derive_row(Derivation *derivation, const Trace *trace, Cell cell, int digits,
                       double room, const Pen *pen)
{
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    Arena *arena = pen->figure->arena;
    int last = shape->ndim - 1;
    int64_t columns = shape->dim[last];
    for (int64_t i = 0; i < columns; i++) {
        if (derivation->count == MOST_DERIVED - 1 && i < columns - 1) {
            add_line(derivation, pen, text_printf(arena, "… %" PRId64 " more", columns - i));
            return;
        }
        cell.at.at[last] = i;
        Arithmetic arithmetic;
        explain_cell(trace, cell, digits, arena, &arithmetic);
        const char *name = cell_name(trace, cell, arena), *line = "";
        for (int most = ALL_PIECES; most >= 1; most--) {
            line = numbers_line(&arithmetic, name, most, arena);
            if (mono_width(pen, line) <= room) break;
        }
        add_line(derivation, pen, fit(pen, line, room));
    }
}

void derivation_read(Derivation *derivation, const Trace *trace, Cell cell, bool whole_row,
                     int digits, double room, const Pen *pen)
{
    Arena *arena = pen->figure->arena;
    *derivation = (Derivation){0};
    const Shape *shape = &trace->entries[cell.entry].call.output->shape;
    if (shape_count(shape) == 0) return;
    Arithmetic arithmetic;
    explain_cell(trace, cell, digits, arena, &arithmetic);
    if (arithmetic.kind == TERMS_CONSTANT) return;
    if (whole_row && shape->ndim)
        derive_row(derivation, trace, cell, digits, room, pen);
    else
        derive_cell(derivation, &arithmetic, cell_name(trace, cell, arena), room, pen);
}

void derivation_draw(const Derivation *derivation, const Pen *pen, double x, double y)
{
    for (int i = 0; i < derivation->count; i++) {
        figure_add(pen->figure, (FigureShape){.kind = SHAPE_TEXT,
                                              .x = x,
                                              .y = y + (i + 0.5) * line_height,
                                              .text = derivation->line[i],
                                              .size = text_size,
                                              .mono = true,
                                              .color = pen->theme->text});
    }
}
