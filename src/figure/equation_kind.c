// The figure of one equation: the code that made the tensor, its matrices, and the arithmetic of
// the marked cell.
#include "figure/alt.h"
#include "figure/kinds.h"
#include "figure/sheet.h"
#include "figure/unfolding.h"
#include "study/title.h"

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

// In the form that is largest at the size asked for.
static void read(FigureEquation *equation, EquationAsk ask, const FigureLook *look, const Pen *pen)
{
    equation_read(equation, &ask, pen);
    double scale = equation_scale(equation->width, equation->height, look);
    for (int form = 1; form < EQUATION_FORMS && scale < 1; form++) {
        FigureEquation other;
        EquationAsk formed = equation_form(ask, form);
        equation_read(&other, &formed, pen);
        double others = equation_scale(other.width, other.height, look);
        if (others <= scale) continue;
        *equation = other;
        scale = others;
    }
}

// With room for `width` and `height` units.
static bool draw(const FigureEquation *equation, const FigureRequest *request, double width,
                 double height, const Pen *pen, Error *error)
{
    Figure *figure = pen->figure;
    const char *title = request->look.title;
    const char *code = code_line(request->trace, request->cell.entry, figure->arena);
    width += SHEET_MARGIN;
    double y = sheet_heading(pen, title, code, &width);
    equation_draw(equation, pen, SHEET_MARGIN, y);
    figure->title =
        title ? title : tensor_title(request->trace, request->cell.entry, figure->arena);
    figure->description = describe(equation, figure->arena);
    return sheet_end(pen, width, y + height, &request->look, error);
}

bool equation_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                    Error *error)
{
    Pen pen;
    if (!sheet_pen(&pen, figure, &request->look, measure, error)) return false;
    FigureEquation equation;
    read(&equation, ask_of(request), &request->look, &pen);
    return draw(&equation, request, equation.width, equation.height, &pen, error);
}

// ---- moving -----------------------------------------------------------------------------------

typedef struct EquationMovement {
    const FigureRequest *request;
    const Measure *measure;
    Unfolding unfolding;
} EquationMovement;

static bool draw_moment(const void *context, int frame, Figure *figure, Error *error)
{
    const EquationMovement *m = context;
    Pen pen;
    if (!sheet_pen(&pen, figure, &m->request->look, m->measure, error)) return false;
    FigureEquation equation;
    unfolding_equation(&m->unfolding, frame, &equation, &pen);
    return draw(&equation, m->request, m->unfolding.width, m->unfolding.height, &pen, error);
}

bool equation_move(Movement *movement, const FigureRequest *request, const Measure *measure,
                   Arena *arena, Error *error)
{
    EquationMovement *m = NEW(arena, EquationMovement);
    *m = (EquationMovement){.request = request, .measure = measure};
    if (request->moment_count < 2) {
        error_set(error, NULL, "%s is not computed, so there is nothing to show step by step",
                  entry_title(request->trace, request->cell.entry, error->arena));
        return error_hint(error, "a tensor that an operation made");
    }
    Figure scratch = {.arena = arena};
    Pen pen;
    if (!sheet_pen(&pen, &scratch, &request->look, measure, error)) return false;
    EquationAsk ask = ask_of(request);
    unfolding_read(&m->unfolding, &ask, request->moments, request->moment_count, &request->look,
                   &pen);
    double *seconds = NEW_ARRAY(arena, double, request->moment_count);
    for (int i = 0; i < request->moment_count; i++)
        seconds[i] = unfolding_seconds(&m->unfolding, i);
    *movement = (Movement){request->moment_count, seconds, draw_moment, m};
    return true;
}
