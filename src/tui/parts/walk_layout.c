// Where the parts of the walk's screen are: what they would like is asked of them, and divided by
// layout.h.

#include "tensor/op.h"
#include "tui/parts/lesson_sight.h"
#include "tui/parts/present_layout.h"
#include "tui/parts/question.h"
#include "tui/parts/views.h"

enum {
    EQUATION_AIR = 2,  // a blank row above and below, where there is room
    PICTURE = 2,       // rows, of what is done
    GIVEN = 2,         // rows: by what, and what it feeds
    WITH_GRADIENT = 3, // rows of arithmetic: names, numbers, and d loss / d the cell
    BESIDE_TEXT = 6,   // rows of an equation while the lesson is read on
};

int walk_depth(const App *app)
{
    bool roomy = layout_tier(app->columns, app->rows) == TIER_XL;
    return roomy && app->walk->view.depth ? 4 : app->walk->view.depth;
}

// Levels of arithmetic of an entry, at most `most`; what is only moved is none.
static int levels_of(const Trace *trace, int entry, int most)
{
    const OpCall *call = &trace->entries[entry].call;
    int levels = 0, own = !call->op->moves;
    if (most == 0 || !call->op->sources) return most > 0; // "given" takes a line
    for (int i = 0; i < call->input_count && levels < most - own; i++) {
        int origin = call->input[i]->origin;
        levels = at_least(origin < 0 ? 0 : levels_of(trace, origin, most - own), levels);
    }
    return own + levels;
}

// Rows of arithmetic for each depth: the same for all cells, so that nothing jumps, and no more
// than the operation has levels.
static int inspector_rows(const App *app)
{
    int depth = walk_depth(app);
    int levels = depth > 1 ? levels_of(app->walk->trace, app->walk->at.focus, depth) : depth;
    if (depth > 1 && levels < depth) depth = levels > 1 ? levels : 1;
    bool asks = walk_question(app->walk) || question_told(app);
    if (depth == 0 && asks) depth = 1; // a question wants its place, and so does its reason
    if (depth == 0) return 0;
    int rows = (depth == 1 ? 4 : depth == 2 ? 8 : 12) + app->walk->view.gradients;
    const Walk *walk = app->walk;
    bool given = walk->at.focus_call < 0 && !walk->trace->entries[walk->at.focus].call.op->sources;
    if (given && layout_tier(app->columns, app->rows) < TIER_L)
        return GIVEN + walk->view.gradients; // it has no arithmetic: the text gets the room
    return app->rows >= 36 ? rows + 1 : rows;
}

Layout walk_layout_of(const App *app, const Equation *equation, Arena *arena)
{
    LayoutWish wish = {.picture_rows = PICTURE,
                       .lesson = lesson_fills(app) ? LESSON_WHOLE : app->lesson};
    if (app->walk->at.focus >= 0 && layout_tier(app->columns, app->rows) != TIER_NONE) {
        Rect all = {0, 0, app->columns, app->rows};
        wish.equation_rows = equation_rows(equation, app->walk, app->columns, arena) +
                             view_equation_code(app, all, arena).count;
        if (layout_is_roomy(app->columns, app->rows)) wish.equation_rows += EQUATION_AIR;
        bool airy = layout_tier(app->columns, app->rows) == TIER_XL;
        if (airy) wish.equation_rows = at_least(wish.equation_rows, app->rows * 2 / 5);
        wish.inspector_rows = inspector_rows(app);
        if (app->walk->view.gradients) wish.inspector_least = WITH_GRADIENT;
    }
    if (layout_tier(app->columns, app->rows) == TIER_XL) wish.notes_rows = left_rows(app, arena);
    int welcome = welcome_rows(app);
    if (welcome == 0 || (welcome > 0 && wish.inspector_rows)) {
        wish.inspector_rows = wish.inspector_least = welcome;
        wish.lesson_first = true;
    }
    int question = question_rows(app, arena);
    bool reads_on = app->reads && app->lesson == LESSON_BESIDE;
    if (reads_on && !question && layout_tier(app->columns, app->rows) == TIER_M) {
        wish.equation_rows = at_most(wish.equation_rows, BESIDE_TEXT); // the text gets the room
        wish.inspector_rows = wish.inspector_least = 0;
    }
    if (question) { // what is asked, and why, comes first
        int below = question_told_is_here(app) ? wish.inspector_rows : 0;
        wish.inspector_least = question;
        if (wish.inspector_rows < question + below) wish.inspector_rows = question + below;
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
