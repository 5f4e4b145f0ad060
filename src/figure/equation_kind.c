// The figure of one equation: the code that made the tensor, its matrices, and the arithmetic of
// the marked cell.

#include "figure/equation.h"
#include "figure/kinds.h"
#include "figure/sheet.h"

#include <math.h>

static const char *code_line(const Trace *trace, int entry, Arena *arena)
{
    const Entry *made = &trace->entries[entry];
    Str source = made->source.source ? span_text(made->source) : (Str){0};
    const char *title = entry_title(trace, entry, arena);
    if (!source.n || str_is(source, title)) return NULL;
    Buf line = {.arena = arena};
    if (made->name) buf_printf(&line, "%s = ", title);
    buf_add_one_line(&line, source);
    return buf_text(&line);
}

static const char *describe(const Equation *equation, Arena *arena)
{
    Buf text = {.arena = arena};
    buf_add(&text, STR("Equation of matrices:"));
    for (int i = 0; i < equation->count; i++) {
        const EquationPart *part = &equation->part[i];
        if (part->hidden) continue;
        buf_printf(&text, "%s%s %s", part->sign[0] ? " " : "", part->sign, part->block.name);
        if (part->block.shape[0]) buf_printf(&text, " (%s)", part->block.shape);
    }
    for (int i = 0; i < equation->derivation.count; i++) {
        buf_add(&text, i ? STR(" ") : STR(". "));
        buf_add_one_line(&text, str_from(equation->derivation.line[i]));
    }
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

bool equation_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                    Error *error)
{
    Pen pen;
    if (!sheet_pen(&pen, figure, &request->look, measure, error)) return false;
    const char *title = request->look.title;
    double width = 0;
    double y = sheet_heading(&pen, title,
                             code_line(request->trace, request->cell.entry, figure->arena), &width);
    EquationAsk ask = ask_of(request);
    Equation equation;
    equation_read(&equation, &ask, &pen);
    equation_draw(&equation, &pen, SHEET_MARGIN, y);
    figure->title = title ? title : entry_title(request->trace, request->cell.entry, figure->arena);
    figure->description = describe(&equation, figure->arena);
    return sheet_end(&pen, fmax(width, SHEET_MARGIN + equation.width), y + equation.height,
                     &request->look, error);
}
