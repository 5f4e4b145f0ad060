// What characters the terminal is said to show.
#pragma once

#include <stdbool.h>

// Sets the locale from the environment, numbers excepted. Returns whether it is UTF-8.
bool locale_choose(void);
