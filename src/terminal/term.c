// Opening and closing, showing and waiting.
//
// ncurses draws (screen.c). What it has no word for goes to the terminal as bytes of our own:
// - questions, and whether it has shown a frame yet (here, questions.c);
// - pictures in pixels (pixels.c, sixel.c), the shape of the cursor, marks around what is pasted;
// - what a crash resets (rescue.c): endwin() may not be called there.
// And keys are read and decoded here (decoder.c), and the mouse with them. ncurses takes the
// terminal's answers, and any sequence that it does not know, for keys one by one; it loses what
// follows a byte that is no UTF-8; it waits where this waits for other things, too; and it forgets
// that the size has changed when that happens amid a sequence.
//
// Resizes are asked from the kernel each time; the size never comes from LINES and COLUMNS; a
// terminal that is gone is noticed by poll().
#include "terminal/term.h"

#include "base/machine/clock.h"
#include "base/text/number.h"
#include "terminal/capabilities.h"
#include "terminal/decoder.h"
#include "terminal/questions.h"
#include "terminal/rescue.h"
#include "terminal/screen.h"
#include "terminal/signs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum {
    LONGEST_MS = 250, // asleep, where a signal might not wake
    MOST_KEYS = 256,  // of one burst
    ANSWER_MS = 200,  // for what is asked of the terminal at the start
    SLOW_MS = 150,    // a terminal that answers later is slow
    TAKEN_MS = 10,    // so is one that takes longer to take a frame
    COLUMNS = 80,     // where the kernel does not know
    ROWS = 24,
};

static struct {
    bool is_open;
    FILE *tty; // when stdin is no terminal
    FILE *out; // of ncurses
    int descriptor;
    bool mouse, brackets_paste;
    Signs signs;
    bool takes_mouse; // where there is one
    Arena arena;
    const char *enter, *leave; // bytes, without those of ncurses
    const char *note;
    Decoder decoder;
    Key keys[MOST_KEYS];
    Questions asked;
    TerminalAnswers answers;
    Buf heard; // since it was asked
    bool listens, has_learned;
    int64_t asked_at;
    bool line_is_slow;
    bool is_slow, owes; // an answer that comes when it has shown all of a frame
    int64_t taken_ms;   // so long it took to take the last one
    int ahead;          // of them have come while something was computed
} term;

// ---- opening ----------------------------------------------------------------------------------

#define INSTEAD "go line by line: qkv learn --linear LESSON"

static bool refuse(Error *error, const char *name, const char *why)
{
    return error_fail(error,
                      "set TERM to what your terminal is (Debian's package ncurses-term knows "
                      "more of them), or " INSTEAD,
                      "the terminal TERM=%s %s", name, why);
}

// The name to open: TERM's own, or of a terminal that most others understand.
static const char *choose_name(int descriptor, Error *error)
{
    static const char *const OTHERS[] = {"xterm-256color", "xterm", "vt100"};
    const char *name = getenv("TERM");
    if (!name || !*name) {
        error_fail(error,
                   "export TERM=xterm-256color suits most terminals; ncurses-term knows "
                   "more of them; or " INSTEAD,
                   "TERM is not set, so there is no terminal to draw on");
        return NULL;
    }
    Known known = strcmp(name, "dumb") == 0 ? TERMINAL_FIXED : capabilities_open(name, descriptor);
    if (known == TERMINAL_USABLE) return name;
    if (known == TERMINAL_FIXED) {
        refuse(error, name, "cannot place its cursor");
        return NULL;
    }
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        if (capabilities_open(OTHERS[i], descriptor) != TERMINAL_USABLE) continue;
        term.note = "This TERM is not known here (ncurses-term may know it); drawn as xterm.";
        return OTHERS[i];
    }
    refuse(error, name, "is not known here");
    return NULL;
}

static bool open_streams(FILE **in, Error *error)
{
    if (!isatty(STDOUT_FILENO))
        return error_fail(error, INSTEAD, "standard output is not a terminal");
    *in = stdin;
    if (isatty(STDIN_FILENO)) return true;
    term.tty = fopen("/dev/tty", "r+"); // the lesson came through stdin
    *in = term.tty;
    if (term.tty) return true;
    return error_fail(error, INSTEAD, "standard input is not a terminal: %s", strerror(errno));
}

