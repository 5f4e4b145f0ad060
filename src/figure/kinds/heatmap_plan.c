// A heatmap is planned first and drawn after. A plan follows from the unit (all fonts and margins
// are multiples of it), the size of the cells, and how many matrices are beside each other. The
// natural size has unit 1; a larger figure is the same with a larger unit, and so is a smaller one
// while its fonts can be read; from there on only its cells shrink.
#include "figure/kinds/heatmap.h"
#include "figure/page/box.h"
#include "figure/page/sheet.h"
#include "figure/parts/groups.h"

#include <math.h>

// In units.
static const double panel_gap = 28;
static const double bar_distance = 20;
static const double legend_room = 26;
static const double note_size = 10.5;
static const double title_size = 17, title_line = 22;

static const double heading_gap = 14;    // beside a heading
static const double tightest_unit = 0.5; // rather than no figure

// Of one matrix; x and y from its left end and the top of its cells.
typedef struct PanelPlan {
    const Heatmap *h;
    const HeatPanel *panel;
    AxisFit row, column;
    Cells cells;
    double heading; // from the top of the heading to that of the cells
    double grid_width, grid_height;
    double legend; // its width; 0: none
    bool bar_below;
    Callouts callouts;
    double bar_x, bar_y, bar_length;
    double bar_unit; // its numbers are no larger than the labels
} PanelPlan;

typedef struct Plan {
    double unit, margin; // margin: points
    unsigned given;      // concessions
    PanelPlan *panel;
    FigureBox *grid;            // of all panels
    FigureLines title, caption; // of all of it
    double grid_y, caption_y;
    double width, height;   // of everything, margins included
    double around, numbers; // the smallest fonts around cells and in them; 0: some have no numbers
    double least, area;     // the shortest side of a matrix; all of them
} Plan;

// ---- natural size -----------------------------------------------------------------------------

// One side of a cell, from how many there are: few are large, many fill a slide, and beyond that
// cells come as whole pixels of a figure drawn at twice its size; of thousands a pixel has several.
static double natural_side(const Heatmap *h, int64_t count)
{
    const int64_t most_lines = 8192;
    const double most_pixels = 2560;
    double largest = h->count > 1 ? 64 : 72, room = h->count > 1 ? 320 : 640;
    double side = room / (double)count;
    if (side >= largest) return largest;
    if (count > most_lines) return 0.5 / ceil((double)count / most_pixels);
    return fmax(floor(side * 2) / 2, 0.5);
}

static void natural_cell(const Heatmap *h, const Matrix *matrix, double *width, double *height)
{
    *width = natural_side(h, matrix->columns);
    *height = natural_side(h, matrix->rows);
    const double longish = 2.5; // a matrix is drawn with square cells unless it is a long strip
    double most = fmax(longish * fmin(*width, *height), 22);
    if (fmax(*width, *height) <= longish * fmin(*width, *height)) {
        most = fmin(*width, *height);
    }
    *width = fmin(*width, most);
    *height = fmin(*height, most);
    const FigurePhoto *photo = h->look->scale.photo;
    if (!photo) return;
    double down = (double)photo->rows / (double)matrix->rows;
    *height = *width * down * (double)matrix->columns / photo->columns;
}

// ---- one matrix -------------------------------------------------------------------------------

static Pen pen_at(const Heatmap *h, double unit)
{
    Pen pen = h->pen;
    pen.unit = unit;
    return pen;
}

// What is beside the matrix is in the corner that the labels leave, or before it.
static double cells_left(const PanelPlan *plan, double unit)
{
    const FigureHeading *heading = &plan->panel->heading;
    double labels = plan->row.extent, width = heading_width(heading, unit);
    if (!heading->beside || width <= 0) return labels;
    width += heading_gap * unit;
    bool in_corner =
        heading_height(heading, unit) <= plan->column.extent + 1.5 * heading_gap * unit;
    return in_corner ? fmax(labels, width) : labels + width;
}

static double size_of_labels(const Axis *axis, AxisFit fit)
{
    return axis->labels && !axis->numbered ? fit.size : HUGE_VAL;
}

