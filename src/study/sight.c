// Asks the walk, where there is one.
#include "study/sight.h"

Seen sight_of(const Sight *sight, Cell cell)
{
    return sight->of ? sight->of(sight->by, cell) : SEEN;
}

bool sight_of_all(const Sight *sight, const Trace *trace, int entry)
{
    if (sight->all) return sight->all(sight->by, entry);
    const Shape *shape = &trace->entries[entry].call.shape;
    Cell cell = {.entry = entry};
    bool any = sight->of && shape_count(shape) > 0;
    for (; any && sight_of(sight, cell) == SEEN;) any = index_next(shape, &cell.at);
    return !any;
}
