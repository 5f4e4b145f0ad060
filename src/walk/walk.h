// A walk through a lesson: where the reader is, what is open already, what is selected.
//
// It knows lessons and traces but no screen: a key, a mouse click, `--keys` and tests all call the
// same functions, and views only read. The walk goes step by step (the lesson's headings), in each
// step statement by statement, in each statement operation by operation (a Stage), and in each
// operation by sub-steps: the first cell term by term, the rest of its row, then all.
// Operations that only move numbers have no stage of their own when another operation of the same
// statement uses them.
//
// A call of a function that computes several things is one stage, which shows what goes in and what
// comes out; stepping into it puts the stages of its body in its place.
//
// What a reader has seen opens in fewer sub-steps: term by term, then row by row, then at once.
//
// Where no other file is named, the functions are in walk.c.
#pragma once

#include "lang/run.h"
#include "lesson/lesson.h"
#include "study/axes/matrix.h"
#include "trace/explain/explain.h"
#include "trace/explain/sight.h"
#include "walk/questions/question.h"

// The sub-steps of an operation: how many each part of its result takes to open. The first time
// that a reader sees an operation of its kind it opens term by term, the second time row by row,
// then at once.
typedef struct Opening {
    int terms; // sub-steps 1 … terms open the first cell term by term
    int cells; // then so many for the rest of the first row
    int rows;  // then so many open a row each; none where terms have opened
    int rest;  // then 0 or 1 for everything else
} Opening;

typedef struct Stage {
    int step;        // of the lesson
    int statement;   // of the trace, or -1: the step's prose, before its first statement
    int entry;       // the operation shown, the result of the call, or -1: none (prose, a print)
    int call;        // the call shown, an index into trace->calls, or -1
    int depth;       // calls around it
    int substeps;    // >= 0; at 0 nothing of the result is open yet
    Opening opening; // of an operation
} Stage;

// How often a reader has seen operations of one kind, which is their row of the table.
typedef struct Familiar {
    const Op *op;
    int times;
} Familiar;

// What a piece of live text (`{python} expr`) shows, or a picture.
typedef struct LiveText {
    const Source *expression;
    const char *text;
    Cell cell; // of a picture: the first of its matrix
} LiveText;

// What one code block printed.
typedef struct Printed {
    const CodeBlock *code;
    const char *text;
    bool failed; // the error is in walk->error
    int raised;  // bytes before the error that was expected, which ends the text; -1: there is none
} Printed;

// Where the reader is, in terms that mean something in another run too (walk/places/spot.h).
typedef struct Spot {
    bool is_set;
    Stage stage; // its number may have changed since
    int substep;
    int focus; // the entry whose equation is shown; -1: that of the stage, or of the cell
    Cell selected;
    Index result_at;
} Spot;

enum { MARK_COUNT = 26 }; // a to z

// A cell that is open counts as closed, but for these pieces of its arithmetic, as long as a screen
// shows it bit by bit (tui/parts/motion.h).
typedef struct HeldBack {
    bool is_set;
    Cell cell;
    int pieces;
} HeldBack;

typedef enum HeatShown { HEAT_OF_SHARES, HEAT_OF_ALL, HEAT_OF_NONE, HEAT_CHOICES } HeatShown;

// ---- what a walk is made of ---------------------------------------------------------------------

typedef struct WalkProgram { // how the lesson's program is run, and what is found in its text
    size_t memory_limit;
    Readable readable;
    bool is_data;              // a file of tensors: nothing in it is to come
    bool ascii;                // it is shown in ASCII alone: signs are spelled, labels numbered
    Watch *watch;              // notified when it runs; or NULL
    bool was_stopped;          // the last time it was to run again, by who watches: nothing changed
    struct LoopWindow *window; // which iterations of its loops are recorded (walk/runs/iteration.h)
    int window_count;
    struct Sentence *sentences; // in its code (walk/edits/words.h)
    int sentence_count;
    struct Goal *goals; // in its prose (walk/goals.h)
    int goal_count;
} WalkProgram;

typedef struct WalkRun { // what the run left: walk/runs/rerun.c moves it as a whole
    Arena arena;
    Run *run;
    Error error; // why the program stopped; not set when it ran to its end
    Stage *stages;
    int stage_count;
    size_t stage_capacity;
    bool *entered; // for each call of the trace: has it been stepped into?
    LiveText *live;
    int live_count;
    Printed *printed;
    int printed_count;
    struct CostClaim *costs; // what the lesson says that operations cost (walk/cost_table.h)
    int cost_count;
    struct ChangedCells *changed; // by edits; NULL without them
    Question *questions; // in the order of the lesson, then those of `fade` and of the reader
    int question_count;
} WalkRun;

typedef struct WalkEdits { // edits, and those undone behind them (walk/edits/edit.h)
    struct Change *changes;
    int count, undone;
    int alike;               // entries that both runs have in common, from the first one on
    Walk *kept;              // where the run without edits is kept, once there was an edit
    struct DonorRun *donors; // with other sentences, for holds (walk/edits/donor.h)
} WalkEdits;

