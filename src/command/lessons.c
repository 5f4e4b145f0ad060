// qkv lessons: what there is to learn.
#include "base/utf8.h"
#include "command/saved/catalog.h"
#include "command/text/json.h"

enum { COLUMNS = 78, INDENT = 4 };

// Name, steps and title, how far it is done, and below it what it is about.
static void print_lesson(const ListedLesson *row, int width, Buf *out)
{
    buf_printf(out, "%-*s  %2d step%s  %s", width, row->name, row->steps,
               row->steps == 1 ? " " : "s", row->title);
    bool done = row->steps && row->done == row->steps;
    if (row->begun && done) buf_add(out, STR("  (done)"));
    if (row->begun && !done) buf_printf(out, "  (%d done)", row->done);
    buf_add_char(out, '\n');
    Str summary = str_from(row->summary), fits = utf8_fit(summary, COLUMNS - INDENT - 3);
    if (utf8_width(summary) <= COLUMNS - INDENT) fits = summary;
    const char *cut = fits.n < summary.n ? "..." : "";
    if (summary.n) buf_printf(out, "%*s%.*s%s\n", INDENT, "", STR_ARG(fits), cut);
}

static void print_lessons(const LessonList *list, Buf *out)
{
    int width = 0;
    for (int i = 0; i < list->count; i++) {
        int columns = utf8_width(str_from(list->rows[i].name));
        if (columns > width) width = columns;
    }
    for (int i = 0; i < list->count; i++) print_lesson(&list->rows[i], width, out);
}

static ExitCode run_lessons(Session *session, const Arguments *arguments)
{
    LessonList list = catalog(session, false);
    if (arguments->value[OPTION_JSON].given)
        json_lessons(&list, session->out);
    else
        print_lessons(&list, session->out);
    if (list.count) return EXIT_DONE;
    error_set(session->error, NULL, "no lessons are installed");
    error_hint(session->error, "put one into ~/.local/share/qkv/lessons");
    return EXIT_FAILED;
}

const Command command_lessons = {
    .name = "lessons",
    .words = "",
    .summary = "list the lessons: name, steps, title, summary",
    .examples = "qkv lessons\n"
                "qkv lessons --json\n",
    .about = "Lessons come with the program; your own go into ~/.local/share/qkv/lessons.\n",
    .options = (const OptionId[]){OPTION_JSON, OPTION_NONE},
    .completes = "",
    .run = run_lessons,
};
