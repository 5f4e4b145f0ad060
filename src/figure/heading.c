// The heading of a figure: a coloured chip with the letter of the tensor's role (Q, K, V, S for
// scores ...), its name, and a second line with its shape and the code that made it.
#include "figure/heading.h"

#include "base/utf8.h"
#include "trace/explain.h"

#include <inttypes.h>
#include <math.h>

// In units.
static const double title_size = 18;
static const double subtitle_size = 11.5;
static const double letter_size = 14;
static const double chip_height = 24;
static const double total_height = 62; // with one line of title
static const double title_line = 23;

static const double longest_title = 26; // in font sizes
static const double longest_subtitle = 44;
static const double code_gap = 0.6; // likewise, before the code

// "3 × 3 × 3, slice [1]": the shape, and which part of it is drawn.
static void write_shape(const Matrix *matrix, Buf *out)
{
    const Shape read = matrix_shape(matrix), *shape = &read;
    if (shape->ndim == 1) buf_add(out, STR("vector of "));
    buf_add(out, str_from(shape_times(out->arena, shape, " × ")));
    if (shape->ndim == 0) buf_add(out, STR("a single number"));
    if (shape->ndim <= 2) return;
    buf_add(out, STR(", slice ["));
    for (int dim = 0; dim < shape->ndim - 2; dim++) {
        buf_printf(out, "%s%" PRId64, dim ? ", " : "", matrix->base.at[dim]);
    }
    buf_add_char(out, ']');
}

static const char *subtitle(const Trace *trace, int entry, const FigureHeading *heading,
                            const Matrix *matrix, bool titled, Arena *arena)
{
    Buf text = {.arena = arena};
    if (titled) buf_printf(&text, "%s, ", heading->name);
    write_shape(matrix, &text);
    const char *held = entry_held(trace, entry, arena);
    if (held) buf_printf(&text, ", %s", held);
    return buf_text(&text);
}

// "softmax(scores, dim=-1)"; "" where nothing was computed, or nothing but the name is written.
static const char *code_of(const Trace *trace, int entry, const char *name, Arena *arena)
{
    const Entry *made = &trace->entries[entry];
    Str source = entry_code(trace, entry, entry_written(trace, entry), arena);
    bool computed = made->call.op && made->call.op->sources;
    if (!computed || !source.n || str_is(source, name)) return "";
    Buf line = {.arena = arena};
    buf_add_one_line(&line, source);
    return buf_text(&line);
}

// Shortened to `room`, in font sizes; mono letters are all equally wide.
static const char *fit_code(const char *code, double room, const Pen *pen)
{
    double letter = pen_mono_width(pen, "0", 1);
    int columns = (int)(room / letter);
    if (!code[0] || columns < 4) return "";
    if (pen_mono_width(pen, code, 1) <= room) return code;
    Str start = utf8_fit(str_from(code), columns - 1);
    return arena_printf(pen->figure->arena, "%.*s…", STR_ARG(start));
}

static double chip_width(const FigureHeading *heading)
{
    if (!heading->sign.letter[0]) return 0;
    return fmax(chip_height, heading->letter_width * letter_size + 12);
}

static double title_start(const FigureHeading *heading)
{
    double chip = chip_width(heading);
    return chip > 0 ? chip + 9 : 0;
}

void heading_read(FigureHeading *heading, const Trace *trace, int entry, const Matrix *matrix,
                  const char *title, double room, const Pen *pen)
{
    Arena *arena = pen->figure->arena;
    heading->name = entry_title(trace, entry, arena);
    heading->subtitle = subtitle(trace, entry, heading, matrix, title != NULL, arena);
    heading->sign = theme_role(pen->theme, role_of(trace, entry));
    heading->sign.letter = sign_letter(trace, entry);
    if (title && !title[0]) heading->sign.letter = "";
    heading->letter_width = pen_width(pen, heading->sign.letter, true);
    double most = fmin((room - title_start(heading)) / title_size, longest_title);
    heading->title =
        lines_wrap(title ? title : heading->name, most, title ? MOST_TITLE_LINES : 1, true, pen);
    most = fmin(room / subtitle_size, longest_subtitle);
    const char *code = code_of(trace, entry, heading->name, arena);
    heading->subtitle = pen_fit(pen, heading->subtitle, most, false);
    double before = pen_width(pen, heading->subtitle, false) + 2 * code_gap;
    heading->code = fit_code(code, most - before, pen);
    if (heading->code[0]) heading->subtitle = arena_printf(arena, "%s,", heading->subtitle);
    heading->subtitle_width = pen_width(pen, heading->subtitle, false);
    if (heading->code[0]) heading->code_width = code_gap + pen_mono_width(pen, heading->code, 1);
}

// What the second and third line of a title take.
static double lines_below(const FigureHeading *heading)
{
    return title_line * fmax(heading->title.count - 1, 0);
}

double heading_width(const FigureHeading *heading, double unit)
{
    double first = title_start(heading) + heading->title.widest * title_size;
    return unit * fmax(first, (heading->subtitle_width + heading->code_width) * subtitle_size);
}

double heading_height(const FigureHeading *heading, double unit)
{
    return (total_height + lines_below(heading)) * unit;
}

static void draw_chip(const FigureHeading *heading, const Pen *pen, double x, double y)
{
    double unit = pen->unit, width = chip_width(heading) * unit, height = chip_height * unit;
    pen_box(pen, x, y, width, height, 5 * unit, heading->sign.chip);
    pen_text(pen, x + width / 2, y + height / 2, heading->sign.letter, letter_size * unit,
             ALIGN_MIDDLE, heading->sign.text)
        ->bold = true;
}

void heading_draw(const FigureHeading *heading, const Pen *pen, double x, double y)
{
    double unit = pen->unit, left = x + title_start(heading) * unit;
    if (heading->sign.letter[0]) draw_chip(heading, pen, x, y);
    for (int i = 0; i < heading->title.count; i++)
        pen_text(pen, left, y + (chip_height / 2 + i * title_line) * unit, heading->title.line[i],
                 title_size * unit, ALIGN_START, pen->theme->text)
            ->bold = true;
    double size = subtitle_size * unit, below = y + (38 + lines_below(heading)) * unit;
    pen_text(pen, x, below, heading->subtitle, size, ALIGN_START, pen->theme->muted);
    if (!heading->code[0]) return;
    pen_text(pen, x + (heading->subtitle_width + code_gap) * size, below, heading->code, size,
             ALIGN_START, pen->theme->muted)
        ->mono = true;
}
