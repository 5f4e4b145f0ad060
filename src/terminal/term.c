// ncurses, and nothing of it anywhere else.
//
// What is worked around here was measured: resizes are asked from the kernel each time, because
// KEY_RESIZE gets lost; the size never comes from LINES and COLUMNS; keys are read from a pad,
// because reading from a window refreshes it; a terminal that is gone is noticed by poll().
#define _XOPEN_SOURCE    700
#define NCURSES_WIDECHAR 1
#include "terminal/term.h"

#include "base/utf8.h"
#include "terminal/locale.h"
#include "terminal/rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <ncurses.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#undef columns // <term.h> has macros for what it calls its capabilities
#undef lines

enum {
    ESCAPE_MS = 50,   // ssh may split the bytes of an arrow key
    LONGEST_MS = 250, // asleep, where a signal might not wake
    TWICE_MS = 400,   // between the clicks of a double click
    MOST_KEYS = 256,  // of one burst
    MOST_PAIRS = 60,  // all terminals with colours have 64
    PASTE_BEGIN = KEY_MAX + 1,
    PASTE_END = KEY_MAX + 2,
};

typedef struct Pair {
    int foreground, background;
} Pair;

static struct {
    SCREEN *screen;
    WINDOW *input;
    FILE *tty; // when stdin is no terminal
    int descriptor;
    bool ascii, mouse, brackets_paste;
    bool takes_mouse; // where there is one
    bool pressed, pasting, takes_paste;
    Key click; // the last one, and when it was, in milliseconds; code 0: none
    int64_t clicked_at;
    Theme theme;
    Pair pairs[MOST_PAIRS];
    int pair_count;
    const char *note;
    int columns, rows; // of the frame that is shown
    Key keys[MOST_KEYS];
} term;

// ---- opening ----------------------------------------------------------------------------------

#define INSTEAD "go line by line: qkv learn --linear LESSON"

static bool refuse(Error *error, const char *name, const char *why)
{
    error_set(error, NULL, "the terminal TERM=%s %s", name, why);
    return error_hint(error,
                      "set TERM to what your terminal is (Debian's package ncurses-term knows "
                      "more of them), or " INSTEAD);
}

static bool can_place_cursor(const char *name, int descriptor)
{
    int status;
    if (setupterm(name, descriptor, &status) != OK) return false;
    const char *move_to = tigetstr("cup");
    bool can = move_to && move_to != (const char *)-1;
    del_curterm(cur_term);
    return can;
}

static bool is_known(const char *name, int descriptor)
{
    int status;
    if (setupterm(name, descriptor, &status) != OK) return false;
    del_curterm(cur_term);
    return true;
}

// The name to open: TERM's own, or of a terminal that most others understand.
static const char *choose_name(int descriptor, Error *error)
{
    static const char *const OTHERS[] = {"xterm-256color", "xterm", "vt100"};
    const char *name = getenv("TERM");
    if (!name || !*name) {
        error_set(error, NULL, "TERM is not set, so there is no terminal to draw on");
        error_hint(error, "export TERM=xterm-256color suits most terminals; ncurses-term knows "
                          "more of them; or " INSTEAD);
        return NULL;
    }
    if (strcmp(name, "dumb") == 0 ||
        (is_known(name, descriptor) && !can_place_cursor(name, descriptor))) {
        refuse(error, name, "cannot place its cursor");
        return NULL;
    }
    if (can_place_cursor(name, descriptor)) return name;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        if (!can_place_cursor(OTHERS[i], descriptor)) continue;
        term.note = "This TERM is not known here (ncurses-term may know it); drawn as xterm.";
        return OTHERS[i];
    }
    refuse(error, name, "is not known here");
    return NULL;
}

static bool open_streams(FILE **in, Error *error)
{
    if (!isatty(STDOUT_FILENO)) {
        error_set(error, NULL, "standard output is not a terminal");
        return error_hint(error, INSTEAD);
    }
    *in = stdin;
    if (isatty(STDIN_FILENO)) return true;
    term.tty = fopen("/dev/tty", "r+"); // the lesson came through stdin
    *in = term.tty;
    if (term.tty) return true;
    error_set(error, NULL, "standard input is not a terminal: %s", strerror(errno));
    return error_hint(error, INSTEAD);
}

