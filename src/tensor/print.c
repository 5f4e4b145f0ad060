// Tensors as text: torch/_tensor_str.py of PyTorch 2.6, function by function.
#include "tensor/print.h"

#include "base/text/number.h"
#include "tensor/dtype.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const PrintOptions PRINT_DEFAULTS = {4, 1000, 3, 80, -1};

typedef struct Printer {
    Buf *out;
    const Tensor *tensor;
    const PrintOptions *options;
    Buf *scratch; // one number at a time
    bool summarize;
    // How one number is written (class _Formatter).
    bool whole;      // floats without fractions: "1."
    bool scientific; // "1.0000e+00"
    int width;
} Printer;

static bool shortened(const Printer *printer, int64_t size)
{
    return printer->summarize && size > 2 * (int64_t)printer->options->edge_items;
}

// The number of the fewest digits that is rounded to the same half.
static double shortest_half(DType dtype, double value)
{
    for (int digits = 0; digits < 5 && isfinite(value); digits++) {
        char text[32];
        snprintf(text, sizeof text, "%.*e", digits, value);
        double read = strtod(text, NULL);
        if (dtype_held(dtype, read) == value) return read;
    }
    return value;
}

void tensor_print_cell(Buf *out, const Tensor *tensor, Index at)
{
    if (tensor->dtype == DTYPE_FLOAT32)
        number_repr_float(out, (float)tensor_get(tensor, at));
    else if (tensor->dtype == DTYPE_FLOAT64)
        number_repr_double(out, tensor_get(tensor, at));
    else if (dtype_is_half(tensor->dtype))
        number_repr_double(out, shortest_half(tensor->dtype, tensor_get(tensor, at)));
    else if (tensor->dtype == DTYPE_BOOL)
        buf_add(out, tensor_get_int(tensor, at) ? STR("True") : STR("False"));
    else
        buf_printf(out, "%lld", (long long)tensor_get_int(tensor, at));
}

// ---- one number --------------------------------------------------------------------------------

