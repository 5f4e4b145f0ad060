// A sum over the numbers of each part of a lesson: FNV-1a (Fowler, Noll, Vo), folded to 16 bits.
// One altered number passes with a chance of 1 to 65536; it guards against mistakes, not against
// fraud.
#include "check/seal.h"

#include "base/text/ascii.h"
#include "base/text/utf8.h"

#include <string.h>

static const char opening[] = "<!-- seal:", closing[] = "-->";

// ---- the numbers of a text ----------------------------------------------------------------------

static const char number_words[] =
    "zero one two three four five six seven eight nine ten eleven twelve sixteen twenty thirty "
    "hundred thousand million billion half halves quarter quarters third thirds once twice first "
    "second fourth fifth sixth twentieth";

static uint32_t add_byte(uint32_t sum, int byte)
{
    return (sum ^ (uint32_t)byte) * 16777619u;
}

static uint32_t add_text(uint32_t sum, Str text)
{
    for (int i = 0; i < text.n; i++) sum = add_byte(sum, (unsigned char)ascii_lower(text.p[i]));
    return add_byte(sum, ' ');
}

static bool is_raised_or_lowered(uint32_t code)
{
    return code == 0xb2 || code == 0xb3 || code == 0xb9 || (code >= 0x2070 && code <= 0x2089);
}

// What belongs to a number: digits, also small ones, the point or comma in it, its sign.
static bool is_of_number(uint32_t code)
{
    bool sign = code == '-' || code == '+' || code == 0x2212;
    return (code < 128 && ascii_is_digit((char)code)) || code == '.' || code == ',' || sign ||
           is_raised_or_lowered(code);
}

static bool has_digit(Str text)
{
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        if (is_raised_or_lowered(code) || (code < 128 && ascii_is_digit((char)code))) return true;
    }
    return false;
}

// The end of what begins at `at` and is all of one kind.
static int run_end(Str text, int at, bool (*is_of)(uint32_t))
{
    int length;
    while (at < text.n && is_of(utf8_decode(str_slice(text, at, text.n), &length))) at += length;
    return at;
}

static bool is_letter(uint32_t code)
{
    return code < 128 && ascii_is_letter((char)code);
}

static uint32_t sum_of(uint32_t sum, Str text)
{
    for (int at = 0, end; at < text.n; at = end) {
        end = run_end(text, at, is_letter);
        if (end > at) {
            Str word = str_slice(text, at, end);
            if (str_has_word_as(number_words, word)) sum = add_text(sum, word);
            continue;
        }
        end = run_end(text, at, is_of_number);
        Str number = str_slice(text, at, end);
        while (number.n && strchr(".,-+", number.p[number.n - 1])) number.n--;
        if (has_digit(number)) sum = add_text(sum, number);
        if (end == at) end++;
    }
    return sum;
}

// ---- the parts of a lesson ----------------------------------------------------------------------

bool seal_find(Str text, Span *seal)
{
    Str rest = text, line;
    bool found = false;
    while (str_next_line(&rest, &line)) {
        if (!str_starts(line, opening)) continue;
        seal->start = (int)(line.p - text.p);
        Str behind = str_slice(text, seal->start, text.n);
        int length = str_find(behind, closing);
        seal->end = length < 0 ? text.n : seal->start + length + (int)sizeof closing - 1;
        found = true;
    }
    return found;
}

// What is above the first step is part 0.
static Span part_span(const Lesson *lesson, int part)
{
    int start = part ? lesson->steps[part - 1].at.start : 0;
    int end = part < lesson->step_count ? lesson->steps[part].at.start : lesson->source->text.n;
    return (Span){lesson->source, start, end};
}

static unsigned part_sum(const Lesson *lesson, int part, Span seal)
{
    Str text = lesson->source->text;
    Span span = part_span(lesson, part);
    bool holds_seal = span.start <= seal.start && seal.start < span.end;
    uint32_t sum =
        sum_of(2166136261u, str_slice(text, span.start, holds_seal ? seal.start : span.end));
    if (holds_seal) sum = sum_of(sum, str_slice(text, seal.end, span.end));
    return (sum >> 16 ^ sum) & 0xffff;
}

