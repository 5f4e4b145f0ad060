// What if? Switches (usual mistakes, another temperature), and below their list a tensor as it is
// beside the same one with the switch on. The step is computed once more, while the run itself
// stays as it is: the comparison is in src/walk.

#include "walk/edits/whatif.h"
#include "base/text/number.h"
#include "study/axes/row.h"
#include "study/film.h"
#include "study/looks/number.h"
#include "study/names/title.h"
#include "terminal/text.h"
#include "trace/names/labels.h"
#include "tui/parts/grid.h"
#include "tui/parts/motion.h"
#include "tui/parts/page.h"
#include "tui/parts/views.h"
#include "walk/edits/edit.h"
#include "walk/goals.h"
#include "walk/runs/rerun.h"

#include <limits.h>
#include <math.h>

enum { ENTROPY_COLUMNS = 6, LEAST_DECIMALS = 2, SHORT_LABEL = 4, SIDE_GAP = 4 };

// What a switch that was tried did to the last tensor of the chain.
typedef struct Tried {
    int entry;
    int64_t changed, cells; // -1: a different shape; 0 cells: it was not tried
    double value;           // of its first cell
} Tried;

typedef struct WhatIfView {
    WhatIf what_if;
    int shown; // which tensor of it
    Tried tried[MOST_SWITCHES];
} WhatIfView;

SCREEN_STATE(WhatIfView, view_of, SCREEN_WHATIF)

static WhatIf *whatif_of(const App *app)
{
    return &view_of(app)->what_if;
}

// ---- keys ---------------------------------------------------------------------------------------

// It may reach a goal of the lesson.
static void note_outcome(App *app)
{
    int *entries, count = whatif_entries(whatif_of(app), app->scratch, &entries);
    Tried *tried = &view_of(app)->tried[whatif_of(app)->at];
    *tried = (Tried){.entry = count ? entries[count - 1] : -1};
    if (count) tried->changed = whatif_changed_cells(whatif_of(app), tried->entry, &tried->cells);
    if (tried->cells && tried->changed >= 0)
        tried->value = tensor_get(whatif_output(whatif_of(app), tried->entry), (Index){0});
    const char *news = goals_news(app->walk, goals_held_if(app->walk, whatif_of(app)),
                                  goals_held(app->walk), app->scratch);
    if (news) app_say(app, false, "%s", news);
}

// The first tensor that can be compared cell by cell; of what is set before a loop, the one at
// hand.
static void show_first(App *app)
{
    int *entries, count = whatif_entries(whatif_of(app), app->scratch, &entries);
    int64_t cells;
    int shown = -1;
    bool is_other = false; // other numbers than in the run
    bool is_setting = whatif_of(app)->switches[whatif_of(app)->at].is_chosen;
    for (int i = 0; i < count; i++) {
        bool is_at_hand = is_setting && entries[i] == app->walk->at.focus;
        int64_t changed = whatif_changed_cells(whatif_of(app), entries[i], &cells);
        if ((shown >= 0 && !is_at_hand && (is_other || changed <= 0)) || changed < 0) continue;
        is_other = changed > 0;
        shown = i;
    }
    view_of(app)->shown = shown < 0 ? 0 : shown;
    note_outcome(app);
    if (shown >= 0) motion_ask(app);
}

// The step is computed again, on opening once for each switch.
static void wait_for_step(App *app)
{
    enum { MOST_WORK = 30000 };
    if (!walk_work_is_less(app->walk, whatif_step_at_hand(app->walk), MOST_WORK)) app_wait(app);
}

// Then the screen says so.
static bool was_stopped(App *app)
{
    return whatif_of(app)->was_stopped && app_say(app, false, WALK_STOPPED);
}

