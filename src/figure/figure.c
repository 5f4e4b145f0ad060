// A figure is made by adding one shape after another.
#include "figure/figure.h"

FigureShape *figure_add(Figure *figure, FigureShape shape)
{
    figure->shapes = arena_grow(figure->arena, figure->shapes, (size_t)figure->count,
                                &figure->capacity, sizeof *figure->shapes);
    figure->shapes[figure->count] = shape;
    return &figure->shapes[figure->count++];
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
