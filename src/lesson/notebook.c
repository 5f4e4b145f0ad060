// Reads the JSON of a notebook with jansson. Each cell is a Source of its own, called "x.ipynb,
// cell 3", as lines in JSON would say nothing to the reader. The text that was saved as a cell's
// output counts as stated in the lesson only if the program could print all of it: not with a
// picture or the output of a magic among it.
#include "lesson/readers.h"

#include "base/text/json_tree.h"
#include "lesson/python.h"

#include <inttypes.h>
#include <string.h>

// ---- magics -------------------------------------------------------------------------------------

// Lines like "%matplotlib inline" and "!pip install torch" are commands to Jupyter, not Python.
// Each is turned into a comment in its place, so that all lines keep their numbers; an indented
// one gets `pass` in front, since it may be the only line of its block. A cell in another language
// ("%%bash") is not run at all.

// Cell magics after which the cell is still Python.
static bool keeps_python(Str line)
{
    return str_has_word("%%time %%timeit %%capture %%prun", str_take(&line, " "));
}

// "%name", "!command", "?name" and "name?".
static bool is_magic(Str line)
{
    Str text = str_trim(line);
    if (!text.n) return false;
    return strchr("%!?", text.p[0]) || str_ends(text, "?");
}

// A block that has only a magic needs a statement.
static void add_comment(Str line, Buf *out)
{
    int indent = 0;
    while (indent < line.n && line.p[indent] == ' ') indent++;
    buf_add(out, str_slice(line, 0, indent));
    buf_printf(out, "%s# %.*s\n", indent ? "pass  " : "", STR_ARG(str_slice(line, indent, line.n)));
}

// The cell with such lines turned into comments, in `arena`; every line keeps its number. Without
// text (p NULL) when the whole cell is in another language ("%%bash").
static Str magic_to_comments(Str cell, Arena *arena)
{
    PythonText python = python_text(cell, arena);
    Buf text = {.arena = arena};
    bool begun = false;
    for (int i = 0; i < python.lines.count; i++) {
        Str line = lines_text(&python.lines, i);
        if (!begun && str_starts(line, "%%") && !keeps_python(line)) return (Str){0};
        begun |= str_trim(line).n > 0;
        if (!python.inside[i] && is_magic(line))
            add_comment(line, &text);
        else
            buf_printf(&text, "%.*s\n", STR_ARG(line));
    }
    return buf_str(&text);
}

static bool is_silent(Str line)
{
    return str_begins(str_trim(line),
                      "%matplotlib %config %load_ext %reload_ext %autoreload %%capture");
}

// Does a magic in it print something? Then what was saved with the cell is not all the program's.
static bool magic_prints(Str cell, Arena *arena)
{
    PythonText python = python_text(cell, arena);
    for (int i = 0; i < python.lines.count; i++) {
        Str line = lines_text(&python.lines, i);
        if (!python.inside[i] && is_magic(line) && !is_silent(line)) return true;
    }
    return false;
}

enum { FORMAT = 4 };

typedef struct Notebook {
    Builder *builder;
    const char *name;
    int cell; // number of the cell being read, from 1
} Notebook;

// ---- is it one that can be read? -------------------------------------------------------------

static bool refuse_json(const Source *source, const json_error_t *why, Error *error)
{
    int at = why->position > 0 && why->position <= source->text.n ? why->position - 1 : 0;
    error_set_at(error, (Span){source, at, at}, NULL, "not a notebook: %s", why->text);
    return error_hint(error, "save it again in Jupyter: a notebook is JSON");
}

static bool refuse_format(const Source *source, json_int_t format, Error *error)
{
    error_set(error, NULL, "%s: notebook format %" JSON_INTEGER_FORMAT ", only %d is read",
              source->name, format, FORMAT);
    return error_hint(error, "jupyter nbconvert --to notebook --nbformat 4 %s", source->name);
}

static const char *text_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static const char *language_of(const json_t *metadata)
{
    const char *language = text_at(json_object_get(metadata, "kernelspec"), "language");
    if (!language) language = text_at(json_object_get(metadata, "language_info"), "name");
    return language ? language : "python";
}