typedef struct WalkPlace { // where the reader is
    int stage, substep;
    int left_closed; // the stage that was seen closed and then opened: Back closes it again
    int focus;       // entry whose equation is shown: the stage's, or one gone to; -1: none
    int focus_call;  // the call whose equation is shown, then `focus` is its result; or -1
    Cell selected;   // a cell of the focus' output or of one of its inputs; entry -1: none
    Index result_at; // the cell last selected in the focus' output
    int settled;     // the question settled just now, at this place of the walk, or -1
    HeldBack held_back;
} WalkPlace;

typedef struct WalkEquation { // operands and result of the focus, as entries
    int *entries;
    int count;
    size_t capacity;
} WalkEquation;

typedef struct WalkPast { // where the reader was
    bool *done;           // for each step of the lesson: was it walked to its end?
    uint64_t goals;       // of the lesson that were reached, a bit each (walk/goals.h)
    Familiar *familiar;   // what was seen before this lesson
    int familiar_count;
    Spot *jumps; // places to go back to, and behind them those to go forward to
    int jump_count, jumps_ahead;
    Spot marks[MARK_COUNT];
} WalkPast;

typedef struct WalkView { // how numbers are shown; views obey, actions change
    HeatShown heat;
    bool gradients;            // below what they are the gradients of
    int digits;                // decimals, 0 … 9
    int depth;                 // levels of provenance in the inspector: 0, 1, 2, 4
    const char *const *labels; // of the tokens, given by the reader (walk/edits/labelling.h)
    int label_count;
    bool columns;             // in the convention of columns (trace/names/convention.h)
    bool convention_is_given; // by an option: what is remembered does not count
} WalkView;

struct Walk {
    Arena arena; // lesson and everything derived from it
    Lesson lesson;
    WalkProgram program;
    const Trace *trace; // of the run
    WalkRun ran;
    WalkEdits edits;
    Walk *original; // what the run without edits left; NULL: there are no edits
    WalkPlace at;
    WalkEquation equation;
    WalkPast past;
    WalkView view;
};

typedef struct WalkOptions {
    size_t memory_limit; // 0: the default
    const char *files;   // the folder that the program may read; NULL: that of the lesson
    const char *text;    // of the lesson, which then is no file; NULL: it is one
    OtherNumbers others; // than the lesson's; what it claims need then not hold
    const char *name;    // of a tensor that has none in its file; NULL: that of the file
    const char *axes; // of its tensors (walk/edits/labelling.h); NULL: what they are is found out
    bool ascii;       // it will be shown in ASCII alone
    Watch *watch;     // notified when the program runs; or NULL
    bool columns;     // read in the convention of columns
    bool convention_is_given;
} WalkOptions;

// Runs the lesson and builds the walk. False only when there is nothing to walk (no such lesson,
// not a lesson); a program that fails leaves walk->error set and a walk up to there. Either way
// end with walk_close(): errors quote the lesson's source, so tell them before. (open.c)
bool walk_open(Walk *walk, const char *lesson_or_path, const WalkOptions *options, Error *error);
void walk_close(Walk *walk);
// What the reader has seen before this lesson, `familiar`, which must live as long as the walk. The
// walk is then at its beginning. (places/stages.c)
void walk_know(Walk *walk, Familiar *familiar, int count);
// What has been seen in this lesson up to here. Returns how many kinds. (places/stages.c)
int walk_seen(const Walk *walk, Arena *arena, Familiar **seen);
// Tokens as columns, or as rows again: all runs that it has are read so. (places/focus.c)
void walk_read_columns(Walk *walk, bool columns);

// Moving. All return whether anything changed. Into calls and out of them: places/calls.c.
bool walk_next(Walk *walk);
bool walk_back(Walk *walk);
bool walk_next_stage(Walk *walk);
bool walk_previous_stage(Walk *walk);
bool walk_next_step(Walk *walk);     // to its beginning
bool walk_previous_step(Walk *walk); // to this step's beginning, then to the one before
bool walk_go_to_step(Walk *walk, int step);
bool walk_go_to_end(Walk *walk); // of the lesson, everything open
bool walk_step_into(Walk *walk); // the call at hand: to the first operation of its body
bool walk_step_out(Walk *walk);  // of the innermost call stepped into: back to the call as a whole
// Into these calls of the trace, each true or false, and out of all others. The place is then to be
// gone to anew.
void walk_step_into_these(Walk *walk, const bool *calls);

// Selecting. Rows and columns are those of the matrix as shown (walk_matrix). (places/select.c)
bool walk_move_cell(Walk *walk, int rows, int columns);
bool walk_select(Walk *walk, Cell cell);
bool walk_move_slice(Walk *walk, int by); // of the selected matrix, to the same cell of another
bool walk_next_matrix(Walk *walk, int direction); // operands and result of the focus, in order
bool walk_go_to_source(Walk *walk); // to the operation that made the selected cell's first source
bool walk_jump_to(Walk *walk, Cell cell); // to the operation that made it
bool walk_jump_back(Walk *walk);
bool walk_jump_forward(Walk *walk); // again, until there is another jump

