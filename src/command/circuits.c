// What `qkv model` is to find out about the heads of a model, besides where they look.
#include "command/circuits.h"

#include "base/files/file.h"

typedef struct CircuitQuestion {
    OptionId option;
    const char *name;   // of the argument of _circuits.write()
    const char *result; // what its listing calls the matrix
} CircuitQuestion;

static const CircuitQuestion questions[] = {
    {OPTION_WRITES, "writes", "by_head"},
    {OPTION_CIRCUIT, "circuit", "fits"},
    {OPTION_PATCH, "patch", "effects"},
    {OPTION_ABLATE, "ablate", "effects"},
};

enum { QUESTIONS = sizeof questions / sizeof *questions, MOST_SENTENCES = 10000 };

void python_text_add(Str text, Buf *out)
{
    buf_add_char(out, '"');
    for (int i = 0; i < text.n; i++) {
        char c = text.p[i];
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if ((unsigned char)c < ' ')
            buf_printf(out, "\\x%02x", (unsigned)c);
        else
            buf_add_char(out, c);
    }
    buf_add_char(out, '"');
}

static const CircuitQuestion *asked(const Arguments *arguments)
{
    for (int i = 0; i < QUESTIONS; i++) {
        if (arguments->value[questions[i].option].given) return &questions[i];
    }
    return NULL;
}

bool circuits_asked(const Arguments *arguments)
{
    return asked(arguments) != NULL;
}

bool circuits_check(const Arguments *arguments, Error *error)
{
    static const OptionRule rules[] = {
        {"writes circuit patch ablate", .excludes = "writes circuit patch ablate heads layer"},
        {"token against", .needs = "writes patch ablate",
         .message = "--token and --against need --writes, --patch or --ablate"},
        {0}};
    return options_check(rules, arguments, error);
}

const char *circuits_result(const Arguments *arguments)
{
    return asked(arguments)->result;
}

// A sentence on each line; empty ones are left out.
static bool add_sentences(const char *path, Buf *out, Session *session)
{
    const size_t most = 1 << 20;
    Source source = {.name = path};
    Str line;
    int count = 0;
    if (!file_read(path, most, session->arena, &source.text, session->error) ||
        !file_check_text(&source, session->error))
        return false;
    Str rest = source.text;
    buf_add_char(out, '[');
    while (str_next_line(&rest, &line)) {
        line = str_trim(line);
        if (!line.n) continue;
        if (++count > MOST_SENTENCES)
            return error_fail(session->error, "fewer of them: a mean needs no more",
                              "%s has more than %d sentences", path, MOST_SENTENCES);
        python_text_add(line, out);
        buf_add_char(out, ',');
    }
    buf_add_char(out, ']');
    return count ||
           error_fail(session->error, "a sentence on each line", "%s has no sentences", path);
}

static bool add_argument(OptionId option, const char *name, const Arguments *arguments, Buf *out,
                         Session *session)
{
    const OptionValue *value = &arguments->value[option];
    if (!value->given) return true;
    buf_printf(out, ", %s=", name);
    if (option == OPTION_ABLATE) return add_sentences(value->text, out, session);
    if (option == OPTION_WRITES)
        buf_add(out, STR("True"));
    else
        python_text_add(str_from(value->text), out);
    return true;
}

const char *circuits_program(const char *path, const char *name, const Arguments *arguments,
                             bool printed, Session *session)
{
    Buf program = {.arena = session->arena};
    const char *texts[] = {path, name, arguments->words[1]};
    buf_add(&program, STR("import _circuits\n_circuits.write("));
    for (int i = 0; i < 3; i++) {
        if (i) buf_add(&program, STR(", "));
        python_text_add(str_from(texts[i]), &program);
    }
    for (int i = 0; i < QUESTIONS; i++) {
        if (!add_argument(questions[i].option, questions[i].name, arguments, &program, session))
            return NULL;
    }
    (void)add_argument(OPTION_TOKEN, "token", arguments, &program, session);
    (void)add_argument(OPTION_AGAINST, "against", arguments, &program, session);
    buf_add(&program, printed ? STR(", printed=True)\n") : STR(")\n"));
    return buf_text(&program);
}
