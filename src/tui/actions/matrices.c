// The keys for matrices too large for an equation, for heads and for lines of attention, as rows of
// the table of actions.
#include "tui/actions/rows.h"
#include "tui/find/prompt.h"

static const char edge[] = "That is the edge of this matrix.";
static const char first_head[] = "There is no head before this one.";
static const char last_head[] = "There is no head after this one.";
static const char edge_query[] = "There is no query in that direction.";

static const Action in_large_matrix_rows[] = {
    {"Left h", "the cell to the left", edge, .step = large_move, .by = MOVE_LEFT},
    {"Right l", "the cell to the right", edge, .step = large_move, .by = MOVE_RIGHT,
     .hint = "arrows:cell", .rank = 6},
    {"Up k", "the cell above", edge, .step = large_move, .by = MOVE_UP},
    {"Down j", "the cell below", edge, .step = large_move, .by = MOVE_DOWN},
    {"PgUp Ctrl-U", "a page up", edge, .step = large_move, .by = MOVE_PAGE_UP},
    {"PgDn Ctrl-D Space", "a page down", edge, .step = large_move, .by = MOVE_PAGE_DOWN,
     .hint = "PgDn:page", .rank = 7},
    {"Home", "first cell of the row", edge, .step = large_move, .by = MOVE_ROW_START},
    {"End", "last cell of the row", edge, .step = large_move, .by = MOVE_ROW_END},
    {"G", "last cell of the matrix", edge, .step = large_move, .by = MOVE_LAST},
    {"}", "next peak of the row: a number that stands out of it",
     "There is no peak further right in this row.", .step = large_go_to_peak, .by = 1,
     .hint = "{ }:peak", .rank = 3, .when = has_peaks},
    {"{", "the peak before", "There is no peak further left in this row.", .step = large_go_to_peak,
     .by = -1},
    {"z", "from numbers to heat, then smaller, then all of it", "This is the whole matrix.",
     .run = large_zoom_out, .hint = "z Z:zoom", .rank = 2},
    {"Z", "closer", "These are the numbers.", .run = large_zoom_in},
    {"Tab", "the whole matrix by the largest of each block, and back", .run = large_toggle_all,
     .hint = "Tab:all", .rank = 4},
    {"g", "go to a row and a column: 537,12, or their labels", .step = prompt_open, .by = PROMPT_GO,
     .hint = "g:go to", .rank = 1},
    {"gg", "first cell of the matrix", edge, .step = large_move, .by = MOVE_FIRST},
    {"Enter", "the cell in the lesson, with its arithmetic",
     "An average of heads has no arithmetic here.", .run = large_to_walk, .hint = "Enter:how",
     .rank = 5, .when = is_no_average},
    {"]", "the next slice of a tensor with more than two dimensions",
     "There are no more slices in that direction.", .step = large_move_slice, .by = 1,
     .hint = "[ ]:slice", .rank = 5, .when = slices_large},
    {"[", "the slice before", "There are no more slices in that direction.",
     .step = large_move_slice, .by = -1},
    {"q Esc Backspace", "back to where it was opened", .run = large_leave, .hint = "q:back"},
};

const ActionGroup in_large_matrix = {"In a large matrix", ON_LARGE, in_large_matrix_rows,
                                     ACTION_ROWS(in_large_matrix_rows)};

static const Action among_heads_rows[] = {
    {"Left h", "the head to the left", first_head, .step = heads_move, .by = MOVE_LEFT},
    {"Right l Space", "the next head", last_head, .step = heads_move, .by = MOVE_RIGHT,
     .hint = "arrows:head", .rank = 3, .when = has_tiles},
    {"Up k", "the head above", first_head, .step = heads_move, .by = MOVE_UP},
    {"Down j", "the head below", last_head, .step = heads_move, .by = MOVE_DOWN},
    {"g", "go to a head: its number or its pattern", .step = prompt_open, .by = PROMPT_GO},
    {"Home gg", "the first head", first_head, .step = heads_move, .by = MOVE_FIRST},
    {"End G", "the last head", last_head, .step = heads_move, .by = MOVE_LAST},
    {"Enter z", "the head over the whole screen", .run = heads_enlarge, .hint = "Enter:open",
     .rank = 1},
    {"]", "the next layer, or the next item of a batch", "This is the last layer.",
     .step = heads_move_layer, .by = 1, .hint = "[ ]:layer", .rank = 2, .when = has_layers},
    {"[", "the layer before", "This is the first layer.", .step = heads_move_layer, .by = -1},
    {"s", "sort by entropy, or by number", .run = heads_sort, .hint = "s:sort", .rank = 4},
    {"A", "the average of all heads beside them", .run = heads_average, .hint = "A:average",
     .rank = 5},
    {"q Esc Backspace", "back to the lesson", .run = heads_leave, .hint = "q:back"},
};

const ActionGroup among_heads = {"Among the heads", ON_HEADS, among_heads_rows,
                                 ACTION_ROWS(among_heads_rows)};

static const Action among_lines_rows[] = {
    {"Up k", "the query above", edge_query, .step = flow_move, .by = -1},
    {"Down j Space", "the query below", edge_query, .step = flow_move, .by = 1,
     .hint = "arrows:query", .rank = 2},
    {"PgUp Ctrl-U", "ten queries up", edge_query, .step = flow_move, .by = -PAGE},
    {"PgDn Ctrl-D", "ten queries down", edge_query, .step = flow_move, .by = PAGE},
    {"g", "go to a query: its number or its label", .step = prompt_open, .by = PROMPT_GO,
     .hint = "g:go to", .rank = 4},
    {"Home gg", "the first query", edge_query, .step = flow_move, .by = -FAR},
    {"End G", "the last query", edge_query, .step = flow_move, .by = FAR},
    {"]", "the next head", last_head, .step = flow_move_head, .by = 1, .hint = "[ ]:head",
     .rank = 1, .when = flow_has_heads},
    {"[", "the head before", first_head, .step = flow_move_head, .by = -1},
    {"Enter z", "the matrix, at the largest weight of the query", .run = flow_enlarge,
     .hint = "Enter:matrix", .rank = 3},
    {"q Esc Backspace", "back to where it was opened", .run = flow_leave, .hint = "q:back"},
};

const ActionGroup among_lines = {"Among the lines of attention", ON_FLOW, among_lines_rows,
                                 ACTION_ROWS(among_lines_rows)};
