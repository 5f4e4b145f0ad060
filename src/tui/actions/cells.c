// The keys that select cells and go to where their numbers come from, as rows of the table of
// actions.
#include "tui/actions/rows.h"
#include "tui/draw.h"
#include "tui/edit/reach.h"
#include "tui/pages/scroll.h"

static bool cycle_depth(App *app)
{
    int depth = app_depth(app);
    app->walk->depth = depth == 0 ? 1 : depth == 1 ? 2 : depth == 2 ? 4 : 0;
    static const char *const NOW[] = {"hidden", "this cell", "down to its sources", "",
                                      "four levels down"};
    app_say(app, false, "Arithmetic: %s. i changes it.", NOW[app_depth(app)]);
    return true;
}

// Where the lesson fills the screen there are no cells to be seen: its lines go up and down.
static bool up_or_down(App *app, int move)
{
    int direction = move_offset((Move)move, 0).rows;
    if (!fills_the_screen(app)) return move_cell(app, move);
    if (lesson_scroll(app, direction, false)) return true;
    app_say(app, false,
            direction < 0 ? "This is the top of the lesson's text."
                          : "This is the end of this step's text.");
    return true;
}

static const char at_an_edge[] = "That is the edge of this matrix. Tab goes to the next one.";
static const char no_weights[] = "No attention weights here: each row must sum to 1.";
static const char last_slice[] = "This matrix has no more slices in that direction.";

static const Action looking_at_cells_rows[] = {
    {"Left h", "select the cell to the left", at_an_edge, .step = move_cell, .by = MOVE_LEFT},
    {"Right l", "select the cell to the right", at_an_edge, .step = move_cell, .by = MOVE_RIGHT,
     .hint = "arrows:cell", .rank = 4, .when = has_cells},
    {"Up k", "select the cell above", at_an_edge, .step = up_or_down, .by = MOVE_UP},
    {"Down j", "select the cell below", at_an_edge, .step = up_or_down, .by = MOVE_DOWN},
    {"Home", "first cell of the row", at_an_edge, .step = move_cell, .by = MOVE_ROW_START},
    {"End", "last cell of the row", at_an_edge, .step = move_cell, .by = MOVE_ROW_END},
    {"gg", "first cell of the matrix", at_an_edge, .step = move_cell, .by = MOVE_FIRST},
    {"G", "last cell of the matrix", at_an_edge, .step = move_cell, .by = MOVE_LAST},
    {"Tab", "next matrix of the equation", "There is only one matrix here.", .step = next_matrix,
     .by = 1, .hint = "Tab:matrix", .rank = 7, .when = has_matrices},
    {"Shift-Tab", "previous matrix of the equation", "There is only one matrix here.",
     .step = next_matrix, .by = -1},
    {"}", "the next slice of a tensor with more than two dimensions", last_slice,
     .step = move_slice, .by = 1, .hint = "{ }:slice", .rank = 5, .when = has_slices},
    {"{", "the slice before", last_slice, .step = move_slice, .by = -1},
    {"Enter", "go to where the cell's number came from",
     "This number was given by the program; it came from nowhere else.", .run = to_source,
     .hint = "Enter:source", .rank = 6, .when = has_source},
    {"f", "everything that the cell feeds, level by level up to the outputs",
     "Nothing uses this cell.", .screens = ON_WALK | ON_PRESENT, .step = reach_show,
     .by = REACH_FEEDS, .hint = "f:feeds", .rank = 8, .when = is_fed_on},
    {"F", "everything that it is made from, level by level down to the inputs",
     "This number was given by the program; it came from nowhere else.",
     .screens = ON_WALK | ON_PRESENT, .step = reach_show, .by = REACH_SOURCES},
    {"'' Ctrl-O", "jump back to where Enter or f was pressed", "There is no place to jump back to.",
     .screens = ON_WALK | ON_PRESENT, .run = jump_back},
    {"Ctrl-N", "jump forward again", "There is no place to jump forward to.", .run = jump_forward},
    {"p", "hide the cell and predict it; shown again by p or Space",
     "This number was given by the program; there is nothing to predict.",
     .screens = ON_WALK | ON_PRESENT, .run = make_question, .hint = "p:predict", .rank = 14,
     .when = is_predictable},
    {"z", "the matrix over the whole screen: heat, peaks, an overview", "There is no matrix here.",
     .run = large_open_selected, .hint = "z:enlarge", .rank = 11, .when = is_large},
    {"H", "all heads of these weights side by side",
     "This tensor has no heads: it is a single matrix.", .run = heads_open, .hint = "H:heads",
     .rank = 6, .when = has_heads},
    {"T", "attention as lines: what each query looks at", no_weights,
     .screens = ON_WALK | ON_LARGE | ON_HEADS, .run = flow_open, .hint = "T:lines", .rank = 6,
     .when = has_lines},
    {"w", "why: the rule of the operation, and the usual mistakes with it",
     "This number was given by the program; there is no rule behind it.",
     .screens = ON_WALK | ON_PRESENT, .run = toggle_why, .hint = "w:why", .rank = 15,
     .when = has_source},
    {"i", "arithmetic: one level, two, four, hidden", .run = cycle_depth},
};

const ActionGroup looking_at_cells = {"Looking at cells", ON_WALK, looking_at_cells_rows,
                                      ACTION_ROWS(looking_at_cells_rows)};
