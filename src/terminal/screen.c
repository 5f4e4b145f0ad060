// ncurses keeps what is on the screen and writes what has changed, by an entry that capabilities.c
// makes.
//
// Pictures are on cells that are protected blanks: such are never erased.
#define _XOPEN_SOURCE    700
#define NCURSES_WIDECHAR 1
#include "terminal/screen.h"

#include "base/hash.h"
#include "base/text/base64.h"
#include "base/text/utf8.h"
#include "terminal/capabilities.h"

#include <curses.h>

#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { LOOKS = 64 };

static struct {
    SCREEN *curses;
    FILE *out;
    bool is_described; // by our entry
    int columns, rows;
    Arena arena;
    Glyph *glyphs; // of the frame that is shown
    Theme theme;
    struct KnownLook { // styles that were looked up
        Style style;
        Look look;
        bool is_known;
    } looks[LOOKS];
    bool has_many_pairs; // more become slow
    Pixels pixels;
    uint64_t picture; // a number of the one that is shown; 0: none is
} screen;

// ---- cells --------------------------------------------------------------------------------------

enum { ANY = -2 }; // in place of the colour of letters, where there are none

static int color_number(int look)
{
    return look >= 0 ? look : !screen.is_described ? -1 : look == ANY ? COLOR_ANY : COLOR_OWN;
}

static int pair_of(const Look *look)
{
    enum { MANY = 1 << 14 };
    int pair = alloc_pair(color_number(look->foreground), color_number(look->background));
    screen.has_many_pairs |= pair >= MANY;
    return pair < 0 ? 0 : pair;
}

// Where the entry is ours, a cell is dim: so sgr is used again after ncurses has ended attributes.
// And the page blinks, without colours: so it may be erased, whatever a terminal erases with.
static void put(int column, int row, const char *text, const Look *look, attr_t more)
{
    static const attr_t ATTRIBUTES[] = {A_BOLD, A_UNDERLINE, A_REVERSE};
    wchar_t wide[CCHARW_MAX + 1] = {0};
    cchar_t cell;
    Str rest = str_from(text);
    for (int i = 0, length; i < CCHARW_MAX && rest.n; rest = str_slice(rest, length, rest.n))
        wide[i++] = (wchar_t)utf8_decode(rest, &length);
    bool has_colors = screen.theme.depth > DEPTH_MONO;
    bool is_page = look->foreground == ANY && look->background < 0 && !look->attributes;
    bool is_bare = has_colors && is_page; // nothing but the terminal's own page is seen
    int pair = has_colors && !is_bare ? pair_of(look) : 0;
    for (int i = 0; i < 3; i++) more |= look->attributes & 1u << i ? ATTRIBUTES[i] : 0;
    if (screen.is_described) more |= is_bare ? A_BLINK : A_DIM;
    setcchar(&cell, wide, more, 0, &pair);
    mvadd_wch(row, column, &cell);
}

// ---- opening ------------------------------------------------------------------------------------

// ncurses takes a description from the environment, too.
static SCREEN *new_described(int colors, FILE *in)
{
    SCRATCH(scratch);
    Buf entry = {.arena = &scratch}, value = {.arena = &scratch};
    const char *before = getenv("TERMINFO");
    if (before) before = str_copy(&scratch, str_from(before));
    capabilities_add_entry(&entry, colors);
    buf_add(&value, STR("b64:"));
    base64_add(&value, buf_str(&entry));
    setenv("TERMINFO", buf_text(&value), 1);
    SCREEN *made = newterm(ENTRY_NAME, screen.out, in);
    unsetenv("TERMINFO");
    if (before) setenv("TERMINFO", before, 1);
    return made;
}

// An entry of ours is for terminals that take colours as in ECMA-48.
static SCREEN *new_screen(const char *name, bool is_direct, FILE *in)
{
    enum { FEW = 8, MANY = 256 };
    SCRATCH(scratch);
    const char *letters = capability("setaf", &scratch);
    int has = is_direct ? MANY : capability_number("colors");
    bool is_known = letters ? str_starts(str_from(letters), "\033[") : is_direct;
    bool is_usual = is_known && has >= FEW;
    SCREEN *made = is_usual ? new_described(has < MANY ? FEW : MANY, in) : NULL;
    screen.is_described = made;
    return made ? made : newterm(name, screen.out, in);
}

// Control characters that some systems keep for themselves (Ctrl-O on BSD) are keys, and Ctrl-S
// would seem to hang the program.
static void set_modes(void)
{
    struct termios modes;
    cbreak();
    noecho();
    nonl();
    if (tcgetattr(fileno(screen.out), &modes) != 0) return;
    modes.c_lflag &= ~(tcflag_t)IEXTEN;
    modes.c_iflag &= ~(tcflag_t)IXON;
    tcsetattr(fileno(screen.out), TCSADRAIN, &modes);
    def_prog_mode();
}

