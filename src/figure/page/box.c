// Measuring is adding: a box that is put into another makes it reach farther.
#include "figure/page/box.h"

#include <math.h>

FigureBox *box_new(const Pen *pen)
{
    return NEW(pen->figure->arena, FigureBox);
}

FigureBox *box_leaf(const Pen *pen, double width, double height, BoxDraw draw, const void *what)
{
    FigureBox *box = box_new(pen);
    *box = (FigureBox){.right = width, .below = height, .draw = draw, .what = what};
    return box;
}

FigureBox *box_text(const Pen *pen, TextStyle style, const char *text, double size, Align align,
                    Color color)
{
    FigureBox *box = box_new(pen);
    bool bold = style == TEXT_BOLD, mono = style == TEXT_MONO;
    double width = mono ? pen_mono_width(pen, text, size) : pen_width(pen, text, bold) * size;
    double before = align == ALIGN_START ? 0 : align == ALIGN_END ? 1 : 0.5;
    *box = (FigureBox){.left = before * width,
                       .right = (1 - before) * width,
                       .above = size / 2,
                       .below = size / 2,
                       .text = {.kind = SHAPE_TEXT,
                                .text = text,
                                .size = size,
                                .align = align,
                                .color = color,
                                .bold = bold,
                                .mono = mono}};
    return box;
}

// ---- measuring --------------------------------------------------------------------------------

void box_put(FigureBox *into, FigureBox *box, double x, double y)
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

void box_below(FigureBox *into, FigureBox *box, double gap)
{
    box_put(into, box, box->left - into->left, into->below + gap + box->above);
}

void box_beside(FigureBox *into, FigureBox *box, double gap)
{
    box_put(into, box, into->right + gap + box->left, 0);
}

FigureBox *box_wrap(const Pen *pen, FigureBox *const *box, int count, double room, double across,
                    double down)
{
    FigureBox *all = box_new(pen), *line = NULL;
    for (int i = 0; i < count; i++) {
        bool fits = line && line->right + across + box_width(box[i]) <= room;
        if (!fits && line) box_below(all, line, all->first ? down : 0);
        if (!fits) line = box_new(pen);
        box_beside(line, box[i], fits ? across : 0);
    }
    if (line) box_below(all, line, all->first ? down : 0);
    return all;
}

bool box_is_large(double share, double largest, unsigned given)
{
    const double half = 0.56, most = 0.76, nearly = 0.95;
    bool enough = share >= most || (largest > 0 && share >= nearly * largest);
    return (share >= half || gives(given, GIVE_HALF)) && (enough || gives(given, GIVE_MATRIX));
}

static bool is_good_with(LayoutTry *is_good, void *layout, LayoutScales scales, unsigned given)
{
    for (double scale = scales.usual;; scale = fmax(scales.next * scale, scales.least)) {
        if (is_good(layout, given, scale)) return true;
        if (!gives(given, GIVE_LETTERS) || scale <= scales.least) return false;
    }
}

bool box_concede(LayoutTry *is_good, void *layout, LayoutScales scales)
{
    unsigned given = ALL_CONCESSIONS;
    if (is_good_with(is_good, layout, scales, 0)) return true;
    if (!is_good_with(is_good, layout, scales, given)) return false;
    for (int what = CONCESSIONS - 1; what >= 0; what--) {
        unsigned less = given & ~(1U << what);
        if (is_good_with(is_good, layout, scales, less)) given = less;
    }
    return is_good_with(is_good, layout, scales, given);
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

FigureBox *box_grid(const Pen *pen, FigureBox *const *box, int count, int columns, double across,
                    double down)
{
    FigureBox *grid = box_new(pen);
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

static void draw_at(const FigureBox *box, const Pen *pen, double x, double y)
{
    if (box->draw) box->draw(box->what, pen, x, y);
    if (box->text.text) {
        FigureShape text = box->text;
        text.x = x;
        text.y = y;
        figure_add(pen->figure, text);
    }
    for (const FigureBox *held = box->first; held; held = held->next)
        draw_at(held, pen, x + held->x, y + held->y);
}

void box_draw(const FigureBox *box, const Pen *pen, double left, double top)
{
    draw_at(box, pen, left + box->left, top + box->above);
}