static void close_tty(void)
{
    if (term.tty) fclose(term.tty);
    term.tty = NULL;
}

// ---- leaving ------------------------------------------------------------------------------------

static const char MOUSE_ON[] = "\033[?1000h\033[?1006h", MOUSE_OFF[] = "\033[?1006l\033[?1000l";
static const char PASTE_ON[] = "\033[?2004h", PASTE_OFF[] = "\033[?2004l";

static const char *joined(const char *first, const char *const *names, int count)
{
    Buf bytes = {.arena = &term.arena};
    buf_add(&bytes, str_from(first));
    for (int i = 0; i < count; i++) {
        const char *text = capability(names[i], &term.arena);
        if (text) buf_add(&bytes, str_from(text));
    }
    return buf_text(&bytes);
}

static void set_ways(void)
{
    enum { UNDERLINE = 4 }; // a shape of the cursor
    static const char *const PLAIN[] = {"sgr0", "op", "Se"}, *const OUT[] = {"cnorm", "rmkx",
                                                                             "rmcup"};
    const char *off = arena_printf(&term.arena, "%s%s", term.mouse ? MOUSE_OFF : "",
                                   term.brackets_paste ? PASTE_OFF : "");
    Buf enter = {.arena = &term.arena}; // a block would hide the number that the cursor is on
    if (capability("Ss", &term.arena)) capability_add(&enter, "Ss", UNDERLINE, 0);
    term.enter = buf_text(&enter);
    term.leave = joined(off, PLAIN, 3);
    const char *rescue = joined(term.leave, OUT, 3);
    rescue_arm(rescue, strlen(rescue));
}

static void send_all(Str bytes)
{
    while (bytes.n > 0) {
        ssize_t written = write(term.descriptor, bytes.p, (size_t)bytes.n);
        struct pollfd room = {.fd = term.descriptor, .events = POLLOUT};
        if (written < 0 && errno == EAGAIN)
            poll(&room, 1, LONGEST_MS);
        else if (written < 0 && errno != EINTR)
            return;
        if (rescue_signal() && written < 0) return;
        if (written > 0) bytes = str_slice(bytes, (int)written, bytes.n);
    }
}

static void send_bytes(const char *bytes)
{
    send_all(str_from(bytes));
}

// What terminfo has nothing for: reports of the mouse, marks around what is pasted.
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

static void take_over(void)
{
    send_bytes(term.enter);
    ask_for_reports(true);
}

static void give_back(void)
{
    SCRATCH(scratch);
    Buf bytes = {.arena = &scratch};
    screen_hide_picture(&bytes);
    send_all(buf_str(&bytes));
    send_bytes(term.leave);
}

// ---- settings -----------------------------------------------------------------------------------

// What the answers say, also those that come late.
static void learn(const TerminalAnswers *answers)
{
    Theme theme = *screen_theme();
    if (term.asked.colors && answers->has_page && answers->has_text) {
        theme.page = answers->page;
        theme.text = answers->text;
    }
    if (term.asked.depth && answers->is_direct) theme.depth = DEPTH_DIRECT;
    memcpy(term.signs.is_wide, answers->is_wide, sizeof answers->is_wide);
    term.answers = *answers;
    screen_set_theme(&theme);
    term.has_learned = true;
}

#define ARE_YOU_THERE "\033[5n" // what has come before is shown first
#define I_AM_THERE    "\033[0n"

static void hear(Str bytes)
{
    enum { MOST_BYTES = 16384 };
    if (str_find(bytes, I_AM_THERE) >= 0) term.owes = false;
    if (!term.listens) return;
    buf_add(&term.heard, bytes);
    TerminalAnswers answers = answers_read(buf_str(&term.heard));
    if (answers.is_complete) {
        term.is_slow = clock_ms() - term.asked_at > SLOW_MS;
        learn(&answers);
    }
    term.listens = !answers.is_complete && term.heard.n < MOST_BYTES;
}

