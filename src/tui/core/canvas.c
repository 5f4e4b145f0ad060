// What every view draws with: rules, messages, text that is cut to its place, and the notes of what
// can be clicked.
#include "tui/core/canvas.h"

#include "base/text/ascii.h"
#include "base/text/utf8.h"

// ---- hits ---------------------------------------------------------------------------------------

static void add_hit(Canvas *canvas, Hit hit)
{
    Hits *hits = canvas->hits;
    if (!hits) return;
    if (hit.action || hit.click || hit.wheel) hit.cell.entry = -1;
    *ARENA_ADD(&hits->arena, hits->list, hits->count) = hit;
}

void canvas_hit(Canvas *canvas, Rect area, Cell cell, const Action *action)
{
    add_hit(canvas, (Hit){.area = area, .cell = cell, .action = action});
}

void canvas_click(Canvas *canvas, Rect area, ActionRun *click, int number)
{
    add_hit(canvas, (Hit){.area = area, .click = click, .number = number});
}

void canvas_select(Canvas *canvas, Rect area, ActionRun *select, int number)
{
    add_hit(canvas, (Hit){.area = area, .click = select, .number = number, .selects = true});
}

void canvas_wheel(Canvas *canvas, Rect area, ActionRun *wheel)
{
    add_hit(canvas, (Hit){.area = area, .wheel = wheel});
}

// ---- text that fits -----------------------------------------------------------------------------

const char *canvas_fit_text(Arena *arena, Str text, int columns)
{
    if (utf8_width(text) <= columns) return str_copy(arena, text);
    if (columns <= 0) return "";
    return arena_printf(arena, "%.*s…", STR_ARG(utf8_fit(text, columns - 1)));
}

const char *canvas_fit_facts(Arena *arena, Str facts, int columns)
{
    Str kept = str_trim(facts);
    while (utf8_width(kept) > columns) {
        int end = kept.n - 1;
        while (end > 0 && !(kept.p[end] == ' ' && kept.p[end - 1] == ' ')) end--;
        if (end <= 0) break;
        kept = str_trim(str_slice(kept, 0, end));
    }
    return canvas_fit_text(arena, kept, columns);
}

const char *canvas_first_fitting(const char *const *texts, int columns)
{
    while (texts[1] && frame_columns(*texts) > columns) texts++;
    return *texts;
}

int canvas_first_line(int at, int count, int rows)
{
    return within(at - rows / 2, 0, count - rows);
}

int canvas_put(Canvas *canvas, Rect place, Style style, const char *text)
{
    return frame_text(canvas->frame, place, place.column, place.row, style,
                      str_from(canvas_fit_text(canvas->arena, str_from(text), place.columns)));
}

int canvas_facts(Canvas *canvas, Rect place, Style style, const char *facts)
{
    return canvas_put(canvas, place, style,
                      canvas_fit_facts(canvas->arena, str_from(facts), place.columns));
}

void canvas_cursor(Canvas *canvas, int column, int row)
{
    canvas->frame->cursor_column = column;
    canvas->frame->cursor_row = row;
}

// ---- rows ---------------------------------------------------------------------------------------

void canvas_cursor_behind(Canvas *canvas, Str prompt, Rect area)
{
    int typed = str_find(prompt, "_   ("),
        column = typed < 0 ? 0 : utf8_width((Str){prompt.p, typed});
    canvas_cursor(canvas, area.column + (column < area.columns ? column : 0), area.row);
}

int canvas_chip(Canvas *canvas, Rect clip, int column, Style chip, const char *letter)
{
    Style mark = chip;
    mark.attributes |= ATTR_MARK;
    column = frame_text(canvas->frame, clip, column, clip.row, mark, STR("["));
    column = frame_text(canvas->frame, clip, column, clip.row, chip, str_from(letter));
    return frame_text(canvas->frame, clip, column, clip.row, mark, STR("]"));
}

void canvas_border(Canvas *canvas, Rect part)
{
    Style mark = {.ink = INK_FAINT, .attributes = ATTR_MARK};
    for (int row = part.row; row < part.row + part.rows; row++)
        frame_text(canvas->frame, part, part.column, row, mark, STR("│"));
}

