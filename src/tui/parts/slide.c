// An equation is shown whole where it can be: beside each other, else with the result below.
#include "tui/parts/slide.h"

#include "base/utf8.h"
#include "terminal/text.h"
#include "trace/explain.h"
#include "tui/parts/arithmetic.h"
#include "tui/parts/equation.h"
#include "tui/parts/name_ink.h"
#include "tui/parts/poll.h"
#include "tui/parts/slide_text.h"
#include "tui/parts/views.h"

#include <math.h>

typedef enum SlideShape {
    SLIDE_TEXT,    // there is no equation
    SLIDE_BESIDE,  // the whole equation on one band
    SLIDE_STACKED, // operands in one or more bands, and below them the result
    SLIDE_CUT,     // not all of it has room
} SlideShape;

typedef struct Slide {
    SlideShape shape;
    Equation equation; // all of it, whatever room there is; of a cut one, what fits
    PresentSize beside, stacked;
    int *bands; // of a stacked one: the first block of each
    int band_count;
    const char *code; // the code that the equation is about, or NULL
    int arithmetic;   // rows that the arithmetic takes, 0: there is none
    Text text;        // caption, question or prose
    PresentWish wish;
} Slide;

enum { EVERYTHING = 100000, WIDEST_TEXT = 90 };

// ---- the equation -------------------------------------------------------------------------------

// The part of an equation that is made of some of its blocks.
static Equation part_of(const Equation *whole, int first, int count)
{
    Equation part = {.blocks = whole->blocks + first, .count = count, .air = whole->air};
    for (int i = 0; i < count; i++) {
        const Grid *grid = &part.blocks[i].grid;
        part.labels |= grid->matrix.column_dim >= 0;
        if (grid->rows.count > part.grid_rows) part.grid_rows = (int)grid->rows.count;
    }
    return part;
}

static Equation band_of(const Slide *slide, int band)
{
    int first = slide->bands[band];
    bool last = band + 1 == slide->band_count;
    return part_of(&slide->equation, first,
                   (last ? slide->equation.count : slide->bands[band + 1]) - first);
}

static int band_rows(const Equation *band)
{
    return 1 + equation_body_rows(band);
}

// Operands side by side as long as they fit; the result has a band of its own.
static void break_into_bands(Slide *slide, int columns, Arena *arena)
{
    int count = slide->equation.count;
    slide->bands = NEW_ARRAY(arena, int, count + 1);
    for (int i = 0; i < count; i++) {
        int first = slide->band_count ? slide->bands[slide->band_count - 1] : 0;
        Equation with = part_of(&slide->equation, first, i + 1 - first);
        bool begins = i == 0 || i == count - 1 || equation_columns(&with) > columns;
        if (begins) slide->bands[slide->band_count++] = i;
    }
}

static PresentSize stacked_size(const Slide *slide)
{
    PresentSize size = {.rows = slide->band_count - 1}; // blank rows between
    for (int i = 0; i < slide->band_count; i++) {
        Equation band = band_of(slide, i);
        int wide = equation_columns(&band);
        if (wide > size.columns) size.columns = wide;
        size.rows += band_rows(&band);
    }
    return size;
}

static PresentSize beside_size(const Equation *whole)
{
    return (PresentSize){equation_columns(whole), band_rows(whole)};
}

static void measure(Slide *slide, int columns, Arena *arena)
{
    slide->beside = beside_size(&slide->equation);
    break_into_bands(slide, columns, arena);
    slide->stacked = stacked_size(slide);
}

static void spread(Slide *slide, int air, Arena *arena)
{
    static const Air AIRS[PRESENT_AIRS] = {{0, 0}, {1, 0}, {1, 1}, {2, 2}, {4, 3}};
    if (air) slide->equation = equation_spread(&slide->equation, AIRS[air], arena);
}

// What it takes with more and more air.
static void wish_for_air(Slide *slide, Arena *arena)
{
    for (int air = 1; air < PRESENT_AIRS && slide->shape != SLIDE_CUT; air++) {
        Slide wide = *slide;
        spread(&wide, air, arena);
        slide->wish.equation[air] =
            slide->shape == SLIDE_BESIDE ? beside_size(&wide.equation) : stacked_size(&wide);
    }
}

static bool fits(PresentSize size, int columns, int rows)
{
    return size.columns <= columns && size.rows <= rows;
}

