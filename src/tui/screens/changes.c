// What the edits changed, tensor by tensor in the order of the program, those of functions last:
// how many cells, and the first of them as old -> new. Then the names of what is unchanged.
#include "trace/convention.h"
#include "tui/parts/lesson_text.h"
#include "tui/parts/page.h"

#include "base/number.h"
#include "base/utf8.h"
#include "study/role.h"
#include "study/typeset.h"
#include "walk/edit.h"

#include <string.h>

enum { MOST_TENSORS = 400, COUNT_COLUMNS = 12, GAP = 2 };

static void write_pair(Buf *out, DType dtype, double before, double now, int digits)
{
    digits = number_digits_apart(before, now, digits);
    typeset_value(out, dtype, before, digits);
    buf_add(out, STR(" → "));
    typeset_value(out, dtype, now, digits);
}

static void add_wrapped(Text *text, const char *first, int indent, const char *line)
{
    Buf blanks = {.arena = text->arena};
    buf_add_repeat(&blanks, ' ', indent);
    text_wrap(text, str_from(first), buf_str(&blanks), &(TextRun){{0}, str_from(line)}, 1);
}

static bool awaits_answer(const Walk *walk, const Prediction *prediction)
{
    for (int i = 0; i < walk->question_count; i++) {
        const Question *question = &walk->questions[i];
        if (question->prediction == prediction && walk_awaits(walk, question)) return true;
    }
    return false;
}

// What a step prints otherwise than before, up to what would tell an answer.
static void add_printed_in(Canvas *canvas, Text *text, int number)
{
    const Step *step = &canvas->walk->lesson.steps[number];
    for (int i = 0; i < step->count; i++) {
        const Block *block = &step->blocks[i];
        Str before, now;
        if (block->kind == BLOCK_PREDICTION && awaits_answer(canvas->walk, &block->prediction))
            return;
        if (block->kind != BLOCK_CODE) continue;
        if (!walk_changed_line(canvas->walk, &block->code, &before, &now)) continue;
        const char *first = arena_printf(canvas->arena, "Step %d prints: ", number + 1);
        int indent = utf8_width(str_from(first));
        add_wrapped(text, first, indent, str_copy(canvas->arena, before));
        first = arena_printf(canvas->arena, "%*s→ ", indent - 2, "");
        add_wrapped(text, first, indent, str_copy(canvas->arena, now));
    }
}

// In the steps that the walk has come through.
static void add_printed(Canvas *canvas, Text *text)
{
    const Walk *walk = canvas->walk;
    int here = walk->stage_count ? walk->stages[walk->stage].step : -1;
    for (int i = 0; i < here + lesson_step_is_done(walk); i++) add_printed_in(canvas, text, i);
}

static void add_edits(Canvas *canvas, Text *text)
{
    const Walk *walk = canvas->walk;
    Edit *edits;
    int count = walk_edits(walk, canvas->arena, &edits);
    Buf line = {.arena = canvas->arena};
    for (int i = 0; i < count; i++) {
        Edit *edit = &edits[i];
        const char **name = edit->hold ? &edit->shown : &edit->cell;
        if (edit->is_done && !edit->word)
            *name = role_mark(walk->trace, edit->input.entry, *name, canvas->arena);
        if (i) buf_add(&line, STR(",  "));
        edit_write(edit, walk->digits, &line);
        if (!edit->is_done) buf_add(&line, STR(" (the program does not get there)"));
    }
    if (count == 0) buf_add(&line, STR("no edits; e edits the selected number"));
    add_wrapped(text, "Edited: ", 8, buf_text(&line));
    const char *other = walk_other_way(walk, canvas->arena);
    if (other)
        add_wrapped(text, "", 0,
                    arena_printf(canvas->arena,
                                 "With the edits %s. What follows cannot be compared.", other));
    const char *broken = walk_broken_claims(walk, canvas->arena);
    if (broken) add_wrapped(text, "With the edits ", 0, broken);
    add_printed(canvas, text);
    text_blank(text);
}

