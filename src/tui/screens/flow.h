// Attention as lines, while they are shown.
#pragma once

#include "trace/labels.h"
#include "tui/core/app.h"

// What queries there are to select.
void flow_queries(const App *app, DimLabels *labels, int64_t *count);
bool flow_select(App *app, int64_t query);
