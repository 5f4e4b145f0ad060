// Reads a Python file line by line and divides it at the headings and docstrings between its
// statements. All code between two of them is one block, whose text is a slice of the file, so
// that places in it are places in the file.
#include "lesson/listing.h"

#include "lesson/headings.h"
#include "lesson/markdown.h"
#include "lesson/plain.h"

typedef struct Listing {
    Builder *builder;
    PythonText python;
    int begun; // the first line that has not been added yet
} Listing;

static Span lines_span(const Listing *listing, int first, int end)
{
    const Lines *lines = &listing->python.lines;
    return (Span){listing->builder->source, lines_start(lines, first), lines_start(lines, end)};
}

static bool is_code_line(Str line)
{
    Str text = str_trim(line);
    return text.n && text.p[0] != '#';
}

static bool has_code(const Listing *listing, int first, int end)
{
    for (int i = first; i < end; i++) {
        if (is_code_line(lines_text(&listing->python.lines, i))) return true;
    }
    return false;
}

// Comments without code: what a file says of itself.
static void add_comments(Listing *listing, int first, int end)
{
    Buf text = {.arena = listing->builder->arena};
    for (int i = first; i < end; i++) {
        Str line = {0};
        bool shebang = i == 0 && str_starts(lines_text(&listing->python.lines, 0), "#!");
        if (!python_comment(&listing->python, i, &line) || shebang) line = (Str){0};
        buf_add(&text, line);
        buf_add_char(&text, '\n');
    }
    plain_read(listing->builder, buf_str(&text));
}

// What stands before `end` and was not added yet, without blank lines around it.
static bool add_code(Listing *listing, int end)
{
    int first = listing->begun;
    const Lines *lines = &listing->python.lines;
    while (first < end && str_trim(lines_text(lines, first)).n == 0) first++;
    listing->begun = end;
    while (end > first && str_trim(lines_text(lines, end - 1)).n == 0) end--;
    if (first == end) return true;
    if (!has_code(listing, first, end)) {
        add_comments(listing, first, end);
        return true;
    }
    Span span = lines_span(listing, first, end);
    Source *code = NEW(listing->builder->arena, Source);
    *code = (Source){
        .name = listing->builder->source->name, .text = span_text(span), .first_line = first + 1};
    return builder_code(listing->builder, code);
}

// The comments from `line` on, as the text of a Markdown cell. Returns the line behind them.
static int take_comments(const Listing *listing, int line, Buf *text)
{
    Str comment;
    for (; python_comment(&listing->python, line, &comment); line++) {
        if (str_starts(comment, "%%") || str_starts(comment, "In[")) break;
        Str whole = lines_text(&listing->python.lines, line);
        buf_add(text, str_slice(whole, str_starts(whole, "# ") ? 2 : 1, whole.n));
        buf_add_char(text, '\n');
    }
    return line;
}

static bool add_markdown(Listing *listing, int line)
{
    Builder *builder = listing->builder;
    Buf text = {.arena = builder->arena};
    listing->begun = take_comments(listing, line, &text);
    Source *cell = NEW(builder->arena, Source);
    *cell = (Source){builder->source->name, buf_str(&text), line + 1, 0, false};
    return markdown_cell(builder, cell);
}

// A title that says nothing ("In[3]") yields to the heading of the Markdown before it.
static void add_step(Listing *listing, int line, const Heading *heading)
{
    Builder *builder = listing->builder;
    bool has_title = heading->title.n && !str_starts(heading->title, "In");
    if (!has_title && builder_step_is_waiting(builder)) return;
    const char *title = heading->title.n ? str_copy(builder->arena, heading->title) : NULL;
    builder_step(builder, title, lines_span(listing, line, heading->end));
}

static bool add_heading(Listing *listing, int line, const Heading *heading)
{
    if (!add_code(listing, line)) return false;
    listing->begun = heading->end;
    if (heading->title.n || !heading->is_markdown) add_step(listing, line, heading);
    return !heading->is_markdown || add_markdown(listing, heading->end);
}

// The first docstring is the listing's own: its first line is the title.
static bool add_docstring(Listing *listing, int line, Str text, int end)
{
    Builder *builder = listing->builder;
    if (!add_code(listing, line)) return false;
    listing->begun = end;
    text = str_trim(text);
    if (!builder->title && builder->step_count == 0) {
        Str title = {0};
        str_next_line(&text, &title);
        builder->title = str_copy(builder->arena, str_trim(title));
    }
    plain_read(builder, text);
    return true;
}

static bool read_line(Listing *listing, int line, int *next)
{
    Heading heading;
    Str text;
    *next = line + 1;
    if (heading_find(&listing->python, line, &heading)) {
        bool ok = add_heading(listing, line, &heading);
        *next = listing->begun;
        return ok;
    }
    if (!python_docstring(&listing->python, line, &text, next)) return true;
    return !python_may_cut(&listing->python, line) || add_docstring(listing, line, text, *next);
}

bool listing_read(Builder *builder)
{
    Listing listing = {.builder = builder,
                       .python = python_text(builder->source->text, builder->arena)};
    builder->cells = true;
    int count = listing.python.lines.count;
    for (int line = 0; line < count;) {
        if (!read_line(&listing, line, &line)) return false;
    }
    return add_code(&listing, count);
}
