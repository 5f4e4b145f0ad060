// The table of all kinds of figures. `qkv export --kind`, the dialog on the screen and the
// messages about what cannot be drawn all read it, so a new kind is one row here and the function
// that builds it.
#include "figure/kind.h"

#include "figure/heatmap.h"
#include "figure/kinds.h"

#include <string.h>

static bool build_heatmap(Figure *figure, const FigureRequest *request, const Measure *measure,
                          Error *error)
{
    return heatmap_build(figure, request->trace, request->cell.entry, request->cell.at,
                         &request->look, measure, error);
}

const FigureKind figure_kinds[] = {
    {.name = "heatmap", .summary = "a matrix as colours with its numbers", .build = build_heatmap},
    {.name = "equation",
     .summary = "the operation that made a tensor, with the arithmetic of a cell",
     .one_cell = true,
     .build = equation_build},
    {.name = "heads",
     .summary = "attention matrices in a grid, with the pattern of each",
     .all_slices = true,
     .misfit = heads_misfit,
     .build = heads_build},
    {.name = "flow",
     .summary = "tokens joined by curves as wide as the weights",
     .all_slices = true,
     .one_query = true,
     .misfit = flow_misfit,
     .build = flow_build},
    {.name = "arrows",
     .summary = "a query and its keys as arrows, with their angles",
     .one_query = true,
     .misfit = arrows_misfit,
     .build = arrows_build},
    {.name = "film",
     .summary = "a tensor through the iterations of its loop, with the loss",
     .misfit = film_misfit,
     .build = film_build},
    {.name = "survey",
     .summary = "what every attention head does, in numbers",
     .whole = true,
     .build = survey_build},
    {.name = "steps",
     .summary = "all equations of a lesson on one poster",
     .whole = true,
     .build = poster_build},
    {.name = "worksheet",
     .summary = "a lesson's matrices to fill in, and their answers",
     .whole = true,
     .has_pages = true,
     .build = worksheet_build},
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
    return figure_names_listed(names, arena);
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
