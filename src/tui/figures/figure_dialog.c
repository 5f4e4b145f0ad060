// The choices of the figure dialog are indices into the tables of kinds, formats and themes, so a
// new kind of figure appears in it by itself. The figure is written by a function that the command
// passes in (export_figure), because src/tui does not stand on src/export.
#include "tui/figures/figure_dialog.h"

#include "figure/kind.h"
#include "tui/matrix/shown.h"

enum { KIND_ROW, FORMAT_ROW, THEME_ROW };

enum { PNG, SVG, PDF };
static const char *const formats[] = {[PNG] = "png", [SVG] = "svg", [PDF] = "pdf", NULL};

const char *figure_dialog_label(int row)
{
    static const char *const labels[FIGURE_ROWS] = {"kind", "format", "theme"};
    return labels[row];
}

const char *figure_dialog_value(int row, int i)
{
    if (row == FORMAT_ROW) return formats[i];
    if (row == THEME_ROW) return theme_names[i];
    return i < figure_kind_count ? figure_kinds[i].name : NULL;
}

const char *figure_dialog_summary(const App *app)
{
    return figure_kinds[app->figure_choice[KIND_ROW]].summary;
}

// ---- opened from --------------------------------------------------------------------------------

// The kind that looks like the screen it was opened from; on the walk the one chosen last.
static void choose_kind(App *app)
{
    const char *like = app->screen == ON_HEADS   ? "heads"
                       : app->screen == ON_FLOW  ? "flow"
                       : app->screen == ON_LARGE ? "heatmap"
                                                 : NULL;
    if (like) app->figure_choice[KIND_ROW] = (int)(figure_kind_find(like) - figure_kinds);
}

bool figure_dialog_open(App *app)
{
    if (!app->options->export_figure) app_say(app, false, "Nothing is exported from here.");
    Cell cell = shown_cell(app);
    if (cell.entry < 0 || !app->options->export_figure) return false;
    if (shown_is_average(app)) {
        app_say(app, false, "An average of heads cannot be exported. Choose one head.");
        return true;
    }
    choose_kind(app);
    app->figure_of = cell;
    app->figure_from = app->screen;
    app->screen = ON_FIGURE;
    return true;
}

bool figure_dialog_leave(App *app)
{
    app->screen = app->figure_from;
    return true;
}

// ---- what is chosen -----------------------------------------------------------------------------

// Of lines those of the head and the query that the screen showed.
static void choose_lines(const App *app, FigureChoice *choice)
{
    int ndim = app->walk->trace->entries[app->figure_of.entry].call.output->shape.ndim;
    if (ndim > 1) choice->query = app->figure_of.at.at[ndim - 2];
    if (ndim > 2) choice->head = app->figure_of.at.at[ndim - 3];
}

// Pages make a PDF of it, whatever is chosen for the others.
int figure_dialog_chosen(const App *app, int row)
{
    bool has_pages = figure_kinds[app->figure_choice[KIND_ROW]].has_pages;
    return row == FORMAT_ROW && has_pages ? PDF : app->figure_choice[row];
}

static const char *chosen_value(const App *app, int row)
{
    return figure_dialog_value(row, figure_dialog_chosen(app, row));
}

FigureChoice figure_dialog_choice(const App *app)
{
    FigureChoice choice = {
        .kind = chosen_value(app, KIND_ROW),
        .format = chosen_value(app, FORMAT_ROW),
        .theme = chosen_value(app, THEME_ROW),
        .head = -1,
        .query = -1,
    };
    if (app->figure_from == ON_FLOW) choose_lines(app, &choice);
    return choice;
}

// ---- keys ---------------------------------------------------------------------------------------

bool figure_dialog_row(App *app, int by)
{
    app->figure_row = (app->figure_row + by + FIGURE_ROWS) % FIGURE_ROWS;
    return true;
}

bool figure_dialog_choose(App *app, int by)
{
    int count = 0, *choice = &app->figure_choice[app->figure_row];
    while (figure_dialog_value(app->figure_row, count)) count++;
    *choice = (*choice + by + count) % count;
    return true;
}

bool figure_dialog_write(App *app)
{
    const TuiOptions *options = app->options;
    Arena scratch = {0};
    Buf message = {.arena = &scratch};
    Error error = {.arena = &scratch};
    bool done = options->export_figure(options->export_context, app->walk, app->figure_of,
                                       figure_dialog_choice(app), &message, &error);
    if (done)
        app_say(app, false, "%s", buf_text(&message));
    else if (error.hint)
        app_say(app, true, "Error: %s (%s)", error.message, error.hint);
    else
        app_say(app, true, "Error: %s", error.message);
    arena_free(&scratch);
    return figure_dialog_leave(app);
}
