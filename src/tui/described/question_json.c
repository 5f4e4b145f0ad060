// What is asked, with its choices and what was said to the last answer; the reason of what was
// settled just now; what is being typed, and what it could be completed to.
#include "tui/described/question_json.h"

#include "text/lesson_text.h"
#include "tui/find/completions.h"
#include "tui/parts/lesson_sight.h"
#include "tui/parts/question.h"

static json_t *text_or_none(const char *text)
{
    return text && *text ? json_tree_text(text) : NULL;
}

static json_t *str_json(Str text, Arena *arena)
{
    return json_tree_text(str_copy(arena, text));
}

static void put(json_t *screen, const char *key, json_t *value)
{
    if (value) json_tree_put(screen, key, value);
}

// ---- the question -------------------------------------------------------------------------------

static const char *choice_html(const Walk *walk, const Prediction *prediction, int choice,
                               Arena *arena)
{
    Buf html = {.arena = arena};
    lesson_choice_html(walk, prediction, choice, &html);
    return buf_text(&html);
}

static void add_choice(json_t *choices, const char *letter, const char *html, bool wrong)
{
    json_tree_append(choices, json_tree_of("{s:s, s:o, s:b}", "letter", letter, "html",
                                           json_tree_text(html), "wrong", (int)wrong));
}

static bool was_tried(const Question *question, const char *words)
{
    bool tried = false;
    for (int i = 0; i < question->answer.tries; i++)
        tried |= str_has_word_as(words, str_from(question->answer.tried[i]));
    return tried;
}

static json_t *choices_json(const Walk *walk, const Question *question, Arena *arena)
{
    json_t *choices = json_tree_have(json_array());
    for (int i = 0; i < question_choices(question); i++)
        add_choice(choices, arena_printf(arena, "%c", 'a' + i % 26),
                   choice_html(walk, question->prediction, i, arena),
                   question_rules_out(walk, question, i));
    if (question_is_bool(walk, question)) {
        add_choice(choices, "t", "True", was_tried(question, "true t 1"));
        add_choice(choices, "f", "False", was_tried(question, "false f 0"));
    }
    return choices;
}

static const char *space_of(const App *app, const Question *question)
{
    if (!walk_shows_next(app->walk) || lesson_goes_on(app)) return "next";
    return question_has_hint(app->walk, question) ? "hint" : "answer";
}

static json_t *question_json(const App *app, const Question *question, Arena *arena)
{
    const Walk *walk = app->walk;
    const Prediction *prediction = question->prediction;
    const char *hint = question_hint_text(walk, question, arena);
    const char *kind = question_choices(question)         ? "choice"
                       : question_is_bool(walk, question) ? "truth"
                                                          : "number";
    const char *says = question->answer.state == ANSWER_WRONG
                           ? app_typeset(app, question->answer.says, arena)
                           : NULL;
    Buf asks = {.arena = arena};
    if (prediction) lesson_asked_html(walk, prediction, false, &asks);
    json_t *typed = typing_is(app, &answering) ? str_json(typing_text(app), arena) : NULL;
    return json_tree_of("{s:s, s:o, s:o, s:o, s:o*, s:o*, s:o*, s:s}", "kind", kind, "name",
                        json_tree_text(question->name), "asks", json_tree_text(buf_text(&asks)),
                        "choices", choices_json(walk, question, arena), "typed", typed, "says",
                        text_or_none(says), "hint",
                        text_or_none(hint ? app_typeset(app, hint, arena) : NULL), "space",
                        space_of(app, question));
}

static json_t *told_json(const App *app, const Question *told, Arena *arena)
{
    const Walk *walk = app->walk;
    const Prediction *prediction = told->prediction;
    Buf html = {.arena = arena};
    for (int i = 0; i < question_choices(told); i++) {
        if (!prediction->choices[i].right) continue;
        buf_printf(&html, "<p class=\"choice\">%s</p>", choice_html(walk, prediction, i, arena));
    }
    if (prediction) lesson_because_html(walk, prediction, &html);
    return json_tree_of("{s:o, s:b, s:o}", "says", json_tree_text(question_says(app, told, arena)),
                        "right", (int)(told->answer.state == ANSWER_RIGHT), "html",
                        json_tree_text(buf_text(&html)));
}

void question_put_json(const App *app, json_t *screen, Arena *arena)
{
    const Question *told = question_told(app), *question = walk_question(app->walk);
    if (told)
        put(screen, "told", told_json(app, told, arena));
    else if (question)
        put(screen, "question", question_json(app, question, arena));
}

// ---- what is typed ------------------------------------------------------------------------------

static json_t *line_json(const App *app, Arena *arena)
{
    TypingAsks asks;
    if (app_top(app) != SCREEN_TYPING || !typing_asks(app, arena, &asks)) return NULL;
    return json_tree_of("{s:o, s:o*, s:s, s:o, s:b}", "prompt", json_tree_text(asks.before), "note",
                        text_or_none(asks.note), "verb", asks.verb, "text",
                        str_json(typing_text(app), arena), "number", (int)asks.number);
}

static json_t *prompt_json(const App *app, Arena *arena)
{
    PromptNow now;
    if (!prompt_now(app, arena, &now)) return NULL;
    json_t *entries = json_tree_have(json_array());
    for (int i = 0; i < now.completions.count; i++) {
        const Completion *one = &now.completions.list[i];
        json_tree_append(entries, json_tree_of("{s:o, s:o}", "text", json_tree_text(one->text),
                                               "about", json_tree_text(one->right)));
    }
    const char *problem = now.completions.count ? NULL : now.completions.problem;
    return json_tree_of("{s:s, s:o, s:o, s:o, s:i, s:o*}", "kind", now.name, "about",
                        json_tree_text(now.title), "text", str_json(now.text, arena), "entries",
                        entries, "selected", now.selected, "problem", text_or_none(problem));
}

void typing_put_json(const App *app, json_t *screen, Arena *arena)
{
    put(screen, "typing", line_json(app, arena));
    put(screen, "prompt", prompt_json(app, arena));
}
