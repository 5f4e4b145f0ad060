#include "figure/kind.h"

#include "figure/kinds.h"

#include <string.h>

static bool build_heatmap(Figure *figure, const FigureRequest *request, const Measure *measure,
                          Error *error)
{
    return heatmap_build(figure, request->trace, request->cell.entry, request->cell.at,
                         &request->look, measure, error);
}

const FigureKind figure_kinds[] = {
    {"heatmap", "a matrix as colours with its numbers", false, NULL, build_heatmap},
    {"equation", "the operation that made a tensor, with the arithmetic of a cell", false, NULL,
     equation_build},
    {"heads", "a grid of attention matrices, with the pattern of each", false, heads_misfit,
     heads_build},
    {"flow", "tokens joined by curves as wide as the weights", false, flow_misfit, flow_build},
    {"steps", "all equations of a lesson on one poster", true, NULL, poster_build},
};
const int figure_kind_count = sizeof figure_kinds / sizeof figure_kinds[0];

const FigureKind *figure_kind_find(const char *name)
{
    if (!name) return &figure_kinds[0];
    for (int i = 0; i < figure_kind_count; i++) {
        if (strcmp(figure_kinds[i].name, name) == 0) return &figure_kinds[i];
    }
    return NULL;
}

// "heatmap, equation and heads": what can draw the tensor.
static const char *fitting_kinds(const FigureRequest *request, Arena *arena)
{
    const char **names = NEW_ARRAY(arena, const char *, figure_kind_count + 1);
    int count = 0;
    for (int i = 0; i < figure_kind_count; i++) {
        const FigureKind *kind = &figure_kinds[i];
        if (kind->whole || (kind->misfit && kind->misfit(request->trace, request->cell))) continue;
        names[count++] = kind->name;
    }
    return names_listed(names, arena);
}

bool figure_kind_build(const FigureKind *kind, Figure *figure, const FigureRequest *request,
                       const Measure *measure, Error *error)
{
    const char *misfit = kind->misfit ? kind->misfit(request->trace, request->cell) : NULL;
    if (!misfit) return kind->build(figure, request, measure, error);
    error_set(error, NULL, "%s cannot be drawn as %s: it %s",
              entry_title(request->trace, request->cell.entry, error->arena), kind->name, misfit);
    return error_hint(error, "what fits it: %s", fitting_kinds(request, error->arena));
}
