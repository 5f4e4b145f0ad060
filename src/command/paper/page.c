// The page is a file of the installed program, or of the source tree where `make web` made it. A
// lesson is put into its slot as JSON, in which no "<" is left that could end a script.
#include "command/paper/page.h"

#include "base/files/file.h"
#include "base/text/json_tree.h"
#include "command/open.h"
#include "command/paper/paper.h"
#include "export/export.h"
#include "lesson/library.h"

#include <string.h>
#include <unistd.h>

static const char SLOT[] = "<script type=\"application/json\" id=\"own\">";
static const char PAPER[] = "<noscript id=\"paper\">";
enum { MOST_BYTES = 64 << 20 };

const char *page_path(Arena *arena)
{
    static const char *const places[] = {"../qkv.html", "../build/web/qkv.html"};
    const char *lessons = library_folder("lessons", arena);
    for (size_t i = 0; lessons && i < sizeof places / sizeof *places; i++) {
        const char *path = arena_printf(arena, "%s/%s", lessons, places[i]);
        if (access(path, R_OK) == 0) return path;
    }
    return NULL;
}

static bool read_page(Session *session, Str *page)
{
    const char *path = page_path(session->arena);
    if (path) return file_read(path, MOST_BYTES, session->arena, page, session->error);
    error_set(session->error, NULL, "the page that runs lessons is not installed");
    return error_hint(session->error,
                      "run `make web` in the folder of qkv's source, then build/qkv "
                      "there; or install a package that `make deb` made");
}

static void add_lesson(const char *name, Str text, Buf *out)
{
    json_t *lesson = json_tree_have(json_object());
    json_tree_put(lesson, "name", json_tree_text(name));
    json_tree_put(lesson, "text", json_tree_text(str_copy(out->arena, text)));
    Buf json = {.arena = out->arena};
    json_tree_print(lesson, JSON_COMPACT, &json);
    for (const char *c = buf_text(&json); *c; c++) {
        if (*c == '<')
            buf_add(out, STR("\\u003c"));
        else
            buf_add_char(out, *c);
    }
}

// The text between two signs, the first ones of their kind.
static bool find_between(Str text, const char *begin, const char *end, int *from, int *to)
{
    int at = str_find(text, begin);
    if (at < 0) return false;
    *from = at + (int)strlen(begin);
    int length = str_find(str_slice(text, *from, text.n), end);
    *to = *from + length;
    return length >= 0;
}

// Puts the lesson into the page's slot, and its handout where there are no scripts.
static bool fill(Str page, const Walk *walk, const char *name, Str text, Buf *out, Error *error)
{
    int from, to, paper, paper_end;
    if (!find_between(page, SLOT, "</script>", &from, &to))
        return error_set(error, NULL, "the installed page has no place for a lesson");
    buf_add(out, str_slice(page, 0, from));
    add_lesson(name, text, out);
    if (find_between(page, PAPER, "</noscript>", &paper, &paper_end) && paper > to) {
        Measure measure = export_measure(NULL);
        buf_add(out, str_slice(page, to, paper));
        paper_style(out);
        paper_html(walk, -1, PAPER_HANDOUT, &measure, out);
        to = paper_end;
    }
    buf_add(out, str_slice(page, to, page.n));
    return true;
}

static bool write_page(const Walk *walk, const Arguments *arguments, Session *session)
{
    const OptionValue *output = &arguments->value[OPTION_OUTPUT];
    const char *path =
        output->given ? output->text : arena_printf(session->arena, "%s.html", walk->lesson.name);
    const char *file = walk->lesson.source->name, *slash = strrchr(file, '/');
    Str page, text;
    Buf out = {.arena = session->arena};
    if (!read_page(session, &page) ||
        !file_read(file, MOST_BYTES, session->arena, &text, session->error) ||
        !fill(page, walk, slash ? slash + 1 : file, text, &out, session->error) ||
        !command_write(path, buf_str(&out), arguments->value[OPTION_FORCE].given, session))
        return false;
    if (strcmp(path, "-") != 0 && !arguments->value[OPTION_QUIET].given)
        buf_printf(session->out, "wrote %s (%zu bytes)\n", path, (size_t)out.n);
    return true;
}

ExitCode page_export(const Arguments *arguments, Session *session)
{
    Walk walk;
    if (!open_walk(&walk, arguments->words[0], session, arguments)) return EXIT_FAILED;
    bool ok = write_page(&walk, arguments, session);
    ExitCode code = open_finish(&walk, session);
    return ok ? code : EXIT_FAILED;
}
