// What the edits changed, tensor by tensor in the order of the program, those of functions last:
// how many cells, and the first of them as old -> new. Then the names of what is unchanged.
#include "text/lesson_text.h"
#include "trace/names/convention.h"
#include "tui/parts/heat.h"
#include "tui/parts/page.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "study/axes/role.h"
#include "study/looks/typeset.h"
#include "study/names/words.h"
#include "walk/edits/edit.h"

#include <math.h>
#include <string.h>

enum { MOST_TENSORS = 400, COUNT_COLUMNS = 12, GAP = 2 };

// What a step prints otherwise than before, up to what would tell an answer.
static void add_printed(const Walk *walk, Text *text, int number)
{
    const Step *step = &walk->lesson.steps[number];
    for (int i = 0; i < step->count; i++) {
        const Block *block = &step->blocks[i];
        Str before, now;
        const Question *asked =
            block->kind == BLOCK_PREDICTION ? walk_question_of(walk, &block->prediction) : NULL;
        if (asked && walk_awaits(walk, asked)) return;
        if (block->kind != BLOCK_CODE) continue;
        if (!walk_changed_line(walk, &block->code, &before, &now)) continue;
        const char *first = arena_printf(text->arena, "Step %d prints: ", number + 1);
        text_words(text, PLAIN, first, str_copy(text->arena, before));
        first = arena_printf(text->arena, "%*s→ ", frame_columns(first) - 2, "");
        text_words(text, PLAIN, first, str_copy(text->arena, now));
    }
}

static void add_edits(const Walk *walk, Text *text)
{
    Edit *edits;
    int count = walk_edits(walk, text->arena, &edits);
    Buf line = {.arena = text->arena};
    for (int i = 0; i < count; i++) {
        Edit *edit = &edits[i];
        const char **name = edit->hold ? &edit->shown : &edit->cell;
        if (edit->is_done && !edit->word)
            *name = role_mark(walk->trace, edit->input.entry, *name, text->arena);
        if (i) buf_add(&line, STR(",  "));
        edit_write(edit, walk->view.digits, &line);
        if (!edit->is_done) buf_add(&line, STR(" (the program does not get there)"));
    }
    if (count == 0) buf_add(&line, STR("no edits; e edits the selected number"));
    text_words(text, PLAIN, "Edited: ", buf_text(&line));
    const char *other = walk_other_way(walk, text->arena);
    if (other)
        text_words(text, PLAIN, "",
                   arena_printf(text->arena,
                                "With the edits %s. What both runs compute is compared.", other));
    const char *broken = walk_broken_claims(walk, text->arena);
    if (broken) text_words(text, PLAIN, "With the edits ", broken);
    int here = walk->ran.stage_count ? walk->ran.stages[walk->at.stage].step
                                     : -1; // come through those before
    for (int i = 0; i < here + lesson_step_is_done(walk); i++) add_printed(walk, text, i);
    text_blank(text);
}

// "the→cat 0.06 → 0.11", without labels "[0,1] 1 → 4"
static const char *pair_of(const Walk *walk, Cell cell, double before, Arena *arena)
{
    const Tensor *tensor = walk->trace->entries[cell.entry].call.output;
    Buf pair = {.arena = arena};
    Index at = convention_index(walk->trace, cell.entry, cell.at);
    const char *words = cell_words(walk->trace, cell, arena);
    if (words)
        buf_printf(&pair, "%s ", words);
    else if (tensor->shape.ndim)
        buf_printf(&pair, "%s ", index_text(arena, at, tensor->shape.ndim));
    if (walk_hides(walk, cell)) {
        buf_add_char(&pair, '?');
        return buf_text(&pair);
    }
    double now = tensor_get(tensor, cell.at);
    int digits = number_digits_apart(before, now, walk->view.digits);
    typeset_value(&pair, tensor->dtype, before, digits);
    buf_add(&pair, STR(" → "));
    typeset_value(&pair, tensor->dtype, now, digits);
    return buf_text(&pair);
}

// Adds an item behind the line, or where it is full, begins another one under it.
static void add_item(Text *text, Buf *line, int indent, const char *item)
{
    bool is_first = line->n == 0 || line->p[line->n - 1] == ' ';
    int columns = utf8_width(buf_str(line)) + frame_columns(item) + (is_first ? 0 : 3);
    if (!is_first && columns > text->columns) {
        text_plain(text, PLAIN, buf_text(line));
        *line = (Buf){.arena = text->arena};
        buf_add_repeat(line, ' ', indent);
        is_first = true;
    }
    buf_printf(line, is_first ? "%s" : ",  %s", item);
}