// "[0,1] 1 → 4"
static const char *pair_of(Canvas *canvas, Cell cell, double before)
{
    const Tensor *now = canvas->walk->trace->entries[cell.entry].call.output;
    Buf pair = {.arena = canvas->arena};
    if (now->shape.ndim)
        buf_printf(&pair, "%s ",
                   index_text(canvas->arena,
                              convention_index(canvas->walk->trace, cell.entry, cell.at),
                              now->shape.ndim));
    if (walk_hides(canvas->walk, cell))
        buf_add_char(&pair, '?');
    else
        write_pair(&pair, now->dtype, before, tensor_get(now, cell.at), canvas->walk->digits);
    return buf_text(&pair);
}

// Adds an item behind the line, or where it is full, begins another one under it.
static void add_item(Text *text, Buf *line, int indent, const char *item)
{
    bool is_first = line->n == 0 || line->p[line->n - 1] == ' ';
    int columns = utf8_width(buf_str(line)) + utf8_width(str_from(item)) + (is_first ? 0 : 3);
    if (!is_first && columns > text->columns) {
        text_plain(text, (Style){0}, buf_text(line));
        *line = (Buf){.arena = text->arena};
        buf_add_repeat(line, ' ', indent);
        is_first = true;
    }
    buf_printf(line, is_first ? "%s" : ",  %s", item);
}

static void add_cells(Canvas *canvas, Text *text, Buf *line, int entry)
{
    const Differences *found = walk_differences(canvas->walk, entry);
    int told = 0, indent = utf8_width(buf_str(line));
    for (; told < found->count && told < DIFFERENCES_KEPT; told++) {
        double before;
        Cell cell = {entry, found->first[told]};
        if (walk_changed(canvas->walk, cell, &before))
            add_item(text, line, indent, pair_of(canvas, cell, before));
    }
    if (found->count > told)
        add_item(text, line, indent,
                 arena_printf(canvas->arena, "%lld more", (long long)found->count - told));
    text_plain(text, (Style){0}, buf_text(line));
}

static void add_padded(Buf *line, const char *text, int columns)
{
    int blanks = columns - utf8_width(str_from(text));
    buf_add(line, str_from(text));
    buf_add_repeat(line, ' ', blanks > 0 ? blanks : 0);
}

// Where the columns of the table begin.
typedef struct ChangeColumns {
    int names, counts;
} ChangeColumns;

static const char *count_of(Canvas *canvas, int entry)
{
    int64_t cells, changed = walk_changed_cells(canvas->walk, entry, &cells);
    return arena_printf(canvas->arena, "%lld of %lld", (long long)changed, (long long)cells);
}

// "x  3 of 9  [0,0] 1 → 2"
static void add_tensor(Canvas *canvas, Text *text, int entry, const ChangeColumns *columns)
{
    const char *name = canvas_fit_text(
        canvas->arena, str_from(canvas->walk->trace->entries[entry].name), columns->names);
    Buf first = {.arena = canvas->arena};
    name = role_mark(canvas->walk->trace, entry, name, canvas->arena);
    add_padded(&first, name, columns->names + GAP);
    add_padded(&first, count_of(canvas, entry), columns->counts + GAP);
    add_cells(canvas, text, &first, entry);
}

static bool is_told(const Entry *entry)
{
    return entry->name && !entry->named.is_attribute && !entry->named.is_library &&
           !entry->call.output->is_number && tensor_count(entry->call.output);
}

// Of a tensor: what it is compared with was of another shape, or is not there; nothing; some cells.
typedef enum ChangeExtent { CHANGE_OF_TENSOR = -1, CHANGE_NONE, CHANGE_OF_CELLS } ChangeExtent;

static bool is_changed_so(const Walk *walk, int entry, ChangeExtent change)
{
    int64_t cells, changed;
    if (!is_told(&walk->trace->entries[entry])) return false;
    changed = walk_changed_cells(walk, entry, &cells);
    return (changed > 0) - (changed < 0) == (int)change;
}

// The changed tensors whose names are known everywhere, or in a function only. Returns how many of
// `list` there are then.
static int list_changed(const Walk *walk, bool in_functions, int *list, int count)
{
    const Trace *trace = walk->trace;
    for (int e = 0; e < trace->entry_count && count < MOST_TENSORS; e++) {
        bool is_meant = trace->entries[e].named.is_local == in_functions;
        if (is_meant && is_changed_so(walk, e, CHANGE_OF_CELLS)) list[count++] = e;
    }
    return count;
}

