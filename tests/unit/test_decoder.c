// What a terminal sends, as keys: whole, in pieces, cut off, and what is no key at all.
#include "support/test.h"

#include "terminal/decoder.h"

#include <locale.h>
#include <string.h>

static Decoder decoder;
static Arena arena;
static int64_t now;

static int setup(void **state)
{
    (void)state;
    decoder = (Decoder){0};
    now = 1000;
    return 0;
}

static int release(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static void write_keys(Buf *out, const Key *keys, int count)
{
    for (int i = 0; i < count; i++) {
        if (out->n) buf_add_char(out, ' ');
        if (keys[i].code == KEYCODE_UNKNOWN)
            buf_add_char(out, '?');
        else
            key_write(out, keys[i]);
        if (keys[i].code >= KEYCODE_CLICK && keys[i].code <= KEYCODE_DRAG)
            buf_printf(out, "-%d-%d", keys[i].column + 1, keys[i].row + 1);
        if (keys[i].pasted) buf_add_char(out, '_');
    }
}

// The keys of bytes that came at once, "Esc a Click-3-1"; pasted ones end with "_".
static const char *keys_of_bytes(const char *bytes, int n)
{
    Key keys[64];
    Buf out = {.arena = &arena};
    decoder_put(&decoder, bytes, n, now);
    write_keys(&out, keys, decoder_keys(&decoder, keys, 64, now, false));
    return buf_text(&out);
}

static const char *keys_of(const char *bytes)
{
    return keys_of_bytes(bytes, (int)strlen(bytes));
}

// When nothing more comes.
static const char *after_a_while(void)
{
    Key keys[64];
    Buf out = {.arena = &arena};
    int64_t deadline = decoder_deadline(&decoder);
    if (deadline < 0) return "nothing is begun";
    now = deadline;
    write_keys(&out, keys, decoder_keys(&decoder, keys, 64, now, true));
    assert_int_equal(decoder_deadline(&decoder), -1);
    return buf_text(&out);
}

static void characters_and_controls_are_keys(void **state)
{
    (void)state;
    assert_string_equal(keys_of("a]Z"), "a ] Z");
    assert_string_equal(keys_of("\r\n\t\177\b"), "Enter Enter Tab Backspace Backspace");
    assert_string_equal(keys_of("\x0f\x01"), "Ctrl-O Ctrl-A");
    assert_string_equal(keys_of_bytes("\0", 1), "?");
    assert_string_equal(keys_of("é注😀"), "é 注 😀");
    assert_int_equal(decoder_deadline(&decoder), -1);
}

static void what_is_no_utf8_takes_nothing_with_it(void **state)
{
    (void)state;
    assert_string_equal(keys_of("\xff]"), "? ]");
    assert_string_equal(keys_of("\xe9q"), "? q");
    assert_string_equal(keys_of("\xe2\x82q"), "? ? q");
    assert_string_equal(keys_of("\xed\xa0\x80"), "? ? ?"); // a surrogate
    assert_string_equal(keys_of("\xc0\xaf\xf8"), "? ? ?");
    assert_string_equal(keys_of("\xc2\x9b"), "?"); // a control character
    assert_string_equal(keys_of("\xe2\x82"), "");
    assert_string_equal(keys_of("\xac"), "€");
    assert_string_equal(keys_of("\xe2"), "");
    assert_string_equal(after_a_while(), "?");
}

static void keys_are_xterms_and_what_terminfo_adds(void **state)
{
    (void)state;
    static const KeySequence own[] = {{"\033[W", KEYCODE_F12}, {"\033[H", KEYCODE_END}};
    assert_string_equal(keys_of("\033[A\033OB\033[3~\033[Z"), "Up Down Delete Shift-Tab");
    assert_string_equal(keys_of("\033OP\033[[B\033[24~"), "F1 F2 F12");
    assert_string_equal(keys_of("\033[H"), "Home");
    assert_string_equal(keys_of("\033[1;5C\033[3;2~\033[25~\033[97;5u"), "? ? ? ?");
    assert_string_equal(keys_of("\033Oaq"), "? q");
    decoder.own = own;
    decoder.own_count = 2;
    assert_string_equal(keys_of("\033[W\033[H\033[A"), "F12 End Up");
}

static void a_key_may_come_in_pieces(void **state)
{
    (void)state;
    assert_string_equal(keys_of("\033"), "");
    assert_int_equal(decoder_deadline(&decoder), now + ESCAPE_MS);
    assert_string_equal(keys_of("["), "");
    assert_string_equal(keys_of("A"), "Up");
    assert_string_equal(keys_of("x\033[1;"), "x");
    assert_string_equal(keys_of("5C"), "?");
    assert_int_equal(decoder_deadline(&decoder), -1);
}

static void escape_is_a_key_when_nothing_follows(void **state)
{
    (void)state;
    assert_string_equal(keys_of("\033"), "");
    assert_string_equal(after_a_while(), "Esc");
    assert_string_equal(keys_of("\033x\033\033"), "Esc x Esc");
    assert_string_equal(after_a_while(), "Esc");
    assert_string_equal(keys_of("\033]q"), "Esc ] q");
    assert_string_equal(keys_of("\033["), "");
    assert_string_equal(after_a_while(), "Esc [");
    assert_string_equal(keys_of("\033O"), "");
    assert_string_equal(after_a_while(), "Esc O");
}

static void a_sequence_that_was_cut_is_no_text(void **state)
{
    (void)state;
    assert_string_equal(keys_of("\033[12;4"), "");
    assert_true(decoder_deadline(&decoder) > now + ESCAPE_MS);
    assert_string_equal(after_a_while(), "");
    assert_string_equal(keys_of("q"), "q");
    assert_string_equal(keys_of("\033[12\x03q"), "Ctrl-C q");
    assert_string_equal(keys_of("\033[1\033[Aq"), "Up q");
}

static void answers_are_not_keys(void **state)
{
    (void)state;
    assert_string_equal(keys_of("\033]11;rgb:1e1e/1e1e/1e1e\033\\a"), "a");
    assert_string_equal(keys_of("\033]10;rgb:q\ab"), "b");
    assert_string_equal(keys_of("\033P>|xterm(380)\033\\c"), "c");
    assert_string_equal(keys_of("\033P1$r0m\033\\\033_Gi=1;OK\033\\d"), "d");
    assert_string_equal(keys_of("\033[?62;22c\033[>41;354;0c\033[0n"), "");
    assert_string_equal(keys_of("\033[6;17;8t\033[?1;0;1024S\033[?2;0;640;408S"), "");
    assert_string_equal(keys_of("\033[12;40R\033[?2026;2$y\033[8;24;80t\033[?0u"), "");
    assert_string_equal(keys_of("\033[I\033[Oe"), "e");
}

static void an_answer_may_come_in_pieces_and_without_an_end(void **state)
{
    (void)state;
    assert_string_equal(keys_of("\033]11;rgb:1e"), "");
    now += 300;
    assert_string_equal(keys_of("1e/q\033"), "");
    assert_string_equal(keys_of("\\q"), "q");
    assert_string_equal(keys_of("\033]11;rgb:"), "");
    assert_string_equal(after_a_while(), "");
    assert_string_equal(keys_of("q"), "q");
    assert_string_equal(keys_of("\033]11;rgb:\033[Aq"), "Up q");
}

static void an_answer_may_be_long(void **state)
{
    (void)state;
    char bytes[DECODER_BYTES];
    memset(bytes, 'q', sizeof bytes);
    assert_string_equal(keys_of("\033]52;c;"), "");
    for (int i = 0; i < 4; i++)
        assert_string_equal(keys_of_bytes(bytes, decoder_room(&decoder)), "");
    assert_string_equal(keys_of("\aq"), "q");
}

static void a_sequence_that_never_ends_leaves_room(void **state)
{
    (void)state;
    char bytes[DECODER_BYTES];
    memset(bytes, '1', sizeof bytes);
    keys_of("\033[");
    for (int i = 0; i < 4; i++) {
        assert_true(decoder_room(&decoder) > 0);
        keys_of_bytes(bytes, decoder_room(&decoder));
    }
    assert_true(decoder_room(&decoder) > 0);
}

static void pasted_text_is_marked_and_fits_a_line(void **state)
{
    (void)state;
    assert_string_equal(keys_of("\033[200~a\rb\033[201~c"), "a_ Space_ b_ c");
    assert_string_equal(keys_of("\033[200~a\033[A\x03\xff注"), "a_ 注_");
    // What the terminal was asked before is answered in the midst of it.
    assert_string_equal(keys_of("\033[200~a\033[0nb\033[201~c"), "a_ b_ c");
    assert_string_equal(keys_of("\033[20"), "");
    assert_string_equal(keys_of("1~q"), "q");
    assert_string_equal(keys_of("\033[201~q"), "q");
}

static void a_paste_without_end_ends_when_it_is_quiet(void **state)
{
    (void)state;
    assert_string_equal(keys_of("\033[200~ab"), "a_ b_");
    int64_t first = decoder_deadline(&decoder);
    now += 100;
    assert_string_equal(keys_of("c"), "c_");
    assert_true(decoder_deadline(&decoder) > first);
    assert_string_equal(after_a_while(), "");
    assert_string_equal(keys_of("q"), "q");
}

static void what_is_too_much_is_for_the_next_time(void **state)
{
    (void)state;
    Key keys[2];
    decoder_put(&decoder, "abc", 3, now);
    assert_int_equal(decoder_keys(&decoder, keys, 2, now, false), 2);
    assert_int_equal(decoder_keys(&decoder, keys, 2, now, false), 1);
    assert_int_equal(keys[0].code, 'c');
    assert_int_equal(decoder_keys(&decoder, keys, 2, now, false), 0);
}

static void clicks_have_a_place_beyond_old_limits(void **state)
{
    (void)state;
    assert_string_equal(keys_of("\033[<0;300;90M\033[<0;300;90m"), "Click-300-90");
    assert_string_equal(keys_of("\033[<64;1;2M\033[<65;3;4M"), "WheelUp-1-2 WheelDown-3-4");
    assert_string_equal(keys_of("\033[<0;5;5M\033[<0;9;5m"), "Click-5-5 Drag-9-5");
    assert_string_equal(keys_of("\033[M !!\033[M#!!"), "Click-1-1");
    assert_string_equal(keys_of("\033[M`\xff\xfe"), "WheelUp-223-222");
    assert_string_equal(keys_of("\033[M !"), "");
    assert_string_equal(keys_of("\""), "Click-1-2");
}

static void two_clicks_in_one_place_are_a_double_click(void **state)
{
    (void)state;
    static const char click[] = "\033[<0;5;5M\033[<0;5;5m";
    assert_string_equal(keys_of(click), "Click-5-5");
    assert_string_equal(keys_of(click), "DoubleClick-5-5");
    assert_string_equal(keys_of(click), "Click-5-5");
    now += 1000;
    assert_string_equal(keys_of(click), "Click-5-5");
    assert_string_equal(keys_of("\033[<0;6;5M\033[<0;6;5m"), "Click-6-5");
}

static void what_the_mouse_does_otherwise_is_nothing(void **state)
{
    (void)state;
    assert_string_equal(keys_of("\033[<0;7;7m"), "");                            // never pressed
    assert_string_equal(keys_of("\033[<1;7;7M\033[<2;7;7M\033[<2;7;7m"), "");    // other buttons
    assert_string_equal(keys_of("\033[<32;7;7M\033[<35;7;7M\033[<66;1;1M"), ""); // moves
    assert_string_equal(keys_of("\033[<0;0;0M\033[<0;5M\033[<M\033[<0;1;2;3M"), "");
    assert_string_equal(keys_of("\033[<99999999999999;1;1M"), "");
    assert_string_equal(keys_of("\033[<0;99999999999999;1Mq"), "Click-999999-1 q");
}

static void other_encodings_are_decoded_as_the_locale_says(void **state)
{
    (void)state;
    decoder.not_utf8 = true;
    setlocale(LC_CTYPE, "C");
    assert_string_equal(keys_of("\xe9q"), "? q");
    assert_string_equal(keys_of("\xe2\x82\xacq"), "? ? ? q");
}

// Whatever comes, in whatever pieces, there is room for more, and after a while nothing is begun.
static void any_bytes_in_any_pieces_come_to_an_end(void **state)
{
    (void)state;
    enum { ROUNDS = 20000, PIECE = 24 };
    unsigned seed = 1;
    for (int i = 0; i < ROUNDS; i++) {
        char bytes[PIECE];
        for (int k = 0; k < PIECE; k++) {
            static const char COMMON[] = "\033\033[[]]O<;M201~\\\a";
            seed = seed * 1664525u + 1013904223u;
            unsigned any = seed >> 16;
            bytes[k] = (char)(any % 3 ? any / 3 : (unsigned)COMMON[any % (sizeof COMMON - 1)]);
        }
        Key keys[PIECE];
        decoder_put(&decoder, bytes, 1 + (int)(seed >> 8) % PIECE, now++);
        int count = decoder_keys(&decoder, keys, PIECE, now, false);
        for (int k = 0; k < count; k++)
            assert_true(keys[k].code > 0 && keys[k].code <= KEYCODE_UNKNOWN);
        assert_true(decoder_room(&decoder) >= PIECE);
        if (i % 7) continue;
        now = decoder_deadline(&decoder) < 0 ? now : decoder_deadline(&decoder);
        decoder_keys(&decoder, keys, PIECE, now, true);
        assert_int_equal(decoder_deadline(&decoder), -1);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, release)
    const struct CMUnitTest tests[] = {
        TEST(characters_and_controls_are_keys),
        TEST(what_is_no_utf8_takes_nothing_with_it),
        TEST(keys_are_xterms_and_what_terminfo_adds),
        TEST(a_key_may_come_in_pieces),
        TEST(escape_is_a_key_when_nothing_follows),
        TEST(a_sequence_that_was_cut_is_no_text),
        TEST(answers_are_not_keys),
        TEST(an_answer_may_come_in_pieces_and_without_an_end),
        TEST(an_answer_may_be_long),
        TEST(a_sequence_that_never_ends_leaves_room),
        TEST(pasted_text_is_marked_and_fits_a_line),
        TEST(a_paste_without_end_ends_when_it_is_quiet),
        TEST(what_is_too_much_is_for_the_next_time),
        TEST(clicks_have_a_place_beyond_old_limits),
        TEST(two_clicks_in_one_place_are_a_double_click),
        TEST(what_the_mouse_does_otherwise_is_nothing),
        TEST(any_bytes_in_any_pieces_come_to_an_end),
        TEST(other_encodings_are_decoded_as_the_locale_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
