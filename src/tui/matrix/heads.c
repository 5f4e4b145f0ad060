// What the keys do in the view of all heads: select one, sort them, average them, enlarge one, go
// to another layer.
#include "tui/matrix/heads.h"

#include "tui/actions.h"

// Shows the group anew, with head `number` selected.
static void show_group(App *app, int number)
{
    HeadsView *view = &app->heads;
    Arena scratch = {0};
    Error error = {.arena = &scratch};
    if (!heads_show(&view->all, view->order, &error))
        app_say(app, true, "Error: %s", error.message);
    view->selected = 0;
    for (int i = 0; i < view->all.count; i++) {
        if (view->all.head[i].number == number) view->selected = i;
    }
    arena_free(&scratch);
}

bool heads_open(App *app)
{
    Arena scratch = {0};
    Error error = {.arena = &scratch};
    Heads found;
    int number;
    bool has = heads_find(&found, app->walk, app->walk->selected, &number, &error);
    if (error.set) app_say(app, true, "%s", error.message);
    arena_free(&scratch);
    if (!has) return false;
    heads_free(&app->heads.all);
    app->heads = (HeadsView){.all = found};
    show_group(app, number);
    app->screen = ON_HEADS;
    return true;
}

bool heads_leave(App *app)
{
    app->screen = app->home;
    return true;
}

bool heads_enlarge(App *app)
{
    const HeadsView *view = &app->heads;
    const Head *head = &view->all.head[view->selected];
    Arena scratch = {0};
    const char *name = entry_title(app->walk->trace, head->cell.entry, &scratch);
    if (head->number < 0) name = head_name(&view->all, head, &scratch);
    large_open(app, head->cell, head->number < 0 ? view->all.average : NULL, name, ON_HEADS);
    arena_free(&scratch);
    return true;
}

// ---- moving -------------------------------------------------------------------------------------

static bool select_tile(App *app, int to)
{
    HeadsView *view = &app->heads;
    if (to < 0 || to >= view->all.count || to == view->selected) return false;
    view->selected = to;
    return true;
}

bool heads_select(App *app, int tile)
{
    app->heads.selected = tile;
    return true;
}

bool heads_move(App *app, int move)
{
    const HeadsView *view = &app->heads;
    int at = view->selected, last = view->all.count - 1;
    int per_row = heads_layout(app, view).per_row;
    bool more_rows = at / per_row < last / per_row;
    switch ((Move)move) {
    case MOVE_LEFT: return select_tile(app, at - 1);
    case MOVE_RIGHT: return select_tile(app, at + 1);
    case MOVE_UP: return select_tile(app, at - per_row);
    case MOVE_DOWN: return select_tile(app, more_rows && at + per_row > last ? last : at + per_row);
    default: return select_tile(app, move == MOVE_FIRST ? 0 : last);
    }
}

bool heads_move_layer(App *app, int by)
{
    HeadsView *view = &app->heads;
    int64_t to = view->all.group + by;
    if (to < 0 || to >= heads_groups(&view->all)) return false;
    int number = view->all.head[view->selected].number;
    view->all.group = to;
    show_group(app, number);
    return true;
}

bool heads_sort(App *app)
{
    HeadsView *view = &app->heads;
    view->order.sorted = !view->order.sorted;
    show_group(app, view->all.head[view->selected].number);
    app_say(app, false,
            view->order.sorted ? "By entropy, the most certain head first. s: by number"
                               : "By number. s: by entropy");
    return true;
}

bool heads_average(App *app)
{
    HeadsView *view = &app->heads;
    int number = view->all.head[view->selected].number;
    view->order.averaged = !view->order.averaged;
    show_group(app, view->order.averaged ? -1 : number);
    if (view->order.averaged && !view->all.average && !app->message)
        app_say(app, false, "Not all heads are computed yet.");
    return true;
}