static bool open(App *app, int by UNUSED)
{
    wait_for_step(app);
    bool any = whatif_open_at_hand(whatif_of(app), app->walk);
    int step = whatif_of(app)->step;
    if (any) {
        show_first(app);
    } else if (!was_stopped(app)) {
        int other = whatif_nearest_step(app->walk, step);
        if (other >= 0)
            app_say(app, false, "No operation of this step has a switch. Step %d has some.",
                    other + 1);
    }
    return any;
}

static void close(void *state)
{
    whatif_close(&((WhatIfView *)state)->what_if);
}

static bool choose(App *app, int number)
{
    const WhatIf *whatif = whatif_of(app);
    int by = within(number, 0, whatif->count - 1) - whatif->at;
    if (by == 0) return false;
    wait_for_step(app);
    if (!whatif_turn(whatif_of(app), app->walk, by)) return was_stopped(app);
    show_first(app);
    if (!whatif_of(app)->is_on) app_say(app, false, "This switch does not apply here.");
    return true;
}

static bool move(App *app, int move)
{
    return choose(app, whatif_of(app)->at + move_lines((Move)move, whatif_of(app)->count));
}

static bool warm(App *app, int by)
{
    if (!whatif_warmer(whatif_of(app), app->walk, by)) return was_stopped(app);
    note_outcome(app);
    motion_ask(app);
    return true;
}

static bool show_tensor(App *app, int by)
{
    int *entries, count = whatif_entries(whatif_of(app), app->scratch, &entries);
    if (count < 2) return false;
    view_of(app)->shown = (view_of(app)->shown + by + count) % count;
    return true;
}

static bool keep(App *app, int by UNUSED)
{
    WhatIf *whatif = whatif_of(app);
    int before = whatif->beside_count;
    whatif_keep(whatif);
    return app_say(app, false, "%s",
                   whatif->beside_count < before ? "It is kept no longer."
                                                 : "Kept: it stays beside the next ones.");
}

static bool has_temperature(const App *app)
{
    return switch_is_temperature(&whatif_of(app)->switches[whatif_of(app)->at]);
}

static bool differs_in_more(const App *app)
{
    int *entries, count = whatif_entries(whatif_of(app), app->scratch, &entries);
    return count > 1;
}

static const Action actions[] = {
    {"+ =", "twice the temperature", "Only a temperature can be raised, up to 64.", .run = warm,
     .by = 1, .hint = "+ -:temperature", .rank = 2, .when = has_temperature},
    {"-", "half the temperature", "Only a temperature can be lowered, down to 0.25.", .run = warm,
     .by = -1},
    {"b", "keep this one beside those to come, two at most; again: let it go", .run = keep,
     .hint = "b:keep beside", .rank = 2},
    {"Tab", "the next tensor that changes", "Only this tensor changes.", .run = show_tensor,
     .by = 1, .hint = "Tab:tensor", .rank = 3, .when = differs_in_more},
    {"Shift-Tab", "the tensor before", "Only this tensor changes.", .run = show_tensor, .by = -1},
    {"W", "back to the lesson", .run = leave_screen},
};

// ---- the list -----------------------------------------------------------------------------------

// "outputs 6 of 9 changed", before it "tried: " of one that is not on now; "": it was not tried.
static const char *tried_note(Canvas *canvas, int number)
{
    const Tried *tried = &view_of(canvas->app)->tried[number];
    const WhatIf *whatif = whatif_of(canvas->app);
    Arena *arena = canvas->arena;
    bool kept = false;
    for (int i = 0; i < whatif->beside_count; i++) kept |= whatif->beside[i]->at == number;
    if (tried->cells == 0) return "";
    const char *title = tensor_counted_title(canvas->walk->trace, tried->entry, arena);
    const char *what = kept ? "kept: " : number == whatif->at ? "" : "tried: ";
    if (tried->changed < 0) return arena_printf(arena, "%s%s another shape", what, title);
    if (tried->cells == 1) return arena_printf(arena, "%s%s %.4g", what, title, tried->value);
    return arena_printf(arena, "%s%s %lld of %lld changed", what, title, (long long)tried->changed,
                        (long long)tried->cells);
}

