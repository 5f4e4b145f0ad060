// qkv export: the figure of a tensor, as a file.
#include "command/export.h"

#include "command/figures/copy.h"
#include "command/figures/deck.h"
#include "command/figures/export_check.h"
#include "command/figures/figure_options.h"
#include "command/figures/figure_request.h"
#include "command/figures/reseed.h"
#include "command/open.h"
#include "trace/explain.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

// ---- names -----------------------------------------------------------------------------------

// "wv" or, for a matrix of several, "wv[0,1]".
static const char *matrix_title(const Walk *walk, Cell cell, Arena *arena)
{
    const Shape *shape = &walk->trace->entries[cell.entry].call.output->shape;
    Buf title = {.arena = arena};
    buf_printf(&title, "%s", entry_title(walk->trace, cell.entry, arena));
    for (int i = 0; i < shape->ndim - 2; i++) {
        buf_printf(&title, "%s%" PRId64, i ? "," : "[", cell.at.at[i]);
    }
    if (shape->ndim > 2) buf_add_char(&title, ']');
    return buf_text(&title);
}

// "eight-steps-wv-0-1": letters, digits, - and _ only.
static const char *file_stem(const Walk *walk, Cell cell, Arena *arena)
{
    const char *text =
        text_printf(arena, "%s-%s", walk->lesson.name, matrix_title(walk, cell, arena));
    Buf stem = {.arena = arena};
    for (const char *p = text; *p; p++) {
        bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                      (*p >= '0' && *p <= '9') || *p == '_' || (unsigned char)*p >= 0x80;
        if (letter)
            buf_add_char(&stem, *p);
        else if (stem.n && stem.p[stem.n - 1] != '-')
            buf_add_char(&stem, '-');
    }
    while (stem.n && stem.p[stem.n - 1] == '-') stem.p[--stem.n] = '\0';
    return stem.n ? buf_text(&stem) : "figure";
}

// ---- writing ---------------------------------------------------------------------------------

typedef struct Order {
    const Walk *walk;
    const FigureKind *kind;
    FigureOptions figure;
    FigureRequest request;
    const char *path;
} Order;

static bool write_figure(const Order *order, size_t *bytes, Error *error)
{
    Arena arena = {0};
    Figure figure = {.arena = &arena};
    Measure measure = export_measure(order->request.look.font);
    bool ok = figure_kind_build(order->kind, &figure, &order->request, &measure, error) &&
              export_figure(&figure, order->path, &order->figure.file, &arena, bytes, error);
    arena_free(&arena);
    return ok;
}

// ---- from the screen -------------------------------------------------------------------------

enum { MOST_NUMBERED = 1000 };

static const char *default_path(const Order *order, Arena *arena);

// The first name that is not taken: NAME.png, NAME-2.png …
static const char *free_path(const char *path, const char *ending, Arena *arena)
{
    const char *free = path;
    int stem = (int)(strlen(path) - strlen(ending));
    for (int i = 2; access(free, F_OK) == 0 && i < MOST_NUMBERED; i++)
        free = text_printf(arena, "%.*s-%d%s", stem, path, i, ending);
    return free;
}

static Order order_from_screen(const Walk *walk, Cell cell, FigureChoice choice, Arena *arena)
{
    Order order = {.walk = walk, .kind = figure_kind_find(choice.kind)};
    int ndim = walk->trace->entries[cell.entry].call.output->shape.ndim;
    order.request = (FigureRequest){
        .trace = walk->trace,
        .cell = cell,
        .indices = order.kind->one_cell ? ndim : 0, // of the others all slices
        .look = {.theme = choice.theme},
        .marked = {.entry = -1},
        .head = -1,
        .query = -1,
        .seed = -1,
    };
    figure_request_parts(&order.request, walk, arena);
    order.figure.ending = text_printf(arena, ".%s", choice.format);
    order.figure.file.format = strcmp(choice.format, "svg") == 0   ? EXPORT_SVG
                               : strcmp(choice.format, "pdf") == 0 ? EXPORT_PDF
                                                                   : EXPORT_PNG;
    order.path = free_path(default_path(&order, arena), order.figure.ending, arena);
    return order;
}

