// The formats in which numbers are copied (csv, json, npy, latex ...), one row of a table each.
#include "command/figures/figures.h"

#include "base/files/sink.h"
#include "base/text/ascii.h"
#include "base/text/escape.h"
#include "base/text/number.h"
#include "base/text/visible.h"
#include "export/tex.h"
#include "study/looks/number.h"
#include "tensor/convert.h"
#include "tensor/dtype.h"
#include "trace/names/labels.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

typedef struct Copy {
    const CopySource *source;
    const CopyFormat *format;
    Tensor part; // the view of what is copied
    Sink sink;
    Error *error;
    int decimals; // latex: of all numbers of the matrix at hand
} Copy;

// What is no number, in words.
typedef struct CopyWords {
    const char *nan, *inf, *minus_inf, *yes, *no;
} CopyWords;

// How a matrix is framed. `begin` and `begin_row` may be NULL.
typedef struct TableFrame {
    void (*begin)(Copy *copy, const Matrix *matrix);
    void (*begin_row)(Copy *copy, const Matrix *matrix, int64_t row);
    const char *between, *end_row, *end;
    void (*add)(Copy *copy, Index at);
} TableFrame;

struct CopyFormat {
    const char *name, *ending;
    bool (*write)(Copy *copy); // false: the error is set
    const CopyWords *words;
    TableFrame frame;
    bool binary;
    bool for_people; // at most four decimals unless an option says otherwise
};

// ---- one number -----------------------------------------------------------------------------
//
// Writes one number of a tensor as text, for the formats in which `qkv export --format` copies
// numbers.

static int most_decimals(const Copy *copy)
{
    const int readable = 4;
    return copy->source->digits < 0 && copy->format->for_people ? readable : copy->source->digits;
}

static void add_float(Copy *copy, double value)
{
    Buf *out = &copy->sink.buf;
    const CopyWords *words = copy->format->words;
    if (isnan(value))
        buf_add(out, str_from(words->nan));
    else if (isinf(value))
        buf_add(out, str_from(value < 0 ? words->minus_inf : words->inf));
    else if (most_decimals(copy) >= 0)
        number_trimmed(out, value, most_decimals(copy));
    else if (copy->part.dtype != DTYPE_FLOAT64)
        number_repr_float(out, (float)value);
    else
        number_repr_double(out, value);
}

static void add_cell(Copy *copy, Index at)
{
    DType dtype = copy->part.dtype;
    if (dtype_is_float(dtype))
        add_float(copy, tensor_get(&copy->part, at));
    else if (dtype == DTYPE_BOOL)
        buf_add(&copy->sink.buf,
                str_from(tensor_get(&copy->part, at) != 0 ? copy->format->words->yes
                                                          : copy->format->words->no));
    else
        buf_printf(&copy->sink.buf, "%" PRId64, tensor_get_int(&copy->part, at));
}

static void add_latex_cell(Copy *copy, Index at)
{
    Buf *out = &copy->sink.buf;
    int start = out->n;
    bool is_float = dtype_is_float(copy->part.dtype);
    double value = is_float ? tensor_get(&copy->part, at) : 0;
    if (is_float && isfinite(value))
        number_human(out, value, copy->decimals);
    else
        add_cell(copy, at);
    Str text = str_slice(buf_str(out), start, out->n);
    int e = str_find(text, "e"), exponent = 0;
    bool scientific = e > 0 && text.p[e - 1] >= '0' && text.p[e - 1] <= '9';
    if (!scientific) return;
    int64_t power = 0;
    if (number_parse_int(str_slice(text, e + 1, text.n), &power)) exponent = (int)power;
    out->n = start + e;
    buf_printf(out, "\\times10^{%d}", exponent);
}

// ---- all dimensions in one ------------------------------------------------------------------
//
// Formats that have as many dimensions as the tensor.

// ---- nested brackets: json, numpy -----------------------------------------------------------

