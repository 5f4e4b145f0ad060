// Which questions leave the house: those of the lesson that can be answered.
#include "command/school/questions.h"

#include <string.h>

const QuestionFormat *question_format(const char *name)
{
    if (strcmp(name, question_gift.name) == 0) return &question_gift;
    return strcmp(name, question_cards.name) == 0 ? &question_cards : NULL;
}

void questions_begin(const QuestionFormat *format, Buf *out)
{
    buf_add(out, str_from(format->head));
}

int questions_of_lesson(const QuestionFormat *format, const Walk *walk, Buf *out)
{
    int count = 0;
    for (int i = 0; i < walk->ran.question_count; i++) {
        const Question *question = &walk->ran.questions[i];
        if (question->origin != ASKED_BY_LESSON || question->error.set) continue;
        if (!question->has_value && !question->prediction->choice_count) continue;
        if (!count++ && format->lesson) format->lesson(walk, out);
        format->question(walk, question, out);
    }
    return count;
}
