// The grammar of what comes is ECMA-48's: ESC [ parameters final, ESC O final, strings between
// ESC ] (or P, _) and BEL or ESC \. Which of them are keys is xterm's, and what terminfo adds.
#include "terminal/decoder.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "terminal/questions.h"

#include <string.h>
#include <wchar.h>

// What terminals send for their keys whatever their description says: xterm's, and of older ones
// what does not contradict. Behind "\033O" come also the keys of a VT100's number pad, as if
// without numbers.
static const char NUMBERED[] = // "\033[1~" …
    "Home Insert Delete End PgUp PgDn Home End -- -- F1 F2 F3 F4 F5 -- F6 F7 F8 F9 F10 -- F11 F12";
static const char BRACKETED[] = // "\033[A"
    "A Up B Down C Right D Left H Home F End Z Shift-Tab";
static const char LETTERED[] = // "\033OA"
    "A Up B Down C Right D Left H Home F End M Enter P F1 Q F2 R F3 S F4 p Insert q End r Down "
    "s PgDn t Left v Right w Home x Up y PgUp n Delete k + m - j * o /";

static const char PASTE_BEGIN[] = "\033[200~", PASTE_END[] = "\033[201~";

enum { ESC = 27, BEL = 7, CANCEL = 24, SUBSTITUTE = 26, INCOMPLETE = 0, NO_KEY = -1 };

// ---- the mouse ----------------------------------------------------------------------------------

// A click is the press; the release only shows whether the mouse was dragged.
typedef struct MouseReport {
    int button; // as xterm numbers them: 0 the left one, 64 and 65 the wheel; + 4, 8, 16 with Shift
                // …
    bool released;
    int column, row; // from 0
} MouseReport;

enum {
    TWICE_MS = 400, // between the clicks of a double click
    LEFT = 0,
    WHEEL_UP = 64,
    WHEEL_DOWN = 65,
    MODIFIERS = 4 + 8 + 16,
};

static bool same_place(Key a, Key b)
{
    return a.column == b.column && a.row == b.row;
}

// The second of two clicks in one place; a third one is a first one again.
static int click_code(Mouse *mouse, Key key, int64_t now)
{
    bool twice =
        mouse->click.code && same_place(mouse->click, key) && now - mouse->clicked_at < TWICE_MS;
    mouse->click = key;
    mouse->click.code = !twice;
    mouse->clicked_at = now;
    return twice ? KEYCODE_DOUBLE_CLICK : KEYCODE_CLICK;
}

static int left_code(Mouse *mouse, Key key, bool released, int64_t now)
{
    bool was_pressed = mouse->pressed;
    mouse->pressed = !released;
    if (!released) return click_code(mouse, key, now);
    return was_pressed && !same_place(mouse->click, key) ? KEYCODE_DRAG : 0;
}

// A click, the second of two, a turn of the wheel, a drag. Code 0: none.
static Key mouse_key(Mouse *mouse, MouseReport report, int64_t now)
{
    Key key = {.column = report.column, .row = report.row};
    int button = report.button & ~MODIFIERS;
    if (key.column < 0 || key.row < 0) return key;
    if (button == WHEEL_UP && !report.released) key.code = KEYCODE_WHEEL_UP;
    if (button == WHEEL_DOWN && !report.released) key.code = KEYCODE_WHEEL_DOWN;
    if (button == LEFT) key.code = left_code(mouse, key, report.released, now);
    return key;
}

// What is first in the bytes.
typedef struct DecodedPiece {
    int length; // in bytes, or INCOMPLETE
    int code;   // of a key, or NO_KEY
    bool is_mouse;
    MouseReport mouse;
} DecodedPiece;

static DecodedPiece nothing(int length)
{
    return (DecodedPiece){.length = length, .code = NO_KEY};
}

static DecodedPiece key_piece(int length, int code)
{
    return (DecodedPiece){.length = length, .code = code};
}

// ---- characters ---------------------------------------------------------------------------------

// As many as a first byte of UTF-8 promises.
static int promised(unsigned char first)
{
    return first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1;
}

