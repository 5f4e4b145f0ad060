// The heading of a figure: a coloured chip with the letter of the tensor's role (Q, K, V, S for
// scores ...), its name, and a second line with its shape and the code that made it.
#include "figure/parts/heading.h"

#include "study/attention/attention.h"
#include "study/names/attention_title.h"
#include "study/names/title.h"
#include "tensor/op.h"
#include "trace/explain/explain.h"
#include "trace/names/convention.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// In units. Without a subtitle its size is 0.
typedef struct HeadingSizes {
    double title, subtitle, letter; // of the fonts
    double chip, chip_radius;       // its height
    double line;                    // from one of the title to the next
    double subtitle_middle, total;  // with one line of title
} HeadingSizes;

static const HeadingSizes heading_sizes[] = {
    [HEADING_USUAL] = {18, 11.5, 14, 24, 5, 23, 38, 62},
    [HEADING_SMALL] = {12, 9.5, 9.5, 16, 3.5, 15.5, 26, 40},
    [HEADING_LEAST] = {10, 0, 9.5, 13, 3, 13, 0, 20},
    [HEADING_NONE] = {0},
};

static const double longest_title = 26; // in font sizes
static const double longest_subtitle = 44;
static const double code_gap = 0.6; // likewise, before the code
static const double subtitle_line = 1.35;

static void write_shape(const Trace *trace, const Matrix *matrix, const char *place, Buf *out)
{
    int ndim = matrix->tensor->shape.ndim;
    const char *title = tensor_title(trace, matrix->entry, out->arena);
    bool is_weights = role_of(trace, matrix->entry) == ROLE_WEIGHTS;
    if (is_weights && !strstr(title, "attention weights")) buf_add(out, STR("attention weights, "));
    if (*place) buf_printf(out, "%s, ", place);
    if (ndim == 0) buf_add(out, STR("a single number"));
    if (ndim == 1) buf_printf(out, "vector of %" PRId64, matrix->rows * matrix->columns);
    if (ndim > 1) buf_printf(out, "%" PRId64 "×%" PRId64, matrix->rows, matrix->columns);
}

void heading_write_shape(const Trace *trace, const Matrix *matrix, Buf *out)
{
    write_shape(trace, matrix, matrix_place(trace, matrix, out->arena), out);
}

// Is the matrix the transpose of the one that the program's code speaks of?
static bool is_read_in_columns(const Trace *trace, int entry)
{
    return trace_is_in_columns(trace) && trace->entries[entry].call.output->shape.ndim > 1;
}

static const char *subtitle(const Trace *trace, int entry, const FigureHeading *heading,
                            const Matrix *matrix, bool titled, bool placed, Arena *arena)
{
    Buf text = {.arena = arena};
    if (titled) buf_printf(&text, "%s, ", heading->name);
    write_shape(trace, matrix, placed ? "" : matrix_place(trace, matrix, arena), &text);
    const char *held = entry_held(trace, entry, arena);
    if (held) buf_printf(&text, ", %s", held);
    if (is_read_in_columns(trace, entry)) buf_add(&text, STR(", tokens as columns"));
    if (heading->factor) buf_printf(&text, ", numbers %s", heading->factor);
    return buf_text(&text);
}

// "softmax(scores, dim=-1)"; "" where nothing was computed, or nothing but the name is written, or
// where it is code for rows beside a matrix in columns.
static const char *code_of(const Trace *trace, int entry, const char *name, Arena *arena)
{
    const Entry *made = &trace->entries[entry];
    Span written = entry_written(trace, entry);
    bool other_way =
        is_read_in_columns(trace, entry) && !entry_is_written_anew(trace, entry, written);
    if (other_way) return "";
    Str source = entry_code(trace, entry, written, arena);
    bool computed = made->call.op && made->call.op->sources;
    bool is_ours = written.source && written.source->is_library;
    if (!computed || is_ours || !source.n || str_is(source, name)) return "";
    Buf line = {.arena = arena};
    buf_add_one_line(&line, source);
    return buf_text(&line);
}

// Shortened to `room`, in font sizes.
static const char *fit_code(const char *code, double room, const Pen *pen)
{
    bool none = !code[0] || room < 4 * pen_mono_width(pen, "0", 1);
    return none ? "" : pen_fit_mono(pen, code, 1, room);
}

static const HeadingSizes *sizes_of(const FigureHeading *heading)
{
    return &heading_sizes[heading->form];
}

static double chip_width(const FigureHeading *heading)
{
    const HeadingSizes *size = sizes_of(heading);
    if (!heading->sign.letter[0]) return 0;
    return fmax(size->chip, heading->letter_width * size->letter + size->chip / 2);
}

static double title_start(const FigureHeading *heading)
{
    double chip = chip_width(heading);
    return chip > 0 ? chip + sizes_of(heading)->title / 2 : 0;
}

