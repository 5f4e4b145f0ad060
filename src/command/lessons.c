// qkv lessons: what there is to learn.
#include "base/text/utf8.h"
#include "command/saved/saved.h"
#include "text/json.h"
#include "text/prose.h"

#include <string.h>

#define MARGIN "    "

enum { COLUMNS = 78 };

// Number, name, steps and title, what one can do, and below it what it is about.
static void print_lesson(const ListedLesson *row, int width, Buf *out)
{
    if (row->number)
        buf_printf(out, "%2d  ", row->number);
    else
        buf_add(out, STR("    "));
    buf_printf(out, "%-*s  %2d step%s  %s", width, row->name, row->steps,
               row->steps == 1 ? " " : "s", row->title);
    bool done = row->steps && row->done == row->steps;
    if (row->minutes) buf_printf(out, ", %d minutes", row->minutes);
    if (row->begun && done) buf_add(out, STR("  (done)"));
    if (row->begun && !done) buf_add(out, STR("  (begun)"));
    if (row->answers) buf_printf(out, "  %s", row->answers);
    if (row->due) buf_printf(out, ", %d due", row->due);
    buf_add_char(out, '\n');
    if (*row->summary) prose_wrap(out, str_from(row->summary), MARGIN, MARGIN, COLUMNS);
    if (row->needs) buf_printf(out, MARGIN "needs %s\n", row->needs);
}

static bool same_part(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static void print_lessons(const LessonList *list, Buf *out)
{
    int width = 0;
    const char *part = NULL;
    for (int i = 0; i < list->count; i++) {
        int columns = utf8_width(str_from(list->rows[i].name));
        if (columns > width) width = columns;
    }
    for (int i = 0; i < list->count; i++) {
        const ListedLesson *row = &list->rows[i];
        if (!same_part(row->part, part))
            buf_printf(out, "%s%s\n", i ? "\n" : "", row->part ? row->part : "Other lessons");
        part = row->part;
        print_lesson(row, width, out);
    }
    const char *due = due_text(lessons_due(list), out->arena);
    if (due) buf_printf(out, "\n%s: qkv quiz\n", due);
}

static void print_names(const LessonList *list, Buf *out)
{
    for (int i = 0; i < list->count; i++) buf_printf(out, "%s\n", list->rows[i].name);
}

static ExitCode run_lessons(Session *session, const Arguments *arguments)
{
    LessonList list = catalog(session, false);
    if (arguments->value[OPTION_JSON].given)
        json_lessons(&list, session->out);
    else if (arguments->value[OPTION_NAMES].given)
        print_names(&list, session->out);
    else
        print_lessons(&list, session->out);
    if (list.count) return EXIT_DONE;
    error_fail(session->error, "put one into ~/.local/share/qkv/lessons",
               "no lessons are installed");
    return EXIT_FAILED;
}

const Command command_lessons = {
    .name = "lessons",
    .words = "",
    .summary = "list the lessons of the course",
    .options = (const OptionId[]){OPTION_JSON, OPTION_NAMES, OPTION_NONE},
    .completes = "",
    .run = run_lessons,
};
