// An arrow comes in between two rows, so that it crosses no number, and turns into its cell from
// above or below. Texts stand in the order in which their arrows come in, and so no two arrows
// cross; each stands at the height of its arrow, or as far below as the one before it needs.
#include "figure/callout.h"

#include "figure/route.h"

#include <math.h>
#include <stdlib.h>

// In units.
static const double text_size = 11.5;
static const double line_height = 15;
static const double lane = 26;  // between the cells and the texts
static const double apart = 9;  // between two texts
static const double indent = 7; // from the line beside a text
static const double track_distance = 4;

enum { MOST_NOTE_LINES = 12 };

// A text takes about a third of a figure's width.
static double room_for(double figure_width)
{
    const double widest = 17, narrowest = 7, third = 0.34, usual_unit = 0.65;
    if (figure_width <= 0) return widest;
    return fmin(fmax(third * figure_width / (text_size * usual_unit), narrowest), widest);
}

static int by_row(const void *left, const void *right)
{
    const FigureRegion *a = &((const Callout *)left)->note->at;
    const FigureRegion *b = &((const Callout *)right)->note->at;
    if (a->row != b->row) return a->row < b->row ? -1 : 1;
    return a->column == b->column ? 0 : a->column < b->column ? -1 : 1;
}

static int by_track(const void *left, const void *right)
{
    double a = ((const Callout *)left)->track, b = ((const Callout *)right)->track;
    return (a > b) - (a < b);
}

// How far from the edge of its cell an arrow runs, towards the middle: inside of a cell, between a
// frame and the number; and outside of cells that have no numbers, which the arrow's head would
// cover.
static double track_depth(const Cells *cells, double unit)
{
    const double inside = 5.5, outside = 9;
    if (cells->text_size <= 0) return -outside * unit;
    return fmin(inside * unit, 0.35 * route_depth(cells, unit));
}

// The first of a row comes in above its number, all others below. Above the first row there may be
// labels.
static void choose_tracks(Callouts *callouts, const Cells *cells, double unit)
{
    double depth = track_depth(cells, unit), beside = 0;
    for (int i = 0; i < callouts->count; i++) {
        Callout *callout = &callouts->callout[i];
        int64_t row = callout->note->at.row;
        bool first = i == 0 || callouts->callout[i - 1].note->at.row != row;
        callout->from_above = first && (row > 0 || depth > 0);
        beside = first || callouts->callout[i - 1].from_above ? 0 : beside + track_distance * unit;
        double edge = (double)(row + !callout->from_above) * cells->height;
        callout->track = edge + (callout->from_above ? depth : -depth) - beside;
    }
}

static void place_texts(Callouts *callouts, double unit)
{
    double free_from = 0;
    for (int i = 0; i < callouts->count; i++) {
        Callout *callout = &callouts->callout[i];
        double height = callout->lines.count * line_height * unit;
        callout->top = fmax(callout->track - height / 2, free_from);
        callouts->height = callout->top + height;
        free_from = callouts->height + apart * unit;
        callouts->width =
            fmax(callouts->width, callout->lines.widest * text_size * unit + indent * unit);
    }
}

Callouts callouts_fit(const FigureFocus *focus, const Cells *cells, double figure_width,
                      const Pen *pen)
{
    Callouts callouts = {.count = 0};
    if (!focus || !focus->notes) return callouts;
    const Matrix *matrix = &cells->plane->matrix;
    callouts.callout = NEW_ARRAY(pen->figure->arena, Callout, focus->notes);
    for (int i = 0; i < focus->notes; i++) {
        const FocusNote *note = &focus->note[i];
        if (!focus_concerns(&note->at, matrix)) continue;
        callouts.callout[callouts.count++] = (Callout){
            .note = note,
            .lines = lines_wrap(note->text, room_for(figure_width), MOST_NOTE_LINES, false, pen),
        };
    }
    if (!callouts.count) return callouts;
    qsort(callouts.callout, (size_t)callouts.count, sizeof *callouts.callout, by_row);
    callouts.left = cells->width * (double)matrix->columns + lane * pen->unit;
    choose_tracks(&callouts, cells, pen->unit);
    qsort(callouts.callout, (size_t)callouts.count, sizeof *callouts.callout, by_track);
    place_texts(&callouts, pen->unit);
    return callouts;
}

static void draw_leader(const Callout *callout, const Cells *cells, const Pen *pen, double left,
                        double middle)
{
    double right = cells->x + cells->width * (double)cells->plane->matrix.columns;
    double target = cells->x + ((double)callout->note->at.column + 0.5) * cells->width;
    double track = cells->y + callout->track;
    double top = cells->y + (double)callout->note->at.row * cells->height;
    double depth = route_depth(cells, pen->unit);
    double into = callout->from_above ? top + depth : top + cells->height - depth;
    Route route = {.count = 0};
    route_to(&route, left, middle);
    route_to(&route, right + 5 * pen->unit, track);
    route_to(&route, target, track);
    route_to(&route, target, into);
    route_draw(&route, pen);
}

void callouts_draw(const Callouts *callouts, const Cells *cells, const Pen *pen)
{
    double unit = pen->unit, left = cells->x + callouts->left;
    for (int i = 0; i < callouts->count; i++) {
        const Callout *callout = &callouts->callout[i];
        double top = cells->y + callout->top, height = callout->lines.count * line_height * unit;
        draw_leader(callout, cells, pen, left, top + height / 2);
        pen_line(pen, left, top, 0, height, pen->theme->text);
        for (int line = 0; line < callout->lines.count; line++)
            pen_text(pen, left + indent * unit, top + (line + 0.5) * line_height * unit,
                     callout->lines.line[line], text_size * unit, ALIGN_START, pen->theme->text);
    }
}
