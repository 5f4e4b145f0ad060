// What screens, and what finds something by its name, use of other screens; each is in the file of
// its first word, or in the one that is named.
#pragma once

#include "study/contents.h"
#include "trace/names/labels.h"
#include "tui/core/actions.h"
#include "walk/heads.h"

// ---- the keys of the walk, in groups ------------------------------------------------------------

extern const ActionGroup walking, looking_at_cells, showing, the_program; // walk.c
extern const ActionGroup changing_numbers;                                // edit.c
extern const ActionGroup going_round;                                     // frames.c
extern const ActionGroup finding;                                         // find/finding.c

Condition is_begun, has_hint, has_matrix; // walk.c
extern const OtherHint leaving;           // what q does in a page
extern const OtherHint space_asked;       // what Space does at a question
ActionRun walk_move_selection;            // by a Move
ActionRun walk_quit;
bool walk_pick_cell(App *app, int place, int row, int column); // of the equation
// Leaves for a quiz or a presentation (LeaveFor) with a lesson of the list; NULL: the one at hand.
// False: it cannot be done.
bool walk_leave_for(App *app, int what, const char *lesson);

// The first key of two was pressed: says which marks there are (find/finding.c).
void mark_begun(App *app, Key key);

// To an iteration, counted from 0, of the loop at hand; what came of it is said.
ActionRun film_go; // frames.c

// Opens one of the lessons, as its key does.
ActionRun lessons_take;

// ---- edit.c: changing numbers; what follows is said in the status row ---------------------------

// "hold weights[2] uniform", "release", "word auf zu": what is typed behind the colon. NULL: it is
// none of these; else what it is about.
const char *edit_command_about(Str typed);
// The word of the one with this number, with what it is about; NULL: there are no more.
const char *edit_command_word(int number, const char **about);
bool edit_command(App *app, Str typed);

// The label of the selected cell's row, where it is a word of the program.
bool edit_select_label(App *app);

// Another number, as typed, in place of the selected one.
bool edit_number(App *app, Str typed);

// Holds the part at "zero" or "uniform", or lets go of it where it is held at that.
bool edit_toggle_hold(App *app, Cell part, const char *value);

// ---- while they are shown -----------------------------------------------------------------------

const Heads *heads_shown(const App *app);
ActionRun heads_select;
void heads_show_anew(App *app, bool same_way); // after another run
Condition heads_have_lines;                    // the selected one, on this screen

// What queries of the attention lines there are to select.
void flow_queries(const App *app, DimLabels *labels, int64_t *count);
ActionRun flow_select;

// Where positions in the large matrix are counted along.
typedef struct LargePlace {
    Matrix matrix;
    DimLabels row_labels, column_labels;
    int64_t row, column; // the selected cell
} LargePlace;
LargePlace large_place(const App *app);
bool large_jump_to(App *app, int64_t row, int64_t column);
// Goes to a cell of the tensor that is shown, in whatever slice. False: it is another tensor's.
bool large_show(App *app, Cell cell);

// ---- contents.c: what is in a program -----------------------------------------------------------

// What was asked for where there was none at hand; what the page then leads to.
typedef enum ContentsFor { FOR_ALL, FOR_HEADS, FOR_LINES } ContentsFor;

// The attention matrices of the program; returns how many.
int contents_attention(const App *app, const ContentsRow **rows);
// The attention matrices of the program, to choose one; where there is one alone, that. False:
// there are none.
bool contents_offer(App *app, ContentsFor wanted);

FigureChoice figure_choice(const App *app); // that the figure dialog would write
// That looks like what a screen shows.
FigureChoice figure_of_subject(const Walk *walk, const Subject *subject, const char *theme);
