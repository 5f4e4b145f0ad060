// A role's sign: its letter on a chip of its colour, the same on the screen and in figures.
#pragma once

#include "base/color.h"
#include "study/axes/role.h"

typedef struct RoleSign {
    const char *letter; // "Q", "WV"; "" for ROLE_NONE
    Color chip, text;   // at least 5:1 in contrast
} RoleSign;

RoleSign role_sign(Role role);

enum { HEAD_COLORS = 7 };

// The colour of a head among others; after the last one they begin anew.
Color head_color(int64_t head);
