// Names a figure and writes it. The file name is made of the lesson, the tensor with the head or
// item that is drawn and the kind, "eight-steps-weights-flow.png", and of characters alone that
// need no quoting in a shell.
#include "command/figures/figures.h"

#include "base/text/ascii.h"
#include "figure/kinds/heatmap.h"
#include "figure/page/sheet.h"
#include "figure/parts/heading.h"
#include "study/attention/attention.h"
#include "study/names/title.h"

#include <inttypes.h>
#include <unistd.h>

// ---- names -----------------------------------------------------------------------------------

// A film is of no single iteration.
static const char *subject(const FigureOrder *order, Arena *arena)
{
    const FigureRequest *request = &order->request;
    const char *name = request->trace->entries[request->cell.entry].name;
    return name && order->kind->moves_colors
               ? name
               : tensor_title(request->trace, request->cell.entry, arena);
}

static Matrix matrix_drawn(const FigureOrder *order)
{
    const FigureRequest *request = &order->request;
    return matrix_by_axes(request->trace, request->cell.entry, request->cell.at);
}

// What it shows: "wv" or, of one matrix of several, "wv, head 1"; "" of several tensors.
static const char *title_of(const FigureOrder *order, Arena *arena)
{
    const FigureRequest *request = &order->request;
    Buf about = {.arena = arena};
    if (request->panels.count) return panels_title(request, arena);
    if (order->kind->about && !order->kind->about(request, &about)) return "";
    if (order->kind->all_slices || order->kind->whole) {
        Cell part = request->cell;
        for (int d = request->indices; d < MAX_DIMS; d++) part.at.at[d] = EVERY;
        return tensor_part_title(request->trace, part, arena);
    }
    Matrix matrix = matrix_drawn(order);
    const char *place = matrix_place(request->trace, &matrix, arena);
    return arena_printf(arena, "%s%s%s", subject(order, arena), *place ? ", " : "", place);
}

void figure_order_about(const FigureOrder *order, Buf *out)
{
    const FigureRequest *request = &order->request;
    const FigureKind *kind = order->kind;
    bool is_matrix = !kind->whole && !request->panels.count && !kind->all_slices;
    bool is_named = !kind->whole || request->is_named;
    if (kind->whole) buf_printf(out, "%s, ", kind->name);
    const char *title = is_matrix  ? subject(order, out->arena)
                        : is_named ? title_of(order, out->arena)
                                   : "";
    buf_printf(out, "%s%s", title, *title ? ", " : "");
    if (kind->about) kind->about(request, out);
    Matrix matrix = is_matrix ? matrix_drawn(order) : (Matrix){0};
    if (is_matrix) heading_write_shape(request->trace, &matrix, out);
    if (kind->about || is_matrix) buf_add(out, STR(", "));
}

const char *figure_file_name(const char *text, bool is_slug, Arena *arena)
{
    enum { MOST_SLUG = 40 };
    Buf name = {.arena = arena};
    for (const char *p = text; *p && (!is_slug || name.n < MOST_SLUG); p++) {
        bool kept = *p == '_' || (unsigned char)*p >= 0x80;
        if (ascii_is_alnum(*p))
            buf_add_char(&name, is_slug ? ascii_lower(*p) : *p);
        else if (kept && !is_slug)
            buf_add_char(&name, *p);
        else if (name.n && name.p[name.n - 1] != '-')
            buf_add_char(&name, '-');
    }
    while (name.n && name.p[name.n - 1] == '-') name.p[--name.n] = '\0';
    return buf_text(&name);
}

static const char *file_stem(const FigureOrder *order, Arena *arena)
{
    const char *text =
        arena_printf(arena, "%s-%s", order->walk->lesson.name, title_of(order, arena));
    const char *stem = figure_file_name(text, false, arena);
    return *stem ? stem : "figure";
}

// "eight-steps-weights.png", "eight-steps-weights-flow.png", "eight-steps-steps.png"
const char *figure_order_path(const FigureOrder *order, Arena *arena)
{
    const char *kind = order->kind->name, *ending = order->ending;
    bool whole = order->kind->whole && !order->request.is_named;
    const char *stem = whole ? order->walk->lesson.name : file_stem(order, arena);
    if (order->kind == figure_kind_find(NULL)) return arena_printf(arena, "%s%s", stem, ending);
    if (order->kind->has_pages && !order->file.format) ending = ".pdf";
    const char *filled = order->request.tasks.answers ? "-answers" : "";
    return arena_printf(arena, "%s-%s%s%s", stem, kind, filled, ending);
}

