// Finds a text by its name.
#include "base/asset.h"

#include "base/bug.h"

#include <string.h>

const char *asset_text(const char *name)
{
    for (const Asset *asset = assets; asset->name; asset++) {
        if (strcmp(asset->name, name) == 0) return asset->text;
    }
    BUG("no such asset");
}
