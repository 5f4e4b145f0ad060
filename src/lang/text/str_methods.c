// The table of the methods of strings. Those without a function are written in Python, in
// src/library/_methods.py.
#include "lang/interp.h"
#include "lang/text/text.h"

static Value str_format(Run *run, Value *arg)
{
    return call_with(run, library_function(run, "_format", "format"), arg, 3);
}

static Value str_format_map(Run *run, Value *arg)
{
    return call_with(run, library_function(run, "_format", "format_map"), arg, 2);
}

const Native str_functions[] = {{"maketrans", "x, y=, z=, /", NULL}, {0}};

const Native str_methods[] = {
    {"join", "self, iterable, /", str_join},
    {"upper", "self, /", str_upper},
    {"lower", "self, /", str_lower},
    {"casefold", "self, /", str_casefold},
    {"title", "self, /", str_title},
    {"capitalize", "self, /", str_capitalize},
    {"swapcase", "self, /", str_swapcase},
    {"strip", "self, chars=, /", str_strip},
    {"lstrip", "self, chars=, /", str_lstrip},
    {"rstrip", "self, chars=, /", str_rstrip},
    {"split", "self, sep=, maxsplit=", str_split},
    {"rsplit", "self, sep=, maxsplit=", NULL},
    {"splitlines", "self, keepends=", NULL},
    {"partition", "self, sep, /", NULL},
    {"rpartition", "self, sep, /", NULL},
    {"replace", "self, old, new, count=, /", str_replace},
    {"startswith", "self, prefix, start=, end=, /", str_startswith},
    {"endswith", "self, suffix, start=, end=, /", str_endswith},
    {"removeprefix", "self, prefix, /", NULL},
    {"removesuffix", "self, suffix, /", NULL},
    {"find", "self, sub, start=, end=, /", str_find_method},
    {"rfind", "self, sub, start=, end=, /", NULL},
    {"index", "self, sub, start=, end=, /", NULL},
    {"rindex", "self, sub, start=, end=, /", NULL},
    {"count", "self, sub, start=, end=, /", str_count},
    {"isalpha", "self, /", str_isalpha},
    {"isdigit", "self, /", str_isdigit},
    {"isdecimal", "self, /", str_isdigit},
    {"isnumeric", "self, /", NULL},
    {"isalnum", "self, /", str_isalnum},
    {"isspace", "self, /", str_isspace},
    {"isupper", "self, /", str_isupper},
    {"islower", "self, /", str_islower},
    {"istitle", "self, /", NULL},
    {"isascii", "self, /", str_isascii},
    {"isprintable", "self, /", str_isprintable},
    {"isidentifier", "self, /", str_isidentifier},
    {"ljust", "self, width, fillchar=, /", NULL},
    {"rjust", "self, width, fillchar=, /", NULL},
    {"center", "self, width, fillchar=, /", NULL},
    {"zfill", "self, width, /", NULL},
    {"expandtabs", "self, tabsize=", NULL},
    {"translate", "self, table, /", NULL},
    {"format", "self, /, *values, **named", str_format},
    {"format_map", "self, mapping, /", str_format_map},
    {"encode", "self, encoding=, errors=", NULL},
    {0},
};
