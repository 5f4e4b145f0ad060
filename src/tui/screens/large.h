// A matrix over the whole screen, while it is shown.
#pragma once

#include "trace/labels.h"
#include "trace/trace.h"
#include "tui/core/app.h"

// Where positions in it are counted along.
typedef struct LargePlace {
    Matrix matrix;
    DimLabels row_labels, column_labels;
    int64_t row, column; // the selected cell
} LargePlace;
LargePlace large_place(const App *app);

bool large_jump_to(App *app, int64_t row, int64_t column);
// Goes to a cell of the tensor that is shown, in whatever slice. False: it is another tensor's.
bool large_show(App *app, Cell cell);
