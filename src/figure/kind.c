// Finds a kind, and has it draw what fits it and may be seen. `qkv export --kind`, the dialog on
// the screen and the messages about what cannot be drawn all read the rows of the kinds.
#include "figure/kind.h"

#include "figure/page/sheet.h"
#include "study/names/title.h"
#include "study/names/token.h"

#include <inttypes.h>
#include <string.h>

#define PLACE_OF(name) &FIGURE_KIND_ROW(name)

const FigureKind *const figure_kinds[] = {FIGURE_KINDS(PLACE_OF)};
const int figure_kind_count = sizeof figure_kinds / sizeof figure_kinds[0];

const FigureKind *figure_kind_find(const char *name)
{
    if (!name) return figure_kinds[0];
    for (int i = 0; i < figure_kind_count; i++) {
        if (strcmp(figure_kinds[i]->name, name) == 0) return figure_kinds[i];
    }
    return NULL;
}

// "heatmap, equation and heads": what can draw the tensor.
static const char *fitting_kinds(const FigureRequest *request, Arena *arena)
{
    const char **names = NEW_ARRAY(arena, const char *, figure_kind_count + 1);
    int count = 0;
    for (int i = 0; i < figure_kind_count; i++) {
        const FigureKind *kind = figure_kinds[i];
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

bool figure_not_seen(Error *error)
{
    return error_fail(error, "go on first: Space",
                      "some of it is not computed yet, or is yours to predict");
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
    return may || figure_not_seen(error);
}

bool figure_check_index(const char *noun, int64_t index, int64_t count, Error *error)
{
    if (index < count) return true;
    error_set(error, NULL, "there is no %s %" PRId64, noun, index);
    return error_hint(error,
                      count == 1 ? "there is one, number %" PRId64
                                 : "they are numbered from 0 to %" PRId64,
                      count - 1);
}

bool figure_query(const FigureRequest *request, const char *const *label, int64_t count,
                  int64_t *at, Error *error)
{
    const char *word = request->pick.query_word;
    *at = request->pick.query;
    if (!word) return figure_check_index("query", *at, count, error);
    for (int64_t i = 0; i < count && *at < 0; i++) {
        if (strcmp(label[i], word) == 0) *at = i;
    }
    TokenMarks marks = token_marks(label, count);
    for (int64_t i = 0; i < count && *at < 0; i++) {
        if (token_is_called(marks, label[i], str_from(word))) *at = i;
    }
    if (*at >= 0) return true;
    error_set(error, NULL, "there is no query '%s'", word);
    const char *nearest = str_nearest(str_from(word), label, (int)count);
    return nearest ? error_hint(error, "did you mean %s?", nearest)
                   : error_hint(error, "a number from 0 to %" PRId64 ", or a label: %s, ...",
                                count - 1, label[0]);
}

static bool build_in(const char *theme, const FigureKind *kind, Figure *figure,
                     const FigureRequest *request, const Measure *measure, Error *error)
{
    FigureRequest themed = *request;
    themed.look.theme = theme;
    return figure_kind_build(kind, figure, &themed, measure, error);
}

// The same figure twice, and what differs is colours.
static bool build_both(const FigureKind *kind, Figure *figure, const FigureRequest *request,
                       const Measure *measure, Error *error)
{
    Figure dark = *figure;
    if (!build_in("light", kind, figure, request, measure, error) ||
        !build_in("dark", kind, &dark, request, measure, error))
        return false;
    figure_add_dark(figure, &dark);
    return true;
}

const char *panel_title(const char *title, int panel, Arena *arena)
{
    const char *blank = *title ? " " : "";
    char first = (char)(panel < 26 ? '\0' : 'a' + panel / 26 - 1), last = (char)('a' + panel % 26);
    return first ? arena_printf(arena, "(%c%c)%s%s", first, last, blank, title)
                 : arena_printf(arena, "(%c)%s%s", last, blank, title);
}

bool figure_kind_build(const FigureKind *kind, Figure *figure, const FigureRequest *request,
                       const Measure *measure, Error *error)
{
    if (theme_is_both(request->look.theme))
        return build_both(kind, figure, request, measure, error);
    if (!fits(kind, request, error)) return false;
    if (!kind->hides && !may_be_seen(request, kind, error)) return false;
    Pen pen;
    if (!sheet_pen(&pen, figure, &request->look, measure, error) ||
        !kind->build(&pen, request, error))
        return false;
    figure->kind = kind->name;
    bool untitled = !figure->title || !figure->title[0]; // to see; metadata has one
    if (untitled && kind->whole) figure->title = request->walk.lesson;
    if (untitled && !kind->whole)
        figure->title = tensor_title(request->trace, request->cell.entry, figure->arena);
    return true;
}

// ---- moving -----------------------------------------------------------------------------------

static bool draw_frame(const void *context, int frame, Figure *figure, Error *error)
{
    const FigureFrames *frames = context;
    Pen pen;
    figure->kind = frames->kind;
    return sheet_pen(&pen, figure, &frames->request->look, frames->measure, error) &&
           frames->draw(frames->context, frame, frames->request, &pen, error);
}

static bool stands_still(const FigureKind *kind, Error *error)
{
    const char **names = NEW_ARRAY(error->arena, const char *, figure_kind_count + 1);
    int count = 0;
    for (int i = 0; i < figure_kind_count; i++) {
        if (figure_kinds[i]->move) names[count++] = figure_kinds[i]->name;
    }
    error_set(error, NULL, "a figure of the kind %s does not move", kind->name);
    return error_hint(error, "what moves: %s", figure_names_listed(names, error->arena));
}

bool figure_kind_move(const FigureKind *kind, Movement *movement, const FigureRequest *request,
                      const Measure *measure, Arena *arena, Error *error)
{
    if (!kind->move) return stands_still(kind, error);
    if (!fits(kind, request, error) || !may_be_seen(request, kind, error)) return false;
    FigureFrames *frames = NEW(arena, FigureFrames);
    Figure *scratch = NEW(arena, Figure);
    Pen pen;
    *scratch = (Figure){.arena = arena};
    *frames = (FigureFrames){.request = request, .measure = measure, .kind = kind->name};
    if (!sheet_pen(&pen, scratch, &request->look, measure, error) ||
        !kind->move(frames, request, &pen, error))
        return false;
    *movement = (Movement){frames->count, frames->seconds, draw_frame, frames};
    return true;
}