static void add_cells(const Walk *walk, Text *text, Buf *line, int entry)
{
    const Differences *found = walk_differences(walk, entry);
    int told = 0, indent = utf8_width(buf_str(line));
    for (; told < found->count && told < DIFFERENCES_KEPT; told++) {
        double before;
        Cell cell = {entry, found->first[told]};
        if (walk_changed(walk, cell, &before))
            add_item(text, line, indent, pair_of(walk, cell, before, text->arena));
    }
    if (found->count > told)
        add_item(text, line, indent,
                 arena_printf(text->arena, "%lld more", (long long)found->count - told));
    text_plain(text, PLAIN, buf_text(line));
}

// ---- before and now as pictures -----------------------------------------------------------------

enum { CELL_COLUMNS = 2, LEAST_SIDE = 2, MOST_SIDE = 16, LEAST_COLUMNS = 78, BETWEEN = 3 };

// NAN: there is none, or none that may be seen.
static double picture_cell(const Walk *walk, const Matrix *matrix, int64_t row, int64_t column)
{
    if (row >= matrix->rows) return (double)NAN;
    Cell cell = {matrix->entry, matrix_index(matrix, row, column)};
    return walk_hides(walk, cell) ? (double)NAN : tensor_get(matrix->tensor, cell.at);
}

// Two rows of the matrix in one of the screen. Returns how many runs.
static int add_halves(const Walk *walk, const Matrix *matrix, int64_t row, HeatScale scale,
                      TextRun *runs, Arena *arena)
{
    for (int64_t c = 0; c < matrix->columns; c++) {
        char letter = picture_halves(picture_cell(walk, matrix, row, c),
                                     picture_cell(walk, matrix, row + 1, c), scale, &runs[c].style);
        runs[c].text = str_from(arena_printf(arena, "%c%c", letter, letter));
    }
    return (int)matrix->columns;
}

// Of a small matrix the columns of both, else 0.
static int picture_columns(const Matrix *matrix, int columns, int indent)
{
    bool is_small = matrix->rows >= LEAST_SIDE && matrix->rows <= MOST_SIDE &&
                    matrix->columns >= LEAST_SIDE && matrix->columns <= MOST_SIDE;
    int needed = 2 * CELL_COLUMNS * (int)matrix->columns + BETWEEN;
    return is_small && columns >= LEAST_COLUMNS && indent + needed <= columns ? needed : 0;
}

// As it was, as it is: behind the lines from `first` on, in column `at`; below them if there are
// none.
static void add_pictures(const Walk *walk, Text *text, const Matrix *matrix, int first, int at)
{
    const Tensor *then = walk_output_before(walk, matrix->entry);
    Matrix before = matrix_shown_of(walk->trace, then, matrix->entry, matrix->base);
    Blocks a = blocks_of(&before, MOST_SIDE, text->arena);
    Blocks b = blocks_of(matrix, MOST_SIDE, text->arena);
    HeatScale scale = heat_scale_of_picture(matrix_holds_shares(walk->trace, matrix),
                                            fmin(a.low, b.low), fmax(a.high, b.high));
    for (int64_t row = 0; row < matrix->rows; row += 2) {
        int number = first + (int)row / 2;
        TextRun runs[2 * MOST_SIDE + 3];
        Str line = number < text->count ? text->lines[number].runs[0].text : (Str){0};
        int indent = at - utf8_width(line), count = 0;
        runs[count++] = (TextRun){PLAIN, line};
        runs[count++] = (TextRun){PLAIN, str_from(arena_printf(text->arena, "%*s", indent, ""))};
        count += add_halves(walk, &before, row, scale, &runs[count], text->arena);
        runs[count++] = (TextRun){PLAIN, row ? STR("   ") : STR(" → ")};
        count += add_halves(walk, matrix, row, scale, &runs[count], text->arena);
        text_line(text, runs, count);
        if (number + 1 < text->count) text->lines[number] = text->lines[--text->count];
    }
}

