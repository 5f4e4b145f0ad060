// Modules are known by their calls, weights by being parameters. Each has a path; paths in which
// only the numbers of layers differ are put together under the first of them.
#include "study/contents.h"

#include "base/text/ascii.h"
#include "study/names/title.h"
#include "tensor/autograd.h"

#include <stdlib.h>
#include <string.h>

// Modules or weights whose paths are alike.
typedef struct Alike {
    const char *path; // of the first
    const char *key;  // the same for all of them
    int entry, call;  // of the first
    int count, times; // different ones; calls of them all
    int64_t low, high;
    const char **members;
} Alike;

typedef struct Contents {
    const Trace *trace;
    Arena *arena;
    ContentsRow *rows;
    int count;
    Str model; // the name that the paths of all modules begin with
} Contents;

static void add_row(Contents *contents, ContentsRow row)
{
    *ARENA_ADD(contents->arena, contents->rows, contents->count) = row;
}

static const char *shape_at(const Contents *contents, int entry)
{
    return shape_tuple(contents->arena, trace_shape(contents->trace, entry));
}

static const char *copy_of(const Contents *contents, const char *text)
{
    return text ? str_copy(contents->arena, str_from(text)) : NULL;
}

// ---- paths that are alike -----------------------------------------------------------------------

// Of a path, without its numbers: those of modules of one class and of tensors of one shape are
// alike.
static const char *path_key(const char *path, const char *kind, Arena *arena)
{
    Buf key = {.arena = arena};
    for (const char *c = path; *c; c++)
        if (!ascii_is_digit(*c)) buf_add_char(&key, *c);
    buf_printf(&key, " %s", kind);
    return buf_text(&key);
}

// The first number in a path; -1: there is none.
static int64_t first_number(const char *path)
{
    while (*path && !ascii_is_digit(*path)) path++;
    return *path ? strtoll(path, NULL, 10) : -1;
}

typedef struct AlikeList {
    Alike *list;
    int count;
    Arena *arena;
} AlikeList;

static Alike *alike_for(AlikeList *all, const char *path, const char *kind)
{
    const char *key = path_key(path, kind, all->arena);
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->list[i].key, key) == 0) return &all->list[i];
    int64_t number = first_number(path);
    Alike *alike = ARENA_ADD(all->arena, all->list, all->count);
    *alike =
        (Alike){.path = path, .key = key, .entry = -1, .call = -1, .low = number, .high = number};
    return alike;
}

// Is it the first time that this one of them is met?
static bool is_new_member(AlikeList *all, Alike *alike, const char *path)
{
    for (int i = 0; i < alike->count; i++)
        if (strcmp(alike->members[i], path) == 0) return false;
    *ARENA_ADD(all->arena, alike->members, alike->count) = path;
    int64_t number = first_number(path);
    if (number > alike->high) alike->high = number;
    if (number < alike->low) alike->low = number;
    return true;
}

// "transformer.h[0-11].attn": the first number represents all of them.
static const char *alike_name(const Contents *contents, const Alike *alike)
{
    const char *path = copy_of(contents, path_in_model(contents->model, alike->path)), *at = path;
    if (alike->low == alike->high) return path;
    while (*at && !ascii_is_digit(*at)) at++;
    const char *end = at;
    while (ascii_is_digit(*end)) end++;
    return arena_printf(contents->arena, "%.*s%lld-%lld%s", (int)(at - path), path,
                        (long long)alike->low, (long long)alike->high, end);
}

// ---- attention ----------------------------------------------------------------------------------

static const char *attention_about(const Contents *contents, const AttentionLayer *layer)
{
    const Attention *attention = &layer->attention;
    Matrix first = slices_matrix(&attention->slices, 0);
    int64_t heads = attention->slices.heads, items = attention->slices.items;
    Buf text = {.arena = contents->arena};
    if (heads > 1) buf_printf(&text, "%lld heads, ", (long long)heads);
    buf_printf(&text, "%lld\u00d7%lld", (long long)first.rows, (long long)first.columns);
    if (items > 1) buf_printf(&text, ", batch of %lld", (long long)items);
    if (layer->made_at && *layer->made_at) buf_printf(&text, ", %s", layer->made_at);
    const char *calls = attention_calls(layer, contents->arena);
    if (calls) buf_printf(&text, ", %s", calls);
    return buf_text(&text);
}