// What it does, and what came of it; where not both have room, what came of it.
static const char *about_switch(Canvas *canvas, const WhatIf *whatif, int number, bool fits,
                                int room)
{
    const char *words = fits ? whatif->switches[number].words : "";
    const char *tried = tried_note(canvas, number);
    const char *both = arena_printf(canvas->arena, "%s  %s", words, tried);
    if (!*tried || frame_columns(tried) > room) return words;
    return *words && frame_columns(both) <= room ? both : tried;
}

// "temperature 2  (+ -)  (from the lesson)"
static const char *switch_name(Canvas *canvas, const WhatIf *whatif, const Switch *one)
{
    Buf name = {.arena = canvas->arena};
    buf_add(&name, str_from(one->name));
    if (switch_is_temperature(one)) {
        buf_add_char(&name, ' ');
        number_trimmed(&name, whatif->temperature, 2);
        buf_add(&name, STR("  (+ -)"));
    }
    if (one->is_offered) buf_add(&name, STR("  (from the lesson)"));
    return buf_text(&name);
}

// Two rows of matrices leave little room on a small screen.
static bool is_crowded(const Canvas *canvas)
{
    enum { ENOUGH = 20 };
    return whatif_of(canvas->app)->beside_count && canvas->app->rows < ENOUGH;
}

// What each does is behind its name, or where not all of that fits, below the one at hand.
static List list_of(Canvas *canvas, const WhatIf *whatif, int columns)
{
    enum { GAP = 3 };
    Arena *arena = canvas->arena;
    List list = {.text = {.arena = arena, .columns = columns}};
    int names = 0, words = 0;
    for (int i = 0; i < whatif->count; i++) {
        const Switch *one = &whatif->switches[i];
        names = at_least(frame_columns(switch_name(canvas, whatif, one)), names);
        words = at_least(frame_columns(one->words), words);
    }
    bool fits = 2 + names + GAP + words <= columns;
    names = at_most(names, columns - 2);
    for (int i = 0; i < whatif->count; i++) {
        const Switch *one = &whatif->switches[i];
        bool selected = i == whatif->at;
        int from = list.text.count;
        Buf line = {.arena = arena};
        buf_add(&line, STR("  "));
        list_column(&line, switch_name(canvas, whatif, one), names);
        const char *about = about_switch(canvas, whatif, i, fits, columns - 2 - names - GAP);
        if (*about) buf_printf(&line, "%*s%s", GAP, "", about);
        text_plain(&list.text, selected ? BOLD : PLAIN, buf_text(&line));
        if (!fits && selected && !is_crowded(canvas))
            text_words(&list.text, QUIET, "    That is: ", one->words);
        list_add(&list, from);
    }
    return list;
}

// ---- matrices side by side ----------------------------------------------------------------------

// As it is, or as one switch makes it.
typedef struct WhatIfSide {
    const WhatIf *by;  // NULL: as it is
    const char *title; // where the shapes do not fit, it says so
    Grid grid;         // has no rows then
    double *entropy;   // of each row in sight, NULL: they are no shares
    double most;       // that the switches change a cell by
    bool is_whole;     // with all its columns and decimals
} WhatIfSide;

static int side_columns(const WhatIfSide *side)
{
    int grid = side->grid.rows.count ? grid_columns(&side->grid) : 0;
    return at_least(grid + (side->entropy ? ENTROPY_COLUMNS : 0), frame_columns(side->title));
}

