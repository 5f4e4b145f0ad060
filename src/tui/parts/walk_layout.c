// Where the parts of the walk's screen stand: what they would like is asked of them, and divided by
// layout.h.
#include "tui/parts/walk_layout.h"

#include "tui/parts/present_layout.h"
#include "tui/parts/question.h"
#include "tui/parts/views.h"

enum {
    EQUATION_AIR = 2,  // a blank row above and below, where there is room
    WITH_GRADIENT = 3, // rows of arithmetic: names, numbers, and d loss / d the cell
};

int walk_depth(const App *app)
{
    bool roomy = layout_tier(app->columns, app->rows) == TIER_XL;
    return roomy && app->walk->depth ? 4 : app->walk->depth;
}

// Rows of arithmetic for each depth: the same for all cells, so that nothing jumps.
static int inspector_rows(const App *app)
{
    int depth = walk_depth(app);
    if (depth == 0 && walk_question(app->walk)) depth = 1; // a question wants its place
    if (depth == 0) return 0;
    int rows = (depth == 1 ? 4 : depth == 2 ? 8 : 12) + app->walk->gradients;
    return app->rows >= 36 ? rows + 1 : rows;
}

Layout walk_layout_of(const App *app, const Equation *equation, Arena *arena)
{
    LayoutWish wish = {.lesson = app->lesson};
    int columns = layout_equation_columns(app->columns, app->rows, app->lesson);
    if (app->walk->focus >= 0 && layout_tier(app->columns, app->rows) != TIER_NONE) {
        wish.equation_rows = equation_rows(equation, app->walk, columns, arena);
        if (layout_is_roomy(app->columns, app->rows)) wish.equation_rows += EQUATION_AIR;
        wish.inspector_rows = inspector_rows(app);
        if (app->walk->gradients) wish.inspector_least = WITH_GRADIENT;
    }
    if (layout_tier(app->columns, app->rows) == TIER_XL) wish.notes_rows = left_rows(app, arena);
    int question = question_rows(app, arena);
    if (question) { // the question and its choices come first
        if (layout_tier(app->columns, app->rows) == TIER_S) wish.equation_rows = 0;
        if (wish.inspector_rows < question) wish.inspector_rows = question;
        wish.inspector_least = question < app->rows / 2 - 2 ? question : app->rows / 2 - 2;
    }
    return layout(app->columns, app->rows, wish);
}

Layout walk_layout(const App *app, Arena *arena)
{
    Equation equation = equation_measure(app, arena);
    Layout made = walk_layout_of(app, &equation, arena);
    Rect walls[NOTES_WALLS];
    if (app->options->mode == MODE_NOTES) present_walls(&made.part[PART_LESSON], walls);
    return made;
}
