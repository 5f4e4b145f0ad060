// The first rows: what lesson, which step, and the map of the named tensors.
#include "walk/places/names.h"

#include "base/text/utf8.h"
#include "tui/parts/heat.h"
#include "tui/parts/views.h"

// "step 4/8  Score every key against one query", without "step" where that does not fit.
static const char *step_text(Canvas *canvas, int columns, bool *whole)
{
    *whole = true;
    const Lesson *lesson = &canvas->walk->lesson;
    int step = walk_stage(canvas->walk).step;
    if (step < 0 || step >= lesson->step_count) return "";
    const char *title = lesson->steps[step].title;
    if (str_is(str_from(title), lesson->title)) title = ""; // it is on the left already
    const char *text = arena_printf(canvas->arena, "%d/%d%s%s", step + 1, lesson->step_count,
                                    *title ? "  " : "", title);
    const char *longer = arena_printf(canvas->arena, "step %s", text);
    *whole = frame_columns(longer) <= columns;
    return *whole ? longer : text;
}

// The name of the program gives way before the titles do, then the longer title.
void view_title(Canvas *canvas, Rect area)
{
    enum { GAP = 2 };
    Str title = str_from(canvas->walk->lesson.title), name = STR("qkv");
    int room = area.columns - 2 - GAP, left = room - name.n - GAP - utf8_width(title);
    bool named, whole;
    const char *step = step_text(canvas, left, &named);
    if (!named) step = step_text(canvas, room - utf8_width(title), &whole);
    int least = utf8_width(title) < room / 3 ? utf8_width(title) : room / 3;
    step = canvas_fit_text(canvas->arena, str_from(step), room - least);
    int step_columns = frame_columns(step), column = 1;
    const char *shown = canvas_fit_text(canvas->arena, title, room - step_columns);
    if (named) column = frame_text(canvas->frame, area, column, area.row, BOLD, name) + GAP;
    frame_text(canvas->frame, area, column, area.row, QUIET, str_from(shown));
    frame_text(canvas->frame, area, area.columns - 1 - step_columns, area.row, BOLD,
               str_from(step));
}

// ---- the map ------------------------------------------------------------------------------------

typedef struct TitleItem { // one name of the map
    const char *before, *name;
    NameState state;
    Style style;
    int columns, step;
    NameFlow flow;
} TitleItem;

// "(keys)" like the numbers that a cell is made from, "{weights}" for what is made from it.
static const char *const FLOW_SIGNS[][2] = {
    [FLOW_NONE] = {"", ""}, [FLOW_SOURCE] = {"(", ")"}, [FLOW_FED] = {"{", "}"}};

static TitleItem item_of(Canvas *canvas, const Name *names, int i)
{
    const Name *name = &names[i];
    TitleItem item = {.before = i == 0 ? "" : names[i - 1].step != name->step ? " → " : " "};
    item.step = name->step;
    item.name = name->name;
    item.state = name->state;
    item.style.ink = ink_of_role(role_of(canvas->walk->trace, name->entry));
    if (name->state == NAME_CURRENT) item.style.attributes = ATTR_BOLD | ATTR_UNDERLINE;
    if (name->state == NAME_TO_COME) item.style.ink = INK_QUIET;
    item.columns = frame_columns(item.before) + frame_columns(item.name) + 2;
    if (name->state != NAME_CURRENT) item.flow = name->flow;
    if (item.flow) item.columns += 2;
    return item;
}

// The items around `here` that fit into `columns`, with room for "… " and " …".
static void choose_items(const TitleItem *items, int count, int here, int columns, int *first,
                         int *end)
{
    *first = here;
    *end = here + 1;
    int used = items[here].columns + 6;
    for (bool grew = true; grew;) {
        grew = false;
        if (*first > 0 && used + items[*first - 1].columns <= columns) {
            used += items[--*first].columns;
            grew = true;
        }
        if (*end < count && used + items[*end].columns <= columns) {
            used += items[(*end)++].columns;
            grew = true;
        }
    }
}

