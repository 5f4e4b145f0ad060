// Questions: the predictions of a lesson, and cells that the reader or the lesson's `fade` blanked.
//
// A question hides its cell until it is settled: answered rightly, or shown on request. It is asked
// at a place of the walk, where its cell would open; whoever goes on from there without an answer
// is shown it. Answers are kept in the questions, for whoever stores them.
#pragma once

#include "lesson/lesson.h"
#include "trace/explain.h"

typedef struct Walk Walk;
typedef struct SlipValue SlipValue;

typedef enum AnswerState {
    ANSWER_NONE,
    ANSWER_WRONG, // the last try; another one is welcome
    ANSWER_RIGHT,
    ANSWER_SHOWN,
} AnswerState;

// What became of a question.
typedef struct Answer {
    AnswerState state;
    int tries;         // answers given
    const char *given; // the last one, as typed; NULL: none
    const char *says;  // what was said to it: right, or what went wrong
} Answer;

typedef enum QuestionOrigin { ASKED_BY_LESSON, ASKED_BY_FADE, ASKED_BY_READER } QuestionOrigin;

typedef struct Question {
    QuestionOrigin origin;
    const Prediction *prediction; // NULL unless it is the lesson's
    int step, block;              // where the prediction stands; block -1: nowhere in the text
    const char *name;             // the expression asked for, "scores[0, 1]"; else the first words
    Cell cell;                    // what is hidden; entry -1: nothing is, one has to choose
    Cell source;                  // where the number of the cell was made (cell_origin)
    bool has_value;
    double value;
    const char *text; // the value as written; NULL: it has none
    Error error;      // why the expression has none
    Answer answer;
} Question;

// Makes the questions of a step, after its code has run, so that they see the values at its end.
void questions_of_step(Walk *walk, int step);

// The stage and sub-step of the walk where a question is asked. False: the walk never comes to it.
bool question_place(const Walk *walk, const Question *question, int *stage, int *substep);

// The entries that the statements of a step recorded: [first, …).
int questions_first_entry(const Walk *walk, int step);

// ---- numbers as answers

typedef enum Rounding {
    NOT_A_NUMBER, // what was typed is none
    NOT_EQUAL,
    TOO_ROUGH, // a rounding that leaves nothing of the number
    EQUAL,
} Rounding;

// Is what was typed the value, or any rounding of it? Accepts a decimal point or comma, exponents
// and the minus sign of typography.
Rounding answer_compare(Str typed, double value);

// The choice that states a value: its numbers, one of which is a rounding of `value`.
bool choice_states(const Choice *choice, double value, bool *has_numbers);
