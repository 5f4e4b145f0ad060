// Unicode's table is libutf8proc's: Debian 12's is that of Unicode 15. CPython 3.13 knows 15.1,
// which has 622 more Chinese characters and five symbols; of all others both say the same.
#include "base/text/letters.h"

#include <string.h>
#include <utf8proc.h>

const char *letter_category(uint32_t code)
{
    return utf8proc_category_string((utf8proc_int32_t)code);
}

bool letter_is(uint32_t code, char major)
{
    return letter_category(code)[0] == major;
}

bool letter_is_upper(uint32_t code)
{
    return utf8proc_isupper((utf8proc_int32_t)code);
}

bool letter_is_lower(uint32_t code)
{
    return utf8proc_islower((utf8proc_int32_t)code);
}

bool letter_is_blank(uint32_t code)
{
    bool control = (code >= 0x09 && code <= 0x0D) || (code >= 0x1C && code <= 0x1F) || code == 0x85;
    return control || letter_is(code, 'Z');
}

bool letter_is_printable(uint32_t code)
{
    return code == ' ' || !(letter_is(code, 'C') || letter_is(code, 'Z'));
}

bool letter_in_name(uint32_t code)
{
    const char *category = letter_category(code);
    return strchr("LM", category[0]) || strcmp(category, "Nd") == 0 ||
           strcmp(category, "Nl") == 0 || strcmp(category, "Pc") == 0;
}

uint32_t letter_upper(uint32_t code)
{
    return (uint32_t)utf8proc_toupper((utf8proc_int32_t)code);
}

uint32_t letter_lower(uint32_t code)
{
    return (uint32_t)utf8proc_tolower((utf8proc_int32_t)code);
}

uint32_t letter_title(uint32_t code)
{
    return (uint32_t)utf8proc_totitle((utf8proc_int32_t)code);
}

int letter_folded(uint32_t code, uint32_t folded[MOST_FOLDED])
{
    utf8proc_int32_t part[MOST_FOLDED];
    int last = 0;
    utf8proc_ssize_t count = utf8proc_decompose_char((utf8proc_int32_t)code, part, MOST_FOLDED,
                                                     UTF8PROC_CASEFOLD, &last);
    for (utf8proc_ssize_t i = 0; i < count; i++) folded[i] = (uint32_t)part[i];
    return (int)count;
}

void letters_library(Buf *out)
{
    buf_printf(out, "utf8proc %s (Unicode %s)", utf8proc_version(), utf8proc_unicode_version());
}
