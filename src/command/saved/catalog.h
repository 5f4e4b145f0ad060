// The lessons there are, with what is remembered of each.
#pragma once

#include "command/command.h"
#include "lesson/listed.h"

// In the order of the library. A file that is no lesson has what is wrong as its title, and no
// steps. The state is read without a warning: that comes when the lesson is opened.
LessonList catalog(Session *session, bool ascii); // with signs spelled out
