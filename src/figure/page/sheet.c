// The frame around a figure that has several parts. All parts are drawn at their natural size
// first; at the end the shapes are scaled together to the size that was asked for. Only where no
// text could be recognised then the figure is refused.
#include "figure/page/sheet.h"

#include "figure/page/pen.h"

#include <math.h>

static const double title_size = 17;
static const double subtitle_size = 11.5;
static const double caption_gap = 14;
static const double least_caption = 260;
static const double least_title = 20;       // in font sizes: so much room it has in any case
static const double longest_subtitle = 60;  // likewise
static const double title_line = 1.3;       // likewise: from line to line
static const double least_recognised = 1.5; // points

bool sheet_pen(Pen *pen, Figure *figure, const FigureLook *options, const Measure *measure,
               Error *error)
{
    *pen = (Pen){.figure = figure,
                 .theme = theme_choose(options->theme, error),
                 .measure = measure,
                 .unit = 1,
                 .pixel = options->pixel,
                 .sight = options->sight,
                 .raw_tokens = options->rows.raw_tokens,
                 .untitled = options->bare || (options->title && !options->title[0])};
    if (!pen->theme) return false;
    figure->background = pen->theme->background;
    figure->font = options->font;
    return true;
}

double sheet_heading(const Pen *pen, const char *title, const char *subtitle, double *width)
{
    double y = SHEET_MARGIN;
    if (pen->untitled) return y;
    FigureLines lines = {0};
    double room = fmax((*width - SHEET_MARGIN) / title_size, least_title);
    if (title) lines = lines_wrap(title, room, MOST_TITLE_LINES, true, pen);
    figure_group(pen->figure, "heading");
    for (int i = 0; i < lines.count; i++) {
        pen_bold(pen, SHEET_MARGIN, y + title_size / 2, lines.line[i], title_size, ALIGN_START,
                 pen->theme->text);
        bool last = i == lines.count - 1;
        y += last ? title_size + 9 : title_size * title_line;
    }
    if (lines.count) *width = fmax(*width, SHEET_MARGIN + lines.widest * title_size);
    if (subtitle) {
        subtitle = pen_fit(pen, subtitle, longest_subtitle, false);
        pen_text(pen, SHEET_MARGIN, y + subtitle_size / 2, subtitle, subtitle_size, ALIGN_START,
                 pen->theme->muted);
        *width = fmax(*width, SHEET_MARGIN + pen_width(pen, subtitle, false) * subtitle_size);
        y += subtitle_size + 8;
    }
    figure_group_end(pen->figure);
    return title || subtitle ? y + 10 : y;
}

static void transform_points(FigureShape *shape, double scale, double dx, double dy, Arena *arena)
{
    if (!shape->point_count) return;
    Point *points = NEW_ARRAY(arena, Point, shape->point_count);
    for (int i = 0; i < shape->point_count; i++)
        points[i] = (Point){shape->points[i].x * scale + dx, shape->points[i].y * scale + dy};
    shape->points = points;
}

void sheet_transform(Figure *figure, int first, double scale, double dx, double dy)
{
    for (int i = first; i < figure->count; i++) {
        FigureShape *shape = &figure->shapes[i];
        shape->x = shape->x * scale + dx;
        shape->y = shape->y * scale + dy;
        shape->width *= scale;
        shape->height *= scale;
        shape->radius *= scale;
        shape->stroke *= scale;
        shape->dash *= scale;
        shape->size *= scale;
        transform_points(shape, scale, dx, dy, figure->arena);
    }
}

static double add_caption(const Pen *pen, double width, double height, const char *text)
{
    if (!text || !text[0]) return height;
    FigureLines caption = figure_caption_wrap(text, fmax(width - SHEET_MARGIN, least_caption), pen);
    figure_caption_draw(&caption, pen, SHEET_MARGIN, height + caption_gap);
    return height + caption_gap + figure_caption_height(&caption, 1);
}

double sheet_margin(const FigureLook *options)
{
    const double share = 0.035, most = 0.2; // of the width; of the height
    double margin = SHEET_MARGIN;
    if (options->width > 0) margin = fmin(margin, share * options->width);
    if (options->height > 0) margin = fmin(margin, most * options->height);
    return options->bare ? fmin(margin, 1) : margin;
}

double sheet_least_letter(const FigureLook *options)
{
    const double anywhere = 4;
    if (options->rows.least > 0) return options->rows.least;
    return options->least_text > 0 ? options->least_text : anywhere;
}

bool sheet_end(const Pen *pen, double width, double height, const FigureLook *options, Error *error)
{
    Figure *figure = pen->figure;
    double margin = sheet_margin(options);
    height = ceil(add_caption(pen, width, height, options->caption)) - SHEET_MARGIN;
    if (options->caption && options->caption[0]) width = fmax(width, least_caption);
    width = ceil(width) - SHEET_MARGIN;
    double across = options->width > 0 ? (options->width - 2 * margin) / width : HUGE_VAL;
    double down = options->height > 0 ? (options->height - 2 * margin) / height : HUGE_VAL;
    double scale = fmin(across, down);
    if (isinf(scale)) scale = 1;
    figure->width = options->width > 0 ? options->width : ceil(width * scale + 2 * margin);
    figure->height = options->height > 0 ? options->height : ceil(height * scale + 2 * margin);
    double smallest = figure_smallest_text(figure) * scale;
    sheet_transform(figure, 0, scale, (figure->width - (width + 2 * SHEET_MARGIN) * scale) / 2,
                    (figure->height - (height + 2 * SHEET_MARGIN) * scale) / 2);
    if (smallest <= 0 || smallest >= least_recognised) return true;
    error_set(error, NULL, "nothing could be recognised in this figure at the size asked for");
    return error_hint(error, "its natural size is %.0f x %.0f points", width + 2 * SHEET_MARGIN,
                      height + 2 * SHEET_MARGIN);
}
