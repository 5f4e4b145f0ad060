// What every movement has in common: the limit of its frames, and its frames as pages.
#include "figure/movement.h"

#include <inttypes.h>
#include <stdlib.h>

bool movement_check(int64_t frames, Error *error)
{
    if (frames <= MOST_MOVING) return true;
    return error_fail(error, "--kind equation TENSOR, which moves one operation",
                      "this would take %" PRId64 " frames, and a moving figure has at most %d",
                      frames, MOST_MOVING);
}

double movement_seconds(const Movement *movement)
{
    double seconds = 0;
    for (int i = 0; i < movement->count; i++) seconds += movement->seconds[i];
    return seconds;
}

bool movement_pages(const Movement *movement, Figure *figure, Error *error)
{
    for (int i = 0; i < movement->count; i++) {
        Figure page = {.arena = figure->arena};
        if (!movement->draw(movement->context, i, &page, error)) return false;
        if (i == 0) {
            *figure = page;
            continue;
        }
        figure_add(figure, (FigureShape){.kind = SHAPE_PAGE});
        for (int k = 0; k < page.count; k++) figure_add(figure, page.shapes[k]);
    }
    return true;
}

// ---- layers -----------------------------------------------------------------------------------
//
// Each frame is compared with the one before it: the longest list of shapes that both have in the
// same order stays, the others come and go. New ones are put behind what is drawn before them, so
// that one list, in one order, gives every frame when it is seen in part.

enum { MOST_COMPARED = 4000000 }; // pairs of shapes; of more, only both ends are compared

typedef struct LayerPiece {
    const FigureShape *shape;
    int first, last;
    struct LayerPiece *next;
} LayerPiece;

typedef struct PieceList {
    LayerPiece **piece; // of one frame, in order
    int count;
} PieceList;

static PieceList pieces_of(const Figure *figure, int frame, Arena *arena)
{
    PieceList list = {.piece = NEW_ARRAY(arena, LayerPiece *, figure->count + 1)};
    for (; list.count < figure->count; list.count++) {
        LayerPiece *piece = list.piece[list.count] = NEW(arena, LayerPiece);
        *piece = (LayerPiece){&figure->shapes[list.count], frame, frame, NULL};
    }
    return list;
}

static bool same(const LayerPiece *a, const LayerPiece *b)
{
    return figure_shapes_equal(a->shape, b->shape);
}

// The piece of the frame before is that of this one as well.
static void stay(PieceList *now, int i, LayerPiece *before)
{
    before->last = now->piece[i]->first;
    now->piece[i] = before;
}

// The longest common list of what is between both ends, by the usual table: of the rest from
// (i, k) on, how long it is. False: not enough memory.
static bool keep_common(PieceList *now, const PieceList *before, int from, int now_end,
                        int before_end)
{
    int rows = now_end - from, columns = before_end - from, stride = columns + 1;
    int *table = calloc((size_t)(rows + 1) * (size_t)stride, sizeof *table);
    if (!table) return false;
    for (int i = rows - 1; i >= 0; i--) {
        for (int k = columns - 1; k >= 0; k--) {
            int *at = &table[i * stride + k], down = at[stride], across = at[1];
            bool equal = same(now->piece[from + i], before->piece[from + k]);
            *at = equal ? at[stride + 1] + 1 : down > across ? down : across;
        }
    }
    for (int i = 0, k = 0; i < rows && k < columns;) {
        const int *at = &table[i * stride + k];
        if (same(now->piece[from + i], before->piece[from + k]))
            stay(now, from + i++, before->piece[from + k++]);
        else if (at[stride] >= at[1])
            i++;
        else
            k++;
    }
    free(table);
    return true;
}

static bool keep(PieceList *now, const PieceList *before)
{
    int from = 0, now_end = now->count, before_end = before->count;
    while (from < now_end && from < before_end && same(now->piece[from], before->piece[from])) {
        stay(now, from, before->piece[from]);
        from++;
    }
    while (now_end > from && before_end > from &&
           same(now->piece[now_end - 1], before->piece[before_end - 1]))
        stay(now, --now_end, before->piece[--before_end]);
    int64_t pairs = (int64_t)(now_end - from) * (before_end - from);
    return pairs > MOST_COMPARED || keep_common(now, before, from, now_end, before_end);
}

// New pieces behind the one that is drawn before them, or at the very front.
static void link_pieces(LayerPiece *front, const PieceList *now, int frame)
{
    LayerPiece *at = front;
    for (int i = 0; i < now->count; i++) {
        LayerPiece *piece = now->piece[i];
        if (piece->first == frame) {
            piece->next = at->next;
            at->next = piece;
        }
        at = piece;
    }
}

// Neighbours that are seen in the same frames.
static void gather(Layers *layers, const LayerPiece *front, Arena *arena)
{
    int pieces = 0;
    for (const LayerPiece *piece = front->next; piece; piece = piece->next) pieces++;
    layers->layer = NEW_ARRAY(arena, Layer, pieces + 1);
    for (const LayerPiece *piece = front->next; piece; piece = piece->next) {
        Layer *layer = layers->count ? &layers->layer[layers->count - 1] : NULL;
        if (!layer || layer->first != piece->first || layer->last != piece->last) {
            layer = &layers->layer[layers->count++];
            *layer = (Layer){.first = piece->first, .last = piece->last};
            layer->figure = (Figure){.arena = arena,
                                     .width = layers->frame.width,
                                     .height = layers->frame.height,
                                     .font = layers->frame.font};
        }
        figure_add(&layer->figure, *piece->shape);
    }
}

bool layers_read(Layers *layers, const Movement *movement, Arena *arena, Error *error)
{
    LayerPiece front = {0};
    PieceList before = {0};
    *layers = (Layers){0};
    for (int i = 0; i < movement->count; i++) {
        Figure figure = {.arena = arena};
        if (!movement->draw(movement->context, i, &figure, error)) return false;
        PieceList now = pieces_of(&figure, i, arena);
        if (i == 0) layers->frame = figure;
        if (i > 0 && !keep(&now, &before))
            return error_set(error, NULL, "not enough memory for the figure");
        link_pieces(&front, &now, i);
        before = now;
    }
    gather(layers, &front, arena);
    return true;
}
