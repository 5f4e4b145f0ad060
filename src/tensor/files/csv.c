// The text is read whole and gone through row by row: once to check and to count, once to take the
// numbers.
#include "tensor/files/csv.h"

#include "base/ascii.h"
#include "base/number.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_BYTES = 256 << 20 };

typedef struct Csv {
    const char *name;
    const CsvFormat *format;
    Str text, rest;
    int64_t line, row; // of the row at hand; the row from 0
    bool after_gap;    // an empty line stands before it
    Str *cell;
    int count;
    size_t capacity;
    Arena *arena; // of the cells
    bool is_open; // a quote is not closed
    Error *error;
} Csv;

// ---- the text -----------------------------------------------------------------------------------

static bool load(Csv *csv, const ReadableFile *file, Arena *arena)
{
    if (file->bytes > MOST_BYTES) {
        error_set(csv->error, "ValueError", "%s is larger than %d MiB", file->name,
                  MOST_BYTES >> 20);
        return error_hint(csv->error, "numpy.save writes the same numbers shorter");
    }
    int n = (int)file->bytes;
    char *text = NEW_ARRAY(arena, char, n + 1);
    if (!readable_read(file, 0, text, (size_t)n, csv->error)) return false;
    csv->text = (Str){text, n};
    int flaw = utf8_flaw(csv->text);
    if (flaw >= 0) {
        Source source = {.name = file->name, .text = csv->text};
        Place place = source_place(&source, flaw);
        error_set(csv->error, "ValueError", "%s:%d:%d: no text: %s", file->name, place.line,
                  place.column, text[flaw] ? "a byte that is not UTF-8" : "a NUL byte");
        return error_hint(csv->error, "a table of numbers is text, saved as UTF-8");
    }
    if (str_starts(csv->text, "\xEF\xBB\xBF")) csv->text = str_slice(csv->text, 3, n);
    return true;
}

static void begin(Csv *csv, const CsvFormat *format)
{
    csv->format = format;
    csv->rest = csv->text;
    csv->line = 0;
    csv->row = -1;
    Str line;
    while (csv->line < format->skip && str_next_line(&csv->rest, &line)) csv->line++;
}

// ---- rows ---------------------------------------------------------------------------------------

static void add_cell(Csv *csv, Str cell)
{
    csv->cell = arena_grow(csv->arena, csv->cell, (size_t)csv->count, &csv->capacity, sizeof(Str));
    csv->cell[csv->count++] = cell;
}

// Takes a cell in quotes off the line.
static Str quoted(Csv *csv, Str *line)
{
    char quote = csv->format->quote;
    int end = 1, doubled = 0;
    while (end < line->n) {
        bool twice = line->p[end] == quote && end + 1 < line->n && line->p[end + 1] == quote;
        if (line->p[end] == quote && !twice) break;
        doubled += twice;
        end += 1 + twice;
    }
    csv->is_open = csv->is_open || end >= line->n;
    Str inside = str_slice(*line, 1, end);
    *line = str_slice(*line, end + 1, line->n);
    if (!doubled) return inside;
    char *text = NEW_ARRAY(csv->arena, char, inside.n + 1);
    int n = 0;
    for (int i = 0; i < inside.n; i++) {
        text[n++] = inside.p[i];
        i += inside.p[i] == quote;
    }
    return (Str){text, n};
}

static int end_of_cell(const Csv *csv, Str line)
{
    int n = 0;
    char between = csv->format->between;
    while (n < line.n && (between ? line.p[n] != between : line.p[n] != ' ' && line.p[n] != '\t'))
        n++;
    return n;
}

static Str without_blanks(Str line, char between)
{
    int n = 0;
    while (n < line.n && (line.p[n] == ' ' || line.p[n] == '\t') && line.p[n] != between) n++;
    return str_slice(line, n, line.n);
}

static void split(Csv *csv, Str line)
{
    char between = csv->format->between;
    csv->count = 0;
    for (bool more = true; more;) {
        line = without_blanks(line, between);
        bool in_quotes = csv->format->quote && line.n && line.p[0] == csv->format->quote;
        Str cell = in_quotes ? quoted(csv, &line) : (Str){0};
        int end = end_of_cell(csv, line);
        if (!in_quotes) cell = str_trim(str_slice(line, 0, end));
        add_cell(csv, cell);
        more = end < line.n;
        line = str_slice(line, end + 1, line.n);
        if (!between) more = without_blanks(line, 0).n > 0;
    }
}

static bool tell_line(const Csv *csv)
{
    return error_hint(csv->error, "line %" PRId64 " of %s", csv->line, csv->name);
}

// False at the end, and where a quote is not closed: then the error is set.
static bool next_row(Csv *csv)
{
    Str line;
    csv->after_gap = false;
    while (str_next_line(&csv->rest, &line)) {
        csv->line++;
        const char *comment = csv->format->comment && line.n
                                  ? memchr(line.p, csv->format->comment, (size_t)line.n)
                                  : NULL;
        if (comment) line.n = (int)(comment - line.p);
        if (str_trim(line).n == 0) {
            csv->after_gap = true;
            continue;
        }
        while (line.n && (line.p[line.n - 1] == '\r' || line.p[line.n - 1] == '\n')) line.n--;
        csv->row++;
        split(csv, line);
        if (!csv->is_open) return true;
        error_set(csv->error, "ValueError", "%s has a quote that is not closed in its line",
                  csv->name);
        return tell_line(csv);
    }
    return false;
}

