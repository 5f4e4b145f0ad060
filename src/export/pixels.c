// Images and gradients for formats that draw rectangles. Viewers of SVG and PDF smooth images,
// whatever the file says, so a small matrix is drawn as one rectangle for each run of equal cells.
// A gradient's many colours become the few stops between which straight lines are as good.
#include "export/pixels.h"

#include "base/text/number.h"

#include <math.h>
#include <stdlib.h>

bool pixels_as_rectangles(const FigureShape *image, int *rectangles)
{
    int64_t pixels = (int64_t)image->pixel_rows * image->pixel_columns;
    if (pixels > MOST_RECTANGLES - *rectangles) return false;
    *rectangles += (int)pixels;
    return true;
}

// A rectangle reaches into the next ones, which are drawn after it: no seam shows between them. It
// reaches a point at least, since edges that are in one pixel of the viewer's let the background
// through.
FigureShape pixels_run(const FigureShape *image, int row, int first, int last)
{
    const double least = 1.5; // points
    double across = image->width / image->pixel_columns, down = image->height / image->pixel_rows;
    double right = image->x + (last + 1) * across + fmax(across / 2, least);
    double bottom = image->y + (row + 1) * down + fmax(down / 2, least);
    FigureShape run = {.kind = SHAPE_RECTANGLE,
                       .x = image->x + first * across,
                       .y = image->y + row * down,
                       .color = image->pixels[row * image->pixel_columns + first]};
    run.width = fmin(right, image->x + image->width) - run.x;
    run.height = fmin(bottom, image->y + image->height) - run.y;
    return run;
}

bool pixels_next_run(const FigureShape *image, int *at, FigureShape *run)
{
    if (*at >= image->pixel_rows * image->pixel_columns) return false;
    int row = *at / image->pixel_columns, first = *at % image->pixel_columns, last = first;
    const Color *line = image->pixels + row * image->pixel_columns;
    while (last + 1 < image->pixel_columns && color_equal(line[last + 1], line[first])) last++;
    *at += last - first + 1;
    *run = pixels_run(image, row, first, last);
    return true;
}

int points_drawn(const FigureShape *shape)
{
    int count = shape->point_count;
    if (shape->kind != SHAPE_CURVE) return count;
    return count < 4 ? 0 : count - (count - 1) % 3;
}

// ---- gradients --------------------------------------------------------------------------------

static bool is_near(int channel, int from, int to, double part)
{
    return fabs(from + (to - from) * part - channel) <= 1;
}

// Does the straight line from one colour to another give those between?
static bool is_straight(const Color *colors, int from, int to)
{
    Color a = colors[from], b = colors[to];
    for (int i = from + 1; i < to; i++) {
        double part = (double)(i - from) / (to - from);
        Color c = colors[i];
        if (!is_near(c.r, a.r, b.r, part) || !is_near(c.g, a.g, b.g, part) ||
            !is_near(c.b, a.b, b.b, part))
            return false;
    }
    return true;
}

int gradient_stops(const FigureShape *gradient, Arena *arena, GradientStop **stops)
{
    const Color *colors = gradient->pixels;
    int last = gradient->pixel_rows * gradient->pixel_columns - 1, count = 0;
    *stops = NEW_ARRAY(arena, GradientStop, last + 2);
    (*stops)[count++] = (GradientStop){0, colors[0]};
    for (int from = 0, to; from < last; from = to) {
        to = from + 1;
        while (to < last && is_straight(colors, from, to + 1)) to++;
        (*stops)[count++] = (GradientStop){(double)to / last, colors[to]};
    }
    if (count == 1) (*stops)[count++] = (GradientStop){1, colors[0]};
    return count;
}

bool gradient_is_upright(const FigureShape *gradient)
{
    return gradient->pixel_rows > 1;
}

// ---- numbers ----------------------------------------------------------------------------------
//
// Coordinates are short: a hundredth of a point is less than any device shows.

static const char *with_decimals(double value, int decimals)
{
    enum { TEXTS = 9, BYTES = 400 }; // as long as the largest double is
    static char text[TEXTS][BYTES];
    static int next;
    Buf out = {.p = text[next++ % TEXTS], .capacity = BYTES};
    number_fixed(&out, value, decimals);
    while (out.p[out.n - 1] == '0') buf_cut(&out, out.n - 1);
    if (out.p[out.n - 1] == '.') buf_cut(&out, out.n - 1);
    return out.p;
}

const char *coordinate(double value)
{
    return with_decimals(fabs(value) < 0.005 ? 0 : value, 2); // no "-0"
}

const char *coordinate_exact(double value)
{
    return with_decimals(value, 6);
}
