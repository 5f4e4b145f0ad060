// A lesson that was taken: every text is readable from end to end, every place lies in its source.
#pragma once

#include "fuzz/fuzz.h"

#include "lesson/lesson.h"

static unsigned sum; // of every byte, so that the sanitizer sees them read

static inline void read_str(Str text)
{
    CHECK(text.n >= 0);
    for (int i = 0; i < text.n; i++) sum += (unsigned char)text.p[i];
}

static inline void read_text(const char *text)
{
    if (text) read_str(str_from(text));
}

static inline void check_span(Span at)
{
    CHECK(0 <= at.start && at.start <= at.end && at.end <= at.source->text.n);
    source_place(at.source, at.start);
}

static inline void check_source(const Source *source)
{
    CHECK(source->first_line >= 1);
    read_str(source->text);
}

static inline void check_paragraphs(const Paragraph *paragraphs, int count)
{
    for (int n = 0; n < count; n++) {
        const Paragraph *paragraph = &paragraphs[n];
        CHECK(paragraph->depth >= 0 && paragraph->depth <= LESSON_DEPTH);
        read_text(paragraph->marker);
        for (int i = 0; i < paragraph->count; i++) {
            const Inline *part = &paragraph->inlines[i];
            read_str(part->text);
            CHECK(part->kind != INLINE_LIVE || part->live);
            if (part->live) check_source(part->live);
        }
    }
}

static inline void check_code(const CodeBlock *code)
{
    check_source(code->source);
    for (int i = 0; i < code->option_count; i++) {
        read_str(code->options[i].key);
        read_str(code->options[i].value);
    }
    if (!code->has_output) return;
    read_str(code->output);
    check_span(code->output_at);
}

static inline void check_prediction(const Prediction *prediction)
{
    CHECK(prediction->cell || prediction->choice_count);
    if (prediction->cell) check_source(prediction->cell);
    check_paragraphs(prediction->question, prediction->question_count);
    check_paragraphs(prediction->reason, prediction->reason_count);
    for (int i = 0; i < prediction->choice_count; i++) {
        check_paragraphs(&prediction->choices[i].text, 1);
    }
    check_span(prediction->at);
}

static inline void check_blocks(const Block *blocks, int count)
{
    for (int i = 0; i < count; i++) {
        const Block *block = &blocks[i];
        if (block->kind == BLOCK_PROSE) check_paragraphs(&block->prose, 1);
        if (block->kind == BLOCK_CODE) check_code(&block->code);
        if (block->kind == BLOCK_PREDICTION) check_prediction(&block->prediction);
    }
}

static inline void check_lesson(const Lesson *lesson)
{
    CHECK(lesson->step_count > 0);
    read_text(lesson->title);
    check_blocks(lesson->intro, lesson->intro_count);
    for (int i = 0; i < lesson->step_count; i++) {
        read_text(lesson->steps[i].title);
        check_span(lesson->steps[i].at);
        check_blocks(lesson->steps[i].blocks, lesson->steps[i].count);
    }
}

// Any bytes as a lesson called `name`: taken, or refused with one message.
static inline void parse_any(const char *name, const uint8_t *data, size_t size)
{
    Arena arena = {0};
    Source source = {.name = name, .text = {(const char *)data, (int)size}};
    Error error = {.arena = &arena};
    Lesson lesson;
    bool ok = lesson_parse(&source, &arena, &lesson, &error);
    CHECK(ok != error.set);
    if (ok) {
        check_lesson(&lesson);
    } else {
        Buf message = {.arena = &arena};
        if (error.at.source) check_span(error.at);
        error_print(&error, &message);
    }
    arena_free(&arena);
}