static void close_tty(void)
{
    if (term.tty) fclose(term.tty);
    term.tty = NULL;
}

// ---- leaving ------------------------------------------------------------------------------------

static const char MOUSE_OFF[] = "\033[?1000l\033[?1002l\033[?1006l";
static const char PASTE_ON[] = "\033[?2004h", PASTE_OFF[] = "\033[?2004l";

// A capability without the padding "$<5>" that only tputs() may interpret.
static void add_capability(Buf *out, const char *name)
{
    const char *text = tigetstr(name);
    if (!text || text == (const char *)-1) return;
    while (*text) {
        const char *end = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
        if (end)
            text = end + 1;
        else
            buf_add_char(out, *text++);
    }
}

static void prepare_rescue(void)
{
    Arena scratch = {0}; // capabilities are known only after newterm()
    Buf reset = {.arena = &scratch};
    if (term.mouse) buf_add(&reset, str_from(MOUSE_OFF));
    if (term.brackets_paste) buf_add(&reset, str_from(PASTE_OFF));
    static const char *const NAMES[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) add_capability(&reset, NAMES[i]);
    rescue_arm(buf_text(&reset), (size_t)reset.n);
    arena_free(&scratch);
}

// Straight to the terminal: ncurses has no capability for it here.
static void send_bytes(const char *bytes)
{
    fflush(stdout);
    size_t left = strlen(bytes);
    while (left > 0) {
        ssize_t written = write(term.descriptor, bytes, left);
        if (written <= 0) return;
        bytes += written;
        left -= (size_t)written;
    }
}

void term_close(void)
{
    if (!term.screen) return;
    if (term.brackets_paste) send_bytes(PASTE_OFF);
    rescue_disarm();
    if (!isendwin()) endwin();
    delwin(term.input);
    delscreen(term.screen);
    term.screen = NULL;
    close_tty();
    rescue_replay_stderr();
}

// ---- settings -----------------------------------------------------------------------------------

static void set_colors(const TermOptions *options)
{
    bool wanted = theme_wants_color(options->color, getenv("QKV_COLOR"), getenv("NO_COLOR"));
    term.theme =
        (Theme){.depth = DEPTH_MONO, .light = theme_is_light(options->theme, getenv("COLORFGBG"))};
    term.pair_count = 1; // pair 0 is the terminal's own colours
    term.pairs[0] = (Pair){-1, -1};
    if (!wanted || !has_colors() || start_color() == ERR) return;
    if (use_default_colors() == ERR) return; // without it every background would be black
    term.theme.depth = theme_depth(COLORS);
    term.theme.painted = options->painted;
    term.theme.cvd = options->palette && strcmp(options->palette, "cvd") == 0;
}

static void set_mouse(const TermOptions *options)
{
    const char *report = tigetstr("kmous");
    bool reports = report && report != (const char *)-1;
    term.brackets_paste = reports;
    term.mouse = reports && !options->no_mouse;
    if (!term.mouse) return;
    term_take_mouse(true);
    mouseinterval(0); // else each click waits for a second one
}

void term_take_mouse(bool takes)
{
    static const mmask_t used = BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED | BUTTON1_PRESSED |
                                BUTTON1_RELEASED | BUTTON4_PRESSED | BUTTON5_PRESSED;
    if (!term.mouse || term.takes_mouse == takes) return;
    term.takes_mouse = takes;
    mousemask(takes ? used : 0, NULL);
}

// Control characters that some systems keep for themselves (C-o on BSD) are keys here.
static void free_control_keys(void)
{
    struct termios modes;
    if (tcgetattr(term.descriptor, &modes) != 0) return;
    modes.c_lflag &= ~(tcflag_t)IEXTEN;
    modes.c_iflag &= ~(tcflag_t)IXON; // Ctrl-S would seem to hang the program
    tcsetattr(term.descriptor, TCSANOW, &modes);
    def_prog_mode();
}

