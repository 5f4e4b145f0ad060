// Three lines, widest form that fits:
//
//     scores[0,1] = queries[0,0]*keys[1,0] + queries[0,1]*keys[1,1] + …      symbols
//                 =          1*4          +          0*4          + …      numbers
//                 =           4           +           0           + …  = 4 what they come to
//
// Where the names are too long, the first line names blocks of cells instead (queries[0,:] @
// keys[1,:]); where even the numbers are too many, some terms around the current one are shown.
#include "tui/parts/arithmetic.h"

#include "study/arithmetic/equation.h"
#include "study/axes/role.h"
#include "tensor/op.h"
#include "terminal/text.h"

#include <limits.h>
#include <string.h>

enum { SYMBOLS, NUMBERS, VALUES, LINES };
enum { WIDER_THAN_ANY = 1000 }; // columns: no screen has them
enum { SHORT_INDENT = 3 };      // below a name that is too long to be before the numbers

typedef struct ArithmeticTable {
    Canvas *canvas;
    const Arithmetic *arithmetic;
    const char *name;
    int indent;        // columns before the equals signs
    int open;          // pieces shown, -1: all
    bool line[LINES];  // which lines are drawn
    int first, end;    // the window of pieces
    bool result_above; // behind the names, for lack of space behind the numbers
    int *width;        // of each piece, 0: not measured yet
} ArithmeticTable;

static const char *written(const ArithmeticTable *table, const char *text)
{
    return app_typeset(table->canvas->app, text, table->canvas->arena);
}

// Once all of it is open.
static const char *whole_piece(const ArithmeticTable *table, int piece, int line)
{
    const Piece *p = arithmetic_piece(table->arithmetic, piece);
    return written(table, line == SYMBOLS ? p->symbols : line == NUMBERS ? p->numbers : p->value);
}

static const char *piece_text(const ArithmeticTable *table, int piece, int line)
{
    bool closed = table->open >= 0 && piece >= table->open && line != SYMBOLS;
    return closed ? "." : whole_piece(table, piece, line);
}

// Of an exponential over a sum, the upper part; else what the notation says is before.
static const char *head_text(const ArithmeticTable *table, int line)
{
    const Arithmetic *a = table->arithmetic;
    Arena *arena = table->canvas->arena;
    if (line == SYMBOLS) return written(table, a->head_symbols);
    if (a->kind != TERMS_EXP_OVER_SUM) return written(table, a->head_numbers);
    return arena_printf(arena, "%s / (", piece_text(table, a->terms.self, line));
}

static int head_width(const ArithmeticTable *table)
{
    ArithmeticTable whole = *table;
    whole.open = -1;
    int widest = 0;
    for (int line = 0; line < LINES; line++)
        widest = at_least(table->line[line] ? frame_columns(head_text(&whole, line)) : 0, widest);
    return widest;
}

static const char *whole_result(const ArithmeticTable *table)
{
    const Arithmetic *a = table->arithmetic;
    return written(table, arena_printf(table->canvas->arena, "  %s %s", a->relation, a->result));
}

// Of a number that was taken as it is written, "masked[0,1] = -inf" says all.
static bool is_said(const ArithmeticTable *table)
{
    const Arithmetic *a = table->arithmetic;
    const Canvas *canvas = table->canvas;
    return a->piece_count == 1 && a->kind == TERMS_MOVED &&
           strcmp(trace_operand_name(canvas->walk->trace, *a->source, canvas->arena), a->result) ==
               0;
}

static const char *result_text(const ArithmeticTable *table)
{
    return table->open >= 0 || is_said(table) ? "" : whole_result(table);
}

static const char *left_out(const ArithmeticTable *table, int count)
{
    return count > 0 ? arena_printf(table->canvas->arena, "… %d more …", count) : "";
}

static const char *between(const ArithmeticTable *table)
{
    return written(table, table->arithmetic->between);
}

