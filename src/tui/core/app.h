// The state of the terminal that is not the walk's: which screens are open, how the walk is shown,
// what was said. What a screen alone needs is in its own file. Keys change it through actions
// (input.h, actions.h); drawing only reads it (draw.h).
#pragma once

#include "terminal/keys.h"
#include "trace/trace.h"
#include "tui/core/layout.h"
#include "tui/core/options.h"
#include "tui/core/screens.h"

// What is typed into a line at the bottom of the screen: what SCREEN_PROMPT is opened with.
typedef enum PromptKind {
    PROMPT_COMMAND, // ":"
    PROMPT_GO,      // "g"
    PROMPT_SEARCH,  // "/"
    PROMPT_MARKS,   // "M"
    PROMPT_KINDS
} PromptKind;

enum { SCROLL_FOLLOWS = -1 }; // the lesson shows the line that the walk is at

// How far the text of a step has been seen, in lines of `columns` columns, folded or not.
typedef struct LessonRead {
    int step, columns, lines;
    bool folds;
} LessonRead;

typedef struct App {
    Walk *walk;
    const TuiOptions *options;
    int columns, rows; // of the screen
    Pixels pixels;     // how it shows pictures
    bool ascii;        // formulas as code writes them: their signs cannot all be shown

    ScreenId stack[SCREEN_COUNT]; // the open screens, each once; the last one is on top
    int depth;
    void *state[SCREEN_COUNT]; // of each screen, as its own file knows it
    struct Hits *hits;         // what can be clicked on the frame that was drawn last
    Arena arena;               // of these
    Arena *scratch;            // of what is done now: until a key or a frame is over

    LessonPane lesson;
    bool reads; // Space goes through the text, which gets the room: on the smallest screens all of
                // it
    int lesson_scroll;     // first line shown, or SCROLL_FOLLOWS
    LessonRead read;       // the lines of it that have been seen
    int numbers_left;      // the operation whose numbers Space went on from last
    struct Motion *motion; // parts/motion.h; NULL: nothing moves
    bool playing;          // parts/autoplay.h
    int speed;             // powers of two
    bool timer;            // the time since the start is shown
    int seconds;           // since then
    const char *far;       // what a presenter's other side says of itself, or NULL

    int pending;        // the code of the first key of two ("gg"), or 0
    bool quit, repaint; // asked for by an action
    int quits;          // so many keys more, q among them quits: it was pressed once
    bool mouse_left;    // to the terminal, which then selects text with it
    Cell labelled;      // the label of its row is selected as long as it is; entry -1: none
    Key pressed;        // the last key that was pressed, or where the mouse was

    const char *wanted; // the last search
    Arena wanted_arena;
    int found_at, found_stage; // which one of what it found, and where that was
    bool lit;                  // what was found is highlighted, until the next key

    Arena message_arena; // holds the message, until the next key
    const char *message; // NULL: none
    bool message_is_error;
    bool tells_answer; // a question was settled, and its reason is to be read, until the next key

    void (*show)(const struct App *app); // draws it now, before something long; NULL: nowhere
} App;

void screens_know(void); // which there are, where no app was begun (screens/all.c)
void app_init(App *app, Walk *walk, const TuiOptions *options, int columns, int rows); // so, too
void app_begin(App *app, Walk *walk, const TuiOptions *options, int columns, int rows);
void app_free(App *app);
void app_resize(App *app, int columns, int rows);

// ---- the stack ----------------------------------------------------------------------------------

ScreenId app_top(const App *app);
unsigned app_on(const App *app); // the same as a set
// The topmost screen that is not about another one, as the help and a prompt are.
ScreenId app_subject_screen(const App *app);

// Puts a screen on top; one that is open already is left first, with all above it, and one that is
// on top is only left. Returns whether anything changed.
bool app_open(App *app, ScreenId id, int by);
bool app_open_instead(App *app, ScreenId id, int by); // of what is on top
bool app_leave(App *app);                             // what is on top; true
// Leaves what is above the screen, which is open; the first one of all is always open.
void app_return_to(App *app, ScreenId id);
void app_go_home(App *app);
// Leaves all screens that show something of a run: there is another one now.
void app_leave_run(App *app);

// A matrix that a screen shows, for others to be opened on.
typedef struct Subject {
    Cell cell;             // the selected one, in the slice that is shown; entry -1: none
    bool whole;            // rather all of its matrix
    const Tensor *average; // of heads: no matrix of the trace; then the cell only gives its labels
    const char *name;
    const char *figure; // the kind that looks like it; NULL: none
    bool here;          // it is the equation at which the walk is
} Subject;

Subject app_subject(const App *app, Arena *arena); // of the screen on top

// Is the label of the selected cell's row selected in its place?
bool app_selects_label(const App *app);

// ---- words --------------------------------------------------------------------------------------

// Arithmetic with the signs of mathematics; where only ASCII may be shown, as code writes it.
const char *app_typeset(const App *app, const char *text, Arena *arena);

// A message for the status row, until the next key; true, as of an action that did something.
bool app_say(App *app, bool is_error, const char *format, ...) PRINTF_LIKE(3, 4);

void app_say_error(App *app, const Error *error); // with its hint

// What is to be said at the start: a note, or a notice of the walk's.
void app_say_first(App *app);

// Says "Computing ..." before something that will take a while.
void app_wait(App *app);

// What is shown instead of the slide, or beside it, for a presenter's notes; NULL: nothing.
const char *app_words(const App *app, Arena *arena);

// Goes to a step of the lesson, from 0.
bool app_go_to_step(App *app, int step);
