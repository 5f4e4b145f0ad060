// Selecting cells, and where their numbers come from.
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
static bool up_or_down(App *app, int direction)
{
    if (!fills_the_screen(app)) return direction < 0 ? cell_up(app) : cell_down(app);
    if (lesson_scroll(app, direction, false)) return true;
    app_say(app, false,
            direction < 0 ? "This is the top of the lesson's text."
                          : "This is the end of this step's text.");
    return true;
}

static bool up(App *app)
{
    return up_or_down(app, -1);
}

static bool down(App *app)
{
    return up_or_down(app, 1);
}

static const char at_an_edge[] = "That is the edge of this matrix. Tab goes to the next one.";
static const char no_weights[] = "No attention weights here: each row must sum to 1.";
static const char last_slice[] = "This matrix has no more slices in that direction.";

static const Action looking_at_cells_rows[] = {
    {"Left h", NULL, 0, "select the cell to the left", at_an_edge, ON_WALK, cell_left, NULL},
    {"Right l", "arrows:cell", 4, "select the cell to the right", at_an_edge, ON_WALK, cell_right,
     has_cells},
    {"Up k", NULL, 0, "select the cell above", at_an_edge, ON_WALK, up, NULL},
    {"Down j", NULL, 0, "select the cell below", at_an_edge, ON_WALK, down, NULL},
    {"Home", NULL, 0, "first cell of the row", at_an_edge, ON_WALK, row_start, NULL},
    {"End", NULL, 0, "last cell of the row", at_an_edge, ON_WALK, row_end, NULL},
    {"gg", NULL, 0, "first cell of the matrix", at_an_edge, ON_WALK, first_cell, NULL},
    {"G", NULL, 0, "last cell of the matrix", at_an_edge, ON_WALK, last_cell, NULL},
    {"Tab", "Tab:matrix", 7, "next matrix of the equation", "There is only one matrix here.",
     ON_WALK, next_matrix, has_matrices},
    {"Shift-Tab", NULL, 0, "previous matrix of the equation", "There is only one matrix here.",
     ON_WALK, previous_matrix, NULL},
    {"}", "{ }:slice", 5, "the next slice of a tensor with more than two dimensions", last_slice,
     ON_WALK, next_slice, has_slices},
    {"{", NULL, 0, "the slice before", last_slice, ON_WALK, previous_slice, NULL},
    {"Enter", "Enter:source", 6, "go to where the cell's number came from",
     "This number was given by the program; it came from nowhere else.", ON_WALK, to_source,
     has_source},
    {"f", "f:feeds", 8, "everything that the cell feeds, level by level up to the outputs",
     "Nothing uses this cell.", ON_WALK | ON_PRESENT, reach_show_feeds, is_fed_on},
    {"F", NULL, 0, "everything that it is made from, level by level down to the inputs",
     "This number was given by the program; it came from nowhere else.", ON_WALK | ON_PRESENT,
     reach_show_sources, NULL},
    {"'' Ctrl-O", NULL, 0, "jump back to where Enter or f was pressed",
     "There is no place to jump back to.", ON_WALK | ON_PRESENT, jump_back, NULL},
    {"Ctrl-N", NULL, 0, "jump forward again", "There is no place to jump forward to.", ON_WALK,
     jump_forward, NULL},
    {"p", "p:predict", 14, "hide the cell and predict it; shown again by p or Space",
     "This number was given by the program; there is nothing to predict.", ON_WALK | ON_PRESENT,
     make_question, is_predictable},
    {"z", "z:enlarge", 11, "the matrix over the whole screen: heat, peaks, an overview",
     "There is no matrix here.", ON_WALK, large_open_selected, is_large},
    {"H", "H:heads", 6, "all heads of these weights side by side",
     "This tensor has no heads: it is a single matrix.", ON_WALK, heads_open, has_heads},
    {"T", "T:lines", 6, "attention as lines: what each query looks at", no_weights,
     ON_WALK | ON_LARGE | ON_HEADS, flow_open, has_lines},
    {"w", "w:why", 15, "why: the rule of the operation, and the usual mistakes with it",
     "This number was given by the program; there is no rule behind it.", ON_WALK | ON_PRESENT,
     toggle_why, has_source},
    {"i", NULL, 0, "arithmetic: one level, two, four, hidden", NULL, ON_WALK, cycle_depth, NULL},
};

const ActionGroup looking_at_cells = {"Looking at cells", looking_at_cells_rows,
                                      ACTION_ROWS(looking_at_cells_rows)};
