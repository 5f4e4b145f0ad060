// What characters the terminal is said to show.
#pragma once

#include <stdbool.h>

// Sets the locale from the environment, numbers excepted; where `needs_utf8`, characters are UTF-8
// whatever it says. Returns whether they are.
bool locale_choose(bool needs_utf8);
