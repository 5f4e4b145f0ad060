// A buffer doubles its room when it is full. The old rooms stay behind in the arena until that is
// freed; all of them together are smaller than the present one.
#include "base/buf.h"

#include "base/bug.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static void make_room(Buf *buf, size_t extra)
{
    size_t need = (size_t)buf->n + extra + 1;
    if (need > INT_MAX) bug_no_memory();
    if (need <= buf->capacity) return;
    size_t capacity = buf->capacity ? buf->capacity * 2 : 64;
    while (capacity < need) capacity *= 2;
    char *grown = arena_alloc(buf->arena, capacity);
    if (buf->n) memcpy(grown, buf->p, (size_t)buf->n);
    buf->p = grown;
    buf->capacity = capacity;
}

void buf_add(Buf *buf, Str s)
{
    make_room(buf, (size_t)s.n);
    if (s.n) memcpy(buf->p + buf->n, s.p, (size_t)s.n);
    buf->n += s.n;
    buf->p[buf->n] = '\0';
}

void buf_add_char(Buf *buf, char c)
{
    buf_add(buf, (Str){&c, 1});
}

void buf_add_repeat(Buf *buf, char c, int times)
{
    if (times <= 0) return;
    make_room(buf, (size_t)times);
    memset(buf->p + buf->n, c, (size_t)times);
    buf->n += times;
    buf->p[buf->n] = '\0';
}

void buf_cut(Buf *buf, int n)
{
    if (n >= buf->n) return;
    buf->n = n;
    buf->p[n] = '\0';
}

void buf_add_one_line(Buf *buf, Str s)
{
    bool blank = false, any = false;
    for (int i = 0; i < s.n; i++) {
        bool white = s.p[i] == ' ' || s.p[i] == '\n' || s.p[i] == '\t' || s.p[i] == '\r';
        if (!white) {
            if (blank && any) buf_add_char(buf, ' ');
            buf_add_char(buf, s.p[i]);
            any = true;
        }
        blank = white;
    }
}

void buf_vprintf(Buf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    make_room(buf, 0);
    size_t room = buf->capacity - (size_t)buf->n;
    int length = vsnprintf(buf->p + buf->n, room, format, args);
    if (length < 0) BUG("vsnprintf failed");
    if ((size_t)length >= room) {
        make_room(buf, (size_t)length);
        vsnprintf(buf->p + buf->n, (size_t)length + 1, format, again);
    }
    va_end(again);
    buf->n += length;
}

void buf_printf(Buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_vprintf(buf, format, args);
    va_end(args);
}

Str buf_str(const Buf *buf)
{
    return (Str){buf_text(buf), buf->n};
}

const char *buf_text(const Buf *buf)
{
    return buf->p ? buf->p : "";
}

char *arena_printf(Arena *arena, const char *format, ...)
{
    Buf buf = {.arena = arena};
    va_list args;
    va_start(args, format);
    buf_vprintf(&buf, format, args);
    va_end(args);
    make_room(&buf, 0);
    return buf.p;
}
