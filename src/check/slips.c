// Each sign has its own near misses: a key of the front matter that is misspelt or lacks its colon,
// "#" for "##", "{python x}" for "{python} x", and a reply to a wrong number that lacks its colon
// or its code. A list in a reason may begin with code, too: a name of the program is none of these.
#include "check/findings.h"

#include "base/text/ascii.h"
#include "lesson/front_matter.h"
#include "trace/names/labels.h"

#include <string.h>

typedef struct Slips {
    const Walk *walk;
    Findings *findings;
} Slips;

// Blocks do not know their place in the file: it is where their text is, from `from` on.
static Span place_of(const Slips *slips, const char *text, int from)
{
    const Source *source = slips->walk->lesson.source;
    int at = str_find(str_slice(source->text, from, source->text.n), text);
    if (at < 0) return (Span){source, from, from};
    return (Span){source, from + at, from + at + (int)strlen(text)};
}

// ---- front matter -------------------------------------------------------------------------------

static void warn_of_keys(const Slips *slips)
{
    Span at;
    const char *key;
    for (int from = 0; (key = front_matter_slip(slips->walk->lesson.source, &from, &at));) {
        findings_say(slips->findings, at,
                     arena_printf(slips->findings->arena, "did you mean %s: ...?", key),
                     "warning: this line sets nothing");
    }
}

// ---- headings -----------------------------------------------------------------------------------

static void warn_of_title(const Slips *slips, const Paragraph *heading)
{
    if (heading->kind != PARAGRAPH_HEADING || heading->level != 1 || heading->depth) return;
    Arena *arena = slips->findings->arena;
    Str text = heading->inlines[0].text;
    const char *written = arena_printf(arena, "\n# %.*s", STR_ARG(text));
    Span at = place_of(slips, written, 0);
    at.start += at.end > at.start;
    findings_say(slips->findings, at,
                 arena_printf(arena, "a step is headed ## %.*s", STR_ARG(text)),
                 "warning: a second title makes no step");
}

static void warn_of_heading(const Slips *slips, const Paragraph *text)
{
    Str rest = text->count ? text->inlines[0].text : (Str){0};
    if (text->kind != PARAGRAPH_TEXT || text->depth || !str_starts(rest, "##")) return;
    int signs = 2;
    while (signs < rest.n && rest.p[signs] == '#') signs++;
    Arena *arena = slips->findings->arena;
    const char *written = arena_printf(arena, "\n%.*s", STR_ARG(rest));
    Span at = place_of(slips, written, 0);
    at.start += at.end > at.start;
    findings_say(slips->findings, at,
                 arena_printf(arena, "a blank behind it: %.*s %.*s", signs, rest.p, rest.n - signs,
                              rest.p + signs),
                 "warning: this is no heading, and makes no step");
}

// ---- live values --------------------------------------------------------------------------------

// "{python x}", "{Python} x" -> "x"; false: it is other code.
static bool read_live(Str code, Str *expression)
{
    static const char MARK[] = "{python";
    if (!str_starts_as(code, MARK)) return false;
    Str rest = str_slice(code, (int)sizeof MARK - 1, code.n);
    bool closed = str_starts(rest, "}");
    if (!closed && !str_ends(rest, "}")) return false;
    *expression = str_trim(closed ? str_slice(rest, 1, rest.n) : str_slice(rest, 0, rest.n - 1));
    return expression->n > 0;
}

static void warn_of_live(const Slips *slips, const Paragraph *paragraphs, int count)
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < paragraphs[i].count; k++) {
            const Inline *piece = &paragraphs[i].inlines[k];
            Str expression;
            if (piece->kind != INLINE_CODE || !read_live(piece->text, &expression)) continue;
            Arena *arena = slips->findings->arena;
            const char *written = arena_printf(arena, "`%.*s`", STR_ARG(piece->text));
            findings_say(slips->findings, place_of(slips, written, 0),
                         arena_printf(arena, "write `{python} %.*s`", STR_ARG(expression)),
                         "warning: this code is shown as it stands, not its value");
        }
    }
}

// ---- replies to wrong numbers -------------------------------------------------------------------

static bool is_name_of_program(const Walk *walk, Str code)
{
    Str name = str_slice(code, 0, str_word(code, 0));
    for (int i = 0; i < walk->ran.printed_count && name.n; i++) {
        if (str_names(walk->ran.printed[i].code->source->text, name)) return true;
    }
    return !name.n;
}

// What keeps a bullet of the reason from being a reply to a wrong number; NULL: it is meant so.
// `*as_written`: how it begins.
static const char *misses(const Slips *slips, const Paragraph *item, const char **as_written)
{
    Arena *arena = slips->findings->arena;
    const Inline *first = &item->inlines[0];
    Str behind = item->count > 1 ? item->inlines[1].text : (Str){0}, number, rest = first->text;
    if (first->kind == INLINE_CODE) {
        *as_written = arena_printf(arena, "- `%.*s`", STR_ARG(first->text));
        if (answer_compare(first->text, 0) != NOT_A_NUMBER) return "no colon follows its number";
        bool replies = str_starts(behind, ":") && !is_name_of_program(slips->walk, first->text);
        return replies ? "what it begins with is no number" : NULL;
    }
    bool begins = first->kind == INLINE_TEXT && answer_next_number(&rest, &number) &&
                  number.p == first->text.p && str_starts(rest, ":");
    if (!begins) return NULL;
    *as_written = arena_printf(arena, "- %.*s:", STR_ARG(number));
    return "its number is not written as code";
}

