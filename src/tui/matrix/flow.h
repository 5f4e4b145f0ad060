// Attention as lines: tokens in two columns, and from the selected query a line to each key, the
// heavier the larger its weight. Of many keys those with the most weight are shown, in their order.
#pragma once

#include "terminal/frame.h"
#include "trace/labels.h"
#include "walk/walk.h"

struct App;

typedef struct FlowView {
    Cell at;       // the selected query's row, in the slice that is shown
    unsigned from; // the screen that it was opened from
} FlowView;

bool flow_open(struct App *app); // from the walk, the heads or the large view
bool flow_leave(struct App *app);
bool flow_up(struct App *app);
bool flow_down(struct App *app);
bool flow_page_up(struct App *app);
bool flow_page_down(struct App *app);
bool flow_first(struct App *app);
bool flow_last(struct App *app);
bool flow_next_head(struct App *app);
bool flow_previous_head(struct App *app);
bool flow_select(struct App *app, int64_t query);
bool flow_enlarge(struct App *app); // the matrix, at the largest weight of the query
bool flow_enlarge_at(struct App *app, int64_t key);

// What queries there are to select.
void flow_queries(const struct App *app, DimLabels *labels, int64_t *count);

// One line to a key.
typedef struct FlowLine {
    int64_t key;
    double weight;
} FlowLine;

typedef enum FlowState { FLOW_SHOWN, FLOW_CLOSED, FLOW_HIDDEN, FLOW_NO_WEIGHTS } FlowState;

enum { FLOW_NAMED = 3 };

// What the query looks at: at most `limit` keys, those with the most weight, in their order.
typedef struct FlowRow {
    FlowState state;
    FlowLine *lines;
    int count;
    FlowLine heaviest[FLOW_NAMED]; // the heaviest first; as many as there are keys
    double entropy;                // bits
    double shown;                  // the weight of the lines together
} FlowRow;

FlowRow flow_row(const struct App *app, const FlowView *view, int limit, Arena *arena);
