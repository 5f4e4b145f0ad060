// A figure is made by adding one shape after another.
#include "figure/figure.h"

#include <string.h>

FigureShape *figure_add(Figure *figure, FigureShape shape)
{
    figure->shapes = arena_grow(figure->arena, figure->shapes, (size_t)figure->count,
                                &figure->capacity, sizeof *figure->shapes);
    figure->shapes[figure->count] = shape;
    return &figure->shapes[figure->count++];
}

static void *copied(Arena *arena, const void *data, size_t bytes)
{
    return data ? memcpy(arena_alloc(arena, bytes), data, bytes) : NULL;
}

void figure_append(Figure *figure, const Figure *more)
{
    Arena *arena = figure->arena;
    if (figure->count) {
        figure_add(figure, (FigureShape){.kind = SHAPE_PAGE});
    } else {
        figure->width = more->width;
        figure->height = more->height;
        figure->background = more->background;
        figure->font = more->font;
    }
    for (int i = 0; i < more->count; i++) {
        FigureShape *shape = figure_add(figure, more->shapes[i]);
        size_t pixels = (size_t)shape->pixel_rows * (size_t)shape->pixel_columns;
        shape->text = copied(arena, shape->text, shape->text ? strlen(shape->text) + 1 : 0);
        shape->points =
            copied(arena, shape->points, (size_t)shape->point_count * sizeof *shape->points);
        shape->pixels = copied(arena, shape->pixels, pixels * sizeof *shape->pixels);
    }
}

static bool same_color(Color a, Color b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

static bool same_points(const FigureShape *a, const FigureShape *b)
{
    if (a->point_count != b->point_count) return false;
    for (int i = 0; i < a->point_count; i++) {
        if (a->points[i].x != b->points[i].x || a->points[i].y != b->points[i].y) return false;
    }
    return true;
}

static bool same_text(const FigureShape *a, const FigureShape *b)
{
    if (!a->text || !b->text) return a->text == b->text;
    return strcmp(a->text, b->text) == 0 && a->size == b->size && a->angle == b->angle &&
           a->align == b->align && a->bold == b->bold && a->mono == b->mono;
}

static bool same_pixels(const FigureShape *a, const FigureShape *b)
{
    if (a->pixel_rows != b->pixel_rows || a->pixel_columns != b->pixel_columns) return false;
    size_t count = (size_t)a->pixel_rows * (size_t)a->pixel_columns;
    for (size_t i = 0; i < count; i++) {
        if (!same_color(a->pixels[i], b->pixels[i])) return false;
    }
    return true;
}

bool figure_shapes_equal(const FigureShape *a, const FigureShape *b)
{
    return a->kind == b->kind && a->x == b->x && a->y == b->y && a->width == b->width &&
           a->height == b->height && a->radius == b->radius && a->stroke == b->stroke &&
           a->dash == b->dash && same_color(a->color, b->color) && same_text(a, b) &&
           same_points(a, b) && same_pixels(a, b);
}

int figure_pages(const Figure *figure)
{
    int pages = 1;
    for (int i = 0; i < figure->count; i++) pages += figure->shapes[i].kind == SHAPE_PAGE;
    return pages;
}

double figure_smallest_text(const Figure *figure)
{
    double smallest = 0;
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind != SHAPE_TEXT || !shape->text[0]) continue;
        if (smallest <= 0 || shape->size < smallest) smallest = shape->size;
    }
    return smallest;
}