// Takes what has come, if anything; false: the terminal is gone. All bytes are the decoder's, too:
// it knows keys from answers.
static bool read_bytes(void)
{
    char bytes[DECODER_BYTES];
    ssize_t count = read(term.descriptor, bytes, (size_t)decoder_room(&term.decoder));
    if (count > 0) decoder_put(&term.decoder, bytes, (int)count, clock_ms());
    if (count > 0) hear((Str){bytes, (int)count});
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

// Reads what comes until that which is awaited has come, for so long at most.
static void listen_while(const bool *awaits, int most_ms)
{
    for (int64_t end = clock_ms() + most_ms; *awaits && clock_ms() < end;) {
        struct pollfd input = {.fd = term.descriptor, .events = POLLIN};
        int64_t left = end - clock_ms();
        if (!decoder_room(&term.decoder) || rescue_signal()) break;
        if (poll(&input, 1, left < LONGEST_MS ? (int)left : LONGEST_MS) < 0) break;
        if ((input.revents & ~POLLIN) || (input.revents && !read_bytes())) break;
    }
}

// What comes later than the limit is heard when keys are read.
static void ask(void)
{
    term.heard = (Buf){.arena = &term.arena};
    questions_write(&term.asked, &term.heard);
    send_all(buf_str(&term.heard));
    term.heard.n = 0;
    term.asked_at = clock_ms();
    term.listens = true;
    listen_while(&term.listens, ANSWER_MS);
    TerminalAnswers answers = answers_read(buf_str(&term.heard));
    if (term.listens) learn(&answers);
    term.has_learned = false; // nothing has been shown yet
}

// Until a slow terminal has shown the last frame; keys that come meanwhile are kept.
static void wait_until_shown(void)
{
    enum { MOST_MS = 3000 };
    listen_while(&term.owes, MOST_MS);
    term.owes = false;
}

void term_close(void)
{
    if (!term.is_open) return;
    wait_until_shown(); // else the next program reads its answer
    give_back();
    screen_close();
    fclose(term.out);
    rescue_disarm(); // only now may a signal end the program where it is
    arena_free(&term.arena);
    term.listens = false;
    term.answers = (TerminalAnswers){0};
    term.is_open = false;
    close_tty();
    rescue_replay_stderr();
}

static Theme theme_wanted(const TermOptions *options)
{
    Theme theme = {.depth = DEPTH_MONO};
    theme_assume(&theme, options->theme, getenv("COLORFGBG"));
    bool wanted = theme_wants_color(options->color, getenv("NO_COLOR"));
    SCRATCH(scratch);
    bool resets = capability("op", &scratch) || capability("sgr0", &scratch);
    if (!wanted || !resets) return theme;
    bool is_direct = theme_is_direct(getenv("COLORTERM"));
    theme.depth = theme_depth(is_direct ? LOOK_DIRECT : capability_number("colors"));
    theme.painted = options->painted;
    theme.cvd = options->palette && strcmp(options->palette, "cvd") == 0;
    return theme;
}

// Letters must be read on the terminal's own background; panels and tints are mixtures with it.
// Nothing is asked of a terminal that is no kin of xterm: it might print the questions. A
// multiplexer takes some for its title, or hands them on.
static void ask_for_look(const TermOptions *options, const char *name)
{
    bool is_told = options->theme && strcmp(options->theme, "auto") != 0;
    bool is_multiplexer =
        getenv("TMUX") || strncmp(name, "tmux", 4) == 0 || strncmp(name, "screen", 6) == 0;
    ColorDepth depth = screen_theme()->depth;
    term.asked = (Questions){
        .colors = depth > DEPTH_MONO && !is_told,
        .depth = depth > DEPTH_MONO && depth < DEPTH_DIRECT && !is_multiplexer,
        .signs = term.signs.set == SIGNS_UNICODE,
        .kitty = !is_multiplexer,
    };
    if (term.brackets_paste && strncmp(name, "linux", 5) != 0) ask();
}

// What the description of this terminal says of its keys, by the names of terminfo.
static void set_sequences(void)
{
    enum { MOST = 40 };
    static KeySequence sequences[MOST];
    Str rest =
        STR("kcuu1 Up kcud1 Down kcub1 Left kcuf1 Right khome Home kend End kpp PgUp knp PgDn "
            "kdch1 Delete kich1 Insert kent Enter kcbt Shift-Tab kbs Backspace ka1 Home "
            "ka3 PgUp kc1 End kc3 PgDn kfnd Home kslt End kf1 F1 kf2 F2 kf3 F3 kf4 F4 kf5 F5 "
            "kf6 F6 kf7 F7 kf8 F8 kf9 F9 kf10 F10 kf11 F11 kf12 F12");
    term.decoder.own = sequences;
    for (Str name, key; str_next_word(&rest, &name) && str_next_word(&rest, &key);) {
        Key meant;
        const char *bytes = capability(str_copy(&term.arena, name), &term.arena);
        if (!bytes || strlen(bytes) < 2 || keys_of_word(key, &meant, 1) != 1) continue;
        sequences[term.decoder.own_count++] = (KeySequence){bytes, meant.code};
    }
}

static void set_keys(bool is_utf8)
{
    term.decoder = (Decoder){.not_utf8 = !is_utf8};
    const char *escape = getenv("ESCDELAY");
    int64_t ms;
    if (escape && number_parse_int(str_from(escape), &ms) && ms > 0 && ms < 10000)
        term.decoder.escape_ms = (int)ms;
    set_sequences();
}

// A window says 38400 baud, or nothing.
static bool line_is_slow(int descriptor)
{
    struct termios modes;
    speed_t speed = tcgetattr(descriptor, &modes) == 0 ? cfgetospeed(&modes) : B0;
    return speed != B0 && speed < B38400;
}

static bool no_screen(Error *error)
{
    rescue_disarm();
    rescue_replay_stderr();
    if (term.out) fclose(term.out);
    close_tty();
    return error_fail(error, INSTEAD, "no memory for the screen");
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
    bool is_utf8 = locale_choose(signs_need_utf8(options->signs));
    term.signs = (Signs){.set = signs_chosen(options->signs, is_utf8, name)};
    static bool closes_at_exit;
    if (!closes_at_exit) closes_at_exit = atexit(term_close) == 0;
    rescue_begin(term.descriptor);
    term.line_is_slow = line_is_slow(term.descriptor);
    term.brackets_paste = capability("kmous", &term.arena) != NULL;
    term.mouse = term.takes_mouse = term.brackets_paste && !options->no_mouse;
    set_ways();
    rescue_capture_stderr();
    set_keys(is_utf8);
    Theme theme = theme_wanted(options);
    term.out = fdopen(dup(term.descriptor), "w");
    if (!term.out || !screen_open(name, term.out, in, &theme)) return no_screen(error);
    term.is_open = true;
    take_over();
    ask_for_look(options, name);
    return true;
}

bool term_shows(uint32_t sign)
{
    return signs_show(&term.signs, sign);
}

const char *term_note(void)
{
    return term.note;
}

// ---- showing --------------------------------------------------------------------------------

static bool kernel_size(struct winsize *size)
{
    return ioctl(term.descriptor, TIOCGWINSZ, size) == 0 && size->ws_row && size->ws_col;
}

void term_size(int *columns, int *rows)
{
    struct winsize size;
    bool known = kernel_size(&size);
    *columns = known ? size.ws_col : COLUMNS;
    *rows = known ? size.ws_row : ROWS;
}

// The kernel's size follows that of the letters, which a reader may change; an answer does not.
static void find_cell(Pixels *pixels)
{
    struct winsize size;
    pixels->cell_width = term.answers.cell_width;
    pixels->cell_height = term.answers.cell_height;
    if (!kernel_size(&size) || size.ws_xpixel < size.ws_col || size.ws_ypixel < size.ws_row) return;
    pixels->cell_width = size.ws_xpixel / size.ws_col;
    pixels->cell_height = size.ws_ypixel / size.ws_row;
}

// Without colours there are no pictures.
Pixels term_pixels(void)
{
    const Theme *theme = screen_theme();
    Pixels pixels = {.way = term.answers.pixels, .page = theme->page};
    find_cell(&pixels);
    if (pixels.way == PIXELS_SIXEL) {
        pixels.colors = term.answers.sixel_colors;
        pixels.most_width = term.answers.sixel_width;
        pixels.most_height = term.answers.sixel_height;
    }
    bool has_blocks = theme_has_grounds(theme) && signs_show(&term.signs, U'▀');
    if (pixels.way && pixels.cell_width && pixels.cell_height && theme->depth != DEPTH_MONO)
        return pixels;
    return (Pixels){.way = has_blocks ? PIXELS_BLOCKS : PIXELS_NONE,
                    .cell_width = 1,
                    .cell_height = 2,
                    .page = theme->page};
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
    int count = decoder_keys(&term.decoder, keys, room, clock_ms(), quiet);
    term.ahead = 0;
    return (int)(keys - term.keys) + mark_pasted(keys, count);
}

void term_show(Frame *frame)
{
    if (term.owes) {
        wait_until_shown();
        term.ahead = decode(false);
        if (term.ahead) return; // it would be late: they change it
    }
    Pixels pixels = term_pixels();
    signs_apply(&term.signs, frame);
    SCRATCH(scratch);
    Buf bytes = {.arena = &scratch};
    int64_t began = clock_ms();
    screen_show(frame, &pixels, &bytes);
    term.owes = term.is_slow;
    if (term.owes) buf_add(&bytes, STR(ARE_YOU_THERE));
    send_all(buf_str(&bytes));
    term.taken_ms = clock_ms() - began;
}

void term_tell(Str line)
{
    int columns = screen_columns();
    if (!columns) return;
    SCRATCH(scratch);
    Frame frame = frame_new(&scratch, columns, 1);
    frame_text(&frame, (Rect){0, 0, columns, 1}, 1, 0, (Style){0}, line);
    signs_apply(&term.signs, &frame);
    screen_show_row(frame.glyphs);
}

// ---- waiting ------------------------------------------------------------------------------------

// How long to sleep now, of a wait that ends at `end` or when an Esc has waited long enough; -1:
// until something comes.
static int sleep_ms(int64_t end)
{
    bool wakes = rescue_wake() >= 0;
    end = clock_sooner(end, decoder_deadline(&term.decoder));
    if (end < 0) return wakes ? -1 : LONGEST_MS;
    int64_t left = end - clock_ms(), longest = wakes ? INT_MAX : LONGEST_MS;
    return left < 0 ? 0 : (int)(left < longest ? left : longest);
}

static bool is_given_up(void)
{
    int64_t deadline = decoder_deadline(&term.decoder);
    return deadline >= 0 && clock_ms() >= deadline;
}

static bool keys_wait(void)
{
    struct pollfd input = {.fd = term.descriptor, .events = POLLIN};
    return term.ahead || decoder_deadline(&term.decoder) >= 0 || poll(&input, 1, 0) != 0;
}

bool term_may_move(void)
{
    int untaken;
    bool is_taken = ioctl(term.descriptor, TIOCOUTQ, &untaken) != 0 || untaken == 0;
    bool is_slow = term.is_slow || term.listens || term.line_is_slow || term.taken_ms > TAKEN_MS;
    return theme_has_grounds(screen_theme()) && !is_slow && is_taken && !keys_wait();
}

// Gives the terminal back until the program is continued. The next frame takes it over again.
static void suspend(void)
{
    wait_until_shown();
    give_back();
    screen_leave();
    rescue_stop();
    screen_enter();
    take_over();
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
    term_size(&columns, &rows);
    if (interrupted) screen_forget();
    *event = TERM_RESIZED;
    if (interrupted || columns != screen_columns() || rows != screen_rows()) return true;
    *event = TERM_TIME;
    return ready <= 0 && end >= 0 && clock_ms() >= end;
}

TermEvent term_wait(int ms, const Key **keys, int *count)
{
    int64_t end = ms < 0 ? -1 : clock_ms() + ms;
    *keys = term.keys;
    *count = decode(false);
    while (*count == 0) {
        struct pollfd ends[] = {{.fd = term.descriptor, .events = POLLIN},
                                {.fd = rescue_wake(), .events = POLLIN}};
        int ready = poll(ends, 2, sleep_ms(end));
        TermEvent event;
        if (is_over(ends, ready, end, &event)) return event;
        if (ready > 0 && !read_bytes()) return TERM_LEAVE;
        if (ready > 0 || is_given_up()) *count = decode(ready <= 0);
        if (*count || !term.has_learned) continue;
        term.has_learned = false; // late, what the terminal looks like
        return TERM_RESIZED;
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

// Keys that were typed before it was said that Esc stops are meant for what comes.
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
    for (int64_t end = clock_ms() + ms; clock_ms() < end;) {
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