// Of the lines that are drawn. Of thousands of pieces few are ever asked for.
static int piece_width(const ArithmeticTable *table, int piece)
{
    int *width = &table->width[piece];
    if (*width) return *width;
    for (int line = 0; line < LINES; line++)
        *width = at_least(table->line[line] ? frame_columns(whole_piece(table, piece, line)) : 0,
                          *width);
    return *width;
}

// Columns of all that is drawn once the cell is open: so nothing shifts while it opens.
static int table_width(const ArithmeticTable *table)
{
    const Arithmetic *a = table->arithmetic;
    int width = table->indent + 3 + head_width(table) + frame_columns(a->after);
    for (int i = table->first; i < table->end && width < WIDER_THAN_ANY; i++)
        width += piece_width(table, i);
    int shown = table->end - table->first;
    int before = frame_columns(left_out(table, table->first));
    int after = frame_columns(left_out(table, a->piece_count - table->end));
    int gaps = shown - 1 + (before > 0) + (after > 0);
    int result = table->result_above ? 0 : frame_columns(whole_result(table));
    return width + before + after + gaps * frame_columns(between(table)) + result;
}

static void take_all(ArithmeticTable *table)
{
    table->first = 0;
    table->end = table->arithmetic->piece_count;
    memset(table->width, 0, (size_t)table->end * sizeof *table->width);
}

// One piece more at an end of the window, if it still fits then.
static bool grow(ArithmeticTable *table, int *end, int by, int columns)
{
    if (*end == (by < 0 ? 0 : table->arithmetic->piece_count)) return false;
    *end += by;
    if (table_width(table) <= columns) return true;
    *end -= by;
    return false;
}

// As many pieces as fit: the one that opened last, those before it, those to come.
static void take_window(ArithmeticTable *table, int columns)
{
    int count = table->arithmetic->piece_count;
    int at = table->open > 0 && table->open <= count ? table->open - 1 : 0;
    table->first = at;
    table->end = at + 1;
    while (grow(table, &table->first, -1, columns) || grow(table, &table->end, 1, columns))
        continue;
}

// ---- drawing ------------------------------------------------------------------------------------

static int draw_text(const ArithmeticTable *table, Rect area, int column, int row, const char *text)
{
    return frame_text(table->canvas->frame, area, column, row, PLAIN, str_from(text));
}

// As bright as the cell itself.
static int draw_result(const ArithmeticTable *table, Rect area, int column, int row)
{
    Str text = str_from(result_text(table));
    Style bright = {.attributes = ATTR_BOLD, .ground = GROUND_SELECTED};
    int number = text.n;
    while (number > 0 && text.p[number - 1] != ' ') number--;
    if (text.n == 0) return column;
    Frame *frame = table->canvas->frame;
    column = frame_text(frame, area, column, row, PLAIN, str_slice(text, 1, number));
    column = frame_text(frame, area, column, row, bright, str_slice(text, number - 1, text.n));
    return frame_text(frame, area, column, row, bright, STR(" "));
}

static int draw_piece(const ArithmeticTable *table, Rect area, int column, int row, int piece,
                      int line)
{
    const char *text = piece_text(table, piece, line);
    int width = piece_width(table, piece);
    draw_text(table, area, column + (width - frame_columns(text)) / 2, row, text);
    return column + width;
}

static void draw_name(const ArithmeticTable *table, Rect area, int row)
{
    frame_text(table->canvas->frame, area, area.column, row, BOLD, str_from(table->name));
}

static int draw_pieces(const ArithmeticTable *table, Rect area, int column, int row, int line)
{
    const Arithmetic *a = table->arithmetic;
    const char *before = left_out(table, table->first);
    const char *after = left_out(table, a->piece_count - table->end);
    if (*before) {
        column = draw_text(table, area, column, row, before);
        column = draw_text(table, area, column, row, between(table));
    }
    for (int i = table->first; i < table->end; i++) {
        if (i > table->first) column = draw_text(table, area, column, row, between(table));
        column = draw_piece(table, area, column, row, i, line);
    }
    if (!*after) return column;
    column = draw_text(table, area, column, row, between(table));
    return draw_text(table, area, column, row, after);
}

