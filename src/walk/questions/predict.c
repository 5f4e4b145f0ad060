// Asking, answering and settling questions in the course of a walk.
#include "base/machine/clock.h"
#include "base/text/number.h"
#include "base/text/utf8.h"
#include "tensor/op.h"
#include "walk/places/focus.h"
#include "walk/places/stages.h"
#include "walk/questions/diagnosis.h"
#include "walk/questions/question.h"
#include "walk/walk.h"

#include <math.h>
#include <string.h>

// ---- what is hidden ----------------------------------------------------------------------------

bool question_is_settled(const Question *question)
{
    AnswerState state = question->answer.state;
    return state == ANSWER_RIGHT || state == ANSWER_SHOWN;
}

// Without looking through all stages for its place: may it be this one?
static bool may_be_here(const Walk *walk, const Question *question)
{
    const Stage *here = &walk->ran.stages[walk->at.stage];
    if (question->cell.entry < 0) return here->step == question->step;
    return stage_shows(walk, here, question_shown_cell(walk, question).entry);
}

Question *walk_question_reached(const Walk *walk)
{
    Question *first = NULL;
    int first_substep = 0;
    for (int i = 0; i < walk->ran.question_count; i++) {
        Question *question = &walk->ran.questions[i];
        int stage, substep;
        if (question_is_settled(question) || question->origin == ASKED_BY_READER) continue;
        if (walk->at.stage < walk->ran.stage_count && !may_be_here(walk, question)) continue;
        if (!question_place(walk, question, &stage, &substep)) continue;
        bool reached = stage == walk->at.stage && substep <= walk->at.substep;
        if (!reached || (first && substep >= first_substep)) continue;
        first = question;
        first_substep = substep;
    }
    return first;
}

Question *walk_question(const Walk *walk)
{
    Question *selected = walk_hiding(walk, walk->at.selected);
    return selected ? selected : walk_question_reached(walk);
}

bool walk_shows_next(const Walk *walk)
{
    const Question *asked = walk_question(walk);
    if (!asked) return false;
    return asked->origin == ASKED_BY_READER || asked == walk_question_reached(walk);
}

void walk_select_question(Walk *walk)
{
    const Question *question = walk_question_reached(walk);
    if (!question || question->cell.entry < 0) return;
    Cell cell = question->cell.entry == walk->at.focus ? question->cell : question->source;
    if (cell.entry == walk->at.focus) walk_select(walk, cell);
}

// ---- settling ----------------------------------------------------------------------------------

// How far the stage is open once the question is settled: the answer opens its cell with all of its
// arithmetic.
static int settled_substep(const Walk *walk, const Question *question, const Stage *stage,
                           int asked)
{
    Cell cell = question_shown_cell(walk, question);
    if (stage->call >= 0 || stage->entry != cell.entry) return asked;
    const Shape *shape = &walk->trace->entries[cell.entry].call.shape;
    return walk_substep_of(walk, stage, index_ravel(shape, cell.at));
}

static void settle(Walk *walk, Question *question, AnswerState state)
{
    int stage, substep;
    question->answer.state = state;
    question->answer.day = clock_today();
    walk->at.settled = (int)(question - walk->ran.questions);
    bool placed = question->origin != ASKED_BY_READER && question->cell.entry >= 0 &&
                  question_place(walk, question, &stage, &substep);
    if (!placed || stage != walk->at.stage) return;
    int open = settled_substep(walk, question, &walk->ran.stages[stage], substep);
    Cell selected = walk->at.selected;
    if (open > walk->at.substep) walk_go_to(walk, stage, open);
    walk_select(walk, selected);
    walk->at.settled = (int)(question - walk->ran.questions);
}

// Its number, or -1.
static int right_choice(const Question *question)
{
    const Prediction *prediction = question->prediction;
    int choice = prediction ? prediction->choice_count - 1 : -1;
    while (choice >= 0 && !prediction->choices[choice].right) choice--;
    return choice;
}

bool question_is_bool(const Walk *walk, const Question *question)
{
    Cell cell = question->cell;
    return cell.entry >= 0 && right_choice(question) < 0 &&
           trace_output(walk->trace, cell.entry)->dtype == DTYPE_BOOL;
}

