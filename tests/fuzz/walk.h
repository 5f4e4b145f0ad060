// A walk through a lesson that the first byte chooses; each input opens it anew, so that what one
// does is nothing to the next. And what holds of a walk, whatever was done to it.
#pragma once

#include "fuzz/fuzz.h"

#include "walk/walk.h"

static const char *const lessons[] = {
    "lessons/01-eight-steps.md",   "tests/fuzz/lessons/shapes.md",
    "tests/fuzz/lessons/fails.md", "tests/screens/lessons/sixteen.py",
    "tests/fuzz/lessons/asks.md",
};

// The name of the lesson.
static inline const char *open_chosen(Walk *walk, Bytes *bytes)
{
    Arena arena = {0};
    Error error = {.arena = &arena};
    const char *lesson = lessons[(size_t)take(bytes) % (sizeof lessons / sizeof *lessons)];
    CHECK(walk_open(walk, lesson, &(WalkOptions){0}, &error));
    arena_free(&arena);
    return lesson;
}

static inline bool is_inside(const Walk *walk, Cell cell)
{
    if (cell.entry < 0 || cell.entry >= walk->trace->entry_count) return false;
    const Shape *shape = &walk->trace->entries[cell.entry].call.output->shape;
    for (int i = 0; i < shape->ndim; i++) {
        if (cell.at.at[i] < 0 || cell.at.at[i] >= shape->dim[i]) return false;
    }
    return true;
}

static inline bool is_empty(const Walk *walk, int entry)
{
    return tensor_count(walk->trace->entries[entry].call.output) == 0;
}

static inline void check_walk(const Walk *walk)
{
    Cell cell = walk->at.selected;
    CHECK(walk->at.stage >= 0 && walk->at.stage < walk->ran.stage_count);
    CHECK(walk->at.substep >= 0 && walk->at.substep <= walk->ran.stages[walk->at.stage].substeps);
    CHECK(walk->at.focus >= -1 && walk->at.focus < walk->trace->entry_count);
    CHECK(cell.entry == -1 || is_inside(walk, cell) || is_empty(walk, cell.entry));
    CHECK(walk->view.digits >= 0 && walk->view.digits <= 9);
}
