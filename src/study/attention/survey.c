// Each head is read once; the items of a batch are read together.
#include "study/attention/survey.h"

#include "study/attention/layers.h"
#include "study/names/title.h"

#include <string.h>

static SurveyHead survey_head(const AttentionLayer *found, int64_t index, int layer)
{
    const Slices *slices = &found->attention.slices;
    SurveyHead head = {.layer = layer, .number = found->head + index};
    head.cell = (Cell){slices->entry, slices_index(slices, index)};
    if (found->is_closed) return head;
    SCRATCH(scratch);
    Matrix *matrices = NEW_ARRAY(&scratch, Matrix, slices->items);
    for (int64_t item = 0; item < slices->items; item++)
        matrices[item] = slices_matrix(slices, item * slices->heads + index);
    head.pattern = pattern_of(&found->attention, matrices, (int)slices->items, 0);
    return head;
}

static bool nothing_found(Error *error)
{
    error_set(error, NULL, "no attention weights were found");
    return error_hint(error,
                      "attention weights are computed rows that sum to 1 and average the values");
}

// A function that is counted among its calls is named by that.
static const char *whole_name(const AttentionLayer *layer, size_t prefix, Arena *arena)
{
    const char *at = layer->made_at ? layer->made_at : "", *name = layer->name + prefix;
    if (!*at) return name;
    return strstr(at, name) ? at : arena_printf(arena, "%s, %s", name, at);
}

const char *survey_layer_title(const HeadSurvey *survey, int layer, Arena *arena)
{
    const char *name = whole_name(&survey->layers[layer], survey->prefix, arena);
    return survey->are_layers ? arena_printf(arena, "%d %s", layer, name) : name;
}

const char *survey_layer_name(const HeadSurvey *survey, int layer, Arena *arena)
{
    return survey->are_layers ? arena_printf(arena, "layer %d", layer)
                              : survey_layer_path(survey, layer, arena);
}

const char *survey_layer_path(const HeadSurvey *survey, int layer, Arena *arena)
{
    return whole_name(&survey->layers[layer], 0, arena);
}

int survey_layer_of(const HeadSurvey *survey, int entry)
{
    for (int i = 0; i < survey->count; i++) {
        if (survey->head[i].cell.entry == entry) return survey->head[i].layer;
    }
    for (int i = 0; i < survey->layer_count; i++) {
        for (int k = 0; k < survey->layers[i].calls; k++) {
            if (survey->layers[i].times[k] == entry) return i;
        }
    }
    return 0;
}

static bool are_of_one_model(const HeadSurvey *survey)
{
    SCRATCH(scratch);
    int *entries = NEW_ARRAY(&scratch, int, survey->layer_count);
    for (int i = 0; i < survey->layer_count; i++) entries[i] = survey->layers[i].attention.entry;
    return layers_are_of_one_model(survey->trace, entries, survey->layer_count);
}

// Modules that are heads of one layer make one.
static void add_layer(HeadSurvey *survey, const AttentionLayer *found, Arena *arena)
{
    const Slices *slices = &found->attention.slices;
    if (found->head == 0) survey->layers[survey->layer_count++] = *found;
    AttentionLayer *layer = &survey->layers[survey->layer_count - 1];
    if (found->head) layer->name = layer_holder(survey->trace, slices->entry, arena);
    layer->is_closed |= found->is_closed;
    for (int64_t h = 0; h < slices->heads; h++)
        survey->head[survey->count++] = survey_head(found, h, survey->layer_count - 1);
    if (found->head + slices->heads > survey->widest) survey->widest = found->head + slices->heads;
}

// A tensor may have several layers.
static void add_found(HeadSurvey *survey, const AttentionLayer *found, Arena *arena)
{
    AttentionLayer layer = *found;
    int64_t count = slices_layers(&found->attention.slices);
    for (int64_t i = 0; i < count; i++) {
        layer.attention.slices = slices_at_layer(found->attention.slices, i);
        add_layer(survey, &layer, arena);
    }
    survey->are_layers |= count > 1;
}