bool screen_open(const char *name, FILE *out, FILE *in, const Theme *theme)
{
    screen.out = out;
    screen.curses = new_screen(name, theme->depth == DEPTH_DIRECT, in);
    if (!screen.curses) return false;
    screen_set_theme(theme);
    set_modes();
    if (screen.theme.depth > DEPTH_MONO) start_color();
    use_default_colors();
    idcok(stdscr, FALSE); // a picture would not move
    typeahead(-1);
    keypad(stdscr, TRUE);
    screen_enter();
    return true;
}

static void update(void)
{
    wnoutrefresh(stdscr);
    doupdate();
}

// In the terminal's own colours.
static void clear_next(void)
{
    if (screen.is_described) fputs("\033[m", screen.out);
    fflush(screen.out);
    capabilities_forget();
    clearok(curscr, TRUE);
}

// The next frame finds nothing on it.
void screen_enter(void)
{
    erase();
    clear_next();
    update();
    screen_forget();
}

void screen_leave(void)
{
    endwin();
}

void screen_close(void)
{
    screen_leave();
    delscreen(screen.curses);
    arena_free(&screen.arena);
    screen.curses = NULL;
}

const Theme *screen_theme(void)
{
    return &screen.theme;
}

void screen_set_theme(const Theme *theme)
{
    screen.theme = *theme;
    bool is_too_many = theme->depth == DEPTH_DIRECT && !screen.is_described;
    if (is_too_many) screen.theme.depth = theme_depth(capability_number("colors"));
    memset(screen.looks, 0, sizeof screen.looks);
    screen_forget();
}

int screen_columns(void)
{
    return screen.columns;
}

int screen_rows(void)
{
    return screen.rows;
}

void screen_forget(void)
{
    screen.columns = screen.rows = 0;
}

// ---- rows ---------------------------------------------------------------------------------------

static Look style_look(Style style)
{
    unsigned at = (unsigned)style.ink * 31 + (unsigned)style.ground * 7 + style.attributes +
                  (unsigned)style.level * 5 + (unsigned)style.level_below * 13;
    struct KnownLook *known = &screen.looks[at % LOOKS];
    bool is_same = memcmp(&known->style, &style, sizeof style) == 0;
    if (!known->is_known || !is_same)
        *known = (struct KnownLook){style, theme_look(&screen.theme, style), true};
    return known->look;
}

// Blanks of one ground are the same, and what this system cannot measure is "?".
static void put_glyph(int column, int row, const Glyph *glyph)
{
    int length;
    Look look = style_look(glyph->style);
    const char *shown = look.instead ? look.instead : glyph->text;
    uint32_t code = utf8_decode(str_from(shown), &length);
    if (strcmp(shown, " ") == 0 && !(look.attributes & ATTR_REVERSE)) look.foreground = ANY;
    int width = utf8_char_width(code);
    bool is_known = code < 0x80 || wcwidth((wchar_t)code) == width;
    put(column, row, is_known ? shown : width == 2 ? "\uFF1F" : "?", &look, 0);
}

// A terminal may take it for wider or narrower than ncurses does.
static bool is_doubtful(const Glyph *glyph)
{
    enum { FIRST_OTHER = 0x300, SIGNS = 0x2010, LAST_SIGN = 0x2E80 };
    int length;
    uint32_t code = utf8_decode(str_from(glyph->text), &length);
    bool is_plain = code < FIRST_OTHER || (code >= SIGNS && code < LAST_SIGN);
    return glyph->text[0] && (!is_plain || glyph->text[length]);
}

// What has changed; returns whether blanks wait for doubtful characters: these come last, so that
// what is behind them has its place by then.
static bool put_row(const Glyph *glyphs, int row, bool is_last)
{
    Glyph *shown = &screen.glyphs[row * screen.columns];
    bool waits = false;
    for (int column = 0; column < screen.columns; column++) {
        const Glyph *glyph = &glyphs[column];
        if (memcmp(glyph, &shown[column], sizeof *glyph) == 0) continue;
        Glyph blank = {.text = " ", .style = glyph->style};
        bool is_late = !is_last && is_doubtful(glyph);
        if (glyph->text[0]) put_glyph(column, row, is_late ? &blank : glyph);
        bool is_wide = column + 1 < screen.columns && !glyph[1].text[0];
        if (is_late && is_wide) put_glyph(column + 1, row, &blank);
        if (!is_late) shown[column] = *glyph;
        waits |= is_late;
    }
    return waits;
}

// ---- pictures -----------------------------------------------------------------------------------

static bool has_picture(const Frame *frame)
{
    Rect area = frame->picture_area;
    return screen.pixels.way != PIXELS_NONE && frame->picture.rgb && area.column >= 0 &&
           area.row >= 0 && area.column + area.columns <= frame->columns &&
           area.row + area.rows < frame->rows; // behind the last row the screen would scroll
}

