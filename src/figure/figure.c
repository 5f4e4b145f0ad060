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
