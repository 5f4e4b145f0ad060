// Arrays as text: numpy/_core/arrayprint.py of NumPy 2.2, function by function. A float is written
// with the fewest digits that read back as the same number, but with no more than `precision` of
// them behind the point.
#include "tensor/print_array.h"

#include "tensor/dtype.h"
#include "tensor/print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const ArrayOptions ARRAY_DEFAULTS = {8, 1000, 3, 75, false};

typedef struct ArrayPrinter {
    Buf *out;
    const Tensor *array;
    const ArrayOptions *options;
    Buf *scratch; // one number at a time
    Str separator;
    bool summarize;
    // How one number is written (class FloatingFormat, IntegerFormat, BoolFormat).
    bool scientific;
    int precision;   // scientific: digits behind the point
    int left, right; // characters before and behind the point
    int exponent;    // digits of the exponent
    int width;       // of integers and bools
    double smallest, largest;
    bool any_number, any_other; // finite ones, others
    int line;                   // length of the line that is being written
} ArrayPrinter;

static Str copied(Arena *arena, Str text)
{
    return (Str){str_copy(arena, text), text.n};
}

// ---- one float ---------------------------------------------------------------------------------

// The fewest digits that give the number again: "d.ddde+XX", with `*digits` behind the point.
static void shortest(Buf *out, double value, DType dtype, int *digits)
{
    for (int d = 0;; d++) {
        out->n = 0;
        buf_printf(out, "%.*e", d, value);
        double read = strtod(buf_text(out), NULL);
        if (dtype == DTYPE_FLOAT32) read = (double)strtof(buf_text(out), NULL);
        if (dtype_is_half(dtype)) read = dtype_held(dtype, read);
        *digits = d;
        if (read == value || d >= 17) return;
    }
}

static int exponent_of(Str scientific)
{
    return (int)strtol(scientific.p + str_find(scientific, "e") + 1, NULL, 10);
}

static void trim_zeros(Buf *out)
{
    while (out->n && out->p[out->n - 1] == '0') out->p[--out->n] = '\0';
}

static void write_positional(const ArrayPrinter *printer, Buf *out, double value)
{
    int digits, precision = printer->options->precision;
    shortest(out, value, printer->array->dtype, &digits);
    int exponent = exponent_of(buf_str(out));
    int fraction = digits - exponent > 0 ? digits - exponent : 0;
    if (exponent > digits) { // zeros stand for the digits that are not needed
        Buf shown = {.arena = out->arena};
        for (int i = 0; i < out->n && out->p[i] != 'e'; i++) {
            if (out->p[i] != '.') buf_add_char(&shown, out->p[i]);
        }
        buf_add_repeat(&shown, '0', exponent - digits);
        *out = shown;
    } else {
        out->n = 0;
        buf_printf(out, "%.*f", fraction < precision ? fraction : precision, value);
    }
    if (str_find(buf_str(out), ".") < 0) buf_add_char(out, '.');
    trim_zeros(out);
}

// `least`: digits behind the point that are always shown.
static void write_scientific(const ArrayPrinter *printer, Buf *out, double value, int least)
{
    int digits, precision = printer->precision;
    shortest(out, value, printer->array->dtype, &digits);
    int shown = digits < precision ? digits : precision;
    if (shown < least) shown = least; // what is shown beyond the shortest is exact
    out->n = 0;
    buf_printf(out, "%.*e", shown, value);
    Str text = copied(out->arena, buf_str(out));
    int e = str_find(text, "e");
    out->n = 0;
    buf_add(out, str_slice(text, 0, e));
    if (str_find(buf_str(out), ".") < 0) buf_add_char(out, '.');
    trim_zeros(out);
    int point = str_find(buf_str(out), ".");
    int missing = least - (out->n - point - 1);
    if (missing > 0) buf_add_repeat(out, '0', missing);
    buf_printf(out, "e%c%0*d", exponent_of(text) < 0 ? '-' : '+',
               printer->exponent > 2 ? printer->exponent : 2, abs(exponent_of(text)));
}

static void write_cell(const ArrayPrinter *printer, Buf *out, Index at)
{
    double value = tensor_get(printer->array, at);
    out->n = 0;
    if (!dtype_is_float(printer->array->dtype))
        tensor_print_cell(out, printer->array, at);
    else if (isnan(value))
        buf_add(out, STR("nan"));
    else if (isinf(value))
        buf_add(out, value < 0 ? STR("-inf") : STR("inf"));
    else if (printer->scientific)
        write_scientific(printer, out, value, printer->precision);
    else
        write_positional(printer, out, value);
}

