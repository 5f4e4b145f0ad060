// What the program says about itself, all of it from the rows of commands and options and from the
// pages of the manual (assets/manual).
#pragma once

#include "command/about/manual.h"
#include "command/command.h"

enum { HELP_COLUMNS = 80 };

void help_overview(const Command *const *commands, Buf *out);
void help_command(const Command *command, Buf *out);

// qkv(1), as troff source with the man macros (pages.c).
bool man_page(Session *session);
