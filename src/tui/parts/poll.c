// Reads votes as a teacher types them in a hurry, "a 12 b 7", "a12 b7" or "a=12, b=7", and writes
// them with percentages.
#include "tui/parts/poll.h"

#include "base/text/ascii.h"
#include "base/text/number.h"

#include <string.h>

static bool separates(char c)
{
    return c == ' ' || c == ',' || c == ';' || c == ':' || c == '=';
}

// The next word; a letter right before a digit is a word of its own ("a12").
static bool next_word(Str *rest, Str *word)
{
    int start = 0, end;
    while (start < rest->n && separates(rest->p[start])) start++;
    for (end = start; end < rest->n && !separates(rest->p[end]); end++) {
        bool glued =
            end == start + 1 && ascii_is_letter(rest->p[start]) && ascii_is_digit(rest->p[end]);
        if (glued) break;
    }
    *word = str_slice(*rest, start, end);
    *rest = str_slice(*rest, end, rest->n);
    return word->n > 0;
}

static PollVote *vote_for(PollRound *round, const char *answer)
{
    for (int i = 0; i < round->count; i++) {
        if (strcmp(round->votes[i].answer, answer) == 0) return &round->votes[i];
    }
    if (round->count == POLL_ANSWERS) return NULL;
    round->votes[round->count] = (PollVote){answer, 0};
    return &round->votes[round->count++];
}

const char *poll_example(int choices)
{
    return choices ? "a 12 b 7" : "4 12, 7 5";
}

// A choice is named by its letter, in either case.
static const char *answer_of(Str word, int choices, Arena *arena)
{
    double number;
    if (choices == 0) return number_parse_double(word, &number) ? str_copy(arena, word) : NULL;
    int choice = word.n == 1 ? (word.p[0] | 0x20) - 'a' : -1;
    return choice >= 0 && choice < choices ? arena_printf(arena, "%c", 'a' + choice) : NULL;
}

const char *poll_read(Str typed, int choices, Arena *arena, PollRound *round)
{
    Str word, number;
    const char *example = poll_example(choices);
    *round = (PollRound){0};
    while (next_word(&typed, &word)) {
        int64_t count;
        if (!next_word(&typed, &number))
            return arena_printf(arena, "How many voted for %.*s? Example: %s", STR_ARG(word),
                                example);
        if (!number_parse_int(number, &count) || count < 0 || count > POLL_MOST_VOTES)
            return arena_printf(arena, "%.*s is not a number of votes. Example: %s",
                                STR_ARG(number), example);
        const char *answer = answer_of(word, choices, arena);
        if (!answer && choices == 0)
            return arena_printf(arena, "%.*s is not a number. Example: %s", STR_ARG(word), example);
        if (!answer)
            return arena_printf(arena, "The choices are a to %c, not %.*s.", 'a' + choices - 1,
                                STR_ARG(word));
        PollVote *vote = vote_for(round, answer);
        if (!vote) return "Too many different answers.";
        vote->count = (int)count;
    }
    return round->count ? NULL : arena_printf(arena, "Type votes like this: %s", example);
}

static int percent_of(const PollRound *round, int vote)
{
    int64_t total = 0;
    for (int i = 0; i < round->count; i++) total += round->votes[i].count;
    return total ? (int)(100.0 * round->votes[vote].count / (double)total + 0.5) : 0;
}

void poll_write(const PollRound *round, const char *name, Buf *out)
{
    buf_add(out, str_from(name));
    for (int i = 0; i < round->count; i++)
        buf_printf(out, "  %s %d (%d%%)", round->votes[i].answer, round->votes[i].count,
                   percent_of(round, i));
}

void poll_write_shares(const PollRound *round, Buf *out)
{
    for (int i = 0; i < round->count; i++)
        buf_printf(out, "%s%s %d%%", i ? ", " : "", round->votes[i].answer, percent_of(round, i));
}

// ---- at hand ------------------------------------------------------------------------------------

Presentation *presentation(const App *app)
{
    return app->state[SCREEN_PRESENT];
}

bool present_reads(const App *app)
{
    return app->walk->at.settled >= 0 && app->walk->at.settled == presentation(app)->reading - 1;
}

const Question *present_question(const App *app)
{
    const Walk *walk = app->walk;
    const Question *question = walk_question(walk);
    if (question || walk->at.settled < 0) return question;
    return &walk->ran.questions[walk->at.settled];
}

const Poll *present_poll(const App *app, const Question *question)
{
    const Presentation *present = presentation(app);
    int i = present->poll_count - 1, wanted = (int)(question - app->walk->ran.questions);
    while (i >= 0 && present->polls[i].question != wanted) i--;
    return i < 0 ? NULL : &present->polls[i];
}
