// Markdown on standard input, as HTML on standard output; headings get names to link to.
#include <ctype.h>
#include <md4c-html.h>
#include <stdio.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

static char text[MOST_BYTES], html[4 * MOST_BYTES];
static size_t length;

static void add(const MD_CHAR *piece, MD_SIZE size, void *context)
{
    (void)context;
    if (length + size >= sizeof html) return;
    memcpy(html + length, piece, size);
    length += size;
}

// "In a page" becomes id="in-a-page".
static const char *print_heading(const char *heading)
{
    const char *end = strstr(heading, "</h");
    printf("%.3s id=\"", heading);
    for (const char *p = heading + 4; p < end; p++) {
        if (isalnum((unsigned char)*p)) putchar(tolower((unsigned char)*p));
        if (*p == ' ') putchar('-');
    }
    putchar('"');
    return heading + 3;
}

int main(void)
{
    size_t size = fread(text, 1, sizeof text, stdin);
    if (md_html(text, (MD_SIZE)size, add, NULL, MD_DIALECT_GITHUB, 0) != 0) return 1;
    for (const char *p = html; *p; putchar(*p++)) {
        if (strncmp(p, "<h", 2) == 0 && isdigit((unsigned char)p[2]) && p[3] == '>')
            p = print_heading(p);
    }
    return 0;
}