// Rows that stay for the equation beside title, keys, arithmetic and what is asked. The same before
// the answer and after it, so that the equation stays as it is.
static int room_for_equation(const Slide *slide, const App *app, int rows, Arena *arena)
{
    enum { LEAST_EQUATION = 8 };
    int room = rows - present_rows_for(0, slide->arithmetic > 0);
    int asked = slide_asked_rows(app, slide->text.columns, arena);
    return room - asked > LEAST_EQUATION || asked == 0 ? room - asked : LEAST_EQUATION;
}

static void add_equation(Slide *slide, const App *app, int columns, int rows, Arena *arena)
{
    int room = room_for_equation(slide, app, rows, arena);
    int inside = columns - 2 * PRESENT_MARGIN;
    Equation measured = equation_measure(app, arena);
    slide->equation = equation_fit(&measured, app->walk, EVERYTHING, EVERYTHING, arena);
    measure(slide, inside, arena);
    slide->shape = fits(slide->beside, inside, room)    ? SLIDE_BESIDE
                   : fits(slide->stacked, inside, room) ? SLIDE_STACKED
                                                        : SLIDE_CUT;
    *slide->wish.equation = slide->shape == SLIDE_BESIDE ? slide->beside : slide->stacked;
    wish_for_air(slide, arena);
    if (slide->shape != SLIDE_CUT) return;
    slide->equation = equation_fit(&measured, app->walk, inside, room, arena);
    *slide->wish.equation = beside_size(&slide->equation);
    slide->wish.equation->rows += slide->equation.note_lines;
}

// ---- the whole ----------------------------------------------------------------------------------

// The rows that the arithmetic of the selected cell takes, 0: it has none.
static int arithmetic_wish(const App *app, int columns, Arena *arena)
{
    Cell cell = app->walk->selected;
    if (cell.entry < 0) return 0;
    Arithmetic arithmetic;
    Canvas canvas = {.app = app, .walk = app->walk, .arena = arena};
    bool few = explain_if_few(app->walk->trace, cell, app->walk->digits, arena, &arithmetic);
    if (!few || arithmetic.kind == TERMS_CONSTANT) return 0;
    const char *name = cell_name(app->walk->trace, cell, arena);
    return arithmetic_rows(&canvas, columns, name, &arithmetic);
}

// A question that hides no cell is asked without any equation, and a reason is read without.
static bool shows_equation(const App *app)
{
    const Question *question = present_question(app);
    bool is_away = question && (question->cell.entry < 0 || present_reads(app));
    return app->walk->focus >= 0 && !is_away;
}

static int text_left_out(const Slide *slide, int columns, int rows)
{
    return slide->text.count - present_layout(columns, rows, slide->wish).part[PRESENT_TEXT].rows;
}

// What was asked gives way to the answer, where not both have room.
static void add_text(Slide *slide, const App *app, int columns, int rows, Arena *arena)
{
    const Question *question = present_question(app);
    bool has_equation = slide->shape != SLIDE_TEXT;
    slide->wish.text_matters = question != NULL;
    for (SlideWords words = WORDS_ALL; words <= WORDS_OF_ANSWER; words++) {
        slide->text = slide_text(app, has_equation, words, slide->text.columns, arena);
        slide->wish.text = slide->text.count;
        bool other = question && question_is_settled(question) && has_equation;
        if (!other || text_left_out(slide, columns, rows) <= 0) return;
    }
}

// For a screen of columns x rows.
static Slide slide_of(const App *app, int columns, int rows, Arena *arena)
{
    int width = present_page_columns(columns);
    Slide slide = {.text = {.columns = width < WIDEST_TEXT ? width : WIDEST_TEXT}};
    if (shows_equation(app)) {
        slide.arithmetic = present_question(app) ? 0 : arithmetic_wish(app, width, arena);
        slide.code = view_entry_title(app->walk, app->walk->focus, width, arena);
        add_equation(&slide, app, columns, rows, arena);
    }
    slide.wish.arithmetic = slide.arithmetic;
    slide.wish.code = slide.code != NULL;
    add_text(&slide, app, columns, rows, arena);
    return slide;
}

bool slide_reads_on(const App *app)
{
    Arena scratch = {0};
    const Question *question = present_question(app);
    if (!question || !question_is_settled(question) || !shows_equation(app)) return false;
    Slide slide = slide_of(app, app->columns, app->rows, &scratch);
    bool cut = text_left_out(&slide, app->columns, app->rows) > 0;
    arena_free(&scratch);
    return cut;
}

