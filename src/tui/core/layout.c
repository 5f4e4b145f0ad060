// Divides the screen among its parts, from the top down: the equation over all columns, below it
// the arithmetic, then the lesson; on wide screens the lesson is beside the arithmetic. So what a
// screen shows of an equation, a larger one shows as well. The contents say how many rows they
// would like (LayoutWish). When there are too few, the lesson is shortened first, then the
// arithmetic, and the equation last.
#include "tui/core/layout.h"

enum {
    S_COLUMNS = 60,
    S_ROWS = 16,
    M_COLUMNS = 80,
    M_ROWS = 24,
    L_COLUMNS = 120,
    L_ROWS = 30,
    XL_COLUMNS = 200,
    XL_ROWS = 60,
    ROOMY_ROWS = 36,  // of a screen of tier L: room for air
    LESSON_LINES = 3, // fewer cannot be read
    INSPECTOR_LINES = 2,
    EQUATION_LINES = 3,      // one row of a matrix, with its title and labels
    BESIDE_COLUMNS = 156,    // of the screen: arithmetic and lesson have 76 each
    LESSON_MAX_COLUMNS = 90, // all code of the lessons is narrower
    BOTTOM = 3,              // progress, status, keys
};

Tier layout_tier(int columns, int rows)
{
    if (columns >= XL_COLUMNS && rows >= XL_ROWS) return TIER_XL;
    if (columns >= L_COLUMNS && rows >= L_ROWS) return TIER_L;
    if (columns >= M_COLUMNS && rows >= M_ROWS) return TIER_M;
    return columns >= S_COLUMNS && rows >= S_ROWS ? TIER_S : TIER_NONE;
}

bool layout_is_roomy(int columns, int rows)
{
    return layout_tier(columns, rows) >= TIER_L && rows >= ROOMY_ROWS;
}

int at_most(int value, int limit)
{
    return value < limit ? value : limit;
}

int at_least(int value, int limit)
{
    return value > limit ? value : limit;
}

int within(int value, int low, int high)
{
    return at_least(at_most(value, high), low);
}

int layout_inspector_columns(int columns, LessonPane lesson)
{
    if (columns < BESIDE_COLUMNS || lesson == LESSON_HIDDEN) return columns;
    return columns - at_most(columns - BESIDE_COLUMNS / 2, LESSON_MAX_COLUMNS);
}

Rect rect_take(Rect *left, int rows)
{
    Rect taken = {left->column, left->row, left->columns, rows};
    left->row += rows;
    left->rows -= rows;
    return taken;
}

// Title and map above, progress, status and keys below; what is between is returned.
static Rect frame_parts(Layout *made, int columns, int rows, int pictures)
{
    Rect all = {0, 0, columns, rows};
    made->part[PART_TITLE] = rect_take(&all, 1);
    made->part[PART_MAP] = rect_take(&all, 1 + (made->tier >= TIER_L ? pictures : 0));
    int air = layout_is_roomy(columns, rows);
    Rect middle = {0, all.row + air, columns, all.rows - BOTTOM - 2 * air};
    Rect below = {0, rows - BOTTOM, columns, BOTTOM};
    made->part[PART_PROGRESS] = rect_take(&below, 1);
    made->part[PART_STATUS] = rect_take(&below, 1);
    made->part[PART_KEYS] = rect_take(&below, 1);
    return middle;
}

static int with_rule(int rows)
{
    return rows ? rows + 1 : 0;
}

// What the equation gets of the room that is left for it; a part that is too small to read: none.
static int equation_in(int room, int wished)
{
    int least = with_rule(at_most(wished, EQUATION_LINES)), rows = at_most(with_rule(wished), room);
    return rows < least ? 0 : rows;
}

