// The heads view: as many small pictures as fit, and what is known of the selected one.
#include "tui/view.h"

#include "base/utf8.h"

#include <math.h>

enum { TOP = 1, LEFT = 1 };

// "[H3] previous .88", and what of it there is room for.
static const char *tile_title(Canvas *canvas, const Head *head, bool selected, int columns)
{
    Arena *arena = canvas->arena;
    const char *name = head_short_name(&canvas->app->heads.all, head, arena);
    const char *pattern = head->is_open    ? pattern_name(&head->pattern, arena)
                          : head->is_asked ? "?"
                                           : "not yet";
    int share = head->is_open ? (int)(head->pattern.share * 100 + 0.5) : 0;
    const char *number = share >= 100 ? " 1" : share > 0 ? text_printf(arena, " .%02d", share) : "";
    const char *named = text_printf(arena, selected ? "[%s]" : "%s", name);
    const char *titles[] = {text_printf(arena, "%s %s%s", named, pattern, number),
                            text_printf(arena, "%s %s", named, pattern),
                            text_printf(arena, "%s %s", name, pattern)};
    for (int i = 0; i < 2; i++) {
        if (utf8_width(str_from(titles[i])) <= columns) return titles[i];
    }
    return fit_text(arena, str_from(titles[2]), columns);
}

// Each character is a cell, half a cell where there is room for two, or the largest of a block.
static void draw_picture(Canvas *canvas, const Head *head, Rect area)
{
    const Heads *heads = &canvas->app->heads.all;
    const Blocks *b = &head->blocks;
    for (int line = 0; line < area.rows && b->rows; line++) {
        int64_t row = line * b->matrix_rows / area.rows;
        int64_t row_end = (line + 1) * b->matrix_rows / area.rows;
        for (int i = 0; i < area.columns; i++) {
            int64_t column = i * b->matrix_columns / area.columns;
            int64_t column_end = (i + 1) * b->matrix_columns / area.columns;
            double most = blocks_most(b, row, row_end > row ? row_end : row + 1, column,
                                      column_end > column ? column_end : column + 1);
            bool none = isnan(most);
            char letter = none ? ' ' : heat_ramp(most, heads->low, heads->high);
            bool blank = letter == ' ';
            Style style = {.ink = blank ? INK_PLAIN : ink_of_heat(most, heads->low, heads->high)};
            frame_text(canvas->frame, area, area.column + i, area.row + line, style,
                       (Str){&letter, 1});
        }
    }
}

static bool select_and_enlarge(App *app, int tile)
{
    return heads_select(app, tile) && heads_enlarge(app);
}

static void draw_tile(Canvas *canvas, int i, const HeadsLayout *layout)
{
    const HeadsView *view = &canvas->app->heads;
    const Head *head = &view->all.head[i];
    bool selected = i == view->selected;
    int place = i - layout->first;
    Rect area = {LEFT + place % layout->per_row * layout->pitch_x,
                 TOP + place / layout->per_row * layout->pitch_y, layout->pitch_x - 1,
                 layout->height + 1};
    Style style = {.attributes = selected ? ATTR_BOLD : 0};
    const char *title = tile_title(canvas, head, selected, area.columns);
    frame_text(canvas->frame, area, area.column, area.row, style, str_from(title));
    for (int line = 0; line < layout->height; line++) {
        int row = area.row + 1 + line;
        frame_text(canvas->frame, area, area.column, row, style, selected ? STR(">|") : STR(" |"));
        frame_text(canvas->frame, area, area.column + 2 + layout->width, row, style, STR("|"));
    }
    draw_picture(canvas, head,
                 (Rect){area.column + 2, area.row + 1, layout->width, layout->height});
    canvas_click(canvas, area, heads_select, select_and_enlarge, i);
    if (!selected) return;
    canvas->frame->cursor_column = area.column;
    canvas->frame->cursor_row = area.row;
}

static void draw_facts(Canvas *canvas, const Head *head, Rect line)
{
    Buf text = {.arena = canvas->arena};
    buf_printf(&text, "%s: ", head_name(&canvas->app->heads.all, head, canvas->arena));
    head_facts(head, "   ", &text);
    if (!head->is_open && !head->is_asked) buf_add(&text, STR("; q goes back to the walk"));
    frame_text(canvas->frame, line, 1, line.row, (Style){0},
               str_from(fit_facts(canvas->arena, buf_str(&text), line.columns - 2)));
}

// "layer 2 of 12", where there are several.
static void write_part(Buf *out, const char *what, int64_t at, int64_t count)
{
    if (count > 1)
        buf_printf(out, "%s%s %lld of %lld", out->n ? ", " : "", what, (long long)at + 1,
                   (long long)count);
}

static void draw_title(Canvas *canvas, Rect part)
{
    const HeadsView *view = &canvas->app->heads;
    const Heads *all = &view->all;
    const Head *head = &all->head[all->count - 1];
    const Shape *shape = &head->tensor->shape;
    Arena *arena = canvas->arena;
    const char *name = entry_title(canvas->walk->trace, head->cell.entry, arena);
    Buf right = {.arena = arena};
    if (!all->are_layers) {
        write_part(&right, "layer", all->group / all->outer, all->layer_count);
        write_part(&right, "item", all->group % all->outer, all->outer); // of a batch
    }
    if (view->order.sorted) buf_printf(&right, "%sby entropy", right.n ? ", " : "");
    canvas_rule(canvas, part,
                text_printf(arena, "%s of %s  %lldx%lld",
                            text_printf(arena, all->are_layers ? "%lld layers" : "%lld heads",
                                        (long long)all->of_layer),
                            name, (long long)shape->dim[shape->ndim - 2],
                            (long long)shape->dim[shape->ndim - 1]),
                buf_text(&right));
}

static void draw_place(Canvas *canvas, const HeadsLayout *layout, Rect line)
{
    const HeadsView *view = &canvas->app->heads;
    if (canvas_message(canvas, line)) return;
    int end = layout->first + layout->per_row * layout->rows;
    if (end > view->all.count) end = view->all.count;
    Buf text = {.arena = canvas->arena};
    if (end - layout->first < view->all.count)
        buf_printf(&text, "%d-%d of %d   ", layout->first + 1, end, view->all.count);
    if (view->all.low < view->all.high)
        buf_printf(&text, "' .:-=+*#%%@' go from %.3g to %.3g", view->all.low, view->all.high);
    frame_text(canvas->frame, line, 1, line.row, (Style){.ink = INK_RULE}, buf_str(&text));
}

void view_heads(Canvas *canvas, Rect part)
{
    const HeadsView *view = &canvas->app->heads;
    HeadsLayout layout = heads_layout(canvas->app, view);
    draw_title(canvas, part);
    for (int i = layout.first; i < view->all.count; i++) {
        if (i >= layout.first + layout.per_row * layout.rows) break;
        draw_tile(canvas, i, &layout);
    }
    draw_facts(canvas, &view->all.head[view->selected], (Rect){0, part.rows - 3, part.columns, 1});
    draw_place(canvas, &layout, (Rect){0, part.rows - 2, part.columns, 1});
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}
