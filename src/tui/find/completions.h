// The completions of a prompt: each is a text, the key or the place of it, and what it does when it
// is taken. They are made anew from what is typed, the best first.
#pragma once

#include "terminal/line.h"
#include "text/search.h"
#include "tui/core/actions.h"

typedef struct Completion Completion;
struct Completion {
    const char *text;
    const char *right; // its keys, or where it is
    int score, order;  // the best first, what fits alike as it was made
    void (*take)(App *app, const Completion *completion); // when the prompt is left
    const char *completes;                                // what Tab types; NULL: `text`
    const Action *action;                                 // what `take` needs of these
    int number;
    Cell cell;
    int64_t row, column; // of the matrix on the screen
};

Completion completion(const char *text, const char *right,
                      void (*take)(App *app, const Completion *completion), int number);

typedef struct Completions {
    Completion *list;
    int count;
    int first; // to be selected before the reader chooses
    // NULL, or why what was typed is not among them, and what it may have meant.
    const char *problem;
} Completions;

// Of what is typed into a prompt, whose history is that of `line`.
Completions completions_of(const App *app, PromptKind kind, const Line *line, Arena *arena);

// What is typed into the prompt, and what it could be completed to (prompt.c).
typedef struct PromptNow {
    const char *name;  // what it is for: "commands"
    const char *title; // the same, or what can be typed: "go to 4, weights, scores[1,2]"
    Str text;
    Completions completions;
    int selected;
} PromptNow;
bool prompt_now(const App *app, Arena *arena, PromptNow *now); // false: none is open

// ---- what makes them ----------------------------------------------------------------------------

enum { COMPLETION_EXACT = 10000 }; // a score above all fuzzy ones

// Each kind of prompt has a maker, which adds what fits of what was typed.
typedef struct Maker {
    const App *app;
    const Walk *walk;
    Arena *arena;
    const Line *line;
    Str typed;
    bool only_whole; // no letters here and there: what is typed is in the text
    Completions completions;
} Maker;

void maker_add(Maker *maker, Completion completion);
// Adds it if what is typed fits the text, or else the text with what is on its right.
void maker_add_fitting(Maker *maker, Completion completion);

// Places, each behind a verb: "go to step 2: Keys" (complete_places.c).
void maker_add_steps(Maker *maker, const char *verb);
void maker_add_tensors(Maker *maker, const char *verb, void (*take)(App *, const Completion *));
void maker_add_marks(Maker *maker, const char *verb);
// False: no iteration of a loop is typed.
bool maker_add_iterations(Maker *maker, const char *verb);
// Taking a cell goes there.
void completion_take_cell(App *app, const Completion *completion);

void complete_places(Maker *maker);
void complete_commands(Maker *maker); // complete_commands.c

// Places on a screen that shows one matrix or several (complete_matrix.c). False: what is typed is
// a place there or nowhere, so nothing else is to be offered.
bool complete_matrix_places(Maker *maker);
// "go to a row, a column: …": what can be typed on the screen below; NULL: it shows no such places.
const char *matrix_places_title(const App *app);

// ---- finding.c: a search goes to what is found, and on from there ------------------------------

// Everything that is found as the lesson is shown now.
int search_shown(const App *app, Str wanted, Arena *arena, Found **found);

// Goes there, and says which of how many it is.
void search_go(App *app, Str wanted, const Found *found, int at, int count);
