// The table of signs. The Linux console has a font of 256 or 512 characters: what is left as it is
// there is both in the kernel's own font (drivers/tty/vt/cp437.uni) and in those that Debian's
// console-setup loads for Latin letters (Lat15, Lat2, Uni1 … Uni3 in five designs, by their own
// Unicode tables): lines, the full block, two shades, four arrows and little else. Half blocks, √
// and … are in some of them only.
#include "terminal/signs.h"

#include "base/text/utf8.h"

#include <string.h>

// Each sign, and what replaces it on the console and in ASCII.
static const uint32_t SIGNS[] =
    // Matrices and what is computed.
    U"⎡┌[⎢│[⎣└[⎤┐]⎥│]⎦┘]××x−--÷÷/√vv≈≈~··.⋅·.≤≤<≥≥>∞ii…~~"
    // Where it goes.
    U"←←<↪→>→→>↑↑^↓↓v▼vv✓++✗xx••*"
    // Lines; the console's heavy ones look like its light ones.
    U"──-││|┌┌+┐┐+└└+┘┘+├├+┤┤+┬┬+┴┴+┼┼+━■=╸■="
    // Shares of a cell.
    U"▏░.▎░.▍░.▌▒=▋█#▊█#▉█#██#▁░_▂░.▃░-▄▒=▅▒+▆█*▇█#▀▒=▐▒=▖▒=▗▒=▘▒=▙█#▚▒="
    U"▛█#▜█#▝▒=▞▒=▟█#";

enum { SIGN_PARTS = 3, SIGN_COUNT = sizeof SIGNS / sizeof *SIGNS / SIGN_PARTS };
_Static_assert((int)SIGN_COUNT < (int)SIGNS_MOST, "each can be measured");

uint32_t sign_code(int number)
{
    return number < SIGN_COUNT ? SIGNS[SIGN_PARTS * number] : 0;
}

static int find_sign(uint32_t code)
{
    for (int i = 0; i < SIGN_COUNT; i++) {
        if (sign_code(i) == code) return i;
    }
    return -1;
}

bool signs_need_utf8(SignSet wanted)
{
    return wanted == SIGNS_UNICODE || wanted == SIGNS_CONSOLE;
}

SignSet signs_chosen(SignSet wanted, bool locale_is_utf8, const char *term)
{
    if (!locale_is_utf8) return SIGNS_ASCII;
    if (wanted != SIGNS_AUTO) return wanted;
    bool is_console = term && strncmp(term, "linux", strlen("linux")) == 0;
    return is_console ? SIGNS_CONSOLE : SIGNS_UNICODE;
}

// Of words, and of letters from U+00C0 on, which lose their accents.
static char letter_ascii(uint32_t code)
{
    static const struct {
        uint32_t code;
        char shown;
    } MARKS[] = {
        {U'‐', '-'},  {U'‑', '-'}, {U'‒', '-'}, {U'–', '-'},  {U'—', '-'}, {U'‘', '\''},
        {U'’', '\''}, {U'“', '"'}, {U'”', '"'}, {U'′', '\''}, {0xA0, ' '},
    };
    for (size_t i = 0; i < sizeof MARKS / sizeof *MARKS; i++) {
        if (MARKS[i].code == code) return MARKS[i].shown;
    }
    static const char LETTERS[] =
        "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
        "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLl"
        "LlLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
    enum { FIRST_LETTER = 0xC0, LETTER_COUNT = sizeof LETTERS - 1 };
    bool is_letter = code >= FIRST_LETTER && code - FIRST_LETTER < LETTER_COUNT;
    return is_letter ? LETTERS[code - FIRST_LETTER] : '?';
}

enum { FIRST_BRAILLE = 0x2800, LAST_BRAILLE = 0x28FF };

static bool is_braille(uint32_t code)
{
    return code >= FIRST_BRAILLE && code <= LAST_BRAILLE;
}

// Lines are made of its dots: the more of them, the heavier.
static char dots_ascii(uint32_t dots)
{
    static const char LETTERS[] = " .--==###";
    int count = 0;
    for (; dots; dots &= dots - 1) count++;
    return LETTERS[count];
}

char sign_ascii(uint32_t code)
{
    int number = find_sign(code);
    if (is_braille(code)) return dots_ascii(code - FIRST_BRAILLE);
    return number < 0 ? letter_ascii(code) : (char)SIGNS[SIGN_PARTS * number + 2];
}

static uint32_t shown_as(const Signs *signs, uint32_t code)
{
    if (signs->set == SIGNS_ASCII) return (uint32_t)(unsigned char)sign_ascii(code);
    int number = find_sign(code);
    if (signs->set == SIGNS_CONSOLE && is_braille(code))
        return (uint32_t)(unsigned char)sign_ascii(code);
    if (number < 0) return code;
    bool is_ascii = signs->is_wide[number];
    return SIGNS[SIGN_PARTS * number + (is_ascii ? 2 : signs->set == SIGNS_CONSOLE)];
}

bool signs_show(const Signs *signs, uint32_t code)
{
    return shown_as(signs, code) == code;
}

static void replace(const Signs *signs, Glyph *glyph)
{
    int length;
    uint32_t code = utf8_decode(str_from(glyph->text), &length), shown = code;
    if (code >= 0x7F) shown = shown_as(signs, code);
    bool keeps_marks = signs->set != SIGNS_ASCII;
    if (shown == code && (keeps_marks || !glyph->text[length])) return;
    glyph->text[utf8_encode(shown, glyph->text)] = '\0';
}

void signs_apply(const Signs *signs, Frame *frame)
{
    bool shows_all = signs->set == SIGNS_AUTO || signs->set == SIGNS_UNICODE;
    if (shows_all && !memchr(signs->is_wide, true, sizeof signs->is_wide)) return;
    bool halves = signs_show(signs, U'▀') && signs_show(signs, U'▄');
    for (int i = 0; i < frame->columns * frame->rows; i++) {
        Glyph *glyph = &frame->glyphs[i];
        if (!halves && glyph->style.attributes & ATTR_HALVES)
            glyph->style = style_of_larger_half(glyph->style);
        if (glyph->text[0])
            replace(signs, glyph);
        else if (signs->set == SIGNS_ASCII)
            memcpy(glyph->text, " ", 2); // the right half of a wide character
    }
}
