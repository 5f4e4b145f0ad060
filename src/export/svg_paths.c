// Corrects the SVG that cairo writes, by one pass over its bytes; no XML parser is needed as only
// a few fixed patterns matter. Title and description go in behind the first tag, for screen
// readers. Cairo's ids count all surfaces of the process, so they are counted anew: the same
// figure gives the same bytes. Images get the style that viewers need to show cells sharp.
#include "export/svg_paths.h"

#include "export/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Finish {
    Bytes out;
    bool failed;
    long *seen; // cairo's numbers; the new ones are their places here, from 1
    size_t seen_count, seen_capacity;
} Finish;

static void add_bytes(Finish *finish, const unsigned char *bytes, size_t count)
{
    const size_t most = 1 << 30; // at once
    for (; count > most; bytes += most, count -= most) {
        finish->failed |= bytes_append(&finish->out, bytes, (unsigned)most) != 0;
    }
    finish->failed |= bytes_append(&finish->out, bytes, (unsigned)count) != 0;
}

static void add(Finish *finish, const char *text)
{
    add_bytes(finish, (const unsigned char *)text, strlen(text));
}

// ---- title and description --------------------------------------------------------------------

static void add_escaped(Finish *finish, const char *text)
{
    for (; *text; text++) {
        bool control = (unsigned char)*text < 0x20; // has no place in XML
        if (*text == '<')
            add(finish, "&lt;");
        else if (*text == '>')
            add(finish, "&gt;");
        else if (*text == '&')
            add(finish, "&amp;");
        else
            add_bytes(finish, (const unsigned char *)(control ? " " : text), 1);
    }
}

static void add_element(Finish *finish, const char *name, const char *text)
{
    if (!text) return;
    add(finish, "\n<");
    add(finish, name);
    add(finish, ">");
    add_escaped(finish, text);
    add(finish, "</");
    add(finish, name);
    add(finish, ">");
}

// ---- ids and images -----------------------------------------------------------------------------

// The length of the word at the start of an id that cairo counts through the whole process, else 0.
static size_t counted_word(const unsigned char *at, size_t left)
{
    static const char *const words[] = {"image", "surface", "source-"}; // the last since 1.18
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if (left > length && memcmp(at, words[i], length) == 0) return length;
    }
    return 0;
}

static size_t new_number(Finish *finish, long number)
{
    for (size_t i = 0; i < finish->seen_count; i++) {
        if (finish->seen[i] == number) return i + 1;
    }
    if (finish->seen_count == finish->seen_capacity) {
        size_t capacity = 2 * finish->seen_capacity + 16;
        long *grown = realloc(finish->seen, capacity * sizeof *grown);
        if (!grown) {
            finish->failed = true;
            return 0;
        }
        finish->seen = grown;
        finish->seen_capacity = capacity;
    }
    finish->seen[finish->seen_count++] = number;
    return finish->seen_count;
}

// Writes the id that starts at `at` with its new number; returns how many bytes it had, 0 if it is
// no such id.
static size_t add_id(Finish *finish, const unsigned char *at, size_t left)
{
    size_t word = counted_word(at, left), end = word;
    long number = 0;
    while (word && end < left && end < word + 9 && at[end] >= '0' && at[end] <= '9') {
        number = number * 10 + (at[end++] - '0');
    }
    if (end == word || end == left || (at[end] != '"' && at[end] != ')')) return 0;
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", new_number(finish, number));
    add_bytes(finish, at, word);
    add(finish, digits);
    return end;
}

static bool starts_image(const unsigned char *at, size_t left)
{
    return left > 7 && memcmp(at, "<image ", 7) == 0;
}

// Ids stand behind a quote or a hash; images are in base64, which has neither, nor a "<". That an
// image has cells, not a picture to be smoothed, cairo does not say.
static void add_corrected(Finish *finish, const unsigned char *from, size_t count)
{
    size_t done = 0;
    for (size_t i = 1; i < count; i++) {
        bool id = (from[i - 1] == '"' || from[i - 1] == '#') && counted_word(from + i, count - i);
        bool image = starts_image(from + i, count - i);
        if (!id && !image) continue;
        add_bytes(finish, from + done, i - done);
        done = i + (id ? add_id(finish, from + i, count - i) : 0);
        if (!image) continue;
        add(finish, "<image style=\"image-rendering:optimizeSpeed;image-rendering:pixelated\" ");
        done = i + 7;
    }
    add_bytes(finish, from + done, count - done);
}

// ---- the file ---------------------------------------------------------------------------------

// Behind the XML declaration stands <svg …>.
static const unsigned char *end_of_first_tag(const unsigned char *plain, size_t size)
{
    const unsigned char *start = size > 5 ? memchr(plain + 2, '<', size - 2) : NULL;
    return start ? memchr(start, '>', size - (size_t)(start - plain)) : NULL;
}

unsigned char *svg_finish(const Figure *figure, const unsigned char *plain, size_t plain_size,
                          size_t *size)
{
    Finish finish = {0};
    const unsigned char *end = end_of_first_tag(plain, plain_size);
    if (end) {
        add_bytes(&finish, plain, (size_t)(end - plain));
        add(&finish, " role=\"img\">");
        add_element(&finish, "title", figure->title);
        add_element(&finish, "desc", figure->description);
        plain_size -= (size_t)(end + 1 - plain);
        plain = end + 1;
    }
    add_corrected(&finish, plain, plain_size);
    free(finish.seen);
    *size = finish.out.size;
    if (!finish.failed) return finish.out.data;
    free(finish.out.data);
    return NULL;
}
