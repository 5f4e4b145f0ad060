// What every head of a run does: each layer that attends, which may be several modules with a head
// each, all of its heads, and the score of each
// pattern.
#pragma once

#include "study/attention/pattern.h"

typedef struct SurveyHead {
    int layer;
    int64_t number; // of the head in its layer
    Cell cell;      // the first of its matrix, of the first item
    Pattern pattern;
} SurveyHead;

typedef struct HeadSurvey {
    const Trace *trace;
    AttentionLayer *layers;
    SurveyHead *head; // layer by layer
    int layer_count, count;
    bool are_layers; // of one model; else matrices of several, or of no module
    size_t prefix;   // bytes that the names of all layers begin with, up to a dot
    int64_t widest;  // heads of the layer that has most
} HeadSurvey;

// In `arena`, of all attention, or of the entry `only` (-1: of all). Of each layer the last time
// that may be seen; where there is none it is closed, and nothing is known of its heads. Errors:
// there is no attention in the run; there are too many heads.
bool survey_make(HeadSurvey *survey, const Trace *trace, Sight sight, int only, Arena *arena,
                 Error *error);

// How many heads a layer has.
int survey_heads(const HeadSurvey *survey, int layer);
// What the head is held at, or NULL.
const Hold *survey_held(const HeadSurvey *survey, const SurveyHead *head);
// The first head of a layer.
const SurveyHead *survey_layer(const HeadSurvey *survey, int layer);
// "1 encoder[1].attention": its number, and what distinguishes it from the others; of what are no
// layers the name alone.
const char *survey_layer_title(const HeadSurvey *survey, int layer, Arena *arena);
// What it is called in a sentence: "layer 1"; "models[1].layers[0]".
const char *survey_layer_name(const HeadSurvey *survey, int layer, Arena *arena);
// All of its name: "model.encoder[1].attention", "gpt2() 3, attention() 1".
const char *survey_layer_path(const HeadSurvey *survey, int layer, Arena *arena);
// The layer that the entry is of, at any time; 0: none is.
int survey_layer_of(const HeadSurvey *survey, int entry);
// Is the pattern measured in any of them?
bool survey_measures(const HeadSurvey *survey, PatternKind kind);
// The heads in which it is, the highest score first; returns how many.
int survey_best(const HeadSurvey *survey, PatternKind kind, Arena *arena, const SurveyHead ***best);
// Are tokens known, but too few of them occur twice?
bool survey_lacks_repeats(const HeadSurvey *survey);
// Why it is measured in none, of a layer that has what it needs, if there is one; NULL: it is.
const char *survey_why_not(const HeadSurvey *survey, PatternKind kind);
