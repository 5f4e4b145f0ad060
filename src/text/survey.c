// A line is a head. A column is a pattern that was measured in some head; chance is below it,
// layer by layer, since layers may see different tokens.
#include "text/survey.h"

#include "text/prose.h"
#include "walk/heads.h"

#include <math.h>
#include <string.h>

enum { MOST_BEST = 3, NUMBER = 6 };

static int kinds_measured(const HeadSurvey *survey, PatternKind *kinds)
{
    int count = 0;
    for (int kind = PATTERN_FIRST_SCORED; kind < PATTERN_KINDS; kind++) {
        if (survey_measures(survey, (PatternKind)kind)) kinds[count++] = (PatternKind)kind;
    }
    return count;
}

// ---- the heads ----------------------------------------------------------------------------------

static void add_number(Buf *out, bool is_measured, double number)
{
    prose_right(out, is_measured ? arena_printf(out->arena, "%.2f", number) : "-", NUMBER);
}

static void add_head(const HeadSurvey *survey, const SurveyHead *head, const PatternKind *kinds,
                     int count, Buf *out)
{
    Slices slices = slices_of(survey->trace, head->cell.entry);
    Matrix matrix = slices_matrix(&slices, slices_number(&slices, head->cell.at));
    const char *name = survey_held(survey, head)
                           ? "held"
                           : pattern_title(&head->pattern, survey->trace, &matrix, out->arena);
    const char *before = arena_printf(out->arena, "  head %lld", (long long)head->number);
    buf_printf(out, "%-10s %-9s", before, name);
    for (int i = 0; i < count; i++)
        add_number(out, pattern_is_measured(&head->pattern, kinds[i]),
                   head->pattern.of[kinds[i]].score);
    add_number(out, head->pattern.kind != PATTERN_NONE, head->pattern.entropy);
    buf_add_char(out, '\n');
}

// Of which token gets most depends what its chance is.
static bool chances_agree(const HeadSurvey *survey, int layer, PatternKind kind)
{
    const SurveyHead *first = survey_layer(survey, layer);
    bool agree = kind != PATTERN_EVEN;
    for (int i = 0; i < survey_heads(survey, layer) && agree; i++)
        agree = pattern_is_measured(&first[i].pattern, kind) &&
                fabs(first[i].pattern.of[kind].chance - first->pattern.of[kind].chance) < 1e-9;
    return agree;
}

static void add_chance(const HeadSurvey *survey, int layer, const PatternKind *kinds, int count,
                       Buf *out)
{
    const Pattern *pattern = &survey_layer(survey, layer)->pattern;
    buf_printf(out, "%-20s", "  chance");
    for (int i = 0; i < count; i++)
        add_number(out, chances_agree(survey, layer, kinds[i]), pattern->of[kinds[i]].chance);
    buf_add_char(out, '\n');
}

static void add_layer_title(const HeadSurvey *survey, int layer, Buf *out)
{
    const AttentionLayer *its = &survey->layers[layer];
    Matrix matrix = slices_matrix(&its->attention.slices, 0);
    const char *calls = attention_calls(its, out->arena);
    if (survey->are_layers) buf_printf(out, "layer %d  ", layer);
    buf_printf(out, "%s  %lld×%lld", survey_layer_path(survey, layer, out->arena),
               (long long)matrix.rows, (long long)matrix.columns);
    if (its->attention.slices.items > 1)
        buf_printf(out, ", %lld items together", (long long)its->attention.slices.items);
    if (its->is_closed) buf_add(out, STR(", to come"));
    if (calls) buf_printf(out, ", %s", calls);
    buf_add_char(out, '\n');
}

static void add_heads(const HeadSurvey *survey, const PatternKind *kinds, int count, Buf *out)
{
    buf_printf(out, "%-20s", "");
    for (int i = 0; i < count; i++) prose_right(out, pattern_short_name(kinds[i]), NUMBER);
    prose_right(out, "bits", NUMBER);
    buf_add_char(out, '\n');
    for (int i = 0; i < survey->count; i++) {
        const SurveyHead *head = &survey->head[i];
        bool is_last = i + 1 == survey->count || survey->head[i + 1].layer != head->layer;
        if (head->number == 0) add_layer_title(survey, head->layer, out);
        add_head(survey, head, kinds, count, out);
        if (is_last && count) add_chance(survey, head->layer, kinds, count, out);
    }
}

// ---- the patterns -------------------------------------------------------------------------------

