// Lines with round corners and a head. Below each lies a wider one in the colour of the ground.
#include "figure/route.h"

#include <math.h>

// In units.
static const double stroke = 1.5;
static const double halo = 1.6; // on either side
static const double corner = 5;
static const double head_length = 7.5;
static const double head_width = 6.5;

double route_depth(const Cells *cells, double unit)
{
    const double deepest = 15, before_number = 2;
    double free = (cells->height - cells->text_size) / 2 - before_number * unit;
    return cells->text_size > 0 ? fmax(fmin(free, deepest * unit), 0) : 0;
}

static double distance(Point a, Point b)
{
    return hypot(b.x - a.x, b.y - a.y);
}

// The point that lies `far` from a on the way to b.
static Point towards(Point a, Point b, double far)
{
    double length = distance(a, b);
    if (length <= 0) return a;
    return (Point){a.x + (b.x - a.x) * far / length, a.y + (b.y - a.y) * far / length};
}

void route_to(Route *route, double x, double y)
{
    const double same = 0.01;
    Point to = {x, y};
    if (route->count && distance(route->at[route->count - 1], to) < same) return;
    if (route->count < MOST_CORNERS) route->at[route->count++] = to;
}

// A curve needs two more points for each piece: those of a straight one lie on it.
static int add_piece(Point *points, int count, Point a, Point b, Point end)
{
    points[count++] = a;
    points[count++] = b;
    points[count++] = end;
    return count;
}

static int trace_corners(const Route *route, Point last, double radius, Point *points)
{
    int count = 0;
    points[count++] = route->at[0];
    for (int i = 1; i < route->count; i++) {
        Point before = points[count - 1];
        Point turn = i == route->count - 1 ? last : route->at[i];
        if (i == route->count - 1) return add_piece(points, count, before, turn, turn);
        Point next = route->at[i + 1];
        double cut = fmin(radius, fmin(distance(before, turn), distance(turn, next)) / 2);
        Point begin = towards(turn, before, cut), end = towards(turn, next, cut);
        count = add_piece(points, count, before, begin, begin);
        count = add_piece(points, count, turn, turn, end);
    }
    return count;
}

static void draw_line(const Pen *pen, const Point *points, int count, double width, Color color)
{
    figure_add(pen->figure, (FigureShape){.kind = SHAPE_CURVE,
                                          .stroke = width,
                                          .color = color,
                                          .points = points,
                                          .point_count = count});
}

static void draw_head(const Pen *pen, Point from, Point tip, double length, double width,
                      Color color)
{
    Point *points = NEW_ARRAY(pen->figure->arena, Point, 3), base = towards(tip, from, length);
    double along = distance(base, tip);
    double dx = (tip.x - base.x) / along * width / 2, dy = (tip.y - base.y) / along * width / 2;
    points[0] = tip;
    points[1] = (Point){base.x - dy, base.y + dx};
    points[2] = (Point){base.x + dy, base.y - dx};
    figure_add(pen->figure, (FigureShape){
                                .kind = SHAPE_POLYGON,
                                .color = color,
                                .points = points,
                                .point_count = 3,
                            });
}

void route_draw(const Route *route, const Pen *pen)
{
    if (route->count < 2) return;
    double unit = pen->unit, around = halo * unit;
    Point from = route->at[route->count - 2], tip = route->at[route->count - 1];
    double room = distance(from, tip), length = fmin(head_length * unit, room);
    Point *points = NEW_ARRAY(pen->figure->arena, Point, 6 * MOST_CORNERS);
    int count = trace_corners(route, towards(tip, from, 0.8 * length), corner * unit, points);
    draw_line(pen, points, count, stroke * unit + 2 * around, pen_ground(pen));
    draw_head(pen, from, towards(tip, from, -1.6 * around), length + 3 * around,
              head_width * unit + 3 * around, pen_ground(pen));
    draw_line(pen, points, count, stroke * unit, pen->theme->text);
    draw_head(pen, from, tip, length, head_width * unit, pen->theme->text);
}
