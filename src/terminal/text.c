// Breaks text of several styles into lines. To find the breaks all runs are joined to one text
// that remembers for each byte which run it came from; a line is then cut into runs again. Lines
// break between words, and also before any wide character, as scripts such as Chinese have no
// blanks.
#include "terminal/text.h"

#include "base/text/ascii.h"
#include "base/text/utf8.h"

#include <string.h>

static TextLine *new_line(Text *text)
{
    TextLine *line = ARENA_ADD(text->arena, text->lines, text->count);
    *line = (TextLine){0};
    return line;
}

static void add_run(Text *text, TextLine *line, Style style, Str run)
{
    if (run.n == 0) return;
    *ARENA_ADD(text->arena, line->runs, line->count) = (TextRun){style, run};
}

static void add_indent(Text *text, TextLine *line, int columns)
{
    Buf blanks = {.arena = text->arena};
    buf_add_repeat(&blanks, ' ', columns);
    add_run(text, line, (Style){0}, buf_str(&blanks));
}

enum { FOLD_INDENT = 4 }; // with the sign that the line goes on
static const Str FOLD_SIGN = {"↪ ", sizeof "↪ " - 1};

// A line that goes on with the one above.
static TextLine *folded_line(Text *text, int columns)
{
    TextLine *line = new_line(text);
    if (columns < FOLD_INDENT) return line;
    add_indent(text, line, columns - 2);
    add_run(text, line, (Style){.ink = INK_QUIET}, FOLD_SIGN);
    return line;
}

static int leading_blanks(Str line)
{
    int blanks = 0;
    while (blanks < line.n && line.p[blanks] == ' ') blanks++;
    return blanks;
}

// Behind a blank where there is one in the second half, but not among those that indent the line.
static Str fold_at(Str line, int columns)
{
    Str part = utf8_fit(line, columns);
    int least = leading_blanks(line) > part.n / 2 ? leading_blanks(line) : part.n / 2;
    for (int n = part.n; n > least; n--) {
        if (part.p[n - 1] == ' ') return str_slice(part, 0, n);
    }
    return part;
}

// What has to be folded is not indented by more than a quarter: its words need the room.
static Str indented_less(Str line, int columns)
{
    int blanks = leading_blanks(line), most = columns / 4;
    return blanks > most ? str_slice(line, blanks - most, line.n) : line;
}

// Looks no further than that, so that a text of one long line is folded in linear time.
static bool is_wider(Str line, int columns)
{
    return utf8_fit(line, columns).n < line.n;
}

void text_line(Text *text, const TextRun *runs, int count)
{
    TextLine *line = new_line(text);
    int left = text->columns;
    int indent = text->columns > 3 * FOLD_INDENT ? FOLD_INDENT : 0;
    for (int i = 0; i < count; i++) {
        Str rest = runs[i].text;
        if (is_wider(rest, left)) rest = indented_less(rest, left);
        while (rest.n && is_wider(rest, left)) {
            bool is_full = left < 1 && line->count;
            Str part = is_full ? (Str){0} : fold_at(rest, left > 0 ? left : 1);
            if (part.n == 0 && !is_full) break; // narrower than one character
            add_run(text, line, runs[i].style, part);
            rest = str_slice(rest, part.n, rest.n);
            line = folded_line(text, indent);
            left = text->columns - indent;
        }
        add_run(text, line, runs[i].style, rest);
        left -= utf8_width(rest);
    }
}

// ---- runs as one text ---------------------------------------------------------------------------

// All runs as one text, with the run that each byte belongs to.
typedef struct TextFlow {
    Str all;
    const TextRun *runs;
    int *run_of;
} TextFlow;

static TextFlow flow_of(Arena *arena, const TextRun *runs, int count)
{
    Buf all = {.arena = arena};
    for (int i = 0; i < count; i++) buf_add(&all, runs[i].text);
    TextFlow flow = {buf_str(&all), runs, NEW_ARRAY(arena, int, all.n + 1)};
    int at = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < runs[i].text.n; k++) flow.run_of[at++] = i;
    }
    return flow;
}

static void add_flow(Text *text, TextLine *line, const TextFlow *flow, int from, int to)
{
    while (from < to) {
        int end = from;
        while (end < to && flow->run_of[end] == flow->run_of[from]) end++;
        add_run(text, line, flow->runs[flow->run_of[from]].style, str_slice(flow->all, from, end));
        from = end;
    }
}

// ---- code ---------------------------------------------------------------------------------------

static bool is_word(char c)
{
    return ascii_is_word(c) || (unsigned char)c >= 0x80;
}

// How bad it is to break between two characters: 0 not at all.
typedef enum Break { BREAK_FINE, BREAK_BRACKET, BREAK_TOKEN, BREAK_INSIDE, BREAKS } Break;

static Break break_between(const CodeState *state, bool is_comment, char before, char after)
{
    bool is_text = is_comment || (state->quote && state->is_triple);
    if (before == ' ' && after != ' ') return is_text || !state->quote ? BREAK_FINE : BREAK_TOKEN;
    if (is_text || state->quote) return BREAK_INSIDE;
    if (strchr(",)]}: ", after)) return BREAK_INSIDE;
    if (strchr("([{", before)) return BREAK_BRACKET;
    if (after == '.' && is_word(before) && !ascii_is_digit(before)) return BREAK_TOKEN;
    return before != '.' && !is_word(before) && is_word(after) ? BREAK_TOKEN : BREAK_INSIDE;
}

