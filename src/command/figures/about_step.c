// The first sentence of a step says what is to be done or why; it goes above the tasks of a
// worksheet.
#include "command/figures/about_step.h"

#include <string.h>

static const char *plain_text(const Walk *walk, const Paragraph *paragraph, Arena *arena)
{
    Buf text = {.arena = arena};
    for (int i = 0; i < paragraph->count; i++) {
        const Inline *piece = &paragraph->inlines[i];
        if (piece->kind == INLINE_BREAK)
            buf_add_char(&text, ' ');
        else if (piece->kind == INLINE_LIVE)
            buf_add(&text, str_from(walk_live_text(walk, piece->live)));
        else
            buf_add(&text, piece->text);
    }
    for (int i = 0; i < text.n; i++) {
        if (text.p[i] == '\n') text.p[i] = ' ';
    }
    return buf_text(&text);
}

// A full stop in brackets or before a small letter ("e.g. this") ends nothing.
static const char *first_sentence(const char *text, Arena *arena)
{
    int brackets = 0;
    for (const char *c = text; *c; c++) {
        brackets += (*c == '(') - (*c == ')');
        if (brackets > 0 || !strchr(".?!", *c) || (c[1] != ' ' && c[1] != '\0')) continue;
        bool goes_on = c[1] == ' ' && c[2] >= 'a' && c[2] <= 'z';
        if (!goes_on) return arena_printf(arena, "%.*s", (int)(c + 1 - text), text);
    }
    return "";
}

const char *about_step(const Walk *walk, int step, Arena *arena)
{
    if (step < 0 || step >= walk->lesson.step_count) return "";
    const Step *told = &walk->lesson.steps[step];
    for (int i = 0; i < told->count; i++) {
        const Block *block = &told->blocks[i];
        if (block->kind != BLOCK_PROSE || block->prose.kind != PARAGRAPH_TEXT) continue;
        const char *sentence = first_sentence(plain_text(walk, &block->prose, arena), arena);
        if (*sentence) return sentence;
    }
    return "";
}
