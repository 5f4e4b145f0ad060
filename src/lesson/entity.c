// The named characters that lessons about mathematics use, and numbered ones, "&#215;" or
// "&#xD7;". Control characters and surrogates are no characters that text may have, and are left
// as they were written.
#include "lesson/entity.h"

#include "base/utf8.h"

#include <stdlib.h>

typedef struct Entity {
    const char *name;
    uint32_t code;
} Entity;

// Those that turn up in text about mathematics; HTML has two thousand more.
static const Entity ENTITIES[] = {
    {"amp", '&'},      {"lt", '<'},       {"gt", '>'},        {"quot", '"'},     {"apos", '\''},
    {"nbsp", ' '},     {"times", 0xD7},   {"middot", 0xB7},   {"minus", 0x2212}, {"radic", 0x221A},
    {"ndash", 0x2013}, {"mdash", 0x2014}, {"hellip", 0x2026}, {"larr", 0x2190},  {"rarr", 0x2192},
    {"infin", 0x221E}, {"asymp", 0x2248}, {"ne", 0x2260},     {"le", 0x2264},    {"ge", 0x2265},
    {"sum", 0x2211},   {"alpha", 0x3B1},  {"beta", 0x3B2},    {"sigma", 0x3C3},
};

// "#215" or "#xD7"; 0 when it is no character.
static uint32_t numeric_code(Str name)
{
    char digits[12] = "";
    bool hex = name.n > 1 && (name.p[1] == 'x' || name.p[1] == 'X');
    int from = hex ? 2 : 1;
    for (int i = from; i < name.n && i - from < (int)sizeof digits - 1; i++) {
        digits[i - from] = name.p[i];
    }
    unsigned long code = strtoul(digits, NULL, hex ? 16 : 10);
    bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return control || surrogate || code > 0x10FFFF ? 0 : (uint32_t)code;
}

static uint32_t named_code(Str name)
{
    for (size_t i = 0; i < sizeof ENTITIES / sizeof ENTITIES[0]; i++) {
        if (str_is(name, ENTITIES[i].name)) return ENTITIES[i].code;
    }
    return 0;
}

int entity_decode(Str entity, char *out)
{
    Str name = str_slice(entity, 1, entity.n - 1); // without & and ;
    uint32_t code = name.n && name.p[0] == '#' ? numeric_code(name) : named_code(name);
    return code ? utf8_encode(code, out) : 0;
}