static void set_keys(void)
{
    cbreak();
    noecho();
    nonl();
    free_control_keys();
    if (!getenv("ESCDELAY")) set_escdelay(ESCAPE_MS);
    term.input = newpad(1, 1);
    keypad(term.input, TRUE);
    nodelay(term.input, TRUE);
    if (!term.brackets_paste) return;
    define_key("\033[200~", PASTE_BEGIN);
    define_key("\033[201~", PASTE_END);
    send_bytes(PASTE_ON);
}

bool term_open(const TermOptions *options, Error *error)
{
    FILE *in;
    term.note = NULL;
    if (!open_streams(&in, error)) return false;
    term.descriptor = fileno(in);
    const char *name = choose_name(STDOUT_FILENO, error);
    if (!name) {
        close_tty();
        return false;
    }
    term.ascii = !locale_choose() || options->ascii;
    unsetenv("LINES"); // they would override the size that the terminal has
    unsetenv("COLUMNS");
    static bool closes_at_exit;
    if (!closes_at_exit) closes_at_exit = atexit(term_close) == 0;
    rescue_begin(term.descriptor);
    term.screen = newterm(name, stdout, in);
    if (!term.screen) {
        rescue_disarm();
        close_tty();
        return refuse(error, name, "cannot be opened");
    }
    set_mouse(options);
    prepare_rescue();
    rescue_capture_stderr();
    set_colors(options);
    set_keys();
    leaveok(stdscr, FALSE);
    return true;
}

bool term_is_ascii(void)
{
    return term.ascii;
}

Theme term_theme(void)
{
    return term.theme;
}

const char *term_note(void)
{
    return term.note;
}

// ---- showing --------------------------------------------------------------------------------

