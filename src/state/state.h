// What is remembered of a lesson from one session to the next: the place, the steps that are done,
// answers, edits, marks and what kinds of operations were seen. A plain record, read and written
// whole; it knows no walk.
//
// Each lesson has its own file in $XDG_STATE_HOME/qkv/lessons (~/.local/state), written under
// a temporary name and renamed: two programs at once do no harm, and of one lesson the last one to
// leave is remembered. Nothing here may end a session: what cannot be read or written is a warning.
#pragma once

#include "base/error.h"
#include "base/hash.h"

typedef struct StateAnswer {
    const char *question, *answer;
    bool right, hinted; // hinted: not without help
    int asked;          // the day (clock_today()) of the answer; 0: not known
    int again;          // it is due so many days later; 0: not any more
} StateAnswer;

typedef struct StateEdit {
    const char *cell; // "x[0,1]"
    double value;
    const char *hold;  // "zero every time", of what is held; NULL: a number is given
    const char *words; // of a sentence, or a word of one; NULL: it is about numbers
} StateEdit;

typedef struct StatePlace {
    int step, entry, call, substep; // as in a Stage
    int statement;                  // for places without entry and call; -1: unknown
} StatePlace;

typedef struct StateMark {
    const char *name;
    StatePlace place;
    const char *cell; // the one selected: "12[0,1]", entry and indices; "": none
} StateMark;

// How often operations of one kind were seen.
typedef struct StateKind {
    const char *name; // of its row: "matmul"
    int times;
} StateKind;

typedef struct LessonState {
    bool is_known;    // there was a file
    uint64_t text;    // hash_text() of the lesson: of another text places mean nothing
    StatePlace place; // where the reader was
    const bool *done; // for each step: was it walked to its end?
    int steps;
    bool columns; // it was read in the convention of columns
    const StateAnswer *answers;
    int answer_count;
    const StateEdit *edits; // in order
    int edit_count;
    const StateMark *marks;
    int mark_count;
    const StateKind *kinds;
    int kind_count;
} LessonState;

// Reads what is remembered of the lesson `key`, an absolute path or the name of a lesson. Nothing
// remembered is no error. False: it cannot be read (`warning` says why; what was no state is moved
// aside), and `*state` is empty.
bool state_load(const char *key, Arena *arena, LessonState *state, Error *warning);

// The same for a list of lessons: without a warning, and nothing is moved aside.
bool state_glance(const char *key, Arena *arena, LessonState *state);

// The same as text, which another running program reads.
const char *state_text(const char *key, const LessonState *state, Arena *arena);
// False: the text is no state of `key`.
bool state_read(Str text, const char *key, Arena *arena, LessonState *state);

// False: it could not be written.
bool state_save(const char *key, const LessonState *state, Error *warning);

// Where the file of a lesson is; NULL: there is no place for it.
const char *state_path(const char *key, Arena *arena);

// Where running programs find each other: a path in $XDG_RUNTIME_DIR/qkv, else among the state; its
// folder is made. NULL: there is no such place, and `warning` says why.
const char *state_meeting_path(const char *name, Arena *arena, Error *warning);

// A number of the reader's own, made when it is first asked for. 0: it cannot be remembered, or a
// file qkv/reader among the state says so.
uint64_t state_reader(Error *warning);

int state_steps_done(const LessonState *state);

// ---- review.c: when a question is asked again

// How many days a question has been due; -1: it is not.
int review_overdue(const StateAnswer *answer, int today);

// Sets when an answer of the day `asked` is due again: a day after a miss, then, each time that it
// is right at once when it is due, after three days, after a week, and no more. `before`: what was
// remembered, or NULL.
void review_plan(StateAnswer *answer, const StateAnswer *before, bool at_once);
