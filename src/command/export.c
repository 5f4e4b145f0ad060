// qkv export: the figure of a tensor, as a file.
#include "command/export.h"

#include "command/figure_request.h"
#include "command/open.h"
#include "export/export.h"

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
    FigureRequest request; // what to draw, and how
    ExportOptions options;
    const char *path;
} Order;

static bool write_figure(const Order *order, size_t *bytes, Error *error)
{
    Arena arena = {0};
    Figure figure = {.arena = &arena};
    Measure measure = export_measure(NULL);
    bool ok = figure_kind_build(order->kind, &figure, &order->request, &measure, error) &&
              export_figure(&figure, order->path, &order->options, &arena, bytes, error);
    arena_free(&arena);
    return ok;
}

enum { MOST_NUMBERED = 1000 };

bool export_from_screen(void *context, const Walk *walk, int entry, Index slice, Buf *message,
                        Error *error)
{
    (void)context;
    Arena *arena = message->arena;
    Order order = {.walk = walk, .kind = figure_kind_find(NULL)};
    order.request = (FigureRequest){.trace = walk->trace, .cell = {entry, slice}};
    const char *stem = file_stem(walk, order.request.cell, arena);
    order.path = text_printf(arena, "%s.png", stem);
    for (int i = 2; access(order.path, F_OK) == 0 && i < MOST_NUMBERED; i++) {
        order.path = text_printf(arena, "%s-%d.png", stem, i);
    }
    size_t bytes;
    if (!write_figure(&order, &bytes, error)) return false;
    buf_printf(message, "wrote %s (%zu bytes)", order.path, bytes);
    return true;
}

// ---- the command -----------------------------------------------------------------------------

// To a figure, 0 means as many as fit and -1 none.
static int figure_digits(const OptionValue *digits)
{
    if (!digits->given) return 0;
    return digits->integer ? (int)digits->integer : -1;
}

static HeatmapOptions heatmap_options(const OptionValue *value)
{
    return (HeatmapOptions){
        .width = value[OPTION_FIGURE_SIZE].columns,
        .height = value[OPTION_FIGURE_SIZE].rows,
        .theme = value[OPTION_FIGURE_THEME].text,
        .scale = {.ramp = value[OPTION_CMAP].text},
        .no_values = value[OPTION_NO_VALUES].given,
        .digits = figure_digits(&value[OPTION_DIGITS]),
        .title = value[OPTION_TITLE].text,
    };
}

// Without a stated size or scale the writer chooses: one pixel for each point looks coarse.
static ExportOptions export_options(const OptionValue *value, Buf *warnings)
{
    double scale = value[OPTION_FIGURE_SIZE].given ? 1 : 0;
    return (ExportOptions){
        .scale = value[OPTION_SCALE].given ? value[OPTION_SCALE].number : scale,
        .force = value[OPTION_FORCE].given,
        .warnings = warnings,
    };
}

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

// "eight-steps-weights", "eight-steps-weights-flow", "eight-steps-steps"
static const char *default_stem(const Order *order, Arena *arena)
{
    const char *kind = order->kind->name;
    if (order->kind->whole) return text_printf(arena, "%s-%s", order->walk->lesson.name, kind);
    const char *stem = file_stem(order->walk, order->request.cell, arena);
    bool plain = order->kind == figure_kind_find(NULL);
    return plain ? stem : text_printf(arena, "%s-%s", stem, kind);
}

static void export_one(Order *order, const Arguments *arguments, App *app)
{
    const OptionValue *value = arguments->value, *output = &value[OPTION_OUTPUT];
    FigureRequest *request = &order->request;
    if (!figure_request_tensor(request, order->kind, order->walk, arguments, app->error)) return;
    const char *stem = default_stem(order, app->arena);
    order->path = output->given ? output->text : text_printf(app->arena, "%s.png", stem);
    size_t bytes;
    if (!write_figure(order, &bytes, app->error)) return;
    const Buf *warnings = order->options.warnings;
    if (warnings->n) buf_printf(app->messages, "qkv: %s", buf_text(warnings));
    if (!value[OPTION_QUIET].given) say_what_was_written(order, bytes, app);
}

static void export_figures(const Walk *walk, const Arguments *arguments, App *app)
{
    const OptionValue *value = arguments->value;
    Buf warnings = {.arena = app->arena};
    Order order = {
        .walk = walk,
        .kind = figure_kind_find(value[OPTION_KIND].given ? value[OPTION_KIND].text : NULL),
        .request = {.look = heatmap_options(value)},
        .options = export_options(value, &warnings),
    };
    if (figure_request_read(&order.request, walk, arguments, app->arena, app->error))
        export_one(&order, arguments, app);
}

static ExitCode run_export(App *app, const Arguments *arguments)
{
    Walk walk;
    if (!open_walk(&walk, arguments->words[0], app, arguments)) return EXIT_FAILED;
    export_figures(&walk, arguments, app);
    return open_finish(&walk, app);
}

const Command command_export = {
    .name = "export",
    .words = "LESSON [TENSOR]",
    .least = 1,
    .most = 2,
    .summary = "write the figure of a tensor as PNG",
    .examples = "qkv export eight-steps scores -o scores.png\n"
                "qkv export eight-steps outputs --size 1280x720 --theme dark\n"
                "qkv export eight-steps scores -o scores.png --scale 4 --force\n",
    .about = "Without TENSOR: the last matrix of scores. Of a tensor with more than two dimensions "
             "one matrix is drawn, the first unless indices say which. Without -o the file is "
             "called after the lesson and the tensor. An existing file is replaced with --force "
             "only.\n",
    .options =
        (const OptionId[]){OPTION_OUTPUT, OPTION_KIND, OPTION_CELL, OPTION_HEAD, OPTION_QUERY,
                           OPTION_SCALE_EACH, OPTION_FIGURE_SIZE, OPTION_SCALE,
                           OPTION_FIGURE_THEME, OPTION_CMAP, OPTION_DIGITS, OPTION_NO_VALUES,
                           OPTION_TITLE, OPTION_FORCE, OPTION_QUIET, OPTION_MEMORY, OPTION_NONE},
    .completes = "lesson",
    .run = run_export,
};
