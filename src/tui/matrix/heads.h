// The heads view: small pictures of the heads of a layer, one of them selected (walk/heads.h).
#pragma once

#include "terminal/frame.h"
#include "walk/heads.h"

struct App;

typedef struct HeadsView {
    Heads all;
    HeadsOrder order;
    int selected; // of the heads in the order shown
} HeadsView;

// Where the tiles stand: a pure function of the screen's size and the view.
typedef struct HeadsLayout {
    int per_row, rows; // tiles on the screen
    int first;         // tile shown
    int width, height; // of a picture
    int pitch_x, pitch_y;
} HeadsLayout;

HeadsLayout heads_layout(const struct App *app, const HeadsView *view); // heads_layout.c

bool heads_open(struct App *app); // of the walk's selected matrix
bool heads_leave(struct App *app);
bool heads_select(struct App *app, int tile);
bool heads_move(struct App *app, int move); // a Move
bool heads_move_layer(struct App *app, int by);
bool heads_sort(struct App *app);
bool heads_average(struct App *app);
bool heads_enlarge(struct App *app); // the selected one, in the large view
