// Flash cards: CSV of two columns, for Anki and its like. A field is always in quotation marks.
#include "command/school/format.h"

#include "text/given.h"
#include "text/prose.h"

enum { WIDE = 1000000, CARD_COLUMNS = 60 };

static void add_field(Buf *out, Str text)
{
    text = str_trim(text);
    buf_add_char(out, '"');
    for (int i = 0; i < text.n; i++) {
        if (text.p[i] == '"') buf_add_char(out, '"');
        buf_add_char(out, text.p[i]);
    }
    buf_add_char(out, '"');
}

static void lesson(const Walk *walk, Buf *out)
{
    (void)walk;
    (void)out;
}

static void question(const Walk *walk, const Question *question, Buf *out)
{
    const Prediction *prediction = question->prediction;
    Arena scratch = {0};
    Buf front = {.arena = &scratch}, back = {.arena = &scratch};
    given_print(&front, walk, question, CARD_COLUMNS);
    prose_question(&front, walk, prediction, WIDE);
    buf_printf(&back, "%s\n", question_solution(question, walk->digits, &scratch));
    for (int i = 0; i < prediction->choice_count; i++) {
        if (prediction->choices[i].right)
            prose_prefixed(&back, walk, &prediction->choices[i].text, "", "", WIDE);
    }
    buf_add_char(&back, '\n');
    prose_paragraphs(&back, walk, prediction->reason, prediction->reason_count, WIDE);
    add_field(out, buf_str(&front));
    buf_add_char(out, ',');
    add_field(out, buf_str(&back));
    buf_add_char(out, '\n');
    arena_free(&scratch);
}

const QuestionFormat question_cards = {
    .name = "cards", .head = "\"front\",\"back\"\n", .lesson = lesson, .question = question};
