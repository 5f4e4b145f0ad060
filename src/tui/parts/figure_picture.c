// The command draws the figure (draw_figure), as large as the area has room for: src/tui does not
// stand on src/export.
#include "tui/parts/figure_picture.h"

static int at_most(int cells, int pixels, int cell)
{
    return pixels && pixels / cell < cells ? pixels / cell : cells;
}

static PictureRoom room_of(const App *app, Rect area)
{
    const Pixels *pixels = &app->pixels;
    return (PictureRoom){
        .columns = at_most(area.columns, pixels->most_width, pixels->cell_width),
        .rows = at_most(area.rows, pixels->most_height, pixels->cell_height),
        .cell_width = pixels->cell_width,
        .cell_height = pixels->cell_height,
        .page = pixels->page,
    };
}

// A figure shows all of its numbers: it would tell those that are to come, or to be predicted.
static bool tells_too_much(const Walk *walk, int entry)
{
    const Shape *shape = &walk->trace->entries[entry].call.output->shape;
    if (walk_open_count(walk, entry) < shape_count(shape)) return true;
    for (int i = 0; i < walk->question_count; i++) {
        const Question *question = &walk->questions[i];
        if (question->cell.entry == entry && walk_hides(walk, question->cell)) return true;
        if (question->source.entry == entry && walk_hides(walk, question->source)) return true;
    }
    return false;
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
    if (tells_too_much(canvas->walk, cell.entry))
        return "Some of it is not computed yet, or is yours to predict. Space goes on.";
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