// As wide as its names and counts, the names a third of the screen at most.
static ChangeColumns columns_for(Canvas *canvas, const int *list, int count, int most)
{
    ChangeColumns columns = {utf8_width(STR("tensor")), COUNT_COLUMNS};
    for (int i = 0; i < count; i++) {
        int name = utf8_width(str_from(canvas->walk->trace->entries[list[i]].name));
        int cells = utf8_width(str_from(count_of(canvas, list[i])));
        if (name > columns.names) columns.names = name;
        if (cells > columns.counts) columns.counts = cells;
    }
    if (columns.names > most) columns.names = most;
    return columns;
}

// The table of those that have changed cells; what is inside of functions comes last.
static void add_changed(Canvas *canvas, Text *text)
{
    int *list = NEW_ARRAY(canvas->arena, int, MOST_TENSORS);
    int outside = list_changed(canvas->walk, false, list, 0);
    int count = list_changed(canvas->walk, true, list, outside);
    if (count == 0) return;
    ChangeColumns columns = columns_for(canvas, list, count, text->columns / 3);
    Style bold = {.attributes = ATTR_BOLD};
    Buf heading = {.arena = canvas->arena};
    add_padded(&heading, "tensor", columns.names + GAP);
    add_padded(&heading, "changed", columns.counts + GAP);
    buf_add(&heading, STR("old → new"));
    text_plain(text, bold, buf_text(&heading));
    for (int i = 0; i < count; i++) {
        if (i == outside && i > 0) text_plain(text, bold, "inside functions");
        add_tensor(canvas, text, list[i], &columns);
    }
    if (count == MOST_TENSORS) text_plain(text, (Style){0}, "and more");
    text_blank(text);
}

// "Unchanged: w_key, w_query and more", each name once.
static void add_names(Canvas *canvas, Text *text, const char *what, ChangeExtent change)
{
    enum { MOST_NAMES = 24 };
    const Trace *trace = canvas->walk->trace;
    const char *names[MOST_NAMES];
    int count = 0, e = 0;
    Buf line = {.arena = canvas->arena};
    for (; e < trace->entry_count; e++) {
        if (!is_changed_so(canvas->walk, e, change)) continue;
        const char *name = trace->entries[e].name;
        int i = 0;
        while (i < count && strcmp(names[i], name) != 0) i++;
        if (i < count) continue;
        if (count == MOST_NAMES) break;
        names[count++] = name;
        name = role_mark(trace, e, name, canvas->arena);
        buf_printf(&line, count > 1 ? ", %s" : "%s", name);
    }
    if (count == 0) return;
    if (e < trace->entry_count) buf_add(&line, STR(" and more"));
    add_wrapped(text, what, utf8_width(str_from(what)), buf_text(&line));
}

static Text changes_text(const App *app, int columns_of_page, Arena *arena)
{
    Canvas making = {.app = app, .walk = app->walk, .arena = arena}, *canvas = &making;
    Text text = {.arena = arena, .columns = columns_of_page};
    add_edits(canvas, &text);
    if (!canvas->walk->original) return text;
    add_changed(canvas, &text);
    add_names(canvas, &text, "Other tensors now: ", CHANGE_OF_TENSOR);
    add_names(canvas, &text, "Unchanged: ", CHANGE_NONE);
    return text;
}

static void draw(Canvas *canvas, Rect whole)
{
    (void)whole;
    page_draw(canvas, "what the edits changed", SCREEN_CHANGES, changes_text);
}

static bool scroll(App *app, int by)
{
    return page_scroll(app, SCREEN_CHANGES, changes_text, by);
}

static bool scrolls(const App *app)
{
    return page_is_more(app, changes_text);
}

static const Action actions[] = {
    PAGE_ACTIONS(scroll, scrolls),
    {"q Esc d", "back to the lesson", .run = app_leave, .hint = "q:back"},
};

const Screen changes_screen = {
    .keys = {"On the screen of changes", ACTION_ROWS(actions)},
    .size = sizeof(Page),
    .draw = draw,
    .is_of_run = true,
    .wheel = PAGE_WHEEL,
    .words = "what the edits changed",
};
