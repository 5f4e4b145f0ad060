// The figure itself, over the whole screen: what a file of it would show.
#include "tui/core/screen.h"

#include "figure/kind.h"
#include "study/title.h"
#include "terminal/text.h"
#include "tui/parts/figure_picture.h"
#include "tui/screens/shared.h"

typedef struct Preview {
    Cell of;            // the matrix it draws
    const char *figure; // the kind; a name in the table of kinds
} Preview;

SCREEN_STATE(Preview, preview_of, SCREEN_PREVIEW)

static bool open(App *app, int by)
{
    (void)by;
    Subject subject = app_subject(app, app->scratch);
    if (subject.cell.entry < 0) return false;
    if (subject.average) {
        app_say(app, false, "An average of heads has no figure. Choose one head.");
        return false;
    }
    *preview_of(app) = (Preview){subject.cell, subject.figure ? subject.figure : "heatmap"};
    return true;
}

// On the page of the terminal.
static FigureChoice choice_of(const App *app)
{
    bool light = color_luminance(app->pixels.page) > 0.5;
    const Preview *preview = preview_of(app);
    FigureChoice choice = {.kind = preview->figure,
                           .format = "png",
                           .theme = light ? "light" : "dark",
                           .head = -1,
                           .query = -1};
    if (figure_kind_find(preview->figure)->one_query)
        figure_choose_lines(app->walk, preview->of, &choice);
    return choice;
}

static void draw(Canvas *canvas, Rect whole)
{
    const Cell cell = preview_of(canvas->app)->of;
    const char *name = tensor_title(canvas->walk->trace, cell.entry, canvas->arena);
    canvas_rule(canvas, whole, arena_printf(canvas->arena, "a figure of %s", name), "q: back");
    Rect area = {whole.column + 1, whole.row + 2, whole.columns - 2, whole.rows - 4};
    const char *why = figure_picture_draw(canvas, area, cell, choice_of(canvas->app));
    if (why) {
        Text text = {.arena = canvas->arena, .columns = area.columns};
        text_wrap(&text, (Str){0}, (Str){0}, &(TextRun){PLAIN, str_from(why)}, 1);
        text_draw(&text, canvas->frame, area, 0);
    }
    canvas_last_row(canvas);
}

static const Action actions[] = {
    {"q X Esc Backspace", "back to where it was opened", .run = app_leave, .hint = "q:back"},
};

const Screen preview_screen = {
    .keys = {"On the figure itself", ACTION_ROWS(actions)},
    .size = sizeof(Preview),
    .open = open,
    .draw = draw,
    .is_of_run = true,
    .words = "a figure",
};