// Which one it is: the same again is not sent again.
static uint64_t picture_number(const Frame *frame)
{
    const Image *image = &frame->picture;
    int about[] = {frame->picture_area.column, frame->picture_area.row, frame->picture_area.columns,
                   frame->picture_area.rows,   (int)screen.pixels.way,  image->width};
    size_t size = (size_t)image->width * (size_t)image->height * 3;
    uint64_t number = hash_more(hash_more(HASH_START, about, sizeof about), image->rgb, size);
    return number ? number : 1;
}

// Of a wide character half under it the other half becomes a blank.
static void cut_around(Frame *frame)
{
    Rect area = frame->picture_area;
    for (int row = area.row; row < area.row + area.rows; row++) {
        frame_text(frame, area, area.column, row, (Style){0}, STR(" "));
        frame_text(frame, area, area.column + area.columns - 1, row, (Style){0}, STR(" "));
    }
}

static int shown_color(const Image *image, int column, int row)
{
    const unsigned char *at = &image->rgb[3 * (row * image->width + column)];
    return theme_shows(&screen.theme, (Color){at[0], at[1], at[2], 255});
}

// As half blocks, a character as wide as a pixel and as high as two; or as cells that wait for it.
static void put_picture(const Frame *frame)
{
    const Image *image = &frame->picture;
    Rect area = frame->picture_area;
    bool is_blocks = screen.pixels.way == PIXELS_BLOCKS;
    Look empty = theme_look(&screen.theme, (Style){0});
    for (int i = 0; i < area.rows * area.columns; i++) {
        int column = i % area.columns, row = i / area.columns;
        bool is_pixel = is_blocks && column < image->width && 2 * row + 1 < image->height;
        Look look = {ANY, empty.background, 0, NULL};
        if (is_pixel) {
            int upper = shown_color(image, column, 2 * row);
            look.background = shown_color(image, column, 2 * row + 1);
            if (upper != look.background) look.foreground = upper;
        }
        put(area.column + column, area.row + row, look.foreground < 0 ? " " : "▀", &look,
            is_blocks ? 0 : A_PROTECT);
        screen.glyphs[(area.row + row) * screen.columns + area.column + column] = (Glyph){0};
    }
}

// Its cells are written over, by a frame or by another picture, which leaves nothing of it.
void screen_hide_picture(Buf *out)
{
    if (screen.picture) pixels_remove(&screen.pixels, out);
    screen.picture = 0;
}

// Where the cursor is, and how it writes, ncurses knows; it finds both as they were.
static void add_picture(const Frame *frame, Buf *out)
{
    Rect area = frame->picture_area;
    buf_printf(out, "\0337\033[m\033[%d;%dH", area.row + 1, area.column + 1);
    pixels_write(&screen.pixels, &frame->picture, area.columns, area.rows, out);
    buf_add(out, STR("\0338"));
}

// ---- showing ------------------------------------------------------------------------------------

static void begin(const Frame *frame)
{
    if (screen.has_many_pairs) {
        reset_color_pairs();
        screen_forget(); // what is on the screen has the old ones
    }
    screen.has_many_pairs = false;
    if (screen.columns == frame->columns && screen.rows == frame->rows) return;
    if (COLS != frame->columns || LINES != frame->rows) resizeterm(frame->rows, frame->columns);
    clear_next();
    screen.columns = frame->columns;
    screen.rows = frame->rows;
    arena_free(&screen.arena);
    screen.glyphs = NEW_ARRAY(&screen.arena, Glyph, (size_t)screen.columns * (size_t)screen.rows);
    screen.picture = 0;
}

static void put_frame(const Frame *frame, bool pictured)
{
    bool waits = true;
    for (bool is_last = false; waits; is_last = true) {
        if (is_last) update();
        waits = false;
        for (int row = 0; row < frame->rows; row++)
            waits |= put_row(&frame->glyphs[row * frame->columns], row, is_last);
        if (pictured) put_picture(frame);
    }
}

void screen_show(Frame *frame, const Pixels *pixels, Buf *out)
{
    bool is_new = frame->columns != screen.columns || frame->rows != screen.rows;
    screen.pixels = *pixels;
    uint64_t wanted = has_picture(frame) ? picture_number(frame) : 0;
    if (is_new || screen.picture != wanted) screen_hide_picture(out);
    begin(frame);
    if (wanted) cut_around(frame);
    put_frame(frame, wanted);
    move(frame->cursor_row, frame->cursor_column);
    update();
    if (wanted != screen.picture && screen.pixels.way != PIXELS_BLOCKS) add_picture(frame, out);
    screen.picture = wanted;
}

void screen_show_row(const Glyph *glyphs)
{
    put_row(glyphs, screen.rows - 1, true);
    update();
}
