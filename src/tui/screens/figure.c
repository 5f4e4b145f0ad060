// The figure dialog: which kind, format and theme, where the figure goes and how large it is. The
// choices are indices into the tables of kinds, formats and themes, so a new kind of figure appears
// here by itself. The figure is written by a function that the command passes in (export_figure),
// because src/tui does not use src/export.
#include "tui/screens/shared.h"

#include "study/names/title.h"
#include "tui/parts/page.h"

#include "figure/kind.h"
#include "terminal/text.h"

enum { KIND_ROW, FORMAT_ROW, THEME_ROW, FIGURE_ROWS };

static const char *const labels[FIGURE_ROWS] = {"kind", "format", "theme"};

typedef struct FigureDialog {
    int row;
    int choice[FIGURE_ROWS]; // in each of its rows
    Cell of;                 // the matrix it draws
    bool one_query;          // of lines of attention, those of the cell's head and query
} FigureDialog;

SCREEN_STATE(FigureDialog, dialog_of, SCREEN_FIGURE)

// What moves is offered where the kind does.
enum { PNG, SVG, PDF, FIRST_MOVING, FORMATS = FIRST_MOVING + 4 };
static const struct {
    const char *title, *format;
} formats[FORMATS] = {
    [PNG] = {"png", "png"}, [SVG] = {"svg", "svg"},
    [PDF] = {"pdf", "pdf"}, [FIRST_MOVING] = {"gif", "gif"},
    {"apng", "apng"},       {"moving svg", "svg"},
    {"pdf pages", "pdf"},
};

static bool can_move(const App *app)
{
    const FigureDialog *dialog = dialog_of(app);
    const FigureKind *kind = figure_kinds[dialog->choice[KIND_ROW]];
    return kind->move && (!kind->misfit || !kind->misfit(app->walk->trace, dialog->of));
}

static const char *value_at(const App *app, int row, int i)
{
    int count = app->options->in_page ? PDF : can_move(app) ? FORMATS : FIRST_MOVING;
    if (row == FORMAT_ROW) return i < count ? formats[i].title : NULL;
    if (row == THEME_ROW) return theme_names[i];
    return i < figure_kind_count ? figure_kinds[i]->name : NULL;
}

static int values(const App *app, int row)
{
    int count = 0;
    while (value_at(app, row, count)) count++;
    return count;
}

// ---- opened from --------------------------------------------------------------------------------

// The kind that looks like the screen it was opened from; on the walk the one chosen last.
static bool open(App *app, int by UNUSED)
{
    Subject subject = app_subject(app, app->scratch);
    FigureDialog *dialog = dialog_of(app);
    if (!app->options->export_figure) app_say(app, false, "Nothing is exported from here.");
    if (subject.cell.entry < 0 || !app->options->export_figure) return false;
    if (subject.average) {
        app_say(app, false, "An average of heads cannot be exported. Choose one head.");
        return false;
    }
    for (int i = 0; subject.figure && !subject.here && i < figure_kind_count; i++) {
        if (figure_kinds[i] == figure_kind_find(subject.figure)) dialog->choice[KIND_ROW] = i;
    }
    dialog->of = subject.cell;
    dialog->one_query = subject.figure && figure_kind_find(subject.figure)->one_query;
    return true;
}

// ---- what is chosen -----------------------------------------------------------------------------

static void choose_lines(const Walk *walk, Cell of, FigureChoice *choice)
{
    int ndim = walk->trace->entries[of.entry].call.output->shape.ndim;
    if (ndim > 1) choice->query = of.at.at[ndim - 2];
    if (ndim > 2) choice->head = of.at.at[ndim - 3];
}

// Pages make a PDF of it, whatever is chosen for the others.
static int chosen(const App *app, int row)
{
    bool has_pages = figure_kinds[dialog_of(app)->choice[KIND_ROW]]->has_pages;
    int choice = dialog_of(app)->choice[row];
    if (row != FORMAT_ROW) return choice;
    if (has_pages) return PDF;
    return choice >= FIRST_MOVING && !can_move(app) ? PNG : choice;
}

static const char *chosen_value(const App *app, int row)
{
    return value_at(app, row, chosen(app, row));
}

