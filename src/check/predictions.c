// The rules for the questions of a lesson ("Predict `scores[0,1]`"). A question must be
// answerable, exactly one choice must be right, a choice that states a number must state the true
// one exactly when it is marked as right, a wrong answer that has its own reply must really be
// wrong, and what is asked must not have been computed before. A broken rule is an error.
//
// Warnings are for what a lesson may do but seldom wants: above all a cell in which a usual
// mistake (forgetting the scaling, softmax along the other axis) gives the same number as the
// right way, so that the question would not find the mistake out.
#include "check/findings.h"

#include "base/text/ascii.h"
#include "base/text/number.h"
#include "study/arithmetic/mistake.h"
#include "walk/questions/question.h"

#include <math.h>
#include <string.h>

enum { MOST_TOLD = 3 };

// ---- one number --------------------------------------------------------------------------------

// Is it a name that only a later step has?
static bool comes_later(const Walk *walk, int step, Str name)
{
    for (int s = step + 1; s < walk->lesson.step_count; s++) {
        const Step *later = &walk->lesson.steps[s];
        for (int b = 0; b < later->count; b++) {
            bool is_code = later->blocks[b].kind == BLOCK_CODE;
            if (is_code && str_names(later->blocks[b].code.source->text, name)) return true;
        }
    }
    return false;
}

static bool cannot_be_computed(const Walk *walk, const Question *question, Error *error)
{
    *error = question->error;
    Str rest = str_from(error->message);
    str_take(&rest, "'");
    Str name = str_take(&rest, "'");
    if (!error->kind || strcmp(error->kind, "NameError") != 0) return false;
    bool later = comes_later(walk, question->step, name);
    if (later) error->hint = NULL; // of a name that is only alike
    return error_hint(error, later ? "put the prediction into the step that computes it, before "
                                     "the code"
                                   : "name what the code of its step computes");
}

static bool has_one_number(const Walk *walk, const Question *question, Error *error)
{
    if (question->error.set) return cannot_be_computed(walk, question, error);
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
                     choice->right ? "choice %c is marked as right, but %s is %s"
                                   : "choice %c is not marked as right, but states what %s is: %s",
                     'a' + i % 26, question->name, question->text);
        return error_hint(error, choice->right ? "correct its number, or mark another choice"
                                               : "each choice must state a different number");
    }
    return true;
}

// ---- what is said to wrong answers -------------------------------------------------------------

// What is a rounding of the truth is never called wrong.
static bool is_no_mistake(const Question *question, Str number)
{
    if (!question->has_value) return false;
    return answer_compare(number, question->value) == EQUAL ||
           answer_grade(number, question->value) >= TOO_ROUGH;
}

static bool was_foreseen(const Prediction *prediction, const Foreseen *here, int at)
{
    for (const Foreseen *before = prediction->foreseen; before <= here; before++) {
        int count = before == here ? at : before->count;
        for (int k = 0; k < count; k++) {
            if (answer_is_same(before->numbers[k], here->numbers[at])) return true;
        }
    }
    return false;
}

// What is too rough to be called wrong, as 0 for 0.3333, is wrong with decimals.
static bool hint_at_form(const Question *question, Str number, bool is_right, Error *error)
{
    const char *zeros = str_find(number, ".") < 0 ? ".00" : "0";
    Str longer = str_from(arena_printf(error->arena, "%.*s%s", STR_ARG(number), zeros));
    if (is_right && !is_no_mistake(question, longer))
        return error_hint(error, "with decimals it is wrong: > - `%s`: You rounded.", longer.p);
    return error_hint(error, "as in > - `3`, `4`: You forgot the squares.");
}

static bool foreseen_are_wrong(const Question *question, Error *error)
{
    const Prediction *prediction = question->prediction;
    for (int i = 0; i < prediction->foreseen_count; i++) {
        const Foreseen *foreseen = &prediction->foreseen[i];
        for (int k = 0; k < foreseen->count; k++) {
            Str number = foreseen->numbers[k];
            bool reads = answer_compare(number, 0) != NOT_A_NUMBER,
                 right = is_no_mistake(question, number);
            if (reads && !right && !was_foreseen(prediction, foreseen, k)) continue;
            error_set_at(error, prediction->at, NULL,
                         !reads  ? "`%.*s` is foreseen as an answer but is not a number"
                         : right ? "`%.*s` is foreseen as a wrong answer but is the right one or a "
                                   "rounding of it"
                                 : "`%.*s` is foreseen twice",
                         STR_ARG(number));
            return hint_at_form(question, number, right, error);
        }
    }
    return true;
}

