// Hints: before the answer a question shows how it comes about, with the numbers that it is made
// of. It is the arithmetic that the walk shows once the question is settled (trace/explain), as far
// as its last sign. Of choices a wrong one is struck out.
#include "tensor/dtype.h"
#include "tensor/op.h"
#include "walk/questions/diagnosis.h"
#include "walk/questions/question.h"
#include "walk/walk.h"

#include <string.h>

enum { MOST_HINTS = 2, MOST_PIECES = 6, MOST_TERMS = 4096 };

// "-1 + 2 = ?", behind the sum: what each product comes to.
static bool write_products(const Arithmetic *arithmetic, Buf *out)
{
    if (arithmetic->piece_count < 2 || arithmetic->piece_count > ARITHMETIC_PIECES) return false;
    bool is_share = arithmetic->kind == TERMS_EXP_OVER_SUM;
    if (!is_share && arithmetic->kind != TERMS_SUM_OF_PRODUCTS) return false;
    if (is_share)
        buf_printf(out, "%s / (", arithmetic_piece(arithmetic, arithmetic->terms.self)->value);
    for (int i = 0; i < arithmetic->piece_count; i++) {
        const char *value = arithmetic_piece(arithmetic, i)->value;
        bool turned = i > 0 && value[0] == '-';
        buf_printf(out, turned ? "%s(%s)" : "%s%s", i ? arithmetic->between : "", value);
    }
    buf_printf(out, "%s = ?", arithmetic->after);
    return true;
}

static void write_way(const Trace *trace, Cell cell, Buf *out)
{
    SCRATCH(scratch);
    buf_printf(out, "%s is a number of ", cell_name(trace, cell, &scratch));
    entry_write_code(trace, cell.entry, entry_written(trace, cell.entry), out);
    buf_add_char(out, '.');
}

// What is only moved, or taken over where something else decides.
static bool write_moved(const Walk *walk, const Arithmetic *arithmetic, int number, Buf *out)
{
    const Trace *trace = walk->trace;
    const OpCall *call = &trace->entries[arithmetic->cell.entry].call;
    const Terms *terms = &arithmetic->terms;
    SCRATCH(scratch);
    if (terms->decider_count > 0 && number == 1) {
        buf_add(out, STR("It is "));
        term_write_decider(trace, call, &terms->decider[0], true, NULL, out);
        buf_add_char(out, '.');
    } else if (terms->count == 0) {
        return false;
    } else if (number == 1) {
        buf_printf(out, "It is a number of %s%s%s.",
                   entry_title(trace, arithmetic->source[0].entry, &scratch),
                   call->op->doc ? ": " : "", call->op->doc ? call->op->doc : "");
    } else {
        buf_printf(out, "It is %s.", cell_name(trace, arithmetic->source[0], &scratch));
    }
    return true;
}

static bool write_cell(const Walk *walk, Cell cell, int number, Buf *out)
{
    Arithmetic arithmetic;
    bool few = explain_if_few(walk->trace, cell, walk->view.digits, out->arena, &arithmetic);
    if (number == 1 && (!few || arithmetic.terms.count == 0)) {
        write_way(walk->trace, cell, out);
        return true;
    }
    if (!few) return false;
    bool computed = arithmetic.kind != TERMS_MOVED && arithmetic.kind != TERMS_CONSTANT;
    if (!computed) return write_moved(walk, &arithmetic, number, out);
    arithmetic_look(&arithmetic, walk_sight(walk));
    arithmetic_write_part(&arithmetic, false, MOST_PIECES, out);
    if (number > 1) {
        buf_add(out, STR(" = "));
        return write_products(&arithmetic, out);
    }
    DType dtype = trace_output(walk->trace, cell.entry)->dtype;
    const OpCall *call = &walk->trace->entries[cell.entry].call;
    bool is_bool = dtype == DTYPE_BOOL, is_one = arithmetic.terms.count == 1;
    if (is_one && dtype_is_integer(dtype) && dtype_is_float(call->input[0]->dtype)) // a place
        buf_printf(out, " in %s", entry_title(walk->trace, arithmetic.source[0].entry, out->arena));
    buf_add(out, is_bool ? STR("?") : STR(" = ?"));
    return true;
}

static bool is_tried(const Walk *walk, const Question *question, int choice)
{
    bool tried = false;
    for (int k = 0; k < question->answer.tries; k++)
        tried |= question_choice(walk, question, str_from(question->answer.tried[k])) == choice;
    return tried;
}

// The first wrong choice that was not tried and that the lesson has a reply to, as long as two are
// left; -1: none.
static int struck_choice(const Walk *walk, const Question *question)
{
    const Choice *choices = question->prediction->choices;
    int count = question_choices(question), left = count, struck = -1;
    for (int i = 0; i < count; i++) {
        bool tried = is_tried(walk, question, i);
        left -= tried;
        bool has_reply = !tried && !choices[i].right && choices[i].says.count;
        if (has_reply && struck < 0) struck = i;
    }
    return left < 3 ? -1 : struck;
}

bool question_rules_out(const Walk *walk, const Question *question, int choice)
{
    bool is_struck = question->answer.hints && choice == struck_choice(walk, question);
    return is_struck || is_tried(walk, question, choice);
}

// What the lesson says to it.
static bool write_struck(const Walk *walk, const Question *question, int number, Buf *out)
{
    const Choice *choices = question->prediction->choices;
    int struck = struck_choice(walk, question);
    if (number > 1 || struck < 0) return false;
    buf_printf(out, "Not %c. %s", 'a' + struck,
               diagnosis_text(walk, &choices[struck].says, out->arena));
    return true;
}

static bool write_hint(const Walk *walk, const Question *question, int number, Buf *out)
{
    if (number < 1 || number > MOST_HINTS) return false;
    if (question_choices(question)) return write_struck(walk, question, number, out);
    if (!question->has_value) return false;
    bool is_cell = question->cell.entry >= 0;
    if (is_cell && write_cell(walk, question_shown_cell(walk, question), number, out)) return true;
    bool is_next = question->numbers && number == 1 + is_cell;
    if (is_next) buf_printf(out, "%s", question->numbers);
    return is_next;
}

bool question_has_hint(const Walk *walk, const Question *question)
{
    SCRATCH(scratch);
    return write_hint(walk, question, question->answer.hints + 1, &(Buf){.arena = &scratch});
}

bool question_hint(Walk *walk, Question *question)
{
    bool has = !question_is_settled(question) && question_has_hint(walk, question);
    question->answer.hints += has;
    return has;
}

const char *question_hint_text(const Walk *walk, const Question *question, Arena *arena)
{
    Buf text = {.arena = arena};
    return write_hint(walk, question, question->answer.hints, &text) ? buf_text(&text) : NULL;
}

bool question_shows_sources(const Walk *walk, const Question *question)
{
    if (question->cell.entry < 0) return false;
    const OpCall *call = &walk->trace->entries[question_shown_cell(walk, question).entry].call;
    bool is_moved = call_kind(call) == TERMS_MOVED;
    return question->answer.hints > is_moved;
}
