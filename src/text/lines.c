// Wraps prose, sets tables in columns, and folds code, as nodes come.
#include "text/lines.h"

#include "base/text/utf8.h"
#include "text/prose.h"

static TextRun run_of(const Inline *part)
{
    TextRun run = {.text = part->text};
    if (part->style & STYLE_STRONG) run.style.attributes |= ATTR_BOLD;
    if (part->style & (STYLE_EMPHASIS | STYLE_LINK)) run.style.attributes |= ATTR_UNDERLINE;
    if (part->kind == INLINE_CODE) run.style.ink = INK_CODE;
    return run;
}

// Inlines up to a break; returns how many were taken, the break included.
static int take_runs(const Paragraph *p, int from, TextRun *runs, int *count)
{
    int i = from;
    *count = 0;
    for (; i < p->count; i++) {
        if (p->inlines[i].kind == INLINE_BREAK) return i + 1 - from;
        runs[(*count)++] = run_of(&p->inlines[i]);
    }
    return i - from;
}

static void wrap(Text *text, const Paragraph *p, int most)
{
    enum { LIST_INDENT = 2, DEEPEST = 8 };
    static const ProseStyle STYLE = {LIST_INDENT, .heading = "", .quote = "| ", .task = ""};
    TextRun *runs = NEW_ARRAY(text->arena, TextRun, p->count + 1);
    Paragraph shallow = *p;
    if (shallow.depth > DEEPEST) shallow.depth = DEEPEST;
    Prefix prefix = prose_prefix(&shallow, STYLE, text->arena);
    int columns = text->columns;
    if (columns > most) text->columns = most;
    for (int i = 0, count; i < p->count; prefix.first = prefix.rest) {
        i += take_runs(p, i, runs, &count);
        for (int k = 0; k < count && p->kind == PARAGRAPH_HEADING; k++)
            runs[k].style.attributes |= ATTR_BOLD;
        text_wrap(text, str_from(prefix.first), str_from(prefix.rest), runs, count);
    }
    text->columns = columns;
}

static void add_literal(Text *text, const Paragraph *p)
{
    for (int i = 0; i < p->count; i++) {
        if (p->inlines[i].kind == INLINE_BREAK) continue;
        TextRun runs[] = {{{0}, STR("    ")}, run_of(&p->inlines[i])};
        text_line(text, runs, 2);
    }
}

static void add_opener(Text *text, const Node *node)
{
    const Paragraph *p = node->paragraph;
    TextRun runs[] = {{{.attributes = ATTR_BOLD}, node->text},
                      {{0}, STR(": a picture of ")},
                      run_of(&p->inlines[0]),
                      {{0}, p->heads ? STR(", head by head") : (Str){0}}};
    text_wrap(text, STR("  "), STR("  "), runs, 4);
}

static void add_prose(Text *text, const Paragraph *p, int most)
{
    if (p->kind == PARAGRAPH_LITERAL)
        add_literal(text, p);
    else if (p->kind == PARAGRAPH_RULE)
        text_plain(text, (Style){.ink = INK_QUIET}, "----------");
    else
        wrap(text, p, most);
}

// An item of a list: its letter between two texts.
static void add_item(Text *text, const Node *node, const char *before, const char *behind, int most)
{
    Paragraph item = *node->paragraph;
    item.kind = PARAGRAPH_ITEM;
    item.marker = arena_printf(text->arena, "%s%.*s%s", before, STR_ARG(node->text), behind);
    wrap(text, &item, most);
}

// ---- tables -------------------------------------------------------------------------------------

static Str cell_text(Arena *arena, const Paragraph *row, int column)
{
    Buf text = {.arena = arena};
    int at = 0;
    for (int i = 0; i < row->count; i++) {
        if (row->inlines[i].kind == INLINE_BREAK)
            at++;
        else if (at == column)
            buf_add(&text, run_of(&row->inlines[i]).text);
    }
    return buf_str(&text);
}

static int cell_count(const Paragraph *row)
{
    int count = 1;
    for (int i = 0; i < row->count; i++) count += row->inlines[i].kind == INLINE_BREAK;
    return count;
}

// Each row on one line where the table fits, else "cell | cell | cell", wrapped.
static void add_table(Text *text, const Paragraph *rows, int count)
{
    int *width = NEW_ARRAY(text->arena, int, cell_count(&rows[0])), total = 0;
    for (int r = 0; r < count; r++) {
        for (int c = 0; c < cell_count(&rows[r]); c++) {
            int columns = utf8_width(cell_text(text->arena, &rows[r], c));
            if (columns <= width[c]) continue;
            total += columns - width[c];
            width[c] = columns;
        }
    }
    bool fits = total + 3 * (cell_count(&rows[0]) - 1) <= text->columns;
    for (int r = 0; r < count; r++) {
        const Paragraph *row = &rows[r];
        Buf line = {.arena = text->arena};
        for (int c = 0; c < cell_count(row); c++) {
            Str cell = cell_text(text->arena, row, c);
            if (c) buf_add(&line, STR(" | "));
            buf_add(&line, cell);
            if (fits) buf_add_repeat(&line, ' ', width[c] - utf8_width(cell));
        }
        TextRun run = {{.attributes = row->header ? ATTR_BOLD : 0}, buf_str(&line)};
        if (fits)
            text_line(text, &run, 1);
        else
            text_wrap(text, STR("- "), (Str){0}, &run, 1);
    }
}

// ---- lines --------------------------------------------------------------------------------------

static void add_code(Text *text, const Node *node)
{
    unsigned bold = node->is_marked ? ATTR_BOLD : 0;
    TextRun *runs = NEW_ARRAY(text->arena, TextRun, node->count + 1);
    runs[0] = (TextRun){{.ink = INK_CODE, .attributes = bold}, STR("    ")};
    if (node->is_marked) runs[0].text = STR("  > ");
    for (int i = 0; i < node->count; i++) {
        runs[i + 1] = node->runs[i];
        runs[i + 1].style.attributes |= bold;
    }
    CodeState inside = node->inside;
    text_code(text, runs, node->count + 1, &inside);
}

static void add_lines(Text *text, Str rest, Str before, Style style)
{
    for (Str line; str_next_line(&rest, &line);)
        text_line(text, (TextRun[]){{{0}, before}, {style, line}}, 2);
}

void lines_add(Text *text, const Node *node, int most)
{
    if (node->ends) return;
    switch (node->kind) {
    case NODE_PROSE: add_prose(text, node->paragraph, most); break;
    case NODE_TABLE: add_table(text, node->paragraph, node->count); break;
    case NODE_OPENER: add_opener(text, node); break;
    case NODE_CHOICE: add_item(text, node, "", node->is_marked ? ") right:" : ")", most); break;
    case NODE_REPLY: add_item(text, node, "not ", ":", most); break;
    case NODE_LINE: add_code(text, node); break;
    case NODE_PRINTED: add_lines(text, node->text, STR("    "), (Style){0}); break;
    case NODE_ERROR: add_lines(text, node->text, (Str){0}, (Style){.ink = INK_ERROR}); break;
    case NODE_NOTE:
        text_wrap(text, (Str){0}, (Str){0}, &(TextRun){{.ink = INK_QUIET}, node->text}, 1);
        break;
    default: break; // groups
    }
}
