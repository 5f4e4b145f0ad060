// Memory by lifetime: many small allocations, one release.
//
// An Arena owns what it hands out until arena_free(). A zeroed Arena is valid and empty.
// The name of an `Arena *` parameter says how long its contents live (lesson, run, frame …);
// a pointer may point to the same or a longer life. Allocation never returns NULL: when memory
// is gone the process ends (bug.h). What users can make large has its own limit elsewhere.
#pragma once

#include <stddef.h>

// What is asked of the system at once, at most; the first blocks of an arena are smaller.
// Sanitizer builds set this to 0, so that each object is its own malloc and overruns are seen.
#ifndef ARENA_BLOCK_BYTES
#define ARENA_BLOCK_BYTES 32768
#endif

typedef struct ArenaBlock ArenaBlock;

typedef struct Arena {
    ArenaBlock *blocks; // newest first
    size_t left;        // bytes still free in the newest block
} Arena;

// `bytes` of zeroed memory, aligned for any type.
void *arena_alloc(Arena *arena, size_t bytes);

// `count` objects of `size` bytes; a product that does not fit size_t is "no memory".
void *arena_array(Arena *arena, size_t count, size_t size);

// Gives everything back; the arena is empty and usable again.
void arena_free(Arena *arena);

// An arena for the work of a block: it is freed where the block ends, wherever that is left.
#define SCRATCH(name) __attribute__((cleanup(arena_free))) Arena name = {0}

// A point in an arena's life; what is allocated after it can be given back on its own. Marks nest:
// the last one taken is released first.
typedef struct ArenaMark {
    ArenaBlock *blocks;
    size_t left;
} ArenaMark;

ArenaMark arena_mark(const Arena *arena);
void arena_release(Arena *arena, ArenaMark mark);

#define NEW(arena, Type)              ((Type *)arena_alloc((arena), sizeof(Type)))
#define NEW_ARRAY(arena, Type, count) ((Type *)arena_array((arena), (size_t)(count), sizeof(Type)))

// An array in an arena that has to grow by one: `items` holds `count` of `*capacity` objects of
// `size` bytes. Returns where the items now are, with room for at least one more.
void *arena_grow(Arena *arena, void *items, size_t count, size_t *capacity, size_t size);

// A new object at the end of an array that is only ever added to, by this: *ARENA_ADD(…) = object.
// Such an array needs no capacity: it has room for the next power of two.
#define ARENA_ADD(arena, items, count)                                                             \
    ((items) = arena_room((arena), (items), (size_t)(count), sizeof *(items)), &(items)[(count)++])
void *arena_room(Arena *arena, void *items, size_t count, size_t size);
