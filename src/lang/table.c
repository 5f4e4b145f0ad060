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

static void *new_array(const Table *table, size_t count, size_t size)
{
    return table->arena ? arena_array(table->arena, count, size)
                        : run_alloc(table->run, count, size);
}

// There are half as many entries as slots at most.
static bool grow(Table *table)
{
    Table grown = *table;
    grown.slots = table->slots ? table->slots * 2 : 16;
    grown.slot = new_array(table, grown.slots, sizeof *grown.slot);
    grown.entry = grown.slot ? new_array(table, grown.slots / 2, sizeof *grown.entry) : NULL;
    if (!grown.entry) {
        if (!table->arena) run_dealloc(table->run, grown.slot);
        return false;
    }
    for (size_t i = 0; i < table->count; i++) {
        grown.entry[i] = table->entry[i];
        *find_slot(&grown, grown.entry[i].name) = (int)i + 1;
    }
    if (!table->arena) table_free(table);
    *table = grown;
    return true;
}

void table_free(Table *table)
{
    run_dealloc(table->run, table->slot);
    run_dealloc(table->run, table->entry);
    table->slot = NULL;
    table->entry = NULL;
}

Value *table_find(const Table *table, const char *name)
{
    if (!table->slots) return NULL;
    int slot = *find_slot(table, name);
    if (!slot || !table->entry[slot - 1].value.type) return NULL;
    return &table->entry[slot - 1].value;
}

bool table_set(Table *table, const char *name, Value value)
{
    if (table->count * 2 >= table->slots && !grow(table)) return false;
    int *slot = find_slot(table, name);
    if (!*slot) {
        table->entry[table->count++].name = name;
        *slot = (int)table->count;
    }
    table->entry[*slot - 1].value = value;
    return true;
}

void *memo_find(const Table *memo, const void *key)
{
    const Value *found = table_find(memo, key);
    return found ? found->object : NULL;
}

void memo_set(Table *memo, const void *key, void *found)
{
    table_set(memo, key, (Value){.type = &type_none, .object = found});
}