FigureChoice figure_of_subject(const Walk *walk, const Subject *subject, const char *theme)
{
    FigureChoice choice = {.kind = subject->figure ? subject->figure : "heatmap",
                           .format = "png",
                           .theme = theme,
                           .head = -1,
                           .query = -1,
                           .here = subject->here};
    if (figure_kind_find(choice.kind)->one_query) choose_lines(walk, subject->cell, &choice);
    return choice;
}

FigureChoice figure_choice(const App *app)
{
    FigureChoice choice = {
        .kind = chosen_value(app, KIND_ROW),
        .format = formats[chosen(app, FORMAT_ROW)].format,
        .moves = chosen(app, FORMAT_ROW) >= FIRST_MOVING,
        .theme = chosen_value(app, THEME_ROW),
        .head = -1,
        .query = -1,
    };
    if (dialog_of(app)->one_query) choose_lines(app->walk, dialog_of(app)->of, &choice);
    return choice;
}

// ---- keys ---------------------------------------------------------------------------------------

// To another row, or to another kind, format or theme in it.
static bool move(App *app, int move)
{
    Offset by = move_offset((Move)move, 1);
    int *row = &dialog_of(app)->row;
    *row = (*row + by.rows + FIGURE_ROWS) % FIGURE_ROWS;
    int count = values(app, *row);
    dialog_of(app)->choice[*row] = (chosen(app, *row) + by.columns + count) % count;
    return true;
}

static bool write_figure(App *app, int by UNUSED)
{
    const TuiOptions *options = app->options;
    Buf message = {.arena = app->scratch};
    Error error = {.arena = app->scratch};
    bool done = options->export_figure(options->export_context, app->walk, dialog_of(app)->of,
                                       figure_choice(app), &message, &error);
    if (done)
        app_say(app, false, "%s", buf_text(&message));
    else
        app_say_error(app, &error);
    return app_leave(app);
}

static const Action actions[] = {
    {"Tab", "the row below", .run = screen_move, .by = MOVE_DOWN},
    {"Enter", "write the figure and go back", .run = write_figure, .hint = "Enter:write it",
     .rank = 1},
};

// ---- a picture ----------------------------------------------------------------------------------

// The command draws the figure, as large as the area has room for: src/tui does not use
// src/export.
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

// Draws it in the middle of the area. NULL, or why not: this terminal shows no pictures, the
// numbers are still to come, or the figure cannot be drawn.
static const char *draw_picture(Canvas *canvas, Rect area, Cell cell, FigureChoice choice)
{
    const App *app = canvas->app;
    const TuiOptions *options = app->options;
    if (app->pixels.way == PIXELS_NONE || !options->draw_figure)
        return app->options->in_page
                   ? "Pictures are shown by the cards, not in characters."
                   : "This terminal shows no pictures. x writes the figure to a file.";
    PictureRoom room = room_of(app, area);
    Error error = {.arena = canvas->arena};
    Image image;
    if (room.columns < 1 || room.rows < 1) return "There is no room for it.";
    if (!options->draw_figure(options->export_context, canvas->walk, cell, choice, room,
                              canvas->arena, &image, &error))
        return error.message;
    int columns = image.width / room.cell_width, rows = image.height / room.cell_height;
    canvas->frame->picture = image;
    canvas->frame->picture_area = (Rect){area.column + (area.columns - columns) / 2,
                                         area.row + (area.rows - rows) / 2, columns, rows};
    return NULL;
}

// ---- drawing ------------------------------------------------------------------------------------

enum { LABEL_COLUMNS = 9, FIRST_ROW = 2, ROW_STRIDE = 100 };

static bool choose(App *app, int row_and_value)
{
    dialog_of(app)->row = row_and_value / ROW_STRIDE;
    dialog_of(app)->choice[dialog_of(app)->row] = row_and_value % ROW_STRIDE;
    return true;
}

static int columns_of(const App *app, int row, int value) // with the brackets
{
    return frame_columns(value_at(app, row, value)) + 2;
}

// The first value that is shown: the one that is chosen must be seen.
static int first_value(const App *app, int row, int room)
{
    int first = 0, needed = 0;
    for (int i = 0; i <= chosen(app, row); i++) needed += columns_of(app, row, i);
    for (; needed > room && first < chosen(app, row); first++)
        needed -= columns_of(app, row, first);
    return first;
}