static bool is_missing(Str cell)
{
    static const char *const WORDS[] = {"",     "nan",  "NaN",  "NA",   "N/A",  "n/a",
                                        "#N/A", "NULL", "null", "None", "<NA>", "-"};
    if (cell.n && (ascii_is_digit(cell.p[0]) || ascii_is_digit(cell.p[cell.n - 1]))) return false;
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        if (str_is(cell, WORDS[i])) return true;
    }
    return false;
}

static bool is_number_with_comma(Str cell, double *value)
{
    char text[64];
    if (cell.n >= (int)sizeof text || memchr(cell.p, '.', (size_t)cell.n)) return false;
    for (int i = 0; i < cell.n; i++) text[i] = cell.p[i] == ',' ? '.' : cell.p[i];
    return number_parse_double((Str){text, cell.n}, value);
}

static bool is_number(const CsvFormat *format, Str cell, double *value)
{
    *value = (double)NAN;
    if (format->may_miss && is_missing(cell)) return true;
    if (cell.n && memchr(cell.p, '_', (size_t)cell.n)) return false;
    if (number_parse_double(cell, value)) return true;
    return format->comma && cell.n && is_number_with_comma(cell, value);
}

// ---- numbers ------------------------------------------------------------------------------------

// The columns that are read of a row, as far as it has them.
static bool columns_of(const Csv *csv, int64_t *first, int64_t *end)
{
    *first = csv->format->first;
    *end = csv->format->end < 0 ? csv->count : csv->format->end;
    if (*first <= *end && *end <= csv->count) return true;
    error_set(csv->error, "ValueError",
              "invalid column index %" PRId64 " at row %" PRId64 " with %d columns", *end - 1,
              csv->row + 1, csv->count);
    return tell_line(csv);
}

static bool check_row(const Csv *csv, int64_t columns)
{
    int64_t first, end;
    double value;
    if (!columns_of(csv, &first, &end)) return false;
    if (csv->row > 0 && end - first != columns) {
        error_set(csv->error, "ValueError",
                  "the number of columns changed from %" PRId64 " to %" PRId64 " at row %" PRId64
                  "; use `usecols` to select a subset and avoid this error",
                  columns, end - first, csv->row + 1);
        return tell_line(csv);
    }
    for (int64_t i = first; i < end; i++) {
        if (is_number(csv->format, csv->cell[i], &value)) continue;
        enum { MOST = 60 };
        Str shown = str_slice(csv->cell[i], 0, MOST);
        while (shown.n && !utf8_valid(shown)) shown.n--;
        error_set(csv->error, "ValueError",
                  "could not convert string '%.*s' to float64 at row %" PRId64 ", column %" PRId64
                  ".",
                  STR_ARG(shown), csv->row, i + 1);
        return tell_line(csv);
    }
    return true;
}

static bool count(Csv *csv, int64_t *rows, int64_t *columns)
{
    *columns = 0;
    while (next_row(csv)) {
        if (!check_row(csv, *columns)) return false;
        int64_t first, end;
        columns_of(csv, &first, &end);
        *columns = end - first;
    }
    *rows = csv->row + 1;
    return !csv->is_open;
}

static void take(Csv *csv, double *into)
{
    while (next_row(csv)) {
        int64_t first, end;
        columns_of(csv, &first, &end);
        for (int64_t i = first; i < end; i++) is_number(csv->format, csv->cell[i], into++);
    }
}

Tensor *csv_read(const ReadableFile *file, const CsvFormat *format, TensorHeap *heap, Error *error)
{
    Arena arena = {0};
    Csv csv = {.name = file->name, .arena = &arena, .error = error};
    int64_t rows = 0, columns = 0;
    bool ok = load(&csv, file, &arena);
    if (ok) begin(&csv, format);
    ok = ok && count(&csv, &rows, &columns);
    Shape shape = {2, {rows, columns}};
    Tensor *tensor = ok ? tensor_new_unset(heap, DTYPE_FLOAT64, shape, error) : NULL;
    if (tensor) {
        begin(&csv, format);
        take(&csv, tensor_doubles(tensor));
    }
    arena_free(&arena);
    return tensor;
}

// ---- what it seems to be ------------------------------------------------------------------------

static bool has_none(const Csv *csv, const char *what)
{
    error_set(csv->error, "ValueError", "%s has %s", csv->name, what);
    return error_hint(csv->error, "a row of numbers on each line");
}

static char guess_between(Str text)
{
    Str line = {0};
    while (str_next_line(&text, &line) && str_trim(line).n == 0) continue;
    for (const char *c = "\t;,"; *c; c++) {
        if (line.n && memchr(line.p, *c, (size_t)line.n)) return *c;
    }
    return 0;
}

