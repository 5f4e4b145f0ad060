// Attention as lines: tokens in two columns, and from the selected query a line to each key, the
// heavier the larger its weight. Of many keys those with the most weight are shown, in their order.
#pragma once

#include "terminal/frame.h"
#include "trace/labels.h"
#include "walk/flow.h"

struct App;

typedef struct FlowView {
    Cell at;       // the selected query's row, in the slice that is shown
    unsigned from; // the screen that it was opened from
} FlowView;

bool flow_open(struct App *app); // from the walk, the heads or the large view
bool flow_leave(struct App *app);
bool flow_move(struct App *app, int by); // to another query
bool flow_move_head(struct App *app, int by);
bool flow_select(struct App *app, int64_t query);
bool flow_enlarge(struct App *app); // the matrix, at the largest weight of the query
bool flow_enlarge_at(struct App *app, int64_t key);

// What queries there are to select.
void flow_queries(const struct App *app, DimLabels *labels, int64_t *count);