static void plan_cells(const Heatmap *h, PanelPlan *plan, double unit, double margin, double size)
{
    const Matrix *matrix = &plan->panel->plane.matrix;
    double width, height;
    natural_cell(h, matrix, &width, &height);
    width *= size;
    height *= size;
    plan->grid_width = width * (double)matrix->columns;
    plan->grid_height = height * (double)matrix->rows;
    plan->row = axis_fit_rows(&plan->panel->axes.rows, height, unit);
    plan->column = axis_fit_columns(&plan->panel->axes.columns, width, unit);
    plan->cells = (Cells){.plane = &plan->panel->plane,
                          .scale = &h->scale[plan->panel->scale],
                          .photo = h->look->scale.photo,
                          .x = ceil(margin + cells_left(plan, unit)) - margin,
                          .width = width,
                          .height = height,
                          .least = h->request->pick.least_weight};
}

// Numbers are as large as the options ask, with fewer decimals where it takes that, or left out.
static void fit_numbers(const Heatmap *h, Cells *cells, int digits, const Pen *pen)
{
    const double readable = 4; // points, close by
    double least = fmax(h->look->least_text, h->look->width > 0 ? readable : 0);
    cells_fit_text(cells, digits, pen);
    while (cells->text_size > 0 && cells->text_size < least && cells->decimals) {
        digits = cells->decimals > 1 ? cells->decimals - 1 : -1;
        cells_fit_text(cells, digits, pen);
    }
    if (cells->text_size < least) cells->text_size = 0;
}

// The decimals of what is compared: of a number that needs as many, each panel has room for them.
static int common_decimals(const Heatmap *h, const PanelPlan *plan)
{
    int digits = h->look->digits, most = 0, room = plane_digits(digits);
    for (int i = 0; i < h->count; i++) {
        const Cells *cells = &plan[i].cells;
        if (cells->text_size <= 0) continue;
        bool is_cut = cells->decimals < plane_decimals(cells->plane, digits);
        if (is_cut && cells->decimals < room) room = cells->decimals;
        if (cells->decimals > most) most = cells->decimals;
    }
    return most < room ? most : room;
}

// So that a difference can be checked, none of the numbers compared is cut shorter than another.
static void fit_all_numbers(const Heatmap *h, PanelPlan *plan, const Pen *pen)
{
    if (h->look->no_values || h->look->scale.photo) return;
    for (int i = 0; i < h->count; i++) fit_numbers(h, &plan[i].cells, h->look->digits, pen);
    for (int i = 0; i < h->count && h->request->pick.least_weight <= 0; i++)
        if (plan[i].cells.text_size > 0) plan[i].cells.least = cells_least(&plan[i].cells);
    if (!h->request->panels.compare) return;
    int decimals = common_decimals(h, plan);
    double smallest = HUGE_VAL;
    for (int i = 0; i < h->count; i++) {
        cells_fit_text(&plan[i].cells, decimals > 0 ? decimals : -1, pen);
        smallest = fmin(smallest, plan[i].cells.text_size);
    }
    for (int i = 0; i < h->count; i++) plan[i].cells.text_size = smallest;
}

static void plan_bar(const Heatmap *h, PanelPlan *plan, double unit)
{
    const FigureLook *look = h->look;
    bool several = h->count > 1, wide = heatmap_is_wide(look);
    double edge = cells_gap(&plan->cells, unit) / 2, least = several ? 110 : 150;
    plan->bar_below = several || plan->grid_height < 96 * unit || (plan->callouts.count && !wide);
    if (gives(h->given, GIVE_PLACES)) plan->bar_below = several || !wide;
    double label = fmin(size_of_labels(&plan->panel->axes.rows, plan->row),
                        size_of_labels(&plan->panel->axes.columns, plan->column));
    plan->bar_unit = fmin(unit, label / colorbar_size(1));
    if (plan->bar_below) {
        double below = 14 * unit + (plan->legend > 0 ? legend_room * unit : 0);
        below += plan->column.below;
        below += fmax(plan->callouts.height - plan->grid_height, 0);
        plan->bar_x = plan->cells.x + edge;
        plan->bar_y = plan->grid_height + below;
        plan->bar_length = fmax(plan->grid_width, least * unit) - 2 * edge;
    } else {
        double beside = plan->callouts.left + plan->callouts.width;
        plan->bar_x = plan->cells.x + fmax(plan->grid_width, beside) + bar_distance * unit;
        plan->bar_y = edge;
        plan->bar_length = plan->grid_height - 2 * edge;
    }
    const ColorBar *bar = &h->bar[plan->panel->scale];
    bool none = gives(h->given, GIVE_BAR) || look->bare;
    if (!plan->panel->has_bar || !bar->ticks || none) plan->bar_length = 0;
}

