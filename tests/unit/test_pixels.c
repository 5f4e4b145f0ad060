// Pictures as bytes: what each kind of terminal is sent, and when; libvterm shows half blocks.
#include "support/test.h"

#include "terminal/capabilities.h"
#include "terminal/screen.h"

#include <locale.h>
#include <string.h>
#include <unistd.h>
#include <vterm.h>

enum { COLUMNS = 20, ROWS = 6, CELL_WIDTH = 8, CELL_HEIGHT = 16 };

static const Rect AREA = {4, 1, 10, 3};

static Arena arena;

static const Color PAGE = RGB(0x102030);

// On a file.
static FILE *written; // what ncurses writes

static int begin(void **state)
{
    (void)state;
    Theme theme = {.depth = DEPTH_DIRECT, .page = PAGE, .text = RGB(0xffffff)};
    FILE *in = fopen("/dev/null", "r");
    written = tmpfile();
    setlocale(LC_CTYPE, "C.UTF-8");
    bool ok = written && in &&
              capabilities_open("xterm-256color", STDOUT_FILENO) == TERMINAL_USABLE &&
              screen_open("xterm-256color", written, in, &theme);
    return ok ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    screen_close();
    return 0;
}

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static Pixels pixels;

// An empty screen where pictures are shown so.
static void speak(PixelWay way)
{
    bool is_blocks = way == PIXELS_BLOCKS;
    screen_hide_picture(&(Buf){.arena = &arena});
    screen_forget();
    pixels = (Pixels){.way = way,
                      .cell_width = is_blocks ? 1 : CELL_WIDTH,
                      .cell_height = is_blocks ? 2 : CELL_HEIGHT,
                      .page = PAGE};
}

// Red goes with the column, green with the row, blue is `blue`.
static Image image_of(int blue)
{
    Image image = {.width = AREA.columns * pixels.cell_width,
                   .height = AREA.rows * pixels.cell_height};
    unsigned char *rgb = NEW_ARRAY(&arena, unsigned char, image.width *image.height * 3);
    for (int i = 0; i < image.width * image.height; i++) {
        rgb[3 * i] = (unsigned char)(i % image.width);
        rgb[3 * i + 1] = (unsigned char)(i / image.width);
        rgb[3 * i + 2] = (unsigned char)blue;
    }
    image.rgb = rgb;
    Buf png = {.arena = &arena};
    for (int i = 0; i < 10000; i++) buf_add_char(&png, (char)(i * 7 + blue));
    image.png = buf_str(&png);
    return image;
}

// "abc" before the picture, "instead" below it.
static Frame frame_with(const char *left, const Image *image)
{
    Frame frame = frame_new(&arena, COLUMNS, ROWS);
    const Rect all = {0, 0, COLUMNS, ROWS};
    frame_text(&frame, all, 0, 1, (Style){0}, str_from(left));
    frame_text(&frame, all, 5, 2, (Style){0}, STR("instead"));
    if (image) {
        frame.picture = *image;
        frame.picture_area = AREA;
    }
    return frame;
}

static Str sent(Frame frame)
{
    Buf out = {.arena = &arena}, own = {.arena = &arena};
    long from = lseek(fileno(written), 0, SEEK_CUR);
    screen_show(&frame, &pixels, &own);
    long n = lseek(fileno(written), 0, SEEK_CUR) - from;
    char *bytes = arena_alloc(&arena, (size_t)n + 1);
    assert_int_equal(pread(fileno(written), bytes, (size_t)n, from), n);
    buf_add(&out, (Str){bytes, (int)n});
    buf_add(&out, buf_str(&own));
    return buf_str(&out);
}

static bool has(Str bytes, const char *part)
{
    return str_find(bytes, part) >= 0;
}

static const char *const PROTOCOLS[] = {"\033P", "\033_G", "\033]1337"};

static void only_the_protocol_that_the_terminal_has_is_spoken(void **state)
{
    (void)state;
    static const char *const SPOKEN[] = {NULL, NULL, "\033P", "\033]1337", "\033_G"};
    for (PixelWay way = PIXELS_NONE; way <= PIXELS_KITTY; way++) {
        speak(way);
        Image image = image_of(1);
        Str bytes = sent(frame_with("abc", &image));
        for (int i = 0; i < 3; i++)
            assert_int_equal(has(bytes, PROTOCOLS[i]),
                             SPOKEN[way] && strcmp(PROTOCOLS[i], SPOKEN[way]) == 0);
        assert_int_equal(has(bytes, "instead"), way == PIXELS_NONE);
        assert_true(bytes.n < 20000);
        bytes = sent(frame_with("abc", NULL)); // and nothing is left of it
        for (int i = 0; i < 3; i++)
            assert_int_equal(has(bytes, PROTOCOLS[i]), way == PIXELS_KITTY && i == 1);
        assert_int_equal(has(bytes, "instead"), way != PIXELS_NONE);
    }
}