// "scores[0,1] = head piece + piece after", the name only on the first row.
static void draw_line(const ArithmeticTable *table, Rect area, int row, int line, bool named,
                      bool last)
{
    int column = area.column, head = head_width(table);
    if (named) draw_name(table, area, row);
    column = draw_text(table, area, column + table->indent, row, " = ");
    const char *before = head_text(table, line);
    draw_text(table, area, column + head - frame_columns(before), row, before);
    column = draw_pieces(table, area, column + head, row, line);
    column = draw_text(table, area, column, row, written(table, table->arithmetic->after));
    if (last && !table->result_above) column = draw_result(table, area, column, row) - 1;
    int end = area.column + area.columns;
    if (column > end) draw_text(table, area, end - 1, row, "…"); // even one piece is too long
}

// ---- names of blocks ----------------------------------------------------------------------------

const char *arithmetic_input(const Canvas *canvas, const Arithmetic *a, int input)
{
    Cell *cells = NEW_ARRAY(canvas->arena, Cell, a->terms.count);
    int count = 0;
    for (int i = 0; i < a->terms.count; i++) {
        if (a->terms.term[i].input == input) cells[count++] = a->source[i];
    }
    if (count == 0) return "";
    const char *name = cells_name(canvas->walk->trace, cells, count, canvas->arena);
    return role_mark(canvas->walk->trace, cells->entry, name, canvas->arena);
}

// "scores[0,1] = queries[0,:] @ keys[1,:]" or "= softmax(scores[0,:])".
static const char *short_symbols(const ArithmeticTable *table)
{
    const Trace *trace = table->canvas->walk->trace;
    const OpCall *call = &trace->entries[table->arithmetic->cell.entry].call;
    const Op *op = call->op;
    bool infix = op->symbol && call->input_count == 2;
    Buf text = {.arena = table->canvas->arena};
    buf_printf(&text, "%s = ", table->name);
    TermsKind kind = table->arithmetic->kind;
    bool is_moved = kind == TERMS_MOVED && table->arithmetic->piece_count == 1;
    if (is_moved || (infix && kind == TERMS_FORMULA)) { // with more to it than its sign
        buf_add(&text, str_from(arithmetic_piece(table->arithmetic, 0)->symbols));
        return buf_text(&text);
    }
    if (!infix) buf_printf(&text, op->symbol ? "%s" : "%s(", op->symbol ? op->symbol : op->name);
    const char *between = "";
    for (int i = 0; i < call->input_count; i++) {
        int input = equation_input(trace, table->arithmetic->cell.entry, NULL, i);
        const char *name = arithmetic_input(table->canvas, table->arithmetic, input);
        if (!*name) continue;
        buf_printf(&text, "%s%s", between, name);
        between = infix ? arena_printf(table->canvas->arena, " %s ", op->symbol) : ", ";
    }
    if (!infix && !op->symbol) buf_add_char(&text, ')');
    return buf_text(&text);
}

// Products are worth a line of their own; a single value or one that says the same is not.
static bool values_differ(const Arithmetic *a)
{
    for (int i = 0; i < a->piece_count; i++) {
        if (!arithmetic_piece(a, i)->is_value) return true;
    }
    return false;
}

static bool numbers_say_more(const Arithmetic *a)
{
    if (a->piece_count != 1) return true;
    const Piece *piece = arithmetic_piece(a, 0);
    bool is_result = piece->is_value && strcmp(piece->value, a->result) == 0;
    return !is_result || *a->head_numbers || *a->after;
}

