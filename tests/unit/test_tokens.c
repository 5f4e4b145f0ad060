// Tokens without the marks of tokenizers.
#include "support/test.h"

#include "base/buf.h"
#include "study/names/token.h"

static Arena arena;

static int done(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

// The readable tokens with blanks between them.
static const char *readable(const char *const *token, int count)
{
    Buf out = {.arena = &arena};
    TokenMarks marks = token_marks(token, count);
    for (int i = 0; i < count; i++) {
        const char *before = i ? token[i - 1] : NULL;
        buf_printf(&out, "%s%s", i ? " " : "", token_readable(marks, token[i], before, &arena));
    }
    return buf_text(&out);
}

#define READABLE(...)                                                                              \
    readable((const char *const[]){__VA_ARGS__},                                                   \
             (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)))

static void test_marks_of_each_tokenizer_are_left_out(void **state)
{
    (void)state;
    assert_string_equal(READABLE("[CLS]", "un", "##believ", "##ably", ",", "[SEP]"),
                        "[CLS] un ·believ ·ably , [SEP]");
    assert_string_equal(READABLE("The", "Ġcat", "s", "Ġsat", ".", "Ċ", "Ġ", "ĠĠ"),
                        "The cat ·s sat . ↵ ␣ ␣␣");
    assert_string_equal(READABLE("<s>", "▁elect", "ro", "▁", "<0x0A>", "▁in▁it"),
                        "<s> elect ·ro ␣ ↵ in it");
    assert_string_equal(READABLE("<|startoftext|>", "elec", "tron</w>", "is</w>", ",</w>"),
                        "<|startoftext|> elec ·tron is ,");
}

static void test_bytes_are_decoded_to_letters(void **state)
{
    (void)state;
    assert_string_equal(READABLE("Ã©t", "Ã©", "ĠæĹ¥æľ¬", "ĠðŁĺĢ", "<|endoftext|>"),
                        "ét ·é 日本 😀 <|endoftext|>");
    assert_string_equal(READABLE("ĠðŁ", "ĺĢ"), "\\xf0\\x9f ·\\x98\\x80");
    assert_string_equal(READABLE("Ġa", "日本"), "a ·日本"); // no letters of bytes
}

static void test_other_labels_stay_as_they_are(void **state)
{
    (void)state;
    assert_string_equal(READABLE("the", "cat", "##", "Ã©", "", " x"), "the cat ## Ã©   x");
    assert_string_equal(READABLE("##", "a"), "## a");
}

static void test_a_token_is_found_by_any_of_its_names(void **state)
{
    (void)state;
    assert_true(token_is_called(TOKENS_HASHES, "##phal", STR("##phal")));
    assert_true(token_is_called(TOKENS_HASHES, "##phal", STR("phal")));
    assert_true(token_is_called(TOKENS_HASHES, "##phal", STR("·phal")));
    assert_true(token_is_called(TOKENS_UNMARKED, "·phal", STR("##phal"))); // as it is shown
    assert_true(token_is_called(TOKENS_OF_BYTES, "Ġété", STR("Ġété")));
    assert_true(token_is_called(TOKENS_OF_BYTES, "ĠÃ©tÃ©", STR("été")));
    assert_false(token_is_called(TOKENS_HASHES, "##phal", STR("pha")));
    assert_false(token_is_called(TOKENS_HASHES, "##phal", STR("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks_of_each_tokenizer_are_left_out),
        cmocka_unit_test(test_bytes_are_decoded_to_letters),
        cmocka_unit_test(test_other_labels_stay_as_they_are),
        cmocka_unit_test(test_a_token_is_found_by_any_of_its_names),
    };
    return cmocka_run_group_tests_name("tokens", tests, NULL, done);
}
