// What every head of a model does: for each pattern that was measured a panel with a row for each
// layer and a cell for each head, coloured by its score, all on one scale from 0 to 1. A head that
// is named by the pattern has a frame. Below stands what each of them means.
#include "figure/colorbar.h"
#include "figure/kinds.h"
#include "figure/lines.h"
#include "figure/sheet.h"

#include "study/number.h"
#include "study/survey.h"

#include <math.h>
#include <string.h>

static const double panel_gap = 26;
static const double title_size = 12;
static const double number_size = 8.5;
static const double label_size = 9.5;
static const double title_height = 20;
static const double line_height = 14;
static const double frame_width = 1.5;
static const double most_width = 780; // where several panels stand side by side
static const double least_width = 520;
static const double reduced = 1.6;   // a figure that is to be narrow is drawn so much wider
static const double most_label = 20; // of a layer, in font sizes
static const double bar_width = 160;

typedef struct SurveyFigure {
    Pen pen;
    HeadSurvey survey;
    PatternKind kind[PATTERN_KINDS];
    int panels, per_row;
    Scale scale;
    bool has_numbers;
    double cell_x, cell_y; // size of a cell
    double labels;         // room for the names of the layers
    double width;          // of what stands between the margins
} SurveyFigure;

// ---- layout -------------------------------------------------------------------------------------

static const char *layer_label(const SurveyFigure *s, int layer)
{
    const char *name = survey_layer_title(&s->survey, layer, s->pen.figure->arena);
    return pen_fit_label(&s->pen, name, most_label);
}

static double panel_width(const SurveyFigure *s)
{
    return (double)s->survey.widest * s->cell_x;
}

static double panel_pitch(const SurveyFigure *s)
{
    return fmax(panel_width(s), 8 * title_size) + panel_gap;
}

static double panel_height(const SurveyFigure *s)
{
    return title_height + s->survey.layer_count * s->cell_y + line_height;
}

static void choose_sizes(SurveyFigure *s, const FigureLook *look)
{
    int64_t heads = s->survey.widest;
    s->cell_x = heads <= 16 ? 24 : 12;
    s->cell_y = s->survey.layer_count <= 24 ? 20 : 12;
    s->has_numbers = s->cell_x > 12 && s->cell_y > 12 && !look->no_values;
    for (int i = 0; i < s->survey.layer_count; i++)
        s->labels = fmax(s->labels, pen_width(&s->pen, layer_label(s, i), false) * label_size);
    s->labels += 8;
    double most = look->width > 0 ? fmin(most_width, look->width * reduced) : most_width;
    s->per_row = (int)((most - s->labels + panel_gap) / panel_pitch(s));
    if (s->per_row < 1) s->per_row = 1;
    if (s->per_row > s->panels) s->per_row = s->panels;
    s->width = fmax(s->labels + s->per_row * panel_pitch(s) - panel_gap, fmin(most, least_width));
}

static bool read_survey(SurveyFigure *s, const FigureRequest *request, Error *error)
{
    if (!survey_make(&s->survey, request->trace, s->pen.figure->arena, error)) return false;
    for (int kind = PATTERN_FIRST_SCORED; kind < PATTERN_KINDS; kind++) {
        if (survey_measures(&s->survey, (PatternKind)kind))
            s->kind[s->panels++] = (PatternKind)kind;
    }
    if (s->panels == 0) {
        error_set(error, NULL, "no pattern can be measured: %s",
                  survey_why_not(&s->survey, PATTERN_FIRST));
        return error_hint(error, "a longer text, or --kind heads");
    }
    ScaleOptions options = request->look.scale;
    if (!options.ranged) options = (ScaleOptions){.ramp = options.ramp, .ranged = true, .high = 1};
    s->scale = (Scale){.low = 0, .high = 1, .finite = s->survey.count, .fractions = true};
    return scale_choose(&s->scale, &options, s->pen.theme, error);
}

// ---- drawing ------------------------------------------------------------------------------------

static void draw_head(const SurveyFigure *s, const SurveyHead *head, PatternKind kind, double x,
                      double y)
{
    const Pen *pen = &s->pen;
    double gap = 1.5, width = s->cell_x - 2 * gap, height = s->cell_y - 2 * gap;
    double score = head->pattern.of[kind].score;
    x += gap;
    y += gap;
    if (!pattern_is_measured(&head->pattern, kind)) {
        pen_line(pen, x + width / 3, y + height / 2, width / 3, 0, pen->theme->rule);
        return;
    }
    Color color = scale_color(&s->scale, fmin(score, 1));
    if (head->pattern.kind == kind)
        pen_box(pen, x - frame_width, y - frame_width, width + 2 * frame_width,
                height + 2 * frame_width, 3, pen->theme->text);
    if (head->pattern.kind == kind) pen_box(pen, x, y, width, height, 2, pen->theme->background);
    pen_box(pen, x + 0.5, y + 0.5, width - 1, height - 1, 1.5, color);
    if (!s->has_numbers) return;
    const char *text = number_hundredths(score, pen->figure->arena);
    FigureShape *shape = pen_text(pen, x + width / 2, y + height / 2, text, number_size,
                                  ALIGN_MIDDLE, color_on(color));
    shape->bold = head->pattern.kind == kind;
}