static void a_picture_is_sent_again_only_when_it_changes(void **state)
{
    (void)state;
    for (PixelWay way = PIXELS_BLOCKS; way <= PIXELS_KITTY; way++) {
        speak(way);
        Image image = image_of(1), other = image_of(2);
        int first = sent(frame_with("abc", &image)).n;
        assert_true(sent(frame_with("abc", &image)).n < 10);
        assert_true(sent(frame_with("xyz", &image)).n < 40);
        assert_true(sent(frame_with("xyz", &other)).n > first / 2);
        Frame moved = frame_with("xyz", &other);
        moved.picture_area.row++;
        assert_true(sent(moved).n > first / 2);
        screen_forget(); // after Ctrl-L
        assert_true(sent(moved).n > first / 2);
    }
}

static int value_of(char digit)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = digit ? strchr(DIGITS, digit) : NULL;
    return at ? (int)(at - DIGITS) : -1;
}

static void add_decoded(Buf *out, Str base64)
{
    unsigned bits = 0;
    int count = 0;
    for (int i = 0; i < base64.n && value_of(base64.p[i]) >= 0; i++) {
        bits = bits << 6 | (unsigned)value_of(base64.p[i]);
        count += 6;
        if (count >= 8) buf_add_char(out, (char)(bits >> (count -= 8)));
    }
}

static void kitty_gets_the_file_in_pieces(void **state)
{
    (void)state;
    speak(PIXELS_KITTY);
    Image image = image_of(1);
    Str bytes = sent(frame_with("abc", &image));
    Buf file = {.arena = &arena};
    bool is_last = false;
    for (int at; (at = str_find(bytes, "\033_G")) >= 0;) {
        assert_false(is_last);
        Str piece = str_slice(bytes, at + 3, bytes.n);
        piece = str_slice(piece, 0, str_find(piece, "\033\\"));
        bytes = str_slice(bytes, at + 3 + piece.n, bytes.n);
        int data = str_find(piece, ";") + 1;
        if (file.n == 0) assert_true(str_find(piece, "c=10,r=3,") > 0);
        is_last = str_find(str_slice(piece, 0, data), "m=0;") >= 0;
        assert_true(piece.n - data <= 4096);
        add_decoded(&file, str_slice(piece, data, piece.n));
    }
    assert_true(is_last);
    assert_true(str_equal(buf_str(&file), image.png));
}

static void iterm_gets_the_file_in_one(void **state)
{
    (void)state;
    speak(PIXELS_ITERM);
    for (int cut = 0; cut < 3; cut++) { // of all lengths in base64
        Image image = image_of(1);
        image.png.n -= cut;
        screen_forget();
        Str bytes = sent(frame_with("abc", &image));
        int at = str_find(bytes, "\033]1337;File=inline=1;"), data = str_find(bytes, ":") + 1;
        assert_true(at >= 0 && data > at);
        assert_true(has(bytes, ";width=10;height=3;preserveAspectRatio=0;"));
        Buf file = {.arena = &arena};
        add_decoded(&file, str_slice(bytes, data, bytes.n));
        assert_true(str_equal(buf_str(&file), image.png));
        assert_int_equal(bytes.p[data + (image.png.n + 2) / 3 * 4], '\a');
    }
}

static void sixels_are_as_large_as_the_image(void **state)
{
    (void)state;
    speak(PIXELS_SIXEL);
    Image image = image_of(1);
    Str bytes = sent(frame_with("abc", &image));
    int at = str_find(bytes, "\033P"), size = str_find(bytes, "\"1;1;80;48");
    assert_true(at >= 0 && size > at);
    assert_true(str_find(str_slice(bytes, at, bytes.n), "\033\\") > 0);
    pixels.colors = 4;
    screen_forget();
    bytes = sent(frame_with("abc", &image));
    assert_true(has(bytes, "#3;2;"));
    assert_false(has(bytes, "#4;2;"));
}

static void a_picture_never_reaches_into_the_last_row(void **state)
{
    (void)state;
    speak(PIXELS_KITTY);
    Image image = image_of(1);
    for (int row = -1; row <= ROWS; row++) {
        Frame frame = frame_with("abc", &image);
        frame.picture_area.row = row;
        bool fits = row >= 0 && row + AREA.rows < ROWS;
        screen_forget();
        screen_hide_picture(&(Buf){.arena = &arena});
        assert_int_equal(has(sent(frame), "a=T"), fits);
    }
}

