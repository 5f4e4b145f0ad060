// The heads of an attention layer side by side: a small picture of each, with the name of its
// pattern and its entropy. A layer is a tensor with a dimension of heads before its last two; the
// others that were made like it are the other layers. Without such a dimension the layers
// themselves are shown like heads.
#pragma once

#include "terminal/frame.h"
#include "trace/pattern.h"
#include "walk/blocks.h"

struct App;

typedef struct HeadTile {
    Cell cell;            // the first of its matrix
    const Tensor *tensor; // that it is read from: the cell's entry's, or the average
    int number;           // of the head; -1: the average of all
    bool is_open;         // computed at this point of the walk, and
    bool is_asked;        //   nothing of it is to be predicted
    Pattern pattern;
    Blocks blocks;
} HeadTile;

typedef struct HeadsView {
    int *layers; // entries
    int layer_count;
    int64_t outer;   // slices of each that are a layer of their own: the items of a batch
    int64_t heads;   // of a layer
    bool are_layers; // one tile for each layer
    int64_t group;   // the layer shown, of layer_count * outer
    HeadTile *tiles; // in the order shown
    int count, selected;
    bool sorted, averaged; // by entropy; with the average of all heads in front
    double low, high;      // of all tiles
    TensorHeap heap;       // of the average
    Tensor *average;
    Arena arena, group_arena;
} HeadsView;

// Where the tiles stand: a pure function of the screen's size and the view.
typedef struct HeadsLayout {
    int per_row, rows; // tiles on the screen
    int first;         // tile shown
    int width, height; // of a picture
    int pitch_x, pitch_y;
} HeadsLayout;

HeadsLayout heads_layout(const struct App *app, const HeadsView *view);
int64_t heads_groups(const HeadsView *view);
// "weights[0,3]", "average of 12 heads"
const char *heads_tile_name(const struct App *app, const HeadTile *tile, Arena *arena);
// "H3", "mean"; the layers of one head are "L0", "L1", …
const char *heads_short_name(const HeadsView *view, const HeadTile *tile, Arena *arena);

void heads_free(HeadsView *view);
bool heads_open(struct App *app); // of the walk's selected matrix
bool heads_leave(struct App *app);
bool heads_select(struct App *app, int tile);
bool heads_left(struct App *app);
bool heads_right(struct App *app);
bool heads_up(struct App *app);
bool heads_down(struct App *app);
bool heads_first(struct App *app);
bool heads_last(struct App *app);
bool heads_next_layer(struct App *app);
bool heads_previous_layer(struct App *app);
bool heads_sort(struct App *app);
bool heads_average(struct App *app);
bool heads_enlarge(struct App *app); // the selected one, in the large view
