// Where the boxes of the map and the wires between them are: a pure function of the walk and of the
// room that there is.
//
// Boxes are in layers, each below all that it is made from; what the program gives is right above
// where it is used. Within a layer they are put in order by where their wires come from and go to,
// some sweeps down and up. Computations that have nothing to do with each other are one below the
// other.
//
// A tensor has one wire, which branches to all that is made from it and keeps a place of its own in
// each layer that it goes through. Below a layer each wire turns in a lane of its own: wires of
// different tensors have a character in common only where they cross.
#pragma once

#include "walk/places/names.h"

typedef struct MapLine { // from a box to one that is made from it
    int from, to;
} MapLine;

typedef struct Map {    // whatever the room
    Name *boxes;        // in the order of the program: a tensor has one
    const char **marks; // of each: what became of the questions about it, "✓~·?" in their order
    int count;
    MapLine *lines; // grouped by where they lead to, in order
    int line_count;
    int *layer; // of each box
    int *part;  // and the computation that it belongs to: its first box
} Map;

typedef struct MapPlace { // of a box, or of a wire on its way through a layer
    int box;              // -1: of a wire
    int part, layer, column, width;
    double wanted; // its middle, by what it is joined to
    int joined;
    int wires;       // that lead to it
    int joins;       // pieces of the wire that leaves it, from its middle,
    int first_join;  // one after another
    int lane;        // in which that turns; -1: it goes straight down
    int left, right; // columns that it has there
} MapPlace;

typedef struct MapJoin { // a piece of a wire, from one layer to the next
    int from, to;        // places
    int source;          // the box that the wire is of
    int order;           // among those that arrive at a box: the column that it leaves from
    int pin;             // and the one where it arrives
} MapJoin;

// What boxes say and how much air they have: the letters of roles, blanks at both ends, shapes.
typedef enum MapDetail { MAP_LETTERS, MAP_AIRY, MAP_TIGHT, MAP_NAMES } MapDetail;

typedef struct MapLayout {
    MapPlace *places; // those of the boxes first
    int count;
    MapJoin *joins;
    int join_count;
    int layers, columns, rows;
    int *row;     // of each layer, and where a further one would be
    int box_rows; // 3, or 1 of boxes without lines above and below
    MapDetail detail;
} MapLayout;

void map_make(Map *map, const Walk *walk, Arena *arena);

// As roomy as fits into so many columns and rows; it may be larger all the same.
MapLayout map_layout(const Map *map, const Walk *walk, int columns, int rows, Arena *arena);

int map_middle(const MapPlace *place);

// "[K] keys 3×4 ✓"
const char *map_box_text(const Map *map, const Walk *walk, int box, MapDetail detail, Arena *arena);

// Each character of a piece of a wire with what it is joined to there: above 1, below 2, on the
// left 4, on the right 8, or MAP_HEAD; in the lane, or up and down. Where wires cross, the one that
// goes down is seen.
enum { MAP_HEAD = 16 };
typedef enum MapStretch { MAP_ALONG, MAP_DOWN } MapStretch;
typedef void MapRun(void *context, const MapJoin *join, int column, int row, unsigned sides);
void map_wires(const MapLayout *made, MapStretch stretch, MapRun *run, void *context);
