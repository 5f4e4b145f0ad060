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
    int cell;          // rows of a cell, which has twice as many columns; 0: see below
    int width, height; // of the picture
    int words;         // columns of those of its rows; 0: there are none, nor below it
    int columns, rows; // of all of it
} HeadTile;

enum { MOST_TILES = 48 };

// The tiles that heads of this size can have, the largest first: several characters a cell, then
// one, then two cells in a character, then blocks of cells. Returns how many.
int head_tiles(const App *app, const Heads *heads, HeadTile *tiles);

// At most `rows` rows: what is higher has several rows of the matrix on one.
void head_tile_cut(HeadTile *tile, int rows);

// `query`: the row that is described, where it is the selected one; else -1.
void head_tile_draw(Canvas *canvas, const HeadTile *tile, const Heads *heads, const Head *head,
                    int64_t query, Rect area);
