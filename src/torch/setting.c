// Where the program says what a setting is: an argument of its call, by keyword or the first one;
// the line that gives the name behind it its number; or what is called, module.NAME.
#include "torch/setting.h"

#include "base/ascii.h"
#include "base/number.h"

#include <string.h>

static Span part_of(Span whole, Str text)
{
    int start = (int)(text.p - whole.source->text.p);
    return (Span){whole.source, start, start + text.n};
}

static bool is_number(Str text)
{
    double number;
    return text.n && number_parse_double(text, &number);
}

static Str until(Str text, const char *stops)
{
    int n = 0;
    while (n < text.n && !strchr(stops, text.p[n])) n++;
    return str_trim(str_slice(text, 0, n));
}

// What stands behind "NAME =" in the line that begins with it.
static Str number_of_name(const Source *source, Str name)
{
    Str rest = source->text, line;
    while (name.n && str_word(name, 0) == name.n && str_next_line(&rest, &line)) {
        Str text = str_trim(line);
        bool begins = str_equal(str_slice(text, 0, name.n), name);
        text = begins ? str_trim(str_slice(text, name.n, text.n)) : (Str){0};
        if (!str_starts(text, "=") || str_starts(text, "==")) continue;
        text = until(str_slice(text, 1, text.n), "#;");
        if (is_number(text)) return text;
    }
    return (Str){0};
}

// Of "SGD(params, lr=0.1)" what stands behind "lr="; without a keyword the first argument.
static Str argument_of(Str call, Str keyword)
{
    int at = str_find(call, "(");
    if (at < 0) return (Str){0};
    if (!keyword.n) return until(str_slice(call, at + 1, call.n), ",)");
    for (; at + keyword.n < call.n; at++) {
        Str rest = str_slice(call, at + 1, call.n);
        if (ascii_is_word(call.p[at]) || !str_equal(str_slice(rest, 0, keyword.n), keyword))
            continue;
        rest = str_trim(str_slice(rest, keyword.n, rest.n));
        if (str_starts(rest, "=") && !str_starts(rest, "=="))
            return until(str_slice(rest, 1, rest.n), ",)");
    }
    return (Str){0};
}

// The call of the program that is made now, perhaps by way of the library.
static Span call_now(const Run *run)
{
    bool in_library = !run->here.source || run->here.source->is_library;
    return in_library ? run->user_call : run->here;
}

static void note(Run *run, Setting *setting, Span call, Str now)
{
    setting->at = part_of(call, now);
    trace_note_setting(&run->trace, setting);
}

static void note_argument(Run *run, Setting *setting, Str keyword)
{
    Span call = call_now(run);
    if (!call.source) return;
    Str text = argument_of(span_text(call), keyword);
    if (text.n && !is_number(text)) text = number_of_name(call.source, text);
    setting->now = str_copy(&run->scratch, text);
    if (is_number(text)) note(run, setting, call, text);
}

// "torch.optim.SGD" of the call, where it is called by way of a module.
static void note_called(Run *run, Setting *setting)
{
    Span call = call_now(run);
    Str text = call.source ? until(span_text(call), "(") : (Str){0};
    int point = text.n;
    while (point > 0 && text.p[point - 1] != '.') point--;
    setting->now = str_copy(&run->scratch, str_slice(text, point, text.n));
    if (point) note(run, setting, call, text);
}

void setting_note_seed(Run *run, int64_t now)
{
    const char *other[] = {arena_printf(&run->scratch, "%lld", (long long)now + 1),
                           arena_printf(&run->scratch, "%lld", (long long)now + 2)};
    Setting setting = {.name = "seed", .other = other, .count = 2, .is_of_chance = true};
    note_argument(run, &setting, (Str){0});
}

// name, keyword (None: it is what is called), others
static Value note_setting(Run *run, Value *arg)
{
    enum { MOST = 8 };
    const Sequence *others = value_sequence(arg[2]);
    const char *other[MOST];
    Setting setting = {.name = str_copy(&run->scratch, value_text(arg[0])), .other = other};
    for (int i = 0; i < others->count && i < MOST; i++)
        other[setting.count++] = str_copy(&run->scratch, value_text(others->item[i]));
    if (arg[1].type == &type_none)
        note_called(run, &setting);
    else
        note_argument(run, &setting, value_text(arg[1]));
    return NONE;
}

const Native setting_functions[] = {{"_setting", "name, keyword, others", note_setting}, {0}};
