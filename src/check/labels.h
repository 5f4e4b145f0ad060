// Warns of a given tensor without axes beside others of its block that have some.
#pragma once

#include "check/findings.h"
#include "walk/walk.h"

void labels_warn(const Walk *walk, Findings *findings);
