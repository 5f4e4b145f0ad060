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
    const char *filled = order->request.answers ? "-answers" : "";
    return arena_printf(arena, "%s-%s%s%s", stem, kind, filled, ending);
}

// ---- writing ---------------------------------------------------------------------------------

bool figure_order_write(const FigureOrder *order, size_t *bytes, Error *error)
{
    Arena arena = {0};
    Figure figure = {.arena = &arena};
    Measure measure = export_measure(order->request.look.font);
    bool ok = figure_kind_build(order->kind, &figure, &order->request, &measure, error) &&
              export_figure(&figure, order->path, &order->figure.file, &arena, bytes, error);
    arena_free(&arena);
    return ok;
}
