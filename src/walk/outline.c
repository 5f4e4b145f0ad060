#include "walk/outline.h"

#include "base/utf8.h"

enum { INDENT = 2, MOST_INDENT = 24 };

static void add_shape(const Walk *walk, int entry, Buf *out)
{
    const Shape *shape = &walk->trace->entries[entry].call.output->shape;
    buf_add(out, str_from(shape_tuple(out->arena, shape)));
}

static const char *call_shapes(const Walk *walk, const Call *call, int result, Arena *arena)
{
    Buf text = {.arena = arena};
    buf_printf(&text, "%s  ", call_title(call));
    for (int i = 0; i < call->argument_count; i++) {
        if (i) buf_add(&text, STR(", "));
        add_shape(walk, call->argument[i], &text);
    }
    if (call->argument_count) buf_add_char(&text, ' ');
    buf_add(&text, STR("-> "));
    if (result >= 0)
        add_shape(walk, result, &text);
    else
        buf_add(&text, STR("no tensor"));
    return buf_text(&text);
}

static const char *shapes(const Walk *walk, const Stage *stage, Arena *arena)
{
    if (stage->call >= 0) {
        return call_shapes(walk, walk->trace->calls[stage->call], stage->entry, arena);
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
    const char *right = shapes(walk, stage, arena);
    Str code = code_of(walk, stage, arena);
    int room = columns - INDENT - indent - 2 - utf8_width(str_from(right));
    if (room < columns / 3) room = columns / 3;
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
