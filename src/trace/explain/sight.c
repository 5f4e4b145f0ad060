// Without a function to ask, everything may be seen.
#include "trace/explain/sight.h"

Seen sight_of(const Sight *sight, Cell cell)
{
    return sight->of ? sight->of(sight->by, cell) : SEEN;
}

bool sight_of_all(const Sight *sight, const Trace *trace, int entry)
{
    if (sight->all) return sight->all(sight->by, entry);
    const Shape *shape = &trace->entries[entry].call.shape;
    Cell cell = {.entry = entry};
    bool more = sight->of && shape_count(shape) > 0;
    while (more) {
        if (sight_of(sight, cell) != SEEN) return false;
        more = index_next(shape, &cell.at);
    }
    return true;
}
