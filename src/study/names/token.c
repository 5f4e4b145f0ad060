// Which tokenizer wrote a list of tokens follows from the marks in it. Byte-level tokenizers write
// each byte as a letter: printable ones as they are, the other 68 as U+0100 and following.
#include "study/names/token.h"

#include "base/buf.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"

static const char word_end[] = "</w>";
static const char dot[] = "\u00b7";

TokenMarks token_marks(const char *const *token, int64_t count)
{
    static const struct {
        const char *begin;
        TokenMarks marks;
    } SIGNS[] = {{"\u0120", TOKENS_OF_BYTES}, // Ġ, a blank
                 {"\u010a", TOKENS_OF_BYTES}, // Ċ, a line break
                 {"\u2581", TOKENS_UNDERLINE},
                 {"##", TOKENS_HASHES}};
    for (int64_t i = 0; i < count; i++) {
        Str text = str_from(token[i]);
        for (size_t k = 0; k < sizeof SIGNS / sizeof *SIGNS; k++) {
            bool more = text.n > str_from(SIGNS[k].begin).n || SIGNS[k].marks != TOKENS_HASHES;
            if (more && str_starts(text, SIGNS[k].begin)) return SIGNS[k].marks;
        }
        if (text.n > str_from(word_end).n && str_ends(text, word_end)) return TOKENS_WITH_ENDS;
    }
    return TOKENS_UNMARKED;
}

// ---- bytes ------------------------------------------------------------------------------------

static bool is_itself(uint32_t byte)
{
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) ||
           (byte >= 174 && byte <= 255);
}

// -1: the letter is none of the 256.
static int byte_of(uint32_t letter)
{
    uint32_t left = letter - 256;
    if (letter < 256) return is_itself(letter) ? (int)letter : -1;
    for (uint32_t byte = 0; byte < 256; byte++) {
        if (!is_itself(byte) && left-- == 0) return (int)byte;
    }
    return -1;
}

// The bytes that the letters mean; as it is where they mean none.
static Str decode_bytes(Str token, Arena *arena)
{
    Buf bytes = {.arena = arena};
    for (int at = 0, length; at < token.n; at += length) {
        int byte = byte_of(utf8_decode(str_slice(token, at, token.n), &length));
        if (byte < 0) return token;
        buf_add_char(&bytes, (char)byte);
    }
    return str_from(buf_text(&bytes));
}

// ---- marks ------------------------------------------------------------------------------------

// The letters of a token, blanks at its beginning included.
static Str letters_of(TokenMarks marks, Str token, Arena *arena)
{
    static const char underline[] = "\u2581";
    Buf text = {.arena = arena};
    if (marks == TOKENS_OF_BYTES) return decode_bytes(token, arena);
    if (marks == TOKENS_HASHES && token.n > 2) str_take_start(&token, "##");
    if (marks == TOKENS_WITH_ENDS && token.n > 4 && str_ends(token, word_end))
        token = str_slice(token, 0, token.n - 4);
    if (marks != TOKENS_UNDERLINE) return token;
    if (str_is(token, "<0x0A>")) return STR("\n"); // a byte that is in no other token
    while (token.n) {
        bool blank = str_take_start(&token, underline);
        buf_add_char(&text, blank ? ' ' : token.p[0]);
        if (!blank) token = str_slice(token, 1, token.n);
    }
    return str_from(buf_text(&text));
}

static bool is_letter(char c)
{
    return ascii_is_alnum(c) || (unsigned char)c >= 0x80;
}

// "[CLS]", "<s>", "<|endoftext|>"
static bool is_special(Str token)
{
    return token.n > 2 && (token.p[0] == '[' || token.p[0] == '<') &&
           (str_ends(token, "]") || (str_ends(token, ">") && !str_ends(token, word_end)));
}

bool token_goes_on(TokenMarks marks, const char *token, const char *before)
{
    SCRATCH(scratch);
    Str text = str_from(token), last = str_from(before);
    if (marks == TOKENS_UNMARKED) return false;
    if (marks == TOKENS_HASHES) return text.n > 2 && str_starts(text, "##");
    if (!text.n || !last.n || is_special(text) || is_special(last)) return false;
    Str own = letters_of(marks, text, &scratch);
    bool ended = marks == TOKENS_WITH_ENDS && str_ends(last, word_end);
    last = letters_of(marks, last, &scratch);
    return own.n && last.n && !ended && is_letter(own.p[0]) && is_letter(last.p[last.n - 1]);
}

// ---- readable ---------------------------------------------------------------------------------

// Blanks alone, line breaks, tabs and halves of characters get a sign.
static void write_letters(Str text, bool all_blank, Buf *out)
{
    for (int at = 0, length; at < text.n; at += length) {
        uint32_t code = utf8_decode(str_slice(text, at, text.n), &length);
        bool is_half = code == 0xfffd && length == 1;
        const char *sign = code == '\n'               ? "\u21b5"
                           : code == '\t'             ? "\u21e5"
                           : code == ' ' && all_blank ? "\u2423"
                                                      : NULL;
        if (sign)
            buf_add(out, str_from(sign));
        else if (is_half)
            buf_printf(out, "\\x%02x", (unsigned)(unsigned char)text.p[at]);
        else
            buf_add(out, str_slice(text, at, at + length));
    }
}

static const char *without_marks(TokenMarks marks, Str token, Arena *arena)
{
    Buf out = {.arena = arena};
    Str text = letters_of(marks, token, arena);
    bool all_blank = true;
    for (int i = 0; i < text.n; i++) all_blank = all_blank && text.p[i] == ' ';
    if (!all_blank && text.p[0] == ' ') text = str_slice(text, 1, text.n);
    write_letters(text, all_blank, &out);
    return buf_text(&out);
}

const char *token_readable(TokenMarks marks, const char *token, const char *before, Arena *arena)
{
    if (marks == TOKENS_UNMARKED) return token;
    const char *text = without_marks(marks, str_from(token), arena);
    return token_goes_on(marks, token, before) ? arena_printf(arena, "%s%s", dot, text) : text;
}

bool token_is_called(TokenMarks marks, const char *token, Str word)
{
    SCRATCH(scratch);
    if (str_is(word, token)) return true;
    if (marks == TOKENS_UNMARKED) marks = token_marks((const char *const[]){token}, 1);
    Str own = str_from(without_marks(marks, str_from(token), &scratch));
    const char *typed = str_copy(&scratch, word);
    Str said = str_from(without_marks(token_marks(&typed, 1), word, &scratch));
    str_take_start(&own, dot);
    str_take_start(&said, dot);
    return said.n && str_equal(own, said);
}
