// What is to be said once of a lesson whose text does not follow the reader.
#include "walk/notice.h"

#include "walk/edit.h"

const char *notice_text(const Walk *walk, Arena *arena)
{
    Buf text = {.arena = arena};
    Edit *edits;
    int count = walk_edits(walk, arena, &edits);
    for (int i = 0; i < count; i++) {
        if (!edits[i].word || !edits[i].word_before) continue;
        buf_printf(&text, "Where the rows say \"%s\", the text may still say \"%s\".",
                   edits[i].word, edits[i].word_before);
        break;
    }
    if (walk->columns)
        buf_printf(&text,
                   "%sText and code have tokens as rows; matrices and equations, as columns.",
                   text.n ? " " : "");
    return text.n ? buf_text(&text) : NULL;
}
