// What every unit test includes: cmocka with its prelude.
// cmocka's macros fail, skip, mock, run_test … are not to be used as names.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