static void warn_of_replies(const Slips *slips, const Prediction *prediction)
{
    for (int i = 0; i < prediction->reason_count && !prediction->choice_count; i++) {
        const Paragraph *item = &prediction->reason[i];
        const char *as_written = "",
                   *why = item->marker && item->count ? misses(slips, item, &as_written) : NULL;
        if (!why) continue;
        findings_say(slips->findings, place_of(slips, as_written, prediction->at.start),
                     "as in > - `3`, `4`: You forgot the squares.",
                     "warning: this bullet is part of the reason, no reply: %s", why);
    }
}

// A bullet right behind the choices, as deep as they are.
static void warn_of_reply(const Slips *slips, const Prediction *prediction)
{
    const Paragraph *item = prediction->reason_count ? &prediction->reason[0] : NULL;
    if (!prediction->choice_count || !item || !item->marker || !item->count) return;
    if (item->depth != prediction->choices[0].text.depth) return;
    Arena *arena = slips->findings->arena;
    const char *written =
        arena_printf(arena, "%s %.*s", item->marker, STR_ARG(item->inlines[0].text));
    findings_say(slips->findings, place_of(slips, written, prediction->at.start),
                 "indent it, so that it replies to the choice above it",
                 "warning: this bullet is part of the reason, which everybody is shown");
}

// ---- a lesson -----------------------------------------------------------------------------------

static void warn_of_prediction(const Slips *slips, const Prediction *prediction)
{
    warn_of_live(slips, prediction->question, prediction->question_count);
    warn_of_live(slips, prediction->reason, prediction->reason_count);
    for (int i = 0; i < prediction->choice_count; i++) {
        warn_of_live(slips, &prediction->choices[i].text, 1);
        warn_of_live(slips, &prediction->choices[i].says, 1);
    }
    for (int i = 0; i < prediction->foreseen_count; i++)
        warn_of_live(slips, &prediction->foreseen[i].says, 1);
    warn_of_replies(slips, prediction);
    warn_of_reply(slips, prediction);
}

static void warn_of_blocks(const Slips *slips, const Block *blocks, int count)
{
    for (int i = 0; i < count; i++) {
        if (blocks[i].kind == BLOCK_PREDICTION) warn_of_prediction(slips, &blocks[i].prediction);
        if (blocks[i].kind != BLOCK_PROSE) continue;
        warn_of_title(slips, &blocks[i].prose);
        warn_of_heading(slips, &blocks[i].prose);
        warn_of_live(slips, &blocks[i].prose, 1);
    }
}

void slips_warn(const Walk *walk, Findings *findings)
{
    const Lesson *lesson = &walk->lesson;
    Slips slips = {walk, findings};
    warn_of_keys(&slips);
    warn_of_blocks(&slips, lesson->intro, lesson->intro_count);
    for (int i = 0; i < lesson->step_count; i++)
        warn_of_blocks(&slips, lesson->steps[i].blocks, lesson->steps[i].count);
}

// ---- labels -------------------------------------------------------------------------------------

// Labels travel through operations, so only what the program gives can lack them by an oversight;
// and a lesson that labels nothing, or numbers of another size, means to. What is left is a tensor
// of the same shape as one in the same block whose rows or columns are words.

static bool has_axes(const Trace *trace, int entry)
{
    int ndim = trace->entries[entry].call.shape.ndim;
    for (int dim = 0; dim < ndim; dim++) {
        if (label_axis(trace, entry, dim)) return true;
    }
    return false;
}

static const Source *code_of(const Trace *trace, const Binding *binding)
{
    return trace->statements[binding->statement].source.source;
}

static bool is_given(const Trace *trace, int entry)
{
    const OpCall *call = &trace->entries[entry].call;
    return call->input_count == 0 && call->shape.ndim >= 2;
}

static bool has_words(const Trace *trace, int entry)
{
    int ndim = trace->entries[entry].call.shape.ndim;
    for (int dim = 0; dim < ndim; dim++) {
        if (dim_labels(trace, entry, dim).items) return true;
    }
    return false;
}

// A given tensor of this shape, in the same block, that has such; -1: there is none.
static int labelled_beside(const Trace *trace, const Binding *binding)
{
    const Shape *shape = &trace->entries[binding->entry].call.shape;
    for (int i = 0; i < trace->binding_count; i++) {
        const Binding *other = &trace->bindings[i];
        bool alike = code_of(trace, other) == code_of(trace, binding) &&
                     is_given(trace, other->entry) &&
                     shape_equal(&trace->entries[other->entry].call.shape, shape);
        if (alike && has_words(trace, other->entry)) return i;
    }
    return -1;
}

void labels_warn(const Walk *walk, Findings *findings)
{
    const Trace *trace = walk->trace;
    for (int i = 0; i < trace->binding_count; i++) {
        const Binding *binding = &trace->bindings[i];
        if (!is_given(trace, binding->entry) || has_axes(trace, binding->entry)) continue;
        int other = labelled_beside(trace, binding);
        if (other < 0) continue;
        findings_say(findings, trace->statements[binding->statement].source,
                     arena_printf(findings->arena,
                                  "name its axes too, as in #| axes: %s = tokens, features",
                                  binding->name),
                     "warning: %s has no labels, and %s beside it has words", binding->name,
                     trace->bindings[other].name);
    }
}
