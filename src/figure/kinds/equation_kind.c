// The figure of one equation: the code that made the tensor, its matrices, and the arithmetic of
// the marked cell.
#include "figure/page/sheet.h"
#include "figure/parts/alt.h"
#include "figure/parts/equation.h"
#include "study/names/title.h"

static const char *code_line(const Trace *trace, int entry, const Call *call, Arena *arena)
{
    const Entry *made = &trace->entries[entry];
    Span code = call ? call->source : entry_written(trace, entry);
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
    const FigureHere *here = request->here;
    return (EquationAsk){
        .trace = request->trace,
        .entry = request->cell.entry,
        .call = here ? here->call : NULL,
        .here = here,
        .at = named ? marked->at : request->cell.at,
        .whole_row = ndim > 1 && given == ndim - 1,
        .derived = !request->look.bare,
        .look = {.digits = request->look.digits,
                 .heat = request->look.no_values,
                 .scale = request->look.scale,
                 .boxes = here != NULL},
    };
}

// With room for `width` and `height` units.
static bool draw(const FigureEquation *equation, const FigureRequest *request, double width,
                 double height, const Pen *pen, Error *error)
{
    Figure *figure = pen->figure;
    const char *title = request->look.title;
    const Call *call = request->here ? request->here->call : NULL;
    const char *code = code_line(request->trace, request->cell.entry, call, figure->arena);
    width += SHEET_MARGIN;
    double y = sheet_heading(pen, title, code, &width);
    equation_draw(equation, pen, SHEET_MARGIN, y);
    figure->title =
        title ? title : tensor_title(request->trace, request->cell.entry, figure->arena);
    figure->description = describe(equation, figure->arena);
    return sheet_end(pen, width, y + height, &request->look, error);
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    Unfolding unfolding;
    FigureEquation equation;
    EquationAsk ask = ask_of(request);
    FigureLook look = request->look;
    if (request->here && request->here->room > 0) look.width = request->here->room;
    unfolding_read(&unfolding, &ask, NULL, 0, &look, pen);
    unfolding_equation(&unfolding, 0, &equation, pen);
    return draw(&equation, request, equation.width, equation.height, pen, error);
}

// ---- moving -----------------------------------------------------------------------------------

static bool draw_moment(const void *context, int frame, const FigureRequest *request, Pen *pen,
                        Error *error)
{
    const Unfolding *unfolding = context;
    FigureEquation equation;
    unfolding_equation(unfolding, frame, &equation, pen);
    return draw(&equation, request, unfolding->width, unfolding->height, pen, error);
}

static bool move(FigureFrames *frames, const FigureRequest *request, const Pen *pen, Error *error)
{
    if (request->opening.count < 2)
        return error_fail(error, "a tensor that an operation made",
                          "%s is not computed, so there is nothing to show step by step",
                          entry_title(request->trace, request->cell.entry, error->arena));
    Arena *arena = pen->figure->arena;
    Unfolding *unfolding = NEW(arena, Unfolding);
    EquationAsk ask = ask_of(request);
    unfolding_read(unfolding, &ask, request->opening.moments, request->opening.count,
                   &request->look, pen);
    frames->count = request->opening.count;
    frames->seconds = NEW_ARRAY(arena, double, frames->count);
    frames->draw = draw_moment;
    frames->context = unfolding;
    for (int i = 0; i < frames->count; i++) frames->seconds[i] = unfolding_seconds(unfolding, i);
    return true;
}

const FigureKind equation_kind = {
    .name = "equation",
    .summary = "the operation that made a tensor, with the arithmetic of a cell",
    .options = "cell cmap range animate bare",
    .one_cell = true,
    .hides = true,
    .build = build,
    .move = move,
};
