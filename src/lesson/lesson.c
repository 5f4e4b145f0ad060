// From a file's text to a lesson: is it text at all, has it front matter, has it code?
#include "lesson/lesson.h"

#include "base/files/file.h"
#include "base/text/ascii.h"
#include "lesson/front_matter.h"
#include "lesson/kind.h"
#include "lesson/readers.h"

#include <string.h>

// What to do about a file that is no text, is empty, or has no code.
typedef enum Lack { LACKS_TEXT, LACKS_ALL, LACKS_CODE } Lack;

static bool hint_at(const Source *source, Lack lack, Error *error)
{
    static const char *const HINTS[][3] = {
        [FORMAT_MARKDOWN] = {"a lesson is Markdown, saved as UTF-8",
                             "a lesson has a # Title and code between ```python and ```",
                             "code stands between ```python and ```"},
        [FORMAT_LISTING] = {"a listing is Python text, saved as UTF-8",
                            "a listing is Python with torch", "a listing is Python with torch"},
        [FORMAT_NOTEBOOK] = {"a notebook is JSON, saved as UTF-8",
                             "save it again in Jupyter: a notebook is JSON",
                             "a notebook with code cells"},
        [FORMAT_DATA] = {"the names in it are text, saved as UTF-8", "a file of tensors has some",
                         "a file of tensors has some"},
    };
    return error_hint(error, "%s", HINTS[lesson_format(source)][lack]);
}

static bool check_text(const Source *source, Error *error)
{
    int limit = lesson_format(source) == FORMAT_NOTEBOOK ? NOTEBOOK_BYTES : LESSON_BYTES;
    if (source->text.n > limit) {
        error_set(error, NULL, "%s: larger than %d MiB", source->name, limit >> 20);
        return error_hint(error, "a lesson is text; is this the right file?");
    }
    if (!file_check_text(source, error)) return hint_at(source, LACKS_TEXT, error);
    if (str_trim(source->text).n) return true;
    error_set_at(error, (Span){source, 0, 0}, NULL, "the file is empty");
    return hint_at(source, LACKS_ALL, error);
}

static bool has_code(const Lesson *lesson)
{
    for (int i = 0; i < lesson->step_count; i++) {
        for (int b = 0; b < lesson->steps[i].count; b++) {
            if (lesson->steps[i].blocks[b].kind == BLOCK_CODE) return true;
        }
    }
    return false;
}

static void fill_in_titles(Lesson *lesson, Arena *lesson_arena)
{
    if (!lesson->title) lesson->title = lesson->name;
    for (int i = 0; i < lesson->step_count; i++) {
        Step *step = &lesson->steps[i];
        if (!step->title && i) step->title = arena_printf(lesson_arena, "Part %d", i + 1);
        if (!step->title) step->title = lesson->title;
        if (!*step->title) step->title = arena_printf(lesson_arena, "Step %d", i + 1);
    }
}

LessonFormat lesson_format(const Source *source)
{
    Str kind = str_from(kind_of(source->name, source->text));
    if (kind_is_data(kind.p)) return FORMAT_DATA;
    if (str_is(kind, "py")) return FORMAT_LISTING;
    return str_is(kind, "ipynb") ? FORMAT_NOTEBOOK : FORMAT_MARKDOWN;
}

// "torch.cuda.OutOfMemoryError" is saved as OutOfMemoryError.
bool code_expects(const CodeBlock *code, const Error *error)
{
    if (!code->raises || !error->kind || error->final) return false;
    const char *point = strrchr(error->kind, '.');
    return !*code->raises || str_is(str_from(code->raises), point ? point + 1 : error->kind);
}

static bool read_as(LessonFormat format, Builder *builder)
{
    switch (format) {
    case FORMAT_LISTING:
    case FORMAT_DATA: return listing_read(builder);
    case FORMAT_NOTEBOOK: return notebook_read(builder);
    case FORMAT_MARKDOWN: break;
    }
    int from = front_matter_read(builder->source, builder->arena, &builder->front, builder->error);
    builder->title = builder->front.title;
    return from >= 0 && markdown_read(builder, from);
}

// Takes the name of a lesson from its file name. A number in front, as in "01-eight-steps.md",
// gives the order of the lessons and is no part of the name.
enum { NUMBER_DIGITS = 6 }; // longer numbers are part of the name

const char *lesson_name(const char *path, int *number, Arena *arena)
{
    const char *slash = strrchr(path, '/');
    Str base = str_from(slash ? slash + 1 : path);
    const char *dot = base.n ? strrchr(base.p, '.') : NULL;
    if (dot && dot > base.p) base.n = (int)(dot - base.p);
    int digits = 0, value = 0;
    while (digits < base.n && ascii_is_digit(base.p[digits]) && digits <= NUMBER_DIGITS) {
        value = value * 10 + (base.p[digits++] - '0');
    }
    bool numbered =
        digits > 0 && digits <= NUMBER_DIGITS && digits + 1 < base.n && base.p[digits] == '-';
    if (number) *number = numbered ? value : 0;
    return str_copy(arena, str_slice(base, numbered ? digits + 1 : 0, base.n));
}

bool lesson_parse(const Source *source, Arena *lesson_arena, Lesson *lesson, Error *error)
{
    *lesson = (Lesson){.source = source, .name = lesson_name(source->name, NULL, lesson_arena)};
    if (!check_text(source, error)) return false;
    Builder builder = {.arena = lesson_arena, .source = source, .error = error};
    builder.lines = lines_of(source->text, lesson_arena);
    builder.text.arena = lesson_arena;
    if (!read_as(lesson_format(source), &builder)) return false;
    builder_finish(&builder, lesson);
    fill_in_titles(lesson, lesson_arena);
    if (has_code(lesson)) return true;
    error_set_at(error, (Span){source, 0, 0}, NULL, "no code to run in this lesson");
    return hint_at(source, LACKS_CODE, error);
}