// "> kind     heatmap [equation] heads": what is chosen is in brackets; values for which there
// is no room are left out.
static void draw_row(Canvas *canvas, int row, Rect part)
{
    const App *app = canvas->app;
    Frame *frame = canvas->frame;
    bool selected = dialog_of(app)->row == row;
    int y = FIRST_ROW + row, x = part.column + LABEL_COLUMNS;
    Style style = {.attributes = selected ? ATTR_BOLD : 0};
    frame_printf(frame, part, part.column, y, style, "%c %s", selected ? '>' : ' ', labels[row]);
    const char *value;
    int end = part.column + part.columns;
    for (int i = first_value(app, row, end - x); (value = value_at(app, row, i)); i++) {
        bool is_chosen = chosen(app, row) == i;
        Style ink = {.attributes = is_chosen ? ATTR_BOLD : 0};
        int columns = columns_of(app, row, i);
        if (x + columns > end && !is_chosen) break;
        frame_printf(frame, part, x + !is_chosen, y, ink, is_chosen ? "[%s]" : "%s", value);
        canvas_click(canvas, (Rect){x, y, columns, 1}, choose, row * ROW_STRIDE + i);
        x += columns;
    }
    if (!selected) return;
    canvas_cursor(canvas, part.column, y);
}

// "draws    a matrix as colours": wrapped; returns the row below it.
static int draw_said(Canvas *canvas, Rect part, int row, const char *label, Str said)
{
    Text text = {.arena = canvas->arena, .columns = part.columns - LABEL_COLUMNS - 1};
    text_wrap(&text, (Str){0}, (Str){0}, &(TextRun){PLAIN, said}, 1);
    Rect area = {part.column + LABEL_COLUMNS + 1, row, text.columns, text.count};
    if (row + text.count > part.row + part.rows) return row;
    frame_printf(canvas->frame, part, part.column + 2, row, PLAIN, "%s", label);
    text_draw(&text, canvas->frame, area, 0);
    return row + text.count;
}

// What the file would be; returns the row below it. Of a figure that cannot be drawn, why, and -1.
static int draw_facts(Canvas *canvas, Rect part, int row)
{
    static const char *const facts[] = {"file", "folder", "size"};
    const App *app = canvas->app;
    const TuiOptions *options = app->options;
    Buf lines = {.arena = canvas->arena};
    Error error = {.arena = canvas->arena};
    if (!options->preview_figure) return row;
    bool ok = options->preview_figure(options->export_context, canvas->walk, dialog_of(app)->of,
                                      figure_choice(app), &lines, &error);
    Str rest = buf_str(&lines), line;
    for (int i = 0; ok && i < 3 && str_next_line(&rest, &line); i++)
        row = draw_said(canvas, part, row, facts[i], line);
    if (ok) return row;
    row = draw_said(canvas, part, row, "not so", str_from(error.message));
    if (error.hint) draw_said(canvas, part, row, "try", str_from(error.hint));
    return -1;
}

static void draw_preview(Canvas *canvas, Rect area, int row)
{
    enum { LEAST_ROWS = 5 };
    Rect below = {area.column, row, area.columns, area.row + area.rows - 1 - row};
    if (below.rows < LEAST_ROWS) return;
    const char *why =
        draw_picture(canvas, below, dialog_of(canvas->app)->of, figure_choice(canvas->app));
    if (why) draw_said(canvas, area, row, "preview", str_from(why));
}

static void draw_title(Canvas *canvas, Rect part, Cell of)
{
    const char *name = tensor_title(canvas->walk->trace, of.entry, canvas->arena);
    canvas_rule(canvas, part, arena_printf(canvas->arena, "a figure of %s", name), "q: back");
}

static void draw(Canvas *canvas, Rect part)
{
    Rect area = {part.column + 1, part.row, part.columns - 2, part.rows - 1};
    draw_title(canvas, part, dialog_of(canvas->app)->of);
    for (int row = 0; row < FIGURE_ROWS; row++) draw_row(canvas, row, area);
    int row = FIRST_ROW + FIGURE_ROWS + 1;
    const FigureKind *kind = figure_kinds[dialog_of(canvas->app)->choice[KIND_ROW]];
    row = draw_said(canvas, area, row, "draws", str_from(kind->summary));
    int below = draw_facts(canvas, area, row);
    if (below >= 0 && canvas->app->pixels.way != PIXELS_NONE) draw_preview(canvas, area, below + 1);
    canvas_last_row(canvas);
}

