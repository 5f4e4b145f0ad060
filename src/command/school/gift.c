// Moodle's GIFT: a question is a paragraph, ::its name:: its text { its answers }.
//
// The characters ~ = # { } : are escaped wherever they are text, a line end within a question is
// written \n, since an empty line would end it. Text is HTML, so that code and matrices keep their
// columns.
#include "command/school/questions.h"

#include "base/text/typed_number.h"
#include "text/document.h"
#include "text/given.h"

#include <math.h>
#include <string.h>

// ---- text ---------------------------------------------------------------------------------------

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

static void add_number(const Walk *walk, const Question *question, Buf *out)
{
    const Prediction *prediction = question->prediction;
    double value = is_whole(question->value) ? round(question->value) : question->value;
    buf_printf(out, "=%.6g:%.2g\n", value + 0.0, tolerance(question));
    for (int i = 0; i < prediction->foreseen_count; i++) {
        const Foreseen *foreseen = &prediction->foreseen[i];
        for (int k = 0; k < foreseen->count; k++) {
            TypedNumber wrong;
            if (!typed_number_read(foreseen->numbers[k], &wrong) || !isfinite(wrong.value))
                continue;
            double near = is_whole(wrong.value) ? 0 : fabs(wrong.value - question->value) / 4;
            buf_printf(out, "=%%0%%%.6g:%.2g", wrong.value,
                       fmin(near, fabs(wrong.high - wrong.low) / 2));
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

static void lesson(const Walk *walk, Buf *out)
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

static void question(const Walk *walk, const Question *question, Buf *out)
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

const QuestionFormat question_gift = {
    .name = "gift",
    .head = "// Questions from qkv, in Moodle's GIFT format.\n\n",
    .lesson = lesson,
    .question = question,
};
