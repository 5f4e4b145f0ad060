// Formats that have rows and columns: what has more than two dimensions is one matrix after
// another.
#include "command/figures/copy_parts.h"

#include "base/escape.h"
#include "base/visible.h"
#include "export/tex.h"
#include "study/number.h"
#include "trace/labels.h"

// ---- matrices -------------------------------------------------------------------------------

// How a matrix is framed. Each may be NULL but for `add`.
typedef struct TableFrame {
    void (*begin)(Copy *copy, const Matrix *matrix);
    void (*begin_row)(Copy *copy, const Matrix *matrix, int64_t row);
    const char *end_row;
    const char *end;
    void (*add)(Copy *copy, Index at);
} TableFrame;

static bool add_row(Copy *copy, const TableFrame *frame, const Matrix *matrix, int64_t row)
{
    if (frame->begin_row) frame->begin_row(copy, matrix, row);
    for (int64_t column = 0; column < matrix->columns; column++) {
        if (column) buf_add(&copy->sink.buf, str_from(copy->format->between));
        frame->add(copy, matrix_index(matrix, row, column));
        if (!sink_flow(&copy->sink, copy->error)) return false;
    }
    buf_add(&copy->sink.buf, str_from(frame->end_row));
    return true;
}

static bool add_matrices(Copy *copy, const TableFrame *frame)
{
    const Shape *shape = &copy->part.shape;
    Index at = {0};
    bool more = shape_count(shape) > 0, first = true;
    for (; more; more = index_move_slice(shape, &at, 1), first = false) {
        Matrix matrix = matrix_of(&copy->part, copy->source->entry, at);
        if (!first) buf_add_char(&copy->sink.buf, '\n');
        if (frame->begin) frame->begin(copy, &matrix);
        for (int64_t row = 0; row < matrix.rows; row++) {
            if (!add_row(copy, frame, &matrix, row)) return false;
        }
        buf_add(&copy->sink.buf, str_from(frame->end));
    }
    return true;
}

// "wv[0,1]" of which matrix.
static const char *matrix_name(const Copy *copy, const Matrix *matrix)
{
    Arena *arena = copy->sink.buf.arena;
    const char *slice = index_text(arena, matrix->base, copy->part.shape.ndim - 2);
    Str given = str_from(copy->source->name);
    if (!*slice || !str_ends(given, "]")) return arena_printf(arena, "%s%s", given.p, slice);
    return arena_printf(arena, "%.*s,%s", given.n - 1, given.p, slice + 1);
}

// ---- csv, tsv -------------------------------------------------------------------------------

bool copy_write_table(Copy *copy)
{
    return add_matrices(copy, &(TableFrame){.end_row = "\n", .end = "", .add = copy_cell});
}

// ---- latex ----------------------------------------------------------------------------------

// As in a figure, all numbers of a matrix have the decimals that the longest of them needs.
static void begin_latex(Copy *copy, const Matrix *matrix)
{
    Buf *out = &copy->sink.buf;
    Buf columns = {.arena = out->arena};
    buf_add_repeat(&columns, 'r', (int)matrix->columns);
    copy->decimals = number_column(matrix, copy_decimals(copy)).decimals;
    buf_printf(out, "%% %s\n\\[\n\\left[\\begin{array}{%s}\n", matrix_name(copy, matrix),
               buf_text(&columns));
}

// Have the positions along this dimension of the part names?
static bool has_label(const Copy *copy, int dim)
{
    const CopySource *source = copy->source;
    return dim >= 0 && label_axis(source->trace, source->entry, source->given + dim);
}

static void add_latex_label(Copy *copy, int dim, int64_t at)
{
    if (dim < 0) return;
    const CopySource *source = copy->source;
    TexText tex = {.arena = copy->sink.buf.arena};
    const char *label = label_at(source->trace, source->entry, dim + source->given, at, tex.arena);
    if (!label[0]) return;
    buf_add(&copy->sink.buf, STR("\\mbox{"));
    tex_add(&tex, visible_text(label, tex.arena), false, &copy->sink.buf);
    buf_add_char(&copy->sink.buf, '}');
}

static void begin_labelled_latex(Copy *copy, const Matrix *matrix)
{
    Buf *out = &copy->sink.buf;
    Buf columns = {.arena = out->arena};
    buf_add_repeat(&columns, 'r', (int)matrix->columns);
    copy->decimals = number_column(matrix, copy_decimals(copy)).decimals;
    buf_printf(out, "%% %s\n\\[\n\\begin{array}{r|%s}\n", matrix_name(copy, matrix),
               buf_text(&columns));
    if (!has_label(copy, copy->part.shape.ndim - 1)) return;
    for (int64_t column = 0; column < matrix->columns; column++) {
        buf_add(out, STR(" & "));
        add_latex_label(copy, matrix->column_dim, column);
    }
    buf_add(out, STR(" \\\\\n\\hline\n"));
}

static void begin_latex_row(Copy *copy, const Matrix *matrix, int64_t row)
{
    add_latex_label(copy, matrix->row_dim, row);
    buf_add(&copy->sink.buf, STR(" & "));
}

bool copy_write_latex(Copy *copy)
{
    static const TableFrame plain = {.begin = begin_latex,
                                     .end_row = " \\\\\n",
                                     .end = "\\end{array}\\right]\n\\]\n",
                                     .add = copy_latex_cell};
    static const TableFrame labelled = {.begin = begin_labelled_latex,
                                        .begin_row = begin_latex_row,
                                        .end_row = " \\\\\n",
                                        .end = "\\end{array}\n\\]\n",
                                        .add = copy_latex_cell};
    int last = copy->part.shape.ndim - 1;
    return add_matrices(copy,
                        has_label(copy, last) || has_label(copy, last - 1) ? &labelled : &plain);
}

// ---- markdown -------------------------------------------------------------------------------

static void add_label(Copy *copy, int dim, int64_t at)
{
    const CopySource *source = copy->source;
    Arena *arena = copy->sink.buf.arena;
    if (dim < 0) return;
    dim += source->given; // of the whole tensor
    const char *label = label_at(source->trace, source->entry, dim, at, arena);
    escape_markdown(&copy->sink.buf, str_from(visible_text(label, arena)));
}

static void begin_markdown(Copy *copy, const Matrix *matrix)
{
    Buf *out = &copy->sink.buf;
    buf_add(out, STR("| "));
    escape_markdown(out, str_from(matrix_name(copy, matrix)));
    buf_add(out, STR(" |"));
    for (int64_t column = 0; column < matrix->columns; column++) {
        buf_add_char(out, ' ');
        add_label(copy, matrix->column_dim, column);
        buf_add(out, STR(" |"));
    }
    buf_add(out, STR("\n|---|"));
    for (int64_t column = 0; column < matrix->columns; column++) buf_add(out, STR("---:|"));
    buf_add_char(out, '\n');
}

static void begin_markdown_row(Copy *copy, const Matrix *matrix, int64_t row)
{
    buf_add(&copy->sink.buf, STR("| "));
    add_label(copy, matrix->row_dim, row);
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
