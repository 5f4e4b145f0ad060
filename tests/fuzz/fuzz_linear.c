// Any bytes as what is typed in a walk line by line, in a lesson that the first byte chooses: every
// line is answered in words, and the walk stays where a reader can be. Figures are not written;
// fuzz_figure.c makes them.
#include "fuzz/walk.h"

#include "base/utf8.h"
#include "command/linear/tell.h"

enum { MOST_LINES = 40, MOST_LINE = 200 };

static Str take_line(Bytes *bytes)
{
    Str line = {(const char *)bytes->p, 0};
    while (line.n < MOST_LINE && bytes->p < bytes->end && *bytes->p++ != '\n') line.n++;
    return str_trim(line);
}

static bool is_export(Str line)
{
    return str_starts(line, "x") || str_starts(line, "export");
}

// As speak() in command/linear/linear.c leaves it.
static void end_turn(Linear *l, Str line)
{
    if (utf8_valid(line)) CHECK(utf8_valid(buf_str(&l->out)));
    arena_free(&l->arena);
    l->out = (Buf){.arena = &l->arena};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Bytes bytes = {data, data + size};
    Arena arena = {0};
    Session session = {.arena = &arena};
    Walk walk;
    open_chosen(&walk, &bytes);
    Linear l = {.walk = &walk, .session = &session, .options = &(LinearOptions){0}, .step = -1};
    l.out.arena = &l.arena;
    linear_begin(&l);
    end_turn(&l, (Str){0});
    for (int i = 0; i < MOST_LINES && bytes.p < bytes.end && !l.quit; i++) {
        Str line = take_line(&bytes);
        if (is_export(line)) continue;
        linear_take(&l, line);
        CHECK(l.out.n > 0 || l.quit);
        end_turn(&l, line);
        check_walk(&walk);
    }
    arena_free(&l.arena);
    walk_close(&walk);
    arena_free(&arena);
    return 0;
}
