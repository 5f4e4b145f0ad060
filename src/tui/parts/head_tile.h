// One head among others: its name and its pattern, below them its picture, with the words of its
// rows to the left and those of its columns below where there is room for them.
//
//      head 3  previous .61
//     I    |@@          |
//     know |::@@        |
//     that |....@@      |
//           I knowthat
#pragma once

#include "tui/core/canvas.h"
#include "walk/heads.h"

typedef struct HeadTile {
    int high, wide;    // rows and columns of a cell; 0: see below
    int width, height; // of the picture
    int words;         // columns of those of its rows; 0: there are none, nor below it
    int below;         // rows of those of its columns; more than one: they are written downwards
    int columns, rows; // of all of it
} HeadTile;

enum { MOST_TILES = 40 };

// The best tile for this room in which a cell has two columns or more: whose words can be read, and
// then the largest. How good it is; 0: there is none.
int head_tile_whole(const App *app, const Heads *heads, int columns, int rows, HeadTile *tile);

// Smaller ones, the largest first: a character for a cell, then two cells in one, then blocks of
// cells. Returns how many.
int head_tiles(const App *app, const Heads *heads, HeadTile *tiles);

// At most `rows` rows: what is higher has several rows of the matrix on one.
void head_tile_cut(HeadTile *tile, int rows);

// `query`: the row that is described, where it is the selected one; else -1.
void head_tile_draw(Canvas *canvas, const HeadTile *tile, const Heads *heads, const Head *head,
                    int64_t query, Rect area);
