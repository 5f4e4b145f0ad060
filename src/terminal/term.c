// ncurses, and nothing of it anywhere else.
//
// What is worked around here was measured: resizes are asked from the kernel each time, because
// KEY_RESIZE gets lost; the size never comes from LINES and COLUMNS; keys are read and decoded
// without ncurses (decoder.h), which takes the letters of an answer for keys, and waits for three
// more bytes after one that is no UTF-8; a terminal that is gone is noticed by poll().
#define _XOPEN_SOURCE    700
#define NCURSES_WIDECHAR 1
#include "terminal/term.h"

#include "base/number.h"
#include "base/utf8.h"
#include "terminal/decoder.h"
#include "terminal/locale.h"
#include "terminal/rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
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
    LONGEST_MS = 250, // asleep, where a signal might not wake
    MOST_KEYS = 256,  // of one burst
    MOST_PAIRS = 60,  // all terminals with colours have 64
};

typedef struct ColorPair {
    int foreground, background;
} ColorPair;

static struct {
    SCREEN *screen;
    FILE *tty; // when stdin is no terminal
    int descriptor;
    bool ascii, mouse, brackets_paste;
    bool takes_mouse; // where there is one
    Theme theme;
    ColorPair pairs[MOST_PAIRS];
    int pair_count;
    const char *note;
    int columns, rows; // of the frame that is shown
    Arena shown_arena;
    Glyph *shown; // that frame; NULL: none, or the window may hold something else
    Decoder decoder;
    Key keys[MOST_KEYS];
    int ahead; // of them have come while something was computed
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

static const char MOUSE_ON[] = "\033[?1000h\033[?1006h", MOUSE_OFF[] = "\033[?1006l\033[?1000l";
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

// What ncurses has nothing for: reports of the mouse, marks around what is pasted.
static void ask_for_reports(bool wanted)
{
    if (term.takes_mouse) send_bytes(wanted ? MOUSE_ON : MOUSE_OFF);
    if (term.brackets_paste) send_bytes(wanted ? PASTE_ON : PASTE_OFF);
}

void term_take_mouse(bool takes)
{
    if (!term.mouse || term.takes_mouse == takes) return;
    term.takes_mouse = takes;
    send_bytes(takes ? MOUSE_ON : MOUSE_OFF);
}

static void forget_shown(void)
{
    arena_free(&term.shown_arena);
    term.shown = NULL;
}

void term_close(void)
{
    if (!term.screen) return;
    ask_for_reports(false);
    rescue_disarm();
    if (!isendwin()) endwin();
    delscreen(term.screen);
    forget_shown();
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
    term.pairs[0] = (ColorPair){-1, -1};
    if (!wanted || !has_colors() || start_color() == ERR) return;
    if (use_default_colors() == ERR) return; // without it every background would be black
    term.theme.depth = theme_depth(COLORS);
    term.theme.painted = options->painted;
    term.theme.cvd = options->palette && strcmp(options->palette, "cvd") == 0;
}

static void set_reports(const TermOptions *options)
{
    const char *report = tigetstr("kmous");
    bool reports = report && report != (const char *)-1;
    term.brackets_paste = reports;
    term.mouse = reports && !options->no_mouse;
    term.takes_mouse = term.mouse;
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

// What the description of this terminal says of its keys.
static void set_sequences(void)
{
    static const struct {
        const char *name;
        int code;
    } NAMES[] = {
        {"kcuu1", KEYCODE_UP},      {"kcud1", KEYCODE_DOWN},    {"kcub1", KEYCODE_LEFT},
        {"kcuf1", KEYCODE_RIGHT},   {"khome", KEYCODE_HOME},    {"kend", KEYCODE_END},
        {"kpp", KEYCODE_PAGE_UP},   {"knp", KEYCODE_PAGE_DOWN}, {"kdch1", KEYCODE_DELETE},
        {"kich1", KEYCODE_INSERT},  {"kent", KEYCODE_ENTER},    {"kcbt", KEYCODE_BACKTAB},
        {"kbs", KEYCODE_BACKSPACE}, {"ka1", KEYCODE_HOME},      {"ka3", KEYCODE_PAGE_UP},
        {"kc1", KEYCODE_END},       {"kc3", KEYCODE_PAGE_DOWN}, {"kfnd", KEYCODE_HOME},
        {"kslt", KEYCODE_END},      {"kf1", KEYCODE_F1},        {"kf2", KEYCODE_F1 + 1},
        {"kf3", KEYCODE_F1 + 2},    {"kf4", KEYCODE_F1 + 3},    {"kf5", KEYCODE_F1 + 4},
        {"kf6", KEYCODE_F1 + 5},    {"kf7", KEYCODE_F1 + 6},    {"kf8", KEYCODE_F1 + 7},
        {"kf9", KEYCODE_F1 + 8},    {"kf10", KEYCODE_F1 + 9},   {"kf11", KEYCODE_F1 + 10},
        {"kf12", KEYCODE_F12},
    };
    enum { COUNT = sizeof NAMES / sizeof *NAMES };
    static KeySequence sequences[COUNT];
    term.decoder.own = sequences;
    for (int i = 0; i < COUNT; i++) {
        const char *bytes = tigetstr(NAMES[i].name);
        if (!bytes || bytes == (const char *)-1 || strlen(bytes) < 2) continue;
        sequences[term.decoder.own_count++] = (KeySequence){bytes, NAMES[i].code};
    }
}

static void set_keys(bool is_utf8)
{
    cbreak();
    noecho();
    nonl();
    typeahead(-1); // a frame is shown in full, whatever waits
    free_control_keys();
    term.decoder = (Decoder){.not_utf8 = !is_utf8};
    const char *escape = getenv("ESCDELAY");
    int64_t ms;
    if (escape && number_parse_int(str_from(escape), &ms) && ms > 0 && ms < 10000)
        term.decoder.escape_ms = (int)ms;
    set_sequences();
    ask_for_reports(true);
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
    bool is_utf8 = locale_choose();
    term.ascii = !is_utf8 || options->ascii;
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
    set_reports(options);
    prepare_rescue();
    rescue_capture_stderr();
    set_colors(options);
    set_keys(is_utf8);
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
    if (known && is_term_resized(size.ws_row, size.ws_col)) {
        resizeterm(size.ws_row, size.ws_col);
        forget_shown(); // what was cut off is not there when the size is as before
    }
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
    term.pairs[term.pair_count++] = (ColorPair){foreground, background};
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

// ncurses finds out what changed too, but takes its time for each cell that it is given.
static void show_row(const Glyph *glyphs, Glyph *shown, int columns, int row)
{
    if (memcmp(glyphs, shown, (size_t)columns * sizeof *glyphs) == 0) return;
    for (int column = 0; column < columns; column++) {
        if (memcmp(&glyphs[column], &shown[column], sizeof *glyphs) == 0) continue;
        shown[column] = glyphs[column];
        show_glyph(&glyphs[column], column, row);
    }
}

void term_show(const Frame *frame)
{
    if (frame->columns != term.columns || frame->rows != term.rows) forget_shown();
    if (!term.shown) term.shown = NEW_ARRAY(&term.shown_arena, Glyph, frame->columns * frame->rows);
    for (int row = 0; row < frame->rows; row++) {
        int first = row * frame->columns;
        show_row(&frame->glyphs[first], &term.shown[first], frame->columns, row);
    }
    wmove(stdscr, frame->cursor_row, frame->cursor_column);
    term.columns = frame->columns;
    term.rows = frame->rows;
    wnoutrefresh(stdscr);
    doupdate();
}

void term_tell(Str line)
{
    if (!term.shown) return;
    Arena scratch = {0};
    Frame frame = frame_new(&scratch, term.columns, 1);
    frame_text(&frame, (Rect){0, 0, term.columns, 1}, 1, 0, (Style){0}, line);
    if (term.ascii) frame_to_ascii(&frame);
    int row = term.rows - 1;
    show_row(frame.glyphs, &term.shown[row * term.columns], term.columns, row);
    wnoutrefresh(stdscr);
    doupdate();
    arena_free(&scratch);
}

int term_columns_shown(void)
{
    return term.shown ? term.columns : 0;
}

void term_repaint(void)
{
    clearok(curscr, TRUE);
}

// ---- waiting ------------------------------------------------------------------------------------

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Takes what has come, if anything; false: the terminal is gone.
static bool read_bytes(void)
{
    char bytes[DECODER_BYTES];
    ssize_t count = read(term.descriptor, bytes, (size_t)decoder_room(&term.decoder));
    if (count > 0) decoder_put(&term.decoder, bytes, (int)count, now_ms());
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

// Without marks around what is pasted, its look must tell.
static int mark_pasted(Key *keys, int count)
{
    bool pasted = !term.brackets_paste && keys_are_pasted(keys, count);
    for (int i = 0; pasted && i < count; i++) keys[i].pasted = true;
    return count;
}

// Behind those that came before; returns how many there are now.
static int decode(bool quiet)
{
    Key *keys = term.keys + term.ahead;
    int room = MOST_KEYS - term.ahead;
    int count = (quiet ? decoder_give_up : decoder_keys)(&term.decoder, keys, room, now_ms());
    term.ahead = 0;
    return (int)(keys - term.keys) + mark_pasted(keys, count);
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < 0 ? b : b < 0 ? a : a < b ? a : b;
}

// How long to sleep now, of a wait that ends at `end` or when an Esc has waited long enough; -1:
// until something comes.
static int sleep_ms(int64_t end)
{
    bool wakes = rescue_wake() >= 0;
    end = earlier(end, decoder_deadline(&term.decoder));
    if (end < 0) return wakes ? -1 : LONGEST_MS;
    int64_t left = end - now_ms(), longest = wakes ? INT_MAX : LONGEST_MS;
    return left < 0 ? 0 : (int)(left < longest ? left : longest);
}

static bool is_given_up(void)
{
    int64_t deadline = decoder_deadline(&term.decoder);
    return deadline >= 0 && now_ms() >= deadline;
}

// Gives the terminal back until the program is continued. The next frame takes it over again.
static void suspend(void)
{
    ask_for_reports(false);
    endwin();
    rescue_stop();
    ask_for_reports(true);
}

// Of what poll() found: did anything but keys happen?
static bool is_over(const struct pollfd *ends, int ready, int64_t end, TermEvent *event)
{
    enum { GONE = POLLHUP | POLLERR | POLLNVAL };
    int columns, rows;
    bool interrupted = (ready < 0 && errno == EINTR) | rescue_woken();
    *event = TERM_LEAVE;
    if (rescue_signal() || (ready > 0 && (ends[0].revents & GONE))) return true;
    if (rescue_stop_wanted()) {
        suspend();
        interrupted = true;
    }
    // Not against the size of stdscr: ncurses may have changed it while the frame was drawn.
    term_size(&columns, &rows);
    if (interrupted) term_repaint();
    *event = TERM_RESIZED;
    if (interrupted || columns != term.columns || rows != term.rows) return true;
    *event = TERM_WATCHED;
    if (ready > 0 && !ends[0].revents) return true;
    *event = TERM_TIME;
    return ready <= 0 && end >= 0 && now_ms() >= end;
}

TermEvent term_wait(int ms, int watched, const Key **keys, int *count)
{
    int64_t end = ms < 0 ? -1 : now_ms() + ms;
    *keys = term.keys;
    *count = decode(false);
    while (*count == 0) {
        struct pollfd ends[] = {{.fd = term.descriptor, .events = POLLIN},
                                {.fd = watched, .events = POLLIN},
                                {.fd = rescue_wake(), .events = POLLIN}};
        int ready = poll(ends, 3, sleep_ms(end));
        TermEvent event;
        if (is_over(ends, ready, end, &event)) return event;
        if (ready > 0 && !read_bytes()) return TERM_LEAVE;
        if (ready > 0 || is_given_up()) *count = decode(ready <= 0);
    }
    return TERM_KEYS;
}

// An Esc among what has come since there were `before` keys; it makes all of them void.
static bool escape_came(int before)
{
    for (int i = before; i < term.ahead; i++) {
        if (term.keys[i].code != KEYCODE_ESCAPE || term.keys[i].pasted) continue;
        term.ahead = 0;
        return true;
    }
    return false;
}

// Keys that were typed before anybody was told that Esc stops are meant for what comes.
static void keep_typed(void)
{
    struct pollfd typed = {.fd = term.descriptor, .events = POLLIN};
    while (term.ahead < MOST_KEYS / 2 && poll(&typed, 1, 0) > 0 && read_bytes())
        term.ahead = decode(false);
}

// Signals are looked for often: what wakes the other thread must be left for it.
bool term_is_stopped(int ms, int ended, bool told)
{
    enum { LOOK_MS = 50 };
    for (int64_t end = now_ms() + ms; now_ms() < end;) {
        bool listens = told && term.ahead < MOST_KEYS / 2;
        struct pollfd ends[] = {{.fd = ended, .events = POLLIN},
                                {.fd = listens ? term.descriptor : -1, .events = POLLIN}};
        int ready = poll(ends, 2, LOOK_MS), before = term.ahead;
        if (ends[0].revents) return false;
        bool interrupted = rescue_signal() == SIGINT;
        if (interrupted) rescue_forget();
        if (interrupted || rescue_signal()) return true;
        bool has_keys = ready > 0 && ends[1].revents;
        if (has_keys && !read_bytes()) return true;
        if (has_keys || (listens && is_given_up())) term.ahead = decode(!has_keys);
        if (escape_came(before)) return true;
    }
    if (!told) keep_typed();
    return false;
}