// Of two runs a text is about the second.
static bool has_callouts(const Heatmap *h, const HeatPanel *panel)
{
    bool is_first_run = h->request->panels.edited && panel == h->panel;
    return !panel->is_difference && !is_first_run;
}

static void reach(FigureBox *box, double right, double below)
{
    box->right = fmax(box->right, right);
    box->below = fmax(box->below, below);
}

static void draw_panel(const void *what, const Pen *pen, double x, double y);

// Its box has its point at the left, where the cells begin.
static FigureBox *panel_box(const PanelPlan *plan, const Pen *pen)
{
    const Heatmap *h = plan->h;
    const HeatPanel *panel = plan->panel;
    double unit = pen->unit, bar_size = colorbar_size(plan->bar_unit);
    double thick = colorbar_thickness(plan->bar_unit);
    double left = plan->cells.x, bottom = plan->grid_height + plan->column.below;
    FigureBox *box = box_leaf(pen, heading_width(&panel->heading, unit), 0, draw_panel, plan);
    box->above = plan->heading;
    if (panel->heading.beside) reach(box, 0, heading_height(&panel->heading, unit) - box->above);
    if (plan->callouts.count)
        reach(box, left + plan->callouts.left + plan->callouts.width, plan->callouts.height);
    if (plan->legend > 0) bottom += legend_room * unit;
    reach(box, left + plan->grid_width + plan->column.overhang, bottom);
    reach(box, left + plan->legend, 0);
    const ColorBar *bar = &h->bar[panel->scale];
    double numbers = bar->widest * bar_size, label = colorbar_label_room(bar, plan->bar_unit);
    if (plan->bar_length > 0 && plan->bar_below)
        reach(box, plan->bar_x + plan->bar_length + (h->count > 1 ? numbers / 2 : 0),
              plan->bar_y + thick + 4 * unit + 1.2 * bar_size + label);
    else if (plan->bar_length > 0)
        reach(box, plan->bar_x + thick + 7 * unit + numbers + label, 0);
    if (plan->bar_length > 0 && panel->bar_note)
        reach(box, left + pen_width(pen, panel->bar_note, false) * note_size * unit,
              box->below + (note_size + 6) * unit);
    return box;
}

// ---- all of them ------------------------------------------------------------------------------

// In proportion, but no wider than that of the page, and less where room is scarce: hardly any
// around a figure that is between lines of text.
static double margin_at(const Heatmap *h, double unit)
{
    const double on_wide_page = 0.6, in_text = 0.3;
    double margin = fmin(HEATMAP_MARGIN * unit, sheet_margin(h->look));
    if (gives(h->given, GIVE_PLACES) && heatmap_is_wide(h->look)) margin *= on_wide_page;
    return gives(h->given, GIVE_LETTERS) && h->look->height <= 0 ? in_text * margin : margin;
}

// As wide as the figure, which is at least as wide as a line that can be read.
static void plan_caption(const Heatmap *h, Plan *plan)
{
    const FigureLook *look = h->look;
    if (!look->caption || !look->caption[0]) return;
    const double readable = 240;
    double least = fmin(readable * plan->unit, look->width > 0 ? look->width : HUGE_VAL);
    plan->width = fmax(plan->width, least);
    double room = plan->width - 2 * plan->margin;
    plan->caption = figure_caption_wrap(look->caption, room / plan->unit, &h->pen);
}

