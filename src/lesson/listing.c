// Reads a Python file line by line and divides it at the headings and docstrings between its
// statements. All code between two of them is one block, whose text is a slice of the file, so
// that places in it are places in the file.
#include "lesson/readers.h"

#include "base/text/ascii.h"
#include "lesson/python.h"

#include <string.h>

// ---- headings -----------------------------------------------------------------------------------

// Recognises the comments by which authors divide a Python file: "# Step 1: …", "# %% …" of
// editors with cells, "# In[3]:" of nbconvert, "# 2. …", "# ---- … ----" and a title in a box of
// rules. It has to be careful: "# Step 3 is slow" right below code is a remark and no title.

typedef struct Heading {
    Str title;        // empty: a cell without a title
    bool is_markdown; // "# %% [markdown]", "# # Title": the comments that follow are Markdown
    int end;          // the line behind the heading
} Heading;

enum { LEAST_RULE = 3 }; // marks beside a title that make it one

static bool is_mark(char c)
{
    return c && strchr("-=*~#_+", c);
}

// How many marks the text begins with.
static int marks(Str text)
{
    int count = 0;
    while (count < text.n && is_mark(text.p[count])) count++;
    return count;
}

static bool is_rule(const PythonText *python, int line)
{
    if (line >= python->lines.count || python->inside[line]) return false;
    Str text = lines_text(&python->lines, line);
    if (!str_starts(text, "#")) return false;
    Str rest = str_trim(str_slice(text, 1, text.n));
    return rest.n > LEAST_RULE && marks(rest) == rest.n;
}

static int digits(Str text)
{
    int count = 0;
    while (count < text.n && ascii_is_digit(text.p[count])) count++;
    return count;
}

// "Step 3", "Part 1: …"; `*rest` is what follows the number.
static bool has_number(Str text, Str *rest)
{
    int word = str_begins(text, "Step STEP Part PART Section Chapter Exercise");
    *rest = str_trim(str_slice(text, word, text.n));
    int count = digits(*rest);
    *rest = str_slice(*rest, count, rest->n);
    return word && count;
}

// "2. Title", "3) Title"
static bool is_enumerated(Str text)
{
    int count = digits(text);
    return count && count < 3 && count + 2 < text.n && strchr(".)", text.p[count]) &&
           text.p[count + 1] == ' ' && ascii_is_letter(text.p[count + 2]);
}

static bool follows_blank(const PythonText *python, int line)
{
    return line == 0 || str_trim(lines_text(&python->lines, line - 1)).n == 0;
}

// "%% Title", "%% [markdown] Title"
static bool find_cell(Str text, Heading *heading)
{
    if (!str_starts(text, "%%")) return false;
    Str title = str_trim(str_slice(text, 2, text.n));
    heading->is_markdown = str_starts(title, "[markdown]") || str_starts(title, "[md]");
    if (heading->is_markdown) title = str_trim(str_slice(title, str_find(title, "]") + 1, title.n));
    heading->title = title;
    return true;
}

// "In[3]:", "In [3]:"
static bool find_prompt(Str text, Heading *heading)
{
    bool prompt = (str_starts(text, "In[") || str_starts(text, "In [")) && str_ends(text, "]:");
    if (prompt) heading->title = str_slice(text, 0, text.n - 1);
    return prompt;
}

// "---- Title ----"
static bool find_decorated(Str comment, Heading *heading)
{
    int before = marks(comment);
    if (before < LEAST_RULE || before == comment.n) return false;
    Str title = str_slice(comment, before, comment.n);
    while (title.n && is_mark(title.p[title.n - 1])) title.n--;
    heading->title = str_trim(title);
    return heading->title.n > 0;
}

// Right below code only "Step 3: …" is a title: "Step 3 is slow" and "2. round it" are remarks.
static bool find_plain(const PythonText *python, int line, Str text, Heading *heading)
{
    heading->title = text;
    Str rest;
    if (has_number(text, &rest))
        return follows_blank(python, line) || rest.n == 0 || strchr(":.-)", rest.p[0]);
    return follows_blank(python, line) && is_enumerated(text);
}

static bool find_boxed(const PythonText *python, int line, Heading *heading)
{
    if (!is_rule(python, line) || !is_rule(python, line + 2)) return false;
    heading->end = line + 3;
    return python_comment(python, line + 1, &heading->title) && heading->title.n > 0;
}

// "# # Title": a Markdown cell as nbconvert writes it.
static bool find_markdown(const PythonText *python, int line, Heading *heading)
{
    Str text = lines_text(&python->lines, line);
    heading->is_markdown = follows_blank(python, line) && str_starts(text, "# #");
    heading->end = line;
    return heading->is_markdown;
}

static bool find_any(const PythonText *python, int line, Heading *heading)
{
    Str text, whole = lines_text(&python->lines, line);
    *heading = (Heading){.end = line + 1};
    if (!python_comment(python, line, &text)) return false;
    Str comment = str_trim(str_slice(whole, 1, whole.n));
    if (find_cell(text, heading) || find_prompt(text, heading)) return true;
    if (find_boxed(python, line, heading)) return true;
    *heading = (Heading){.end = line + 1};
    if (find_decorated(comment, heading) || find_plain(python, line, text, heading)) return true;
    *heading = (Heading){.end = line + 1};
    return find_markdown(python, line, heading);
}

// Is there a heading at `line`, and may the listing be cut there?
static bool heading_find(const PythonText *python, int line, Heading *heading)
{
    return find_any(python, line, heading) && python_may_cut(python, line);
}

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

// Adds the lines before `end` that were not added yet, without blank lines around them.
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

// The first docstring is the listing's own: its first line is the title, without a full stop.
static bool add_docstring(Listing *listing, int line, Str text, int end)
{
    Builder *builder = listing->builder;
    if (!add_code(listing, line)) return false;
    listing->begun = end;
    text = str_trim(text);
    if (!builder->title && builder->step_count == 0) {
        Str title = {0};
        str_next_line(&text, &title);
        title = str_trim(title);
        if (str_ends(title, ".") && !str_ends(title, "..")) title.n--;
        builder->title = str_copy(builder->arena, title);
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
