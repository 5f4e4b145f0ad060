// Moodle's GIFT: a question is a paragraph, ::its name:: its text { its answers }.
//
// The characters ~ = # { } : are escaped wherever they are text, a line end within a question is
// written \n, since an empty line would end it. Text is HTML, so that code and matrices keep their
// columns.
#include "command/school/questions.h"

#include "base/text/typed_number.h"
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

static void escape_html(Buf *out, Str text)
{
    Buf html = {.arena = out->arena};
    for (int i = 0; i < text.n; i++) {
        switch (text.p[i]) {
        case '&': buf_add(&html, STR("&amp;")); break;
        case '<': buf_add(&html, STR("&lt;")); break;
        case '>': buf_add(&html, STR("&gt;")); break;
        default: buf_add_char(&html, text.p[i]);
        }
    }
    escape(out, buf_str(&html));
}

static void add_inlines(const Walk *walk, const Paragraph *paragraph, Buf *out)
{
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *piece = &paragraph->inlines[i];
        const char *live = piece->kind == INLINE_LIVE ? walk_live_text(walk, piece->live) : NULL;
        bool code = piece->kind == INLINE_CODE, strong = piece->style & STYLE_STRONG;
        if (piece->kind == INLINE_BREAK) {
            buf_add(out, STR("<br>"));
            continue;
        }
        buf_printf(out, "%s%s", strong ? "<b>" : "", code ? "<code>" : "");
        Buf text = {.arena = out->arena};
        buf_add(&text, live ? str_from(live) : piece->text);
        for (int k = 0; k < text.n; k++) {
            if (text.p[k] == '\n') text.p[k] = ' ';
        }
        escape_html(out, buf_str(&text));
        buf_printf(out, "%s%s", code ? "</code>" : "", strong ? "</b>" : "");
    }
}

static void add_paragraphs(const Walk *walk, const Paragraph *paragraphs, int count, Buf *out)
{
    for (int i = 0; i < count; i++) {
        buf_add(out, STR("<p>"));
        add_inlines(walk, &paragraphs[i], out);
        buf_add(out, STR("</p>"));
    }
}

// ---- answers ------------------------------------------------------------------------------------

static void add_says(const Walk *walk, const Paragraph *says, Buf *out)
{
    if (!says->count) return;
    buf_add_char(out, '#');
    add_inlines(walk, says, out);
}

static void add_choices(const Walk *walk, const Prediction *prediction, Buf *out)
{
    for (int i = 0; i < prediction->choice_count; i++) {
        const Choice *choice = &prediction->choices[i];
        buf_add(out, choice->right ? STR("=") : STR("~"));
        add_inlines(walk, &choice->text, out);
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
        buf_add(&text, STR("<pre>"));
        escape_html(&text, buf_str(&given));
        buf_add(&text, STR("</pre>"));
    }
    add_paragraphs(walk, prediction->question, prediction->question_count, &text);
    add_answers(walk, question, &text);
    if (prediction->reason_count) {
        buf_add(&text, STR("####"));
        add_paragraphs(walk, prediction->reason, prediction->reason_count, &text);
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
