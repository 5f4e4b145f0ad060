#include "walk/outline.h"

#include "base/utf8.h"

#include <string.h>

enum { INDENT = 2, MOST_INDENT = 24 };

static void add_shape(const Walk *walk, int entry, Buf *out)
{
    const Shape *shape = &walk->trace->entries[entry].call.output->shape;
    buf_add(out, str_from(shape_tuple(out->arena, shape)));
}

typedef enum Detail { ALL_OF_IT, SHORT_NAME, NO_NAME, FIRST_SHAPE, RESULT_ONLY } Detail;

// "split" of "MultiHeadAttention.split"
static const char *short_name(const Call *call)
{
    const char *title = call_title(call), *dot = strrchr(title, '.');
    return dot ? dot + 1 : title;
}

static void add_arguments(const Walk *walk, const Call *call, bool only_first, Buf *out)
{
    int count = only_first && call->argument_count ? 1 : call->argument_count;
    for (int i = 0; i < count; i++) {
        if (i) buf_add(out, STR(", "));
        add_shape(walk, call->argument[i], out);
    }
    if (count < call->argument_count) buf_add(out, STR(", ..."));
    if (count) buf_add_char(out, ' ');
}

static const char *call_shapes(const Walk *walk, const Call *call, int result, Detail detail,
                               Arena *arena)
{
    Buf text = {.arena = arena};
    if (detail < NO_NAME)
        buf_printf(&text, "%s  ", detail == ALL_OF_IT ? call_title(call) : short_name(call));
    if (detail < RESULT_ONLY) add_arguments(walk, call, detail == FIRST_SHAPE, &text);
    buf_add(&text, STR("-> "));
    if (result >= 0) add_shape(walk, result, &text);
    if (result >= 0 && call->result >= 0 && call->result_count > 1)
        buf_printf(&text, ", %d more", call->result_count - 1);
    if (result < 0) buf_add(&text, STR("no tensor"));
    return buf_text(&text);
}

// The shapes in `columns`: the name of a call gives way first, what it gives never does.
static const char *shapes(const Walk *walk, const Stage *stage, int columns, Arena *arena)
{
    if (stage->call >= 0) {
        const Call *call = walk->trace->calls[stage->call];
        const char *text = "";
        for (Detail detail = ALL_OF_IT; detail <= RESULT_ONLY; detail++) {
            text = call_shapes(walk, call, stage->entry, detail, arena);
            if (utf8_width(str_from(text)) <= columns) break;
        }
        return text;
    }
    Buf text = {.arena = arena};
    if (stage->entry >= 0) add_shape(walk, stage->entry, &text);
    return buf_text(&text);
}

// A step without operations is its title.
static Str code_of(const Walk *walk, const Stage *stage, Arena *arena)
{
    if (stage->entry < 0 && stage->call < 0) return str_from(walk->lesson.steps[stage->step].title);
    Buf line = {.arena = arena};
    const char *name = stage->entry >= 0 ? walk->trace->entries[stage->entry].name : NULL;
    Str source = span_text(walk_stage_source(walk, stage));
    if (name && !str_is(source, name)) buf_printf(&line, "%s = ", name);
    buf_add_one_line(&line, source);
    return buf_str(&line);
}

const char *outline_line(const Walk *walk, const Stage *stage, int columns, Arena *arena)
{
    int indent = stage->depth * INDENT < MOST_INDENT ? stage->depth * INDENT : MOST_INDENT;
    int whole = columns - INDENT - indent - 2, least = columns / 3;
    Str code = code_of(walk, stage, arena);
    if (utf8_width(code) < least) least = utf8_width(code);
    const char *right = shapes(walk, stage, whole - least, arena);
    int room = whole - utf8_width(str_from(right));
    if (room < least) room = least;
    bool cut = utf8_width(code) > room;
    if (cut) code = utf8_fit(code, room - 3);
    Buf line = {.arena = arena};
    buf_add_repeat(&line, ' ', INDENT + indent);
    buf_printf(&line, "%.*s%s", STR_ARG(code), cut ? "..." : "");
    buf_add_repeat(&line, ' ', room - utf8_width(code) - (cut ? 3 : 0) + 2);
    buf_add(&line, str_from(right));
    return buf_text(&line);
}

void outline_print(const Walk *walk, int step, int columns, Buf *out)
{
    Arena scratch = {0};
    Stage *lines;
    int count = walk_outline(walk, &scratch, &lines), now = -1;
    for (int i = 0; i < count; i++) {
        if (step >= 0 && lines[i].step != step) continue;
        if (lines[i].step != now) {
            now = lines[i].step;
            buf_printf(out, "%sstep %d/%d  %s\n", out->n ? "\n" : "", now + 1,
                       walk->lesson.step_count, walk->lesson.steps[now].title);
        }
        if (lines[i].entry < 0 && lines[i].call < 0) continue;
        buf_printf(out, "%s\n", outline_line(walk, &lines[i], columns, &scratch));
    }
    arena_free(&scratch);
}