int question_choices(const Question *question)
{
    return question->prediction ? question->prediction->choice_count : 0;
}

const char *question_solution(const Question *question, int digits, Arena *arena)
{
    int choice = right_choice(question);
    if (choice >= 0) return arena_printf(arena, "%c", 'a' + choice % 26);
    Buf number = {.arena = arena};
    number_human(&number, question->value, digits);
    return buf_text(&number);
}

// The letter of a choice is behind `of_choice`; "scores[0,1] is 4." behind `of_number`.
static void say_solution(Walk *walk, Question *question, const char *of_choice,
                         const char *of_number)
{
    bool is_choice = right_choice(question) >= 0;
    const char *is = !question_is_bool(walk, question)
                         ? question_solution(question, walk->view.digits, &walk->arena)
                     : question->value != 0 ? "True"
                                            : "False";
    Buf says = {.arena = &walk->arena};
    buf_add(&says, str_from(is_choice ? of_choice : of_number));
    question->answer.says_name = says.n;
    if (!is_choice) buf_printf(&says, "%s is ", question->name);
    question->answer.says_number = is_choice ? 0 : says.n;
    buf_printf(&says, "%s.", is);
    question->answer.says = buf_text(&says);
}

void question_show(Walk *walk, Question *question)
{
    say_solution(walk, question, "The answer is ", "");
    settle(walk, question, ANSWER_SHOWN);
}

// ---- verdicts ----------------------------------------------------------------------------------

static void count_try(Walk *walk, Answer *answer)
{
    const char **tried = NEW_ARRAY(&walk->arena, const char *, answer->tries + 1);
    for (int i = 0; i < answer->tries; i++) tried[i] = answer->tried[i];
    tried[answer->tries++] = answer->given;
    answer->tried = tried;
}

// What the lesson says to the choice comes before what is known of the number.
static Verdict take_wrong(Walk *walk, Question *question, Str number, const Paragraph *reply)
{
    Answer *answer = &question->answer;
    Buf says = {.arena = &walk->arena};
    count_try(walk, answer);
    buf_printf(&says, "Not %s", answer->given);
    if (reply && reply->count)
        buf_printf(&says, ". %s", diagnosis_text(walk, reply, &walk->arena));
    else if (!number.n || !diagnosis_add(walk, question, number, &says))
        buf_add_char(&says, '.');
    answer->state = ANSWER_WRONG;
    answer->day = clock_today();
    answer->says = buf_text(&says);
    if (!question_choices(question)) question_hint(walk, question); // there the reply is one
    return VERDICT_WRONG;
}

static Verdict take_right(Walk *walk, Question *question)
{
    count_try(walk, &question->answer);
    say_solution(walk, question, "Right: ", "Right: ");
    settle(walk, question, ANSWER_RIGHT);
    return VERDICT_RIGHT;
}

static Verdict unclear(Walk *walk, Question *question, const char *says)
{
    question->answer.says = str_copy(&walk->arena, str_from(says));
    return VERDICT_UNCLEAR;
}

// ---- answers -----------------------------------------------------------------------------------

// Are the words those of the choice, or the number that it begins with?
static bool is_text_of(const Walk *walk, const Choice *choice, Str given)
{
    SCRATCH(scratch);
    Str text = str_from(diagnosis_text(walk, &choice->text, &scratch));
    if (str_ends(text, ".")) text.n--;
    return str_equal_as(given, text) || answer_is_same(given, choice_number(choice));
}