// The brackets of dimension `dim`; a row is on one line, indented to its depth.
static bool add_nested(Copy *copy, int dim, Index at)
{
    Buf *out = &copy->sink.buf;
    const Shape *shape = &copy->part.shape;
    if (dim == shape->ndim) {
        add_cell(copy, at);
        return true;
    }
    bool row = dim == shape->ndim - 1;
    buf_add_char(out, '[');
    for (at.at[dim] = 0; at.at[dim] < shape->dim[dim]; at.at[dim]++) {
        if (at.at[dim]) buf_add(out, row ? STR(", ") : STR(",\n"));
        if (at.at[dim] && !row) buf_add_repeat(out, ' ', dim + 5);
        if (!add_nested(copy, dim + 1, at) || !sink_flow(&copy->sink, copy->error)) return false;
    }
    buf_add_char(out, ']');
    return true;
}

static bool write_json(Copy *copy)
{
    Buf *out = &copy->sink.buf;
    const Shape *shape = &copy->part.shape;
    buf_add(out, STR("{\"name\": \""));
    for (const char *p = copy->source->name; *p; p++) {
        if (*p == '"' || *p == '\\') buf_add_char(out, '\\');
        buf_add_char(out, *p);
    }
    buf_add(out, STR("\", \"shape\": ["));
    for (int i = 0; i < shape->ndim; i++) {
        buf_printf(out, "%s%" PRId64, i ? ", " : "", shape->dim[i]);
    }
    buf_printf(out, "], \"dtype\": \"%s\", \"values\":\n    ", dtype_name(copy->part.dtype));
    if (!add_nested(copy, 0, (Index){0})) return false;
    buf_add(out, STR("}\n"));
    return true;
}

// "wv[0,1]" as a name of Python: wv_0_1.
static void add_identifier(Buf *out, const char *name)
{
    for (const char *p = name; *p; p++) {
        if (ascii_is_word(*p) || (unsigned char)*p >= 0x80)
            buf_add_char(out, *p);
        else if (p[1] && *p != ']')
            buf_add_char(out, '_');
    }
}

// NumPy has no bfloat16; float32 holds its numbers.
static DType for_numpy(DType dtype)
{
    return dtype == DTYPE_BFLOAT16 ? DTYPE_FLOAT32 : dtype;
}

static bool write_numpy(Copy *copy)
{
    Buf *out = &copy->sink.buf;
    const Shape *shape = &copy->part.shape;
    buf_add(out, STR("import numpy as np\n\n"));
    add_identifier(out, copy->source->name);
    buf_add(out, STR(" = np.array(\n    "));
    if (!add_nested(copy, 0, (Index){0})) return false;
    buf_printf(out, ", dtype=np.%s)", dtype_name(for_numpy(copy->part.dtype)));
    if (copy->part.dtype == DTYPE_BOOL) out->n--, buf_add(out, STR("_)"));
    if (shape_count(shape) == 0) buf_printf(out, ".reshape(%s)", shape_tuple(out->arena, shape));
    buf_add_char(out, '\n');
    return true;
}

// ---- npy ------------------------------------------------------------------------------------

