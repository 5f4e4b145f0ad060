#include "tui/present/present_layout.h"

#include "tui/layout.h"

enum { FEW_TEXT_ROWS = 3 }; // of a question, before its equation gives way

// The rows given to each part between title and keys, in the order in which they stand.
typedef struct Shares {
    int code, equation, arithmetic, text, progress;
    bool gaps; // a blank row after each
} Shares;

static int at_most(int value, int limit)
{
    return value < limit ? value : limit;
}

static int gap_rows(const Shares *shares)
{
    if (!shares->gaps) return 0;
    return 1 + (shares->code > 0) + (shares->equation > 0) + (shares->arithmetic > 0) +
           (shares->text > 0);
}

static int rows_of(const Shares *shares)
{
    return shares->code + shares->equation + shares->arithmetic + shares->text + shares->progress +
           gap_rows(shares);
}

// What gives way, the first that helps.
static Shares shrink(Shares all, int rows, PresentWish wish)
{
    if (rows_of(&all) > rows) all.progress = 0;
    if (rows_of(&all) > rows) all.gaps = false;
    if (rows_of(&all) > rows) all.code = 0;
    int over = rows_of(&all) - rows;
    if (over > 0 && wish.text_matters) {
        int keep = at_most(all.text, FEW_TEXT_ROWS), give = at_most(over, all.text - keep);
        if (wish.equation == 0) give = over;
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

static void stack(PresentLayout *made, PresentPart part, Rect *left, int rows)
{
    made->part[part] = (Rect){left->column, left->row, left->columns, rows};
    left->row += rows;
}

static void stack_apart(PresentLayout *made, PresentPart part, Rect *left, int rows, bool gap)
{
    stack(made, part, left, rows);
    if (rows && gap) left->row++;
}

PresentLayout present_layout(int columns, int rows, PresentWish wish)
{
    PresentLayout made = {0};
    if (layout_tier(columns, rows) == TIER_NONE) return made;
    Rect left = {0, 0, columns, rows};
    Shares shares = {wish.code, wish.equation, wish.arithmetic, wish.text, 1, true};
    shares = shrink(shares, rows - 2, wish);
    stack_apart(&made, PRESENT_TITLE, &left, 1, shares.gaps);
    left.column += PRESENT_MARGIN;
    left.columns -= 2 * PRESENT_MARGIN;
    stack_apart(&made, PRESENT_CODE, &left, shares.code, shares.gaps);
    stack_apart(&made, PRESENT_EQUATION, &left, shares.equation, shares.gaps);
    stack_apart(&made, PRESENT_ARITHMETIC, &left, shares.arithmetic, shares.gaps);
    stack(&made, PRESENT_TEXT, &left, shares.text);
    made.part[PRESENT_KEYS] = (Rect){0, rows - 1, columns, 1};
    if (shares.progress) made.part[PRESENT_PROGRESS] = (Rect){0, rows - 2, columns, 1};
    return made;
}

int present_rows_for(int equation, int arithmetic)
{
    return 2 + equation + arithmetic; // with title and keys
}
