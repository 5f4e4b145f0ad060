// Spells out signs that ASCII lacks, by tables. Several raised or lowered characters in a row get
// one mark only: 10⁻⁶ becomes 10^-6.
#include "lesson/spell.h"

#include "base/text/symbols.h"
#include "base/text/utf8.h"

#include <string.h>

// ---- signs -------------------------------------------------------------------------------------

typedef struct Sign {
    uint32_t code;
    const char *spelled;
} Sign;

static const Sign SIGNS[] = {
    {0x221A, "sqrt "}, {0x2192, "->"},    {0x2190, "<-"},   {0x21D2, "=>"},  {0x2264, "<="},
    {0x2265, ">="},    {0x2260, "!="},    {0x2248, "~="},   {0x00B1, "+-"},  {0x221E, "inf"},
    {0x2211, "sum "},  {0x220F, "prod "}, {0x2208, " in "}, {0x2202, "d"},   {0x00BD, "1/2"},
    {0x00BC, "1/4"},   {0x00BE, "3/4"},   {0x2113, "l"},    {0x211D, "R"},   {0x2297, "(x)"},
    {0x2299, "(.)"},   {0x22A4, "^T"},    {0x00B0, " deg"}, {0x20AC, "EUR"},
};

static const char *const GREEK[] = {
    "alpha", "beta",   "gamma",   "delta", "epsilon", "zeta",    "eta",   "theta", "iota",
    "kappa", "lambda", "mu",      "nu",    "xi",      "omicron", "pi",    "rho",   "s",
    "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",     "omega",
};
enum { GREEK_SMALL = 0x3B1, GREEK_LARGE = 0x391, GREEK_COUNT = sizeof GREEK / sizeof *GREEK };

static const char *find(const Sign *signs, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++) {
        if (signs[i].code == code) return signs[i].spelled;
    }
    return NULL;
}

static bool add_greek(Buf *out, uint32_t code)
{
    bool small = code >= GREEK_SMALL && code < GREEK_SMALL + GREEK_COUNT;
    bool large = code >= GREEK_LARGE && code < GREEK_LARGE + GREEK_COUNT;
    if (!small && !large) return false;
    const char *name = GREEK[code - (small ? GREEK_SMALL : GREEK_LARGE)];
    buf_add_char(out, (char)(small ? *name : *name - 'a' + 'A'));
    buf_add(out, str_from(name + 1));
    return true;
}

// A small one above or below the line; several of them share one mark.
static bool add_small(Buf *out, Str sign, char *last)
{
    bool raised;
    const char *large = symbol_of_script(sign, &raised);
    char mark = !large ? 0 : raised ? '^' : '_';
    int length;
    if (mark && *last != mark) buf_add_char(out, mark);
    *last = mark;
    if (!large || add_greek(out, utf8_decode(str_from(large), &length))) return large != NULL;
    bool is_minus = strcmp(large, "−") == 0, is_top = strcmp(large, "⊤") == 0;
    buf_add(out, is_minus ? STR("-") : is_top ? STR("T") : str_from(large));
    return true;
}

Str spell_text(Str text, Arena *arena)
{
    Buf out = {.arena = arena};
    char last = 0;
    int length;
    for (; text.n; text = str_slice(text, length, text.n)) {
        uint32_t code = utf8_decode(text, &length);
        const char *spelled = find(SIGNS, sizeof SIGNS / sizeof *SIGNS, code);
        if (add_small(&out, str_slice(text, 0, length), &last) || add_greek(&out, code)) continue;
        if (spelled)
            buf_add(&out, str_from(spelled));
        else
            buf_add(&out, str_slice(text, 0, length));
    }
    return buf_str(&out);
}

// ---- a lesson ----------------------------------------------------------------------------------

static const char *spell_title(const char *title, Arena *arena)
{
    return title ? str_copy(arena, spell_text(str_from(title), arena)) : NULL;
}

static void spell_paragraphs(Paragraph *paragraphs, int count, Arena *arena)
{
    for (int i = 0; i < count; i++) {
        Paragraph *paragraph = &paragraphs[i];
        for (int k = 0; k < paragraph->count && paragraph->kind != PARAGRAPH_LITERAL; k++) {
            Inline *part = &paragraph->inlines[k];
            if (part->kind == INLINE_TEXT) part->text = spell_text(part->text, arena);
        }
    }
}

static void spell_blocks(Block *blocks, int count, Arena *arena)
{
    for (int i = 0; i < count; i++) {
        Prediction *prediction = &blocks[i].prediction;
        if (blocks[i].kind == BLOCK_PROSE) spell_paragraphs(&blocks[i].prose, 1, arena);
        if (blocks[i].kind != BLOCK_PREDICTION) continue;
        spell_paragraphs(prediction->question, prediction->question_count, arena);
        spell_paragraphs(prediction->reason, prediction->reason_count, arena);
        for (int k = 0; k < prediction->choice_count; k++) {
            Choice *choice = &prediction->choices[k];
            spell_paragraphs(&choice->text, 1, arena);
            spell_paragraphs(&choice->says, 1, arena);
        }
        for (int k = 0; k < prediction->foreseen_count; k++)
            spell_paragraphs(&prediction->foreseen[k].says, 1, arena);
    }
}

void spell_lesson(Lesson *lesson, Arena *lesson_arena)
{
    lesson->title = spell_title(lesson->title, lesson_arena);
    lesson->front.part = spell_title(lesson->front.part, lesson_arena);
    spell_blocks(lesson->intro, lesson->intro_count, lesson_arena);
    for (int i = 0; i < lesson->step_count; i++) {
        Step *step = &lesson->steps[i];
        step->title = spell_title(step->title, lesson_arena);
        spell_blocks(step->blocks, step->count, lesson_arena);
    }
}