// Numbers that are one piece, and too long for a line: over as many as there are.
static int draw_folded(const ArithmeticTable *table, Rect area, int row)
{
    const char *whole = arena_printf(
        table->canvas->arena, "%s%s%s%s", head_text(table, NUMBERS), piece_text(table, 0, NUMBERS),
        written(table, table->arithmetic->after), table->result_above ? "" : result_text(table));
    Text text = {.arena = table->canvas->arena, .columns = area.columns};
    Rect lines = {area.column, row, area.columns, area.row + area.rows - row};
    TextRun run = {PLAIN, str_from(whole)};
    text_wrap(&text, STR("  = "), STR("    "), &run, 1);
    text_draw(&text, table->canvas->frame, lines, 0);
    return text.count < lines.rows ? text.count : lines.rows;
}

static int draw_table(ArithmeticTable *table, Rect area, bool symbols_fit)
{
    int row = area.row, drawn = 0, lines = table->line[NUMBERS] + table->line[VALUES];
    if (symbols_fit) {
        draw_line(table, area, row, SYMBOLS, true, lines == 0);
    } else {
        const char *result = lines == 0 || table->result_above ? result_text(table) : "";
        const char *names = written(table, short_symbols(table));
        const char *line = canvas_fit_text(table->canvas->arena, str_from(names),
                                           area.columns - frame_columns(result));
        int end = draw_text(table, area, area.column, row, line);
        if (*result) draw_result(table, area, end, row);
    }
    if (table->arithmetic->piece_count == 1 && table->line[NUMBERS] &&
        table_width(table) > area.columns && area.rows > 2)
        return 1 + draw_folded(table, area, row + 1);
    for (int line = NUMBERS; line < LINES; line++) {
        if (!table->line[line]) continue;
        drawn++;
        draw_line(table, area, row + drawn, line, false, drawn == lines);
    }
    return drawn + 1;
}

// All of a sum is worth more than its place behind the name, or behind the numbers.
static bool fits_whole(ArithmeticTable *table, int columns)
{
    bool wide = table->indent > columns / 4;
    if (table_width(table) > columns && wide) table->indent = SHORT_INDENT;
    if (table_width(table) <= columns) return true;
    const char *names = written(table, short_symbols(table));
    if (frame_columns(names) + frame_columns(whole_result(table)) > columns) return false;
    int indent = table->indent;
    table->result_above = true;
    if (table_width(table) > columns) table->indent = SHORT_INDENT;
    if (table_width(table) <= columns) return true;
    table->indent = indent;
    table->result_above = false;
    return false;
}

// The widest form that fits, with the lines that there will be.
static bool fit_table(ArithmeticTable *table, int columns)
{
    take_all(table);
    if (table_width(table) <= columns) return true;
    table->line[SYMBOLS] = false;
    take_all(table);
    if (fits_whole(table, columns)) return false;
    take_window(table, columns);
    if (table_width(table) > columns && table->indent > SHORT_INDENT) {
        table->indent = SHORT_INDENT;
        take_window(table, columns);
    }
    if (table_width(table) > columns && table->line[NUMBERS] && table->line[VALUES]) {
        table->line[NUMBERS] = false; // what they come to is shorter
        take_all(table);
        if (table_width(table) > columns) take_window(table, columns);
    }
    table->result_above = table_width(table) > columns;
    return false;
}

static ArithmeticTable table_of(Canvas *canvas, const char *name, const Arithmetic *arithmetic)
{
    return (ArithmeticTable){.canvas = canvas,
                             .arithmetic = arithmetic,
                             .name = name,
                             .indent = frame_columns(name),
                             .open = walk_open_terms(canvas->walk, canvas->walk->at.selected),
                             .width = NEW_ARRAY(canvas->arena, int, arithmetic->piece_count)};
}

