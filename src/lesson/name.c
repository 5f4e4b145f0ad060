// Takes the name of a lesson from its file name. A number in front, as in "01-eight-steps.md",
// gives the order of the lessons and is no part of the name.
#include "lesson/name.h"

#include "base/ascii.h"

#include <string.h>

enum { NUMBER_DIGITS = 6 }; // longer numbers are part of the name

const char *lesson_name(const char *path, int *number, Arena *arena)
{
    const char *slash = strrchr(path, '/');
    Str base = str_from(slash ? slash + 1 : path);
    const char *dot = base.n ? strrchr(base.p, '.') : NULL;
    if (dot && dot > base.p) base.n = (int)(dot - base.p);
    int digits = 0, value = 0;
    while (digits < base.n && ascii_is_digit(base.p[digits]) && digits <= NUMBER_DIGITS) {
        value = value * 10 + (base.p[digits++] - '0');
    }
    bool numbered =
        digits > 0 && digits <= NUMBER_DIGITS && digits + 1 < base.n && base.p[digits] == '-';
    if (number) *number = numbered ? value : 0;
    return str_copy(arena, str_slice(base, numbered ? digits + 1 : 0, base.n));
}
