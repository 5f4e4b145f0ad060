// What every head of a model does: for each pattern that was measured a matrix with a row for each
// layer and a cell for each head, coloured by its score, all on one scale from 0 to 1. A head that
// is named by the pattern has a frame. Below is what each of them means. Where all of it could
// not be read on one page, it takes several.
#include "figure/parts/tiles.h"

#include "study/attention/survey.h"
#include "study/looks/number.h"
#include "study/names/title.h"

#include <math.h>
#include <string.h>

typedef struct SurveyFigure {
    Pen pen;
    FigureRequest request; // its scale ends at 0 and 1
    HeadSurvey survey;
    PatternKind kind[PATTERN_KINDS];
    Tile tile[PATTERN_KINDS]; // of each
    int panels;
    AxisPair axes;
    TensorHeap heap;
} SurveyFigure;

// ---- reading ------------------------------------------------------------------------------------

static bool read_heads(HeadSurvey *survey, const FigureRequest *request, Arena *arena, Error *error)
{
    int only = request->is_named ? request->cell.entry : -1;
    return survey_make(survey, request->trace, (Sight){0}, only, arena, error);
}

static void write_count(const HeadSurvey *survey, Buf *out)
{
    if (survey->layer_count > 1) buf_printf(out, "%d layers, ", survey->layer_count);
    buf_printf(out, "%d heads", survey->count);
}

static bool about(const FigureRequest *request, Buf *out)
{
    HeadSurvey survey;
    Error none = {.arena = out->arena};
    if (read_heads(&survey, request, out->arena, &none)) write_count(&survey, out);
    return request->is_named;
}

// A head whose score is not known, or that a layer has not, is no number.
static Seen is_measured(const void *by, Cell cell)
{
    return isnan(tensor_get(by, cell.at)) ? TO_COME : SEEN;
}

static bool read_tile(SurveyFigure *s, PatternKind kind, Tile *tile, Error *error)
{
    const HeadSurvey *survey = &s->survey;
    Shape shape = {.ndim = 2, .dim = {survey->layer_count, survey->widest}};
    Tensor *scores = tensor_new(&s->heap, DTYPE_FLOAT64, shape, error);
    if (!scores) return false;
    int64_t count = shape_count(&shape);
    bool *framed = NEW_ARRAY(s->pen.figure->arena, bool, count);
    for (int64_t i = 0; i < count; i++) tensor_doubles(scores)[i] = (double)NAN;
    *tile = (Tile){.title = pattern_kind_name(kind), .framed = framed};
    tile->plane = (Plane){.high = 1, .least = HUGE_VAL, .finite = 1, .holds_shares = true};
    tile->plane.matrix = matrix_of(scores, survey->head->cell.entry, (Index){{0}});
    tile->plane.masks.entry = -1;
    tile->plane.sight = (Sight){.of = is_measured, .by = scores};
    for (int i = 0; i < survey->count; i++) {
        const SurveyHead *head = &survey->head[i];
        int64_t at = head->layer * survey->widest + head->number;
        if (!pattern_is_measured(&head->pattern, kind)) continue;
        tensor_doubles(scores)[at] = head->pattern.of[kind].score;
        framed[at] = head->pattern.kind == kind;
    }
    return true;
}

static bool read_axes(SurveyFigure *s, Error *error)
{
    Arena *arena = s->pen.figure->arena;
    int64_t layers = s->survey.layer_count, heads = s->survey.widest;
    const char **layer = NEW_ARRAY(arena, const char *, layers);
    const char **head = NEW_ARRAY(arena, const char *, heads);
    for (int i = 0; i < layers; i++) layer[i] = survey_layer_title(&s->survey, i, arena);
    for (int64_t i = 0; i < heads; i++) head[i] = arena_printf(arena, "%lld", (long long)i);
    AxisLabels rows = {.label = layer, .count = layers}, columns = {.label = head, .count = heads};
    s->axes.rows.count = layers;
    s->axes.columns.count = heads;
    if (!axis_relabel(&s->axes.rows, &rows, "layers", &s->pen, error) ||
        !axis_relabel(&s->axes.columns, &columns, "heads", &s->pen, error))
        return false;
    s->axes.columns.numbered = true;
    return true;
}

static bool read_survey(SurveyFigure *s, Error *error)
{
    ScaleOptions *scale = &s->request.look.scale;
    if (!read_heads(&s->survey, &s->request, s->pen.figure->arena, error)) return false;
    if (!scale->ranged) *scale = (ScaleOptions){.ramp = scale->ramp, .ranged = true, .high = 1};
    for (int kind = PATTERN_FIRST_SCORED; kind < PATTERN_KINDS; kind++) {
        if (!survey_measures(&s->survey, (PatternKind)kind)) continue;
        s->kind[s->panels] = (PatternKind)kind;
        if (!read_tile(s, (PatternKind)kind, &s->tile[s->panels++], error)) return false;
    }
    if (s->panels == 0)
        return error_fail(error, "a longer text, or --kind heads", "no pattern can be measured: %s",
                          survey_why_not(&s->survey, PATTERN_FIRST));
    return read_axes(s, error);
}

// ---- words --------------------------------------------------------------------------------------

// Of which token gets most, chance is another for each head.
static const char *chance_text(const SurveyFigure *s, PatternKind kind)
{
    bool has_one = kind != PATTERN_ONE && kind != PATTERN_EVEN;
    double low = 1, high = 0;
    for (int i = 0; i < s->survey.count && has_one; i++) {
        const Pattern *pattern = &s->survey.head[i].pattern;
        if (!pattern_is_measured(pattern, kind)) continue;
        low = fmin(low, pattern->of[kind].chance);
        high = fmax(high, pattern->of[kind].chance);
    }
    if (!has_one) return "";
    Arena *arena = s->pen.figure->arena;
    const char *from = number_hundredths(low, arena), *to = number_hundredths(high, arena);
    if (strcmp(from, to) == 0) return arena_printf(arena, "; chance %s", from);
    return arena_printf(arena, "; chance %s to %s", from, to);
}

