// A lesson in the making: paragraphs and code arrive in the order of the file.
//
// Readers of a format (Markdown) call these; none of them knows how blocks and steps are stored.
#pragma once

#include "lesson/lesson.h"
#include "lesson/lines.h"

typedef struct Builder {
    Arena *arena; // the lesson's
    const Source *source;
    Lines lines;
    Error *error;
    // A listing or a notebook: headings of any level make steps, fenced code in prose is not run,
    // and options that qkv does not know belong to other tools.
    bool cells;

    const char *title; // NULL until one is known
    FrontMatter front;
    Block *intro;
    int intro_count;
    Step *steps;
    int step_count;

    Block *blocks; // of the step (or intro) that is being filled
    int block_count;

    bool open; // a paragraph is being filled
    Paragraph paragraph;
    Inline *inlines; // of that paragraph
    int inline_count;
    Buf text; // of the text inline that is being filled; reused
    unsigned text_style;
    const char *link; // where what comes leads; NULL: nowhere

    int counted_to, counted; // characters before `counted_to` in its line
} Builder;

// Starts a paragraph, ending the one that is open.
void builder_begin(Builder *builder, Paragraph paragraph);
void builder_text(Builder *builder, Str text, unsigned style);
void builder_inline(Builder *builder, Inline part);
bool builder_goal(Builder *builder, Inline goal); // of the item before it; false: there is none
void builder_link(Builder *builder, const char *target); // of what comes; NULL ends it

// Ends the open paragraph. An empty one is dropped, unless it is a rule.
void builder_end(Builder *builder);

// Ends the open paragraph and returns its plain text instead of keeping it.
const char *builder_take_text(Builder *builder);

void builder_step(Builder *builder, const char *title, Span at);
// Is there a step that has no code yet?
bool builder_step_is_waiting(const Builder *builder);

// Gives the current step a title, unless it has one.
void builder_title_step(Builder *builder, const char *title);

// Prose that follows code begins a step, whose title is still to come.
void builder_open_cell(Builder *builder);

Block *builder_add(Builder *builder, BlockKind kind);

// Code before the first heading opens a step without a title.
bool builder_code(Builder *builder, const Source *code);
bool builder_output(Builder *builder, const Source *output, Span at, Span fence);

// Whatever is open is ended; title, intro and steps go to `lesson`.
void builder_finish(Builder *builder, Lesson *lesson);

// A piece of the lesson's text as a Source of its own, with its place in the file.
const Source *builder_source(Builder *builder, Str text, int offset);