static bool names_columns(const Csv *csv)
{
    double value;
    if (csv->cell[0].n == 0) return true; // the corner of a table with names on both sides
    for (int i = csv->count > 1; i < csv->count; i++) {
        if (!is_number(csv->format, csv->cell[i], &value)) return true;
    }
    return false;
}

// A corner may be left out of the first line.
static bool are_all_named(const Csv *csv, int names)
{
    if (csv->count == names || csv->count == names + 1) return true;
    error_set(csv->error, "ValueError", "%s has %d names in its first line, and %d columns",
              csv->name, names, csv->count);
    return error_hint(csv->error, "a name for each column, or none at all");
}

static const char **copy_cells(const Csv *csv, int64_t first, Arena *arena)
{
    const char **names = NEW_ARRAY(arena, const char *, csv->count + 1);
    for (int64_t i = first; i < csv->count; i++) names[i - first] = str_copy(arena, csv->cell[i]);
    return names;
}

// What the numbers of a row need to be read as such.
static void look_at_numbers(const Csv *csv, CsvFormat *needs, bool *points)
{
    for (int i = (int)csv->format->first; i < csv->count; i++) {
        Str cell = csv->cell[i];
        needs->may_miss = needs->may_miss || is_missing(cell);
        needs->comma = needs->comma || (cell.n && memchr(cell.p, ',', (size_t)cell.n));
        *points = *points || (cell.n && memchr(cell.p, '.', (size_t)cell.n));
    }
}

static bool refuse_both(const Csv *csv)
{
    error_set(csv->error, "ValueError", "%s has numbers with a comma, and others with a point",
              csv->name);
    return error_hint(csv->error, "one of them everywhere");
}

// Are the names 0, 1, 2 …, as pandas writes them where there are none?
static bool are_counted(const char *const *name, int count)
{
    bool counted = name != NULL;
    for (int i = 0; i < count && counted; i++) {
        int64_t number;
        counted = number_parse_int(str_from(name[i]), &number) && number == i;
    }
    return counted;
}

// The names at the left, what numbers need, and how many rows stand together.
static bool look_at_rows(Csv *csv, Arena *arena, CsvLook *look)
{
    size_t capacity = 0;
    int together = 0, each = 0, named = 0;
    double value;
    bool alike = true, points = false;
    CsvFormat needs = {0}, format = look->format;
    begin(csv, &format);
    for (bool more = next_row(csv); more; more = next_row(csv)) {
        if (format.first) {
            look->row = arena_grow(arena, look->row, (size_t)look->rows, &capacity, sizeof(char *));
            look->row[look->rows] = str_copy(arena, csv->cell[0]);
            named += !is_number(&format, csv->cell[0], &value);
        }
        look_at_numbers(csv, &needs, &points);
        if (csv->after_gap && look->rows) {
            alike = alike && (!each || each == together);
            each = together;
            look->blocks++;
            together = 0;
        }
        together++;
        look->rows++;
    }
    look->blocks = alike && (!each || each == together) ? look->blocks + 1 : 1;
    look->format.may_miss = needs.may_miss;
    look->format.comma = needs.comma;
    bool are_names = look->column || 2 * named > look->rows;
    if (format.first && !are_names) { // a number or two that are none
        look->format.first = 0;
        look->columns++;
        look->row = NULL;
    }
    return !(needs.comma && points) || refuse_both(csv);
}

bool csv_look(const ReadableFile *file, Arena *arena, CsvLook *look, Error *error)
{
    Arena scratch = {0};
    Csv csv = {.name = file->name, .arena = &scratch, .error = error};
    double value;
    *look = (CsvLook){.format = {.quote = '"', .end = -1, .may_miss = true}};
    bool ok = load(&csv, file, &scratch);
    if (ok) {
        look->format.between = guess_between(csv.text);
        look->format.comma = look->format.between != ',';
        begin(&csv, &look->format);
        ok = next_row(&csv) || has_none(&csv, "no numbers");
    }
    if (ok && names_columns(&csv)) {
        look->column = copy_cells(&csv, 0, arena);
        int names = csv.count;
        look->format.skip = csv.line;
        ok = next_row(&csv) || has_none(&csv, "names of columns, and no numbers");
        ok = ok && are_all_named(&csv, names);
        if (ok && csv.count == names)
            look->format.first =
                !is_number(&look->format, csv.cell[0], &value) || !*look->column[0];
        if (ok && csv.count == names + 1) look->format.first = 1;
        if (ok && csv.count == names) look->column += look->format.first;
    } else if (ok) {
        look->format.first = csv.count > 1 && !is_number(&look->format, csv.cell[0], &value);
    }
    look->columns = csv.count - (int)look->format.first;
    ok = ok && look_at_rows(&csv, arena, look) && !csv.is_open;
    if (ok && are_counted(look->column, look->columns)) look->column = NULL;
    if (ok && are_counted(look->row, look->rows)) look->row = NULL;
    arena_free(&scratch);
    return ok;
}