static void draw_side(Canvas *canvas, const WhatIfSide *side, Rect area)
{
    Canvas quiet = *canvas;
    const Grid *grid = &side->grid;
    int rows = (int)grid->rows.count;
    Rect body = {area.column, area.row + 1, area.columns, rows};
    Rect labels = {area.column, body.row + rows, area.columns, 1};
    quiet.hits = NULL;
    const char *title = canvas_fit_text(canvas->arena, str_from(side->title), area.columns);
    canvas_put(canvas, area, rows ? BOLD : PLAIN, title);
    if (!rows) return;
    int column = area.column + grid_columns(grid);
    grid_draw(&quiet, grid, body, &(const Marks){.selected = {.entry = -1}});
    grid_draw_labels(canvas, grid, labels);
    for (int row = 0; side->entropy && row < rows; row++) {
        if (!isnan(side->entropy[row]))
            frame_printf(canvas->frame, body, column, body.row + row, QUIET, "  %4.2f",
                         side->entropy[row]);
    }
    if (side->entropy) frame_text(canvas->frame, labels, column, labels.row, QUIET, STR("  bits"));
}

// Of the first rows. NULL where `all` of them have to be shares (one alone may sum to 1 by chance),
// and one is not.
static double *entropies(Canvas *canvas, const Matrix *matrix, int64_t rows, bool all)
{
    if (matrix_is_turned(matrix)) return NULL; // it is that of a column
    if (rows > matrix->rows) rows = matrix->rows;
    double *entropy = NEW_ARRAY(canvas->arena, double, rows);
    for (int64_t row = 0; row < rows; row++) {
        entropy[row] = row_entropy(matrix, row);
        if (all && isnan(entropy[row])) return NULL;
        if (walk_row_seen(canvas->walk, matrix, row) == HIDDEN) entropy[row] = (double)NAN;
    }
    return rows > 0 ? entropy : NULL;
}

static double largest_change(const Tensor *now, const Tensor *before)
{
    double most = 0;
    Index at = {0};
    if (!shape_equal(&now->shape, &before->shape) || tensor_count(now) == 0) return 0;
    do {
        double change = fabs(tensor_get(now, at) - tensor_get(before, at));
        if (isfinite(change) && change > most) most = change;
    } while (index_next(&now->shape, &at));
    return most;
}

// As many rows and columns as fit, with fewer decimals where that makes more of them fit.
static void measure_side(Canvas *canvas, WhatIfSide *side, Matrix matrix, Matrix other, Rect area)
{
    const WhatIf *by = side->by;
    side->grid = grid_of_matrix(canvas->app, matrix, &other, canvas->arena);
    Grid *grid = &side->grid;
    grid->is_told = true;
    grid->compared = by ? other.tensor : matrix.tensor;
    grid->scale = (HeatScale){by ? -side->most : 0, by ? side->most : 0};
    if (by)
        grid_label(grid, whatif_labels(by, matrix.entry, matrix.row_dim),
                   whatif_labels(by, matrix.entry, matrix.column_dim), canvas->arena);
    grid_tighten(grid, INT_MAX, GRID_SHORT_ROW);
    int rows = at_least(area.rows - 2, 0), decimals = grid->decimals;
    side->entropy = entropies(canvas, &matrix, rows, true);
    if (!side->entropy && entropies(canvas, &other, rows, true))
        side->entropy = entropies(canvas, &matrix, rows, false);
    int room = area.columns - 2 - grid->label_width - (side->entropy ? ENTROPY_COLUMNS : 0);
    if (room / grid_cell_columns(grid) < matrix.columns)
        grid_tighten(grid, SHORT_LABEL, GRID_SHORT_ROW);
    for (int d = grid->decimals - 1; d >= LEAST_DECIMALS; d--) {
        if (room / grid_cell_columns(grid) >= matrix.columns) break;
        grid_round(grid, d);
    }
    int columns = at_least(room / grid_cell_columns(grid), 1);
    grid_window(grid, rows, columns, (Index){0});
    side->is_whole = columns >= matrix.columns && grid->decimals == decimals;
}

