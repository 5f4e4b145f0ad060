// The presenter's screen, and the list of steps that can be gone to from there.
#include "tui/edit/editing.h"
#include "tui/parts/arithmetic.h"
#include "tui/present/present.h"
#include "tui/present/slide.h"

#include "base/utf8.h"
#include "trace/explain.h"

// "4/8  Score every key against one query", and on the right the time.
static void draw_title(Canvas *canvas, Rect area)
{
    const App *app = canvas->app;
    const Lesson *lesson = &canvas->walk->lesson;
    int step = walk_stage(app->walk).step;
    const char *title =
        step < 0 || step >= lesson->step_count ? lesson->title : lesson->steps[step].title;
    const char *time = present_time(app, canvas->arena);
    int room = area.columns - 2 - utf8_width(str_from(time));
    const char *text =
        step < 0 ? title
                 : text_printf(canvas->arena, "%d/%d  %s", step + 1, lesson->step_count, title);
    Style bold = {.attributes = ATTR_BOLD};
    frame_text(canvas->frame, area, area.column, area.row, bold,
               str_from(fit_text(canvas->arena, str_from(text), room)));
    int right = area.column + area.columns - utf8_width(str_from(time));
    frame_text(canvas->frame, area, right, area.row, bold, str_from(time));
}

static void draw_equation(Canvas *canvas, const Slide *slide, Rect area)
{
    Marks marks = marks_of(canvas->walk, canvas->arena);
    if (slide->shape != SLIDE_STACKED) {
        equation_show(canvas, &slide->equation, area, &marks);
        return;
    }
    for (int i = 0; i < slide->band_count; i++) {
        Equation band = slide_band(slide, i);
        equation_show(canvas, &band, area, &marks);
        int rows = slide_band_rows(&band) + 1;
        area.row += rows;
        area.rows -= rows;
    }
}

static void draw_arithmetic(Canvas *canvas, Rect area)
{
    const Walk *walk = canvas->walk;
    Arithmetic arithmetic;
    explain_cell(walk->trace, walk->selected, walk->digits, canvas->arena, &arithmetic);
    if (arithmetic.kind == TERMS_CONSTANT) return;
    const char *name = cell_name(walk->trace, walk->selected, canvas->arena);
    arithmetic_draw_row(canvas, area, name, &arithmetic);
}

static void draw_text(Canvas *canvas, const Slide *slide, Rect area)
{
    int left = slide->text.count - area.rows;
    bool alone = area.rows == 1; // then what there is more is said behind it
    if (left > 0 && !alone) area.rows--;
    text_draw(&slide->text, canvas->frame, area, 0);
    if (left <= 0) return;
    const char *how = slide_reads_on(canvas->app) ? "Space" : "a larger screen, or --notes";
    const char *says = text_printf(canvas->arena, "(%d more line%s: %s)", left + !alone,
                                   left + !alone == 1 ? "" : "s", how);
    Rect last = {area.column, area.row + area.rows - alone, area.columns, 1};
    int column = alone ? area.column + area.columns - utf8_width(str_from(says)) : area.column;
    frame_text(canvas->frame, last, column, last.row, (Style){.ink = INK_RULE}, str_from(says));
}

// Hints; in their place what there is to say or to type.
static void draw_last_row(Canvas *canvas, Rect area)
{
    const App *app = canvas->app;
    bool voting = app->present.voting;
    const char *says = app->editing   ? editing_prompt(app, canvas->arena)
                       : app->message ? app->message
                       : voting       ? present_prompt(app, area.columns - 2, canvas->arena)
                                      : NULL;
    if (!says) {
        view_keys(canvas, area);
        return;
    }
    Style style = {.ink = app->message && app->message_is_error ? INK_ERROR : INK_PLAIN,
                   .attributes = ATTR_BOLD};
    frame_text(canvas->frame, area, 1, area.row, style,
               str_from(fit_text(canvas->arena, str_from(says), area.columns - 2)));
}

static void draw_code(Canvas *canvas, const char *code, Rect area)
{
    frame_text(canvas->frame, area, area.column, area.row, (Style){.ink = INK_CODE},
               str_from(fit_text(canvas->arena, str_from(code), area.columns)));
}

static bool is_shown(const PresentLayout *made, PresentPart part)
{
    return made->part[part].rows > 0 && made->part[part].columns > 0;
}

PresentLayout slide_draw(Canvas *canvas, Rect area)
{
    Slide slide = slide_of(canvas->app, area.columns, area.rows, canvas->arena);
    PresentLayout made = present_layout(area.columns, area.rows, slide.wish);
    slide_spread(&slide, made.air, canvas->arena);
    for (int i = 0; i < PRESENT_PARTS; i++) {
        made.part[i].column += area.column;
        made.part[i].row += area.row;
    }
    draw_title(canvas, made.part[PRESENT_TITLE]);
    if (is_shown(&made, PRESENT_CODE)) draw_code(canvas, slide.code, made.part[PRESENT_CODE]);
    canvas->frame->cursor_column = made.part[PRESENT_TEXT].column;
    canvas->frame->cursor_row = made.part[PRESENT_TEXT].row;
    if (is_shown(&made, PRESENT_EQUATION))
        draw_equation(canvas, &slide, made.part[PRESENT_EQUATION]);
    if (is_shown(&made, PRESENT_ARITHMETIC)) draw_arithmetic(canvas, made.part[PRESENT_ARITHMETIC]);
    if (is_shown(&made, PRESENT_TEXT)) draw_text(canvas, &slide, made.part[PRESENT_TEXT]);
    return made;
}

void view_present(Canvas *canvas, Rect whole)
{
    if (canvas->app->present.blank) return;
    PresentLayout made = slide_draw(canvas, whole);
    if (is_shown(&made, PRESENT_PROGRESS)) view_progress(canvas, made.part[PRESENT_PROGRESS]);
    draw_last_row(canvas, made.part[PRESENT_KEYS]);
}

// ---- steps --------------------------------------------------------------------------------------

static bool select_step(App *app, int step)
{
    app->present.steps_at = step;
    return true;
}

static bool go_there(App *app, int step)
{
    return select_step(app, step) && present_steps_go(app);
}

void view_steps(Canvas *canvas, Rect part)
{
    const App *app = canvas->app;
    const Lesson *lesson = &canvas->walk->lesson;
    int columns = present_page_columns(part.columns), spare = part.rows - 2 - lesson->step_count;
    int lowered = spare > 0 ? spare / 3 : 0;
    Rect rows = {(part.columns - columns) / 2, 1 + lowered, columns, part.rows - 2 - lowered};
    int at = app->present.steps_at, top = at < rows.rows ? 0 : at - rows.rows + 1;
    canvas_rule(canvas, part, "steps", "Enter: go there");
    for (int i = top; i < lesson->step_count && i - top < rows.rows; i++) {
        const char *line = text_printf(canvas->arena, "%c %2d  %s", i == at ? '>' : ' ', i + 1,
                                       lesson->steps[i].title);
        Style style = {.attributes = i == at ? ATTR_BOLD : 0};
        Rect row = {rows.column, rows.row + i - top, rows.columns, 1};
        frame_text(canvas->frame, row, row.column, row.row, style,
                   str_from(fit_text(canvas->arena, str_from(line), rows.columns)));
        canvas_click(canvas, row, select_step, go_there, i);
    }
    canvas->frame->cursor_column = rows.column;
    canvas->frame->cursor_row = rows.row + at - top;
    canvas_last_row(canvas);
}