// Padded on both sides, so that the points stand below each other.
static Str cell_text(const ArrayPrinter *printer, Index at)
{
    Buf *buf = printer->scratch;
    write_cell(printer, buf, at);
    Str text = copied(buf->arena, buf_str(buf));
    bool is_float = dtype_is_float(printer->array->dtype);
    bool finite = isfinite(tensor_get(printer->array, at));
    int point = is_float && finite ? str_find(text, ".") : text.n;
    int width = is_float ? printer->left + printer->right + 1 : printer->width;
    buf->n = 0;
    buf_add_repeat(buf, ' ', is_float && finite ? printer->left - point : width - text.n);
    buf_add(buf, text);
    if (is_float && finite && buf->n < width) buf_add_repeat(buf, ' ', width - buf->n);
    return buf_str(buf);
}

// ---- how all numbers are written ---------------------------------------------------------------

typedef void Visit(ArrayPrinter *printer, Index at);

static bool shortened(const ArrayPrinter *printer, int64_t size)
{
    return printer->summarize && size > 2 * (int64_t)printer->options->edge_items;
}

static void visit_shown(ArrayPrinter *printer, int dim, Index at, Visit *visit)
{
    const Shape *shape = &printer->array->shape;
    if (dim == shape->ndim) {
        visit(printer, at);
        return;
    }
    int64_t size = shape->dim[dim], edge = printer->options->edge_items;
    for (int64_t i = 0; i < size; i++) {
        if (shortened(printer, size) && i == edge) i = size - edge;
        if (i >= size) break;
        at.at[dim] = i;
        visit_shown(printer, dim + 1, at, visit);
    }
}

static void measure(ArrayPrinter *printer, Index at)
{
    double value = tensor_get(printer->array, at), size = fabs(value);
    if (!isfinite(value)) {
        printer->any_other = true;
        return;
    }
    printer->any_number = true;
    if (size == 0) return;
    if (printer->largest == 0 || size < printer->smallest) printer->smallest = size;
    if (size > printer->largest) printer->largest = size;
}

static void widen(ArrayPrinter *printer, Index at)
{
    double value = tensor_get(printer->array, at);
    Buf *buf = printer->scratch;
    if (!dtype_is_float(printer->array->dtype)) {
        write_cell(printer, buf, at);
        if (buf->n > printer->width) printer->width = buf->n;
        return;
    }
    if (!isfinite(value)) return;
    buf->n = 0;
    if (printer->scientific)
        write_scientific(printer, buf, value, 0);
    else
        write_positional(printer, buf, value);
    Str text = buf_str(buf);
    int point = str_find(text, "."), e = str_find(text, "e");
    int right = (e < 0 ? text.n : e) - point - 1, exponent = e < 0 ? 0 : text.n - e - 2;
    if (point > printer->left) printer->left = point;
    if (right > printer->right) printer->right = right;
    if (exponent > printer->exponent) printer->exponent = exponent;
}

static void widen_for_others(ArrayPrinter *printer, Index at)
{
    double value = tensor_get(printer->array, at);
    if (isfinite(value)) return;
    int room = printer->right + 1, size = isinf(value) && value < 0 ? 4 : 3;
    if (size - room > printer->left) printer->left = size - room;
}

static void choose_float_format(ArrayPrinter *printer)
{
    visit_shown(printer, 0, (Index){0}, measure);
    double smallest = printer->smallest, largest = printer->largest;
    bool spread = smallest < 0.0001 || largest / smallest > 1000;
    printer->scientific =
        largest > 0 && (largest >= 1e8 || (!printer->options->suppress && spread));
    printer->precision = printer->options->precision;
    if (printer->any_number) visit_shown(printer, 0, (Index){0}, widen);
    if (printer->scientific) {
        printer->precision = printer->right;
        printer->right += printer->exponent + 2;
    }
    if (printer->any_other) visit_shown(printer, 0, (Index){0}, widen_for_others);
}

static void choose_format(ArrayPrinter *printer)
{
    if (dtype_is_float(printer->array->dtype)) {
        choose_float_format(printer);
        return;
    }
    visit_shown(printer, 0, (Index){0}, widen);
    bool bools = printer->array->dtype == DTYPE_BOOL && printer->array->shape.ndim > 0;
    if (bools) printer->width = 5; // " True" and "False"
}

// ---- brackets and lines ------------------------------------------------------------------------

static void add(ArrayPrinter *printer, Str text)
{
    buf_add(printer->out, text);
    printer->line += text.n;
}

static void trim_blanks(Buf *out)
{
    while (out->n && out->p[out->n - 1] == ' ') out->p[--out->n] = '\0';
}

