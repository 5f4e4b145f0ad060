// Recognises a question to the reader: a quote that begins with a bold "Predict". Its paragraphs
// are sorted into the question, the choices ("- [ ]" and "- [x]") with the reply to each, wrong
// answers that the author foresaw ("- `3`: ..."), and the reason, which is shown after the answer.
#include "lesson/readers.h"

#include "base/text/ascii.h"

#include <string.h>

static bool is_blank(const Inline *part)
{
    return part->kind == INLINE_TEXT && str_trim(part->text).n == 0;
}

static bool begins_prediction(const Block *block)
{
    if (block->kind != BLOCK_PROSE || block->prose.kind != PARAGRAPH_QUOTE) return false;
    const Inline *word = &block->prose.inlines[0];
    if (word->kind != INLINE_TEXT || !(word->style & STYLE_STRONG)) return false;
    Str text = str_trim(word->text);
    return str_is(text, "Predict") || str_is(text, "Predict:");
}

static bool names_cell(const Paragraph *question)
{
    int at = 1;
    if (at < question->count && is_blank(&question->inlines[at])) at++;
    return at < question->count && question->inlines[at].kind == INLINE_CODE;
}

static bool is_choice(const Paragraph *paragraph)
{
    const char *marker = paragraph->marker;
    return paragraph->kind == PARAGRAPH_ITEM && marker && marker[0] == '[';
}

static bool refuse(Builder *builder, Span at, const char *why, const char *hint)
{
    error_set_at(builder->error, at, NULL, "%s", why);
    return error_hint(builder->error, "%s", hint);
}

// A bullet under a choice, before the reason begins.
static bool belongs_to_choice(const Prediction *prediction, const Paragraph *paragraph)
{
    if (!prediction->choice_count || prediction->reason_count) return false;
    const Choice *last = &prediction->choices[prediction->choice_count - 1];
    return paragraph->kind == PARAGRAPH_ITEM && paragraph->depth > last->text.depth;
}

static bool begins_number(Str code)
{
    code = str_slice(code, str_begins(code, "- + −"), code.n);
    code = str_slice(code, str_begins(code, "."), code.n);
    return str_has_word("inf nan", code) || (code.n && ascii_is_digit(code.p[0]));
}

// The numbers in code that an item begins with, and behind the colon what is said to them. False:
// it is an item of the reason.
static bool read_foreseen(Builder *builder, Paragraph item, Foreseen *foreseen)
{
    if (item.kind != PARAGRAPH_ITEM || !item.marker) return false;
    Str *numbers = NEW_ARRAY(builder->arena, Str, item.count + 1);
    int at = 0;
    *foreseen = (Foreseen){.numbers = numbers};
    for (; at < item.count && item.inlines[at].kind == INLINE_CODE; at += 2) {
        numbers[foreseen->count++] = item.inlines[at].text;
        bool goes_on = at + 1 < item.count && str_is(str_trim(item.inlines[at + 1].text), ",");
        if (!goes_on) break;
    }
    if (++at >= item.count || !foreseen->count || !begins_number(numbers[0])) return false;
    const Inline *behind = &item.inlines[at];
    if (behind->kind != INLINE_TEXT || !str_starts(behind->text, ":")) return false;
    foreseen->says = item;
    foreseen->says.marker = NULL;
    foreseen->says.count = item.count - at;
    foreseen->says.inlines = NEW_ARRAY(builder->arena, Inline, item.count);
    memcpy(foreseen->says.inlines, behind, (size_t)foreseen->says.count * sizeof *behind);
    Str text = behind->text;
    foreseen->says.inlines[0].text =
        str_slice(text, text.n > 1 && text.p[1] == ' ' ? 2 : 1, text.n);
    return true;
}

// The question, then the choices, then the reason; without choices the question is one paragraph.
static void sort_paragraphs(Builder *builder, const Block *blocks, int count,
                            Prediction *prediction)
{
    int first_choice = 0;
    while (first_choice < count && !is_choice(&blocks[first_choice].prose)) first_choice++;
    int question_end = first_choice < count ? first_choice : 1;
    Foreseen *foreseen = prediction->foreseen;
    for (int i = 0; i < count; i++) {
        Paragraph paragraph = blocks[i].prose;
        if (i < question_end) {
            prediction->question[prediction->question_count++] = paragraph;
        } else if (is_choice(&paragraph)) {
            bool right = paragraph.marker[1] == 'x';
            paragraph.marker = NULL;
            prediction->choices[prediction->choice_count++] =
                (Choice){.text = paragraph, .right = right};
        } else if (belongs_to_choice(prediction, &paragraph)) {
            paragraph.marker = NULL;
            prediction->choices[prediction->choice_count - 1].says = paragraph;
        } else if (first_choice == count && read_foreseen(builder, paragraph, foreseen)) {
            prediction->foreseen_count++, foreseen++;
        } else {
            prediction->reason[prediction->reason_count++] = paragraph;
        }
    }
}

static bool check(Builder *builder, const Prediction *prediction)
{
    bool right = prediction->choice_count == 0;
    for (int i = 0; i < prediction->choice_count; i++) right |= prediction->choices[i].right;
    if (!right) {
        return refuse(builder, prediction->at, "no choice of this prediction is marked as right",
                      "mark it with - [x]");
    }
    if (prediction->cell || prediction->choice_count) return true;
    return refuse(builder, prediction->at, "this prediction asks for nothing",
                  "name a cell, as in > **Predict** `scores[0, 1]`, or add choices: > - [ ] ...");
}

bool prediction_gather(Builder *builder, int first, const Source *code, Span at)
{
    int count = builder->block_count - first;
    if (count <= 0) return true;
    const Block *blocks = builder->blocks + first;
    if (!begins_prediction(blocks)) return true;
    for (int i = 0; i < count; i++) {
        if (blocks[i].kind != BLOCK_CODE) continue;
        return refuse(builder, (Span){blocks[i].code.source, 0, 0}, "code inside a prediction",
                      "put the ```python block before or after the quote");
    }
    Prediction prediction = {
        .cell = names_cell(&blocks[0].prose) ? code : NULL,
        .question = NEW_ARRAY(builder->arena, Paragraph, count),
        .choices = NEW_ARRAY(builder->arena, Choice, count),
        .reason = NEW_ARRAY(builder->arena, Paragraph, count),
        .foreseen = NEW_ARRAY(builder->arena, Foreseen, count),
        .at = at,
    };
    sort_paragraphs(builder, blocks, count, &prediction);
    if (!check(builder, &prediction)) return false;
    builder->block_count = first;
    builder_add(builder, BLOCK_PREDICTION)->prediction = prediction;
    return true;
}