static void plan_outline(const Heatmap *h, Plan *plan)
{
    const char *title = h->look->title;
    double unit = plan->unit;
    plan->width = ceil(box_width(plan->grid) + 2 * plan->margin);
    if (h->count > 1 && title && title[0] && h->form != HEADING_NONE) {
        double room = fmax(plan->width - 2 * plan->margin, 260 * unit) / (title_size * unit);
        plan->title = lines_wrap(title, room, MOST_TITLE_LINES, true, &h->pen);
        plan->width = fmax(plan->width, plan->title.widest * title_size * unit + 2 * plan->margin);
    }
    plan->grid_y = plan->margin + plan->title.count * title_line * unit;
    double bottom = plan->grid_y + box_height(plan->grid);
    plan->caption_y = bottom + 14 * unit;
    plan_caption(h, plan);
    if (plan->caption.count) bottom = plan->caption_y + figure_caption_height(&plan->caption, unit);
    plan->height = ceil(bottom + plan->margin);
}

static void sum_up(Plan *plan, const PanelPlan *panel)
{
    double font = heading_smallest(&panel->panel->heading, plan->unit);
    if (panel->panel->axes.rows.labels) font = fmin(font, panel->row.size);
    if (panel->panel->axes.columns.labels) font = fmin(font, panel->column.size);
    if (panel->bar_length > 0) font = fmin(font, colorbar_size(panel->bar_unit));
    plan->around = fmin(plan->around, font);
    plan->numbers = fmin(plan->numbers, panel->cells.text_size);
    plan->least = fmin(plan->least, fmin(panel->grid_width, panel->grid_height));
    plan->area += panel->grid_width * panel->grid_height;
}

// Headings are of one height, and so are the labels of columns.
static Plan plan_at(const Heatmap *h, double unit, double size, int per_row)
{
    Arena *arena = h->pen.figure->arena;
    Plan plan = {.unit = unit, .margin = margin_at(h, unit)};
    plan.around = plan.numbers = plan.least = HUGE_VAL;
    Pen pen = pen_at(h, unit);
    FigureBox **box = NEW_ARRAY(arena, FigureBox *, h->count);
    double heading = 0, labels = 0;
    plan.panel = NEW_ARRAY(arena, PanelPlan, h->count);
    for (int i = 0; i < h->count; i++) {
        PanelPlan *panel = &plan.panel[i];
        *panel = (PanelPlan){.h = h, .panel = &h->panel[i]};
        plan_cells(h, panel, unit, plan.margin, size);
        if (!h->panel[i].heading.beside)
            heading = fmax(heading, heading_height(&h->panel[i].heading, unit));
        labels = fmax(labels, panel->column.extent);
    }
    fit_all_numbers(h, plan.panel, &pen);
    for (int i = 0; i < h->count; i++) {
        PanelPlan *panel = &plan.panel[i];
        panel->heading = ceil(plan.margin + heading + labels) - plan.margin;
        panel->legend = h->look->bare ? 0 : cells_legend_width(&panel->cells, &pen);
        if (has_callouts(h, panel->panel))
            panel->callouts = callouts_fit(h->look->focus, &panel->cells, h->look->width, &pen);
        plan_bar(h, panel, unit);
        sum_up(&plan, panel);
        box[i] = panel_box(panel, &pen);
    }
    plan.grid = box_grid(&pen, box, h->count, per_row, panel_gap * unit, panel_gap * unit);
    plan_outline(h, &plan);
    return plan;
}

// ---- sizes ------------------------------------------------------------------------------------

typedef struct PlanRoom {
    double width, height; // HUGE_VAL: any
    int per_row;
} PlanRoom;

// The largest cells with which the figure fits; halving finds them to a thousandth.
static bool fit_cells(const Heatmap *h, double unit, Plan *plan, PlanRoom room)
{
    const double least = 12; // points of cells, in either direction
    double low = 0, high = fmax(unit, 1);
    bool found = false;
    for (int i = 0; i < 12; i++) {
        double middle = (low + high) / 2;
        Plan tried = plan_at(h, unit, middle, room.per_row);
        bool too_large = tried.width > room.width || tried.height > room.height;
        if (!too_large && tried.least >= least) {
            *plan = tried;
            found = true;
        }
        *(too_large ? &high : &low) = middle;
    }
    return found;
}

// How much of the page its matrices have, along the side that they fill more of.
static double share_of(const Plan *plan, PlanRoom room, int count)
{
    double across = 0, down = 0;
    for (int i = 0; i < count; i++) {
        if (i < room.per_row) across += plan->panel[i].grid_width;
        if (i % room.per_row == 0) down += plan->panel[i].grid_height;
    }
    return fmax(across / room.width, down / room.height);
}