bool export_from_screen(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                        Buf *message, Error *error)
{
    (void)context;
    Order order = order_from_screen(walk, cell, choice, message->arena);
    size_t bytes;
    if (!write_figure(&order, &bytes, error)) return false;
    buf_printf(message, "wrote %s (%zu bytes)", order.path, bytes);
    return true;
}

bool preview_for_screen(void *context, const Walk *walk, Cell cell, FigureChoice choice, Buf *lines,
                        Error *error)
{
    (void)context;
    Order order = order_from_screen(walk, cell, choice, lines->arena);
    Arena arena = {0};
    Figure figure = {.arena = &arena};
    Measure measure = export_measure(NULL);
    bool ok = figure_kind_build(order.kind, &figure, &order.request, &measure, error);
    int pages = ok ? figure_pages(&figure) : 1;
    if (ok && pages > 1 && strcmp(choice.format, "pdf") != 0) {
        error_set(error, NULL, "it has %d pages, and only a PDF has pages", pages);
        ok = error_hint(error, "the format pdf");
    }
    if (ok) {
        buf_printf(lines, "%s\n%.0f x %.0f points", order.path, figure.width, figure.height);
        if (strcmp(choice.format, "png") == 0)
            buf_printf(lines, ", %.0f x %.0f pixels", figure.width * EXPORT_SCALE,
                       figure.height * EXPORT_SCALE);
        if (pages > 1) buf_printf(lines, ", %d pages", pages);
    }
    arena_free(&arena);
    return ok;
}

// ---- the command -----------------------------------------------------------------------------

static bool no_tensor(const Walk *walk, Error *error)
{
    error_set(error, NULL, "%s makes no matrix", walk->lesson.name);
    return error_hint(error, "name a tensor: qkv export LESSON TENSOR");
}

// With many leading dimensions nobody means the first matrix of all.
static bool check_dimensions(const Walk *walk, Cell cell, int given, Error *error)
{
    const Shape *shape = &walk->trace->entries[cell.entry].call.output->shape;
    const int layers_heads_and_two = 4;
    if (shape->ndim <= layers_heads_and_two || given > 0) return true;
    const char *name = entry_title(walk->trace, cell.entry, error->arena);
    error_set(error, NULL, "%s has %d dimensions, and a figure two: the shape is %s", name,
              shape->ndim, shape_tuple(error->arena, shape));
    Buf zeros = {.arena = error->arena};
    for (int i = 0; i < shape->ndim - 2; i++) buf_add(&zeros, i ? STR(",0") : STR("0"));
    return error_hint(error, "say which matrix, as %s[%s]", name, buf_text(&zeros));
}

static bool choose_matrix(const Walk *walk, const Arguments *arguments, Cell *cell, Error *error)
{
    *cell = (Cell){.entry = open_default_tensor(walk)};
    if (arguments->count < 2) return cell->entry >= 0 || no_tensor(walk, error);
    Str text = str_from(arguments->words[1]);
    int given;
    return open_tensor(walk, text, cell, error) &&
           tensor_parse(walk->trace, text, cell, &given, error) &&
           check_dimensions(walk, *cell, given, error);
}

// ---- numbers instead of a figure ----------------------------------------------------------------

static const CopyFormat *copy_format_of(const OptionValue *value)
{
    const OptionValue *format = &value[OPTION_FORMAT], *output = &value[OPTION_OUTPUT];
    return copy_format(format->given ? format->text : NULL, output->given ? output->text : NULL);
}

