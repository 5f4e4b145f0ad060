// The text of a file, for open() (src/library/_open.py).
#include "base/text/utf8.h"
#include "lang/builtins/builtins.h"
#include "lang/files.h"

// The first byte that is not UTF-8, or -1; NUL is a character like others.
static int flaw_of(Str text)
{
    int from = 0;
    for (int at; (at = utf8_flaw(str_slice(text, from, text.n))) >= 0; from += at + 1) {
        if (text.p[from + at]) return from + at;
    }
    return -1;
}

static Value as_text(Run *run, const char *name, Str text)
{
    int flaw = flaw_of(text);
    if (flaw < 0) return value_from_str(run, text);
    return raise_error(run, "UnicodeDecodeError",
                       "'utf-8' codec can't decode byte 0x%02x in position %d: %s is not text",
                       (unsigned char)text.p[flaw], flaw, name);
}

static Value text_of(Run *run, const ReadableFile *file)
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
        text = as_text(run, file->name, (Str){bytes, n});
    run_dealloc(run, bytes);
    return text;
}

static Value read_text(Run *run, Value *arg)
{
    ReadableFile file;
    if (!files_open(run, arg[0], &file)) return NOTHING;
    Value text = text_of(run, &file);
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
    {"_read_text", "file, /", read_text},
    {"_try_file", "file, /", try_file},
    {0},
};