// Is there a label at each row or column that has a name, up to a number of them?
static bool is_labelled(const Axis *axis, AxisFit fit)
{
    const int64_t most = 32;
    return axis->count > most || axis_is_labelled(axis, fit);
}

static bool is_large(const Axis *axis, AxisFit fit)
{
    return axis->numbered || !axis->labels || fit.size >= axis->good - 0.01;
}

// Is it as the concessions leave it to be? Few large cells are not made larger.
static bool meets(const Heatmap *h, const Plan *plan, PlanRoom room, double largest, unsigned given)
{
    const int64_t few = 6;
    double share = share_of(plan, room, h->count);
    bool labelled = true, large = true, many = false;
    for (int i = 0; i < h->count; i++) {
        const PanelPlan *panel = &plan->panel[i];
        const Axis *rows = &panel->panel->axes.rows, *columns = &panel->panel->axes.columns;
        labelled &= is_labelled(rows, panel->row) && is_labelled(columns, panel->column);
        large &= is_large(rows, panel->row) && is_large(columns, panel->column);
        many |= rows->count >= few || columns->count >= few;
    }
    if (many && !box_is_large(share, largest, given)) return false;
    bool numbers = h->look->no_values || plan->numbers > 0 || gives(given, GIVE_NUMBERS);
    return numbers && (large || gives(given, GIVE_LETTERS)) &&
           (labelled || gives(given, GIVE_LABELS));
}

typedef struct PlanSearch {
    Heatmap *h;
    PlanRoom room;
    double largest; // share of the matrices
    Plan *plan;     // the last that was tried
} PlanSearch;

static bool is_good(void *layout, unsigned given, double unit)
{
    PlanSearch *search = layout;
    heatmap_give(search->h, given, unit);
    if (!fit_cells(search->h, unit, search->plan, search->room)) return false;
    double share = share_of(search->plan, search->room, search->h->count);
    if (!meets(search->h, search->plan, search->room, search->largest, given)) return false;
    search->plan->given = given;
    if (gives(given, GIVE_MATRIX)) search->largest = share;
    return true;
}

// How much larger than natural the figure is at the size asked for; HUGE_VAL: none was.
static double unit_for(const Plan *natural, const FigureLook *look, PlanRoom room)
{
    double within = sheet_margin(look), around = 2 * natural->margin;
    double unit = fmin((room.width - 2 * within) / (natural->width - around),
                       (room.height - 2 * within) / (natural->height - around));
    if (natural->margin * unit >= within) return unit;
    return fmin(room.width / natural->width, room.height / natural->height);
}

static bool plan_in(Heatmap *h, Plan *plan, PlanRoom room)
{
    heatmap_give(h, 0, heatmap_least_unit);
    *plan = plan_at(h, 1, 1, room.per_row);
    double unit = unit_for(plan, h->look, room), good = h->look->least_text;
    if (isinf(unit)) return true;
    *plan = plan_at(h, unit, unit, room.per_row);
    double read = fmax(heatmap_least_unit, good / colorbar_size(1));
    if (unit >= read && plan->around >= good && meets(h, plan, room, 0, 0)) return true;
    PlanSearch search = {.h = h, .room = room, .plan = plan};
    LayoutScales large = {fmax(unit, read), fmax(unit, read), 1};
    LayoutScales tight = {tightest_unit, tightest_unit, 1};
    return box_concede(is_good, &search, large) || box_concede(is_good, &search, tight);
}

// Without a size, what is most like a slide, where what is compared is in one row. On a page the
// largest cells, with their numbers if that is possible.
static double worth_of(const Heatmap *h, const Plan *plan, PlanRoom room)
{
    const double mute = 0.5; // without numbers
    if (isinf(room.width) && isinf(room.height))
        return h->request->panels.compare ? room.per_row : fmin(16 / plan->width, 9 / plan->height);
    return sqrt(plan->area) * (plan->numbers > 0 ? 1 : mute);
}

// Where only one side is given, as many are in a row as can be read.
static bool suffices(const Heatmap *h, const Plan *plan, PlanRoom room)
{
    const double readable = 6; // points
    bool one_side = isinf(room.width) != isinf(room.height);
    bool numbers = h->look->no_values || plan->numbers >= readable;
    return one_side && numbers && plan->around >= fmax(h->look->least_text, readable);
}