void term_size(int *columns, int *rows)
{
    struct winsize size;
    bool known = ioctl(term.descriptor, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col;
    if (known && is_term_resized(size.ws_row, size.ws_col)) resizeterm(size.ws_row, size.ws_col);
    getmaxyx(stdscr, *rows, *columns);
}

static short pair_of(int foreground, int background)
{
    for (int i = 0; i < term.pair_count; i++) {
        if (term.pairs[i].foreground == foreground && term.pairs[i].background == background)
            return (short)i;
    }
    if (term.pair_count >= MOST_PAIRS || term.pair_count >= COLOR_PAIRS) return 0;
    short pair = (short)term.pair_count;
    if (init_pair(pair, (short)foreground, (short)background) == ERR) return 0;
    term.pairs[term.pair_count++] = (Pair){foreground, background};
    return pair;
}

static attr_t attributes_of(unsigned attributes)
{
    attr_t on = A_NORMAL;
    if (attributes & ATTR_BOLD) on |= A_BOLD;
    if (attributes & ATTR_UNDERLINE) on |= A_UNDERLINE;
    if (attributes & ATTR_REVERSE) on |= A_REVERSE;
    return on;
}

// A character with its combining marks, as wide characters; what this system cannot measure
// becomes "?".
static void widen(const char *text, wchar_t *wide)
{
    Str rest = str_from(text);
    int count = 0, length;
    for (; rest.n && count < CCHARW_MAX; rest = str_slice(rest, length, rest.n)) {
        wchar_t c = (wchar_t)utf8_decode(rest, &length);
        if (count > 0 && wcwidth(c) != 0) continue;
        wide[count++] = c;
    }
    wide[count] = L'\0';
    Str first = str_from(text);
    int expected = utf8_char_width(utf8_decode(first, &length));
    if (wcwidth(wide[0]) != expected) wcscpy(wide, expected == 2 ? L"\uFF1F" : L"?");
}

static void show_glyph(const Glyph *glyph, int column, int row)
{
    if (!glyph->text[0]) return; // the right half of a wide character
    Look look = theme_look(term.theme, glyph->style);
    wchar_t wide[CCHARW_MAX + 1];
    widen(glyph->text, wide);
    cchar_t cell;
    short pair = pair_of(look.foreground, look.background);
    if (setcchar(&cell, wide, attributes_of(look.attributes), pair, NULL) == ERR) return;
    mvwadd_wch(stdscr, row, column, &cell);
}

void term_show(const Frame *frame)
{
    for (int row = 0; row < frame->rows; row++) {
        for (int column = 0; column < frame->columns; column++)
            show_glyph(&frame->glyphs[row * frame->columns + column], column, row);
    }
    wmove(stdscr, frame->cursor_row, frame->cursor_column);
    term.columns = frame->columns;
    term.rows = frame->rows;
    wnoutrefresh(stdscr);
    doupdate();
}

void term_repaint(void)
{
    clearok(curscr, TRUE);
}

// ---- waiting ------------------------------------------------------------------------------------

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool same_place(Key a, Key b)
{
    return a.column == b.column && a.row == b.row;
}

// The second of two clicks in one place; a third one is a first one again.
static int click_code(Key key)
{
    int64_t now = milliseconds();
    bool twice = term.click.code && same_place(term.click, key) && now - term.clicked_at < TWICE_MS;
    term.click = key;
    term.click.code = !twice;
    term.clicked_at = now;
    return twice ? KEYCODE_DOUBLE_CLICK : KEYCODE_CLICK;
}

static Key mouse_key(void)
{
    MEVENT event;
    Key key = {.code = KEYCODE_UNKNOWN};
    if (getmouse(&event) == ERR) return key;
    key.column = event.x;
    key.row = event.y;
    if (event.bstate & BUTTON4_PRESSED) key.code = KEYCODE_WHEEL_UP;
    if (event.bstate & BUTTON5_PRESSED) key.code = KEYCODE_WHEEL_DOWN;
    // Press and release come apart, together as a click, or the release alone; what comes at once
    // may be two clicks already.
    bool release = event.bstate & BUTTON1_RELEASED;
    if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED) || (release && !term.pressed))
        key.code = click_code(key);
    else if (event.bstate & BUTTON1_DOUBLE_CLICKED)
        key.code = KEYCODE_DOUBLE_CLICK;
    else if (release && term.pressed && !same_place(term.click, key))
        key.code = KEYCODE_DRAG;
    term.pressed = (event.bstate & BUTTON1_PRESSED) && !release;
    return key;
}

static int function_code(wint_t code)
{
    static const struct {
        wint_t curses;
        int code;
    } SAME[] = {
        {KEY_UP, KEYCODE_UP},
        {KEY_DOWN, KEYCODE_DOWN},
        {KEY_LEFT, KEYCODE_LEFT},
        {KEY_RIGHT, KEYCODE_RIGHT},
        {KEY_HOME, KEYCODE_HOME},
        {KEY_END, KEYCODE_END},
        {KEY_PPAGE, KEYCODE_PAGE_UP},
        {KEY_NPAGE, KEYCODE_PAGE_DOWN},
        {KEY_DC, KEYCODE_DELETE},
        {KEY_IC, KEYCODE_INSERT},
        {KEY_ENTER, KEYCODE_ENTER},
        {KEY_BTAB, KEYCODE_BACKTAB},
        {KEY_BACKSPACE, KEYCODE_BACKSPACE},
        {KEY_A1, KEYCODE_HOME},
        {KEY_A3, KEYCODE_PAGE_UP},
        {KEY_C1, KEYCODE_END},
        {KEY_C3, KEYCODE_PAGE_DOWN},
        {KEY_FIND, KEYCODE_HOME},
        {KEY_SELECT, KEYCODE_END},
    };
    for (size_t i = 0; i < sizeof SAME / sizeof *SAME; i++) {
        if (SAME[i].curses == code) return SAME[i].code;
    }
    if (code >= KEY_F(1) && code <= KEY_F(12)) return KEYCODE_F1 + (int)(code - KEY_F(1));
    return KEYCODE_UNKNOWN;
}

