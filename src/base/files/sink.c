// Output is gathered in a buffer and passed on once that holds 64 KiB. What is written to a file
// goes through FileWriter, so that an interrupted program leaves no half file.
#include "base/files/sink.h"

#include <string.h>

enum { MUCH = 1 << 16 };

bool sink_open(Sink *sink, const char *path, bool replace, Arena *arena, Error *error)
{
    *sink = (Sink){.buf = {.arena = arena}, .standard_output = strcmp(path, "-") == 0};
    return sink->standard_output || file_create(&sink->file, path, replace, arena, error);
}

static bool pass_on(Sink *sink, Error *error)
{
    const char *bytes = buf_text(&sink->buf);
    size_t count = (size_t)sink->buf.n;
    sink->written += count;
    sink->buf.n = 0;
    return sink->standard_output ? file_write_output(bytes, count, error)
                                 : file_write(&sink->file, bytes, count, error);
}

bool sink_flow(Sink *sink, Error *error)
{
    return sink->buf.n < MUCH || pass_on(sink, error);
}

bool sink_close(Sink *sink, Error *error)
{
    if (!pass_on(sink, error)) return false;
    return sink->standard_output || file_commit(&sink->file, error);
}
