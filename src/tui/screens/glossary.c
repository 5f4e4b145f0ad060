// The words of the course, each with a sentence and the place where it was met first.
#include "lesson/glossary.h"
#include "base/text/fuzzy.h"
#include "tui/parts/page.h"
#include "tui/screens/shared.h"

#include <string.h>

typedef struct GlossaryView {
    int at; // the selected term
    Definition *terms;
    int count;
    Arena arena;
} GlossaryView;

SCREEN_STATE(GlossaryView, view_of, SCREEN_GLOSSARY)

static bool is_here(const App *app, const Definition *term)
{
    return strcmp(term->lesson, app->walk->lesson.name) == 0;
}

// With the first term of the step at hand selected.
static bool open(App *app, int by UNUSED)
{
    GlossaryView *view = view_of(app);
    int step = walk_stage(app->walk).step;
    view->count = glossary_read(&app->walk->lesson, &view->arena, &view->terms);
    for (int i = view->count - 1; i >= 0; i--) {
        if (is_here(app, &view->terms[i]) && view->terms[i].step == step) view->at = i;
    }
    if (!view->count) app_say(app, false, "No lesson has a term in bold.");
    return view->count > 0;
}

static List list(const App *app, int columns, Arena *arena)
{
    const GlossaryView *view = view_of(app);
    List made = {.text = {.arena = arena, .columns = columns}};
    for (int i = 0; i < view->count; i++) {
        const Definition *term = &view->terms[i];
        int from = made.text.count;
        const char *lesson = term->number ? arena_printf(arena, "lesson %d", term->number)
                                          : arena_printf(arena, "lesson %s", term->lesson);
        TextRun head[] = {
            {i == view->at ? BOLD : (Style){.ink = INK_ACCENT}, str_from(term->term)},
            {QUIET, str_from(arena_printf(arena, "   %s, step %d", lesson, term->step + 1))}};
        text_wrap(&made.text, STR("  "), STR("  "), head, 2);
        text_words(&made.text, PLAIN, "    ", term->says);
        list_add(&made, from);
    }
    return made;
}

static bool go(App *app, int by UNUSED)
{
    const Definition *term = &view_of(app)->terms[view_of(app)->at];
    int step = term->step, lesson = -1;
    if (app->options->lessons) lesson = lessons_find(app->options->lessons, term->lesson);
    if (!is_here(app, term) && lesson >= 0) return lessons_take(app, lesson);
    if (!is_here(app, term))
        return app_say(app, false, "That is another lesson: qkv learn %s", term->lesson);
    app_go_home(app);
    return app_go_to_step(app, step);
}

static int search(const App *app, Str wanted, Arena *arena, RowFound **found)
{
    const GlossaryView *view = view_of(app);
    int count = 0;
    *found = NULL;
    for (int i = 0; i < view->count; i++) {
        if (fuzzy_find_text(str_from(view->terms[i].term), wanted, 0) < 0) continue;
        *ARENA_ADD(arena, *found, count) = (RowFound){i, view->terms[i].term};
    }
    return count;
}

static const Action actions[] = {
    {"Enter", "go to the step where the term was met first", .run = go, .hint = "Enter:go there",
     .rank = 2},
    {"y", "glossary: the terms of the course, with a sentence each",
     .screens = ON_WALK | ON_CLOSING, .opens = SCREEN_GLOSSARY},
};

const Screen glossary_screen = {
    .keys = {"In the glossary", ACTION_ROWS(actions)},
    .size = sizeof(GlossaryView),
    .arena = offsetof(GlossaryView, arena),
    .open = open,
    PAGE_PARTS,
    .list = list,
    .search = search,
    .searched = "Terms",
    .arrows = {.hint = "arrows:select", .rank = 1},
    .words = "glossary",
};
