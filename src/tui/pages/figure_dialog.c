#include "tui/pages/figure_dialog.h"

#include "figure/kind.h"

enum { KIND_ROW, FORMAT_ROW, THEME_ROW };

static const char *const formats[] = {"png", "svg", "pdf", NULL};

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

FigureChoice figure_dialog_choice(const App *app)
{
    const int *choice = app->figure_choice;
    return (FigureChoice){
        .kind = figure_dialog_value(KIND_ROW, choice[KIND_ROW]),
        .format = figure_dialog_value(FORMAT_ROW, choice[FORMAT_ROW]),
        .theme = figure_dialog_value(THEME_ROW, choice[THEME_ROW]),
    };
}

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
    bool done = options->export_figure(options->export_context, app->walk, app->walk->selected,
                                       figure_dialog_choice(app), &message, &error);
    if (done)
        app_say(app, false, "%s", buf_text(&message));
    else if (error.hint)
        app_say(app, true, "Error: %s (%s)", error.message, error.hint);
    else
        app_say(app, true, "Error: %s", error.message);
    arena_free(&scratch);
    app->screen = app->home;
    return true;
}
