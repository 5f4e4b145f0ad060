// Compares what was on the screen before a key with what the walk is now. The steps of a sweep are
// sources of the cell: the factors of a product together, others one by one, of thousands many at
// once. What has arrived of them the walk itself says (walk/walk.h), so that all views agree.
#include "tui/parts/motion.h"

#include "tensor/differ.h"
#include "tui/core/canvas.h"

enum {
    MOST_FRAMES = 6,
    FRAME_MS = 80, // with few frames
    FLASH_MS = 150,
    MOST_TERMS = 4096, // of a longer sum the rest lights up with these
};

typedef struct SeenCell {
    Cell cell;
    double value;
} SeenCell;

// False: there is no such cell, or not any more.
static bool number_of(const Walk *walk, Cell cell, double *value)
{
    if (cell.entry < 0 || cell.entry >= walk->trace->entry_count) return false;
    const Tensor *tensor = walk->trace->entries[cell.entry].call.output;
    for (int d = 0; d < tensor->shape.ndim; d++) {
        if (cell.at.at[d] >= tensor->shape.dim[d]) return false;
    }
    *value = tensor_get(tensor, cell.at);
    return true;
}

// Cells are what can be clicked.
static void note_seen(Motion *motion, const App *app)
{
    const Hits *hits = app->hits;
    motion->seen = NEW_ARRAY(&motion->arena, SeenCell, hits->count);
    motion->seen_count = 0;
    for (int i = 0; i < hits->count; i++) {
        const Hit *hit = &hits->list[i];
        SeenCell *seen = &motion->seen[motion->seen_count];
        seen->cell = hit->cell;
        bool is_cell = !hit->action && !hit->click && !hit->wheel;
        if (is_cell && number_of(app->walk, hit->cell, &seen->value)) motion->seen_count++;
    }
}

void motion_note(App *app)
{
    Motion *motion = app->motion;
    if (!motion) return;
    motion_end(app);
    arena_free(&motion->arena);
    note_seen(motion, app);
    motion->stage = app->walk->at.stage;
    motion->substep = app->walk->at.substep;
    motion->depth = app->depth;
    motion->is_asked = false;
    motion->open = app->walk->at.focus < 0 ? 0 : walk_open_count(app->walk, app->walk->at.focus);
}

// ---- what moves ---------------------------------------------------------------------------------

static bool is_seen(const Motion *motion, int entry)
{
    for (int i = 0; i < motion->seen_count; i++) {
        if (motion->seen[i].cell.entry == entry) return true;
    }
    return false;
}

// The key has opened something of the operation that is on the screen.
static bool has_opened(const Motion *motion, const App *app)
{
    const Walk *walk = app->walk;
    return app->depth == 1 && motion->depth == 1 && walk->at.stage == motion->stage &&
           walk->at.substep == motion->substep + 1 && walk->at.selected.entry == walk->at.focus &&
           is_seen(motion, walk->at.focus) && !walk_hides(walk, walk->at.selected);
}

static void begin(Motion *motion, MotionKind kind, int frames)
{
    enum { MOST_MS = MOTION_MS - 10 };
    if (frames <= 0) return;
    motion->kind = kind;
    motion->frame = 0;
    motion->frames = frames;
    motion->frame_ms = MOST_MS / frames < FRAME_MS ? MOST_MS / frames : FRAME_MS;
}

// All of a whole cell's sources; of a sum that is opened term by term those opened now.
static void begin_sweep(Motion *motion, const Walk *walk)
{
    const OpCall *call = &walk->trace->entries[walk->at.focus].call;
    Terms terms = {.arena = &motion->arena, .most = MOST_TERMS};
    op_sources(call, walk->at.selected.at, &terms);
    int pieces = walk_open_terms(walk, walk->at.selected);
    motion->terms = terms.count;
    motion->each = terms.kind == TERMS_SUM_OF_PRODUCTS ? 2 : 1;
    motion->is_whole =
        terms.kind == TERMS_ELEMENTWISE || terms.kind == TERMS_FORMULA || terms.kind == TERMS_MOVED;
    motion->opens = pieces < 0;
    bool by_terms = walk->at.substep <= walk_stage(walk).opening.terms && !motion->is_whole;
    int end = (terms.count + motion->each - 1) / motion->each;
    if (!motion->opens && pieces < end) end = pieces;
    motion->first = by_terms ? walk->at.substep - 1 : 0;
    motion->count = end - motion->first;
    begin(motion, MOTION_SWEEP, motion->count < MOST_FRAMES ? motion->count : MOST_FRAMES);
}

