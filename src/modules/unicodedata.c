// The module unicodedata: what Unicode says of characters, and the forms in which a text with
// accents can be written, all of it by libutf8proc.
#include "base/text/letters.h"
#include "base/text/utf8.h"
#include "lang/interp.h"
#include "lang/text/text.h"
#include "modules/modules.h"

#include <stdlib.h>
#include <utf8proc.h>

static Value category(Run *run, Value *arg)
{
    if (!text_need_str(run, "category() argument 1", arg[0])) return NOTHING;
    Str text = value_text(arg[0]);
    int length = 0;
    uint32_t code = text.n ? utf8_decode(text, &length) : 0;
    if (!text.n || length < text.n) {
        return raise_error(run, "TypeError",
                           "category() argument must be a unicode character, not str");
    }
    return value_from_text(run, letter_category(code));
}

static Value normalize(Run *run, Value *arg)
{
    static const struct {
        const char *name;
        utf8proc_option_t options;
    } forms[] = {
        {"NFC", UTF8PROC_STABLE | UTF8PROC_COMPOSE},
        {"NFD", UTF8PROC_STABLE | UTF8PROC_DECOMPOSE},
        {"NFKC", UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT},
        {"NFKD", UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT},
    };
    if (!text_need_str(run, "normalize() argument 1", arg[0]) ||
        !text_need_str(run, "normalize() argument 2", arg[1]))
        return NOTHING;
    Str form = value_text(arg[0]), text = value_text(arg[1]);
    if (!run_take_characters(run, 4 * (int64_t)text.n)) return NOTHING;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!str_is(form, forms[i].name)) continue;
        utf8proc_uint8_t *made = NULL;
        utf8proc_ssize_t length =
            utf8proc_map((const utf8proc_uint8_t *)text.p, text.n, &made, forms[i].options);
        if (length < 0) return raise_error(run, "MemoryError", "%s", utf8proc_errmsg(length));
        Value result = value_from_str(run, (Str){(const char *)made, (int)length});
        free(made);
        return result;
    }
    return raise_error(run, "ValueError", "invalid normalization form");
}

const Native unicodedata_natives[] = {
    {"category", "chr, /", category},
    {"normalize", "form, unistr, /", normalize},
    {0},
};