enum { LEAST_COLUMNS = 60, LEAST_ROWS = 16 };

// In which shape letters can be larger.
static bool stacked_is_smaller(const Slide *slide)
{
    double beside_wide = (double)slide->beside.columns / LEAST_COLUMNS;
    double beside_tall = (double)slide->beside.rows / LEAST_ROWS;
    double stacked_wide = (double)slide->stacked.columns / LEAST_COLUMNS;
    double stacked_tall = (double)slide->stacked.rows / LEAST_ROWS;
    return fmax(stacked_wide, stacked_tall) < fmax(beside_wide, beside_tall);
}

PresentSize slide_need(const App *app, int columns, int rows, Arena *arena)
{
    if (columns < LEAST_COLUMNS) columns = LEAST_COLUMNS;
    if (rows < LEAST_ROWS) rows = LEAST_ROWS;
    Slide slide = slide_of(app, columns, rows, arena);
    PresentSize need = {LEAST_COLUMNS, LEAST_ROWS};
    int wide = 0, tall = 0;
    if (slide.shape != SLIDE_TEXT) {
        bool stacked = slide.shape == SLIDE_STACKED ||
                       (slide.shape == SLIDE_CUT && stacked_is_smaller(&slide));
        wide = stacked ? slide.stacked.columns : slide.beside.columns;
        tall = stacked ? slide.stacked.rows : slide.beside.rows;
    }
    if (slide.wish.text_matters) tall += slide.text.count;
    tall = present_rows_for(tall, slide.arithmetic);
    if (wide + 2 * PRESENT_MARGIN > need.columns) need.columns = wide + 2 * PRESENT_MARGIN;
    if (tall > need.rows) need.rows = tall;
    return need;
}

// ---- drawing ------------------------------------------------------------------------------------

const char *slide_time(const App *app, Arena *arena)
{
    int seconds = app->seconds, hours = seconds / 3600, minutes = seconds / 60 % 60;
    if (!app->timer) return "";
    if (hours) return arena_printf(arena, "%d:%02d:%02d", hours, minutes, seconds % 60);
    return arena_printf(arena, "%d:%02d", minutes, seconds % 60);
}

// "4/8  Score every key against one query", and on the right the time.
static void draw_title(Canvas *canvas, Rect area)
{
    const App *app = canvas->app;
    const Lesson *lesson = &canvas->walk->lesson;
    int step = walk_stage(app->walk).step;
    const char *title =
        step < 0 || step >= lesson->step_count ? lesson->title : lesson->steps[step].title;
    const char *time = slide_time(app, canvas->arena);
    int room = area.columns - 2 - utf8_width(str_from(time));
    const char *text =
        step < 0 ? title
                 : arena_printf(canvas->arena, "%d/%d  %s", step + 1, lesson->step_count, title);
    Style bold = {.attributes = ATTR_BOLD};
    frame_text(canvas->frame, area, area.column, area.row, bold,
               str_from(canvas_fit_text(canvas->arena, str_from(text), room)));
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
        Equation band = band_of(slide, i);
        equation_show(canvas, &band, area, &marks);
        int rows = band_rows(&band) + 1;
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
    const char *says = arena_printf(canvas->arena, "(%d more line%s: %s)", left + !alone,
                                    left + !alone == 1 ? "" : "s", how);
    Rect last = {area.column, area.row + area.rows - alone, area.columns, 1};
    int column = alone ? area.column + area.columns - utf8_width(str_from(says)) : area.column;
    frame_text(canvas->frame, last, column, last.row, (Style){.ink = INK_QUIET}, str_from(says));
}

static void draw_code(Canvas *canvas, const char *code, Rect area)
{
    code = canvas_fit_text(canvas->arena, str_from(code), area.columns);
    frame_text(canvas->frame, area, area.column, area.row, (Style){0}, str_from(code));
    name_ink(canvas, area);
}

static bool is_shown(const PresentLayout *made, PresentPart part)
{
    return made->part[part].rows > 0 && made->part[part].columns > 0;
}

PresentLayout slide_draw(Canvas *canvas, Rect area)
{
    Slide slide = slide_of(canvas->app, area.columns, area.rows, canvas->arena);
    PresentLayout made = present_layout(area.columns, area.rows, slide.wish);
    spread(&slide, made.air, canvas->arena);
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
