// Writes the figure of the matrix that the terminal shows, when `x` is pressed there.
#include "command/export.h"

#include "command/figures/figures.h"
#include "export/writers.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_NUMBERED = 1000 };

// The first name that is not taken: NAME.png, NAME-2.png …
static const char *free_path(const char *path, const char *ending, Arena *arena)
{
    const char *free = path;
    int stem = (int)(strlen(path) - strlen(ending));
    for (int i = 2; access(free, F_OK) == 0 && i < MOST_NUMBERED; i++)
        free = arena_printf(arena, "%.*s-%d%s", stem, path, i, ending);
    return free;
}

static FigureOrder order_from_screen(const Walk *walk, Cell cell, FigureChoice choice, Arena *arena)
{
    FigureOrder order = {.walk = walk, .kind = figure_kind_find(choice.kind)};
    order.request = figure_request_chosen(order.kind, walk, cell, choice, arena);
    order.ending = arena_printf(arena, ".%s", choice.format);
    order.file.format = export_format_named(choice.format);
    order.moves = choice.moves || export_always_moves(order.file.format);
    order.path = free_path(figure_order_path(&order, arena), order.ending, arena);
    return order;
}

bool export_from_screen(void *context UNUSED, const Walk *walk, Cell cell, FigureChoice choice,
                        Buf *message, Error *error)
{
    FigureOrder order = order_from_screen(walk, cell, choice, message->arena);
    size_t bytes;
    if (!figure_order_write(&order, &bytes, error)) return false;
    buf_printf(message, "wrote %s (%zu bytes)", order.path, bytes);
    return true;
}

// "~/talk" below the home folder.
static void add_folder(Buf *lines)
{
    char *here = realpath(".", NULL);
    const char *home = getenv("HOME");
    size_t length = here && home && home[0] == '/' && home[1] ? strlen(home) : 0;
    bool inside =
        length && strncmp(here, home, length) == 0 && (here[length] == '/' || here[length] == '\0');
    buf_printf(lines, "%s%s\n", inside ? "~" : "", here ? here + (inside ? length : 0) : ".");
    free(here);
}

static void add_size(const FigureOrder *order, const Figure *figure, Buf *lines)
{
    buf_printf(lines, "%.0f x %.0f points", figure->width, figure->height);
    ExportFormat format = order->file.format;
    if (format == EXPORT_PNG || format == EXPORT_GIF || format == EXPORT_APNG)
        buf_printf(lines, ", %.0f x %.0f pixels", figure->width * EXPORT_SCALE,
                   figure->height * EXPORT_SCALE);
    if (figure_pages(figure) > 1) buf_printf(lines, ", %d pages", figure_pages(figure));
}

static bool check_pages(const FigureOrder *order, const Figure *figure, Error *error)
{
    int pages = figure_pages(figure);
    if (pages == 1 || order->file.format == EXPORT_PDF) return true;
    return error_fail(error, "the format pdf", "it has %d pages, but only a PDF has pages", pages);
}

bool export_preview(void *context UNUSED, const Walk *walk, Cell cell, FigureChoice choice,
                    Buf *lines, Error *error)
{
    FigureOrder order = order_from_screen(walk, cell, choice, lines->arena);
    SCRATCH(arena);
    Figure figure = {.arena = &arena};
    Measure measure = export_measure(NULL);
    Movement movement = {0};
    bool ok = order.moves
                  ? figure_order_move(&order, &movement, &measure, &arena, error) &&
                        movement.draw(movement.context, 0, &figure, error)
                  : figure_kind_build(order.kind, &figure, &order.request, &measure, error) &&
                        check_pages(&order, &figure, error);
    if (!ok) return false;
    buf_printf(lines, "%s\n", order.path);
    add_folder(lines);
    add_size(&order, &figure, lines);
    bool paged = order.file.format == EXPORT_PDF;
    if (order.moves) buf_printf(lines, ", %d %s", movement.count, paged ? "pages" : "frames");
    if (order.moves && !paged) buf_printf(lines, ", %.1f seconds", movement_seconds(&movement));
    return true;
}

// ---- as a picture on the terminal ---------------------------------------------------------------

enum { RGB_CHANNELS = 3 };

// In the middle of a page of whole cells.
static unsigned char *on_page(const Raster *raster, int width, int height, Color page, Arena *arena)
{
    size_t stride = (size_t)width * RGB_CHANNELS, own = (size_t)raster->width * RGB_CHANNELS;
    unsigned char *rgb = arena_alloc(arena, stride * (size_t)height);
    for (size_t i = 0; i < stride * (size_t)height; i++)
        rgb[i] = (const unsigned char[]){page.r, page.g, page.b}[i % RGB_CHANNELS];
    size_t left = (size_t)((width - raster->width) / 2) * RGB_CHANNELS;
    size_t top = (size_t)((height - raster->height) / 2);
    for (size_t y = 0; y < (size_t)raster->height; y++)
        memcpy(rgb + (top + y) * stride + left, raster->pixels + y * own, own);
    return rgb;
}

static int whole_cells(int pixels, int cell)
{
    return (pixels + cell - 1) / cell * cell;
}

static bool make_image(const Raster *raster, PictureRoom room, Arena *arena, Image *image)
{
    *image = (Image){.width = whole_cells(raster->width, room.cell_width),
                     .height = whole_cells(raster->height, room.cell_height)};
    image->rgb = on_page(raster, image->width, image->height, room.page, arena);
    Bytes png = {0};
    bool ok = png_encode(&(PngInput){.width = image->width,
                                     .height = image->height,
                                     .channels = RGB_CHANNELS,
                                     .pixels = image->rgb,
                                     .even = true},
                         &png);
    if (ok)
        image->png = (Str){str_copy(arena, (Str){(char *)png.data, (int)png.size}), (int)png.size};
    free(png.data);
    return ok;
}

bool export_picture(void *context UNUSED, const Walk *walk, Cell cell, FigureChoice choice,
                    PictureRoom room, Arena *arena, Image *image, Error *error)
{
    FigureOrder order = order_from_screen(walk, cell, choice, arena);
    Figure figure = {.arena = arena};
    Measure measure = export_measure(NULL);
    if (!figure_kind_build(order.kind, &figure, &order.request, &measure, error)) return false;
    figure_keep_first_page(&figure);
    if (figure.background.a < 255) figure.background = room.page;
    double wide = room.columns * room.cell_width / figure.width;
    double high = room.rows * room.cell_height / figure.height;
    Raster raster;
    int missing;
    bool ok = figure_rasterize(&figure, wide < high ? wide : high, &raster, &missing, error);
    if (ok && !make_image(&raster, room, arena, image)) ok = bytes_no_memory(error);
    raster_free(&raster);
    return ok;
}