// A word on this line, or on the next where it does not fit.
static void add_word(ArrayPrinter *printer, Str word, int width, int indent)
{
    if (printer->line + word.n > width && printer->line > indent) {
        trim_blanks(printer->out);
        buf_add_char(printer->out, '\n');
        buf_add_repeat(printer->out, ' ', indent);
        printer->line = indent;
    }
    add(printer, word);
}

// The last dimension: as many numbers on a line as fit.
static void print_vector(ArrayPrinter *printer, Index at, int indent, int width)
{
    int last = printer->array->shape.ndim - 1;
    int64_t size = printer->array->shape.dim[last], edge = printer->options->edge_items;
    printer->line = indent;
    for (int64_t i = 0; i < size; i++) {
        if (i > 0) add(printer, printer->separator);
        if (shortened(printer, size) && i == edge) {
            add_word(printer, STR("..."), width - 1, indent);
            add(printer, printer->separator);
            i = size - edge;
        }
        if (i >= size) break;
        at.at[last] = i;
        add_word(printer, cell_text(printer, at), width - 1, indent);
    }
}

// After the bracket that opened: `indent` characters stand on the line.
static void print_cells(ArrayPrinter *printer, int dim, Index at, int indent, int width)
{
    const Shape *shape = &printer->array->shape;
    int left = shape->ndim - dim;
    buf_add_char(printer->out, '[');
    if (left == 1) {
        print_vector(printer, at, indent, width);
        buf_add_char(printer->out, ']');
        return;
    }
    int64_t size = shape->dim[dim], edge = printer->options->edge_items;
    for (int64_t i = 0; i < size; i++) {
        if (i > 0) {
            buf_add(printer->out, str_trim(printer->separator));
            buf_add_repeat(printer->out, '\n', left - 1);
            buf_add_repeat(printer->out, ' ', indent);
        }
        if (shortened(printer, size) && i == edge) {
            buf_add(printer->out, STR("..."));
            i = size - edge - 1;
            continue;
        }
        at.at[dim] = i;
        print_cells(printer, dim + 1, at, indent + 1, width - 1);
    }
    buf_add_char(printer->out, ']');
}

static void print_all(ArrayPrinter *printer, int prefix, int suffix)
{
    printer->summarize = (double)tensor_count(printer->array) > printer->options->threshold;
    choose_format(printer);
    if (printer->array->shape.ndim == 0)
        buf_add(printer->out, cell_text(printer, (Index){0}));
    else
        print_cells(printer, 0, (Index){0}, prefix + 1, printer->options->line_width - suffix);
}

void array_print(Buf *out, const Tensor *array, const ArrayOptions *options)
{
    Arena arena = {0};
    Buf scratch = {.arena = &arena};
    ArrayPrinter printer = {
        .out = out, .array = array, .options = options, .scratch = &scratch, .separator = STR(" ")};
    if (tensor_count(array) == 0)
        buf_add(out, STR("[]"));
    else if (array->shape.ndim == 0)
        tensor_print_cell(out, array, (Index){0});
    else
        print_all(&printer, 0, 0);
    arena_free(&arena);
}

static int last_line_length(Str text)
{
    int start = text.n;
    while (start > 0 && text.p[start - 1] != '\n') start--;
    return text.n - start;
}

static bool is_implied(const Tensor *array)
{
    return tensor_count(array) > 0 && (array->dtype == DTYPE_INT64 ||
                                       array->dtype == DTYPE_FLOAT64 || array->dtype == DTYPE_BOOL);
}

void array_print_repr(Buf *out, const char *name, const Tensor *array, const ArrayOptions *options)
{
    Arena arena = {0};
    Buf scratch = {.arena = &arena};
    ArrayPrinter printer = {.out = out,
                            .array = array,
                            .options = options,
                            .scratch = &scratch,
                            .separator = STR(", ")};
    int from = out->n;
    buf_printf(out, "%s(", name);
    int indent = out->n - from;
    if (tensor_count(array))
        print_all(&printer, indent, 1);
    else
        buf_add(out, STR("[]"));
    Buf extra = {.arena = &arena};
    bool shown = printer.summarize || (!tensor_count(array) && array->shape.ndim != 1);
    if (shown) buf_printf(&extra, "shape=%s", shape_tuple(&arena, &array->shape));
    if (!is_implied(array))
        buf_printf(&extra, "%sdtype=%s", shown ? ", " : "", dtype_name(array->dtype));
    if (extra.n) {
        buf_add_char(out, ',');
        int line = last_line_length(str_slice(buf_str(out), from, out->n));
        bool fits = line + extra.n + 2 <= options->line_width; // with a blank and a bracket
        buf_add_char(out, fits ? ' ' : '\n');
        if (!fits) buf_add_repeat(out, ' ', indent);
        buf_add(out, buf_str(&extra));
    }
    buf_add_char(out, ')');
    arena_free(&arena);
}
