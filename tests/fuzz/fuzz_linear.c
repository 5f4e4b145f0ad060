// Any bytes as what is typed in a walk line by line, in a lesson that the first byte chooses: every
// line is answered in words, and the walk stays where a reader can be. Figures cannot
// be written here; fuzz_figure.c makes them.
#include "fuzz/walk.h"

#include "base/text/utf8.h"
#include "linear/linear.h"

enum { MOST_LINES = 40, MOST_LINE = 200 };

static Str take_line(Bytes *bytes)
{
    Str line = {(const char *)bytes->p, 0};
    while (line.n < MOST_LINE && bytes->p < bytes->end && *bytes->p++ != '\n') line.n++;
    return str_trim(line);
}

static void check_said(Str said, Str line)
{
    CHECK(said.n > 0);
    if (utf8_valid(line)) CHECK(utf8_valid(said));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Bytes bytes = {data, data + size};
    Walk walk;
    open_chosen(&walk, &bytes);
    LinearOptions options = {0};
    Linear *linear = linear_open(&walk, &options);
    check_said(linear_begin(linear), (Str){0});
    for (int i = 0; i < MOST_LINES && bytes.p < bytes.end && !linear_has_quit(linear); i++) {
        Str line = take_line(&bytes), said = linear_line(linear, line);
        if (!linear_has_quit(linear)) check_said(said, line);
        check_walk(&walk);
    }
    linear_close(linear);
    walk_close(&walk);
    return 0;
}
