// What a class has handed in, summed up.
#pragma once

#include "command/school/results.h"
#include "text/json.h"

typedef struct GradedFile {
    const char *path;
    const char *lesson; // "several", where it is about more than one
    Results results;
    bool is_other; // it has questions of another version of a lesson than most files
} GradedFile;

typedef struct WrongAnswer {
    const char *answer, *says; // `says`: what went wrong, "" where nothing is known
    int count;
} WrongAnswer;

// A question of the version that most files are about.
typedef struct GradedQuestion {
    const char *lesson, *version, *question;
    int step;
    int right, second, wrong, unanswered; // `second`: of those right, not at the first try
    WrongAnswer *wrong_answers;           // of the class, where the lesson is at hand
    int wrong_count;
    size_t wrong_capacity;
} GradedQuestion;

typedef struct Grades {
    Arena *arena;
    Walk **lessons; // at hand, to mark the answers again
    int lesson_count;
    GradedFile *files;
    int count;
    size_t capacity;
    GradedQuestion *questions; // in the order in which they occur
    int question_count;
    size_t question_capacity;
} Grades;

// Reads a file. False: the error says what is wrong with it, and it is left out.
bool grades_add(Grades *grades, const char *path, Error *error);

// After the last file: which version of each lesson counts, and how each question went, marked
// again where the lesson is at hand. Says which files are about another version, or claim more.
void grades_settle(Grades *grades, Buf *messages);

void grades_print(const Grades *grades, Buf *out);
void grades_csv(const Grades *grades, Buf *out);
void grades_json(const Grades *grades, Buf *out);
