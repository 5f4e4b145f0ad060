// What part a tensor plays, by what is done with it: attention weights are what averages values
// over positions, however they were made; scores are what the softmax makes them of. Of everything
// else its name says it (trace/names/roles.h), and a lesson's `#| role:` comes before all.
#pragma once

#include "study/axes/axis_kind.h"
#include "trace/names/roles.h"

Role role_of(const Trace *trace, int entry);
// In words: "attention weights", "scores", "router weights"; "none".
const char *role_title(const Trace *trace, int entry);

// Of the last tensor that was called so before the entry was made, or by it.
Role role_called(const Trace *trace, int entry, Str name);

// Text in which names are marked as of their roles (base/mark.h).

// `text`, which names the entry's output, as a part of its role; without a role as it is. An
// operand of written arithmetic is marked in any case.
RoleMark role_mark, role_mark_operand;
// Code of the program that made the entry: each name in it, with its indices, as a part of the role
// that it had there.
RoleMark role_mark_code;
