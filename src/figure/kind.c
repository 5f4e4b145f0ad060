// The table of all kinds of figures. `qkv export --kind`, the dialog on the screen and the
// messages about what cannot be drawn all read it, so a new kind is one row here and the function
// that builds it.
#include "figure/kind.h"

#include "figure/heatmap.h"
#include "figure/kinds.h"
#include "figure/panels.h"
#include "study/title.h"

#include <inttypes.h>
#include <string.h>

static bool build_heatmap(Figure *figure, const FigureRequest *request, const Measure *measure,
                          Error *error)
{
    if (request->panel_count) return panels_build(figure, request, measure, error);
    return heatmap_build(figure, request->trace, request->cell.entry, request->cell.at,
                         &request->look, measure, error);
}

const FigureKind figure_kinds[] = {
    {.name = "heatmap",
     .summary = "a matrix as colours with its numbers",
     .way_out = "--no-values, or a part of it, as in 'scores[:8, :8]'",
     .hides = true,
     .build = build_heatmap},
    {.name = "equation",
     .summary = "the operation that made a tensor, with the arithmetic of a cell",
     .one_cell = true,
     .hides = true,
     .build = equation_build,
     .move = equation_move},
    {.name = "heads",
     .summary = "attention matrices in a grid, with the pattern of each",
     .all_layers = true,
     .all_slices = true,
     .about = heads_about,
     .misfit = heads_misfit,
     .way_out = "fewer matrices, as in weights[0], or a larger --size",
     .build = heads_build},
    {.name = "flow",
     .summary = "tokens joined by ribbons as wide as the weights",
     .all_slices = true,
     .one_query = true,
     .misfit = flow_misfit,
     .way_out = "--query 0 for a single one, or a part of it, as in 'weights[:8, :8]'",
     .build = flow_build},
    {.name = "arrows",
     .summary = "a query and its keys as arrows, with their angles",
     .one_query = true,
     .misfit = arrows_misfit,
     .build = arrows_build},
    {.name = "film",
     .summary = "a tensor through the iterations of its loop, with the loss",
     .misfit = film_misfit,
     .build = film_build,
     .moves_colors = true,
     .move = film_move},
    {.name = "survey",
     .summary = "what every attention head does, in numbers",
     .whole = true,
     .all_layers = true,
     .about = survey_about,
     .way_out = "a .pdf, which has a page for what is too much, or a larger --size",
     .build = survey_build},
    {.name = "steps",
     .summary = "all equations of a lesson on one poster",
     .whole = true,
     .way_out = "--all deck.pdf makes a page of each step",
     .hides = true,
     .build = poster_build,
     .move = walk_move},
    {.name = "worksheet",
     .summary = "a lesson's results to fill in by hand, or with the answers",
     .whole = true,
     .has_pages = true,
     .hides = true,
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

static bool fits(const FigureKind *kind, const FigureRequest *request, Error *error)
{
    const char *misfit = kind->misfit ? kind->misfit(request->trace, request->cell) : NULL;
    if (!misfit) return true;
    error_set(error, NULL, "%s cannot be drawn as %s: it %s",
              entry_title(request->trace, request->cell.entry, error->arena), kind->name, misfit);
    return error_hint(error, "what fits it: %s", fitting_kinds(request, error->arena));
}

bool kind_not_seen(Error *error)
{
    error_set(error, NULL, "some of it is not computed yet, or is yours to predict");
    return error_hint(error, "go on first: Space");
}

// What shows a number without writing it, as a width or in a frame that comes later, waits until
// all may be seen: of its tensor, and of those that it draws beside it.
static bool may_be_seen(const FigureRequest *request, const FigureKind *kind, Error *error)
{
    const Sight *sight = &request->look.sight;
    const Trace *trace = request->trace;
    bool may = !sight->of || !kind->whole;
    for (int e = 0; sight->of && may && e < trace->entry_count; e++) {
        const Shape *shape = &trace->entries[request->cell.entry].call.shape;
        bool is_drawn = e == request->cell.entry ||
                        (kind->all_slices && shape_equal(&trace->entries[e].call.shape, shape));
        may = !is_drawn || sight_of_all(sight, trace, e);
    }
    return may || kind_not_seen(error);
}

bool figure_query(const FigureRequest *request, const char *const *label, int64_t count,
                  int64_t *at, Error *error)
{
    const char *word = request->query_word;
    *at = request->query;
    if (!word && *at < count) return true;
    if (!word) {
        error_set(error, NULL, "there is no query %" PRId64, *at);
        return error_hint(error,
                          count == 1 ? "there is one, number %" PRId64
                                     : "they are numbered from 0 to %" PRId64,
                          count - 1);
    }
    for (int64_t i = 0; i < count && *at < 0; i++) {
        if (strcmp(label[i], word) == 0) *at = i;
    }
    if (*at >= 0) return true;
    error_set(error, NULL, "there is no query '%s'", word);
    const char *nearest = str_nearest(str_from(word), label, (int)count);
    return nearest ? error_hint(error, "did you mean %s?", nearest)
                   : error_hint(error, "a number from 0 to %" PRId64 ", or a label: %s, ...",
                                count - 1, label[0]);
}

bool figure_kind_build(const FigureKind *kind, Figure *figure, const FigureRequest *request,
                       const Measure *measure, Error *error)
{
    if (!fits(kind, request, error)) return false;
    if (!kind->hides && !may_be_seen(request, kind, error)) return false;
    if (!kind->build(figure, request, measure, error)) return false;
    bool untitled = !figure->title || !figure->title[0]; // to see; metadata has one
    if (untitled && kind->whole) figure->title = request->lesson;
    if (untitled && !kind->whole)
        figure->title = tensor_title(request->trace, request->cell.entry, figure->arena);
    return true;
}

bool figure_kind_move(const FigureKind *kind, Movement *movement, const FigureRequest *request,
                      const Measure *measure, Arena *arena, Error *error)
{
    if (kind->move)
        return fits(kind, request, error) && may_be_seen(request, kind, error) &&
               kind->move(movement, request, measure, arena, error);
    const char **names = NEW_ARRAY(error->arena, const char *, figure_kind_count + 1);
    int count = 0;
    for (int i = 0; i < figure_kind_count; i++) {
        if (figure_kinds[i].move) names[count++] = figure_kinds[i].name;
    }
    error_set(error, NULL, "a figure of the kind %s does not move", kind->name);
    return error_hint(error, "what moves: %s", figure_names_listed(names, error->arena));
}
