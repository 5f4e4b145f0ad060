// One row for each format. All but npy are text: cells written one after another, with what stands
// between them; what has more than two dimensions is one matrix after another, but for the formats
// that nest brackets.

#include "command/figures/copy.h"

#include "base/number.h"
#include "base/sink.h"
#include "trace/labels.h"

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
} Copy;

struct CopyFormat {
    const char *name, *ending;
    bool (*write)(Copy *copy); // false: the error is set
    const char *nan, *inf, *minus_inf, *yes, *no;
    const char *between; // the cells of a row
    bool binary;
    bool for_people; // at most four decimals unless told otherwise
};

// ---- cells ------------------------------------------------------------------------------------

static int decimals(const Copy *copy)
{
    const int readable = 4;
    return copy->source->digits < 0 && copy->format->for_people ? readable : copy->source->digits;
}

static void add_float(Copy *copy, double value)
{
    Buf *out = &copy->sink.buf;
    const CopyFormat *format = copy->format;
    if (isnan(value))
        buf_add(out, str_from(format->nan));
    else if (isinf(value))
        buf_add(out, str_from(value < 0 ? format->minus_inf : format->inf));
    else if (decimals(copy) >= 0)
        number_trimmed(out, value, decimals(copy));
    else if (copy->part.dtype == DTYPE_FLOAT32)
        number_repr_float(out, (float)value);
    else
        number_repr_double(out, value);
}

static void add_cell(Copy *copy, Index at)
{
    DType dtype = copy->part.dtype;
    if (dtype == DTYPE_FLOAT32 || dtype == DTYPE_FLOAT64)
        add_float(copy, tensor_get(&copy->part, at));
    else if (dtype == DTYPE_BOOL)
        buf_add(&copy->sink.buf,
                str_from(tensor_get(&copy->part, at) != 0 ? copy->format->yes : copy->format->no));
    else
        buf_printf(&copy->sink.buf, "%" PRId64, tensor_get_int(&copy->part, at));
}

