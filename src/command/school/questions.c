// Questions as other programs read them: those of the lesson that can be answered.
//
// In Moodle's GIFT a question is a paragraph, ::its name:: its text { its answers }. The characters
// ~ = # { } : are escaped wherever they are text, a line end within a question is written \n, since
// an empty line would end it. Text is HTML, so that code and matrices keep their columns.
//
// Flash cards are CSV of two columns, for Anki and its like. A field is always in quotation marks.
#include "command/school/questions.h"

#include "base/text/escape.h"
#include "base/text/number.h"
#include "base/text/typed_number.h"
#include "text/document.h"
#include "text/given.h"
#include "text/prose.h"

#include <math.h>
#include <string.h>

// ---- Moodle: text ------------------------------------------------------------------------------

static void escape(Buf *out, Str text)
{
    for (int i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (strchr("\\~=#{}:", c) && c) buf_add_char(out, '\\');
        if (c == '\n')
            buf_add(out, STR("\\n"));
        else if ((unsigned char)c >= ' ')
            buf_add_char(out, c);
    }
}

// As HTML, each in an element <p> or alone.
static void add_paragraphs(const Walk *walk, const Paragraph *paragraphs, int count, bool alone,
                           Buf *out)
{
    Buf html = {.arena = out->arena};
    for (int i = 0; i < count; i++) {
        buf_add(&html, alone ? (Str){0} : STR("<p>"));
        html_inlines(&html, walk, &paragraphs[i]);
        buf_add(&html, alone ? (Str){0} : STR("</p>"));
    }
    escape(out, buf_str(&html));
}

// ---- answers ------------------------------------------------------------------------------------

static void add_says(const Walk *walk, const Paragraph *says, Buf *out)
{
    if (!says->count) return;
    buf_add_char(out, '#');
    add_paragraphs(walk, says, 1, true, out);
}

static void add_choices(const Walk *walk, const Prediction *prediction, Buf *out)
{
    for (int i = 0; i < prediction->choice_count; i++) {
        const Choice *choice = &prediction->choices[i];
        buf_add(out, choice->right ? STR("=") : STR("~"));
        add_paragraphs(walk, &choice->text, 1, true, out);
        add_says(walk, &choice->says, out);
        buf_add_char(out, '\n');
    }
}

static bool is_whole(double value)
{
    return fabs(value - round(value)) <= 1e-6 * fmax(1, fabs(value));
}

// Two digits will do, as in the program, but nothing that the lesson foresees as wrong.
static double tolerance(const Question *question)
{
    double value = question->value, room;
    if (is_whole(value)) return 0;
    room = 0.5 * pow(10, floor(log10(fabs(value))) - 1);
    for (int i = 0; i < question->prediction->foreseen_count; i++) {
        const Foreseen *foreseen = &question->prediction->foreseen[i];
        for (int k = 0; k < foreseen->count; k++) {
            TypedNumber wrong;
            if (typed_number_read(foreseen->numbers[k], &wrong) && isfinite(wrong.value))
                room = fmin(room, fabs(wrong.value - value) / 2);
        }
    }
    return room;
}

// With six digits, and never with an exponent, which not all readers of GIFT take for a number.
static void add_plain(Buf *out, double value, const char *before)
{
    double size = fabs(value);
    int decimals = size > 0 ? 5 - (int)floor(log10(size)) : 0;
    buf_printf(out, "%s%.*f", before, decimals > 0 ? decimals : 0, value + 0.0);
    bool has_point = decimals > 0;
    while (has_point && out->p[out->n - 1] == '0') buf_cut(out, out->n - 1);
    if (has_point && out->p[out->n - 1] == '.') buf_cut(out, out->n - 1);
}

static void add_number(const Walk *walk, const Question *question, Buf *out)
{
    const Prediction *prediction = question->prediction;
    double value = is_whole(question->value) ? round(question->value) : question->value;
    add_plain(out, value, "=");
    add_plain(out, tolerance(question), ":");
    buf_add_char(out, '\n');
    for (int i = 0; i < prediction->foreseen_count; i++) {
        const Foreseen *foreseen = &prediction->foreseen[i];
        for (int k = 0; k < foreseen->count; k++) {
            TypedNumber wrong;
            if (!typed_number_read(foreseen->numbers[k], &wrong) || !isfinite(wrong.value))
                continue;
            double near = is_whole(wrong.value) ? 0 : fabs(wrong.value - question->value) / 4;
            add_plain(out, wrong.value, "=%0%");
            add_plain(out, fmin(near, fabs(wrong.high - wrong.low) / 2), ":");
            add_says(walk, &foreseen->says, out);
            buf_add_char(out, '\n');
        }
    }
}

// What is no number to Moodle is a word.
static void add_answers(const Walk *walk, const Question *question, Buf *out)
{
    if (question->prediction->choice_count) {
        buf_add(out, STR("{\n"));
        add_choices(walk, question->prediction, out);
    } else if (isfinite(question->value)) {
        buf_add(out, STR("{#\n"));
        add_number(walk, question, out);
    } else {
        buf_printf(out, "{\n=%s\n",
                   isnan(question->value) ? "nan"
                   : question->value > 0  ? "inf"
                                          : "-inf");
    }
}

// ---- a question ---------------------------------------------------------------------------------

static void gift_lesson(const Walk *walk, Buf *out)
{
    Buf title = {.arena = out->arena};
    for (const char *p = walk->lesson.title; *p; p++) {
        if (*p == '/') buf_add_char(&title, '/'); // a single one begins a category below
        buf_add_char(&title, *p);
    }
    buf_add(out, STR("$CATEGORY: qkv/"));
    buf_add_one_line(out, buf_str(&title));
    buf_add(out, STR("\n\n"));
}

static void gift_question(const Walk *walk, const Question *question, Buf *out)
{
    const Prediction *prediction = question->prediction;
    SCRATCH(scratch);
    Buf text = {.arena = &scratch}, given = {.arena = &scratch};
    buf_add(&text, STR("::"));
    escape(&text, str_from(arena_printf(&scratch, "%s %d %s", walk->lesson.name, question->step + 1,
                                        question->name)));
    buf_add(&text, STR("::[html]"));
    given_print(&given, walk, question, 72);
    if (given.n) {
        Buf html = {.arena = &scratch};
        html_escape(&html, buf_str(&given));
        buf_add(&text, STR("<pre>"));
        escape(&text, buf_str(&html));
        buf_add(&text, STR("</pre>"));
    }
    add_paragraphs(walk, prediction->question, prediction->question_count, false, &text);
    add_answers(walk, question, &text);
    if (prediction->reason_count) {
        buf_add(&text, STR("####"));
        add_paragraphs(walk, prediction->reason, prediction->reason_count, false, &text);
        buf_add_char(&text, '\n');
    }
    buf_add(&text, STR("}\n\n"));
    buf_add(out, buf_str(&text));
}

// ---- cards --------------------------------------------------------------------------------------

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

static void card(const Walk *walk, const Question *question, Buf *out)
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

// ---- formats ------------------------------------------------------------------------------------

static const QuestionFormat FORMATS[] = {
    {"gift", "// Questions from qkv, in Moodle's GIFT format.\n\n", gift_lesson, gift_question},
    {"cards", "\"front\",\"back\"\n", NULL, card},
    {0}};

const QuestionFormat *question_format(const char *name)
{
    const QuestionFormat *format = FORMATS;
    while (format->name && strcmp(format->name, name) != 0) format++;
    return format->name ? format : NULL;
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
