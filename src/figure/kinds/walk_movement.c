// The walk as a movement: one equation after the other, each opening as it does in the walk, with
// its step above it. All are on the same page, each in its middle.
#include "figure/kinds/poster.h"
#include "figure/page/sheet.h"
#include "figure/parts/equation.h"

#include <math.h>

typedef struct WalkMoment {
    int part, moment;
} WalkMoment;

typedef struct WalkMovement {
    const FigureRequest *request;
    Unfolding *unfolding; // of each part
    WalkMoment *frame;
    int count;
    double width, height; // of the largest
} WalkMovement;

static int frames_of(const WalkPart *part)
{
    if (part->entry < 0) return 0;
    return part->moment_count ? part->moment_count : 1;
}

static bool list_frames(WalkMovement *m, Arena *arena, Error *error)
{
    const FigureRequest *request = m->request;
    int64_t count = 0;
    for (int i = 0; i < request->walk.part_count; i++) count += frames_of(&request->walk.parts[i]);
    if (!movement_check(count, error)) return false;
    m->frame = NEW_ARRAY(arena, WalkMoment, count + 1);
    for (int i = 0; i < request->walk.part_count; i++) {
        for (int k = 0; k < frames_of(&request->walk.parts[i]); k++)
            m->frame[m->count++] = (WalkMoment){i, k};
    }
    if (m->count) return true;
    return error_fail(error, "a lesson needs a block of ```python code",
                      "there is no tensor in %s to draw", request->walk.lesson);
}

static void measure_parts(WalkMovement *m, const Pen *pen)
{
    const double derivation_room = 700;
    const FigureRequest *request = m->request;
    for (int i = 0; i < request->walk.part_count; i++) {
        const WalkPart *part = &request->walk.parts[i];
        if (part->entry < 0) continue;
        EquationAsk ask = {.trace = request->trace,
                           .entry = part->entry,
                           .call = part->call,
                           .unmarked = part->call != NULL,
                           .derived = part->call == NULL,
                           .room = derivation_room,
                           .look = {.digits = request->look.digits}};
        Unfolding *unfolding = &m->unfolding[i];
        unfolding_read(unfolding, &ask, part->moments, part->moment_count, &request->look, pen);
        m->width = fmax(m->width, unfolding->width);
        m->height = fmax(m->height, unfolding->height);
    }
}

// The width that every frame takes, whatever its heading is.
static double common_width(const WalkMovement *m)
{
    const double least = 420;
    return SHEET_MARGIN + fmax(m->width, least);
}

// "4  Score every key", and below it the code: a line each, so that nothing moves up or down.
static double draw_heading(const WalkMovement *m, const WalkPart *part, double *width,
                           const Pen *pen)
{
    const double room = common_width(m) - SHEET_MARGIN, title_size = 17, code_size = 11.5;
    const char *own = m->request->look.title;
    const char *title = own ? own : part->title[0] ? part->title : m->request->walk.lesson;
    if (!own) title = arena_printf(pen->figure->arena, "%d  %s", part->step + 1, title);
    title = pen_fit(pen, title, room / title_size, true);
    return sheet_heading(pen, title, pen_fit(pen, part->code, room / code_size, false), width);
}

static bool draw_frame(const void *context, int frame, const FigureRequest *request, Pen *pen,
                       Error *error)
{
    const WalkMovement *m = context;
    Figure *figure = pen->figure;
    const WalkMoment *at = &m->frame[frame];
    const WalkPart *part = &request->walk.parts[at->part];
    const Unfolding *unfolding = &m->unfolding[at->part];
    FigureEquation equation;
    unfolding_equation(unfolding, at->moment, &equation, pen);
    double width = common_width(m), taken = width;
    double y = draw_heading(m, part, &taken, pen);
    double across = (width - SHEET_MARGIN - unfolding->width) / 2;
    double down = (m->height - unfolding->height) / 2;
    equation_draw(&equation, pen, SHEET_MARGIN + across, y + down);
    figure->title = request->look.title ? request->look.title : request->walk.lesson;
    figure->description = arena_printf(figure->arena, "The operations of %s, one after the other.",
                                       request->walk.lesson);
    return sheet_end(pen, width, y + m->height, &request->look, error);
}

bool walk_move(FigureFrames *frames, const FigureRequest *request, const Pen *pen, Error *error)
{
    Arena *arena = pen->figure->arena;
    WalkMovement *m = NEW(arena, WalkMovement);
    m->request = request;
    if (!list_frames(m, arena, error)) return false;
    m->unfolding = NEW_ARRAY(arena, Unfolding, request->walk.part_count);
    measure_parts(m, pen);
    frames->count = m->count;
    frames->seconds = NEW_ARRAY(arena, double, m->count);
    for (int i = 0; i < m->count; i++)
        frames->seconds[i] = unfolding_seconds(&m->unfolding[m->frame[i].part], m->frame[i].moment);
    frames->draw = draw_frame;
    frames->context = m;
    return true;
}
