// The signs that screens are drawn with, and what replaces them where a terminal has fewer.
//
// Words of a lesson are no signs: on the Linux console they stay as they are, in ASCII each letter
// becomes what comes closest.
#pragma once

#include "terminal/frame.h"
#include "terminal/options.h"

enum { SIGNS_MOST = 96 };

typedef struct Signs {
    SignSet set;
    bool is_wide[SIGNS_MOST]; // measured as wider than a column; by the numbers of sign_code()
} Signs;

// Sets the locale from the environment, numbers excepted; where `needs_utf8`, characters are UTF-8
// whatever it says. Returns whether they are. (locale.c)
bool locale_choose(bool needs_utf8);

// Were they asked for, whatever the locale says?
bool signs_need_utf8(SignSet wanted);

// Which set it is to be: `locale_is_utf8` and `term`, the value of TERM or NULL, decide of
// SIGNS_AUTO.
SignSet signs_chosen(SignSet wanted, bool locale_is_utf8, const char *term);

// The signs, one after another from number 0 on; 0: there are no more.
uint32_t sign_code(int number);

// What replaces a character where only ASCII is shown; it is one column.
char sign_ascii(uint32_t code);

// Is it shown as it is?
bool signs_show(const Signs *signs, uint32_t code);

// Replaces what is not shown as it is.
void signs_apply(const Signs *signs, Frame *frame);
