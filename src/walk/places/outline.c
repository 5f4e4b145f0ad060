// Writes rows of the outline as text. The code is left and the shapes right; when the line is
// too narrow the name of the call is shortened first, then its arguments, never the shape of the
// result. In print, a part that was written once in full is only named when it comes again, as the
// second of two equal layers.
#include "walk/places/outline.h"

#include "base/text/utf8.h"
#include "tensor/note.h"
#include "trace/names/convention.h"
#include "trace/record/gradients.h"
#include "trace/record/loops.h"

#include <string.h>

enum { INDENT = 2, MOST_INDENT = 24 };

static void add_shape(const Walk *walk, int entry, Buf *out)
{
    buf_add(out, str_from(convention_tuple(walk->trace, entry, out->arena)));
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

// What an operation gave backwards: "-> d Q (3, 3), d K.T (3, 3)".
static const char *backward_shapes(const Walk *walk, const Call *call, bool named, Arena *arena)
{
    Buf text = {.arena = arena};
    for (int e = call->first_entry; e < call->entry_end; e++) {
        const Gradient *gradient = gradient_at(walk->trace, e);
        if (!gradient || gradient->kind == GRADIENT_SO_FAR || gradient->through < 0) continue;
        buf_add(&text, text.n ? STR(", ") : STR("-> "));
        if (named) buf_printf(&text, "%s ", gradient->name);
        add_shape(walk, e, &text);
    }
    return buf_text(&text);
}

static const char *call_shapes(const Walk *walk, const Call *call, int result, Detail detail,
                               Arena *arena)
{
    Buf text = {.arena = arena};
    if (call->is_backward) return backward_shapes(walk, call, detail < NO_NAME, arena);
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

// A tensor from a file: its name says where it is from.
static bool is_loaded(const Walk *walk, const Stage *stage)
{
    const Entry *entry = stage->entry < 0 ? NULL : &walk->trace->entries[stage->entry];
    return stage->call < 0 && entry && entry->name && tensor_note(entry->call.output)->is_loaded;
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
    if (is_loaded(walk, stage))
        buf_printf(&text, "%s ", dtype_name(trace_output(walk->trace, stage->entry)->dtype));
    if (stage->entry >= 0) add_shape(walk, stage->entry, &text);
    return buf_text(&text);
}

// A step without operations is its title.
static Str code_of(const Walk *walk, const OutlineRow *row, Arena *arena)
{
    const Stage *stage = &row->stage;
    if (row->code) return str_from(row->code);
    if (stage->entry < 0 && stage->call < 0) return str_from(walk->lesson.steps[stage->step].title);
    const Entry *entry = stage->entry < 0 ? NULL : &walk->trace->entries[stage->entry];
    bool is_carried = stage->call < 0 && entry && entry_is_carried(entry);
    if (is_loaded(walk, stage) || is_carried) return str_from(entry->name);
    Buf line = {.arena = arena};
    Span source = walk_stage_source(walk, stage);
    if (stage->entry >= 0)
        entry_write_code(walk->trace, stage->entry, source, &line);
    else
        buf_add_one_line(&line, span_text(source));
    return buf_str(&line);
}

// " ×12" behind the code of what is folded.
static const char *times_text(const Walk *walk, const OutlineRow *row, Arena *arena)
{
    if (!row->times || row->is_followed) return "";
    return arena_printf(arena, walk->program.ascii ? " x%d" : " \u00d7%d", row->times);
}

const char *outline_line(const Walk *walk, const OutlineRow *row, int depth, bool closed,
                         int columns, Arena *arena)
{
    int indent = depth * INDENT < MOST_INDENT ? depth * INDENT : MOST_INDENT;
    const char *times = times_text(walk, row, arena);
    int behind = utf8_width(str_from(times));
    int whole = columns - INDENT - indent - 2, least = columns / 3;
    Str code = code_of(walk, row, arena);
    if (utf8_width(code) + behind < least) least = utf8_width(code) + behind;
    const char *right = row->code ? "" : shapes(walk, &row->stage, whole - least, arena);
    int room = whole - utf8_width(str_from(right));
    if (room < least) room = least;
    bool cut = utf8_width(code) + behind > room;
    if (cut) code = utf8_fit(code, room - 1 - behind);
    Buf line = {.arena = arena};
    buf_add_repeat(&line, ' ', indent);
    buf_add(&line, closed ? STR("+ ") : STR("  "));
    buf_printf(&line, "%.*s%s%s", STR_ARG(code), cut ? "…" : "", times);
    int used = utf8_width(code) + behind + cut;
    if (*right) buf_add_repeat(&line, ' ', room - used + 2);
    buf_add(&line, str_from(right));
    return buf_text(&line);
}

// ---- as text ------------------------------------------------------------------------------------

enum { LEAST_TOLD = 3 }; // what has fewer rows inside may be written twice

typedef struct OutlinePrinter {
    const Walk *walk;
    const OutlineRow *rows;
    uint64_t *told; // what rows inside of others were made of
    int told_count;
    int columns;
    Arena *arena;
    Buf *out;
} OutlinePrinter;

static bool is_told(const OutlinePrinter *printer, uint64_t made_of)
{
    for (int i = 0; i < printer->told_count; i++) {
        if (printer->told[i] == made_of) return true;
    }
    return false;
}

static void print_row(OutlinePrinter *printer, int at, int depth)
{
    const OutlineRow *row = &printer->rows[at];
    if (row->stage.entry < 0 && row->stage.call < 0) return;
    int inside = row->times ? row->typical : at;
    const OutlineRow *shown = &printer->rows[inside];
    bool opens = shown->end > inside + 1;
    bool is_long = shown->end - inside > LEAST_TOLD;
    bool closed = opens && (outline_is_construction(printer->walk, row) ||
                            (is_long && is_told(printer, row->made_of)));
    const char *line =
        outline_line(printer->walk, row, depth, closed, printer->columns, printer->arena);
    buf_printf(printer->out, "%s\n", line);
    if (!opens || closed) return;
    printer->told[printer->told_count++] = row->made_of;
    for (int i = inside + 1; i < shown->end; i = printer->rows[i].end)
        print_row(printer, i, depth + 1);
}

void outline_print(const Walk *walk, int step, int columns, Buf *out)
{
    SCRATCH(scratch);
    OutlineRow *rows;
    int count = outline_rows(walk, &scratch, &rows), now = -1;
    OutlinePrinter printer = {
        .walk = walk, .rows = rows, .columns = columns, .arena = &scratch, .out = out};
    printer.told = NEW_ARRAY(&scratch, uint64_t, count + 1);
    for (int i = 0; i < count; i = rows[i].end) {
        if (step >= 0 && rows[i].stage.step != step) continue;
        if (rows[i].stage.step != now) {
            now = rows[i].stage.step;
            buf_printf(out, "%sstep %d/%d  %s\n", out->n ? "\n" : "", now + 1,
                       walk->lesson.step_count, walk->lesson.steps[now].title);
        }
        for (int row = rows[i].is_step ? i + 1 : i; row < rows[i].end; row = rows[row].end)
            print_row(&printer, row, 0);
    }
}