static const char *describe(const SurveyFigure *s)
{
    Buf text = {.arena = s->pen.figure->arena};
    for (int i = 0; i < s->panels; i++) {
        const SurveyHead **best;
        survey_best(&s->survey, s->kind[i], text.arena, &best);
        buf_printf(&text, "%s%s: most in %s, head %lld, %.2f.", i ? " " : "",
                   pattern_kind_name(s->kind[i]),
                   survey_layer_name(&s->survey, best[0]->layer, text.arena),
                   (long long)best[0]->number, best[0]->pattern.of[s->kind[i]].score);
    }
    return buf_text(&text);
}

// What each pattern of a page means; on the first one, what a score is.
static const char **notes_of(const SurveyFigure *s, int first, int end, int *count)
{
    Arena *arena = s->pen.figure->arena;
    const char **note = NEW_ARRAY(arena, const char *, end - first + 1);
    bool low = s->request.look.height > 0;
    *count = 0;
    for (int i = first; i < end; i++)
        note[(*count)++] = arena_printf(arena, "%s: %s%s", pattern_kind_name(s->kind[i]),
                                        pattern_meaning(s->kind[i]), chance_text(s, s->kind[i]));
    if (first == 0)
        note[(*count)++] = low ? "scores from 0 to 1; framed: the head is named by it"
                               : "framed: the head is named by it. A score is a mean over all "
                                 "tokens that may look "
                                 "there and elsewhere, where each has a weight of 1 to give.";
    return note;
}

// ---- pages --------------------------------------------------------------------------------------

// `*text`: the size of its smallest text; it counts as less where numbers or labels went.
static bool draw_page(SurveyFigure *s, Figure *page, int first, int end, double *text, Error *error)
{
    Arena *arena = page->arena;
    Buf subtitle = {.arena = arena};
    write_count(&s->survey, &subtitle);
    buf_add(&subtitle, STR(": scores from 0 to 1"));
    TileGrid grid = {.pen = s->pen,
                     .request = &s->request,
                     .title = page->title,
                     .subtitle = buf_text(&subtitle),
                     .tile = &s->tile[first],
                     .count = end - first,
                     .numbered = true,
                     .hundredths = true,
                     .no_bar = s->request.look.height > 0,
                     .axes = s->axes,
                     .least_width = s->request.look.width > 0 ? 0 : 520};
    grid.natural = 28 * fmax((double)s->survey.layer_count, (double)s->survey.widest);
    grid.pen.figure = page;
    grid.note = notes_of(s, first, end, &grid.notes);
    if (first) grid.title = arena_printf(arena, "%s, continued", page->title);
    if (!tiles_scale(&grid, error) || !tiles_draw(&grid, NULL, NULL, error)) return false;
    bool mute = !grid.has_numbers && !s->request.look.no_values;
    double lost = (mute ? 0.1 : 1) * (grid.row_fit.every > 1 ? 0.1 : 1);
    *text = fmin(*text, figure_smallest_text(page) * lost);
    return true;
}

// Adds the pages to the figure. `*text`: the smallest.
static bool draw_pages(SurveyFigure *s, int per_page, Figure *figure, double *text, Error *error)
{
    *text = HUGE_VAL;
    for (int first = 0, end; first < s->panels; first = end) {
        Figure page = *figure;
        end = first + per_page < s->panels ? first + per_page : s->panels;
        page.shapes = NULL;
        page.count = 0;
        page.capacity = 0;
        if (!draw_page(s, &page, first, end, text, error)) return false;
        if (first) figure_add(figure, (FigureShape){.kind = SHAPE_PAGE});
        for (int i = 0; i < page.count; i++) figure_add(figure, page.shapes[i]);
        figure->width = page.width;
        figure->height = page.height;
    }
    return true;
}

// On as few pages as can be read; else what can be read best.
static int choose_pages(SurveyFigure *s, const Figure *figure)
{
    const FigureLook *look = &s->request.look;
    int best = s->panels;
    double largest = 0;
    if (look->height <= 0) return best; // one is as high as it has to be
    for (int per_page = s->panels; per_page > 0; per_page--) {
        Figure tried = *figure;
        Error none = {.arena = figure->arena};
        double text;
        if (!draw_pages(s, per_page, &tried, &text, &none)) text = 0;
        if (text > 1.1 * largest) best = per_page;
        largest = fmax(largest, text);
        if (largest >= look->least_text - 0.01 || !look->has_pages) return best;
    }
    return best;
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    SurveyFigure s = {.request = *request, .pen = *pen};
    s.request.look.scale.whole = true; // scores are no shares of a row
    Figure *figure = pen->figure;
    double text;
    bool ok = read_survey(&s, error);
    figure->title = "What each head does";
    if (request->is_named)
        figure->title =
            arena_printf(figure->arena, "What each head of %s does",
                         tensor_title(request->trace, request->cell.entry, figure->arena));
    if (request->look.title) figure->title = request->look.title;
    if (ok) figure->description = describe(&s);
    ok = ok && draw_pages(&s, choose_pages(&s, figure), figure, &text, error);
    tensor_heap_free(&s.heap);
    return ok;
}

const FigureKind survey_kind = {
    .name = "survey",
    .summary = "what every attention head does, in numbers",
    .options = "cmap range bare",
    .whole = true,
    .all_layers = true,
    .about = about,
    .way_out = "a .pdf, which has a page for what is too much, or a larger --size",
    .build = build,
};