static DecodedPiece utf8_piece(Str in)
{
    int length, wanted = promised((unsigned char)in.p[0]), have = 1;
    while (have < wanted && have < in.n && utf8_continues(in.p[have])) have++;
    if (have < wanted && have == in.n) return nothing(INCOMPLETE);
    uint32_t code = utf8_decode(in, &length);
    return key_piece(length, length == 1 ? KEYCODE_UNKNOWN : (int)code);
}

static DecodedPiece locale_piece(Str in)
{
    wchar_t code;
    mbstate_t state = {0};
    size_t length = mbrtowc(&code, in.p, (size_t)in.n, &state);
    if (length == (size_t)-2) return nothing(INCOMPLETE);
    if (length == (size_t)-1 || length == 0) return key_piece(1, KEYCODE_UNKNOWN);
    return key_piece((int)length, (int)code);
}

static int control_code(int code)
{
    switch (code) {
    case 0: return KEYCODE_UNKNOWN; // Ctrl-Space
    case '\r':
    case '\n': return KEYCODE_ENTER;
    case '\t': return KEYCODE_TAB;
    case 8:
    case 127: return KEYCODE_BACKSPACE;
    case ESC: return KEYCODE_ESCAPE;
    default: return code;
    }
}

static DecodedPiece character(const Decoder *decoder, Str in)
{
    int first = (unsigned char)in.p[0];
    if (first < 0x80) return key_piece(1, control_code(first));
    DecodedPiece piece = decoder->not_utf8 ? locale_piece(in) : utf8_piece(in);
    bool is_control = piece.code >= 0x80 && piece.code < 0xA0;
    if (is_control) piece.code = KEYCODE_UNKNOWN;
    return piece;
}

// ---- sequences ----------------------------------------------------------------------------------

// Is it one that the terminal's description has, or the beginning of one?
static bool find_own(const Decoder *decoder, Str in, DecodedPiece *piece)
{
    bool begins = false;
    for (int i = 0; i < decoder->own_count; i++) {
        const KeySequence *own = &decoder->own[i];
        int length = (int)strlen(own->bytes), same = length < in.n ? length : in.n;
        if (memcmp(own->bytes, in.p, (size_t)same) != 0) continue;
        begins = true;
        if (same < length) continue;
        *piece = key_piece(length, own->code);
        return true;
    }
    *piece = nothing(INCOMPLETE);
    return begins;
}

// "\033[<0;12;5M"
static DecodedPiece mouse_sequence(Str in, Str parameters, bool released)
{
    int numbers[4] = {0}, count = numbers_read(parameters, numbers, 4);
    return (DecodedPiece){.length = in.n,
                          .code = NO_KEY,
                          .is_mouse = count == 3,
                          .mouse = {numbers[0], released, numbers[1] - 1, numbers[2] - 1}};
}

// "\033[M" and three bytes, of terminals that know nothing better.
static DecodedPiece old_mouse_sequence(Str in)
{
    enum { LENGTH = 6, RELEASED = 3 };
    if (in.n < LENGTH) return nothing(INCOMPLETE);
    int button = (unsigned char)in.p[3] - 32;
    bool is_release = (button & 0x43) == RELEASED;
    if (is_release) button &= ~RELEASED;
    return (DecodedPiece){
        .length = LENGTH,
        .code = NO_KEY,
        .is_mouse = button >= 0,
        .mouse = {button, is_release, (unsigned char)in.p[4] - 33, (unsigned char)in.p[5] - 33}};
}

static int key_named(Str name)
{
    Key key;
    return keys_of_word(name, &key, 1) == 1 ? key.code : KEYCODE_UNKNOWN;
}

static int key_of_letter(const char *list, Str letter)
{
    Str rest = str_from(list), word, name;
    while (str_next_word(&rest, &word) && str_next_word(&rest, &name)) {
        if (str_equal(word, letter)) return key_named(name);
    }
    return KEYCODE_UNKNOWN;
}

static int key_of_number(int64_t number)
{
    Str rest = str_from(NUMBERED), name = {0};
    for (; number > 0 && str_next_word(&rest, &name); number--) continue;
    return number ? KEYCODE_UNKNOWN : key_named(name);
}

