// Bytes as text: six bits a letter.
#include "base/text/base64.h"

void base64_add(Buf *out, Str bytes)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < bytes.n; i += 3) {
        unsigned group = 0;
        for (int k = 0; k < 3; k++)
            group = group << 8 | (i + k < bytes.n ? (unsigned char)bytes.p[i + k] : 0u);
        for (int k = 0; k < 4; k++)
            buf_add_char(out, i + k <= bytes.n ? DIGITS[group >> (18 - 6 * k) & 63] : '=');
    }
}
