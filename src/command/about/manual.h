// The pages of assets/manual, which `qkv help SUBJECT` prints and the manual page lists.
#pragma once

typedef struct ManualPage {
    const char *name, *summary, *text; // Markdown; code is indented by four or fenced
} ManualPage;

extern const ManualPage manual_pages[]; // ends with a row without a name (assets/manual/embed.sh)