// With Shift or the like it is a key that we have no name for; what is no key is an answer.
static int key_of_sequence(Str parameters, Str final)
{
    int64_t number;
    bool is_private = parameters.n && parameters.p[0] >= '<';
    if (is_private || !strchr("~uABCDEFHPQSZ", final.p[0])) return NO_KEY;
    if (!parameters.n) return key_of_letter(BRACKETED, final);
    bool is_numbered = final.p[0] == '~' && number_parse_int(parameters, &number);
    return is_numbered ? key_of_number(number) : KEYCODE_UNKNOWN;
}

// "\033[[A", of the Linux console.
static DecodedPiece console_sequence(Str in)
{
    enum { LENGTH = 4 };
    if (in.n < LENGTH) return nothing(INCOMPLETE);
    bool is_key = in.p[3] >= 'A' && in.p[3] <= 'E';
    return is_key ? key_piece(LENGTH, KEYCODE_F1 + in.p[3] - 'A') : nothing(LENGTH - 1);
}

// "\033[", parameters, a final byte.
static DecodedPiece control_sequence(Str in)
{
    int at = 2;
    while (at < in.n && in.p[at] >= '0' && in.p[at] <= '?') at++;
    Str parameters = str_slice(in, 2, at);
    while (at < in.n && in.p[at] >= ' ' && in.p[at] <= '/') at++;
    if (at == in.n) return nothing(INCOMPLETE);
    char final = in.p[at];
    if (final < '@' || final > '~') return nothing(at); // cut off by something else
    Str whole = str_slice(in, 0, at + 1);
    if (str_starts(parameters, "<") && (final == 'M' || final == 'm'))
        return mouse_sequence(whole, parameters, final == 'm');
    if (str_is(whole, "\033[M")) return old_mouse_sequence(in);
    if (str_is(whole, "\033[[")) return console_sequence(in);
    return key_piece(whole.n, key_of_sequence(parameters, str_slice(in, at, at + 1)));
}

// They may also be the keys Esc and "]".
static bool begins_answer(Str in)
{
    char kind = in.p[1], first = in.p[2];
    bool digit = first >= '0' && first <= '9';
    return (kind == ']' && digit) || (kind == 'P' && (digit || strchr(">=!$+", first))) ||
           (kind == '_' && first == 'G');
}

static DecodedPiece escape_piece(Decoder *decoder, Str in)
{
    DecodedPiece escape = key_piece(1, KEYCODE_ESCAPE);
    if (in.n == 1) return nothing(INCOMPLETE);
    if (in.p[1] == '[') return control_sequence(in);
    if (!in.p[1] || !strchr("]P_O", in.p[1])) return escape;
    if (in.n == 2) return nothing(INCOMPLETE);
    bool final = in.p[2] >= '@' && in.p[2] <= '~';
    if (in.p[1] == 'O')
        return final ? key_piece(3, key_of_letter(LETTERED, str_slice(in, 2, 3))) : escape;
    if (!in.p[2] || !begins_answer(in)) return escape;
    decoder->answering = true;
    return nothing(2);
}

// Up to its end, which is BEL or ESC \.
static DecodedPiece answer_piece(Decoder *decoder, Str in)
{
    char c = in.p[0];
    bool ends = c == BEL || c == CANCEL || c == SUBSTITUTE;
    if (c == ESC && in.n == 1) return nothing(INCOMPLETE);
    if (ends || c == ESC) decoder->answering = false;
    return nothing(c == ESC && in.p[1] == '\\' ? 2 : c == ESC ? 0 : 1);
}

// ---- pasted text --------------------------------------------------------------------------------

// Colours that were copied with the text, or what the terminal answers meanwhile.
static DecodedPiece pasted_sequence(Str in)
{
    if (in.n == 1) return nothing(INCOMPLETE);
    return nothing(in.p[1] == '[' ? control_sequence(in).length : 1);
}

