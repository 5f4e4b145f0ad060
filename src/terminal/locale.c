// A UTF-8 locale that is not installed, and none at all, become C.UTF-8: most terminals show it.
// Who asks for C or Latin-1 gets ASCII.
#include "terminal/signs.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static const char *wanted_locale(void)
{
    static const char *const NAMES[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(NAMES[i]);
        if (value && *value) return value;
    }
    return "";
}

bool locale_choose(bool needs_utf8)
{
    const char *wanted = wanted_locale();
    bool known = setlocale(LC_ALL, "") != NULL && *wanted;
    bool wants_utf8 = !*wanted || strstr(wanted, "UTF-8") || strstr(wanted, "utf8");
    if (!known && wants_utf8) setlocale(LC_CTYPE, "C.UTF-8");
    setlocale(LC_NUMERIC, "C"); // 0.5, not 0,5
    if (needs_utf8 && strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
