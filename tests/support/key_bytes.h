// What an xterm sends for a key that is no click.
#pragma once

#include "terminal/keys.h"

const char *key_bytes(int code, Arena *arena);
