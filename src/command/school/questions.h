// The questions of lessons for other programs: Moodle's GIFT, and flash cards.
#pragma once

#include "walk/walk.h"

typedef struct QuestionFormat {
    const char *name;
    const char *head;                           // of the whole
    void (*lesson)(const Walk *walk, Buf *out); // above those of each lesson; or NULL
    void (*question)(const Walk *walk, const Question *question, Buf *out);
} QuestionFormat;

// "gift" or "cards"; NULL: it is none of these.
const QuestionFormat *question_format(const char *name);

// The questions of a lesson; returns their number.
int questions_of_lesson(const QuestionFormat *format, const Walk *walk, Buf *out);
