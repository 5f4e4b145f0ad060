// Matrices too large for an equation, heads, lines of attention.
#include "tui/actions/rows.h"
#include "tui/find/prompt.h"

static const char edge[] = "That is the edge of this matrix.";
static const char first_head[] = "There is no head before this one.";
static const char last_head[] = "There is no head after this one.";
static const char edge_query[] = "There is no query in that direction.";

static const Action in_large_matrix_rows[] = {
    {"Left h", NULL, 0, "the cell to the left", edge, ON_LARGE, large_left, NULL},
    {"Right l", "arrows:cell", 6, "the cell to the right", edge, ON_LARGE, large_right, NULL},
    {"Up k", NULL, 0, "the cell above", edge, ON_LARGE, large_up, NULL},
    {"Down j", NULL, 0, "the cell below", edge, ON_LARGE, large_down, NULL},
    {"PgUp Ctrl-U", NULL, 0, "a page up", edge, ON_LARGE, large_page_up, NULL},
    {"PgDn Ctrl-D Space", "PgDn:page", 7, "a page down", edge, ON_LARGE, large_page_down, NULL},
    {"Home", NULL, 0, "first cell of the row", edge, ON_LARGE, large_row_start, NULL},
    {"End", NULL, 0, "last cell of the row", edge, ON_LARGE, large_row_end, NULL},
    {"G", NULL, 0, "last cell of the matrix", edge, ON_LARGE, large_last, NULL},
    {"}", "{ }:peak", 3, "next peak of the row: a number that stands out of it",
     "There is no peak further right in this row.", ON_LARGE, large_next_peak, has_peaks},
    {"{", NULL, 0, "the peak before", "There is no peak further left in this row.", ON_LARGE,
     large_previous_peak, NULL},
    {"z", "z Z:zoom", 2, "from numbers to heat, then smaller, then all of it",
     "This is the whole matrix.", ON_LARGE, large_zoom_out, NULL},
    {"Z", NULL, 0, "closer", "These are the numbers.", ON_LARGE, large_zoom_in, NULL},
    {"Tab", "Tab:all", 4, "the whole matrix by the largest of each block, and back", NULL, ON_LARGE,
     large_toggle_all, NULL},
    {"g", "g:go to", 1, "go to a row and a column: 537,12, or their labels", NULL, ON_LARGE,
     prompt_go_to, NULL},
    {"gg", NULL, 0, "first cell of the matrix", edge, ON_LARGE, large_first, NULL},
    {"Enter", "Enter:how", 5, "the cell in the lesson, with its arithmetic",
     "An average of heads has no arithmetic here.", ON_LARGE, large_to_walk, is_no_average},
    {"]", "[ ]:slice", 5, "the next slice of a tensor with more than two dimensions",
     "There are no more slices in that direction.", ON_LARGE, large_next_slice, slices_large},
    {"[", NULL, 0, "the slice before", "There are no more slices in that direction.", ON_LARGE,
     large_previous_slice, NULL},
    {"q Esc Backspace", "q:back", 0, "back to where it was opened", NULL, ON_LARGE, large_leave,
     NULL},
};

const ActionGroup in_large_matrix = {"In a large matrix", in_large_matrix_rows,
                                     ACTION_ROWS(in_large_matrix_rows)};

static const Action among_heads_rows[] = {
    {"Left h", NULL, 0, "the head to the left", first_head, ON_HEADS, heads_left, NULL},
    {"Right l Space", "arrows:head", 3, "the next head", last_head, ON_HEADS, heads_right,
     has_tiles},
    {"Up k", NULL, 0, "the head above", first_head, ON_HEADS, heads_up, NULL},
    {"Down j", NULL, 0, "the head below", last_head, ON_HEADS, heads_down, NULL},
    {"g", NULL, 0, "go to a head: its number or its pattern", NULL, ON_HEADS, prompt_go_to, NULL},
    {"Home gg", NULL, 0, "the first head", first_head, ON_HEADS, heads_first, NULL},
    {"End G", NULL, 0, "the last head", last_head, ON_HEADS, heads_last, NULL},
    {"Enter z", "Enter:open", 1, "the head over the whole screen", NULL, ON_HEADS, heads_enlarge,
     NULL},
    {"]", "[ ]:layer", 2, "the next layer, or the next item of a batch", "This is the last layer.",
     ON_HEADS, heads_next_layer, has_layers},
    {"[", NULL, 0, "the layer before", "This is the first layer.", ON_HEADS, heads_previous_layer,
     NULL},
    {"s", "s:sort", 4, "sort by entropy, or by number", NULL, ON_HEADS, heads_sort, NULL},
    {"A", "A:average", 5, "the average of all heads beside them", NULL, ON_HEADS, heads_average,
     NULL},
    {"q Esc Backspace", "q:back", 0, "back to the lesson", NULL, ON_HEADS, heads_leave, NULL},
};

const ActionGroup among_heads = {"Among the heads", among_heads_rows,
                                 ACTION_ROWS(among_heads_rows)};

static const Action among_lines_rows[] = {
    {"Up k", NULL, 0, "the query above", edge_query, ON_FLOW, flow_up, NULL},
    {"Down j Space", "arrows:query", 2, "the query below", edge_query, ON_FLOW, flow_down, NULL},
    {"PgUp Ctrl-U", NULL, 0, "ten queries up", edge_query, ON_FLOW, flow_page_up, NULL},
    {"PgDn Ctrl-D", NULL, 0, "ten queries down", edge_query, ON_FLOW, flow_page_down, NULL},
    {"g", "g:go to", 4, "go to a query: its number or its label", NULL, ON_FLOW, prompt_go_to,
     NULL},
    {"Home gg", NULL, 0, "the first query", edge_query, ON_FLOW, flow_first, NULL},
    {"End G", NULL, 0, "the last query", edge_query, ON_FLOW, flow_last, NULL},
    {"]", "[ ]:head", 1, "the next head", last_head, ON_FLOW, flow_next_head, flow_has_heads},
    {"[", NULL, 0, "the head before", first_head, ON_FLOW, flow_previous_head, NULL},
    {"Enter z", "Enter:matrix", 3, "the matrix, at the largest weight of the query", NULL, ON_FLOW,
     flow_enlarge, NULL},
    {"q Esc Backspace", "q:back", 0, "back to where it was opened", NULL, ON_FLOW, flow_leave,
     NULL},
};

const ActionGroup among_lines = {"Among the lines of attention", among_lines_rows,
                                 ACTION_ROWS(among_lines_rows)};