// numpy.lib.format, version 1.0: a magic word, the length of the header, the header as a Python
// dict padded to a multiple of 64 bytes, then the cells in row-major order.
static bool write_npy(Copy *copy)
{
    static const char *const descr[DTYPE_COUNT] = {
        [DTYPE_FLOAT32] = "f4", [DTYPE_FLOAT64] = "f8", [DTYPE_INT64] = "i8",
        [DTYPE_INT32] = "i4",   [DTYPE_INT16] = "i2",   [DTYPE_INT8] = "i1",
        [DTYPE_UINT8] = "u1",   [DTYPE_BOOL] = "b1",    [DTYPE_FLOAT16] = "f2"};
    const uint16_t one = 1;
    bool little = *(const unsigned char *)&one == 1;
    Buf *out = &copy->sink.buf;
    const Tensor *part = &copy->part;
    DType dtype = for_numpy(part->dtype);
    size_t size = dtype_bytes(dtype);
    Buf header = {.arena = out->arena};
    buf_printf(&header, "{'descr': '%c%s', 'fortran_order': False, 'shape': %s, }",
               size == 1 ? '|'
               : little  ? '<'
                         : '>',
               descr[dtype], shape_tuple(out->arena, &part->shape));
    while ((10 + header.n + 1) % 64) buf_add_char(&header, ' ');
    buf_add_char(&header, '\n');
    buf_add(out, (Str){"\x93NUMPY\x01\x00", 8});
    buf_add_char(out, (char)(header.n & 0xff));
    buf_add_char(out, (char)(header.n >> 8));
    buf_add(out, buf_str(&header));
    if (tensor_count(part) == 0) return true;
    const char *cells = tensor_data(part);
    size_t own = dtype_bytes(part->dtype);
    Index at = {0};
    do {
        char cell[sizeof(double)];
        const char *from = cells + (size_t)tensor_offset(part, at) * own;
        convert_row(part->dtype, from, 1, dtype, cell, 1, 1);
        buf_add(out, (Str){cell, (int)size});
        if (!sink_flow(&copy->sink, copy->error)) return false;
    } while (part->shape.ndim > 0 && index_next(&part->shape, &at));
    return true;
}

// ---- matrix by matrix ------------------------------------------------------------------------
//
// Formats that have rows and columns: what has more than two dimensions is one matrix after
// another.

// ---- matrices -------------------------------------------------------------------------------

