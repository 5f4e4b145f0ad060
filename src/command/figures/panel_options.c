// `qkv export LESSON weights outputs` draws two panels. With --compare there are a first, a second,
// and their difference: two tensors, or one before and after what --set, --hold or --tokens
// changed.
#include "command/figures/panel_options.h"

#include "command/tensor.h"
#include "study/matrix.h"
#include "walk/edit.h"

enum { MOST_PANELS = 12 };

static bool name_panel(const Walk *walk, const char *word, FigurePanel *panel, Arena *arena,
                       Error *error)
{
    int given;
    panel->trace = walk->trace;
    panel->title = str_copy(arena, str_from(word));
    return tensor_named_matrix(walk, str_from(word), &panel->cell, &given, error);
}

static bool read_named(FigureRequest *request, const Walk *walk, const Arguments *arguments,
                       FigurePanel *panels, Arena *arena, Error *error)
{
    int named = arguments->count - 1;
    if (named > MOST_PANELS)
        return error_fail(error, "two figures, or --kind heads for all heads of a tensor",
                          "%d tensors in one figure are too many: at most %d", named, MOST_PANELS);
    for (int i = 0; i < named; i++) {
        if (!name_panel(walk, arguments->words[i + 1], &panels[i], arena, error)) return false;
    }
    request->panel = panels;
    request->panel_count = named;
    return true;
}

static bool other_shape(const FigureRequest *request, const Walk *walk, const Shape *before,
                        const Shape *now, Error *error)
{
    return error_fail(error, "a change that keeps the shapes, or leave --compare out",
                      "%s has the shape %s now, and had %s: they cannot be compared",
                      entry_title(walk->trace, request->cell.entry, error->arena),
                      shape_tuple(error->arena, now), shape_tuple(error->arena, before));
}

static bool nothing_before(const FigureRequest *request, const Walk *walk, Error *error)
{
    const char *title = entry_title(walk->trace, request->cell.entry, error->arena);
    if (!walk->original)
        return error_fail(error, "another tensor, or a change of the run: --set 'x[0,1]=3'",
                          "--compare needs something to compare %s with", title);
    return error_fail(error, "a tensor that the program makes before it takes another path",
                      "%s was not computed alike before the change", title);
}

// Before and after an edit.
static bool read_runs(FigureRequest *request, const Walk *walk, FigurePanel *panels, Arena *arena,
                      Error *error)
{
    int entry = request->cell.entry;
    if (!walk->original || entry >= walk->alike || entry >= walk->original->trace->entry_count)
        return nothing_before(request, walk, error);
    const Shape *before = &walk->original->trace->entries[entry].call.output->shape;
    const Shape *now = &walk->trace->entries[entry].call.output->shape;
    if (!shape_equal(before, now)) return other_shape(request, walk, before, now, error);
    const char *title = slice_title(walk->trace, entry, request->cell.at, now->ndim - 2, arena);
    panels[0] = (FigurePanel){walk->original->trace, request->cell, NULL};
    panels[0].title = arena_printf(arena, "%s before", title);
    panels[1] = (FigurePanel){walk->trace, request->cell, arena_printf(arena, "%s after", title)};
    request->panel = panels;
    request->panel_count = 2;
    request->edited = true;
    return true;
}

bool panel_options(FigureRequest *request, const Walk *walk, const Arguments *arguments,
                   Arena *arena, Error *error)
{
    FigurePanel *panels = NEW_ARRAY(arena, FigurePanel, arguments->count + 2);
    request->compare = arguments->value[OPTION_COMPARE].given;
    if (arguments->count > 2) {
        if (!read_named(request, walk, arguments, panels, arena, error)) return false;
        if (!request->compare || request->panel_count == 2) return true;
        return error_fail(error, "leave --compare out to draw them side by side",
                          "--compare compares two tensors, not %d", request->panel_count);
    }
    return !request->compare || read_runs(request, walk, panels, arena, error);
}