static bool sentences_are_for_wrong_choices(const Prediction *prediction, Error *error)
{
    for (int i = 0; i < prediction->choice_count; i++) {
        if (!prediction->choices[i].right || !prediction->choices[i].says.count) continue;
        error_set_at(error, prediction->at, NULL,
                     "choice %c is right, but a bullet says what is wrong with it", 'a' + i % 26);
        return error_hint(error, "why it is right belongs in the reason");
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
    return has_one_number(walk, question, error) && one_is_right(question->prediction, error) &&
           choices_are_true(question, error) &&
           sentences_are_for_wrong_choices(question->prediction, error) &&
           foreseen_are_wrong(question, error) && is_asked_before(walk, question, error);
}

// ---- warnings ----------------------------------------------------------------------------------

// The mistake is recognized by three digits, or all of a whole number: are these the
// same of both? What makes no more of a difference than an epsilon is no mistake to find.
static bool rounds_alike(double mistake, double truth)
{
    if (mistake == truth) return true;
    bool whole = fabs(truth - round(truth)) <= 1e-6 * fabs(truth);
    bool nearly = fabs(mistake - truth) <= 1e-4 * fabs(truth);
    if (!isfinite(mistake) || !isfinite(truth) || truth == 0 || whole || nearly) return false;
    double unit = pow(10, floor(log10(fabs(truth))) - 2);
    return round(mistake / unit) == round(truth / unit);
}

// Mistakes within the step that give nearly the same: what is above it can be read off there.
// Adds what they are, and what the first of them gives. Returns how many.
static int add_like_mistakes(const Walk *walk, const Question *question, Cell cell, double *gives,
                             Buf *words)
{
    SCRATCH(scratch);
    MistakeValue *values;
    double truth = cell_value(walk->trace, cell);
    int first = questions_first_entry(walk, question->step), told = 0;
    int count = mistake_values(walk->trace, cell, first, &scratch, &values);
    for (int i = 0; i < count && told < MOST_TOLD; i++) {
        bool counts = !values[i].is_careless && !values[i].is_idle;
        bool alike =
            values[i].mistake ? rounds_alike(values[i].value, truth) : values[i].value == truth;
        if (!counts || !alike) continue;
        if (told == 0) *gives = values[i].value;
        buf_printf(words, "%s%s", told++ ? "; " : "", values[i].words);
    }
    return told;
}

// Other cells of the tensor in which no usual mistake gives nearly the true number.
static int cells_to_ask(const Walk *walk, const Question *question, Cell *cells, int most)
{
    enum { MOST_TRIED = 64 };
    const Shape *shape = trace_shape(walk->trace, question->cell.entry);
    int64_t count = shape_count(shape);
    int found = 0;
    for (int64_t i = 0; i < count && i < MOST_TRIED && found < most; i++) {
        Cell cell = {question->cell.entry, index_unravel(shape, i)};
        SCRATCH(scratch);
        Buf unsaid = {.arena = &scratch};
        double value = cell_value(walk->trace, cell), gives;
        bool can_be_asked = isfinite(value) && value != 0 && !cell_equal(cell, question->cell);
        if (can_be_asked && !add_like_mistakes(walk, question, cell, &gives, &unsaid))
            cells[found++] = cell;
    }
    return found;
}

static void hint_at_cells(const Walk *walk, const Question *question, Error *warning)
{
    Cell cells[2];
    int count = cells_to_ask(walk, question, cells, 2);
    if (count == 0) {
        error_hint(warning, "ask for a cell of a different tensor, or change the numbers: no cell "
                            "of this one tells them apart");
        return;
    }
    Buf names = {.arena = warning->arena};
    for (int i = 0; i < count; i++)
        buf_printf(&names, "%s%s", i ? " or " : "",
                   cell_name(walk->trace, cells[i], warning->arena));
    error_hint(warning, "ask for %s, where they differ", buf_text(&names));
}

static void warn_of_mistakes(const Walk *walk, const Question *question, Findings *findings)
{
    Arena *arena = findings->arena;
    if (question->cell.entry < 0 || question->prediction->choice_count) return;
    Buf same = {.arena = arena}, number = {.arena = arena};
    double gives;
    if (!add_like_mistakes(walk, question, question->cell, &gives, &same)) return;
    Error warning = {.arena = findings->arena};
    Span at = {question->prediction->cell, 0, question->prediction->cell->text.n};
    number_human(&number, gives, walk->view.digits);
    const char *how = gives == question->value ? "as well" : "which rounds to the same";
    error_set_at(&warning, at, NULL, "warning: a common mistake gives %s%s %s: %s",
                 buf_text(&number), gives == question->value ? "" : ",", how, buf_text(&same));
    hint_at_cells(walk, question, &warning);
    findings_add(findings, &warning);
}

// Without a blank quoted line before it the reason is a part of the question.
static void warn_of_given_answer(const Question *question, Findings *findings)
{
    const Prediction *prediction = question->prediction;
    bool asks = question->has_value && !prediction->choice_count && !prediction->reason_count;
    if (!asks) return;
    bool states = false;
    for (int i = 0; i < prediction->question_count && !states; i++)
        states = paragraph_states(&prediction->question[i], question->value);
    if (!states) return;
    findings_say(
        findings, prediction->at, "put a blank quoted line, \">\", between question and reason",
        "warning: this question gives its answer away: %s is %s", question->name, question->text);
}

// A lesson need not say anything of wrong choices; where it does, one may have been forgotten.
static void warn_of_silence(const Prediction *prediction, Findings *findings)
{
    int silent = -1, said = 0;
    for (int i = prediction->choice_count - 1; i >= 0; i--) {
        const Choice *choice = &prediction->choices[i];
        said += choice->says.count > 0;
        if (!choice->right && !choice->says.count) silent = i;
    }
    if (!said || silent < 0) return;
    findings_say(findings, prediction->at,
                 "add a bullet under it, as in >   - Softmax compares exponentials.",
                 "warning: the wrong choice %c has no reply", 'a' + silent % 26);
}

// A choice may need no reason; a number without one teaches nothing.
static void warn_of_no_reason(const Question *question, Findings *findings)
{
    const Prediction *prediction = question->prediction;
    if (prediction->reason_count) return;
    findings_say(findings, prediction->at,
                 "after a blank quoted line, \">\", say how to find the answer",
                 "warning: this prediction has no reason");
}

void prediction_warn(const Walk *walk, const Question *question, Findings *findings)
{
    warn_of_mistakes(walk, question, findings);
    int before = findings->count;
    warn_of_given_answer(question, findings);
    if (findings->count == before) warn_of_no_reason(question, findings);
    warn_of_silence(question->prediction, findings);
}

void prediction_warn_of_quote(const Source *source, const Paragraph *quote, Findings *findings)
{
    static const char word[] = "Predict";
    if (quote->kind != PARAGRAPH_QUOTE || !quote->count) return;
    Str text = quote->inlines[0].text, behind = str_slice(text, (int)sizeof word - 1, text.n);
    bool bold = quote->inlines[0].style & STYLE_STRONG;
    bool is_word = bold || !behind.n || !ascii_is_letter(behind.p[0]);
    if (!(bold ? str_starts_as(text, word) : str_starts(text, word)) || !is_word) return;
    const char *quoted = arena_printf(findings->arena, "> %s%.*s", bold ? "**" : "", STR_ARG(text));
    int at = str_find(source->text, quoted);
    Span place = {source, at < 0 ? 0 : at, at < 0 ? 0 : at + (int)strlen(quoted)};
    findings_say(findings, place,
                 "a prediction begins with the bold word, > **Predict** `scores[0, 1]`",
                 "warning: this quote asks nothing");
}