// ---- writing ---------------------------------------------------------------------------------

void figure_warn_small(double smallest, const char *at, const FigureLook *look, const char *way_out,
                       Buf *warnings)
{
    const double anywhere = 4, rounding = 0.05;
    bool sized = look->width > 0 || look->height > 0;
    double least = look->least_text > 0 ? look->least_text : sized ? anywhere : 0;
    if (!warnings || smallest <= 0 || smallest + rounding >= least) return;
    buf_printf(warnings,
               "the smallest text%s%s is %.1f points high, less than the %.3g that can be read "
               "there\n"
               "  try: %s\n",
               at ? ", of " : "", at ? arena_printf(warnings->arena, "%s,", at) : "", smallest,
               least, way_out ? way_out : "a larger --size");
}

void figure_say_warnings(const Buf *warnings, Buf *messages)
{
    Str rest = buf_str(warnings), line;
    while (str_next_line(&rest, &line)) {
        bool goes_on = str_starts(line, "  ");
        buf_printf(messages, "%s%.*s\n", goes_on ? "" : "qkv: ", line.n, line.p);
    }
}

static bool is_written_as(const FigureOrder *order, ExportFormat format, const char *ending)
{
    ExportFormat chosen = order->file.format;
    return chosen ? chosen == format : str_ends(str_from(order->path), ending);
}

// Points that a pixel of the file takes; of one that is drawn of lines, that a printer's takes:
// finer images would be seen nowhere.
static double pixel_of(const FigureOrder *order)
{
    const ExportOptions *file = &order->file;
    const double printed = 72.0 / 600;
    bool png = is_written_as(order, EXPORT_PNG, ".png") ||
               (!file->format && str_is(str_from(order->path), "-"));
    return png ? 1 / (file->scale > 0 ? file->scale : EXPORT_SCALE) : printed;
}

bool figure_order_move(const FigureOrder *order, Movement *movement, const Measure *measure,
                       Arena *arena, Error *error)
{
    FigureRequest *request = NEW(arena, FigureRequest);
    *request = order->request;
    figure_request_moments(request, order->walk, arena);
    return figure_kind_move(order->kind, movement, request, measure, arena, error);
}

static bool write_moving(const FigureOrder *order, const Measure *measure, Arena *arena,
                         size_t *bytes, Error *error)
{
    Movement movement;
    return figure_order_move(order, &movement, measure, arena, error) &&
           export_movement(&movement, order->path, &order->file, bytes, error);
}

bool figure_order_build(const FigureOrder *order, Figure *figure, const Measure *measure,
                        Error *error)
{
    FigureRequest request = order->request;
    request.look.pixel = pixel_of(order);
    request.look.has_pages = is_written_as(order, EXPORT_PDF, ".pdf");
    if (!figure_kind_build(order->kind, figure, &request, measure, error)) return false;
    if (order->kind->labels_all) request.look.least_text = sheet_least_letter(&request.look);
    figure_warn_small(figure_smallest_text(figure), NULL, &request.look, order->kind->way_out,
                      order->file.warnings);
    return true;
}

bool figure_order_may_write(const FigureOrder *order, const char *path, Error *error)
{
    if (order->file.force || access(path, F_OK) != 0) return true;
    return error_fail(error, "--force replaces it; nothing was written", "%s: exists already",
                      path);
}

static bool write_still(const FigureOrder *order, const Measure *measure, Arena *arena,
                        size_t *bytes, Error *error)
{
    Figure figure = {.arena = arena};
    return figure_order_build(order, &figure, measure, error) &&
           export_figure(&figure, order->path, &order->file, arena, bytes, error);
}

bool figure_order_write(const FigureOrder *order, size_t *bytes, Error *error)
{
    SCRATCH(arena);
    Measure measure = export_measure(order->request.look.font);
    return (order->moves ? write_moving : write_still)(order, &measure, &arena, bytes, error);
}