// All values of all rows, one below the other: to choose one is to select it.
static List list(const App *app, int columns, Arena *arena)
{
    List made = {.text = {.arena = arena, .columns = columns}};
    const char *value;
    for (int row = 0; row < FIGURE_ROWS; row++) {
        text_plain(&made.text, QUIET, labels[row]);
        for (int i = 0; (value = value_at(app, row, i)); i++) {
            bool is_chosen = chosen(app, row) == i;
            const char *about = row == KIND_ROW ? figure_kinds[i]->summary : "";
            text_plain(&made.text, is_chosen ? BOLD : PLAIN,
                       arena_printf(arena, "%s %-12s %s", is_chosen ? "●" : "○", value, about));
            list_add(&made, made.text.count - 1);
        }
    }
    return made;
}

static int entry_at(const App *app)
{
    int at = chosen(app, dialog_of(app)->row);
    for (int row = 0; row < dialog_of(app)->row; row++) at += values(app, row);
    return at;
}

static bool pick(App *app, int entry)
{
    int row = 0;
    for (; row < FIGURE_ROWS - 1 && entry >= values(app, row); row++) entry -= values(app, row);
    return entry < values(app, row) && choose(app, row * ROW_STRIDE + entry);
}

static Subject subject(const App *app, Arena *arena UNUSED)
{
    return (Subject){.cell = dialog_of(app)->of, .figure = chosen_value(app, KIND_ROW)};
}

const Screen figure_screen = {
    .keys = {"On the figure screen", ACTION_ROWS(actions)},
    .size = sizeof(FigureDialog),
    .keeps = true,
    .open = open,
    .move = move,
    .arrows = {.hint = "arrows:choose", .rank = 2},
    .draw = draw,
    .list = list,
    .at = entry_at,
    .pick = pick,
    .subject = subject,
    .is_of_run = true,
    .words = "a figure being chosen",
};

// ---- the figure itself, over the whole screen: what a file of it would show ---------------------

SCREEN_STATE(Subject, preview_of, SCREEN_PREVIEW)

static bool open_preview(App *app, int by UNUSED)
{
    Subject subject = app_subject(app, app->scratch);
    if (subject.cell.entry < 0) return false;
    if (subject.average) {
        app_say(app, false, "An average of heads has no figure. Choose one head.");
        return false;
    }
    *preview_of(app) = (Subject){
        .cell = subject.cell,
        .figure = subject.figure ? subject.figure : "heatmap",
        .here = subject.here,
    };
    return true;
}

// Where the walk has gone on to a place without an equation, the matrix that was selected.
static Subject previewed(const App *app, Arena *arena UNUSED)
{
    Subject now = *preview_of(app);
    if (!now.here) return now;
    now.here = app->walk->at.focus >= 0;
    if (now.here)
        now.cell = (Cell){app->walk->at.focus, app->walk->at.result_at};
    else
        now.figure = "heatmap";
    return now;
}

// On the page of the terminal.
static FigureChoice choice_of(const App *app)
{
    bool light = color_luminance(app->pixels.page) > 0.5;
    Subject now = previewed(app, app->scratch);
    return figure_of_subject(app->walk, &now, light ? "light" : "dark");
}

static void draw_preview_screen(Canvas *canvas, Rect whole)
{
    const Cell cell = previewed(canvas->app, canvas->arena).cell;
    draw_title(canvas, whole, cell);
    Rect area = {whole.column + 1, whole.row + 2, whole.columns - 2, whole.rows - 4};
    const char *why = draw_picture(canvas, area, cell, choice_of(canvas->app));
    Text text = {.arena = canvas->arena, .columns = area.columns};
    if (why) text_words(&text, PLAIN, "", why);
    text_draw(&text, canvas->frame, area, 0);
    canvas_last_row(canvas);
}

const Screen preview_screen = {
    .size = sizeof(Subject),
    .open = open_preview,
    .subject = previewed,
    .draw = draw_preview_screen,
    .is_of_run = true,
    .words = "a figure",
};
