// The shapes of a figure as text, one a line.
#pragma once

#include "figure/figure.h"

#include <math.h>
#include <string.h>

// At most two decimals, none where there is nothing to say: "12", "12.5", "0.25".
static void print_number(Buf *out, double value)
{
    double rounded = round(value * 100) / 100;
    buf_printf(out, "%.2f", rounded == 0 ? 0.0 : rounded);
    while (out->p[out->n - 1] == '0') out->p[--out->n] = '\0';
    if (out->p[out->n - 1] == '.') out->p[--out->n] = '\0';
}

static void print_pair(Buf *out, const char *before, double a, char between, double b)
{
    buf_printf(out, "%s", before);
    print_number(out, a);
    buf_add_char(out, between);
    print_number(out, b);
}

static void print_named(Buf *out, const char *name, double value)
{
    if (value == 0) return;
    buf_printf(out, " %s ", name);
    print_number(out, value);
}

static void print_color(Buf *out, Color color)
{
    buf_printf(out, " #%02x%02x%02x", color.r, color.g, color.b);
    if (color.a != 255) buf_printf(out, "%02x", color.a);
}

static void print_stroke(const FigureShape *shape, Buf *out)
{
    print_named(out, "stroke", shape->stroke);
    print_named(out, "dash", shape->dash);
}

static void print_rectangle(const FigureShape *shape, Buf *out)
{
    print_pair(out, "rectangle ", shape->x, ',', shape->y);
    print_pair(out, " ", shape->width, 'x', shape->height);
    print_named(out, "radius", shape->radius);
    print_stroke(shape, out);
    print_color(out, shape->color);
}

static void print_text(const FigureShape *shape, Buf *out)
{
    static const char *const anchor[] = {
        [ALIGN_START] = " start", [ALIGN_MIDDLE] = " middle", [ALIGN_END] = " end"};
    print_pair(out, "text ", shape->x, ',', shape->y);
    buf_printf(out, " \"%s\"%s", shape->text, anchor[shape->align]);
    print_named(out, "size", shape->size);
    print_named(out, "angle", shape->angle);
    if (shape->bold) buf_add(out, STR(" bold"));
    if (shape->mono) buf_add(out, STR(" mono"));
    print_color(out, shape->color);
}

static void print_line(const FigureShape *shape, Buf *out)
{
    print_pair(out, "line ", shape->x, ',', shape->y);
    print_pair(out, " to ", shape->x + shape->width, ',', shape->y + shape->height);
    print_stroke(shape, out);
    print_color(out, shape->color);
}

static void print_points(const FigureShape *shape, Buf *out)
{
    buf_add(out, shape->kind == SHAPE_CURVE ? STR("curve") : STR("polygon"));
    for (int i = 0; i < shape->point_count; i++) {
        print_pair(out, " ", shape->points[i].x, ',', shape->points[i].y);
    }
    print_stroke(shape, out);
    print_color(out, shape->color);
}

static void print_page(const FigureShape *shape, Buf *out)
{
    (void)shape;
    buf_add(out, STR("page"));
}

static void print_image(const FigureShape *shape, Buf *out)
{
    print_pair(out, "image ", shape->x, ',', shape->y);
    print_pair(out, " ", shape->width, 'x', shape->height);
    if (shape->kind == SHAPE_GRADIENT) buf_add(out, STR(" gradient"));
    buf_printf(out, " of %d rows, %d columns:", shape->pixel_rows, shape->pixel_columns);
    print_color(out, shape->pixels[0]);
    buf_add(out, STR(" to"));
    size_t pixels = (size_t)shape->pixel_rows * (size_t)shape->pixel_columns;
    print_color(out, shape->pixels[pixels - 1]);
}

static void print_group(const FigureGroup *group, Buf *out)
{
    if (!group) return;
    print_group(group->parent, out);
    buf_printf(out, "/%s", group->name);
    if (group->number) buf_printf(out, "-%d", group->number);
    if (group->title) buf_printf(out, " \"%s\"", group->title);
}

static void figure_print(const Figure *figure, Buf *out)
{
    static void (*const print[])(const FigureShape *, Buf *) = {
        [SHAPE_RECTANGLE] = print_rectangle, [SHAPE_TEXT] = print_text,
        [SHAPE_LINE] = print_line,           [SHAPE_IMAGE] = print_image,
        [SHAPE_POLYGON] = print_points,      [SHAPE_CURVE] = print_points,
        [SHAPE_PAGE] = print_page,           [SHAPE_GRADIENT] = print_image,
    };
    print_pair(out, "figure ", figure->width, 'x', figure->height);
    print_color(out, figure->background);
    buf_printf(out, "\ntitle %s\ndescription %s\n", figure->title ? figure->title : "",
               figure->description ? figure->description : "");
    if (figure->font) buf_printf(out, "font %s\n", figure->font);
    const FigureGroup *group = NULL;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->group != group) {
            buf_add(out, STR("in "));
            print_group(group = shape->group, out);
            buf_add_char(out, '\n');
        }
        print[shape->kind](shape, out);
        if (shape->mark) buf_printf(out, " is %s", shape->mark->title);
        buf_add_char(out, '\n');
    }
}
