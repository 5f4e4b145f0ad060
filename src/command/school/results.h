// What a student hands in: the answers of a quiz, as a file of JSON.
#pragma once

#include "walk/walk.h"

typedef struct ResultAnswer {
    const char *lesson, *version; // of the text that was asked from
    int step;                     // from 1
    const char *question, *given;
    int tries;          // 0: it was not answered
    bool right, hinted; // hinted: not without a hint
    const char **tried; // each try; of a choice its text, for letters are the reader's own
    int tried_count;    // less than `tries` in files of older versions
} ResultAnswer;

typedef struct Results {
    const char *name;
    ResultAnswer *answers;
    int count, right;
} Results;

// The lesson's seal where it has one, else a sum over its text.
const char *results_version(const Lesson *lesson, Arena *arena);

// A choice as results have it.
const char *results_choice(const Walk *walk, const Choice *choice, Arena *arena);

// What became of a question; there is room for it.
void results_add(Results *results, const Walk *walk, const Question *question, Arena *arena);

void results_write(const Results *results, Buf *out);

// Reads such a file. Errors: it cannot be read, it is not one, or its form was changed.
bool results_read(const char *path, Results *results, Arena *arena, Error *error);
