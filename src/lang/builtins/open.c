// The text of a file, for open() (src/library/_open.py).
#include "base/text/utf8.h"
#include "lang/builtins/builtins.h"
#include "lang/files.h"

// Line ends of other systems become "\n".
static int with_newlines(char *text, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        bool ends = text[i] == '\r';
        if (ends && i + 1 < n && text[i + 1] == '\n') i++;
        text[kept++] = ends ? '\n' : text[i];
    }
    return kept;
}

// The first byte that is not UTF-8, or -1; NUL is a character like others.
static int flaw_of(Str text)
{
    int from = 0;
    for (int at; (at = utf8_flaw(str_slice(text, from, text.n))) >= 0; from += at + 1) {
        if (text.p[from + at]) return from + at;
    }
    return -1;
}

static Value as_text(Run *run, const char *name, char *text, int n, bool keeps_line_ends)
{
    int flaw = flaw_of((Str){text, n});
    if (flaw >= 0) {
        return raise_error(run, "UnicodeDecodeError",
                           "'utf-8' codec can't decode byte 0x%02x in position %d: %s is not text",
                           (unsigned char)text[flaw], flaw, name);
    }
    return value_from_str(run, (Str){text, keeps_line_ends ? n : with_newlines(text, n)});
}

static Value text_of(Run *run, const ReadableFile *file, bool keeps_line_ends)
{
    if (file->bytes > MAX_TEXT_BYTES) {
        return raise_error(run, "MemoryError", "%s is larger than %d MiB", file->name,
                           MAX_TEXT_BYTES >> 20);
    }
    int n = (int)file->bytes;
    char *bytes = run_take_bytes(run, n) ? run_alloc(run, (size_t)n + 1, 1) : NULL;
    if (!bytes) return NOTHING;
    Value text = NOTHING;
    if (readable_read(file, 0, bytes, (size_t)n, run->error))
        text = as_text(run, file->name, bytes, n, keeps_line_ends);
    run_dealloc(run, bytes);
    return text;
}

static Value read_text(Run *run, Value *arg)
{
    ReadableFile file;
    bool keeps_line_ends;
    if (!value_truth(run, arg[1], &keeps_line_ends) || !files_open(run, arg[0], &file))
        return NOTHING;
    Value text = text_of(run, &file, keeps_line_ends);
    readable_close(&file);
    return text;
}

// So that what cannot be read is an error where it is opened.
static Value try_file(Run *run, Value *arg)
{
    ReadableFile file;
    if (!files_open(run, arg[0], &file)) return NOTHING;
    readable_close(&file);
    return NONE;
}

const Native file_builtins[] = {
    {"_read_text", "file, keeps_line_ends, /", read_text},
    {"_try_file", "file, /", try_file},
    {0},
};