void canvas_box(Canvas *canvas, Rect clip, Rect box, Style style)
{
    static const char *const SIGNS[3][3] = {{"┌", "─", "┐"}, {"│", NULL, "│"}, {"└", "─", "┘"}};
    for (int i = 0; i < box.rows * box.columns; i++) {
        int row = i / box.columns, column = i % box.columns;
        const char *sign = SIGNS[row == 0             ? 0
                                 : row + 1 < box.rows ? 1
                                                      : 2][column == 0                ? 0
                                                           : column + 1 < box.columns ? 1
                                                                                      : 2];
        if (sign)
            frame_text(canvas->frame, clip, box.column + column, box.row + row, style,
                       str_from(sign));
    }
}

int canvas_rule_room(int columns, const char *right)
{
    int right_columns = frame_columns(right);
    return columns - 4 - (right_columns ? right_columns + 4 : 0);
}

void canvas_rule(Canvas *canvas, Rect row, const char *title, const char *right)
{
    Style rule = {.ink = INK_FAINT, .attributes = ATTR_MARK};
    int end = row.column + row.columns;
    row.rows = 1;
    for (int column = row.column; column < end; column++)
        frame_text(canvas->frame, row, column, row.row, rule, STR("─"));
    int right_columns = frame_columns(right);
    int room = canvas_rule_room(row.columns, right);
    if (*title && room > 0)
        frame_printf(canvas->frame, row, row.column, row.row, BOLD, " %s ",
                     canvas_fit_text(canvas->arena, str_from(title), room));
    if (right_columns && right_columns + 4 < row.columns)
        frame_printf(canvas->frame, row, end - right_columns - 4, row.row, QUIET, " %s ", right);
}

void canvas_rule_fitting(Canvas *canvas, Rect row, const char *const *titles, const char *right)
{
    int room = canvas_rule_room(row.columns, right);
    canvas_rule(canvas, row, canvas_first_fitting(titles, room), right);
}

// Of several sentences the last ones, which say what to do, where not all have room.
static Str message_text(const Canvas *canvas, int columns)
{
    Str text = str_from(canvas->app->message);
    for (int i = 1; i + 1 < text.n && utf8_width(text) > columns; i++) {
        bool begins = text.p[i - 1] == '.' && text.p[i] == ' ' && ascii_is_upper(text.p[i + 1]);
        if (!begins) continue;
        text = str_slice(text, i + 1, text.n);
        i = 0;
    }
    return text;
}

// The beginning of a sentence that one row cannot hold, in the row above; what is left of it.
static Str message_begin(Canvas *canvas, Rect area, Style style, Str text)
{
    int at = utf8_fit(text, area.columns - 2).n;
    while (at > 0 && text.p[at] != ' ') at--;
    if (utf8_width(text) <= area.columns - 2 || at == 0 || area.row == 0) return text;
    Buf line = {.arena = canvas->arena};
    buf_printf(&line, " %.*s", at, text.p);
    buf_add_repeat(&line, ' ', area.columns - utf8_width(buf_str(&line)));
    frame_text(canvas->frame, (Rect){area.column, area.row - 1, area.columns, 1}, area.column,
               area.row - 1, style, buf_str(&line));
    return str_trim(str_slice(text, at, text.n));
}

bool canvas_message(Canvas *canvas, Rect area)
{
    const App *app = canvas->app;
    if (!app->message) return false;
    Style style = {.attributes = ATTR_BOLD};
    if (app->message_is_error) style.ink = INK_ERROR;
    Str text = message_begin(canvas, area, style, message_text(canvas, area.columns - 2));
    text = str_from(canvas_fit_text(canvas->arena, text, area.columns - 2));
    frame_text(canvas->frame, area, 1, area.row, style, text);
    return true;
}

void canvas_last_row(Canvas *canvas)
{
    Rect row = {0, canvas->app->rows - 1, canvas->app->columns, 1};
    if (!canvas_message(canvas, row)) view_keys(canvas, row);
}
