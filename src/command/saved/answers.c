// An answer is remembered under the number of its step and the name of what was asked ("4:
// scores_0[1]"), so that it is found again after questions were added to the lesson or removed
// from it. Questions that the reader asked on the way are not kept.
#include "command/saved/answers.h"

#include <string.h>

// "4: scores_0[1]", which says the same after other predictions were added to the lesson.
static const char *key_of(const Question *question, Arena *arena)
{
    return arena_printf(arena, "%d: %s", question->step + 1, question->name);
}

static int find(const StateAnswer *answers, int count, const char *key)
{
    int i = 0;
    while (i < count && strcmp(answers[i].question, key) != 0) i++;
    return i;
}

const StateAnswer *answers_find(const LessonState *state, const Question *question)
{
    Arena scratch = {0};
    int found = find(state->answers, state->answer_count, key_of(question, &scratch));
    arena_free(&scratch);
    return found < state->answer_count ? &state->answers[found] : NULL;
}

// A wrong answer without a right one after it is no answer: the question is asked again.
static void restore(Question *question, const StateAnswer *answer, Arena *arena)
{
    bool shown = !answer->right && !*answer->answer;
    if (!answer->right && !shown) return;
    question->answer.state = shown ? ANSWER_SHOWN : ANSWER_RIGHT;
    question->answer.given = str_copy(arena, str_from(answer->answer));
}

void answers_restore(const LessonState *state, Walk *walk)
{
    for (int i = 0; i < walk->question_count; i++) {
        const StateAnswer *answer = answers_find(state, &walk->questions[i]);
        if (answer) restore(&walk->questions[i], answer, &walk->arena);
    }
}

void answers_keep(LessonState *state, const Walk *walk, Arena *arena)
{
    int count = state->answer_count;
    StateAnswer *answers = NEW_ARRAY(arena, StateAnswer, count + walk->question_count + 1);
    for (int i = 0; i < count; i++) answers[i] = state->answers[i];
    for (int i = 0; i < walk->question_count; i++) {
        const Question *question = &walk->questions[i];
        const Answer *answer = &question->answer;
        bool is_own = question->origin != ASKED_BY_READER;
        if (!is_own || answer->state == ANSWER_NONE) continue;
        const char *key = key_of(question, arena);
        int at = find(answers, count, key);
        const char *given = answer->given ? answer->given : "";
        answers[at] = (StateAnswer){key, given, answer->state == ANSWER_RIGHT};
        if (at == count) count++;
    }
    state->answers = answers;
    state->answer_count = count;
}