static bool add_row(Copy *copy, const TableFrame *frame, const Matrix *matrix, int64_t row)
{
    if (frame->begin_row) frame->begin_row(copy, matrix, row);
    for (int64_t column = 0; column < matrix->columns; column++) {
        if (column) buf_add(&copy->sink.buf, str_from(frame->between));
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

static bool write_table(Copy *copy)
{
    return add_matrices(copy, &copy->format->frame);
}

// ---- latex ----------------------------------------------------------------------------------

// Have the positions along this dimension of the part names?
static bool has_label(const Copy *copy, int dim)
{
    const CopySource *source = copy->source;
    return dim >= 0 && label_axis(source->trace, source->entry, source->given + dim);
}

// "" where it has no name.
static const char *label_text(const Copy *copy, int dim, int64_t at)
{
    const CopySource *source = copy->source;
    Arena *arena = copy->sink.buf.arena;
    if (dim < 0) return "";
    return visible_text(label_at(source->trace, source->entry, dim + source->given, at, arena),
                        arena);
}

static void add_latex_label(Copy *copy, int dim, int64_t at)
{
    TexText tex = {.arena = copy->sink.buf.arena};
    const char *label = label_text(copy, dim, at);
    if (!label[0]) return;
    buf_add(&copy->sink.buf, STR("\\mbox{"));
    tex_add(&tex, label, false, &copy->sink.buf);
    buf_add_char(&copy->sink.buf, '}');
}

static bool is_labelled(const Copy *copy)
{
    int last = copy->part.shape.ndim - 1;
    return has_label(copy, last) || has_label(copy, last - 1);
}

// As in a figure, all numbers of a matrix have the decimals that the longest of them needs.
static void begin_latex(Copy *copy, const Matrix *matrix)
{
    Buf *out = &copy->sink.buf;
    bool labelled = is_labelled(copy);
    copy->decimals = number_column(matrix, most_decimals(copy)).decimals;
    buf_printf(out, "%% %s\n\\[\n%s\\begin{array}{%s", matrix_name(copy, matrix),
               labelled ? "" : "\\left[", labelled ? "r|" : "");
    buf_add_repeat(out, 'r', (int)matrix->columns);
    buf_add(out, STR("}\n"));
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

static bool write_latex(Copy *copy)
{
    TableFrame frame = copy->format->frame;
    if (is_labelled(copy)) {
        frame.begin_row = begin_latex_row;
        frame.end = "\\end{array}\n\\]\n";
    }
    return add_matrices(copy, &frame);
}

// ---- markdown -------------------------------------------------------------------------------

static void add_label(Copy *copy, int dim, int64_t at)
{
    escape_markdown(&copy->sink.buf, str_from(label_text(copy, dim, at)));
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

// ---- formats --------------------------------------------------------------------------------

static const CopyWords plain = {
    .nan = "nan", .inf = "inf", .minus_inf = "-inf", .yes = "True", .no = "False"};
static const CopyWords in_numpy = {
    .nan = "np.nan", .inf = "np.inf", .minus_inf = "-np.inf", .yes = "True", .no = "False"};
static const CopyWords in_json = {.nan = "\"NaN\"",
                                  .inf = "\"Infinity\"",
                                  .minus_inf = "\"-Infinity\"",
                                  .yes = "true",
                                  .no = "false"};
static const CopyWords in_latex = {.nan = "\\mathrm{nan}",
                                   .inf = "\\infty",
                                   .minus_inf = "-\\infty",
                                   .yes = "\\mathrm{True}",
                                   .no = "\\mathrm{False}"};

// clang-format off
static const CopyFormat formats[] = {
    {.name = "csv", .ending = ".csv", .write = write_table, .words = &plain,
     .frame = {.between = ",", .end_row = "\n", .end = "", .add = add_cell}},
    {.name = "tsv", .ending = ".tsv", .write = write_table, .words = &plain,
     .frame = {.between = "\t", .end_row = "\n", .end = "", .add = add_cell}},
    {.name = "json", .ending = ".json", .write = write_json, .words = &in_json},
    {.name = "npy", .ending = ".npy", .write = write_npy, .binary = true},
    {.name = "latex", .ending = ".tex", .write = write_latex, .words = &in_latex,
     .frame = {.begin = begin_latex, .between = " & ", .end_row = " \\\\\n",
               .end = "\\end{array}\\right]\n\\]\n", .add = add_latex_cell},
     .for_people = true},
    {.name = "markdown", .ending = ".md", .write = write_table, .words = &plain,
     .frame = {.begin = begin_markdown, .begin_row = begin_markdown_row, .between = " | ",
               .end_row = " |\n", .end = "", .add = add_cell},
     .for_people = true},
    {.name = "numpy", .ending = ".py", .write = write_numpy, .words = &in_numpy},
};
// clang-format on

const CopyFormat *copy_format(const char *name, const char *path)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (name ? strcmp(name, formats[i].name) == 0
                 : path && str_ends(str_from(path), formats[i].ending)) {
            return &formats[i];
        }
    }
    return NULL;
}

// The coordinates given are taken, the dimensions behind them stay.
static Tensor part_of(const CopySource *source)
{
    const Tensor *whole = source->trace->entries[source->entry].call.output;
    Tensor part = *whole;
    Index corner = {0};
    for (int i = 0; i < source->given; i++) corner.at[i] = source->at.at[i];
    part.offset = shape_count(&whole->shape) ? tensor_offset(whole, corner) : 0;
    part.shape.ndim = whole->shape.ndim - source->given;
    for (int i = 0; i < part.shape.ndim; i++) {
        part.shape.dim[i] = whole->shape.dim[i + source->given];
        part.stride[i] = whole->stride[i + source->given];
    }
    return part;
}

bool copy_tensor(const CopySource *source, const CopyFormat *format, const char *path, bool force,
                 Arena *arena, size_t *bytes, Error *error)
{
    Copy copy = {.source = source, .format = format, .part = part_of(source), .error = error};
    bool terminal = strcmp(path, "-") == 0 && isatty(STDOUT_FILENO);
    if (format->binary && terminal) {
        error_set(error, NULL, "%s is not written to a terminal", format->name);
        return error_hint(error, "name a file: -o %s%s", source->name, format->ending);
    }
    if (!sink_open(&copy.sink, path, force, arena, error)) return false;
    if (!format->write(&copy) || !sink_close(&copy.sink, error)) return false;
    *bytes = copy.sink.written;
    return true;
}
