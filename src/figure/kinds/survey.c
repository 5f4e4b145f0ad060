// What every head of a model does: for each pattern that was measured a panel with a row for each
// layer and a cell for each head, coloured by its score, all on one scale from 0 to 1. A head that
// is named by the pattern has a frame. Below is what each of them means. Where all of it could
// not be read on one page, it takes several.
#include "figure/kind.h"
#include "figure/page/pen.h"
#include "figure/page/sheet.h"
#include "figure/parts/colorbar.h"

#include "study/attention/survey.h"
#include "study/looks/number.h"
#include "study/names/title.h"

#include <math.h>
#include <string.h>

static const double panel_gap = 26;
static const double title_size = 12;
static const double number_size = 9.5;
static const double label_size = 9.5;
static const double title_height = 20;
static const double line_height = 14;
static const double frame_width = 1.5;
static const double most_width = 780; // where several panels are side by side
static const double least_width = 520;
static const double most_label = 20; // of a layer, in font sizes
static const double bar_width = 160;

// Which panels are on a page, and how.
typedef struct SurveyForm {
    int per_page, per_row;
    bool low;    // cells hardly higher than their numbers
    bool wide;   // as wide as the least text that can be read allows
    double text; // the smallest, in points
} SurveyForm;

typedef struct SurveyFigure {
    Pen pen;
    const FigureLook *look;
    HeadSurvey survey;
    PatternKind kind[PATTERN_KINDS];
    int panels;
    SurveyForm form;
    int first, end; // panels of the page that is drawn
    Scale scale;
    bool has_numbers;
    double cell_x, cell_y; // size of a cell
    double labels;         // room for the names of the layers
    double width;          // of what is between the margins
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

static int columns_in(const SurveyFigure *s, double width)
{
    int columns = (int)((width - s->labels + panel_gap) / panel_pitch(s));
    return columns < 1 ? 1 : columns > s->panels ? s->panels : columns;
}

static void choose_cells(SurveyFigure *s)
{
    s->cell_x = s->survey.widest <= 16 ? 24 : 12;
    s->cell_y = s->survey.layer_count > 24 ? 12 : s->form.low ? 14 : 20;
    s->has_numbers = s->cell_x > 12 && s->cell_y > 12 && !s->look->no_values;
    const FigureLook *look = s->look;
    double least = look->width > 0 ? 0 : least_width;
    if (s->form.wide && look->least_text > 0)
        least = (look->width - 2 * sheet_margin(look)) * label_size / look->least_text;
    s->width = fmax(s->labels + s->form.per_row * panel_pitch(s) - panel_gap, least);
}

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

static bool read_survey(SurveyFigure *s, const FigureRequest *request, Error *error)
{
    if (!read_heads(&s->survey, request, s->pen.figure->arena, error)) return false;
    for (int kind = PATTERN_FIRST_SCORED; kind < PATTERN_KINDS; kind++) {
        if (survey_measures(&s->survey, (PatternKind)kind))
            s->kind[s->panels++] = (PatternKind)kind;
    }
    if (s->panels == 0)
        return error_fail(error, "a longer text, or --kind heads", "no pattern can be measured: %s",
                          survey_why_not(&s->survey, PATTERN_FIRST));
    ScaleOptions options = request->look.scale;
    if (!options.ranged) options = (ScaleOptions){.ramp = options.ramp, .ranged = true, .high = 1};
    s->scale = (Scale){.high = 1, .finite = s->survey.count, .fractions = true, .shares = true};
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
    for (int i = s->first; i < s->end; i++)
        y = draw_meaning(s,
                         arena_printf(s->pen.figure->arena, "%s: %s%s",
                                      pattern_kind_name(s->kind[i]), pattern_meaning(s->kind[i]),
                                      chance_text(s, s->kind[i])),
                         y);
    bool low = s->look->height > 0;
    if (s->first) return y; // it was said on the first page
    return draw_meaning(s,
                        low ? "scores from 0 to 1; framed: the head is named by it"
                            : "framed: the head is named by it. A score is a mean over all tokens "
                              "that may look there and elsewhere, where each has a weight of 1 to "
                              "give.",
                        y);
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

static double draw_panels(const SurveyFigure *s, double y)
{
    double left = SHEET_MARGIN + s->labels;
    int per_row = s->form.per_row;
    for (int i = 0; i < s->end - s->first; i++) {
        int row = i / per_row, column = i % per_row;
        double x = left + column * panel_pitch(s),
               top = y + row * (panel_height(s) + panel_gap / 2);
        if (column == 0) draw_layers(s, left, top + title_height);
        draw_panel(s, s->kind[s->first + i], x, top);
    }
    int rows = (s->end - s->first + per_row - 1) / per_row;
    return y + rows * (panel_height(s) + panel_gap / 2);
}

// On a page that is low the numbers in the cells replace the bar.
static double draw_bar(const SurveyFigure *s, double y)
{
    ColorBar bar;
    if (s->look->height > 0 && s->has_numbers) return y + line_height / 2;
    colorbar_read(&bar, &s->scale, 2, &s->pen);
    colorbar_draw_level(&bar, &s->pen, SHEET_MARGIN + s->labels, y, bar_width);
    return y + colorbar_thickness(1) + 34;
}

static bool draw_page(SurveyFigure *s, const char *title, Error *error)
{
    const Pen *pen = &s->pen;
    double width = SHEET_MARGIN + s->width;
    Buf subtitle = {.arena = pen->figure->arena};
    write_count(&s->survey, &subtitle);
    buf_add(&subtitle, STR(": scores from 0 to 1"));
    if (s->first) title = arena_printf(pen->figure->arena, "%s, continued", title);
    double y = sheet_heading(pen, title, s->look->height > 0 ? NULL : buf_text(&subtitle), &width);
    y = draw_bar(s, draw_panels(s, y + 4));
    return sheet_end(pen, width, draw_meanings(s, y), s->look, error);
}

// Adds the pages to the figure.
static bool draw_pages(SurveyFigure *s, SurveyForm *form, Figure *figure, Error *error)
{
    form->text = HUGE_VAL;
    s->form = *form;
    choose_cells(s);
    for (s->first = 0; s->first < s->panels; s->first = s->end) {
        Figure page = *figure;
        s->end = s->first + form->per_page < s->panels ? s->first + form->per_page : s->panels;
        page.shapes = NULL;
        page.count = 0;
        page.capacity = 0;
        s->pen.figure = &page;
        if (!draw_page(s, figure->title, error)) return false;
        form->text = fmin(form->text, figure_smallest_text(&page));
        if (s->first) figure_add(figure, (FigureShape){.kind = SHAPE_PAGE});
        for (int i = 0; i < page.count; i++) figure_add(figure, page.shapes[i]);
        figure->width = page.width;
        figure->height = page.height;
    }
    return true;
}

static double text_of(SurveyFigure *s, SurveyForm *form, const Figure *figure)
{
    Figure tried = *figure;
    Error none = {.arena = figure->arena};
    if (!draw_pages(s, form, &tried, &none)) form->text = 0;
    return form->text;
}

// On as few pages as can be read, there with the largest text; else what can be read best.
static SurveyForm choose_form(SurveyFigure *s, const Figure *figure)
{
    const FigureLook *look = s->look;
    SurveyForm best = {.per_page = s->panels, .per_row = 1};
    for (int per_page = s->panels; per_page > 0; per_page--) {
        double worth = per_page < best.per_page ? 1.1 : 1.001; // a page more
        for (int per_row = 1; per_row <= per_page; per_row++) {
            for (int i = 0; i < 4; i++) {
                SurveyForm form = {per_page, per_row, .low = i & 1, .wide = i & 2};
                if (text_of(s, &form, figure) > best.text * worth) best = form;
            }
        }
        if (best.text >= look->least_text || !look->has_pages) return best;
    }
    return best;
}

static bool build(Pen *pen, const FigureRequest *request, Error *error)
{
    Figure *figure = pen->figure;
    SurveyFigure s = {.look = &request->look, .pen = *pen};
    if (!read_survey(&s, request, error)) return false;
    for (int i = 0; i < s.survey.layer_count; i++)
        s.labels = fmax(s.labels, pen_width(&s.pen, layer_label(&s, i), false) * label_size);
    s.labels += 8;
    figure->title = "What each head does";
    if (request->is_named)
        figure->title =
            arena_printf(figure->arena, "What each head of %s does",
                         tensor_title(request->trace, request->cell.entry, figure->arena));
    if (s.look->title) figure->title = s.look->title;
    figure->description = describe(&s);
    bool sized = s.look->width > 0 || s.look->height > 0;
    s.cell_x = s.survey.widest <= 16 ? 24 : 12;
    SurveyForm form = {.per_page = s.panels, .per_row = columns_in(&s, most_width)};
    if (sized) form = choose_form(&s, figure);
    return draw_pages(&s, &form, figure, error);
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