// It goes into one line.
static DecodedPiece pasted_piece(Decoder *decoder, Str in)
{
    int length = (int)strlen(PASTE_END), same = length < in.n ? length : in.n;
    if (memcmp(in.p, PASTE_END, (size_t)same) == 0) {
        if (same < length) return nothing(INCOMPLETE);
        decoder->pasting = false;
        return nothing(length);
    }
    if (in.p[0] == ESC) return pasted_sequence(in);
    DecodedPiece piece = character(decoder, in);
    if (strchr("\r\n\t", in.p[0]) && in.p[0])
        piece.code = ' ';
    else if (piece.code < ' ' || piece.code >= KEYCODE_ENTER)
        piece.code = NO_KEY;
    return piece;
}

// ---- all together -------------------------------------------------------------------------------

static DecodedPiece next_piece(Decoder *decoder)
{
    Str in = (Str){decoder->bytes, decoder->count};
    DecodedPiece piece;
    if (decoder->pasting) return pasted_piece(decoder, in);
    if (decoder->answering) {
        piece = answer_piece(decoder, in);
        if (piece.length || decoder->answering) return piece;
    }
    if (find_own(decoder, in, &piece)) return piece;
    decoder->pasting = str_starts(in, PASTE_BEGIN);
    if (decoder->pasting || str_starts(in, PASTE_END)) return nothing((int)strlen(PASTE_END));
    return in.p[0] == ESC ? escape_piece(decoder, in) : character(decoder, in);
}

// What is not typed by hand is waited for longer.
static bool is_short(const Decoder *decoder)
{
    return !decoder->pasting && !decoder->answering && decoder->count <= 2;
}

static bool is_complete(const Decoder *decoder)
{
    return !decoder->pasting && !decoder->answering && decoder->count == 0;
}

int64_t decoder_deadline(const Decoder *decoder)
{
    enum { LONGER = 10, MOST_MS = 1000 };
    int wait = decoder->escape_ms ? decoder->escape_ms : ESCAPE_MS;
    int longer = wait * LONGER < MOST_MS ? wait * LONGER : MOST_MS;
    if (is_complete(decoder)) return -1;
    return decoder->began + (is_short(decoder) ? wait : longer);
}

// Esc, alone or before a character, was typed; of what is longer the rest is lost.
static DecodedPiece give_up(Decoder *decoder)
{
    bool is_escape = decoder->bytes[0] == ESC, is_typed = is_short(decoder);
    decoder->pasting = decoder->answering = false;
    if (is_typed && is_escape) return key_piece(1, KEYCODE_ESCAPE);
    return is_escape ? nothing(decoder->count) : key_piece(decoder->count, KEYCODE_UNKNOWN);
}

static Key key_of(Decoder *decoder, DecodedPiece piece, bool pasted, int64_t now)
{
    if (piece.is_mouse) return mouse_key(&decoder->mouse, piece.mouse, now);
    return (Key){.code = piece.code == NO_KEY ? 0 : piece.code, .pasted = pasted};
}

int decoder_room(const Decoder *decoder)
{
    return DECODER_BYTES - decoder->count;
}

void decoder_put(Decoder *decoder, const char *bytes, int count, int64_t now)
{
    if (is_complete(decoder) || decoder->pasting) decoder->began = now;
    memcpy(decoder->bytes + decoder->count, bytes, (size_t)count);
    decoder->count += count;
}

int decoder_keys(Decoder *decoder, Key *keys, int most, int64_t now, bool gives_up)
{
    int count = 0;
    while (count < most && decoder->count) {
        DecodedPiece piece = next_piece(decoder);
        bool pasted = decoder->pasting;
        if (piece.length == INCOMPLETE && !gives_up && decoder_room(decoder)) break;
        if (piece.length == INCOMPLETE) piece = give_up(decoder);
        if (!decoder->answering) decoder->began = now;
        decoder->count -= piece.length;
        memmove(decoder->bytes, decoder->bytes + piece.length, (size_t)decoder->count);
        Key key = key_of(decoder, piece, pasted, now);
        if (key.code) keys[count++] = key;
    }
    if (gives_up && decoder->count == 0) decoder->pasting = decoder->answering = false;
    return count;
}
