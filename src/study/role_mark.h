// Text in which names are marked as of their roles (base/mark.h).
#pragma once

#include "trace/roles.h"

// `text`, which names the entry's output, as a part of its role; without a role as it is. An
// operand of written arithmetic is marked in any case.
RoleMark role_mark, role_mark_operand;
// Code of the program that made the entry: each name in it, with its indices, as a part of the role
// that it had there.
RoleMark role_mark_code;
