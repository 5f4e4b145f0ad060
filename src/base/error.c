// An Error keeps the first thing that went wrong, with its place in the source; what is set later
// is ignored, since it is only a consequence. Printed, it quotes the source line with a caret
// below the place, counted in columns of the terminal (a tab as one, a wide character as two), and
// then the calls that led there.
#include "base/error.h"

#include "base/text/utf8.h"
#include "base/text/visible.h"

enum { MESSAGE_BYTES = 2000 }; // what is quoted in a message may be far longer

static char *told(Arena *arena, const char *format, va_list args) PRINTF_LIKE(2, 0);
static void set(Error *error, Span at, const char *kind, const char *format, va_list args)
    PRINTF_LIKE(4, 0);

static char *told(Arena *arena, const char *format, va_list args)
{
    Buf text = {.arena = arena};
    buf_vprintf(&text, format, args);
    int end = MESSAGE_BYTES;
    if (text.n <= end) return str_copy(arena, buf_str(&text));
    while ((text.p[end] & 0xC0) == 0x80) end--; // not within a character
    return arena_printf(arena, "%.*s...", end, text.p);
}

static void set(Error *error, Span at, const char *kind, const char *format, va_list args)
{
    if (error->set) return;
    bool shown = at.source && !at.source->is_library; // else the call that led there is
    *error = (Error){.arena = error->arena,
                     .set = true,
                     .at = shown ? at : (Span){0},
                     .kind = kind,
                     .message = told(error->arena, format, args)};
}

bool error_set(Error *error, const char *kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(error, (Span){0}, kind, format, args);
    va_end(args);
    return false;
}

bool error_set_at(Error *error, Span at, const char *kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(error, at, kind, format, args);
    va_end(args);
    return false;
}

bool error_hint(Error *error, const char *format, ...)
{
    if (error->hint) return false;
    va_list args;
    va_start(args, format);
    error->hint = told(error->arena, format, args);
    va_end(args);
    return false;
}

bool error_fail(Error *error, const char *hint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(error, (Span){0}, NULL, format, args);
    va_end(args);
    return error_hint(error, "%s", hint);
}

bool error_final(Error *error)
{
    if (error->set) error->final = true;
    return false;
}

void error_place(Error *error, Span at)
{
    bool shown = at.source && !at.source->is_library;
    if (error->set && !error->at.source && shown) error->at = at;
}

void error_called(Error *error, Span at, const char *function)
{
    if (!error->set || !at.source) return;
    int last = error->call_count < ERROR_CALLS ? error->call_count : ERROR_CALLS - 1;
    error->calls[last] = (ErrorCall){at, function};
    error->call_count++;
}

enum { EXCERPT_COLUMNS = 100 }; // longer source lines are cut around the place

// The source line with a caret under the place; a span over several lines is marked to the end
// of its first one. Tabs are shown as one blank, so that the caret stays below its character.
static void print_excerpt(Place place, int span_bytes, Buf *out)
{
    int from = 0, columns = utf8_width(str_slice(place.text, 0, place.offset));
    while (columns > EXCERPT_COLUMNS * 2 / 3) {
        int length;
        uint32_t code = utf8_decode(str_slice(place.text, from, place.text.n), &length);
        columns -= utf8_char_width(code);
        from += length;
    }
    Str shown = utf8_fit(str_slice(place.text, from, place.text.n), EXCERPT_COLUMNS);
    buf_add(out, STR("  "));
    int from_here = out->n;
    visible_add(out, shown);
    for (int i = from_here; i < out->n; i++) {
        if (out->p[i] == '\t') out->p[i] = ' ';
    }
    int before = 0, offset = place.offset - from;
    for (int i = 0; i < offset && i < shown.n; i++) before += shown.p[i] == '\t';
    before += utf8_width(str_slice(shown, 0, offset));
    int marked = utf8_width(str_slice(shown, offset, offset + span_bytes));
    buf_add_char(out, '\n');
    buf_add_repeat(out, ' ', 2 + before);
    buf_add_char(out, '^');
    buf_add_repeat(out, '~', marked - 1);
    buf_add_char(out, '\n');
}

// "in attention, called at lessons/a.md:20:9: attention(queries, keys)"
static void print_calls(const Error *error, Buf *out)
{
    for (int i = 0; i < error->call_count && i < ERROR_CALLS; i++) {
        int left_out = error->call_count - ERROR_CALLS;
        if (i == ERROR_CALLS - 1 && left_out) buf_printf(out, "  ... %d more calls\n", left_out);
        const ErrorCall *call = &error->calls[i];
        Place place = source_place(call->at.source, call->at.start);
        Str text = str_trim(place.text);
        buf_printf(out, "  in %s, called at %s:%d:%d: %.*s\n", call->function,
                   call->at.source->name, place.line, place.column,
                   STR_ARG(utf8_fit(text, EXCERPT_COLUMNS)));
    }
}

void error_print(const Error *error, Buf *out)
{
    buf_add(out, STR("qkv: "));
    Place place = {0};
    if (error->at.source) {
        place = source_place(error->at.source, error->at.start);
        buf_printf(out, "%s:%d:%d: ", error->at.source->name, place.line, place.column);
    }
    if (error->kind) buf_printf(out, "%s%s", error->kind, error->message[0] ? ": " : "");
    buf_printf(out, "%s\n", error->message);
    if (error->at.source && place.text.n) {
        print_excerpt(place, error->at.end - error->at.start, out);
    }
    if (error->hint) buf_printf(out, "  try: %s\n", error->hint);
    print_calls(error, out);
}
