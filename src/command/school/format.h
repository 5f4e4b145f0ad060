// What a format of questions says of each.
#pragma once

#include "command/school/questions.h"

struct QuestionFormat {
    const char *name;
    const char *head; // of the whole
    void (*lesson)(const Walk *walk, Buf *out);
    void (*question)(const Walk *walk, const Question *question, Buf *out);
};

extern const QuestionFormat question_gift, question_cards;
