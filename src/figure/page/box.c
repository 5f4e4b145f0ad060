// Measuring is adding: a box that is put into another makes it reach farther.
#include "figure/page/box.h"

#include <math.h>

Box *box_new(const Pen *pen)
{
    return NEW(pen->figure->arena, Box);
}

Box *box_leaf(const Pen *pen, double width, double height, BoxDraw draw, const void *what)
{
    Box *box = box_new(pen);
    *box = (Box){.right = width, .below = height, .draw = draw, .what = what};
    return box;
}

static Box *text_box(const Pen *pen, FigureShape text)
{
    const double high = 0.5; // of the size, on either side of the middle
    Box *box = box_new(pen);
    double width = pen_width(pen, text.text, text.bold) * text.size;
    double before = text.align == ALIGN_START ? 0 : text.align == ALIGN_END ? 1 : 0.5;
    *box = (Box){.left = before * width, .right = (1 - before) * width, .text = text};
    box->above = box->below = high * text.size;
    return box;
}

Box *box_text(const Pen *pen, const char *text, double size, Align align, Color color)
{
    return text_box(
        pen, (FigureShape){SHAPE_TEXT, .text = text, .size = size, .align = align, .color = color});
}

Box *box_bold(const Pen *pen, const char *text, double size, Align align, Color color)
{
    return text_box(pen, (FigureShape){SHAPE_TEXT, .text = text, .size = size, .align = align,
                                       .color = color, .bold = true});
}

// ---- measuring --------------------------------------------------------------------------------

void box_put(Box *into, Box *box, double x, double y)
{
    box->x = x;
    box->y = y;
    *(into->last ? &into->last->next : &into->first) = box;
    into->last = box;
    into->left = fmax(into->left, box->left - x);
    into->right = fmax(into->right, box->right + x);
    into->above = fmax(into->above, box->above - y);
    into->below = fmax(into->below, box->below + y);
}

void box_below(Box *into, Box *box, double gap)
{
    box_put(into, box, box->left - into->left, into->below + gap + box->above);
}

void box_beside(Box *into, Box *box, double gap)
{
    box_put(into, box, into->right + gap + box->left, 0);
}

// How far the boxes of a row or column reach, before its points and behind them.
typedef struct Track {
    double before, behind;
} Track;

static void widen(Track *track, double before, double behind)
{
    track->before = fmax(track->before, before);
    track->behind = fmax(track->behind, behind);
}

Box *box_grid(const Pen *pen, Box *const *box, int count, int columns, double across, double down)
{
    Box *grid = box_new(pen);
    int rows = (count + columns - 1) / columns;
    Track *column = NEW_ARRAY(pen->figure->arena, Track, columns);
    Track *row = NEW_ARRAY(pen->figure->arena, Track, rows);
    for (int i = 0; i < count; i++) {
        widen(&column[i % columns], box[i]->left, box[i]->right);
        widen(&row[i / columns], box[i]->above, box[i]->below);
    }
    double y = 0;
    for (int r = 0; r < rows; r++) {
        double x = 0;
        for (int c = 0; c < columns && r * columns + c < count; c++) {
            box_put(grid, box[r * columns + c], x + column[c].before, y + row[r].before);
            x += column[c].before + column[c].behind + across;
        }
        y += row[r].before + row[r].behind + down;
    }
    return grid;
}

// ---- drawing ----------------------------------------------------------------------------------

static void draw_at(const Box *box, const Pen *pen, double x, double y)
{
    if (box->draw) box->draw(box->what, pen, x, y);
    if (box->text.text) {
        FigureShape text = box->text;
        text.x = x;
        text.y = y;
        figure_add(pen->figure, text);
    }
    for (const Box *held = box->first; held; held = held->next)
        draw_at(held, pen, x + held->x, y + held->y);
}

void box_draw(const Box *box, const Pen *pen, double left, double top)
{
    draw_at(box, pen, left + box->left, top + box->above);
}