// As it is, what is kept beside it, the switch at hand. What shows more of them below goes there,
// and what then has no room is left out.
typedef struct WhatIfSides {
    WhatIfSide side[1 + MOST_SIDES];
    int count, left_out;
    bool in_two_rows; // the first and the last one are above
    int rows;
} WhatIfSides;

// Each with its share of a row.
static void measure_sides(Canvas *canvas, int entry, Rect area, int in_row, WhatIfSides *sides)
{
    const WhatIf *whatif = whatif_of(canvas->app);
    const Trace *trace = canvas->walk->trace;
    Index through = whatif_slice(whatif, canvas->walk, entry);
    Matrix before = matrix_shown(trace, entry, through), after = before;
    double most = 0;
    area.columns = (area.columns + SIDE_GAP / 2) / in_row - SIDE_GAP / 2;
    for (int i = 1; i < sides->count; i++) {
        const Tensor *now = whatif_output(sides->side[i].by, entry);
        if (now) most = fmax(most, largest_change(now, before.tensor));
    }
    for (int i = sides->count - 1; i >= 0; i--) {
        WhatIfSide *side = &sides->side[i];
        const Tensor *now = side->by ? whatif_output(side->by, entry) : before.tensor;
        *side = (WhatIfSide){.by = side->by, .most = most, .is_whole = true};
        side->title = side->by && (sides->count > 2 || sides->left_out)
                          ? whatif_title(side->by, canvas->arena)
                          : "with the switch";
        if (now && side->by) after = matrix_shown_of(trace, now, entry, through);
        if (now)
            measure_side(canvas, side, side->by ? after : before, side->by ? before : after, area);
        else
            side->title = arena_printf(canvas->arena, "%s: shapes do not fit", side->title);
        sides->rows = at_least((int)side->grid.rows.count + 2, sides->rows);
    }
}

static WhatIfSides sides_of(Canvas *canvas, int entry, Rect area)
{
    const WhatIf *by[MOST_SIDES];
    WhatIfSides sides = {.count = 1 + whatif_sides(whatif_of(canvas->app), by)};
    for (int i = 1; i < sides.count; i++) sides.side[i].by = by[i - 1];
    for (;; sides.left_out++) {
        bool is_whole = true;
        measure_sides(canvas, entry, area, sides.count, &sides);
        for (int i = 0; i < sides.count; i++) is_whole &= sides.side[i].is_whole;
        if (is_whole || sides.count == 2) break;
        sides.in_two_rows = area.rows > 2 * sides.rows;
        if (sides.in_two_rows) {
            measure_sides(canvas, entry, area, 2, &sides);
            sides.rows += 1 + sides.rows;
            break;
        }
        for (int i = 1; i + 1 < sides.count; i++) sides.side[i] = sides.side[i + 1];
        sides.count--;
    }
    sides.rows += sides.left_out > 0;
    return sides;
}

// Beside each other they compare best.
static void draw_row_of(Canvas *canvas, const WhatIfSide *sides, int count, Rect area)
{
    int end = area.column + area.columns, share = (area.columns + SIDE_GAP / 2) / count;
    for (int i = 0; i < count; i++) {
        int columns = at_most(side_columns(&sides[i]) + SIDE_GAP / 2, share) - SIDE_GAP / 2;
        if (i + 1 == count) columns = end - area.column;
        draw_side(canvas, &sides[i], (Rect){area.column, area.row, columns, area.rows});
        area.column += at_most(columns + SIDE_GAP, share);
    }
}

