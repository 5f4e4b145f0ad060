// A lesson to begin with.
#pragma once

extern const char template_before_title[], template_behind_title[];
