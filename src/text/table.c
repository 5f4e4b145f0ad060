// A table that is too wide gives room column by column, always from the one that is widest, and
// wraps its cells there.
#include "text/table.h"

#include "base/text/utf8.h"
#include "text/prose.h"

enum { GAP = 2, LEAST_WIDTH = 8 };

typedef struct TextTable {
    const Walk *walk;
    const Paragraph *row;
    int rows, columns;
    int *width;
    Arena *arena;
} TextTable;

int table_rows(const Block *blocks, int count)
{
    int rows = 0;
    while (rows < count && blocks[rows].kind == BLOCK_PROSE &&
           blocks[rows].prose.kind == PARAGRAPH_TABLE && !(rows && blocks[rows].prose.header))
        rows++;
    return rows;
}

static Str cell_of(const TextTable *table, int row, int column)
{
    const Paragraph *paragraph = &table->row[row];
    Buf text = {.arena = table->arena};
    for (int i = 0, at = 0; i < paragraph->count; i++) {
        if (paragraph->inlines[i].kind == INLINE_BREAK)
            at++;
        else if (at == column)
            prose_inline(&text, table->walk, &paragraph->inlines[i]);
    }
    return buf_str(&text);
}

static TextTable table_of(const Walk *walk, const Paragraph *row, int rows, Arena *arena)
{
    TextTable table = {.walk = walk, .row = row, .rows = rows, .columns = 1, .arena = arena};
    for (int i = 0; i < row->count; i++) table.columns += row->inlines[i].kind == INLINE_BREAK;
    table.width = NEW_ARRAY(arena, int, table.columns);
    for (int i = 0; i < rows; i++) {
        for (int column = 0; column < table.columns; column++) {
            int width = utf8_width(cell_of(&table, i, column));
            if (width > table.width[column]) table.width[column] = width;
        }
    }
    return table;
}

static void fit(TextTable *table, int room)
{
    int total = GAP * (table->columns - 1), widest = 0;
    for (int column = 0; column < table->columns; column++) total += table->width[column];
    for (; total > room; total--) {
        for (int column = 0; column < table->columns; column++) {
            if (table->width[column] > table->width[widest]) widest = column;
        }
        if (table->width[widest] <= LEAST_WIDTH) return;
        table->width[widest]--;
    }
}

// Blanks only before what follows, so that no line ends with them.
static void write_line(Buf *out, const TextTable *table, const char *before, Str *rest)
{
    int at = 0, from = 0;
    buf_add(out, str_from(before));
    for (int column = 0; column < table->columns; column++) {
        Str line;
        if (str_next_line(&rest[column], &line) && line.n) {
            buf_add_repeat(out, ' ', from - at);
            buf_add(out, line);
            at = from + utf8_width(line);
        }
        from += table->width[column] + GAP;
    }
    buf_add_char(out, '\n');
}

static bool any_left(const Str *rest, int count)
{
    int i = 0;
    while (i < count && rest[i].n == 0) i++;
    return i < count;
}

static void write_row(Buf *out, const TextTable *table, const char *before, int row)
{
    Str *rest = NEW_ARRAY(table->arena, Str, table->columns);
    for (int column = 0; column < table->columns; column++) {
        Buf lines = {.arena = table->arena};
        prose_wrap(&lines, cell_of(table, row, column), "", "", table->width[column]);
        rest[column] = buf_str(&lines);
    }
    do write_line(out, table, before, rest);
    while (any_left(rest, table->columns));
}

static void write_rule(Buf *out, const TextTable *table, const char *before)
{
    buf_add(out, str_from(before));
    for (int column = 0; column < table->columns; column++) {
        if (column) buf_add_repeat(out, ' ', GAP);
        buf_add_repeat(out, '-', table->width[column]);
    }
    buf_add_char(out, '\n');
}

void table_write(Buf *out, const Walk *walk, const Paragraph *rows, int count, int columns)
{
    SCRATCH(arena);
    TextTable table = table_of(walk, rows, count, &arena);
    Buf indent = {.arena = &arena};
    buf_add_repeat(&indent, ' ', 2 * rows->depth);
    const char *before = buf_text(&indent);
    fit(&table, columns - indent.n);
    for (int row = 0; row < table.rows; row++) {
        write_row(out, &table, before, row);
        if (row == 0) write_rule(out, &table, before);
    }
}

// ---- for the ear -------------------------------------------------------------------------------

static void tell_row(Buf *out, const TextTable *table, int row, int columns)
{
    Buf line = {.arena = table->arena};
    for (int column = 0; column < table->columns; column++) {
        Str cell = cell_of(table, row, column), head = cell_of(table, 0, column);
        if (cell.n == 0) continue;
        if (line.n) buf_add(&line, STR("; "));
        if (row && head.n) buf_printf(&line, "%.*s: ", STR_ARG(head));
        buf_add(&line, cell);
    }
    prose_wrap(out, buf_str(&line), row ? "- " : "Table: ", "  ", columns);
}

void table_tell(Buf *out, const Walk *walk, const Paragraph *rows, int count, int columns)
{
    SCRATCH(arena);
    TextTable table = table_of(walk, rows, count, &arena);
    for (int row = 0; row < table.rows; row++) tell_row(out, &table, row, columns);
}