void heading_read(FigureHeading *heading, const Trace *trace, int entry, const Matrix *matrix,
                  const char *title, double room, const Pen *pen)
{
    Arena *arena = pen->figure->arena;
    heading->name = tensor_title(trace, entry, arena);
    const char *by_place = title ? NULL : attention_title(trace, matrix, arena);
    if (by_place && strcmp(by_place, heading->name) != 0) title = by_place;
    heading->subtitle = subtitle(trace, entry, heading, matrix, title, by_place, arena);
    heading->sign = theme_role(pen->theme, role_of(trace, entry));
    heading->sign.letter = role_sign(role_of(trace, entry)).letter;
    heading->letter_width = pen_width(pen, heading->sign.letter, true);
    const HeadingSizes *size = sizes_of(heading);
    if (heading->form == HEADING_NONE) return;
    double most = fmin((room - title_start(heading)) / size->title, longest_title);
    heading->title =
        lines_wrap(title ? title : heading->name, most, title ? MOST_TITLE_LINES : 1, true, pen);
    heading->code = "";
    heading->below = (FigureLines){0};
    heading->subtitle_width = heading->code_width = 0;
    if (size->subtitle <= 0) return;
    most = fmin(room / size->subtitle, longest_subtitle);
    if (heading->beside) {
        heading->below = lines_wrap(heading->subtitle, most, MOST_TITLE_LINES, false, pen);
        heading->subtitle_width = heading->below.widest;
        return;
    }
    heading->subtitle = pen_fit(pen, heading->subtitle, most, false);
    double before = pen_width(pen, heading->subtitle, false) + 2 * code_gap;
    heading->code = fit_code(code_of(trace, entry, heading->name, arena), most - before, pen);
    if (heading->code[0]) heading->subtitle = arena_printf(arena, "%s,", heading->subtitle);
    heading->subtitle_width = pen_width(pen, heading->subtitle, false);
    heading->code_width = heading->code[0] ? code_gap + pen_mono_width(pen, heading->code, 1) : 0;
}

double heading_smallest(const FigureHeading *heading, double unit)
{
    const HeadingSizes *size = sizes_of(heading);
    if (heading->form == HEADING_NONE) return HUGE_VAL;
    double smallest = size->subtitle > 0 ? size->subtitle : size->title;
    return unit * (heading->sign.letter[0] ? fmin(smallest, size->letter) : smallest);
}

// What the second and third line of a title take.
static double lines_below(const FigureHeading *heading)
{
    return sizes_of(heading)->line * fmax(heading->title.count - 1, 0);
}

static double more_subtitle(const FigureHeading *heading)
{
    return subtitle_line * sizes_of(heading)->subtitle * fmax(heading->below.count - 1, 0);
}

double heading_width(const FigureHeading *heading, double unit)
{
    const HeadingSizes *size = sizes_of(heading);
    double first = title_start(heading) + heading->title.widest * size->title;
    return unit * fmax(first, (heading->subtitle_width + heading->code_width) * size->subtitle);
}

double heading_height(const FigureHeading *heading, double unit)
{
    return (sizes_of(heading)->total + lines_below(heading) + more_subtitle(heading)) * unit;
}

static void draw_chip(const FigureHeading *heading, const Pen *pen, double x, double y)
{
    const HeadingSizes *size = sizes_of(heading);
    double unit = pen->unit, width = chip_width(heading) * unit, height = size->chip * unit;
    pen_box(pen, x, y, width, height, size->chip_radius * unit, heading->sign.chip);
    pen_bold(pen, x + width / 2, y + height / 2, heading->sign.letter, size->letter * unit,
             ALIGN_MIDDLE, heading->sign.text);
}

static void draw_parts(const FigureHeading *heading, const Pen *pen, double x, double y)
{
    const HeadingSizes *size = sizes_of(heading);
    double unit = pen->unit, left = x + title_start(heading) * unit;
    if (heading->sign.letter[0]) draw_chip(heading, pen, x, y);
    for (int i = 0; i < heading->title.count; i++)
        pen_bold(pen, left, y + (size->chip / 2 + i * size->line) * unit, heading->title.line[i],
                 size->title * unit, ALIGN_START, pen->theme->text);
    if (size->subtitle <= 0) return;
    double letters = size->subtitle * unit;
    double below = y + (size->subtitle_middle + lines_below(heading)) * unit;
    for (int i = 0; i < heading->below.count; i++)
        pen_text(pen, x, below + i * subtitle_line * letters, heading->below.line[i], letters,
                 ALIGN_START, pen->theme->muted);
    if (heading->beside) return;
    pen_text(pen, x, below, heading->subtitle, letters, ALIGN_START, pen->theme->muted);
    if (!heading->code[0]) return;
    pen_text(pen, x + (heading->subtitle_width + code_gap) * letters, below, heading->code, letters,
             ALIGN_START, pen->theme->muted)
        ->mono = true;
}

void heading_draw(const FigureHeading *heading, const Pen *pen, double x, double y)
{
    if (heading->form == HEADING_NONE) return;
    figure_group(pen->figure, "heading");
    draw_parts(heading, pen, x, y);
    figure_group_end(pen->figure);
}