static void add_score(const HeadSurvey *survey, const SurveyHead *head, PatternKind kind, Buf *out)
{
    const PatternScore *of = &head->pattern.of[kind];
    buf_printf(out, "%s head %lld: %.2f", survey_layer_name(survey, head->layer, out->arena),
               (long long)head->number, of->score);
    if (kind != PATTERN_EVEN) buf_printf(out, " (chance %.2f)", of->chance);
}

// Those that are named by the pattern, the highest score first; else only the nearest.
static void add_heads_of(const HeadSurvey *survey, PatternKind kind, Buf *out)
{
    const SurveyHead **best;
    int count = survey_best(survey, kind, out->arena, &best), named = 0;
    for (int i = 0; i < count; i++) {
        if (best[i]->pattern.kind != kind || named++ >= MOST_BEST) continue;
        if (named > 1) buf_add(out, STR(", "));
        add_score(survey, best[i], kind, out);
    }
    bool none = pattern_above_chance(&best[0]->pattern, kind) <= 0 && kind != PATTERN_EVEN;
    if (named > MOST_BEST) buf_printf(out, ", and %d more", named - MOST_BEST);
    if (!named)
        buf_add(out,
                none ? STR("no head goes above chance") : STR("no head is named by it; most has "));
    if (!named && !none) add_score(survey, best[0], kind, out);
    buf_add_char(out, '.');
}

static void add_measured(const HeadSurvey *survey, PatternKind kind, int columns, Buf *out)
{
    Buf text = {.arena = out->arena};
    buf_printf(&text, "%s: ", pattern_meaning(kind));
    add_heads_of(survey, kind, &text);
    const char *name = arena_printf(out->arena, "%-10s", pattern_kind_name(kind));
    prose_wrap(out, buf_str(&text), name, "          ", columns);
}

// What is missing for the same reason is one paragraph.
static void add_missing(const HeadSurvey *survey, int columns, Buf *out)
{
    bool told[PATTERN_KINDS] = {false};
    for (int kind = PATTERN_FIRST_SCORED; kind < PATTERN_KINDS; kind++) {
        const char *why = survey_why_not(survey, (PatternKind)kind);
        if (!why || told[kind]) continue;
        Buf text = {.arena = out->arena};
        for (int other = kind; other < PATTERN_KINDS; other++) {
            const char *its = survey_why_not(survey, (PatternKind)other);
            if (!its || strcmp(its, why) != 0) continue;
            told[other] = true;
            buf_printf(&text, "%s%s", text.n ? ", " : "", pattern_kind_name((PatternKind)other));
        }
        buf_printf(&text, ": %s.", why);
        prose_wrap(out, buf_str(&text), "not measured: ", "  ", columns);
    }
    if (survey_lacks_repeats(survey))
        prose_wrap(out,
                   STR("duplicate and induction can be measured in a text that says the same "
                       "twice, as random words and then the same words again."),
                   "try: ", "  ", columns);
}

static void add_patterns(const HeadSurvey *survey, int columns, Buf *out)
{
    PatternKind kinds[PATTERN_KINDS];
    int count = kinds_measured(survey, kinds);
    for (int i = 0; i < count; i++) add_measured(survey, kinds[i], columns, out);
    add_missing(survey, columns, out);
    buf_add_char(out, '\n');
    prose_wrap(out,
               STR("A score is a mean over the tokens that may look there and elsewhere; chance is "
                   "what even weights would give. A head is named by what takes it at least half "
                   "of the way from chance to 1; nothing is said of fewer than 6 tokens."),
               "", "", columns);
}

void survey_print(const HeadSurvey *survey, int columns, Buf *out)
{
    PatternKind kinds[PATTERN_KINDS];
    int count = kinds_measured(survey, kinds);
    add_heads(survey, kinds, count, out);
    buf_add_char(out, '\n');
    add_patterns(survey, columns, out);
}

void survey_tell(const HeadSurvey *survey, int columns, Buf *out)
{
    for (int i = 0; i < survey->count; i++) {
        const SurveyHead *head = &survey->head[i];
        Head told = {.pattern = head->pattern, .held = survey_held(survey, head)};
        if (head->number == 0) add_layer_title(survey, head->layer, out);
        if (survey->layers[head->layer].is_closed) continue;
        buf_printf(out, "  head %lld: ", (long long)head->number);
        head_facts(&told, ", ", out);
        buf_add(out, STR(".\n"));
    }
    add_patterns(survey, columns, out);
}