static bool choose_part(const Walk *walk, const Arguments *arguments, CopySource *source,
                        Error *error)
{
    Cell cell = {.entry = open_default_tensor(walk)};
    if (arguments->count < 2 && cell.entry < 0) return no_tensor(walk, error);
    if (arguments->count > 1 &&
        !tensor_parse(walk->trace, str_from(arguments->words[1]), &cell, &source->given, error)) {
        return false;
    }
    source->entry = cell.entry;
    source->at = cell.at;
    Buf name = {.arena = error->arena};
    buf_printf(&name, "%s", entry_title(walk->trace, cell.entry, error->arena));
    for (int i = 0; i < source->given; i++) {
        buf_printf(&name, "%s%" PRId64, i ? "," : "[", cell.at.at[i]);
    }
    if (source->given) buf_add_char(&name, ']');
    source->name = buf_text(&name);
    return true;
}

// To standard output unless a file is named.
static void copy_out(const Walk *walk, const Arguments *arguments, const CopyFormat *format,
                     App *app)
{
    const OptionValue *value = arguments->value, *digits = &value[OPTION_DIGITS];
    CopySource source = {.trace = walk->trace, .digits = digits->given ? (int)digits->integer : -1};
    if (!choose_part(walk, arguments, &source, app->error)) return;
    const char *path = value[OPTION_OUTPUT].given ? value[OPTION_OUTPUT].text : "-";
    size_t bytes;
    bool force = value[OPTION_FORCE].given;
    if (!copy_tensor(&source, format, path, force, app->arena, &bytes, app->error)) return;
    if (value[OPTION_QUIET].given || strcmp(path, "-") == 0) return;
    buf_printf(app->out, "wrote %s: %s, %zu bytes\n", path, source.name, bytes);
}

// ---- a figure ----------------------------------------------------------------------------------

static void say_what_was_written(const Order *order, size_t bytes, App *app)
{
    if (strcmp(order->path, "-") == 0) return;
    if (order->kind->whole) {
        buf_printf(app->out, "wrote %s: %s, %zu bytes\n", order->path, order->kind->name, bytes);
        return;
    }
    const Cell *cell = &order->request.cell;
    const Shape *shape = &order->walk->trace->entries[cell->entry].call.output->shape;
    const char *title = matrix_title(order->walk, *cell, app->arena);
    buf_printf(app->out, "wrote %s: %s, %s, %zu bytes\n", order->path, title,
               shape_tuple(app->arena, shape), bytes);
}

static bool is_heatmap(const Order *order)
{
    return order->kind == figure_kind_find(NULL);
}

// "eight-steps-weights.png", "eight-steps-weights-flow.png", "eight-steps-steps.png"
static const char *default_path(const Order *order, Arena *arena)
{
    const char *kind = order->kind->name, *ending = order->figure.ending;
    bool whole = order->kind->whole;
    const char *stem =
        whole ? order->walk->lesson.name : file_stem(order->walk, order->request.cell, arena);
    if (is_heatmap(order)) return text_printf(arena, "%s%s", stem, ending);
    if (order->kind->has_pages && !order->figure.file.format) ending = ".pdf";
    return text_printf(arena, "%s-%s%s", stem, kind, ending);
}

static bool choose_subject(Order *order, const Arguments *arguments, Error *error)
{
    if (is_heatmap(order))
        return choose_matrix(order->walk, arguments, &order->request.cell, error);
    return figure_request_tensor(&order->request, order->kind, order->walk, arguments, error);
}

static void export_one(Order *order, const Arguments *arguments, App *app)
{
    const OptionValue *value = arguments->value, *output = &value[OPTION_OUTPUT];
    Buf warnings = {.arena = app->arena};
    order->figure.file.warnings = &warnings;
    if (!choose_subject(order, arguments, app->error)) return;
    order->path = output->given ? output->text : default_path(order, app->arena);
    size_t bytes;
    if (!write_figure(order, &bytes, app->error)) return;
    if (warnings.n) buf_printf(app->messages, "qkv: %s", buf_text(&warnings));
    if (!value[OPTION_QUIET].given) say_what_was_written(order, bytes, app);
}

static const FigureKind *kind_of(const OptionValue *value)
{
    const OptionValue *kind = &value[OPTION_KIND];
    return figure_kind_find(kind->given ? kind->text : value[OPTION_ALL].given ? "steps" : NULL);
}