// ---- half blocks --------------------------------------------------------------------------------

static VTermScreenCell cell_of(VTermScreen *screen, int column, int row)
{
    VTermScreenCell cell;
    vterm_screen_get_cell(screen, (VTermPos){row, column}, &cell);
    return cell;
}

static void is_pixel(VTermColor shown, int x, int y, int blue)
{
    assert_true(VTERM_COLOR_IS_RGB(&shown));
    assert_int_equal(shown.rgb.red, x);
    assert_int_equal(shown.rgb.green, y);
    assert_int_equal(shown.rgb.blue, blue);
}

static void shows_blocks(VTermScreen *screen, int blue)
{
    for (int row = 0; row < AREA.rows; row++) {
        for (int i = 0; i < AREA.columns; i++) {
            VTermScreenCell cell = cell_of(screen, AREA.column + i, AREA.row + row);
            assert_int_equal(cell.chars[0], U'▀');
            is_pixel(cell.fg, i, 2 * row, blue);
            is_pixel(cell.bg, i, 2 * row + 1, blue);
        }
    }
}

static void half_blocks_stay_while_text_beside_them_changes(void **state)
{
    (void)state;
    VTerm *terminal = vterm_new(ROWS, COLUMNS);
    vterm_set_utf8(terminal, 1);
    VTermScreen *screen = vterm_obtain_screen(terminal);
    vterm_screen_reset(screen, 1);
    speak(PIXELS_BLOCKS);
    Image image = image_of(9), other = image_of(200);
    static const char *const LEFT[] = {"abc", "", "注意注", "x", "x注意", "   "};
    for (int i = 0; i < 6; i++) {
        Str bytes = sent(frame_with(LEFT[i], &image));
        vterm_input_write(terminal, bytes.p, (size_t)bytes.n);
        shows_blocks(screen, 9);
        assert_true(cell_of(screen, 3, 1).width == 1 || i == 2);
    }
    Str bytes = sent(frame_with("abc", &other));
    vterm_input_write(terminal, bytes.p, (size_t)bytes.n);
    shows_blocks(screen, 200);
    assert_int_equal(cell_of(screen, 0, 1).chars[0], 'a');
    bytes = sent(frame_with("abc", NULL));
    vterm_input_write(terminal, bytes.p, (size_t)bytes.n);
    assert_int_equal(cell_of(screen, 5, 2).chars[0], 'i');
    VTermColor behind = cell_of(screen, 4, 1).bg;
    assert_true(VTERM_COLOR_IS_DEFAULT_BG(&behind));
    vterm_free(terminal);
}

// ncurses has 65536 at once, and becomes slow long before.
static void pairs_of_colours_do_not_run_out(void **state)
{
    (void)state;
    enum { FILMS = 4, FRAMES = 256, WIDTH = 10, HEIGHT = 6 };
    VTerm *terminal = vterm_new(ROWS, COLUMNS);
    vterm_set_utf8(terminal, 1);
    VTermScreen *screen = vterm_obtain_screen(terminal);
    vterm_screen_reset(screen, 1);
    speak(PIXELS_BLOCKS);
    for (int i = 0; i < FILMS * FRAMES; i++) {
        unsigned char rgb[WIDTH * HEIGHT][3];
        for (int k = 0; k < WIDTH * HEIGHT; k++) {
            rgb[k][0] = (unsigned char)k;
            rgb[k][1] = (unsigned char)(i / FRAMES);
            rgb[k][2] = (unsigned char)(i % FRAMES);
        }
        Str bytes = sent(frame_with("abc", &(Image){WIDTH, HEIGHT, rgb[0], {0}}));
        vterm_input_write(terminal, bytes.p, (size_t)bytes.n);
        VTermScreenCell cell = cell_of(screen, AREA.column + 3, AREA.row);
        is_pixel(cell.fg, 3, i / FRAMES, i % FRAMES);
        is_pixel(cell.bg, WIDTH + 3, i / FRAMES, i % FRAMES);
        arena_free(&arena);
    }
    vterm_free(terminal);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, release)
    const struct CMUnitTest tests[] = {
        TEST(only_the_protocol_that_the_terminal_has_is_spoken),
        TEST(a_picture_is_sent_again_only_when_it_changes),
        TEST(kitty_gets_the_file_in_pieces),
        TEST(iterm_gets_the_file_in_one),
        TEST(sixels_are_as_large_as_the_image),
        TEST(a_picture_never_reaches_into_the_last_row),
        TEST(half_blocks_stay_while_text_beside_them_changes),
        TEST(pairs_of_colours_do_not_run_out),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