static void add_attention(Contents *contents, Sight sight)
{
    AttentionLayer *layers;
    int count = attention_layers(contents->trace, contents->arena, &layers);
    for (int i = 0; i < count; i++) {
        attention_look_at(&layers[i], sight, contents->arena);
        int entry = layers[i].attention.entry;
        add_row(contents,
                (ContentsRow){.kind = CONTENTS_ATTENTION,
                              .name = tensor_title(contents->trace, entry, contents->arena),
                              .about = attention_about(contents, &layers[i]),
                              .path = copy_of(contents, layers[i].module),
                              .entry = entry,
                              .call = -1});
    }
}

// ---- modules ------------------------------------------------------------------------------------

static const char *module_about(const Contents *contents, const Alike *alike)
{
    const Call *call = contents->trace->calls[alike->call];
    Buf text = {.arena = contents->arena};
    buf_add(&text, str_from(call->class));
    if (alike->times > 1) buf_printf(&text, " \u00d7%d", alike->times);
    bool returns = call->result >= 0;
    if (call->argument_count || returns) buf_add(&text, STR(", "));
    if (call->argument_count) buf_printf(&text, "%s ", shape_at(contents, call->argument[0]));
    if (returns) buf_printf(&text, "-> %s", shape_at(contents, call->result));
    return buf_text(&text);
}

static void add_modules(Contents *contents)
{
    const Trace *trace = contents->trace;
    SCRATCH(scratch);
    AlikeList all = {.arena = &scratch};
    for (int i = 0; i < trace->call_count; i++) {
        const Call *call = trace->calls[i];
        if (!call_is_of_module(call)) continue;
        Alike *alike = alike_for(&all, call->path, call->class);
        is_new_member(&all, alike, call->path);
        alike->times++;
        if (alike->call < 0) alike->call = i;
    }
    for (int i = 0; i < all.count; i++) {
        const Alike *alike = &all.list[i];
        add_row(contents, (ContentsRow){.kind = CONTENTS_MODULE,
                                        .name = alike_name(contents, alike),
                                        .about = module_about(contents, alike),
                                        .path = copy_of(contents, alike->path),
                                        .entry = trace->calls[alike->call]->result,
                                        .call = alike->call});
    }
}

// ---- weights ------------------------------------------------------------------------------------

static const char *weight_path(const Entry *entry)
{
    return entry->named.path ? entry->named.path : entry->named.is_local ? NULL : entry->name;
}

// As they were when training began, or as they are: the last of the statement that made them.
static void add_weights(Contents *contents)
{
    const Trace *trace = contents->trace;
    SCRATCH(scratch);
    AlikeList all = {.arena = &scratch};
    for (int e = 0; e < trace->entry_count; e++) {
        const Entry *entry = &trace->entries[e];
        const char *path =
            autograd_of(entry->call.output)->is_parameter ? weight_path(entry) : NULL;
        if (!path) continue;
        path = path_in_model(contents->model, path);
        const char *shape = shape_tuple(&scratch, &entry->call.output->shape);
        Alike *alike = alike_for(&all, path, shape);
        bool same = alike->entry >= 0 && strcmp(path, alike->path) == 0 &&
                    trace->entries[alike->entry].statement == entry->statement;
        if (is_new_member(&all, alike, path)) alike->times++;
        if (alike->entry < 0 || same) alike->entry = e;
    }
    for (int i = 0; i < all.count; i++) {
        const Alike *alike = &all.list[i];
        const char *shape = shape_at(contents, alike->entry);
        const char *about = alike->count > 1
                                ? arena_printf(contents->arena, "%d of %s", alike->count, shape)
                                : shape;
        add_row(contents, (ContentsRow){.kind = CONTENTS_WEIGHTS,
                                        .name = alike_name(contents, alike),
                                        .about = about,
                                        .path = copy_of(contents, alike->path),
                                        .entry = alike->entry,
                                        .call = -1});
    }
}

// ---- all of it ----------------------------------------------------------------------------------

int contents_of(const Trace *trace, Sight sight, Arena *arena, ContentsRow **rows)
{
    Contents contents = {.trace = trace, .arena = arena, .model = model_name(trace)};
    add_attention(&contents, sight);
    add_modules(&contents);
    add_weights(&contents);
    *rows = contents.rows;
    return contents.count;
}