static bool choose_plan(Heatmap *h, Plan *plan)
{
    const FigureLook *look = h->look;
    PlanRoom room = {look->width > 0 ? look->width : HUGE_VAL,
                     look->height > 0 ? look->height : HUGE_VAL, h->count};
    double best = -1;
    for (; room.per_row > 0; room.per_row--) {
        Plan tried;
        if (!plan_in(h, &tried, room)) continue;
        double worth = worth_of(h, &tried, room);
        if (worth > best) *plan = tried;
        best = fmax(best, worth);
        if (suffices(h, &tried, room)) {
            *plan = tried;
            break;
        }
    }
    return best >= 0;
}

void heatmap_natural_size(const Heatmap *h, double *width, double *height)
{
    Plan plan = plan_at(h, 1, 1, h->count);
    *width = plan.width;
    *height = plan.height;
}

// ---- drawing ----------------------------------------------------------------------------------

static void draw_bar(const PanelPlan *plan, const Pen *pen, double x, double y)
{
    const ColorBar *bar = &plan->h->bar[plan->panel->scale];
    double unit = pen->unit, left = x + plan->bar_x, top = y + plan->bar_y;
    if (plan->bar_length <= 0) return;
    Pen own = *pen;
    own.unit = plan->bar_unit;
    colorbar_draw(bar, &own, left, top, plan->bar_length, !plan->bar_below);
    if (plan->panel->bar_note)
        pen_text(pen, x + plan->cells.x,
                 top + (36 + note_size / 2) * unit + colorbar_label_room(bar, plan->bar_unit),
                 plan->panel->bar_note, note_size * unit, ALIGN_START, pen->theme->muted);
}

static void draw_panel(const void *what, const Pen *pen, double x, double y)
{
    const PanelPlan *plan = what;
    const FigureFocus *focus = plan->h->look->focus;
    Cells cells = plan->cells;
    cells.x += x;
    cells.y = y;
    cells.axes = &plan->panel->axes;
    if (plan->h->count > 1) {
        FigureGroup *group = figure_group(pen->figure, "panel");
        group->number = (int)(plan->panel - plan->h->panel) + 1;
        group->title = plan->panel->heading.name;
    }
    heading_draw(&plan->panel->heading, pen, x, y - plan->heading);
    focus_draw_cells(focus, &cells, pen);
    groups_draw_lines(&plan->panel->axes, pen, cells.x, y, plan->grid_width, plan->grid_height);
    callouts_draw(&plan->callouts, &cells, pen);
    axis_draw_rows(&plan->panel->axes.rows, plan->row, pen, cells.x, cells.y);
    axis_draw_columns(&plan->panel->axes.columns, plan->column, pen, cells.x,
                      cells.y + (plan->column.below > 0 ? plan->grid_height : 0));
    if (plan->legend > 0)
        cells_draw_legend(&cells, pen, cells.x,
                          y + plan->grid_height + plan->column.below +
                              0.6 * legend_room * pen->unit);
    draw_bar(plan, pen, x, y);
    if (plan->h->count > 1) figure_group_end(pen->figure);
}

bool heatmap_draw(Heatmap *h)
{
    Plan plan;
    if (!choose_plan(h, &plan)) return false;
    heatmap_give(h, plan.given, plan.unit);
    Figure *figure = h->pen.figure;
    Pen pen = pen_at(h, plan.unit);
    figure->width = h->look->width > 0 ? h->look->width : plan.width;
    figure->height = h->look->height > 0 ? h->look->height : plan.height;
    double x = floor((figure->width - plan.width) / 2) + plan.margin;
    double y = floor((figure->height - plan.height) / 2);
    figure_group(figure, "heading");
    for (int i = 0; i < plan.title.count; i++)
        pen_bold(&pen, x, y + plan.margin + (i + 0.4) * title_line * plan.unit, plan.title.line[i],
                 title_size * plan.unit, ALIGN_START, pen.theme->text);
    figure_group_end(figure);
    box_draw(plan.grid, &pen, x, y + plan.grid_y);
    figure_caption_draw(&plan.caption, &pen, x, y + plan.caption_y);
    return true;
}