static void write_float(const Printer *printer, Buf *out, double value)
{
    if (isnan(value) || isinf(value))
        buf_printf(out, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
    else if (printer->scientific)
        buf_printf(out, "%.*e", printer->options->precision, value);
    else if (printer->whole)
        buf_printf(out, "%.0f.", value);
    else
        buf_printf(out, "%.*f", printer->options->precision, value);
}

static Str number_text(const Printer *printer, Index at)
{
    Buf *buf = printer->scratch;
    const Tensor *tensor = printer->tensor;
    buf->n = 0;
    if (dtype_is_float(tensor->dtype))
        write_float(printer, buf, tensor_get(tensor, at));
    else if (tensor->dtype == DTYPE_BOOL)
        buf_printf(buf, "%s", tensor_get_int(tensor, at) ? "True" : "False");
    else
        buf_printf(buf, "%lld", (long long)tensor_get_int(tensor, at));
    return buf_str(buf);
}

static void print_number(const Printer *printer, Index at)
{
    Str text = number_text(printer, at);
    buf_add_repeat(printer->out, ' ', printer->width - text.n);
    buf_add(printer->out, text);
}

// ---- how all numbers are written ---------------------------------------------------------------

typedef struct PrintedRange {
    double smallest, largest; // sizes of the finite numbers other than 0
    bool any, whole;
} PrintedRange;

typedef void Visit(Printer *printer, Index at, void *data);

// Calls `visit` for each cell that will be printed.
static void visit_shown(Printer *printer, int dim, Index at, Visit *visit, void *data)
{
    const Shape *shape = &printer->tensor->shape;
    if (dim == shape->ndim) {
        visit(printer, at, data);
        return;
    }
    int64_t size = shape->dim[dim], edge = printer->options->edge_items;
    for (int64_t i = 0; i < size; i++) {
        if (shortened(printer, size) && i == edge) i = size - edge;
        if (i >= size) break;
        at.at[dim] = i;
        visit_shown(printer, dim + 1, at, visit, data);
    }
}

static void measure(Printer *printer, Index at, void *data)
{
    PrintedRange *range = data;
    double value = tensor_get(printer->tensor, at), size = fabs(value);
    if (value == 0 || isinf(value) || isnan(value)) return;
    if (!range->any || size < range->smallest) range->smallest = size;
    if (!range->any || size > range->largest) range->largest = size;
    range->any = true;
    range->whole = range->whole && value == ceil(value);
}

static void widen(Printer *printer, Index at, void *data UNUSED)
{
    double value = tensor_get(printer->tensor, at);
    bool is_float = dtype_is_float(printer->tensor->dtype);
    if (is_float && (value == 0 || isinf(value) || isnan(value))) return;
    Str text = number_text(printer, at);
    if (text.n > printer->width) printer->width = text.n;
}

static void choose_format(Printer *printer)
{
    PrintedRange range = {.whole = true};
    printer->whole = true;
    printer->width = 1;
    bool is_float = dtype_is_float(printer->tensor->dtype);
    if (is_float) visit_shown(printer, 0, (Index){0}, measure, &range);
    if (is_float && !range.any) return; // as PyTorch, which then does not look at its options
    printer->whole = range.whole;
    printer->scientific =
        is_float && (range.largest / range.smallest > 1000 || range.largest > 1e8 ||
                     (!range.whole && range.smallest < 1e-4));
    visit_shown(printer, 0, (Index){0}, widen, NULL);
    if (printer->options->scientific >= 0) printer->scientific = printer->options->scientific;
}

// ---- brackets and lines ------------------------------------------------------------------------

// The last dimension: as many numbers on a line as fit.
static void print_vector(const Printer *printer, int indent, Index at)
{
    int last = printer->tensor->shape.ndim - 1, column = 0;
    int per_line = (printer->options->line_width - indent) / (printer->width + 2);
    int64_t size = printer->tensor->shape.dim[last], edge = printer->options->edge_items;
    if (per_line < 1) per_line = 1;
    buf_add_char(printer->out, '[');
    for (int64_t i = 0; i < size; i++) {
        if (column > 0) buf_add(printer->out, column % per_line ? STR(", ") : STR(",\n"));
        if (column > 0 && column % per_line == 0) buf_add_repeat(printer->out, ' ', indent + 1);
        column++;
        at.at[last] = i;
        if (shortened(printer, size) && i == edge) {
            buf_add(printer->out, STR(" ..."));
            i = size - edge - 1;
        } else {
            print_number(printer, at);
        }
    }
    buf_add_char(printer->out, ']');
}

static void print_cells(const Printer *printer, int dim, int indent, Index at)
{
    const Shape *shape = &printer->tensor->shape;
    if (shape->ndim == 0) {
        print_number(printer, at);
        return;
    }
    if (dim == shape->ndim - 1) {
        print_vector(printer, indent, at);
        return;
    }
    int64_t size = shape->dim[dim], edge = printer->options->edge_items;
    buf_add_char(printer->out, '[');
    for (int64_t i = 0; i < size; i++) {
        if (i > 0) {
            buf_add_char(printer->out, ',');
            buf_add_repeat(printer->out, '\n', shape->ndim - dim - 1);
            buf_add_repeat(printer->out, ' ', indent + 1);
        }
        at.at[dim] = i;
        if (shortened(printer, size) && i == edge) {
            buf_add(printer->out, STR("..."));
            i = size - edge - 1;
        } else {
            print_cells(printer, dim + 1, indent + 1, at);
        }
    }
    buf_add_char(printer->out, ']');
}

// ---- the whole ---------------------------------------------------------------------------------

// `*line` is PyTorch's idea of how long the last line is.
static void print_suffix(const Printer *printer, const char *suffix, int indent, int *line)
{
    int length = (int)strlen(suffix);
    if (*line + length + 2 > printer->options->line_width) {
        buf_add(printer->out, STR(",\n"));
        buf_add_repeat(printer->out, ' ', indent);
        *line = indent + length;
    } else {
        buf_add(printer->out, STR(", "));
        *line += length + 2;
    }
    buf_printf(printer->out, "%s", suffix);
}

static int last_line_length(Str text)
{
    int start = text.n;
    while (start > 0 && text.p[start - 1] != '\n') start--;
    return text.n - (start - 1) + 1;
}

// Integers and bools show what they are, as long as there are any.
static bool shows_dtype(const Tensor *tensor, bool empty)
{
    if (tensor->dtype == tensor->heap->float_dtype) return false;
    return empty || (tensor->dtype != DTYPE_INT64 && tensor->dtype != DTYPE_BOOL);
}

static void print_suffixes(const Printer *printer, int from, int indent, const char *suffix)
{
    const Tensor *tensor = printer->tensor;
    Arena *arena = printer->scratch->arena;
    int line = last_line_length(str_slice(buf_str(printer->out), from, printer->out->n));
    bool empty = tensor_count(tensor) == 0;
    if (empty && tensor->shape.ndim != 1) {
        const char *size = arena_printf(arena, "size=%s", shape_tuple(arena, &tensor->shape));
        print_suffix(printer, size, indent, &line);
    }
    if (shows_dtype(tensor, empty)) {
        const char *dtype = arena_printf(arena, "dtype=torch.%s", dtype_name(tensor->dtype));
        print_suffix(printer, dtype, indent, &line);
    }
    if (suffix) print_suffix(printer, suffix, indent, &line);
}

void tensor_print(Buf *out, const char *name, const Tensor *tensor, const PrintOptions *options,
                  const char *suffix)
{
    SCRATCH(arena);
    Buf scratch = {.arena = &arena};
    Printer printer = {.out = out, .tensor = tensor, .options = options, .scratch = &scratch};
    int from = out->n;
    buf_printf(out, "%s(", name);
    int indent = out->n - from;
    if (tensor_count(tensor) == 0) {
        buf_add(out, STR("[]"));
    } else {
        printer.summarize = (double)tensor_count(tensor) > options->threshold;
        choose_format(&printer);
        print_cells(&printer, 0, indent, (Index){0});
    }
    print_suffixes(&printer, from, indent, suffix);
    buf_add_char(out, ')');
}