static void begin_flash(Motion *motion, const Walk *walk)
{
    motion->flashing = NEW_ARRAY(&motion->arena, Cell, motion->seen_count);
    motion->flashing_count = 0;
    for (int i = 0; i < motion->seen_count; i++) {
        const SeenCell *seen = &motion->seen[i];
        double value;
        if (!number_of(walk, seen->cell, &value)) continue;
        const Tensor *tensor = trace_output(walk->trace, seen->cell.entry);
        if (tensor_numbers_differ(seen->value, value, tensor_rounding(tensor, tensor)) &&
            walk_is_open(walk, seen->cell))
            motion->flashing[motion->flashing_count++] = seen->cell;
    }
    begin(motion, MOTION_FLASH, motion->is_asked || motion->flashing_count > 0);
    motion->frame_ms = FLASH_MS;
}

// How many of the sweep's steps are done at the beginning of a frame.
static int steps_before(const Motion *motion, int frame)
{
    return motion->first + (frame * motion->count + motion->frames - 1) / motion->frames;
}

static int terms_of(const Motion *motion, int steps)
{
    int terms = steps * motion->each;
    return terms < motion->terms ? terms : motion->terms;
}

static void arrive(Motion *motion, Walk *walk)
{
    int steps = steps_before(motion, motion->frame + 1), terms = terms_of(motion, steps);
    int before = terms_of(motion, steps_before(motion, motion->frame));
    motion->arrival = (Arrival){true, motion->opens, terms, terms - before};
    walk->at.held_back = (HeldBack){true, walk->at.selected, motion->is_whole ? 0 : steps};
}

Arrival motion_arrival(const App *app)
{
    return app->motion ? app->motion->arrival : (Arrival){0};
}

void motion_begin(App *app)
{
    Motion *motion = app->motion;
    Walk *walk = app->walk;
    if (!motion) return;
    bool opened = has_opened(motion, app);
    const Shape *shape = opened ? &walk->trace->entries[walk->at.focus].call.shape : NULL;
    int64_t columns = shape && shape->ndim ? shape->dim[shape->ndim - 1] : 1;
    if (opened && walk_open_count(walk, walk->at.focus) - motion->open > 1)
        begin(motion, MOTION_ROW, (int)(columns < MOST_FRAMES ? columns : MOST_FRAMES) - 1);
    else if (opened)
        begin_sweep(motion, walk);
    else
        begin_flash(motion, walk);
    if (motion->kind == MOTION_SWEEP) arrive(motion, walk);
}

// ---- frame by frame -----------------------------------------------------------------------------

int motion_wait(const App *app)
{
    return app->motion && app->motion->kind ? app->motion->frame_ms : -1;
}

void motion_tick(App *app)
{
    Motion *motion = app->motion;
    if (++motion->frame == motion->frames)
        motion_end(app);
    else if (motion->kind == MOTION_SWEEP)
        arrive(motion, app->walk);
}

void motion_end(App *app)
{
    if (!app->motion) return;
    app->motion->kind = MOTION_NONE;
    app->motion->arrival = (Arrival){0};
    app->walk->at.held_back = (HeldBack){0};
}

void motion_free(App *app)
{
    motion_end(app);
    if (app->motion) arena_free(&app->motion->arena);
    app->motion = NULL;
}

// In each frame as many columns more.
bool motion_holds(const App *app, int entry, int64_t number, int64_t column, int64_t columns)
{
    const Motion *motion = app->motion;
    if (!motion || motion->kind != MOTION_ROW || entry != app->walk->at.focus) return false;
    return number >= motion->open && column * (motion->frames + 1) >= (motion->frame + 1) * columns;
}

bool motion_flashes(const App *app, Cell cell)
{
    const Motion *motion = app->motion;
    return motion && motion->kind == MOTION_FLASH &&
           cells_have(motion->flashing, motion->flashing_count, cell);
}

void motion_ask(App *app)
{
    if (app->motion) app->motion->is_asked = true;
}

bool motion_flashes_marked(const App *app)
{
    const Motion *motion = app->motion;
    return motion && motion->kind == MOTION_FLASH && motion->is_asked;
}
