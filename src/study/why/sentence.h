// What sentences are made of: facts, which are texts with a name, and clauses, of which the first
// that holds is said: {n == 1, "it has no other {what} beside it"}.
#pragma once

#include "trace/explain/sight.h"

enum { MOST_FACTS = 48 };

typedef struct Fact {
    const char *name, *text;
} Fact;

typedef struct Why {
    const Trace *trace;
    const Sight *sight;
    int digits;
    bool is_hidden; // a number was needed that may not be seen
    Arena *arena;
    Buf *out;
    Fact facts[MOST_FACTS];
} Why;

typedef struct Clause {
    bool holds;
    const char *text; // with names of facts in braces
} Clause;

#define NUMBER(name, value)                                                                        \
    {                                                                                              \
        name, why_number(why, value)                                                               \
    }
#define COUNT(name, count)                                                                         \
    {                                                                                              \
        name, arena_printf(why->arena, "%d", count)                                                \
    }
#define FACTS(...) why_facts(why, (const Fact[]){__VA_ARGS__, {NULL, NULL}})
// False: none of the clauses holds.
#define SAY(...) why_say(why, (const Clause[]){__VA_ARGS__, {true, NULL}})

void why_facts(Why *why, const Fact *facts);
bool why_say(Why *why, const Clause *clauses);

// A number as it is written; and one that only says how much: 7.4, 221.
const char *why_number(const Why *why, double value);
const char *why_roughly(const Why *why, double value);
double why_rounded(const Why *why, double value);
// The same with as many digits as two numbers must have for their difference to be seen.
Why why_apart(const Why *why, double a, double b);
