// Warns of what is nearly one of the signs that a lesson is written with and so is none: it would
// silently be prose, or nothing.
#pragma once

#include "check/findings.h"
#include "walk/walk.h"

void slips_warn(const Walk *walk, Findings *findings);