static bool make(HeadSurvey *survey, const AttentionLayer *found, int count, Arena *arena,
                 Error *error)
{
    int64_t heads = 0, layers = 0;
    if (count == 0) return nothing_found(error);
    for (int i = 0; i < count; i++) {
        int64_t own = slices_layers(&found[i].attention.slices);
        layers += own;
        heads += own * found[i].attention.slices.heads;
    }
    if (heads > MOST_HEADS) {
        error_set(error, NULL, "%lld heads are too many to describe; the limit is %d",
                  (long long)heads, MOST_HEADS);
        return false;
    }
    survey->layers = NEW_ARRAY(arena, AttentionLayer, layers);
    survey->head = NEW_ARRAY(arena, SurveyHead, heads);
    for (int i = 0; i < count; i++) add_found(survey, &found[i], arena);
    const char **names = NEW_ARRAY(arena, const char *, survey->layer_count);
    for (int i = 0; i < survey->layer_count; i++) names[i] = survey->layers[i].name;
    survey->prefix = names_shared_start(names, survey->layer_count);
    survey->are_layers |= are_of_one_model(survey);
    return true;
}

bool survey_make(HeadSurvey *survey, const Trace *trace, Sight sight, int only, Arena *arena,
                 Error *error)
{
    AttentionLayer *found, one = {.calls = 1};
    int count = attention_layers(trace, arena, &found);
    for (int i = 0; i < count; i++) {
        if (only < 0) attention_look_at(&found[i], sight, arena);
        if (found[i].attention.entry == only) one = found[i];
    }
    if (only >= 0) {
        if (!one.name) one.name = tensor_title(trace, only, arena);
        one.attention = attention_of(trace, only, arena);
        one.head = 0;
    }
    *survey = (HeadSurvey){.trace = trace};
    bool ok = make(survey, only < 0 ? found : &one, only < 0 ? count : 1, arena, error);
    if (only >= 0) survey->are_layers = survey->layer_count > 1;
    return ok;
}

int survey_heads(const HeadSurvey *survey, int layer)
{
    int heads = 0;
    for (int i = 0; i < survey->count; i++) heads += survey->head[i].layer == layer;
    return heads;
}

const Hold *survey_held(const HeadSurvey *survey, const SurveyHead *head)
{
    return held_at(survey->trace->entries[head->cell.entry].call.held, head->cell.at);
}

const SurveyHead *survey_layer(const HeadSurvey *survey, int layer)
{
    int i = 0;
    while (survey->head[i].layer < layer) i++;
    return &survey->head[i];
}

bool survey_measures(const HeadSurvey *survey, PatternKind kind)
{
    for (int i = 0; i < survey->count; i++) {
        if (pattern_is_measured(&survey->head[i].pattern, kind)) return true;
    }
    return false;
}

int survey_best(const HeadSurvey *survey, PatternKind kind, Arena *arena, const SurveyHead ***best)
{
    int count = 0;
    *best = NEW_ARRAY(arena, const SurveyHead *, survey->count);
    for (int i = 0; i < survey->count; i++) {
        const SurveyHead *head = &survey->head[i];
        if (!pattern_is_measured(&head->pattern, kind)) continue;
        int at = count++;
        for (; at > 0; at--) {
            if ((*best)[at - 1]->pattern.of[kind].score >= head->pattern.of[kind].score) break;
            (*best)[at] = (*best)[at - 1];
        }
        (*best)[at] = head;
    }
    return count;
}

bool survey_lacks_repeats(const HeadSurvey *survey)
{
    bool known = false;
    for (int i = 0; i < survey->count; i++) {
        const SurveyHead *head = &survey->head[i];
        known |= head->pattern.kind > PATTERN_SMALL &&
                 pattern_has_all(&survey->layers[head->layer].attention, PATTERN_INDUCTION);
    }
    return known && !survey_measures(survey, PATTERN_INDUCTION);
}

const char *survey_why_not(const HeadSurvey *survey, PatternKind kind)
{
    if (survey_measures(survey, kind)) return NULL;
    const char *why = pattern_why_not(&survey->layers[0].attention, kind);
    for (int i = 0; i < survey->layer_count; i++) {
        if (survey->layers[i].is_closed) return "not all attention is computed yet";
        if (pattern_has_all(&survey->layers[i].attention, kind))
            why = pattern_why_not(&survey->layers[i].attention, kind);
    }
    return why;
}