// With its name, where no rule above says it. Returns the rows used.
static int draw_sides(Canvas *canvas, int entry, const char *name, Rect area)
{
    WhatIfSides sides = sides_of(canvas, entry, area);
    WhatIfSide *first = sides.side, *last = first + sides.count - 1;
    const char *rows = grid_rows_note(&first->grid, canvas->arena); // where not all of them fit
    first->title = arena_printf(canvas->arena, "%s%sas it is%s%s", name, *name ? " " : "",
                                *rows ? ", " : "", rows);
    if (sides.in_two_rows) {
        Rect below = {area.column, area.row + sides.rows / 2 + 1, area.columns, area.rows};
        draw_row_of(canvas, (const WhatIfSide[]){*first, *last}, 2, area);
        draw_row_of(canvas, first + 1, sides.count - 2, below);
    } else {
        draw_row_of(canvas, first, sides.count, area);
    }
    if (sides.left_out)
        canvas_put(canvas, (Rect){area.column, area.row + sides.rows - 1, area.columns, 1}, QUIET,
                   arena_printf(canvas->arena, "%d more kept: no room here", sides.left_out));
    return sides.rows;
}

// ---- what follows -------------------------------------------------------------------------------

// Where a loop learns: how it goes, and how it would go. Returns the rows used.
static int draw_curves(Canvas *canvas, Rect area, bool only_counts)
{
    const WhatIf *by[MOST_SIDES];
    const Strip *both[2];
    int count = whatif_sides(whatif_of(canvas->app), by), rows = 0, titles = 0;
    const char *title[MOST_SIDES];
    for (int i = 0; i < count; i++) {
        title[i] = count == 1 ? "with the switch" : whatif_title(by[i], canvas->arena);
        titles = at_least(frame_columns(title[i]) + 2, titles);
    }
    for (int i = 0; i < count; i++) {
        if (!whatif_curves(by[i], canvas->walk, both)) continue;
        for (int now = rows > 0; now < 2; now++, rows++) {
            if (only_counts) continue;
            frame_printf(canvas->frame, area, area.column, area.row + rows, PLAIN, "%-*s%s", titles,
                         now ? title[i] : "as it is",
                         film_curve_text(both[now], area.columns - titles, canvas->arena));
        }
    }
    return rows;
}

// What comes out: the first output behind the tensor at hand, else the last tensor that there is.
static int output_behind(Canvas *canvas, const int *entries, int count, int at)
{
    for (int i = at + 1; i < count; i++) {
        if (role_of(canvas->walk->trace, entries[i]) == ROLE_OUTPUT) return i;
    }
    return count - 1;
}

// Rows of the list, so that the matrices have their room below it.
static int list_rows(Canvas *canvas, const int *entries, int count, int at, int curves, int rows)
{
    enum { LEAST = 3, AROUND = 9, TITLES = 3 }; // what the switch does, rule, titles, what is below
    int left = rows - AROUND - curves;
    int output = count ? output_behind(canvas, entries, count, at) : at;
    for (int i = 0; i < 2 && count; i++) {
        int entry = entries[i ? output : at];
        int64_t matrix = matrix_shown(canvas->walk->trace, entry, (Index){0}).rows;
        if (i && (output == at || matrix > rows / 3)) break; // that has no room in any case
        left -= (int)(matrix < rows ? matrix : rows) + i * TITLES;
    }
    return is_crowded(canvas) ? 1 : at_least(left, LEAST);
}

// Which of the other tensors have room below: what comes out, then the others in their order.
static bool *others_with_room(Canvas *canvas, const int *entries, int count, int at, Rect area)
{
    enum { TITLES = 3 };
    int output = output_behind(canvas, entries, count, at);
    bool *has_room = NEW_ARRAY(canvas->arena, bool, count);
    for (int i = -1; i < count; i++) {
        int other = i < 0 ? output : i;
        if (other == at || i == output) continue;
        int64_t matrix = matrix_shown(canvas->walk->trace, entries[other], (Index){0}).rows;
        if (matrix + TITLES > area.rows) continue;
        has_room[other] = true;
        area.rows -= sides_of(canvas, entries[other], area).rows + 1;
    }
    return has_room;
}

