// What every movement has in common: the limit of its frames, and its frames as pages.
#include "figure/movement.h"

#include <inttypes.h>

bool movement_check(int64_t frames, Error *error)
{
    if (frames <= MOST_MOVING) return true;
    error_set(error, NULL, "this would take %" PRId64 " frames, and a moving figure has at most %d",
              frames, MOST_MOVING);
    return error_hint(error, "--kind equation TENSOR, which moves one operation");
}

double movement_seconds(const Movement *movement)
{
    double seconds = 0;
    for (int i = 0; i < movement->count; i++) seconds += movement->seconds[i];
    return seconds;
}

bool movement_pages(const Movement *movement, Figure *figure, Error *error)
{
    for (int i = 0; i < movement->count; i++) {
        Figure page = {.arena = figure->arena};
        if (!movement->draw(movement->context, i, &page, error)) return false;
        if (i == 0) {
            *figure = page;
            continue;
        }
        figure_add(figure, (FigureShape){.kind = SHAPE_PAGE});
        for (int k = 0; k < page.count; k++) figure_add(figure, page.shapes[k]);
    }
    return true;
}
