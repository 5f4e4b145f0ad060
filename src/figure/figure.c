// A figure is made by adding one shape after another.
#include "figure/figure.h"

#include <string.h>

FigureShape *figure_add(Figure *figure, FigureShape shape)
{
    figure->shapes = arena_grow(figure->arena, figure->shapes, (size_t)figure->count,
                                &figure->capacity, sizeof *figure->shapes);
    if (!shape.group) shape.group = figure->group;
    figure->shapes[figure->count] = shape;
    return &figure->shapes[figure->count++];
}

FigureGroup *figure_group(Figure *figure, const char *name)
{
    FigureGroup *group = NEW(figure->arena, FigureGroup);
    *group =
        (FigureGroup){.parent = figure->group, .name = name, .layer = -1, .head = -1, .place = -1};
    return figure->group = group;
}

void figure_group_end(Figure *figure)
{
    figure->group = figure->group->parent;
}

void figure_mark(Figure *figure, int shape, int64_t row, int64_t column, const char *title)
{
    FigureMark *mark = NEW(figure->arena, FigureMark);
    *mark = (FigureMark){row, column, title};
    figure->shapes[shape].mark = mark;
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
        *figure = *more;
        figure->arena = arena;
        figure->shapes = NULL;
        figure->count = 0;
        figure->capacity = 0;
    }
    figure->title = str_copy(arena, str_from(more->title));
    figure->description = str_copy(arena, str_from(more->description));
    figure->group = NULL;
    for (int i = 0; i < more->count; i++) {
        FigureShape *shape = figure_add(figure, more->shapes[i]);
        size_t pixels = (size_t)shape->pixel_rows * (size_t)shape->pixel_columns;
        shape->group = NULL;
        shape->mark = NULL;
        shape->text = copied(arena, shape->text, shape->text ? strlen(shape->text) + 1 : 0);
        shape->points =
            copied(arena, shape->points, (size_t)shape->point_count * sizeof *shape->points);
        shape->pixels = copied(arena, shape->pixels, pixels * sizeof *shape->pixels);
    }
}

static bool same_points(const FigureShape *a, const FigureShape *b)
{
    if (a->point_count != b->point_count) return false;
    for (int i = 0; i < a->point_count; i++) {
        if (a->points[i].x != b->points[i].x || a->points[i].y != b->points[i].y) return false;
    }
    return true;
}

static bool same_words(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_text(const FigureShape *a, const FigureShape *b)
{
    if (!a->text && !b->text) return true;
    return same_words(a->text, b->text) && a->size == b->size && a->angle == b->angle &&
           a->align == b->align && a->bold == b->bold && a->mono == b->mono;
}

static bool same_pixels(const FigureShape *a, const FigureShape *b)
{
    if (a->pixel_rows != b->pixel_rows || a->pixel_columns != b->pixel_columns) return false;
    size_t count = (size_t)a->pixel_rows * (size_t)a->pixel_columns;
    for (size_t i = 0; i < count; i++) {
        if (!color_equal(a->pixels[i], b->pixels[i])) return false;
    }
    return true;
}

static bool same_group(const FigureGroup *a, const FigureGroup *b)
{
    if (!a || !b || a == b) return a == b;
    return strcmp(a->name, b->name) == 0 && a->number == b->number &&
           same_words(a->title, b->title) && same_group(a->parent, b->parent);
}

static bool same_mark(const FigureShape *a, const FigureShape *b)
{
    if (!a->mark || !b->mark) return a->mark == b->mark;
    return a->mark->row == b->mark->row && a->mark->column == b->mark->column &&
           same_words(a->mark->title, b->mark->title);
}

bool figure_shapes_equal(const FigureShape *a, const FigureShape *b)
{
    return a->kind == b->kind && a->x == b->x && a->y == b->y && a->width == b->width &&
           a->height == b->height && a->radius == b->radius && a->stroke == b->stroke &&
           a->dash == b->dash && color_equal(a->color, b->color) && same_text(a, b) &&
           same_points(a, b) && same_pixels(a, b) && same_group(a->group, b->group) &&
           same_mark(a, b);
}

// ---- light and dark ---------------------------------------------------------------------------

static bool same_but_color(const FigureShape *a, const FigureShape *b)
{
    FigureShape shape = *b;
    shape.color = a->color;
    return figure_shapes_equal(a, &shape);
}

// How far it is from light[0] and dark[0] to the next shapes that are the same, at most `most`.
static bool next_pair(const FigureShape *light, int lights, const FigureShape *dark, int darks,
                      int *skip_light, int *skip_dark)
{
    const int most = 16; // as a frame around a pale cell, or an image
    for (int far = 0; far <= most; far++) {
        for (int i = 0; i <= far; i++) {
            if (i >= lights || far - i >= darks) continue;
            if (!same_but_color(&light[i], &dark[far - i])) continue;
            *skip_light = i;
            *skip_dark = far - i;
            return true;
        }
    }
    *skip_light = lights;
    *skip_dark = darks;
    return false;
}

static void add_alone(Figure *figure, const FigureShape *shapes, int count, FigureScheme scheme)
{
    for (int i = 0; i < count; i++) {
        FigureShape *added = figure_add(figure, shapes[i]);
        added->scheme = scheme;
        added->dark = added->color;
    }
}

void figure_add_dark(Figure *figure, const Figure *dark)
{
    Figure both = *figure;
    both.shapes = NULL;
    both.count = 0;
    both.capacity = 0;
    for (int i = 0, k = 0, left, right; i < figure->count || k < dark->count;) {
        bool paired = next_pair(&figure->shapes[i], figure->count - i, &dark->shapes[k],
                                dark->count - k, &left, &right);
        add_alone(&both, &figure->shapes[i], left, SCHEME_LIGHT);
        add_alone(&both, &dark->shapes[k], right, SCHEME_DARK);
        i += left;
        k += right;
        if (paired) figure_add(&both, figure->shapes[i++])->dark = dark->shapes[k++].color;
    }
    *figure = both;
    figure->has_dark = true;
    figure->dark_ground = dark->background;
}

// ---- of all of it -----------------------------------------------------------------------------

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

void figure_keep_first_page(Figure *figure)
{
    int count = 0;
    while (count < figure->count && figure->shapes[count].kind != SHAPE_PAGE) count++;
    figure->count = count;
}