// In the order of the program. Returns the rows used.
static int draw_others(Canvas *canvas, const int *entries, int count, int at, Rect area)
{
    int first = area.row, end = area.row + area.rows;
    const bool *has_room = others_with_room(canvas, entries, count, at, area);
    for (int i = 0; i < count; i++) {
        if (!has_room[i]) continue;
        const char *name = tensor_counted_title(canvas->walk->trace, entries[i], canvas->arena);
        area.rows = end - ++area.row;
        area.row += draw_sides(canvas, entries[i], name, area);
    }
    return area.row - first;
}

static void draw(Canvas *canvas, Rect part)
{
    const WhatIf *whatif = whatif_of(canvas->app);
    Rect area = {1, 1, part.columns - 2, part.rows - 2};
    canvas_rule(canvas, part, arena_printf(canvas->arena, "what if?  step %d", whatif->step + 1),
                arena_printf(canvas->arena, "%d of %d", whatif->at + 1, whatif->count));
    canvas_last_row(canvas);
    int *entries, count = whatif_entries(whatif, canvas->arena, &entries);
    int at = view_of(canvas->app)->shown < count ? view_of(canvas->app)->shown : count - 1;
    int curves = draw_curves(canvas, area, true);
    int most = list_rows(canvas, entries, count, at, curves, area.rows);
    List list = list_of(canvas, whatif, area.columns);
    int used = at_most(list.text.count, most + list.text.count - list.count);
    list_draw(canvas, &list, whatif->at, (Rect){area.column, area.row, area.columns, used}, choose);
    area.row += used;
    area.rows -= used;
    if (count == 0 || area.rows < 6) return;
    Rect rule = {0, area.row, part.columns, 1};
    frame_fill(canvas->frame, (Rect){0, area.row, part.columns, area.rows}, GROUND_PANEL);
    const char *which =
        count > 1 ? arena_printf(canvas->arena, "tensor %d of %d: Tab", at + 1, count) : "";
    int room = canvas_rule_room(part.columns, which);
    canvas_rule(canvas, rule, view_entry_title(canvas->walk, entries[at], room, canvas->arena),
                which);
    const char *other = whatif_other_way(whatif, canvas->arena);
    int below = (curves ? curves + 1 : 0) + (other ? 3 : 0);
    Rect sides = {area.column, area.row + 1, area.columns, area.rows - 1 - below};
    used = draw_sides(canvas, entries[at], "", sides) + 1;
    sides.row = area.row + used;
    sides.rows = area.rows - used - below;
    used += draw_others(canvas, entries, count, at, sides);
    Rect rest = {area.column, area.row + used + 1, area.columns, area.rows - used - 1};
    rest.row += draw_curves(canvas, rest, false);
    Text text = {.arena = canvas->arena, .columns = area.columns};
    if (other) text_words(&text, PLAIN, "Now ", arena_printf(canvas->arena, "%s.", other));
    text_draw(&text, canvas->frame, rest, 0);
}

static List list(const App *app, int columns, Arena *arena)
{
    Canvas canvas = {.app = app, .walk = app->walk, .arena = arena};
    return list_of(&canvas, whatif_of(app), columns);
}

static int entry_at(const App *app)
{
    return whatif_of(app)->at;
}

static const char *words_now(const App *app, Arena *arena)
{
    const WhatIf *what_if = whatif_of(app);
    if (what_if->at >= what_if->count) return NULL;
    const Switch *now = &what_if->switches[what_if->at];
    const char *title = whatif_title(what_if, arena);
    return switch_is_temperature(now) ? arena_printf(arena, "what if: %s", title)
                                      : arena_printf(arena, "what if: %s, %s", title, now->words);
}

const Screen whatif_screen = {
    .keys = {"On the screen of switches", ACTION_ROWS(actions)},
    .size = sizeof(WhatIfView),
    .open = open,
    .move = move,
    .arrows = {.hint = "arrows:switch", .rank = 1},
    .close = close,
    .draw = draw,
    .list = list,
    .at = entry_at,
    .pick = choose,
    .is_of_run = true,
    .words_now = words_now,
};
