// Names a figure and writes it. The file name is made of the lesson, the tensor with its indices
// and the kind, "eight-steps-weights-flow.png", and of characters alone that need no quoting in a
// shell.
#include "command/figures/figure_order.h"

#include "trace/explain.h"

#include <inttypes.h>

// ---- names -----------------------------------------------------------------------------------

const char *figure_order_title(const FigureOrder *order, Arena *arena)
{
    const FigureRequest *request = &order->request;
    const Shape *shape = &request->trace->entries[request->cell.entry].call.output->shape;
    int leading = shape->ndim - 2;
    if (order->kind->all_slices && request->indices < leading) leading = request->indices;
    return arena_printf(arena, "%s%s", entry_title(request->trace, request->cell.entry, arena),
                        index_text(arena, request->cell.at, leading));
}

// "eight-steps-wv-0-1": letters, digits, - and _ only.
static const char *file_stem(const FigureOrder *order, Arena *arena)
{
    const char *text =
        arena_printf(arena, "%s-%s", order->walk->lesson.name, figure_order_title(order, arena));
    Buf stem = {.arena = arena};
    for (const char *p = text; *p; p++) {
        bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                      (*p >= '0' && *p <= '9') || *p == '_' || (unsigned char)*p >= 0x80;
        if (letter)
            buf_add_char(&stem, *p);
        else if (stem.n && stem.p[stem.n - 1] != '-')
            buf_add_char(&stem, '-');
    }
    while (stem.n && stem.p[stem.n - 1] == '-') stem.p[--stem.n] = '\0';
    return stem.n ? buf_text(&stem) : "figure";
}

// "eight-steps-weights.png", "eight-steps-weights-flow.png", "eight-steps-steps.png"
const char *figure_order_path(const FigureOrder *order, Arena *arena)
{
    const char *kind = order->kind->name, *ending = order->figure.ending;
    bool whole = order->kind->whole;
    const char *stem = whole ? order->walk->lesson.name : file_stem(order, arena);
    if (order->kind == figure_kind_find(NULL)) return arena_printf(arena, "%s%s", stem, ending);
    if (order->kind->has_pages && !order->figure.file.format) ending = ".pdf";
    return arena_printf(arena, "%s-%s%s", stem, kind, ending);
}

// ---- writing ---------------------------------------------------------------------------------

void figure_warn_small(double smallest, const FigureLook *look, const char *way_out, Buf *warnings)
{
    const double anywhere = 4, rounding = 0.05;
    bool sized = look->width > 0 || look->height > 0;
    double least = look->least_text > 0 ? look->least_text : sized ? anywhere : 0;
    if (!warnings || smallest <= 0 || smallest + rounding >= least) return;
    buf_printf(warnings,
               "the smallest text is %.1f points high, less than the %.3g that can be read there\n"
               "  try: %s\n",
               smallest, least, way_out ? way_out : "a larger --size");
}

void figure_say_warnings(const Buf *warnings, Buf *messages)
{
    Str rest = buf_str(warnings), line;
    while (str_next_line(&rest, &line)) {
        bool goes_on = str_starts(line, "  ");
        buf_printf(messages, "%s%.*s\n", goes_on ? "" : "qkv: ", line.n, line.p);
    }
}

bool figure_order_write(const FigureOrder *order, size_t *bytes, Error *error)
{
    Arena arena = {0};
    Figure figure = {.arena = &arena};
    Measure measure = export_measure(order->request.look.font);
    bool ok = figure_kind_build(order->kind, &figure, &order->request, &measure, error);
    if (ok)
        figure_warn_small(figure_smallest_text(&figure), &order->request.look, order->kind->way_out,
                          order->figure.file.warnings);
    ok = ok && export_figure(&figure, order->path, &order->figure.file, &arena, bytes, error);
    arena_free(&arena);
    return ok;
}