// `in_lines`: no longer than those of the file, else all in one.
static const char *new_seal(const Lesson *lesson, Span seal, bool in_lines, Arena *arena)
{
    enum { SUMS_IN_LINE = 14 }; // and the opening: 80 columns
    Buf text = {.arena = arena};
    buf_printf(&text, "%s", opening);
    for (int part = 0; part <= lesson->step_count; part++) {
        bool breaks = in_lines && part && part % SUMS_IN_LINE == 0;
        buf_printf(&text, "%s%04x", breaks ? "\n           " : " ", part_sum(lesson, part, seal));
    }
    buf_printf(&text, " %s", closing);
    return buf_text(&text);
}

static const char *seal_text(const Lesson *lesson, Arena *arena)
{
    Span seal = {.source = lesson->source};
    bool sealed = seal_find(lesson->source->text, &seal);
    return sealed ? new_seal(lesson, seal, true, arena) : NULL;
}

// ---- the check ----------------------------------------------------------------------------------

static bool next_word(Str *rest, Str *word)
{
    *rest = str_trim(*rest);
    int n = 0;
    while (n < rest->n && !ascii_is_blank(rest->p[n])) n++;
    *word = str_slice(*rest, 0, n);
    *rest = str_slice(*rest, n, rest->n);
    return n && !str_is(*word, closing);
}

static Span first_line(Span span)
{
    while (span.start < span.end && ascii_is_blank(span.source->text.p[span.start])) span.start++;
    Str rest = str_slice(span.source->text, span.start, span.end), line = {0};
    str_next_line(&rest, &line);
    return (Span){span.source, span.start, span.start + line.n};
}

// The part whose sum is not the sealed one, -1: none. `*count`: how many sums the seal has.
static int broken_part(const Lesson *lesson, Span seal, Arena *arena, int *count)
{
    Str rest = str_slice(lesson->source->text, seal.start + (int)sizeof opening - 1, seal.end);
    Str word;
    int broken = -1;
    for (*count = 0; next_word(&rest, &word); ++*count) {
        if (*count > lesson->step_count || broken >= 0) continue;
        const char *sum = arena_printf(arena, "%04x", part_sum(lesson, *count, seal));
        if (!str_is(word, sum)) broken = *count;
    }
    return broken;
}

bool seal_holds(const Lesson *lesson, Arena *arena, bool *sealed, Error *error)
{
    Span seal = {.source = lesson->source};
    *sealed = seal_find(lesson->source->text, &seal);
    if (!*sealed) return true;
    int count, broken = broken_part(lesson, seal, arena, &count);
    const char *right = new_seal(lesson, seal, false, arena);
    if (count != lesson->step_count + 1) {
        error_set_at(error, first_line(seal), NULL,
                     "the seal has %d sums, and should have %d: one for what stands above the "
                     "first step and one for each step",
                     count, lesson->step_count + 1);
        return error_hint(error, "once you have read all numbers, seal them with %s", right);
    }
    if (broken < 0) return true;
    error_set_at(error, first_line(part_span(lesson, broken)), NULL,
                 "a number in this %s is not what it was when the lesson was sealed",
                 broken ? "step" : "introduction");
    return error_hint(error, "correct it; or read all numbers again, then seal them with %s",
                      right);
}

// ---- the correction -----------------------------------------------------------------------------

// A replacement among those of the lines above it; a seal is on the last lines.
void update_seal(const Lesson *corrected, Patch *patch)
{
    Span seal;
    const char *right = seal_text(corrected, patch->arena);
    if (!right || !seal_find(patch->old, &seal)) return;
    int end = seal.end;
    while (end < patch->old.n && patch->old.p[end - 1] != '\n') end++;
    Buf lines = {.arena = patch->arena};
    buf_printf(&lines, "%s%.*s", right, STR_ARG(str_slice(patch->old, seal.end, end)));
    patch_replace(patch, seal.start, end, buf_str(&lines));
}