// "[scores]", "keys*" or "outputs."
static int draw_item(Canvas *canvas, Rect area, int column, const TitleItem *item)
{
    static const char *const BEHIND[] = {
        [NAME_DONE] = "*", [NAME_CURRENT] = "]", [NAME_TO_COME] = "."};
    Style mark = item->style;
    mark.attributes = ATTR_MARK;
    Frame *frame = canvas->frame;
    if (item->state == NAME_CURRENT)
        column = frame_text(frame, area, column, area.row, mark, STR("["));
    const char *const *signs = FLOW_SIGNS[item->flow];
    column = frame_text(frame, area, column, area.row, BOLD, str_from(signs[0]));
    column = frame_text(frame, area, column, area.row, item->style, str_from(item->name));
    column = frame_text(frame, area, column, area.row, BOLD, str_from(signs[1]));
    column = frame_text(frame, area, column, area.row, mark, str_from(BEHIND[item->state]));
    return column;
}

// What is done, small, as heat below its name; a picture would tell what is not open.
static void draw_picture(Canvas *canvas, int entry, Rect area)
{
    enum { MOST_BLOCKS = 64, MOST_CELLS = 4096 };
    const Walk *walk = canvas->walk;
    Matrix matrix = matrix_shown(walk->trace, entry, (Index){0});
    bool is_small = matrix.rows * matrix.columns <= MOST_CELLS && matrix.rows * matrix.columns > 1;
    if (!is_small || walk_matrix_seen(walk, &matrix) != SEEN) return;
    if (2 * matrix.columns < area.columns) area.columns = (int)matrix.columns * 2;
    if (matrix.rows <= 2) area.rows = 1;
    Blocks blocks = blocks_of(&matrix, MOST_BLOCKS, canvas->arena);
    bool shares = matrix_holds_shares(walk->trace, &matrix);
    picture_draw(canvas, &blocks, heat_scale_of_picture(shares, blocks.low, blocks.high), area);
}

void view_map(Canvas *canvas, Rect area)
{
    static const Str LEGEND = {"* done  . to come", 17};
    Style quiet = {.ink = INK_QUIET};
    Name *names;
    int count = names_of(canvas->walk, canvas->arena, &names), here = 0, total = 0;
    if (count == 0) return;
    names_flow(canvas->walk, names, count, canvas->walk->at.selected, canvas->arena);
    TitleItem *items = NEW_ARRAY(canvas->arena, TitleItem, count);
    for (int i = 0; i < count; i++) {
        items[i] = item_of(canvas, names, i);
        total += items[i].columns;
        if (names[i].state != NAME_TO_COME) here = i;
    }
    int first = 0, end = count, columns = area.columns - 2;
    if (total > columns) choose_items(items, count, here, columns, &first, &end);
    int column = 1;
    if (first > 0) column = frame_text(canvas->frame, area, column, area.row, quiet, STR("… "));
    for (int i = first; i < end; i++) {
        if (i > first)
            column =
                frame_text(canvas->frame, area, column, area.row, quiet, str_from(items[i].before));
        int from = column;
        column = draw_item(canvas, area, column, &items[i]);
        canvas_click(canvas, (Rect){from, area.row, column - from, area.rows}, app_go_to_step,
                     items[i].step);
        Rect below = {from, area.row + 1, column - from - 1, area.rows - 1};
        if (items[i].state != NAME_DONE) continue;
        if (below.rows) draw_picture(canvas, names[i].entry, below);
        bool is_at_hand = items[i].flow || names[i].entry == canvas->walk->at.focus;
        frame_dim(canvas->frame,
                  is_at_hand ? below : (Rect){from, area.row, column - from, area.rows});
    }
    if (end < count) frame_text(canvas->frame, area, column, area.row, quiet, STR(" …"));
    quiet.attributes = ATTR_MARK;
    if (column + LEGEND.n + 4 < area.columns && end == count)
        frame_text(canvas->frame, area, area.columns - 1 - LEGEND.n, area.row, quiet, LEGEND);
}