static int character_code(wint_t code)
{
    switch (code) {
    case '\r':
    case '\n': return KEYCODE_ENTER;
    case '\t': return KEYCODE_TAB;
    case 8:
    case 127: return KEYCODE_BACKSPACE;
    case 27: return KEYCODE_ESCAPE;
    default: return (int)code;
    }
}

// Pasted text goes into one line.
static int pasted_code(int code)
{
    return code == KEYCODE_ENTER || code == KEYCODE_TAB ? ' ' : code;
}

// Everything that waits, without waiting; returns how many keys. Pasted text is dropped, unless
// there is a line to put it in.
static int read_keys(bool *pasted)
{
    int count = 0;
    wint_t code;
    for (int status; count < MOST_KEYS && (status = wget_wch(term.input, &code)) != ERR;) {
        Key key = {.code = KEYCODE_UNKNOWN};
        if (status == OK)
            key.code = character_code(code);
        else if (code == KEY_RESIZE)
            continue;
        else if (code == PASTE_BEGIN || code == PASTE_END) {
            term.pasting = code == PASTE_BEGIN;
            *pasted |= !term.takes_paste;
            continue;
        } else if (code == KEY_MOUSE) {
            key = mouse_key();
        } else {
            key.code = function_code(code);
        }
        bool meaningless = key.code == KEYCODE_UNKNOWN && code == KEY_MOUSE;
        key.pasted = term.pasting;
        if (key.pasted) key.code = pasted_code(key.code);
        bool dropped = term.pasting && !term.takes_paste;
        if (!dropped && !meaningless) term.keys[count++] = key;
    }
    // Without brackets around what is pasted, its look must tell.
    if (!term.brackets_paste && !term.takes_paste && keys_are_pasted(term.keys, count)) {
        *pasted = true;
        return 0;
    }
    return count;
}

void term_take_paste(bool takes)
{
    term.takes_paste = takes;
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// How long to sleep now, of a wait that ends at `end`; -1: until something comes.
static int sleep_ms(int64_t end)
{
    bool wakes = rescue_wake() >= 0;
    if (end < 0) return wakes ? -1 : LONGEST_MS;
    int64_t left = end - now_ms(), longest = wakes ? INT_MAX : LONGEST_MS;
    return left < 0 ? 0 : (int)(left < longest ? left : longest);
}

// Gives the terminal back until the program is continued. The next frame takes it over again.
static void suspend(void)
{
    if (term.brackets_paste) send_bytes(PASTE_OFF);
    endwin();
    rescue_stop();
    if (term.brackets_paste) send_bytes(PASTE_ON);
}

TermEvent term_wait(int ms, int watched, const Key **keys, int *count)
{
    int64_t end = ms < 0 ? -1 : now_ms() + ms;
    int columns, rows;
    *keys = term.keys;
    *count = 0;
    for (;;) {
        struct pollfd ends[] = {{.fd = term.descriptor, .events = POLLIN},
                                {.fd = watched, .events = POLLIN},
                                {.fd = rescue_wake(), .events = POLLIN}};
        const struct pollfd *input = &ends[0];
        int ready = poll(ends, 3, sleep_ms(end));
        bool interrupted = (ready < 0 && errno == EINTR) | rescue_woken();
        if (rescue_signal()) return TERM_LEAVE;
        if (rescue_stop_wanted()) {
            suspend();
            interrupted = true;
        }
        if (ready > 0 && (input->revents & (POLLHUP | POLLERR | POLLNVAL))) return TERM_LEAVE;
        // Not against the size of stdscr: ncurses may have changed it while the frame was drawn.
        term_size(&columns, &rows);
        if (interrupted) term_repaint();
        if (interrupted || columns != term.columns || rows != term.rows) return TERM_RESIZED;
        if (ready > 0 && !input->revents) return TERM_WATCHED;
        if (ready <= 0 && end >= 0 && now_ms() >= end) return TERM_TIME;
        if (ready <= 0) continue;
        bool pasted = false;
        *count = read_keys(&pasted);
        return pasted ? TERM_PASTED : TERM_KEYS;
    }
}
