#include "tui/edit/reach.h"

#include "base/number.h"
#include "base/utf8.h"

enum { MOST_NUMBERS = 8, LEVEL_INDENT = 2, NUMBERS_FROM = 30, DOC_FROM = 58, LEAST_DOC = 12 };

// ---- keys ---------------------------------------------------------------------------------------

static bool show(App *app, ReachWay way)
{
    app->reach_at = 0;
    reach_close(&app->reach);
    bool any = reach_open(&app->reach, app->walk, app->walk->selected, way);
    if (any) app->screen = ON_REACH;
    return any;
}

bool reach_show_feeds(App *app)
{
    return show(app, REACH_FEEDS);
}

bool reach_show_sources(App *app)
{
    return show(app, REACH_SOURCES);
}

bool reach_leave(App *app)
{
    app->screen = app->home;
    reach_close(&app->reach);
    return true;
}

static bool move(App *app, int by)
{
    int to = app->reach_at + by;
    if (to < 0 || to >= app->reach.count) return false;
    app->reach_at = to;
    return true;
}

bool reach_up(App *app)
{
    return move(app, -1);
}

bool reach_down(App *app)
{
    return move(app, 1);
}

bool reach_deeper(App *app)
{
    return reach_level(&app->reach, 1);
}

bool reach_shallower(App *app)
{
    bool changed = reach_level(&app->reach, -1);
    if (app->reach_at >= app->reach.count) app->reach_at = app->reach.count - 1;
    return changed;
}

bool reach_go(App *app)
{
    Cell cell = app->reach.groups[app->reach_at].cells[0];
    if (!walk_is_open(app->walk, cell)) {
        app_say(app, false, "That is not computed yet at this place of the walk.");
        return true;
    }
    bool gone = walk_jump_to(app->walk, cell);
    if (gone) reach_leave(app);
    if (gone) app_say(app, false, "'' goes back, Ctrl-N forward again.");
    return gone;
}

// ---- drawing ------------------------------------------------------------------------------------

// "= 2 4 4", or "to come".
static const char *numbers_of(Canvas *canvas, const ReachGroup *group)
{
    const Walk *walk = canvas->walk;
    Buf out = {.arena = canvas->arena};
    if (walk_hides(walk, group->cells[0])) return "= ?";
    if (!walk_is_open(walk, group->cells[0])) return "to come";
    buf_add_char(&out, '=');
    for (int i = 0; i < group->count && i < MOST_NUMBERS; i++) {
        buf_add_char(&out, ' ');
        if (walk_is_open(walk, group->cells[i]))
            number_human(&out, cell_value(walk->trace, group->cells[i]), walk->digits);
        else
            buf_add_char(&out, walk_hides(walk, group->cells[i]) ? '?' : '.');
    }
    if (group->count > MOST_NUMBERS) buf_add(&out, STR(" …"));
    return buf_text(&out);
}

static void draw_group(Canvas *canvas, const ReachGroup *group, bool selected, Rect row)
{
    Buf line = {.arena = canvas->arena};
    buf_printf(&line, "%c%2d ", selected ? '>' : ' ', group->level);
    buf_add_repeat(&line, ' ', LEVEL_INDENT * (group->level - 1 < 10 ? group->level - 1 : 10));
    buf_printf(&line, "%s",
               cells_name(canvas->walk->trace, group->cells, group->count, canvas->arena));
    int used = utf8_width(buf_str(&line));
    buf_add_repeat(&line, ' ', used + 2 < NUMBERS_FROM ? NUMBERS_FROM - used : 2);
    buf_printf(&line, "%s", numbers_of(canvas, group));
    used = utf8_width(buf_str(&line));
    const Op *op = canvas->walk->trace->entries[group->cells[0].entry].call.op;
    int doc = used + 3 < DOC_FROM ? DOC_FROM : used + 3;
    if (op->sources && doc + LEAST_DOC <= row.columns) {
        buf_add_repeat(&line, ' ', doc - used);
        buf_printf(&line, "%s", op->doc);
    }
    const char *text = fit_text(canvas->arena, buf_str(&line), row.columns);
    frame_text(canvas->frame, row, row.column, row.row,
               (Style){.attributes = selected ? ATTR_BOLD : 0}, str_from(text));
    canvas_hit(canvas, row, group->cells[0], NULL);
    if (!selected) return;
    canvas->frame->cursor_column = row.column;
    canvas->frame->cursor_row = row.row;
}

static const char *note(const App *app)
{
    const Reach *reach = &app->reach;
    bool feeds = reach->way == REACH_FEEDS;
    if (app->message) return app->message;
    if (reach->levels < reach->most)
        return feeds ? "Right opens the next level, up to the outputs."
                     : "Right opens the next level, down to the inputs.";
    return reach->more ? "That is all that was followed; large tensors have more cells."
                       : "That is all.";
}

static void draw_groups(Canvas *canvas, Rect area)
{
    const Reach *reach = &canvas->app->reach;
    int at = canvas->app->reach_at, top = at - area.rows / 2;
    if (top > reach->count - area.rows) top = reach->count - area.rows;
    if (top < 0) top = 0;
    for (int i = 0; i < area.rows && top + i < reach->count; i++)
        draw_group(canvas, &reach->groups[top + i], top + i == at,
                   (Rect){area.column, area.row + i, area.columns, 1});
}

void view_reach(Canvas *canvas, Rect part)
{
    const Reach *reach = &canvas->app->reach;
    Arena *arena = canvas->arena;
    const char *name = cell_name(canvas->walk->trace, reach->from, arena);
    canvas_rule(canvas, part,
                text_printf(arena,
                            reach->way == REACH_FEEDS ? "what %s feeds" : "what %s is made from",
                            name),
                text_printf(arena, "level %d of %d", reach->levels, reach->most));
    draw_groups(canvas, (Rect){1, 1, part.columns - 2, part.rows - 3});
    Rect last = {1, part.rows - 2, part.columns - 2, 1};
    frame_text(canvas->frame, last, 1, last.row, (Style){.ink = INK_RULE},
               str_from(fit_text(arena, str_from(note(canvas->app)), last.columns)));
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}
