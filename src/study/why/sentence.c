// Numbers, names and clauses become a sentence.
#include "study/why/sentence.h"

#include "base/bug.h"
#include "base/text/number.h"

#include <math.h>
#include <string.h>

double why_rounded(const Why *why, double value)
{
    return isfinite(value) ? number_rounded(value, why->digits) : value;
}

Why why_apart(const Why *why, double a, double b)
{
    enum { MOST_DIGITS = 9 };
    Why finer = *why;
    double apart = fabs(a - b), enough = apart / 10;
    if (!(apart > 1e-6 * fabs(a))) return finer; // float32 has no digits that would say more
    while (finer.digits < MOST_DIGITS &&
           fabs(fabs(why_rounded(&finer, a) - why_rounded(&finer, b)) - apart) > enough)
        finer.digits++;
    return finer;
}

// One that is only nearly whole keeps its zeros: "2.0000" is 1.99999…, "2" is 2.
const char *why_number(const Why *why, double value)
{
    Buf text = {.arena = why->arena};
    double as_written = why_rounded(why, value);
    bool nearly_whole = as_written == round(as_written) && (float)as_written != (float)value;
    (nearly_whole ? number_human : number_trimmed)(&text, value, why->digits);
    return buf_text(&text);
}

const char *why_roughly(const Why *why, double value)
{
    Buf text = {.arena = why->arena};
    number_trimmed(&text, value, value >= 10 ? 0 : value >= 1 ? 1 : why->digits);
    return buf_text(&text);
}

static Fact *fact_of(Why *why, Str name)
{
    Fact *fact = why->facts;
    while (fact->name && !str_is(name, fact->name)) fact++;
    return fact;
}

void why_facts(Why *why, const Fact *facts)
{
    for (; facts->name; facts++) *fact_of(why, str_from(facts->name)) = *facts;
    REQUIRE(!why->facts[MOST_FACTS - 1].name);
}

bool why_say(Why *why, const Clause *clause)
{
    while (!clause->holds) clause++;
    for (const char *p = clause->text, *end; p && *p; p = end) {
        bool is_fact = *p == '{';
        end = p + strcspn(p, is_fact ? "}" : "{");
        Str part = str_slice(str_from(p), is_fact, (int)(end - p));
        buf_add(why->out, is_fact ? str_from(fact_of(why, part)->text) : part);
        end += is_fact;
    }
    return clause->text;
}