// "6.03e-06" as a formula: 6.03\times10^{-6}.
static void add_latex_cell(Copy *copy, Index at)
{
    Buf *out = &copy->sink.buf;
    int start = out->n;
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

// ---- matrices ---------------------------------------------------------------------------------

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
typedef struct Frame {
    void (*begin)(Copy *copy, Index at);
    void (*begin_row)(Copy *copy, Index at);
    const char *end_row;
    const char *end;
    AddCell *add;
} Frame;

static bool add_matrix(Copy *copy, const Frame *frame, Index at)
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

static bool add_matrices(Copy *copy, const Frame *frame)
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

// ---- csv, tsv ---------------------------------------------------------------------------------

static bool write_table(Copy *copy)
{
    return add_matrices(copy, &(Frame){.end_row = "\n", .end = "", .add = add_cell});
}

// ---- latex ------------------------------------------------------------------------------------

static void begin_latex(Copy *copy, Index at)
{
    Buf *out = &copy->sink.buf;
    Buf columns = {.arena = out->arena};
    buf_add_repeat(&columns, 'r', (int)columns_of(&copy->part.shape));
    buf_printf(out, "%% %s\n\\[\n\\left[\\begin{array}{%s}\n", matrix_name(copy, at),
               buf_text(&columns));
}

static bool write_latex(Copy *copy)
{
    return add_matrices(copy, &(Frame){.begin = begin_latex,
                                       .end_row = " \\\\\n",
                                       .end = "\\end{array}\\right]\n\\]\n",
                                       .add = add_latex_cell});
}

// ---- markdown ---------------------------------------------------------------------------------

static void add_label(Copy *copy, int dim, int64_t at)
{
    const CopySource *source = copy->source;
    Arena *arena = copy->sink.buf.arena;
    dim += source->given; // of the whole tensor
    const char *label =
        dim < source->given ? "" : label_at(source->trace, source->entry, dim, at, arena);
    for (; *label; label++) {
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

static bool write_markdown(Copy *copy)
{
    return add_matrices(copy, &(Frame){.begin = begin_markdown,
                                       .begin_row = begin_markdown_row,
                                       .end_row = " |\n",
                                       .end = "",
                                       .add = add_cell});
}

// ---- nested brackets: json, numpy -------------------------------------------------------------

// The brackets of dimension `dim`; a row stands on one line, indented to its depth.
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
        bool kept = *p == '_' || (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') ||
                    (*p >= 'A' && *p <= 'Z') || (unsigned char)*p >= 0x80;
        if (kept)
            buf_add_char(out, *p);
        else if (p[1] && *p != ']')
            buf_add_char(out, '_');
    }
}

static bool write_numpy(Copy *copy)
{
    Buf *out = &copy->sink.buf;
    const Shape *shape = &copy->part.shape;
    buf_add(out, STR("import numpy as np\n\n"));
    add_identifier(out, copy->source->name);
    buf_add(out, STR(" = np.array(\n    "));
    if (!add_nested(copy, 0, (Index){0})) return false;
    buf_printf(out, ", dtype=np.%s)", dtype_name(copy->part.dtype));
    if (copy->part.dtype == DTYPE_BOOL) out->n--, buf_add(out, STR("_)"));
    if (shape_count(shape) == 0) buf_printf(out, ".reshape(%s)", shape_tuple(out->arena, shape));
    buf_add_char(out, '\n');
    return true;
}

// ---- npy --------------------------------------------------------------------------------------

// numpy.lib.format, version 1.0: a magic word, the length of the header, the header as a Python
// dict padded to a multiple of 64 bytes, then the cells in row-major order.
static bool write_npy(Copy *copy)
{
    static const char *const descr[DTYPE_COUNT] = {
        [DTYPE_FLOAT32] = "f4", [DTYPE_FLOAT64] = "f8", [DTYPE_INT64] = "i8", [DTYPE_INT32] = "i4",
        [DTYPE_INT16] = "i2",   [DTYPE_INT8] = "i1",    [DTYPE_UINT8] = "u1", [DTYPE_BOOL] = "b1"};
    const uint16_t one = 1;
    bool little = *(const unsigned char *)&one == 1;
    Buf *out = &copy->sink.buf;
    const Tensor *part = &copy->part;
    size_t size = dtype_bytes(part->dtype);
    Buf header = {.arena = out->arena};
    buf_printf(&header, "{'descr': '%c%s', 'fortran_order': False, 'shape': %s, }",
               size == 1 ? '|'
               : little  ? '<'
                         : '>',
               descr[part->dtype], shape_tuple(out->arena, &part->shape));
    while ((10 + header.n + 1) % 64) buf_add_char(&header, ' ');
    buf_add_char(&header, '\n');
    buf_add(out, (Str){"\x93NUMPY\x01\x00", 8});
    buf_add_char(out, (char)(header.n & 0xff));
    buf_add_char(out, (char)(header.n >> 8));
    buf_add(out, buf_str(&header));
    if (tensor_count(part) == 0) return true;
    const char *cells = tensor_data(part);
    Index at = {0};
    do {
        buf_add(out, (Str){cells + (size_t)tensor_offset(part, at) * size, (int)size});
        if (!sink_flow(&copy->sink, copy->error)) return false;
    } while (part->shape.ndim > 0 && index_next(&part->shape, &at));
    return true;
}

// ---- the table --------------------------------------------------------------------------------

static const CopyFormat formats[] = {
    {"csv", ".csv", write_table, "nan", "inf", "-inf", "True", "False", ",", false, false},
    {"tsv", ".tsv", write_table, "nan", "inf", "-inf", "True", "False", "\t", false, false},
    {"json", ".json", write_json, "\"NaN\"", "\"Infinity\"", "\"-Infinity\"", "true", "false", "",
     false, false},
    {"npy", ".npy", write_npy, "", "", "", "", "", "", true, false},
    {"latex", ".tex", write_latex, "\\mathrm{nan}", "\\infty", "-\\infty", "\\mathrm{True}",
     "\\mathrm{False}", " & ", false, true},
    {"markdown", ".md", write_markdown, "nan", "inf", "-inf", "True", "False", " | ", false, true},
    {"numpy", ".py", write_numpy, "np.nan", "np.inf", "-np.inf", "True", "False", "", false, false},
};

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

const char *copy_ending(const CopyFormat *format)
{
    return format->ending;
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
