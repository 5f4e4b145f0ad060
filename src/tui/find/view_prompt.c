// The prompt: a rule, what is offered, the line that is typed, the keys.
#include "tui/find/maker.h"
#include "tui/find/prompt.h"
#include "tui/view.h"

#include "base/utf8.h"

enum { FRAME_ROWS = 3, MOST_ROWS = 16, GAP = 2 }; // the rule, the line, the keys

static const struct {
    const char *titles[3], *sign; // longer and shorter titles
} KINDS[PROMPT_KINDS] = {
    [PROMPT_COMMAND] = {{"commands", NULL}, ":"},
    [PROMPT_GO] = {{"go to 4, weights, scores[1,2]; g: first cell", "go to 4, weights, scores[1,2]",
                    NULL},
                   "go to"},
    [PROMPT_SEARCH] = {{"search", NULL}, "/"},
    [PROMPT_MARKS] = {{"marks", NULL}, "mark"},
};

int prompt_rows(const App *app)
{
    int rows = app->rows / 2 - 1;
    return rows > MOST_ROWS ? MOST_ROWS : rows < 1 ? 1 : rows;
}

static bool take(App *app, int number)
{
    app->prompt_at = number;
    return prompt_enter(app);
}

static bool nothing(App *app, int number)
{
    (void)app;
    (void)number;
    return false;
}

static void clear(Canvas *canvas, Rect area)
{
    Buf blank = {.arena = canvas->arena};
    buf_add_repeat(&blank, ' ', area.columns);
    for (int row = area.row; row < area.row + area.rows; row++)
        frame_text(canvas->frame, area, area.column, row, (Style){0}, buf_str(&blank));
    canvas_click(canvas, area, nothing, NULL, 0); // what is below cannot be clicked
}

// The right side keeps its place where the text leaves it some.
static void draw_offer(Canvas *canvas, Rect row, const Offer *offer, int at, bool selected)
{
    Style style = {.attributes = selected ? ATTR_BOLD : 0};
    int room = row.columns - 4, most = room / 3;
    const char *right = fit_text(canvas->arena, str_from(offer->right), most);
    int right_columns = utf8_width(str_from(right));
    if (right_columns) room -= right_columns + GAP;
    const char *text = fit_text(canvas->arena, str_from(offer->text), room);
    frame_printf(canvas->frame, row, row.column, row.row, style, " %c %s", selected ? '>' : ' ',
                 text);
    frame_text(canvas->frame, row, row.column + row.columns - 1 - right_columns, row.row, style,
               str_from(right));
    canvas_click(canvas, row, take, NULL, at);
}

static void draw_line(Canvas *canvas, Rect row, const Line *line, const char *sign)
{
    Style bold = {.attributes = ATTR_BOLD};
    int column = frame_text(canvas->frame, row, row.column + 1, row.row, bold, str_from(sign)) + 1;
    int cursor, room = row.columns - (column - row.column) - 1;
    Str shown = line_shown(line, room, &cursor);
    frame_text(canvas->frame, row, column, row.row, bold, shown);
    canvas->frame->cursor_column =
        column + cursor < row.columns ? column + cursor : row.columns - 1;
    canvas->frame->cursor_row = row.row;
}

static int top_of(int at, int count, int rows)
{
    int top = at - rows / 2;
    if (top > count - rows) top = count - rows;
    return top < 0 ? 0 : top;
}

static const char *title_of(const App *app, int columns)
{
    const char *places = app->prompt == PROMPT_GO ? matrix_places_title(app) : NULL;
    return places ? places : first_fitting(KINDS[app->prompt].titles, columns);
}

void view_prompt(Canvas *canvas, Rect part)
{
    const App *app = canvas->app;
    Offers offers = offers_of(app, canvas->arena);
    int rows = prompt_rows(app), at = app->prompt_at < 0 ? offers.first : app->prompt_at;
    if (offers.count < rows) rows = offers.count > 0 ? offers.count : 1;
    if (at >= offers.count) at = offers.count - 1;
    Rect area = {0, part.rows - rows - FRAME_ROWS, part.columns, rows + FRAME_ROWS};
    const char *count =
        offers.count ? text_printf(canvas->arena, "%d of %d", at + 1, offers.count) : "";
    clear(canvas, area);
    canvas_rule(canvas, area, title_of(app, canvas_rule_room(area.columns, count)), count);
    int top = top_of(at, offers.count, rows);
    for (int i = top; i < offers.count && i < top + rows; i++) {
        Rect row = {0, area.row + 1 + i - top, area.columns, 1};
        draw_offer(canvas, row, &offers.list[i], i, i == at);
    }
    if (offers.count == 0 && offers.problem)
        frame_text(canvas->frame, area, 3, area.row + 1, (Style){0},
                   str_from(fit_text(canvas->arena, str_from(offers.problem), area.columns - 4)));
    draw_line(canvas, (Rect){0, part.rows - 2, part.columns, 1}, &app->typed_in[app->prompt],
              KINDS[app->prompt].sign);
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}
