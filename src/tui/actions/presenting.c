// The keys that are for presenting to a class, as rows of the table of actions.
#include "tui/actions/rows.h"

static const char at_an_edge[] = "That is the edge of this matrix. Tab goes to the next one.";

static const Action presenting_rows[] = {
    {"Space Right PgDn Enter", "go on; at a question, show the answer",
     "This is the end of the lesson.", .run = present_next, .hint = "Space:next", .rank = 1},
    {"Backspace Left PgUp", "go back", "This is the beginning of the lesson.", .run = present_back,
     .hint = "Bksp:back", .rank = 2, .when = is_begun},
    {". b", "nothing on the screen; any key brings it back", .run = present_blank,
     .hint = ".:blank", .rank = 4},
    {"t", "the time since the start, on and off", .screens = ON_PRESENT | ON_NOTES,
     .run = present_timer, .hint = "t:timer", .rank = 5},
    {"g", "the list of steps", .run = present_steps, .hint = "g:steps", .rank = 6},
    {"F5 Esc", "nothing: clickers send them at the start and the end", .run = present_ignore},
    {"v", "type the votes on a question, as: a 12 b 7", "There is no question here to vote on.",
     .run = present_vote, .hint = "v:votes", .rank = 1, .when = has_question},
    {"h", "select the cell to the left", at_an_edge, .step = move_cell, .by = MOVE_LEFT},
    {"l", "select the cell to the right", at_an_edge, .step = move_cell, .by = MOVE_RIGHT},
    {"k", "select the cell above", at_an_edge, .step = move_cell, .by = MOVE_UP},
    {"j", "select the cell below", at_an_edge, .step = move_cell, .by = MOVE_DOWN},
    {"Tab", "next matrix of the equation", "There is only one matrix here.", .step = next_matrix,
     .by = 1},
};

const ActionGroup presenting = {"Presenting", ON_PRESENT, presenting_rows,
                                ACTION_ROWS(presenting_rows)};

static const Action among_steps_rows[] = {
    {"Up k Backspace PgUp", "the step above", "This is the first.", .step = present_steps_move,
     .by = -1},
    {"Down j Space PgDn", "the step below", "This is the last.", .step = present_steps_move,
     .by = 1, .hint = "arrows:select", .rank = 1},
    {"Enter", "go there", .run = present_steps_go, .hint = "Enter:go there", .rank = 2},
    {"q Esc g", "back", .run = present_steps, .hint = "q:back"},
};

const ActionGroup among_steps = {"Among the steps", ON_STEPS, among_steps_rows,
                                 ACTION_ROWS(among_steps_rows)};
