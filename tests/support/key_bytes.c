#include "support/key_bytes.h"

#include "base/text/utf8.h"

const char *key_bytes(int code, Arena *arena)
{
    static const char *const NAMED[] = {
        [KEYCODE_ENTER - KEYCODE_ENTER] = "\r",
        [KEYCODE_TAB - KEYCODE_ENTER] = "\t",
        [KEYCODE_BACKTAB - KEYCODE_ENTER] = "\033[Z",
        [KEYCODE_BACKSPACE - KEYCODE_ENTER] = "\177",
        [KEYCODE_ESCAPE - KEYCODE_ENTER] = "\033",
        [KEYCODE_UP - KEYCODE_ENTER] = "\033OA",
        [KEYCODE_DOWN - KEYCODE_ENTER] = "\033OB",
        [KEYCODE_LEFT - KEYCODE_ENTER] = "\033OD",
        [KEYCODE_RIGHT - KEYCODE_ENTER] = "\033OC",
        [KEYCODE_HOME - KEYCODE_ENTER] = "\033OH",
        [KEYCODE_END - KEYCODE_ENTER] = "\033OF",
        [KEYCODE_PAGE_UP - KEYCODE_ENTER] = "\033[5~",
        [KEYCODE_PAGE_DOWN - KEYCODE_ENTER] = "\033[6~",
        [KEYCODE_DELETE - KEYCODE_ENTER] = "\033[3~",
        [KEYCODE_INSERT - KEYCODE_ENTER] = "\033[2~",
        [KEYCODE_F1 - KEYCODE_ENTER] = "\033OP",
        [KEYCODE_F1 - KEYCODE_ENTER + 1] = "\033OQ",
        [KEYCODE_F1 - KEYCODE_ENTER + 2] = "\033OR",
        [KEYCODE_F1 - KEYCODE_ENTER + 3] = "\033OS",
        [KEYCODE_F1 - KEYCODE_ENTER + 4] = "\033[15~",
        [KEYCODE_F1 - KEYCODE_ENTER + 5] = "\033[17~",
        [KEYCODE_F1 - KEYCODE_ENTER + 6] = "\033[18~",
        [KEYCODE_F1 - KEYCODE_ENTER + 7] = "\033[19~",
        [KEYCODE_F1 - KEYCODE_ENTER + 8] = "\033[20~",
        [KEYCODE_F1 - KEYCODE_ENTER + 9] = "\033[21~",
        [KEYCODE_F1 - KEYCODE_ENTER + 10] = "\033[23~",
        [KEYCODE_F1 - KEYCODE_ENTER + 11] = "\033[24~",
    };
    if (code >= KEYCODE_ENTER) return NAMED[code - KEYCODE_ENTER];
    char text[5] = {0};
    utf8_encode((uint32_t)code, text);
    return str_copy(arena, str_from(text));
}
