#include "support/opened.h"

#include "support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool open_text_as(Walk *walk, const char *text, const char *ending, Error *error)
{
    const char *name = arena_printf(error->arena, "/tmp/qkv-opened-XXXXXX%s", ending);
    char *path = str_copy(error->arena, str_from(name));
    int descriptor = mkstemps(path, (int)strlen(ending));
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), strlen(text));
    close(descriptor);
    bool ok = walk_open(walk, path, &(WalkOptions){0}, error);
    unlink(path);
    return ok;
}
