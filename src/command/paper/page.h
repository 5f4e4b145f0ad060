// A lesson in a page that runs it: the installed page with the lesson in its slot.
#pragma once

#include "command/command.h"
#include "walk/walk.h"

// The file of the page, in `arena`; NULL: it is not installed.
const char *page_path(Arena *arena);

// Writes the lesson that the command line names to --output, or to NAME.html. Errors: there is no
// such lesson, no page is installed, or the file is there already.
ExitCode page_export(const Arguments *arguments, Session *session);