static void draw_numbers_of_heads(const SurveyFigure *s, double x, double y)
{
    int every = s->cell_x > 12 ? 1 : 4;
    for (int64_t head = 0; head < s->survey.widest; head += every)
        pen_text(&s->pen, x + ((double)head + 0.5) * s->cell_x, y,
                 arena_printf(s->pen.figure->arena, "%lld", (long long)head), label_size,
                 ALIGN_MIDDLE, s->pen.theme->muted);
}

static void draw_layers(const SurveyFigure *s, double x, double y)
{
    for (int i = 0; i < s->survey.layer_count; i++)
        pen_text(&s->pen, x - 8, y + (i + 0.5) * s->cell_y, layer_label(s, i), label_size,
                 ALIGN_END, s->pen.theme->text);
}

static void draw_panel(const SurveyFigure *s, PatternKind kind, double x, double y)
{
    FigureShape *title = pen_text(&s->pen, x, y + title_height / 2, pattern_kind_name(kind),
                                  title_size, ALIGN_START, s->pen.theme->text);
    title->bold = true;
    y += title_height;
    for (int i = 0; i < s->survey.count; i++) {
        const SurveyHead *head = &s->survey.head[i];
        draw_head(s, head, kind, x + (double)head->number * s->cell_x, y + head->layer * s->cell_y);
    }
    draw_numbers_of_heads(s, x, y + s->survey.layer_count * s->cell_y + line_height / 2);
}

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

static double draw_meaning(const SurveyFigure *s, const char *text, double y)
{
    const Pen *pen = &s->pen;
    FigureLines lines = lines_wrap(text, s->width / label_size, MOST_CAPTION_LINES, false, pen);
    for (int i = 0; i < lines.count; i++, y += line_height)
        pen_text(pen, SHEET_MARGIN, y, lines.line[i], label_size, ALIGN_START, pen->theme->muted);
    return y;
}

static double draw_meanings(const SurveyFigure *s, double y)
{
    for (int i = 0; i < s->panels; i++)
        y = draw_meaning(s,
                         arena_printf(s->pen.figure->arena, "%s: %s%s",
                                      pattern_kind_name(s->kind[i]), pattern_meaning(s->kind[i]),
                                      chance_text(s, s->kind[i])),
                         y);
    return draw_meaning(s,
                        "framed: the head is named by it. A score is a mean over all tokens that "
                        "may look there and elsewhere.",
                        y);
}

static const char *describe(const SurveyFigure *s)
{
    Buf text = {.arena = s->pen.figure->arena};
    for (int i = 0; i < s->panels; i++) {
        const SurveyHead **best;
        survey_best(&s->survey, s->kind[i], text.arena, &best);
        buf_printf(&text, "%s%s: most in layer %d, head %lld, %.2f.", i ? " " : "",
                   pattern_kind_name(s->kind[i]), best[0]->layer, (long long)best[0]->number,
                   best[0]->pattern.of[s->kind[i]].score);
    }
    return buf_text(&text);
}

static double draw_panels(const SurveyFigure *s, double y)
{
    double left = SHEET_MARGIN + s->labels;
    for (int i = 0; i < s->panels; i++) {
        int row = i / s->per_row, column = i % s->per_row;
        double x = left + column * panel_pitch(s),
               top = y + row * (panel_height(s) + panel_gap / 2);
        if (column == 0) draw_layers(s, left, top + title_height);
        draw_panel(s, s->kind[i], x, top);
    }
    int rows = (s->panels + s->per_row - 1) / s->per_row;
    return y + rows * (panel_height(s) + panel_gap / 2);
}

bool survey_build(Figure *figure, const FigureRequest *request, const Measure *measure,
                  Error *error)
{
    SurveyFigure s = {0};
    if (!sheet_pen(&s.pen, figure, &request->look, measure, error) ||
        !read_survey(&s, request, error))
        return false;
    choose_sizes(&s, &request->look);
    figure->title = request->look.title ? request->look.title : "What each head does";
    figure->description = describe(&s);
    double width = SHEET_MARGIN + s.width;
    const char *subtitle =
        arena_printf(figure->arena,
                     "%d layers, %d heads: scores from 0 to 1, each token's weight "
                     "being 1",
                     s.survey.layer_count, s.survey.count);
    double y = sheet_heading(&s.pen, figure->title, subtitle, &width);
    y = draw_panels(&s, y + 4);
    ColorBar bar;
    colorbar_read(&bar, &s.scale, 2, &s.pen);
    colorbar_draw_level(&bar, &s.pen, SHEET_MARGIN + s.labels, y, bar_width);
    y = draw_meanings(&s, y + colorbar_thickness(1) + 34);
    return sheet_end(&s.pen, width, y, &request->look, error);
}
