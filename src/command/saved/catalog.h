// The lessons there are, with what is remembered of each.
#pragma once

#include "command/command.h"
#include "lesson/listed.h"

// In the order of the library. A file that is no lesson has what is wrong as its title, and no
// steps. What is remembered is read without a warning: the lesson itself tells.
LessonList catalog(Session *session, bool ascii); // with signs spelled out
