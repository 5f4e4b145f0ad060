// An arena is a list of blocks, newest first. An allocation takes the next free bytes of the
// newest block; only when these do not suffice is a block asked of the system. Blocks begin at 1
// KiB and double up to ARENA_BLOCK_BYTES, and what is larger than that gets a block of its own.
// Memory is handed out zeroed, so what a mark gives back is cleared again.
#include "base/arena.h"

#include "base/bug.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct ArenaBlock {
    ArenaBlock *next;
    size_t size;
    max_align_t data[];
};

// Blocks double, so that an arena that lives for a moment clears a few hundred bytes only.
static size_t next_block(const Arena *arena)
{
    enum { FIRST_BYTES = 1024 };
    size_t bytes = arena->blocks ? 2 * arena->blocks->size : FIRST_BYTES, most = ARENA_BLOCK_BYTES;
    return bytes < most ? bytes : most;
}

static void add_block(Arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX - sizeof(ArenaBlock)) bug_no_memory();
    ArenaBlock *block = memory_new(sizeof(ArenaBlock) + bytes); // counts towards the budget
    block->size = bytes;
    block->next = arena->blocks;
    arena->blocks = block;
    arena->left = bytes;
}

void *arena_alloc(Arena *arena, size_t bytes)
{
    const size_t align = sizeof(max_align_t);
    if (bytes > SIZE_MAX - align) bug_no_memory();
    size_t need = (bytes + align - 1) / align * align;
    if (need == 0) need = align;
    if (need > arena->left) {
        size_t usual = next_block(arena);
        add_block(arena, need > usual ? need : usual);
    }
    ArenaBlock *block = arena->blocks;
    char *place = (char *)block->data + (block->size - arena->left);
    arena->left -= need;
    return place;
}

void *arena_array(Arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) bug_no_memory();
    return arena_alloc(arena, count * size);
}

void arena_free(Arena *arena)
{
    for (ArenaBlock *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        memory_free(block);
    }
    *arena = (Arena){0};
}

ArenaMark arena_mark(const Arena *arena)
{
    return (ArenaMark){arena->blocks, arena->left};
}

void arena_release(Arena *arena, ArenaMark mark)
{
    bool same_block = arena->blocks == mark.blocks;
    while (arena->blocks != mark.blocks) {
        ArenaBlock *block = arena->blocks;
        arena->blocks = block->next;
        memory_free(block);
    }
    size_t used = mark.left - (same_block ? arena->left : 0);
    if (arena->blocks && used) {
        char *end = (char *)arena->blocks->data + arena->blocks->size;
        memset(end - mark.left, 0, used); // what is handed out is zeroed
    }
    arena->left = mark.left;
}

void *arena_room(Arena *arena, void *items, size_t count, size_t size)
{
    enum { FIRST = 8 };
    bool is_full = count == 0 || (count >= FIRST && (count & (count - 1)) == 0);
    size_t capacity = count;
    return is_full ? arena_grow(arena, items, count, &capacity, size) : items;
}

void *arena_grow(Arena *arena, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return items;
    size_t room = *capacity ? *capacity * 2 : 8;
    void *grown = arena_array(arena, room, size);
    if (count) memcpy(grown, items, count * size);
    *capacity = room;
    return grown;
}
