// Divides the screen of a presentation. First the widest spacing between cells is chosen that
// leaves room for everything; if there is no room even without spacing, parts are dropped one
// after the other until the rest fits. A few rows are kept free for text from the beginning of a
// step, so that the equation does not jump when words appear.
#include "tui/parts/present_layout.h"

#include "tui/core/layout.h"

enum {
    FEW_TEXT_ROWS = 3, // of a question, where its equation would leave it none
    PAGE_COLUMNS = 100,
    ENDS = 2, // rows of title and foot
};

// The rows given to each part between title and foot, in the order in which they stand.
typedef struct Shares {
    int code, equation, arithmetic, text;
    int gap; // blank rows after each
} Shares;

static int rows_of(const Shares *shares)
{
    return shares->code + shares->equation + shares->arithmetic + shares->text +
           shares->gap * (1 + (shares->code > 0) + (shares->equation > 0) +
                          (shares->arithmetic > 0) + (shares->text > 0));
}

// What gives way, the first that helps.
static Shares shrink(Shares all, int rows, PresentWish wish)
{
    if (rows_of(&all) > rows) all.gap = 0;
    if (rows_of(&all) > rows) all.code = 0;
    int over = rows_of(&all) - rows;
    if (over > 0 && wish.text_matters) {
        int left = rows - all.equation, keep = at_most(all.text, left > 0 ? left : FEW_TEXT_ROWS);
        int give = at_most(over, all.text - keep);
        if (all.equation == 0) give = over;
        all.text -= give;
        all.equation -= at_most(over - give, all.equation);
        return all;
    }
    bool caption = all.equation > 0; // half of one says nothing
    if (over > 0) all.text -= caption ? all.text : at_most(over, all.text);
    if (rows_of(&all) > rows) all.arithmetic = at_most(all.arithmetic, 1);
    if (rows_of(&all) > rows) all.arithmetic = 0;
    all.equation = at_most(all.equation, rows - all.arithmetic);
    return all;
}

// ---- air ----------------------------------------------------------------------------------------

// Blank rows above the title. Where there are none there is no row to spare for air either.
static int head_rows(int rows)
{
    enum { TALL = 28, PARTS = 12 };
    return rows < TALL ? 0 : rows / PARTS;
}

// What is shown at one time or another while a step goes on.
static Shares saved_free(Shares shares, int rows)
{
    enum { ARITHMETIC = 2, PARTS = 6, LEAST_TEXT = 7, MOST_TEXT = 12, ALL_TEXT = 14 };
    if (shares.equation) shares.arithmetic = at_least(shares.arithmetic, ARITHMETIC);
    int text = shares.equation ? at_most(at_least(rows / PARTS, LEAST_TEXT), MOST_TEXT) : ALL_TEXT;
    shares.text = at_least(shares.text, text);
    return shares;
}

static Shares shares_of(PresentWish wish, int air)
{
    return (Shares){wish.code, wish.equation[air].rows, wish.arithmetic, wish.text, 1 + (air > 1)};
}

// As much air as leaves room for everything.
static int choose_air(int columns, int rows, PresentWish wish)
{
    int air = head_rows(rows) ? PRESENT_AIRS - 1 : 0, wide = columns - 2 * PRESENT_MARGIN;
    for (; air > 0; air--) {
        Shares shares = saved_free(shares_of(wish, air), rows);
        PresentSize size = wish.equation[air];
        int room = rows - ENDS - head_rows(rows);
        if (size.rows && size.columns <= wide && rows_of(&shares) <= room) break;
    }
    return air;
}

// Rows that everything below the title is lowered by, towards the middle of the screen.
static int lowered(const Shares *shares, int rows)
{
    Shares kept = saved_free(*shares, rows);
    int spare = rows - ENDS - head_rows(rows) - rows_of(&kept);
    int left = rows - ENDS - head_rows(rows) - rows_of(shares);
    return at_most(at_least(spare / 2, 0), at_least(left, 0));
}

// ---- places -------------------------------------------------------------------------------------

int present_page_columns(int columns)
{
    return at_most(columns - 2 * PRESENT_MARGIN, at_least(columns * 3 / 5, PAGE_COLUMNS));
}

static void stack(PresentLayout *made, PresentPart part, Rect *left, int rows, int gap)
{
    made->part[part] = (Rect){left->column, left->row, left->columns, rows};
    left->row += rows + (rows ? gap : 0);
}

// Wider than the page, if it must be.
static Rect around(Rect page, int columns, int wanted)
{
    if (wanted <= page.columns) return page;
    int wide = at_most(wanted, columns - 2 * PRESENT_MARGIN);
    return (Rect){(columns - wide) / 2, page.row, wide, page.rows};
}

PresentLayout present_layout(int columns, int rows, PresentWish wish)
{
    PresentLayout made = {0};
    if (layout_tier(columns, rows) == TIER_NONE) return made;
    made.air = choose_air(columns, rows, wish);
    Shares shares = shares_of(wish, made.air);
    int head = head_rows(rows);
    if (rows_of(&shares) > rows - ENDS - head) head = 0;
    shares = shrink(shares, rows - ENDS - head, wish);
    int page = present_page_columns(columns);
    Rect left = {(columns - page) / 2, head, page, rows};
    stack(&made, PRESENT_TITLE, &left, 1, shares.gap);
    left.row += head ? lowered(&shares, rows) : 0;
    stack(&made, PRESENT_CODE, &left, shares.code, shares.gap);
    stack(&made, PRESENT_EQUATION, &left, shares.equation, shares.gap);
    made.part[PRESENT_EQUATION] =
        around(made.part[PRESENT_EQUATION], columns, wish.equation[made.air].columns);
    stack(&made, PRESENT_ARITHMETIC, &left, shares.arithmetic, shares.gap);
    stack(&made, PRESENT_TEXT, &left, shares.text, 0);
    made.part[PRESENT_FOOT] = (Rect){0, rows - 1, columns, 1};
    return made;
}

void present_walls(Rect *lesson, Rect walls[NOTES_WALLS])
{
    enum { LEAST_LESSON = 56, BETWEEN = 2 };
    static const PresentSize SIZES[] = {{80, 25}, {60, 17}, {60, 17}}; // each with its rule
    static const int COUNTS[] = {2, 2, 1};
    for (int i = 0; i < NOTES_WALLS; i++) walls[i] = (Rect){0};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        int columns = SIZES[i].columns, rows = SIZES[i].rows;
        bool fits =
            lesson->columns >= LEAST_LESSON + BETWEEN + columns && lesson->rows >= COUNTS[i] * rows;
        if (!fits) continue;
        int column = lesson->column + lesson->columns - columns;
        for (int k = 0; k < COUNTS[i]; k++)
            walls[k] = (Rect){column, lesson->row + k * rows, columns, rows};
        lesson->columns -= columns + BETWEEN;
        return;
    }
}

int present_rows_for(int equation, int arithmetic)
{
    return 2 + equation + arithmetic; // with title and foot
}