int arithmetic_draw(Canvas *canvas, Rect area, const char *name, const Arithmetic *arithmetic)
{
    ArithmeticTable table = table_of(canvas, name, arithmetic);
    table.line[SYMBOLS] = true;
    table.line[NUMBERS] = numbers_say_more(arithmetic);
    table.line[VALUES] = values_differ(arithmetic) && area.rows > 2;
    bool symbols_fit = fit_table(&table, area.columns);
    bool arrives = canvas->walk->at.held_back.is_set; // then there is room for them already
    if (table.open == 0 && !arrives) table.line[NUMBERS] = table.line[VALUES] = false;
    return draw_table(&table, area, symbols_fit);
}

// ---- the numbers alone --------------------------------------------------------------------------

// Of a number that was only moved, where it comes from says more than the number twice.
static bool only_named(const Arithmetic *arithmetic)
{
    return arithmetic->kind == TERMS_MOVED && !numbers_say_more(arithmetic);
}

static ArithmeticTable row_table(Canvas *canvas, const char *name, const Arithmetic *arithmetic)
{
    ArithmeticTable table = table_of(canvas, name, arithmetic);
    table.line[only_named(arithmetic) ? SYMBOLS : NUMBERS] = true;
    take_all(&table);
    return table;
}

// Fills rows with the pieces, one after another; the last one brings the result. Drawn into an
// area, if one is given. Returns how many rows they take, or more than `most`.
static int flow(const ArithmeticTable *table, int columns, int most, const Rect *area)
{
    const Arithmetic *a = table->arithmetic;
    int row = 0, column = table->indent + 3 + head_width(table);
    for (int i = 0; i < a->piece_count && row < most; i++) {
        bool last = i + 1 == a->piece_count;
        const char *behind = last ? written(table, a->after) : between(table);
        int width = piece_width(table, i) + frame_columns(behind);
        int needed = width + (last ? frame_columns(whole_result(table)) : 0);
        if (column + needed > columns && column > SHORT_INDENT) {
            row++;
            column = SHORT_INDENT;
        }
        if (area) {
            int at = area->row + row, to = area->column + column;
            to = draw_piece(table, *area, to, at, i, only_named(a) ? SYMBOLS : NUMBERS);
            to = draw_text(table, *area, to, at, behind);
            if (last) draw_result(table, *area, to, at);
        }
        column += width;
    }
    return row + 1;
}

int arithmetic_rows(Canvas *canvas, int columns, const char *name, const Arithmetic *arithmetic)
{
    enum { MOST_ROWS = 3 };
    ArithmeticTable table = row_table(canvas, name, arithmetic);
    int rows = flow(&table, columns, MOST_ROWS, NULL);
    return rows <= MOST_ROWS ? rows : 1;
}

static void draw_flowing(const ArithmeticTable *table, Rect area)
{
    int line = only_named(table->arithmetic) ? SYMBOLS : NUMBERS;
    draw_name(table, area, area.row);
    draw_text(table, area, area.column + table->indent, area.row, " = ");
    draw_text(table, area, area.column + table->indent + 3, area.row, head_text(table, line));
    flow(table, area.columns, INT_MAX, &area);
}

void arithmetic_draw_row(Canvas *canvas, Rect area, const char *name, const Arithmetic *arithmetic)
{
    ArithmeticTable table = row_table(canvas, name, arithmetic);
    if (table_width(&table) > area.columns && area.rows > 1) {
        draw_flowing(&table, area);
        return;
    }
    int line = only_named(arithmetic) ? SYMBOLS : NUMBERS;
    for (; line < LINES; line++) { // what they come to is shorter, and must not be cut
        table.line[SYMBOLS] = line == SYMBOLS;
        table.line[NUMBERS] = line == NUMBERS;
        table.line[VALUES] = line == VALUES;
        take_all(&table);
        if (table_width(&table) > area.columns) take_window(&table, area.columns);
        if (table_width(&table) <= area.columns) break;
    }
    if (line == LINES) line = VALUES;
    draw_line(&table, area, area.row, line, true, true);
}