// Below the equation: the lesson at the right, and at the left below the arithmetic what the reader
// left, where there is room for that.
static void place_beside(Layout *made, Rect below, LayoutWish wish)
{
    int columns = layout_inspector_columns(below.columns, wish.lesson);
    Rect left = {below.column, below.row, columns, below.rows};
    int most = left.rows - with_rule(at_least(wish.inspector_least, wish.inspector_rows));
    int notes = made->tier == TIER_XL ? within(with_rule(wish.notes_rows), 0, most) : 0;
    below.column += columns;
    below.columns -= columns;
    made->part[PART_LESSON] = rect_take(&below, below.rows);
    made->part[PART_INSPECTOR] = rect_take(&left, left.rows - notes);
    made->part[PART_NOTES] = rect_take(&left, notes);
}

// One below the other: equation, inspector, lesson. The lesson gives way first, then the inspector.
static void place_m(Layout *made, Rect middle, LayoutWish wish)
{
    bool lesson = wish.lesson != LESSON_HIDDEN || wish.equation_rows == 0;
    bool beside = middle.columns >= BESIDE_COLUMNS && lesson && wish.inspector_rows;
    int keep = lesson ? with_rule(LESSON_LINES) : 0;
    int least =
        wish.inspector_rows ? with_rule(at_least(wish.inspector_least, INSPECTOR_LINES)) : 0;
    int others = beside ? at_least(keep, least) : keep + least;
    made->part[PART_EQUATION] =
        rect_take(&middle, equation_in(middle.rows - others, wish.equation_rows));
    if (beside) {
        place_beside(made, middle, wish);
        return;
    }
    int inspector = at_most(with_rule(wish.inspector_rows), middle.rows - keep);
    made->part[PART_INSPECTOR] = rect_take(&middle, lesson ? inspector : middle.rows);
    made->part[PART_LESSON] = rect_take(&middle, middle.rows);
}

// Title above, status and keys below; between them the equation and its arithmetic. The progress
// bar gives way first, then the lesson, which is a key away, then the arithmetic.
static void place_s(Layout *made, int columns, int rows, LayoutWish wish)
{
    enum { BELOW = 2 };
    Rect middle = {0, 0, columns, rows - BELOW}, below = {0, rows - BELOW, columns, BELOW};
    made->part[PART_TITLE] = rect_take(&middle, 1);
    made->part[PART_STATUS] = rect_take(&below, 1);
    made->part[PART_KEYS] = rect_take(&below, 1);
    bool whole = wish.lesson == LESSON_WHOLE || wish.equation_rows + wish.inspector_rows == 0;
    if (whole) wish.equation_rows = wish.inspector_rows = 0;
    int least =
        wish.inspector_rows ? with_rule(at_least(wish.inspector_least, INSPECTOR_LINES)) : 0;
    int keep = wish.lesson_first ? with_rule(LESSON_LINES) : 0;
    int equation = equation_in(middle.rows - least - keep, wish.equation_rows);
    int inspector = at_most(with_rule(wish.inspector_rows), middle.rows - equation);
    if (equation == 0) inspector = at_most(inspector, middle.rows - with_rule(LESSON_LINES));
    inspector = at_least(inspector, at_most(least, middle.rows));
    int left = middle.rows - equation - inspector;
    bool lesson = whole || (wish.lesson != LESSON_HIDDEN && left >= with_rule(LESSON_LINES));
    int progress = left - (lesson ? with_rule(LESSON_LINES) : 0) > 0;
    made->part[PART_EQUATION] = rect_take(&middle, equation);
    made->part[PART_INSPECTOR] = rect_take(&middle, lesson ? inspector : middle.rows - progress);
    made->part[PART_LESSON] = rect_take(&middle, middle.rows - progress);
    made->part[PART_PROGRESS] = rect_take(&middle, progress);
}

Layout layout(int columns, int rows, LayoutWish wish)
{
    Layout made = {.tier = layout_tier(columns, rows)};
    if (made.tier == TIER_NONE) return made;
    if (made.tier == TIER_S) {
        place_s(&made, columns, rows, wish);
        return made;
    }
    Rect middle = frame_parts(&made, columns, rows, wish.picture_rows);
    if (wish.lesson == LESSON_WHOLE)
        made.part[PART_LESSON] = rect_take(&middle, middle.rows);
    else
        place_m(&made, middle, wish);
    return made;
}
