// Formats that have rows and columns: what has more than two dimensions is one matrix after
// another.
#include "command/figures/copy_parts.h"

#include "base/visible.h"
#include "trace/labels.h"

#include <inttypes.h>

// ---- matrices -------------------------------------------------------------------------------

typedef void AddCell(Copy *copy, Index at);

static int64_t rows_of(const Shape *shape)
{
    return shape->ndim < 2 ? 1 : shape->dim[shape->ndim - 2];
}

static int64_t columns_of(const Shape *shape)
{
    return shape->ndim < 1 ? 1 : shape->dim[shape->ndim - 1];
}

static bool add_row(Copy *copy, Index at, AddCell *add)
{
    const Shape *shape = &copy->part.shape;
    for (int64_t column = 0; column < columns_of(shape); column++) {
        if (column) buf_add(&copy->sink.buf, str_from(copy->format->between));
        if (shape->ndim > 0) at.at[shape->ndim - 1] = column;
        add(copy, at);
        if (!sink_flow(&copy->sink, copy->error)) return false;
    }
    return true;
}

// How a matrix is framed. Each may be NULL.
typedef struct TableFrame {
    void (*begin)(Copy *copy, Index at);
    void (*begin_row)(Copy *copy, Index at);
    const char *end_row;
    const char *end;
    AddCell *add;
} TableFrame;

static bool add_matrix(Copy *copy, const TableFrame *frame, Index at)
{
    const Shape *shape = &copy->part.shape;
    if (frame->begin) frame->begin(copy, at);
    for (int64_t row = 0; row < rows_of(shape); row++) {
        if (shape->ndim > 1) at.at[shape->ndim - 2] = row;
        if (frame->begin_row) frame->begin_row(copy, at);
        if (!add_row(copy, at, frame->add)) return false;
        buf_add(&copy->sink.buf, str_from(frame->end_row));
    }
    buf_add(&copy->sink.buf, str_from(frame->end));
    return true;
}

static bool add_matrices(Copy *copy, const TableFrame *frame)
{
    const Shape *shape = &copy->part.shape;
    Shape outer = {.ndim = shape->ndim > 2 ? shape->ndim - 2 : 0};
    for (int i = 0; i < outer.ndim; i++) outer.dim[i] = shape->dim[i];
    Index at = {0};
    if (shape_count(shape) == 0) return true;
    for (bool first = true, more = true; more; first = false) {
        if (!first) buf_add_char(&copy->sink.buf, '\n');
        if (!add_matrix(copy, frame, at)) return false;
        more = outer.ndim > 0 && index_next(&outer, &at);
    }
    return true;
}

// "wv[0,1]" of which matrix.
static const char *matrix_name(const Copy *copy, Index at)
{
    Arena *arena = copy->sink.buf.arena;
    const CopySource *source = copy->source;
    int leading = copy->part.shape.ndim - 2;
    if (leading <= 0) return source->name;
    Buf name = {.arena = arena};
    Str given = str_from(source->name);
    bool open = str_ends(given, "]");
    buf_add(&name, open ? str_slice(given, 0, given.n - 1) : given);
    for (int i = 0; i < leading; i++) {
        buf_printf(&name, "%s%" PRId64, i || open ? "," : "[", at.at[i]);
    }
    buf_add_char(&name, ']');
    return buf_text(&name);
}

// ---- csv, tsv -------------------------------------------------------------------------------

bool copy_write_table(Copy *copy)
{
    return add_matrices(copy, &(TableFrame){.end_row = "\n", .end = "", .add = copy_cell});
}

// ---- latex ----------------------------------------------------------------------------------

static void begin_latex(Copy *copy, Index at)
{
    Buf *out = &copy->sink.buf;
    Buf columns = {.arena = out->arena};
    buf_add_repeat(&columns, 'r', (int)columns_of(&copy->part.shape));
    buf_printf(out, "%% %s\n\\[\n\\left[\\begin{array}{%s}\n", matrix_name(copy, at),
               buf_text(&columns));
}

bool copy_write_latex(Copy *copy)
{
    return add_matrices(copy, &(TableFrame){.begin = begin_latex,
                                            .end_row = " \\\\\n",
                                            .end = "\\end{array}\\right]\n\\]\n",
                                            .add = copy_latex_cell});
}

// ---- markdown -------------------------------------------------------------------------------

static void add_label(Copy *copy, int dim, int64_t at)
{
    const CopySource *source = copy->source;
    Arena *arena = copy->sink.buf.arena;
    dim += source->given; // of the whole tensor
    const char *label =
        dim < source->given ? "" : label_at(source->trace, source->entry, dim, at, arena);
    for (label = visible_text(label, arena); *label; label++) {
        if (*label == '|') buf_add_char(&copy->sink.buf, '\\');
        buf_add_char(&copy->sink.buf, *label == '\n' ? ' ' : *label);
    }
}

static void begin_markdown(Copy *copy, Index at)
{
    Buf *out = &copy->sink.buf;
    const Shape *shape = &copy->part.shape;
    buf_printf(out, "| %s |", matrix_name(copy, at));
    for (int64_t column = 0; column < columns_of(shape); column++) {
        buf_add_char(out, ' ');
        if (shape->ndim > 0) add_label(copy, shape->ndim - 1, column);
        buf_add(out, STR(" |"));
    }
    buf_add(out, STR("\n|---|"));
    for (int64_t column = 0; column < columns_of(shape); column++) buf_add(out, STR("---:|"));
    buf_add_char(out, '\n');
}

static void begin_markdown_row(Copy *copy, Index at)
{
    int dim = copy->part.shape.ndim - 2;
    buf_add(&copy->sink.buf, STR("| "));
    if (dim >= 0) add_label(copy, dim, at.at[dim]);
    buf_add(&copy->sink.buf, STR(" | "));
}

bool copy_write_markdown(Copy *copy)
{
    return add_matrices(copy, &(TableFrame){.begin = begin_markdown,
                                            .begin_row = begin_markdown_row,
                                            .end_row = " |\n",
                                            .end = "",
                                            .add = copy_cell});
}