typedef struct CodeFold {
    int end;         // bytes of the line that stay
    CodeState state; // there
} CodeFold;

// The last place of the best kind, in the second half of the columns if there is one.
static CodeFold code_fold(Str line, int columns, CodeState state, bool *is_comment)
{
    CodeFold best[2][BREAKS] = {{{0}}};
    Str part = utf8_fit(line, columns);
    int least = leading_blanks(line), half = least > part.n / 2 ? least : part.n / 2;
    for (int at = 0; at < part.n;) {
        *is_comment = *is_comment || (line.p[at] == '#' && !state.quote);
        at += *is_comment ? 1 : code_step(&state, str_slice(line, at, line.n));
        if (at >= line.n || at > part.n || at <= least) continue;
        Break kind = break_between(&state, *is_comment, line.p[at - 1], line.p[at]);
        CodeFold fold = {at, state}, *other = &best[at <= half][kind];
        if (!other->end || state.depth <= other->state.depth) *other = fold; // in few brackets
    }
    for (int kind = 0; kind < BREAK_INSIDE; kind++) {
        if (best[0][kind].end) return best[0][kind];
        if (kind < BREAK_TOKEN) continue;
        for (int other = 0; other < BREAK_INSIDE; other++) {
            if (best[1][other].end) return best[1][other];
        }
    }
    return (CodeFold){part.n > 0 ? part.n : 1, state};
}

void text_code(Text *text, const TextRun *runs, int count, CodeState *state)
{
    enum { LEAST_ROOM = 12 };
    TextFlow flow = flow_of(text->arena, runs + 1, count - 1);
    TextLine *line = new_line(text);
    add_run(text, line, runs[0].style, runs[0].text);
    int before = utf8_width(runs[0].text), room = text->columns - before, at = 0;
    bool is_comment = false;
    int indent = leading_blanks(str_slice(flow.all, at, flow.all.n)) + FOLD_INDENT;
    if (room - indent < LEAST_ROOM) indent = 0;
    while (room > 1 && is_wider(str_slice(flow.all, at, flow.all.n), room)) {
        Str rest = str_slice(flow.all, at, flow.all.n);
        CodeFold fold = code_fold(rest, room, *state, &is_comment);
        *state = fold.state;
        add_flow(text, line, &flow, at, at + fold.end);
        at += fold.end;
        line = folded_line(text, before + indent);
        room = text->columns - before - indent;
    }
    if (!is_comment) code_line(state, str_slice(flow.all, at, flow.all.n));
    if (is_comment && !state->is_triple) state->quote = 0;
    add_flow(text, line, &flow, at, flow.all.n);
}

void text_plain(Text *text, Style style, const char *line)
{
    text_line(text, &(TextRun){style, str_from(line)}, 1);
}

void text_blank(Text *text)
{
    if (text->count && text->lines[text->count - 1].count) new_line(text);
}

// ---- wrapping -----------------------------------------------------------------------------------

// Where the line that starts at `from` ends: between words, or between wide characters (which
// scripts without blanks need), or in the middle of a word that is wider than the line.
static int line_end(Str all, int from, int columns)
{
    int width = 0, at = from, last_break = -1, length;
    while (at < all.n) {
        uint32_t code = utf8_decode(str_slice(all, at, all.n), &length);
        int more = ascii_is_blank(all.p[at]) ? 1 : utf8_char_width(code);
        if (ascii_is_blank(all.p[at]) || (more == 2 && at > from)) last_break = at;
        if (width + more > columns) break;
        width += more;
        at += length;
    }
    if (at >= all.n) return all.n;
    if (ascii_is_blank(all.p[at])) return at;
    if (last_break > from) return last_break;
    return at > from ? at : from + length;
}

void text_wrap(Text *text, Str first, Str rest, const TextRun *runs, int count)
{
    TextFlow flow = flow_of(text->arena, runs, count);
    int indent = utf8_width(first), at = 0;
    int room = text->columns - indent > 1 ? text->columns - indent : 1;
    bool more = true;
    for (int lines = 0; more; lines++) {
        while (at < flow.all.n && ascii_is_blank(flow.all.p[at])) at++;
        TextLine *line = new_line(text);
        if (lines == 0)
            add_run(text, line, (Style){0}, first);
        else if (rest.n)
            add_run(text, line, (Style){0}, rest);
        else
            add_indent(text, line, indent);
        int end = line_end(flow.all, at, room);
        int stop = end;
        while (stop > at && ascii_is_blank(flow.all.p[stop - 1])) stop--;
        add_flow(text, line, &flow, at, stop);
        at = end;
        while (at < flow.all.n && ascii_is_blank(flow.all.p[at])) at++;
        more = at < flow.all.n;
    }
}

void text_words(Text *text, Style style, const char *first, const char *words)
{
    text_wrap(text, str_from(first), (Str){0}, &(TextRun){style, str_from(words)}, 1);
}

void text_draw(const Text *text, Frame *frame, Rect area, int top)
{
    for (int row = 0; row < area.rows; row++) {
        int index = top + row;
        if (index < 0 || index >= text->count) continue;
        const TextLine *line = &text->lines[index];
        int column = area.column;
        for (int i = 0; i < line->count; i++) {
            column = frame_text(frame, area, column, area.row + row, line->runs[i].style,
                                line->runs[i].text);
        }
    }
}
