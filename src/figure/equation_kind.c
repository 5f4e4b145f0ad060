// The figure of one equation: the code that made the tensor, its matrices, and the arithmetic of
// the marked cell.
#include "figure/alt.h"
#include "figure/equation.h"
#include "figure/kinds.h"
#include "figure/sheet.h"

#include <math.h>

static const char *code_line(const Trace *trace, int entry, Arena *arena)
{
    const Entry *made = &trace->entries[entry];
    Span code = entry_written(trace, entry);
    Str source = entry_code(trace, entry, code, arena);
    const char *title = entry_title(trace, entry, arena);
    if (!source.n || str_is(source, title)) return NULL;
    Buf line = {.arena = arena};
    if (made->name) buf_printf(&line, "%s = ", title);
    buf_add_one_line(&line, source);
    return buf_text(&line);
}

static void add_lines(Buf *text, Buf *lines)
{
    buf_add_char(text, ' ');
    alt_add_arithmetic(text, buf_str(lines));
    buf_add_char(text, '.');
    buf_cut(lines, 0);
}

// "3 × 3" as it is read aloud.
static void add_shape(Buf *out, const char *shape)
{
    Str rest = str_from(shape);
    buf_add(out, STR(" ("));
    while (rest.n) {
        buf_add(out, str_take(&rest, "×"));
        if (rest.n) buf_add(out, STR(" by "));
    }
    buf_add_char(out, ')');
}

static const char *describe(const FigureEquation *equation, Arena *arena)
{
    Buf matrices = {.arena = arena}, text = {.arena = arena};
    for (int i = 0; i < equation->count; i++) {
        const EquationPart *part = &equation->part[i];
        if (part->hidden) continue;
        buf_printf(&matrices, "%s%s %s", part->sign[0] ? " " : "", part->sign, part->block.name);
        if (part->block.shape[0]) add_shape(&matrices, part->block.shape);
    }
    buf_add(&text, STR("Equation of matrices: "));
    alt_add_arithmetic(&text, buf_str(&matrices));
    buf_add_char(&text, '.');
    Buf lines = {.arena = arena};
    for (int i = 0; i < equation->derivation.count; i++) {
        const char *line = equation->derivation.line[i];
        bool goes_on = line[0] == ' '; // what does not fit on one line
        if (lines.n && !goes_on) add_lines(&text, &lines);
        buf_printf(&lines, " %s", line);
    }
    if (lines.n) add_lines(&text, &lines);
    return buf_text(&text);
}

static EquationAsk ask_of(const FigureRequest *request)
{
    const Cell *marked = &request->marked;
    bool named = marked->entry == request->cell.entry;
    int given = named ? request->marked_indices : request->indices;
    int ndim = request->trace->entries[request->cell.entry].call.output->shape.ndim;
    return (EquationAsk){
        .trace = request->trace,
        .entry = request->cell.entry,
        .at = named ? marked->at : request->cell.at,
        .whole_row = ndim > 1 && given == ndim - 1,
        .derived = true,
        .look = {.digits = request->look.digits,
                 .heat = request->look.no_values,
                 .scale = request->look.scale},
    };
}

// How much of its natural size is left at the size asked for.
static double scale_of(const FigureEquation *equation, const FigureLook *look)
{
    const double heading = 60; // about
    double width = equation->width + 2 * SHEET_MARGIN;
    double height = heading + equation->height + 2 * SHEET_MARGIN;
    double across = look->width > 0 ? look->width / width : HUGE_VAL;
    double down = look->height > 0 ? look->height / height : HUGE_VAL;
    return fmin(fmin(across, down), 1);
}

// In the form that is largest at the size asked for: on one line; with its arithmetic broken; with
// the result below the operands as well.
static void read(FigureEquation *equation, EquationAsk ask, const FigureLook *look, const Pen *pen)
{
    const double narrow = 320;
    equation_read(equation, &ask, pen);
    for (int below = 0; below < 2 && scale_of(equation, look) < 1; below++) {
        FigureEquation other;
        ask.room = narrow;
        ask.result_below = below;
        equation_read(&other, &ask, pen);
        if (scale_of(&other, look) > scale_of(equation, look)) *equation = other;
    }
}

bool equation_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                    Error *error)
{
    Pen pen;
    if (!sheet_pen(&pen, figure, &request->look, measure, error)) return false;
    const char *title = request->look.title;
    FigureEquation equation;
    read(&equation, ask_of(request), &request->look, &pen);
    double width = SHEET_MARGIN + equation.width;
    const char *code = code_line(request->trace, request->cell.entry, figure->arena);
    double y = sheet_heading(&pen, title, code, &width);
    equation_draw(&equation, &pen, SHEET_MARGIN, y);
    figure->title = title ? title : entry_title(request->trace, request->cell.entry, figure->arena);
    figure->description = describe(&equation, figure->arena);
    return sheet_end(&pen, width, y + equation.height, &request->look, error);
}