static void export_figure_of(const Walk *walk, const Arguments *arguments, App *app)
{
    const OptionValue *all = &arguments->value[OPTION_ALL];
    Order order = {.walk = walk, .kind = kind_of(arguments->value)};
    if (!figure_options(&order.figure, arguments, app->arena, app->error)) return;
    order.request.look = order.figure.heatmap;
    if (!figure_request_read(&order.request, walk, arguments, app->arena, app->error)) return;
    if (all->given)
        deck_export(&order.request, &order.figure, all->text, arguments, app);
    else
        export_one(&order, arguments, app);
}

static ExitCode run_export(App *app, const Arguments *arguments)
{
    Walk walk;
    const CopyFormat *copied = copy_format_of(arguments->value);
    const FigureKind *kind = copied ? NULL : kind_of(arguments->value);
    if (!export_check(arguments, kind, app->error)) return EXIT_USAGE;
    if (!open_walk(&walk, arguments->words[0], app, arguments)) return EXIT_FAILED;
    if (!reseed_walk(&walk, app, arguments)) return open_finish(&walk, app);
    if (copied)
        copy_out(&walk, arguments, copied, app);
    else
        export_figure_of(&walk, arguments, app);
    return open_finish(&walk, app);
}

const Command command_export = {
    .name = "export",
    .words = "LESSON [TENSOR]",
    .least = 1,
    .most = 2,
    .summary = "write a figure of a tensor or a lesson, or the numbers",
    .examples = "qkv export eight-steps scores -o scores.png\n"
                "qkv export eight-steps outputs --size 1280x720 --theme dark\n"
                "qkv export eight-steps scores -o scores.pdf --for beamer --force\n"
                "qkv export eight-steps scores --format numpy\n"
                "qkv export eight-steps --kind equation --cell 'scores[0,1]'\n"
                "qkv export eight-steps --all steps/   # a figure for each step\n"
                "qkv export eight-steps --kind worksheet --seed 7\n",
    .about = "Without TENSOR: the last matrix of scores. Of a tensor with more than two dimensions "
             "one matrix is drawn, the first unless indices say which. Without -o the file is "
             "called after the lesson and the tensor. An existing file is replaced with --force "
             "only.\n"
             "Kinds: heatmap; equation, the operation that made the tensor, one cell or row worked "
             "out; heads, all attention matrices of a layer or model in a grid, with pattern and "
             "entropy; flow, tokens joined by curves as wide as the weights; steps, the whole walk "
             "as a poster, or with --all a file for each step; worksheet, the lesson's matrices to "
             "fill in, and their answers, as a PDF of A4 pages.\n"
             "The file's ending chooses the format: .png, .svg and .pdf are figures; .csv, .tsv, "
             ".json, .npy, .tex (latex), .md (markdown) and .py (numpy) are the numbers of the "
             "tensor, with as many digits as it takes to read them back; latex and markdown have "
             "at most four decimals. With --format and without -o the numbers go to standard "
             "output.\n",
    .options =
        (const OptionId[]){
            OPTION_SET,       OPTION_OUTPUT,       OPTION_KIND,       OPTION_FIGURE_SIZE,
            OPTION_SCALE,     OPTION_DPI,          OPTION_FOR,        OPTION_FONT,
            OPTION_FORMAT,    OPTION_RANGE,        OPTION_LABELS,     OPTION_COLUMN_LABELS,
            OPTION_CAPTION,   OPTION_FIGURE_THEME, OPTION_CMAP,       OPTION_DIGITS,
            OPTION_NO_VALUES, OPTION_TITLE,        OPTION_FORCE,      OPTION_CELL,
            OPTION_HEAD,      OPTION_QUERY,        OPTION_SCALE_EACH, OPTION_ALL,
            OPTION_SEED,      OPTION_QUIET,        OPTION_MEMORY,     OPTION_NONE},
    .completes = "lesson",
    .run = run_export,
};
