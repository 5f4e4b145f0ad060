// What is remembered of a walk, handed to another program, and listed of all lessons.
#pragma once

#include "command/command.h"
#include "lesson/listed.h"
#include "state/state.h"
#include "walk/places/spot.h"
#include "walk/walk.h"

// ---- kept.c -------------------------------------------------------------------------------------
// What of a walk is kept in its state and given back to the next session: answers, edits, marks,
// and which kinds of operations were seen.

// Gives the questions of the walk the answers that are remembered: what was answered rightly or
// shown is not asked again.
void answers_restore(const LessonState *state, Walk *walk);

// Puts the walk's answers into the state, in `arena`, with the day when they are due again; what is
// remembered of other questions, and what another session answered later, stays.
void answers_keep(LessonState *state, const Walk *walk, Arena *arena);

// Makes all questions open again; what is due stays due.
void answers_open(LessonState *state, Arena *arena);

// What became of the predictions of a lesson, which has not run.
Score answers_score(const LessonState *state, const Lesson *lesson);

// What is remembered of a question, or NULL.
const StateAnswer *answers_find(const LessonState *state, const Question *question);

// Makes the edits of the state beside those that the walk has, with one run for all of them. What
// cannot be made (a cell that is not there any more) is dropped.
void edits_restore(const LessonState *state, Walk *walk);

// Puts the walk's edits into the state, in `arena`.
void edits_keep(LessonState *state, const Walk *walk, Arena *arena);

// Gives the walk what was seen in the other lessons of the library; `key` is its own.
void familiar_restore(const char *key, Walk *walk);

// Puts what was seen in this lesson into the state, in `arena`, beside what is there.
void familiar_keep(LessonState *state, const Walk *walk, Arena *arena);

// Gives the walk the marks that are remembered. Of another text only their steps mean something.
void marks_restore(const LessonState *state, Walk *walk);

// A mark as the state has it, under a name, and back.
StateMark mark_saved(const Walk *walk, const Spot *mark, const char *name, Arena *arena);
Spot mark_restored(const Walk *walk, const StateMark *kept);
const StateMark *mark_named(const LessonState *state, const char *name); // NULL: there is none

// Puts the walk's marks into the state, in `arena`. Those that are as they were in `before` stay as
// the state has them: another session may have set them since.
void marks_keep(LessonState *state, const LessonState *before, const Walk *walk, Arena *arena);

// ---- progress.c ---------------------------------------------------------------------------------
// What is remembered of a walk, and how a walk goes on from there.

typedef struct Progress {
    const char *key; // NULL: nothing is remembered of this lesson (standard input)
    LessonState state;
    Arena *arena;
    bool anew;      // what was remembered before this session is to be forgotten
    Error *warning; // the first thing that went wrong
    bool by_words;  // the reader types words, not keys
    bool on_wall;   // a presenter's place, which is not that of the reader
    bool in_page;   // of a browser, where nothing is typed in a shell
} Progress;

// What the lesson that was opened as `given` is known by: its name in the library, whether it was
// opened by that or by a path, or for another file where it is; NULL for standard input.
const char *progress_key(const Walk *walk, const char *given, Arena *arena);

// Reads what is remembered of the lesson that was opened as `given`; with `fresh` it begins anew.
void progress_begin(Progress *progress, Walk *walk, const char *given, bool fresh);

// The same, and makes the edits again, unless the walk has others already; goes to that step, or
// for -1 to where the walk was left. What is to be said of it, or NULL.
const char *progress_open(Progress *progress, Walk *walk, const char *given, bool fresh, int step);

// Remembers the answers alone.
void progress_answers(Progress *progress, const Walk *walk);

// Remembers where the walk is. Returns what is to be said: that it cannot be, the first time; or
// NULL. `progress` as void, for TuiOptions.keep.
const char *progress_keep(void *progress, const Walk *walk);

// ---- handover.c ---------------------------------------------------------------------------------
// What of a walk is handed to another program that runs: a presenter's notes are to show the text
// with the presenter's numbers, at the presenter's place.

// Place and selected cell, calls stepped into, edits, answers, the cells asked for.
LessonState handover_of(const Walk *walk, Arena *arena);

typedef enum Handover {
    HANDOVER_OTHER_TEXT, // of another version of the lesson: nothing is taken
    HANDOVER_TAKEN,
    HANDOVER_RAN, // the same, and the program ran again: entries are others than before
} Handover;

// Brings the walk there, as far as it is not there yet.
Handover handover_take(const LessonState *state, Walk *walk);

// To the place alone, of the same text: edits, answers and questions stay as they are.
void handover_go(const LessonState *state, Walk *walk);

// The message from a presenter to its notes: where it is, what was edited and answered. A line
// "qkv-3 SUM", with the hash_text() of what follows; a line "SETTLED SHOWS"; a state
//. SETTLED is the question that is answered at this place, or -1; SHOWS
// is what the screen shows in place of the slide, in words.

// The name under which both sides of a lesson find each other; NULL: it has none (standard
// input).
const char *message_key(const Walk *walk, const char *lesson, Arena *arena);

Str message_write(const char *key, const Walk *walk, const char *shows, Arena *arena);

typedef struct Message {
    Str state, shows;
    int settled;
} Message;

typedef enum MessageTaken { MESSAGE_WHOLE, MESSAGE_IN_PART, MESSAGE_NOT_OURS } MessageTaken;

MessageTaken message_take(Str all, Message *message);

// Brings the walk there. Returns what is to be said of it, or an empty text; `ran`: the program ran
// again, and its entries are others than before.
Str message_follow(const Message *message, const char *key, Walk *walk, bool *ran);

// ---- catalog.c ----------------------------------------------------------------------------------
// The lessons there are, with what is remembered of each.

// In the order of the library. A file that is no lesson has what is wrong as its title, and no
// steps. The state is read without a warning: that comes when the lesson is opened.
LessonList catalog(Session *session, bool ascii); // with signs spelled out
