// Corrections that need no author: what the code prints is certain, and a seal follows from the
// numbers.
#include "check/update.h"

#include "check/outputs.h"
#include "check/seal.h"

void update_outputs(const Walk *walk, Patch *patch)
{
    for (int i = 0; i < walk->printed_count; i++) {
        const Printed *printed = &walk->printed[i];
        bool says = printed->code->has_output && !printed->failed && *printed->text;
        if (says) output_correct(printed->code, printed, patch);
    }
}

// A replacement among those of the lines above it; a seal stands on the last lines.
void update_seal(const Lesson *corrected, Patch *patch)
{
    Span seal;
    const char *right = seal_text(corrected, patch->arena);
    if (!right || !seal_find(patch->old, &seal)) return;
    int end = seal.end;
    while (end < patch->old.n && patch->old.p[end - 1] != '\n') end++;
    Buf lines = {.arena = patch->arena};
    buf_printf(&lines, "%s%.*s", right, STR_ARG(str_slice(patch->old, seal.end, end)));
    patch_replace(patch, seal.start, end, buf_str(&lines));
}