// The cells, and the pictures behind them where both have room.
static void add_tensor(const Walk *walk, Text *text, Buf *line, int entry)
{
    enum { LEAST_ITEMS = 40, AIR = 3 };
    int columns = text->columns, indent = utf8_width(buf_str(line)), first = text->count;
    Matrix matrix = matrix_shown(walk->trace, entry, walk_differences(walk, entry)->first[0]);
    int picture = picture_columns(&matrix, columns, indent);
    bool is_beside = picture && columns - picture - AIR - indent >= LEAST_ITEMS;
    if (is_beside) text->columns -= picture + AIR;
    add_cells(walk, text, line, entry);
    text->columns = columns;
    if (picture)
        add_pictures(walk, text, &matrix, is_beside ? first : text->count,
                     is_beside ? columns - picture : indent);
}

// ---- the table ----------------------------------------------------------------------------------

static const char *count_of(const Walk *walk, int entry, Arena *arena)
{
    int64_t cells, changed = walk_changed_cells(walk, entry, &cells);
    return arena_printf(arena, "%lld of %lld", (long long)changed, (long long)cells);
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

// The table of those that have changed cells: "x  3 of 9  [0,0] 1 → 2"; what is inside of functions
// comes last. As wide as its names and counts, the names a third of the screen at most.
static void add_changed(const Walk *walk, Text *text)
{
    int *list = NEW_ARRAY(text->arena, int, MOST_TENSORS);
    int outside = list_changed(walk, false, list, 0),
        count = list_changed(walk, true, list, outside);
    int names = frame_columns("tensor"), counts = COUNT_COLUMNS;
    if (count == 0) return;
    for (int i = 0; i < count; i++) {
        names = at_least(frame_columns(walk->trace->entries[list[i]].name), names);
        counts = at_least(frame_columns(count_of(walk, list[i], text->arena)), counts);
    }
    names = at_most(names, text->columns / 3);
    for (int i = -1; i < count; i++) {
        const Entry *entry = i < 0 ? NULL : &walk->trace->entries[list[i]];
        const char *name = entry ? canvas_fit_text(text->arena, str_from(entry->name), names) : "";
        Buf line = {.arena = text->arena};
        if (i == outside && i > 0) text_plain(text, BOLD, "inside functions");
        list_column(&line, entry ? role_mark(walk->trace, list[i], name, text->arena) : "tensor",
                    names + GAP);
        list_column(&line, entry ? count_of(walk, list[i], text->arena) : "changed", counts + GAP);
        if (entry) {
            add_tensor(walk, text, &line, list[i]);
        } else {
            buf_add(&line, STR("old → new"));
            text_plain(text, BOLD, buf_text(&line));
        }
    }
    if (count == MOST_TENSORS) text_plain(text, PLAIN, "and more");
    text_blank(text);
}

// "Unchanged: w_key, w_query and more", each name once.
static void add_names(const Walk *walk, Text *text, const char *what, ChangeExtent change)
{
    enum { MOST_NAMES = 24 };
    const Trace *trace = walk->trace;
    const char *names[MOST_NAMES];
    int count = 0, e = 0;
    Buf line = {.arena = text->arena};
    for (; e < trace->entry_count; e++) {
        if (!is_changed_so(walk, e, change)) continue;
        const char *name = trace->entries[e].name;
        int i = 0;
        while (i < count && strcmp(names[i], name) != 0) i++;
        if (i < count) continue;
        if (count == MOST_NAMES) break;
        names[count++] = name;
        buf_printf(&line, "%s%s", count > 1 ? ", " : "", role_mark(trace, e, name, text->arena));
    }
    if (count == 0) return;
    if (e < trace->entry_count) buf_add(&line, STR(" and more"));
    text_words(text, PLAIN, what, buf_text(&line));
}

static Text changes_text(const App *app, int columns, Arena *arena)
{
    Text text = {.arena = arena, .columns = columns};
    add_edits(app->walk, &text);
    if (!app->walk->original) return text;
    add_changed(app->walk, &text);
    add_names(app->walk, &text, "Other tensors now: ", CHANGE_OF_TENSOR);
    add_names(app->walk, &text, "Unchanged: ", CHANGE_NONE);
    return text;
}

static const Action actions[] = {
    {"d", "back to the lesson", .run = leave_screen},
};

const Screen changes_screen = {
    .keys = {"On the screen of changes", ACTION_ROWS(actions)},
    PAGE_SCREEN,
    .text = changes_text,
    .words = "what the edits changed",
};
