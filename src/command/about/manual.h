// Pages of the manual, assets/manual.
#pragma once

#include "base/buf.h"

// The text of a page, by its file's name without ending; that of a command is called as it is.
Str manual_page(const char *name);

// The next example, a line "command   # what it does", or paragraph, on one line, of what is left
// of a page. False: there is none.
bool manual_example(Str *page, Str *example);
bool manual_paragraph(Str *page, Buf *paragraph);

// The next subject that has a page, of what is left of the page "README", which lists them.
bool manual_subject(Str *index, Str *name, Str *summary);

// What replaces @NAME@ in a page; a list of them ends with a row without name.
typedef struct ManualTag {
    const char *name;
    void (*add)(const void *context, Buf *out);
} ManualTag;

void manual_fill(const char *page, const ManualTag *tags, const void *context, Buf *out);
