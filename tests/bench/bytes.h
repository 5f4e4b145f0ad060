// What a terminal is sent.
#pragma once

#include <stdbool.h>

// Bytes for a key, in a walk through lessons. Returns whether they are at most twice those that
// were once enough.
bool bench_bytes(void);
