#include "check/predictions.h"

#include "base/ascii.h"
#include "base/number.h"
#include "trace/slip.h"
#include "walk/question.h"

#include <string.h>

enum { MOST_TOLD = 3 };

// ---- one number --------------------------------------------------------------------------------

static bool has_one_number(const Question *question, Error *error)
{
    if (question->error.set) {
        *error = question->error;
        return false;
    }
    const Prediction *prediction = question->prediction;
    if (!prediction->cell || question->has_value || prediction->choice_count) return true;
    Span at = {prediction->cell, 0, prediction->cell->text.n};
    error_set_at(error, at, NULL, "this prediction asks for a number, and %s is %s%s",
                 question->name, str_find(str_from(question->text), "\n") < 0 ? "" : "not one",
                 str_find(str_from(question->text), "\n") < 0 ? question->text : "");
    return error_hint(error, "name one cell, as in `scores[0, 1]`, or add choices");
}

// ---- choices -----------------------------------------------------------------------------------

static bool one_is_right(const Prediction *prediction, Error *error)
{
    int right = 0;
    for (int i = 0; i < prediction->choice_count; i++) right += prediction->choices[i].right;
    if (right == 1 || !prediction->choice_count) return true;
    error_set_at(error, prediction->at, NULL, "%d choices of this prediction are marked as right",
                 right);
    return error_hint(error, "mark one with - [x], the others with - [ ]");
}

// Where choices state numbers, the value must be in the right one, and only there.
static bool choices_are_true(const Question *question, Error *error)
{
    const Prediction *prediction = question->prediction;
    for (int i = 0; i < prediction->choice_count && question->text; i++) {
        const Choice *choice = &prediction->choices[i];
        bool has_numbers,
            states = question->has_value
                         ? choice_states(choice, question->value, &has_numbers)
                         : choice_lists(choice, str_from(question->text), &has_numbers);
        if (!has_numbers || states == choice->right) continue;
        error_set_at(error, prediction->at, NULL,
                     choice->right ? "choice %c is marked as right, and %s is %s"
                                   : "choice %c is not marked as right, but states what %s is: %s",
                     'a' + i % 26, question->name, question->text);
        return error_hint(error, choice->right ? "correct its number, or mark another choice"
                                               : "each choice must state another number");
    }
    return true;
}

// ---- the place ---------------------------------------------------------------------------------

static int block_of(const Step *step, const Source *code)
{
    for (int b = 0; b < step->count; b++) {
        if (step->blocks[b].kind == BLOCK_CODE && step->blocks[b].code.source == code) return b;
    }
    return -1;
}

// What is asked must not have been seen already.
static bool is_asked_before(const Walk *walk, const Question *question, Error *error)
{
    if (question->cell.entry < 0) return true;
    const Entry *entry = &walk->trace->entries[question->cell.entry];
    const Statement *statement = &walk->trace->statements[entry->statement];
    int block = block_of(&walk->lesson.steps[question->step], statement->source.source);
    if (statement->step == question->step && block > question->block) return true;
    Span at = {question->prediction->cell, 0, question->prediction->cell->text.n};
    error_set_at(error, at, NULL, "%s is computed before it is asked", question->name);
    return error_hint(error, "put the prediction before the code that computes it, in the same "
                             "step");
}

bool prediction_holds(const Walk *walk, const Question *question, Error *error)
{
    return has_one_number(question, error) && one_is_right(question->prediction, error) &&
           choices_are_true(question, error) && is_asked_before(walk, question, error);
}

// ---- warnings ----------------------------------------------------------------------------------

// Mistakes within the step: what stands above it can be read off there.
static void warn_of_slips(const Walk *walk, const Question *question, Arena *arena, Buf *messages)
{
    if (question->cell.entry < 0 || question->prediction->choice_count) return;
    Buf same = {.arena = arena}, number = {.arena = arena};
    SlipValue *values;
    int first = questions_first_entry(walk, question->step), told = 0;
    int count = slip_values(walk->trace, question->cell, first, arena, &values);
    for (int i = 0; i < count && told < MOST_TOLD; i++) {
        if (values[i].is_careless || !values[i].matters || values[i].value != question->value)
            continue;
        buf_printf(&same, "%s%s", told++ ? "; " : "", values[i].words);
    }
    if (!told) return;
    Error warning = {.arena = arena};
    Span at = {question->prediction->cell, 0, question->prediction->cell->text.n};
    number_human(&number, question->value, walk->digits);
    error_set_at(&warning, at, NULL, "warning: a usual mistake gives %s as well: %s",
                 buf_text(&number), buf_text(&same));
    error_hint(&warning, "ask for a cell where they differ");
    error_print(&warning, messages);
}

// Without a blank quoted line before it the reason is a part of the question.
static void warn_of_given_answer(const Question *question, Arena *arena, Buf *messages)
{
    const Prediction *prediction = question->prediction;
    bool asks = question->has_value && !prediction->choice_count && !prediction->reason_count;
    if (!asks) return;
    bool states = false;
    for (int i = 0; i < prediction->question_count && !states; i++)
        states = paragraph_states(&prediction->question[i], question->value);
    if (!states) return;
    Error warning = {.arena = arena};
    error_set_at(&warning, prediction->at, NULL,
                 "warning: this question gives its answer away: %s is %s", question->name,
                 question->text);
    error_hint(&warning, "a quoted line that is blank, \">\", goes between question and reason");
    error_print(&warning, messages);
}

void prediction_warn(const Walk *walk, const Question *question, Arena *arena, Buf *messages)
{
    warn_of_slips(walk, question, arena, messages);
    warn_of_given_answer(question, arena, messages);
}

void prediction_warn_of_quote(const Source *source, const Paragraph *quote, Arena *arena,
                              Buf *messages)
{
    static const char word[] = "Predict";
    if (quote->kind != PARAGRAPH_QUOTE || !quote->count) return;
    Str text = quote->inlines[0].text, behind = str_slice(text, (int)sizeof word - 1, text.n);
    bool bold = quote->inlines[0].style & STYLE_STRONG;
    bool is_word = bold || !behind.n || !ascii_is_letter(behind.p[0]);
    if (!str_starts(text, word) || !is_word) return;
    const char *quoted = text_printf(arena, "> %s%.*s", bold ? "**" : "", STR_ARG(text));
    int at = str_find(source->text, quoted);
    Error warning = {.arena = arena};
    Span place = {source, at < 0 ? 0 : at, at < 0 ? 0 : at + (int)strlen(quoted)};
    error_set_at(&warning, place, NULL, "warning: this quote asks nothing");
    error_hint(&warning, "a prediction begins with the bold word, > **Predict** `scores[0, 1]`");
    error_print(&warning, messages);
}