static bool is_readable(const Source *source, const json_t *root, Error *error)
{
    const json_t *format = json_object_get(root, "nbformat");
    if (!json_is_integer(format)) {
        error_set(error, NULL, "%s: JSON, but not a notebook", source->name);
        return error_hint(error, "a notebook has \"nbformat\" and \"cells\"");
    }
    if (json_integer_value(format) != FORMAT) {
        return refuse_format(source, json_integer_value(format), error);
    }
    Str language = str_from(language_of(json_object_get(root, "metadata")));
    if (!str_starts(language, "python") && !str_starts(language, "Python")) {
        error_set(error, NULL, "%s: a notebook in %.*s", source->name, STR_ARG(language));
        return error_hint(error, "qkv runs Python with torch");
    }
    if (json_is_array(json_object_get(root, "cells"))) return true;
    error_set(error, NULL, "%s: a notebook without cells", source->name);
    return error_hint(error, "save it again in Jupyter");
}

// ---- cells -----------------------------------------------------------------------------------

// A text is one string, or a list of lines.
static void add_text(const json_t *text, Buf *out)
{
    if (json_is_string(text)) {
        buf_add(out, (Str){json_string_value(text), (int)json_string_length(text)});
        return;
    }
    for (size_t i = 0; i < json_array_size(text); i++) {
        const json_t *line = json_array_get(text, i);
        if (!json_is_string(line)) continue;
        buf_add(out, (Str){json_string_value(line), (int)json_string_length(line)});
    }
}

static const Source *cell_source(const Notebook *notebook, Str text, const char *part)
{
    Arena *arena = notebook->builder->arena;
    Source *source = NEW(arena, Source);
    *source =
        (Source){.name = arena_printf(arena, "%s, cell %d%s", notebook->name, notebook->cell, part),
                 .text = {str_copy(arena, text), text.n},
                 .first_line = 1};
    return source;
}

// ---- what a cell printed ---------------------------------------------------------------------

static void end_line(Buf *out)
{
    if (out->n && out->p[out->n - 1] != '\n') buf_add_char(out, '\n');
}

// False when the output is of a kind that the program cannot print: a picture.
static bool add_output(const json_t *output, Buf *out)
{
    const char *kind = text_at(output, "output_type");
    if (!kind) return false;
    if (str_is(str_from(kind), "stream")) {
        const char *stream = text_at(output, "name");
        if (!stream || str_is(str_from(stream), "stdout"))
            add_text(json_object_get(output, "text"), out);
        return true;
    }
    if (str_is(str_from(kind), "error")) return true; // add_error()
    if (!str_is(str_from(kind), "execute_result")) return false;
    end_line(out);
    const json_t *data = json_object_get(output, "data");
    add_text(json_object_get(data, "text/plain"), out);
    end_line(out);
    return json_object_get(data, "text/plain") != NULL;
}

static const json_t *output_of(const json_t *cell, const char *kind)
{
    const json_t *outputs = json_object_get(cell, "outputs");
    for (size_t i = 0; i < json_array_size(outputs); i++) {
        const json_t *output = json_array_get(outputs, i);
        const char *is = text_at(output, "output_type");
        if (is && str_is(str_from(is), kind)) return output;
    }
    return NULL;
}

static bool is_tagged(const json_t *cell, const char *tag)
{
    const json_t *tags = json_object_get(json_object_get(cell, "metadata"), "tags");
    bool found = false;
    for (size_t i = 0; i < json_array_size(tags) && !found; i++) {
        const char *word = json_string_value(json_array_get(tags, i));
        found = word && str_is(str_from(word), tag);
    }
    return found;
}

// A cell that a person stopped ends by itself the next time.
static void add_error(const Notebook *notebook, const json_t *cell, CodeBlock *code)
{
    const char *saved = text_at(output_of(cell, "error"), "ename");
    bool stopped = saved && str_is(str_from(saved), "KeyboardInterrupt");
    if (is_tagged(cell, "raises-exception")) code->raises = "";
    if (saved && !stopped) code->raises = str_copy(notebook->builder->arena, str_from(saved));
    if (code->raises) code->raises_at = (Span){code->source, 0, 0};
}

