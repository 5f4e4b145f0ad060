// What one always wants, and so need not type: options from the environment (QKV_THEME=dark) and,
// behind it, from ~/.config/qkv/config: "theme = dark" for every command that has it, or for one,
// below its "[export]". Names and values are those of option_table[].
#pragma once

#include "command/command.h"

// Adds them to what was typed, as far as they go together with it: none of them makes a command
// line fail that would do without. What is wrong with one is reported, and the rest is taken: an
// old line must not keep a class from its lesson. With --no-config the file is not read.
void settings_take(const Command *command, Arguments *arguments, Session *session);
