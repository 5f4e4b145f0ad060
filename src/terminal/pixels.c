// kitty: sw.kovidgoyal.net/kitty/graphics-protocol; iTerm2: iterm2.com/documentation-images.html.
#include "terminal/pixels.h"

#include "base/text/base64.h"

enum { KITTY_ID = 7077 }; // of the one image there is, so that others of this window are let alone

// In pieces of at most 4096 characters. q=2: nothing is answered; C=1: the cursor stays.
static void add_kitty(const Image *image, int columns, int rows, Buf *out)
{
    enum { PIECE = 3072 };
    for (int at = 0; at < image->png.n; at += PIECE) {
        Str piece = str_slice(image->png, at, at + PIECE);
        buf_add(out, STR("\033_G"));
        if (at == 0) buf_printf(out, "a=T,f=100,i=%d,q=2,C=1,c=%d,r=%d,", KITTY_ID, columns, rows);
        buf_printf(out, "m=%d;", at + PIECE < image->png.n);
        base64_add(out, piece);
        buf_add(out, STR("\033\\"));
    }
}

static void add_iterm(const Image *image, int columns, int rows, Buf *out)
{
    buf_printf(out,
               "\033]1337;File=inline=1;size=%d;width=%d;height=%d;preserveAspectRatio=0;"
               "doNotMoveCursor=1:",
               image->png.n, columns, rows);
    base64_add(out, image->png);
    buf_add_char(out, '\a');
}

void pixels_write(const Pixels *pixels, const Image *image, int columns, int rows, Buf *out)
{
    switch (pixels->way) {
    case PIXELS_NONE:
    case PIXELS_BLOCKS: break;
    case PIXELS_SIXEL: sixel_write(image, pixels->colors, out); break;
    case PIXELS_ITERM: add_iterm(image, columns, rows, out); break;
    case PIXELS_KITTY: add_kitty(image, columns, rows, out); break;
    }
}

void pixels_remove(const Pixels *pixels, Buf *out)
{
    if (pixels->way == PIXELS_KITTY) buf_printf(out, "\033_Ga=d,d=I,i=%d,q=2\033\\", KITTY_ID);
}