static void add_outputs(const Notebook *notebook, const json_t *cell, CodeBlock *code)
{
    const json_t *outputs = json_object_get(cell, "outputs");
    Buf text = {.arena = notebook->builder->arena};
    bool printable = json_array_size(outputs) > 0;
    for (size_t i = 0; i < json_array_size(outputs) && printable; i++) {
        printable = add_output(json_array_get(outputs, i), &text);
    }
    if (!printable || text.n == 0) return;
    const Source *stated = cell_source(notebook, buf_str(&text), ", output");
    code->has_output = true;
    code->output = stated->text;
    code->output_at = (Span){stated, 0, stated->text.n};
}

// ---- code and prose --------------------------------------------------------------------------

// What a comment says; nothing of an option or of a magic that became one.
static Str said_by(Str line)
{
    int at = 0;
    while (at < line.n && line.p[at] == '#') at++;
    Str says = str_trim(str_slice(line, at, line.n));
    bool is_note = str_starts(says, "|") || str_starts(says, "%") || str_starts(says, "!");
    return at && !is_note ? says : (Str){0};
}

// The first comment at the beginning of a line, above the code or within it.
static const char *title_of(const Notebook *notebook, Str code)
{
    Str line = {0};
    while (str_next_line(&code, &line)) {
        Str says = said_by(line);
        if (says.n) return str_copy(notebook->builder->arena, says);
    }
    return arena_printf(notebook->builder->arena, "Cell %d", notebook->cell);
}

static bool add_code(const Notebook *notebook, const json_t *cell, Str text)
{
    Builder *builder = notebook->builder;
    if (str_trim(text).n == 0) return true;
    const Source *source = cell_source(notebook, text, "");
    Str code = magic_to_comments(source->text, builder->arena);
    if (!code.p) {
        plain_literal(builder, source->text);
        return true;
    }
    Source *python = NEW(builder->arena, Source);
    *python = *source;
    python->text = code;
    if (!builder_step_is_waiting(builder)) builder_step(builder, NULL, (Span){python, 0, 0});
    builder_title_step(builder, title_of(notebook, code));
    if (!builder_code(builder, python)) return false;
    CodeBlock *block = &builder->blocks[builder->block_count - 1].code;
    block->shows_value = true;
    add_error(notebook, cell, block);
    if (!magic_prints(text, builder->arena)) add_outputs(notebook, cell, block);
    return true;
}

static bool is_text(const Notebook *notebook, Str text)
{
    const char *zero = text.n ? memchr(text.p, '\0', (size_t)text.n) : NULL;
    if (!zero) return true;
    int at = (int)(zero - text.p);
    Span span = {cell_source(notebook, text, ""), at, at + 1};
    error_set_at(notebook->builder->error, span, NULL, "not text (a NUL byte)");
    return error_hint(notebook->builder->error, "the notebook without its \\u0000");
}

static bool add_cell(Notebook *notebook, const json_t *cell)
{
    const char *kind = text_at(cell, "cell_type");
    Buf text = {.arena = notebook->builder->arena};
    add_text(json_object_get(cell, "source"), &text);
    if (!kind || str_is(str_from(kind), "raw")) return true;
    if (!is_text(notebook, buf_str(&text))) return false;
    if (str_is(str_from(kind), "code")) return add_code(notebook, cell, buf_str(&text));
    builder_open_cell(notebook->builder);
    return markdown_cell(notebook->builder, cell_source(notebook, buf_str(&text), ""));
}

static bool read_cells(Builder *builder, const json_t *root)
{
    Notebook notebook = {.builder = builder, .name = builder->source->name};
    const json_t *cells = json_object_get(root, "cells");
    for (size_t i = 0; i < json_array_size(cells); i++) {
        notebook.cell++;
        if (!add_cell(&notebook, json_array_get(cells, i))) return false;
    }
    return true;
}

bool notebook_read(Builder *builder)
{
    const Source *source = builder->source;
    json_error_t why;
    builder->cells = true;
    json_t *root = json_tree_read(source->text, JSON_ALLOW_NUL, &why);
    if (!root) return refuse_json(source, &why, builder->error);
    bool ok = is_readable(source, root, builder->error) && read_cells(builder, root);
    json_decref(root);
    return ok;
}
