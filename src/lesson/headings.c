// Recognises the comments by which authors divide a Python file: "# Step 1: …", "# %% …" of
// editors with cells, "# In[3]:" of nbconvert, "# 2. …", "# ---- … ----" and a title in a box of
// rules. It has to be careful: "# Step 3 is slow" right below code is a remark and no title.
#include "lesson/headings.h"

#include "base/ascii.h"

#include <string.h>

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
    static const char *const words[] = {"Step",    "STEP",    "Part",    "PART",
                                        "Section", "Chapter", "Exercise"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!str_starts(text, words[i])) continue;
        *rest = str_trim(str_slice(text, (int)strlen(words[i]), text.n));
        int count = digits(*rest);
        *rest = str_slice(*rest, count, rest->n);
        if (count) return true;
    }
    return false;
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

bool heading_find(const PythonText *python, int line, Heading *heading)
{
    return find_any(python, line, heading) && python_may_cut(python, line);
}
