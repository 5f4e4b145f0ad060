// The command of the line-by-line walk that goes round a loop.
#include "linear/commands.h"

#include "base/number.h"
#include "study/film.h"
#include "walk/edit.h"
#include "walk/iteration.h"

#include <inttypes.h>

// What is typed: a number from 1, a word; false: neither.
static bool read_wanted(Str typed, const Loop *loop, int64_t at, int64_t *wanted)
{
    if (str_is(typed, "next"))
        *wanted = at + 1;
    else if (str_is(typed, "before"))
        *wanted = at - 1;
    else if (str_is(typed, "first"))
        *wanted = 0;
    else if (str_is(typed, "last"))
        *wanted = loop->count - 1;
    else if (number_parse_int(typed, wanted))
        --*wanted;
    else
        return false;
    return true;
}

static void say_where(Linear *l, const Loop *loop, int64_t at)
{
    enum { CURVE_COLUMNS = 40 };
    const Strip *curve = film_curve(&loop->film);
    if (at >= 0)
        buf_printf(&l->out, "This is %s.\n", film_iteration_text(loop, at, 0, &l->arena));
    else
        buf_printf(&l->out, "The loop has %" PRId64 " iterations.\n", loop->count);
    if (curve && curve->count > 1) {
        buf_printf(&l->out, "%s: ", curve->name);
        film_write_curve(curve, CURVE_COLUMNS, &l->out);
        buf_add(&l->out, STR("\n"));
    }
    buf_add(&l->out, STR("iteration 1 goes there; iteration next, before, first, last.\n"));
}

void linear_iteration(Linear *l, Str rest)
{
    int64_t at, wanted;
    const Loop *loop = walk_loop(l->walk, &at);
    if (!loop) {
        buf_add(&l->out, STR("There is no loop here.\n"));
    } else if (rest.n == 0) {
        say_where(l, loop, at);
    } else if (!read_wanted(rest, loop, at, &wanted)) {
        buf_add(&l->out, STR("Example: iteration 21, iteration next, iteration last\n"));
    } else if (wanted < 0 || wanted >= loop->count) {
        buf_printf(&l->out, "There is no such iteration, only 1 to %" PRId64 ".\n", loop->count);
    } else if (walk_go_to_iteration(l->walk, wanted) || wanted == at) {
        tell_place(l);
    } else if (walk_was_stopped(l->walk)) {
        buf_printf(&l->out, "%s\n", WALK_STOPPED);
    } else {
        buf_add(&l->out, STR("Numbers are changed in this loop: undo, then any iteration.\n"));
    }
}
