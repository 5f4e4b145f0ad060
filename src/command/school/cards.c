// Flash cards: CSV of two columns, for Anki and its like. A field is always in quotation marks.
#include "command/school/questions.h"

#include "base/text/escape.h"
#include "base/text/number.h"
#include "text/given.h"
#include "text/prose.h"

enum { WIDE = 1000000, CARD_COLUMNS = 60 };

// A negative number with a reason below it is no number to a spreadsheet; with the minus of print
// it is no formula either.
static void add_back(Buf *out, Str text)
{
    Str rest = text, line;
    double number;
    Buf typeset = {.arena = out->arena};
    str_next_line(&rest, &line);
    bool is_negative = str_starts(line, "-") && number_parse_double(str_trim(line), &number);
    if (is_negative && rest.n) {
        buf_add(&typeset, STR("−"));
        buf_add(&typeset, str_slice(text, 1, text.n));
        text = buf_str(&typeset);
    }
    escape_csv(out, text);
}

static void question(const Walk *walk, const Question *question, Buf *out)
{
    const Prediction *prediction = question->prediction;
    SCRATCH(scratch);
    Buf front = {.arena = &scratch}, back = {.arena = &scratch};
    given_print(&front, walk, question, CARD_COLUMNS);
    prose_question(&front, walk, prediction, WIDE);
    buf_printf(&back, "%s\n", question_solution(question, walk->view.digits, &scratch));
    for (int i = 0; i < prediction->choice_count; i++) {
        if (prediction->choices[i].right)
            prose_prefixed(&back, walk, &prediction->choices[i].text, "", "", WIDE);
    }
    buf_add_char(&back, '\n');
    prose_paragraphs(&back, walk, prediction->reason, prediction->reason_count, WIDE);
    escape_csv(out, str_trim(buf_str(&front)));
    buf_add_char(out, ',');
    add_back(out, str_trim(buf_str(&back)));
    buf_add_char(out, '\n');
}

const QuestionFormat question_cards = {
    .name = "cards", .head = "\"front\",\"back\"\n", .question = question};
