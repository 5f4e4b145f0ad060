// Going to a place of a large matrix that is typed: two numbers or two labels, a row and a column.
#include "tui/matrix/large.h"

#include "base/number.h"
#include "base/utf8.h"
#include "tui/app.h"

enum { MOST_TYPED = 64 };

bool large_ask(App *app)
{
    app->large.asks = true;
    return true;
}

static void stop_asking(LargeView *view)
{
    view->asks = false;
    arena_free(&view->where_arena);
    view->where = (Buf){.arena = &view->where_arena};
}

static void delete_character(Buf *text)
{
    int n = text->n > 0 ? text->n - 1 : 0;
    while (n > 0 && ((unsigned char)text->p[n] & 0xC0) == 0x80) n--;
    text->n = n;
}

static bool is_printable(int code)
{
    return code >= ' ' && code != 0x7F && code < KEYCODE_ENTER;
}

bool large_goto_key(App *app, int code)
{
    LargeView *view = &app->large;
    if (app->screen != ON_LARGE || !view->asks) return false;
    if (code == KEYCODE_ENTER) {
        large_go_to(app, str_trim(buf_str(&view->where)));
        stop_asking(view);
    } else if (code == KEYCODE_ESCAPE || (code == KEYCODE_BACKSPACE && view->where.n == 0)) {
        stop_asking(view);
    } else if (code == KEYCODE_BACKSPACE) {
        delete_character(&view->where);
    } else if (is_printable(code) && view->where.n < MOST_TYPED) {
        char text[4];
        buf_add(&view->where, (Str){text, utf8_encode((uint32_t)code, text)});
    }
    return true;
}

// The first two words, between commas or blanks; the second is empty where there is one.
static void split(Str place, Str *row, Str *column)
{
    int comma = str_find(place, ",");
    int at = comma >= 0 ? comma : str_find(place, " ");
    *row = str_trim(at < 0 ? place : str_slice(place, 0, at));
    *column = at < 0 ? (Str){0} : str_trim(str_slice(place, at + 1, place.n));
}

// A label, else a number; -1: neither.
static int64_t find_position(const App *app, int dim, int64_t size, Str word)
{
    int64_t found = -1;
    for (int64_t i = 0; i < size && found < 0; i++) {
        Arena scratch = {0};
        if (str_equal(word, str_from(large_label(app, &app->large, dim, i, &scratch)))) found = i;
        arena_free(&scratch);
    }
    if (found < 0 && number_parse_int(word, &found) && (found < 0 || found >= size)) found = -1;
    return found;
}

static bool not_found(App *app, const char *what, Str word, int64_t size)
{
    app_say(app, true, "There is no %s %.*s: they go from 0 to %lld. g asks again.", what,
            STR_ARG(word), (long long)size - 1);
    return false;
}

bool large_go_to(App *app, Str place)
{
    LargeView *view = &app->large;
    const Matrix *m = &view->matrix;
    Str row_word, column_word;
    split(place, &row_word, &column_word);
    if (row_word.n == 0 && column_word.n == 0) return false;
    int64_t row = view->row, column = view->column;
    if (row_word.n) row = find_position(app, view->row_dim, m->rows, row_word);
    if (row < 0) return not_found(app, "row", row_word, m->rows);
    if (column_word.n) column = find_position(app, view->column_dim, m->columns, column_word);
    if (column < 0) return not_found(app, "column", column_word, m->columns);
    large_jump_to(app, row, column);
    return true;
}