// What several begin with is none of them.
int question_choice(const Walk *walk, const Question *question, Str given)
{
    int count = question_choices(question), found = -1;
    int letter = given.n == 1 ? (given.p[0] | 0x20) - 'a' : -1;
    if (letter >= 0 && letter < count) return letter;
    for (int i = 0; i < count; i++) {
        if (!is_text_of(walk, &question->prediction->choices[i], given)) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

static Verdict take_choice(Walk *walk, Question *question, int choice)
{
    const Choice *chosen = &question->prediction->choices[choice];
    if (chosen->right) return take_right(walk, question);
    return take_wrong(walk, question, choice_number(chosen), &chosen->says);
}

static Verdict take_bool(Walk *walk, Question *question, Str given)
{
    bool is_true = str_has_word_as("true t 1", given);
    if (!is_true && !str_has_word_as("false f 0", given))
        return unclear(walk, question, "It is True or False: type t or f.");
    if ((question->value != 0) == is_true) return take_right(walk, question);
    return take_wrong(walk, question, (Str){0}, NULL);
}

// What the operands on the screen give by hand is right as well, as long as they tell the digits.
static bool is_right_by_hand(const Walk *walk, const Question *question, Str given)
{
    if (question->cell.entry < 0) return false;
    double value = question->value,
           hand = cell_by_hand(walk->trace, question->cell, walk->view.digits);
    double near = 10 * pow(10, -walk->view.digits) * fmax(1, fabs(value));
    return fabs(hand - value) <= near && answer_grade(given, hand) == EQUAL;
}

Rounding question_grade(const Walk *walk, const Question *question, Str given)
{
    Rounding rounding = answer_grade(given, question->value);
    if (rounding == NOT_EQUAL && is_right_by_hand(walk, question, given)) rounding = EQUAL;
    bool is_rounded = rounding == EQUAL && !answer_is_exact(given, question->value);
    return is_rounded && diagnosis_doubts(walk, question, given) ? TOO_ROUGH : rounding;
}

static Verdict take_rough(Walk *walk, Question *question, Str given)
{
    static const char *const numbers[] = {"two", "three", "four", "five", "six", "seven"};
    int more = answer_digits(given) - 1, most = (int)(sizeof numbers / sizeof *numbers) - 1;
    const char *digits = numbers[more < 0 ? 0 : more < most ? more : most];
    double whole;
    bool is_whole = number_parse_double(given, &whole) && whole == floor(whole);
    bool is_fraction = question->value != floor(question->value);
    const char *why = is_whole && is_fraction
                          ? "It is no whole number"
                          : arena_printf(&walk->arena, "%.*s is too coarse", STR_ARG(given));
    return unclear(walk, question, arena_printf(&walk->arena, "%s: give %s digits.", why, digits));
}

static Verdict take_number(Walk *walk, Question *question, Str given)
{
    Rounding rounding = question_grade(walk, question, given);
    if (rounding == NOT_A_NUMBER)
        return unclear(walk, question,
                       "That is not a number. Examples: 4, -0.5, 1/2, 40%, 1*4 + 2*0");
    if (rounding == TOO_ROUGH) return take_rough(walk, question, given);
    if (rounding == EQUAL) return take_right(walk, question);
    return take_wrong(walk, question, given, NULL);
}

Verdict question_answer(Walk *walk, Question *question, Str given)
{
    given = str_trim(given);
    question->answer.given = str_copy(&walk->arena, given);
    given = str_from(question->answer.given);
    int choice = question_choice(walk, question, given);
    if (choice >= 0) return take_choice(walk, question, choice);
    if (question_is_bool(walk, question)) return take_bool(walk, question, given);
    int choices = question_choices(question), last = choices < 26 ? choices - 1 : 25;
    bool is_number =
        question->has_value && (!choices || answer_grade(given, question->value) == EQUAL);
    if (is_number) return take_number(walk, question, given);
    return unclear(walk, question,
                   arena_printf(&walk->arena, "The choices are a to %c.", 'a' + last));
}

// ---- the reader's own --------------------------------------------------------------------------

bool walk_ask(Walk *walk)
{
    Cell cell = walk->at.selected;
    Question *pending = walk_hiding(walk, cell);
    if (pending && pending->origin == ASKED_BY_READER) {
        question_show(walk, pending);
        return true;
    }
    if (pending || cell.entry < 0 || isnan(cell_value(walk->trace, cell))) return false;
    const OpCall *call = &walk->trace->entries[cell.entry].call;
    if (!call->op->sources || call->output->is_number) return false;
    if (cell_held(walk->trace, cell)) return false;
    for (int i = 0; i < walk->ran.question_count; i++) {
        Question *before = &walk->ran.questions[i];
        if (before->origin != ASKED_BY_READER || !cell_equal(before->cell, cell)) continue;
        before->answer = (Answer){0};
        return true;
    }
    question_add_cell(walk, cell, ASKED_BY_READER);
    return true;
}
