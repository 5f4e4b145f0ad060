// Questions: the predictions of a lesson, and cells that the reader or the lesson's `fade` blanked.
//
// A question hides its cell until it is settled: answered rightly, or shown on request. It is asked
// at a place of the walk, where its cell would open; a reader who goes on from there without an
// answer is shown it. Answers are kept in the questions, for what stores them.
#pragma once

#include "lesson/lesson.h"
#include "trace/explain/explain.h"

typedef struct Walk Walk;

typedef enum AnswerState {
    ANSWER_NONE,
    ANSWER_WRONG, // the last try; another one is welcome
    ANSWER_RIGHT,
    ANSWER_SHOWN,
} AnswerState;

// What became of a question.
typedef struct Answer {
    AnswerState state;
    const char **tried; // answers given, as typed: `tries` of them
    int tries;
    const char *given; // the last one, of an earlier session too; NULL: none
    const char *says;  // what was said to it: right, or what went wrong
    int says_name;     // where in `says` the name of a cell begins, and where its number, which
    int says_number;   // ends it; 0: nowhere
    int hints;         // that were given
    int day;           // when it was answered or shown (clock_today()); 0: in an earlier session
} Answer;

enum { ANSWER_DUE = -1 }; // as the day: in an earlier session, and it is to be asked again

typedef enum QuestionOrigin { ASKED_BY_LESSON, ASKED_BY_FADE, ASKED_BY_READER } QuestionOrigin;

typedef struct Question {
    QuestionOrigin origin;
    const Prediction *prediction; // NULL unless it is the lesson's
    int step, block;              // where the prediction is; block -1: nowhere in the text
    const char *name;             // of the prediction, or of the cell
    Cell cell;                    // what is hidden; entry -1: nothing is, one has to choose
    Cell source;                  // where the number of the cell was made (cell_origin)
    bool has_value;
    double value;
    const char *text;    // the value as written; NULL: it has none
    Error error;         // why the expression has none
    const char *numbers; // the hint of what is no cell: "n * d = 4 * 8 = ?"; or NULL
    Answer answer;
} Question;

// ---- predict.c ----

bool question_is_settled(const Question *question);

// Is it a cell that holds True or False? These words, or their first letters, answer it too.
bool question_is_bool(const Walk *walk, const Question *question);

// The solution as it is answered: a number with `digits` decimals, or the letter of a choice.
const char *question_solution(const Question *question, int digits, Arena *arena);

int question_choices(const Question *question); // 0: a number is asked
// The choice that is meant by its letter, its words or the number that it begins with, or -1.
int question_choice(const Walk *walk, const Question *question, Str given);

typedef enum Verdict {
    VERDICT_RIGHT,
    VERDICT_WRONG,
    VERDICT_UNCLEAR, // no number, no letter of a choice: it does not count
} Verdict;

// Takes an answer: a number, or the letter of a choice. What there is to say is in answer.says:
// for a wrong one, the usual mistake that gives it. A right one settles the question.
Verdict question_answer(Walk *walk, Question *question, Str given);

typedef enum Rounding {
    NOT_A_NUMBER, // what was typed is none
    NOT_EQUAL,
    TOO_ROUGH, // a rounding that leaves nothing of the number; of an answer: too little
    EQUAL,
} Rounding;

// What an answer is worth: it is TOO_ROUGH, too, where it could as well be a rounding of what a
// usual mistake gives. What the numbers on the screen give by hand is right.
Rounding question_grade(const Walk *walk, const Question *question, Str given);

// Settles the question without an answer.
void question_show(Walk *walk, Question *question);

// ---- hint.c ----

// The ladder of a number: the sum with its own numbers and a blank, what its products come to, then
// the answer. Of what is moved: from where, then which number. Of three choices and more: what the
// lesson says to a wrong one. False: only the answer is left.
bool question_hint(Walk *walk, Question *question);
bool question_has_hint(const Walk *walk, const Question *question); // is there one more?

// Was the choice tried in vain, or struck out by a hint?
bool question_rules_out(const Walk *walk, const Question *question, int choice);

// The last hint that was given, "1*(-1) + 2*1 = ?"; NULL: none.
const char *question_hint_text(const Walk *walk, const Question *question, Arena *arena);

// The hint of an expression that is no cell, and of a cell that the lesson gives, what it was made
// of. Nothing is evaluated that could have effects.
void written_hint(Walk *walk, Question *question, const Source *expression);
void written_given(Walk *walk, Question *question);

// Does a hint show which cells the answer is made from?
bool question_shows_sources(const Walk *walk, const Question *question);

// What became of questions.
typedef struct Score {
    int asked, right, hinted, shown; // hinted: of those right
    int due;                         // ANSWER_DUE
} Score;

Score questions_score(const Walk *walk); // of those that can be asked
void score_add(Score *score, const Answer *answer);
const char *answer_sign(const Answer *answer);  // "✓", "~" with a hint, "·" shown, "?" open
void score_write(const Score *score, Buf *out); // "4 of 9 right, 1 with a hint, 1 shown"
// "4 right, 1 with a hint, 1 shown, 3 open"; NULL: nothing was answered or shown.
const char *score_text(const Score *score, Arena *arena);

// ---- question.c ----

// The expression asked for, "scores[0, 1]"; else the first words.
const char *prediction_name(const Prediction *prediction, Arena *arena);

// Makes the questions of a step, after its code has run, so that they see the values at its end.
void questions_of_step(Walk *walk, int step);

// Makes a question of a cell.
void question_add_cell(Walk *walk, Cell cell, QuestionOrigin origin);

// Blanks cells as the lesson's `fade` asks for: in each step one cell of its last operations, as
// many operations as `fade` says. After the stages are built.
void questions_fade(Walk *walk);

// Where the walk shows what is asked for: what is moved within one statement, where it is made.
Cell question_shown_cell(const Walk *walk, const Question *question);
// The stage and sub-step of the walk where a question is asked. False: the walk never comes to it.
bool question_place(const Walk *walk, const Question *question, int *stage, int *substep);

// The entries that the statements of a step recorded: [first, …).
int questions_first_entry(const Walk *walk, int step);

// ---- answer.c: numbers as answers

// Is what was typed (base/text/typed_number.h) the value, or any rounding of it?
Rounding answer_compare(Str typed, double value);

// The same of an answer, which must show that the value was known: it has two digits or one
// decimal, and what is between 0 and 1 is neither. What is shown as a whole number is answered
// with it. TOO_ROUGH does not say on which side of what was typed the value is.
Rounding answer_grade(Str typed, double value);

bool answer_is_exact(Str typed, double value); // no rounding of it
int answer_digits(Str typed);                  // significant ones; 0: exact, or 0 itself

// Do both represent one number: are they equal, or with decimals, is one a rounding of the other?
bool answer_is_same(Str typed, Str other);

// The number that a choice begins with; nothing where it begins with words.
Str choice_number(const Choice *choice);

// Takes the next number off `*rest`: digits that are no part of a name ("x0") or an index.
bool answer_next_number(Str *rest, Str *number);

// Does a choice that begins with a number state the value: is one of its numbers a rounding of it?
bool choice_states(const Choice *choice, double value, bool *has_numbers);

// Is one of the numbers in the words of a paragraph, code left out, a rounding of the value?
bool paragraph_states(const Paragraph *paragraph, double value);

// Does a choice that begins with a number or a bracket state the several numbers of `text`, the
// value as written ("torch.Size([2, 3])"), in their order? `*has_numbers`: does it begin so, and
// has `text` several?
bool choice_lists(const Choice *choice, Str text, bool *has_numbers);
