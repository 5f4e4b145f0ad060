// Hashes of bytes: FNV-1a with 64 bits (Fowler, Noll, Vo), h = (h ^ byte) * 1099511628211, which is
// short and gives the same number on every machine.
#pragma once

#include "base/str.h"

#include <stdint.h>

#define HASH_START UINT64_C(14695981039346656037)

// That of what came before and of these bytes behind it.
static inline uint64_t hash_more(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++) hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
    return hash;
}

static inline uint64_t hash_text(Str text)
{
    return hash_more(HASH_START, text.p, (size_t)text.n);
}