// What may be seen here, and on a sheet of paper that asks the lesson's questions. (places/sight.c)
Seen walk_seen_at(const Walk *walk, Cell cell);
bool walk_hides(const Walk *walk, Cell cell);   // it is HIDDEN
bool walk_is_open(const Walk *walk, Cell cell); // it is SEEN
// Of all of it: HIDDEN where anything is.
Seen walk_row_seen(const Walk *walk, const Matrix *matrix, int64_t row);
Seen walk_matrix_seen(const Walk *walk, const Matrix *matrix);
Question *walk_hiding(const Walk *walk, Cell cell); // what hides it, or NULL
Sight walk_sight(const Walk *walk);
Sight walk_sight_so_far(const Walk *walk); // of a listing, too, only where the walk has been
Sight sheet_sight(const Walk *walk);

// Questions. Answers are taken by question_answer(). (questions/predict.c)
bool walk_awaits(const Walk *walk, const Question *question); // its answer, now or later on
Question *walk_question(const Walk *walk);                    // what an answer would be to, or NULL
Question *walk_question_reached(const Walk *walk); // what is shown before the walk goes on, or NULL
bool walk_shows_next(const Walk *walk); // is a hint or the answer what walk_next() shows?
bool walk_ask(Walk *walk);              // makes a question of the selected cell, or shows it again

// Reading. Of calls and sources: places/calls.c; outline and openings: places/stages.c; slices:
// places/select.c.
Stage walk_stage(const Walk *walk);    // that the walk is at; all -1 in a walk without stages
bool walk_is_at_end(const Walk *walk); // of the lesson, everything open
bool walk_at_failure(
    const Walk *walk); // at the place where the program stopped, all before it open
int64_t walk_slices(const Walk *walk, int64_t *at); // of the selected matrix; 1 of a flat one
int64_t walk_left_out(const Walk *walk);   // operations of this statement that were not recorded
const Call *walk_call(const Walk *walk);   // the call shown at this stage, or NULL
const Call *walk_inside(const Walk *walk); // the innermost call stepped into
Span walk_stage_source(const Walk *walk, const Stage *stage); // the code that the stage is about
// The same in the reader's own code: of what is inside qkv's library, the call that led there.
Span walk_reader_source(const Walk *walk, const Stage *stage);
// The statement at the top level that it is part of; of one with a body only the line in it.
Span walk_statement_source(const Walk *walk, const Stage *stage);
// Every operation that has a stage and every call, whether stepped into or not, in order.
int walk_outline(const Walk *walk, Arena *arena, Stage **lines);
// Goes to a line of the outline, stepping into the calls around it.
bool walk_show(Walk *walk, const Stage *line);
// An operation as a stage by itself, which opens as the first of its kind does.
Stage walk_stage_of(const Walk *walk, int entry);
// Of the operation of a stage, so many cells in row-major order are open after a sub-step; and the
// first sub-step after which the cell at that position is.
int64_t walk_cells_open(const Walk *walk, const Stage *stage, int substep);
int walk_substep_of(const Walk *walk, const Stage *stage, int64_t position);
// The first so many cells of an entry in row-major order are computed, hidden ones among them.
int64_t walk_open_count(const Walk *walk, int entry);
int walk_open_terms(const Walk *walk, Cell cell); // pieces of its arithmetic shown; -1: all
const char *walk_live_text(const Walk *walk, const Source *expression);
// What a PARAGRAPH_PICTURE shows; entry -1: it is none, or the program did not get there.
Cell walk_picture(const Walk *walk, const Paragraph *paragraph);
// Of a block or a prediction of the lesson, or of a copy of it; NULL: nothing is known.
const Printed *walk_printed(const Walk *walk, const CodeBlock *code);
const Question *walk_question_of(const Walk *walk, const Prediction *prediction);

// In an operand of the focus, by its place in the equation, the first cell that the selected cell
// of the result is made from (places/select.c).
Index walk_first_source_in(const Walk *walk, int place);
// The slice of it that is shown, as a cell: the selected one, else one that goes with that of the
// result; and the cell in a row and a column of the slice, false: there is no such (so, too).
Index walk_shown_in(const Walk *walk, int place);
bool walk_cell_at(const Walk *walk, int place, int64_t row, int64_t column, Cell *cell);

// The inputs and the output of the focus, in the order of the equation, as entries; a number
// written in the code (x * 2) is an input as well. Returns how many; 0 without a focus
// (places/focus.c).
int walk_equation(const Walk *walk, const int **entries);
bool walk_in_equation(const Walk *walk, int entry);

// A look at what comes next, without going there.

// A copy of the walk that has gone on once; of the walk itself nothing changes. It is for reading,
// as long as the walk stays as it is, and ends with walk_peek_end(). False: this is the end, and
// there is nothing to end.
bool walk_peek(const Walk *walk, Walk *next);
void walk_peek_end(Walk *next);
