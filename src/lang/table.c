// Interned names to values: an array in order of insertion, and a hash index of it.
#include "lang/value.h"

static size_t hash(const char *name)
{
    return (size_t)(((uintptr_t)name >> 3) * 11400714819323198485u >> 20);
}

static int *find_slot(const Table *table, const char *name)
{
    size_t at = hash(name) & (table->slots - 1);
    while (table->slot[at] && table->entry[table->slot[at] - 1].name != name) {
        at = (at + 1) & (table->slots - 1);
    }
    return &table->slot[at];
}

static void index_again(Table *table)
{
    table->slots = table->slots ? table->slots * 2 : 16;
    table->slot = NEW_ARRAY(table->arena, int, table->slots);
    for (size_t i = 0; i < table->count; i++) {
        *find_slot(table, table->entry[i].name) = (int)i + 1;
    }
}

Value *table_find(const Table *table, const char *name)
{
    if (!table->slots) return NULL;
    int slot = *find_slot(table, name);
    if (!slot || !table->entry[slot - 1].value.type) return NULL;
    return &table->entry[slot - 1].value;
}

void table_set(Table *table, const char *name, Value value)
{
    if (table->count * 2 >= table->slots) index_again(table);
    int *slot = find_slot(table, name);
    if (!*slot) {
        table->entry = arena_grow(table->arena, table->entry, table->count, &table->capacity,
                                  sizeof *table->entry);
        table->entry[table->count++].name = name;
        *slot = (int)table->count;
    }
    table->entry[*slot - 1].value = value;
}
