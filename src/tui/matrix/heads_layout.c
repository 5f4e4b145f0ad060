// Where the tiles of the heads stand: as many as there are, in the largest pictures that leave room
// for all.
#include "tui/matrix/heads.h"

#include "tui/app.h"

enum {
    SIDES = 3,  // columns around a picture: ">|" and "|"
    GAP = 2,    // columns between tiles
    TITLE = 1,  // rows above a picture
    TOP = 1,    // the rule
    BOTTOM = 3, // the head, the message, the keys
    LEAST_TITLE = 11,
    MOST_SCALE = 4,
    MOST_NARROW = 16, // rows and columns of what is shown one character a cell
    MOST_SIZES = 16,
};

static int at_least_one(int value)
{
    return value > 1 ? value : 1;
}

typedef struct Size {
    int width, height;
} Size;

static HeadsLayout layout_with(const App *app, Size size)
{
    HeadsLayout made = {.width = size.width, .height = at_least_one(size.height)};
    made.pitch_x = (size.width > LEAST_TITLE - SIDES ? size.width + SIDES : LEAST_TITLE) + GAP;
    made.pitch_y = made.height + TITLE + 1;
    made.per_row = (app->columns - 1) / made.pitch_x;
    made.rows = (app->rows - TOP - BOTTOM + 1) / made.pitch_y;
    return made;
}

// The sizes that a picture of the matrix can have, the largest first: several characters a cell,
// twice as many columns as rows; one for each cell; then blocks of cells. Returns how many.
static int picture_sizes(const Shape *shape, Size *sizes)
{
    static const int BLOCKS[] = {64, 48, 40, 32, 24, 20, 16, 12};
    int64_t columns = shape->dim[shape->ndim - 1], rows = shape->dim[shape->ndim - 2];
    int count = 0;
    for (int by = MOST_SCALE; by > 0; by--) {
        if (2 * columns * by <= BLOCKS[0] && rows * by <= BLOCKS[0] / 2)
            sizes[count++] = (Size){(int)columns * 2 * by, (int)rows * by};
    }
    if (columns <= MOST_NARROW && rows <= MOST_NARROW) {
        sizes[count++] = (Size){(int)columns, (int)rows};
        return count;
    }
    for (size_t i = 0; i < sizeof BLOCKS / sizeof *BLOCKS; i++) {
        int width = BLOCKS[i], height = BLOCKS[i] / 2;
        sizes[count++] = (Size){width < 2 * columns ? width : (int)(2 * columns),
                                height < rows ? height : (int)rows};
    }
    return count;
}

// The largest pictures with which all are seen, else those with which most are.
HeadsLayout heads_layout(const App *app, const HeadsView *view)
{
    Size sizes[MOST_SIZES];
    int count = picture_sizes(&view->all.head[0].tensor->shape, sizes), best = 0;
    HeadsLayout made = layout_with(app, sizes[count - 1]);
    for (int i = 0; i < count && best < view->all.count; i++) {
        HeadsLayout other = layout_with(app, sizes[i]);
        if (other.per_row * other.rows <= best) continue;
        best = other.per_row * other.rows;
        made = other;
    }
    int room = app->rows - TOP - BOTTOM - TITLE; // what is higher has several rows on one
    if (made.height > room) made.height = at_least_one(room);
    made.per_row = at_least_one(made.per_row);
    made.rows = at_least_one(made.rows);
    int row = view->selected / made.per_row;
    int first_row = row >= made.rows ? row - made.rows + 1 : 0;
    made.first = first_row * made.per_row;
    return made;
}
