// The command draws the figure (draw_figure), as large as the area has room for: src/tui does not
// stand on src/export.
#include "tui/parts/figure_picture.h"

static int cells_of(int cells, int pixels, int cell)
{
    return pixels && pixels / cell < cells ? pixels / cell : cells;
}

static PictureRoom room_of(const App *app, Rect area)
{
    const Pixels *pixels = &app->pixels;
    return (PictureRoom){
        .columns = cells_of(area.columns, pixels->most_width, pixels->cell_width),
        .rows = cells_of(area.rows, pixels->most_height, pixels->cell_height),
        .cell_width = pixels->cell_width,
        .cell_height = pixels->cell_height,
        .page = pixels->page,
    };
}

static void show_in_the_middle(Canvas *canvas, Rect area, const Image *image, PictureRoom room)
{
    int columns = image->width / room.cell_width, rows = image->height / room.cell_height;
    canvas->frame->picture = *image;
    canvas->frame->picture_area = (Rect){area.column + (area.columns - columns) / 2,
                                         area.row + (area.rows - rows) / 2, columns, rows};
}

const char *figure_picture_draw(Canvas *canvas, Rect area, Cell cell, FigureChoice choice)
{
    const App *app = canvas->app;
    const TuiOptions *options = app->options;
    if (app->pixels.way == PIXELS_NONE || !options->draw_figure)
        return "This terminal shows no pictures. x writes the figure to a file.";
    PictureRoom room = room_of(app, area);
    Error error = {.arena = canvas->arena};
    Image image;
    if (room.columns < 1 || room.rows < 1) return "There is no room for it.";
    if (!options->draw_figure(options->export_context, canvas->walk, cell, choice, room,
                              canvas->arena, &image, &error))
        return error.message;
    show_in_the_middle(canvas, area, &image, room);
    return NULL;
}
