// In front of a class.
#include "tui/actions/rows.h"

static const char at_an_edge[] = "That is the edge of this matrix. Tab goes to the next one.";

static const Action presenting_rows[] = {
    {"Space Right PgDn Enter", "Space:next", 1, "go on; at a question, show the answer",
     "This is the end of the lesson.", ON_PRESENT, present_next, NULL},
    {"Backspace Left PgUp", "Bksp:back", 2, "go back", "This is the beginning of the lesson.",
     ON_PRESENT, present_back, is_begun},
    {". b", ".:blank", 4, "nothing on the screen; any key brings it back", NULL, ON_PRESENT,
     present_blank, NULL},
    {"t", "t:timer", 5, "the time since the start, on and off", NULL, ON_PRESENT, present_timer,
     NULL},
    {"g", "g:steps", 6, "the list of steps", NULL, ON_PRESENT, present_steps, NULL},
    {"F5 Esc", NULL, 0, "nothing: clickers send them at the start and the end", NULL, ON_PRESENT,
     present_ignore, NULL},
    {"v", "v:votes", 1, "type the votes on a question, as: a 12 b 7",
     "There is no question here to vote on.", ON_PRESENT, present_vote, has_question},
    {"h", NULL, 0, "select the cell to the left", at_an_edge, ON_PRESENT, cell_left, NULL},
    {"l", NULL, 0, "select the cell to the right", at_an_edge, ON_PRESENT, cell_right, NULL},
    {"k", NULL, 0, "select the cell above", at_an_edge, ON_PRESENT, cell_up, NULL},
    {"j", NULL, 0, "select the cell below", at_an_edge, ON_PRESENT, cell_down, NULL},
    {"Tab", NULL, 0, "next matrix of the equation", "There is only one matrix here.", ON_PRESENT,
     next_matrix, NULL},
};

const ActionGroup presenting = {"Presenting", presenting_rows, ACTION_ROWS(presenting_rows)};

static const Action among_steps_rows[] = {
    {"Up k Backspace PgUp", NULL, 0, "the step above", "This is the first.", ON_STEPS,
     present_steps_up, NULL},
    {"Down j Space PgDn", "arrows:select", 1, "the step below", "This is the last.", ON_STEPS,
     present_steps_down, NULL},
    {"Enter", "Enter:go there", 2, "go there", NULL, ON_STEPS, present_steps_go, NULL},
    {"q Esc g", "q:back", 0, "back", NULL, ON_STEPS, present_steps, NULL},
};

const ActionGroup among_steps = {"Among the steps", among_steps_rows,
                                 ACTION_ROWS(among_steps_rows)};
