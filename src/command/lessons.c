// qkv lessons: what there is to learn.
#include "command/command.h"
#include "command/json.h"
#include "lesson/library.h"

#include <string.h>

// A file that is not a lesson is listed all the same, with what is wrong as its title: the list is
// where its author looks first.
static JsonLesson read_lesson(const LibraryLesson *found, App *app)
{
    Lesson lesson;
    Error error = {.arena = app->arena};
    JsonLesson row = {.name = found->name, .path = found->path};
    if (library_open(found->path, app->arena, &lesson, &error)) {
        row.title = lesson.title;
        row.steps = lesson.step_count;
    } else {
        row.title = text_printf(app->arena, "(%s)", error.message);
    }
    return row;
}

static void print_lessons(const JsonLesson *rows, int count, Buf *out)
{
    int width = 0;
    for (int i = 0; i < count; i++) {
        int length = (int)strlen(rows[i].name);
        if (length > width) width = length;
    }
    for (int i = 0; i < count; i++) {
        buf_printf(out, "%-*s  %2d step%s  %s\n", width, rows[i].name, rows[i].steps,
                   rows[i].steps == 1 ? " " : "s", rows[i].title);
    }
}

static ExitCode run_lessons(App *app, const Arguments *arguments)
{
    Library library;
    library_scan(&library, app->arena);
    JsonLesson *rows = NEW_ARRAY(app->arena, JsonLesson, library.count + 1);
    for (int i = 0; i < library.count; i++) rows[i] = read_lesson(&library.lessons[i], app);
    if (arguments->value[OPTION_JSON].given)
        json_lessons(rows, library.count, app->out);
    else
        print_lessons(rows, library.count, app->out);
    if (library.count) return EXIT_DONE;
    error_set(app->error, NULL, "no lessons are installed");
    error_hint(app->error, "put one into ~/.local/share/qkv/lessons");
    return EXIT_FAILED;
}

const Command command_lessons = {
    .name = "lessons",
    .words = "",
    .summary = "list the lessons: name, number of steps, title",
    .examples = "qkv lessons\n"
                "qkv lessons --json\n",
    .about = "Lessons come with the program; your own go into ~/.local/share/qkv/lessons.\n",
    .options = (const OptionId[]){OPTION_JSON, OPTION_NONE},
    .completes = "",
    .run = run_lessons,
};
