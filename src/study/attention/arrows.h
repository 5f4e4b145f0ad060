// A query and its keys as directions. A score is the dot product of two rows; drawn as arrows from
// one origin, they show what makes it large: length, and a small angle between the two.
#pragma once

#include "study/axes/role.h"
#include "trace/explain/sight.h"

typedef struct Arrow {
    Cell first;          // the first number of its row
    const char *label;   // "cats", "key 1"
    const char *numbers; // "(2, 0)", shortened where the row is long
    Role role;
    Seen seen;   // all of the row; else it has no length
    double x, y; // its tip; the origin is 0, 0, and y grows upwards
    double length;
    // Of a key: what it has to do with the query. The angle is in degrees, NaN where one of the
    // two is all zeros and has no direction.
    double dot, angle;
    Seen seen_dot;
} Arrow;

typedef struct Arrows {
    Matrix matrix; // of the scores
    int64_t row;   // of the query
    int64_t width; // numbers in a row
    // Of two numbers each: they are the coordinates. Of more: the query points to the right, and
    // each key is at its true angle to it, with its true length.
    bool is_flat;
    Arrow query, *keys;
    int count;
    int64_t first_key; // the column of keys[0]
} Arrows;

// The scores that a cell is one of, or was made from by scaling, masking or softmax: `*score` is
// the dot product in the same row and column. False: there is none.
bool arrows_find(const Trace *trace, Cell cell, Cell *score);

// Of the row that `score` is in, with at most `most` keys, its own among them. For a score that
// arrows_find() found. Everything is in `arena`.
Arrows arrows_of(const Trace *trace, Cell score, Sight sight, int most, Arena *arena);

// A dot product, a length or an angle in words: at most two decimals.
const char *arrows_number(double number, Arena *arena);

// A line of text that describes a key: "cats: dot product 2, 63 degrees, length 2".
const char *arrows_tell_key(const Arrow *key, Arena *arena);
