// The checkout that a program is in: the folder where its packages begin, which is the one that
// it may read.
//
// It is the folder of the file. Where that is a package (it has an __init__.py) it is the folder
// that the topmost package is in; and where that or a folder above it has a file which says that
// a project begins there (pyproject.toml, setup.py, setup.cfg, requirements.txt), it is the nearest
// of these. The home folder and what is above it are never taken for one.
#pragma once

#include "base/arena.h"

#include <stdbool.h>

typedef struct Checkout {
    const char *top;   // its folder, to be opened
    const char *shown; // as messages call what is in it: "../", or "" for the folder one is in
    const char *name;  // what its absolute names begin with: "/minGPT"
    const char *here;  // the folder of the file, from the top: "scripts", or ""
    const char *file;  // the name of the file in it; NULL: it is elsewhere
    bool is_named;     // with --files: names begin at the top
} Checkout;

// `named`: the folder is given, and searched no further; NULL: it is that of the file.
const Checkout *checkout_of(const char *named, const char *path, Arena *arena);
