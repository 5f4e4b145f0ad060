// Makes the PDF that cairo wrote accessible. Cairo tags what is one figure as one (drawing.c) but
// can say nothing of it, nor which language the file has. A PDF may be changed by appending new
// versions of some objects and a table of where they are (ISO 32000-1, 7.5.6): here the catalog,
// and the structure element of the figure.
#include "export/writers.h"

#include "base/buf.h"
#include "base/text/number.h"
#include "base/text/utf8.h"

#include <string.h>

typedef struct Pdf {
    Str file;
    int table;      // where the table of cairo's objects begins: "xref\n0 25\n"
    int first_line; // of the table
    int objects;
    int root;
    Buf out, table_out; // what is appended: objects, and their lines of a table
    const Figure *figure;
} Pdf;

enum { TABLE_LINE = 20 }; // bytes

// ---- reading ----------------------------------------------------------------------------------

// The whole number behind `name`, or -1.
static int number_behind(Str text, const char *name)
{
    int at = str_find(text, name);
    if (at < 0) return -1;
    Str rest = str_trim(str_slice(text, at + (int)strlen(name), text.n));
    int digits = 0;
    while (digits < rest.n && rest.p[digits] >= '0' && rest.p[digits] <= '9') digits++;
    int64_t value;
    if (!digits || digits > 9 || !number_parse_int(str_slice(rest, 0, digits), &value)) return -1;
    return (int)value;
}

// The last kilobyte has the trailer.
static bool read_end(Pdf *pdf)
{
    Str end = str_slice(pdf->file, pdf->file.n > 1024 ? pdf->file.n - 1024 : 0, pdf->file.n);
    int trailer = str_find(end, "trailer");
    if (trailer < 0) return false;
    end = str_slice(end, trailer, end.n);
    pdf->table = number_behind(end, "startxref");
    pdf->objects = number_behind(end, "/Size");
    pdf->root = number_behind(end, "/Root");
    if (pdf->table < 0 || pdf->objects < 0 || pdf->root < 0) return false;
    Str table = str_slice(pdf->file, pdf->table, pdf->file.n), line;
    if (!str_next_line(&table, &line) || !str_is(line, "xref")) return false;
    if (!str_next_line(&table, &line)) return false;
    pdf->first_line = pdf->file.n - table.n;
    return pdf->first_line + (int64_t)pdf->objects * TABLE_LINE <= pdf->file.n;
}

// "<< … >>" of an object, or nothing.
static Str dictionary(const Pdf *pdf, int object)
{
    int64_t offset;
    int line = pdf->first_line + object * TABLE_LINE;
    if (!number_parse_int(str_slice(pdf->file, line, line + 10), &offset)) return (Str){0};
    if (offset <= 0 || offset >= pdf->file.n) return (Str){0};
    Str text = str_slice(pdf->file, (int)offset, pdf->file.n);
    text.n = text.n < 4096 ? text.n : 4096; // those that matter are short
    int start = str_find(text, "<<"), end = str_find(text, "\nendobj");
    return start < 0 || end < start ? (Str){0} : str_slice(text, start, end);
}

// ---- appending --------------------------------------------------------------------------------

// A string of PDF: UTF-16, in hexadecimal digits.
static void add_string(Buf *out, Str text)
{
    buf_add(out, STR("<FEFF"));
    for (int length; text.n; text = str_slice(text, length, text.n)) {
        uint32_t code = utf8_decode(text, &length);
        if (code >= 0x10000)
            buf_printf(out, "%04X%04X", 0xd800 + ((code - 0x10000) >> 10),
                       0xdc00 + ((code - 0x10000) & 0x3ff));
        else
            buf_printf(out, "%04X", code);
    }
    buf_add_char(out, '>');
}

// The object anew, with `more` at the start of its dictionary.
static void replace(Pdf *pdf, int object, Str old, Str more)
{
    buf_printf(&pdf->table_out, "%d 1\n%010d 00000 n \n", object, pdf->file.n + pdf->out.n);
    buf_printf(&pdf->out, "%d 0 obj\n<<%.*s%.*s\nendobj\n", object, STR_ARG(more),
               STR_ARG(str_slice(old, 2, old.n)));
}

static void describe_figure(Pdf *pdf, int object, Str old)
{
    const Figure *figure = pdf->figure;
    const char *text = figure->description ? figure->description : figure->title;
    if (!text) return;
    Buf more = {.arena = figure->arena};
    buf_add(&more, STR(" /Alt "));
    add_string(&more, str_from(text));
    replace(pdf, object, old, buf_str(&more));
}

static void append(Pdf *pdf)
{
    for (int object = 1; object < pdf->objects; object++) {
        Str old = dictionary(pdf, object);
        if (object == pdf->root && old.n)
            replace(pdf, object, old,
                    STR(" /Lang (en) /ViewerPreferences << /DisplayDocTitle true >>"));
        else if (str_starts(old, "<< /Type /StructElem") && str_find(old, "/S /Figure") > 0)
            describe_figure(pdf, object, old);
    }
    Str end = str_slice(pdf->file, pdf->table, pdf->file.n);
    int info = number_behind(str_slice(end, str_find(end, "trailer"), end.n), "/Info");
    int table = pdf->file.n + pdf->out.n;
    buf_printf(&pdf->out, "xref\n%s", buf_text(&pdf->table_out));
    buf_printf(&pdf->out, "trailer\n<< /Size %d\n   /Root %d 0 R\n", pdf->objects, pdf->root);
    if (info >= 0) buf_printf(&pdf->out, "   /Info %d 0 R\n", info);
    buf_printf(&pdf->out, "   /Prev %d\n>>\nstartxref\n%d\n%%%%EOF\n", pdf->table, table);
}

bool pdf_finish(const Figure *figure, Bytes *file)
{
    const size_t most = 1 << 30;
    if (file->size > most) return true;
    Pdf pdf = {.file = {(const char *)file->data, (int)file->size},
               .out = {.arena = figure->arena},
               .table_out = {.arena = figure->arena},
               .figure = figure};
    if (!read_end(&pdf)) return true;
    append(&pdf);
    return bytes_add(file, buf_text(&pdf.out), (size_t)pdf.out.n);
}
