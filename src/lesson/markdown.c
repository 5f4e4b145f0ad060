// The only file that knows the Markdown library. md4c calls back for each block, span and piece of
// text; a piece points into our own text, or is a constant of the library (line ends, indentation),
// which gives the place in the file. Deep nesting needs no recursion, neither here nor there.
#include "lesson/readers.h"

#include "base/text/ascii.h"
#include "base/text/formula.h"
#include "base/text/utf8.h"
#include "lesson/codeblock.h"

#include <md4c.h>

#include <stdint.h>
#include <stdlib.h>

// ---- lists and quotes that are open -------------------------------------------------------------

// Keeps the stack of open lists and quotes while Markdown is read. The marker of a list item ("-"
// or "2.") belongs to its first paragraph only; further paragraphs of the item are just indented.

typedef enum ContainerKind { CONTAINER_QUOTE, CONTAINER_LIST, CONTAINER_ITEM } ContainerKind;

typedef struct Container {
    ContainerKind kind;
    const char *marker; // of an item, until its first paragraph takes it
    unsigned number;    // of a numbered list's next item
    char delimiter;     // "." or ")" behind it; 0: not numbered
} Container;

typedef struct Containers {
    Arena *arena;
    Container *items;
    int count;
    size_t capacity;
    int levels; // how many of them are lists or quotes
} Containers;

static void containers_push(Containers *open, Container container)
{
    open->items = arena_grow(open->arena, open->items, (size_t)open->count, &open->capacity,
                             sizeof *open->items);
    open->items[open->count++] = container;
    open->levels += container.kind != CONTAINER_ITEM;
}

static void containers_pop(Containers *open)
{
    open->levels -= open->items[--open->count].kind != CONTAINER_ITEM;
}

// An item of the innermost list: "-" or its number.
static void containers_push_item(Containers *open)
{
    Container *list = &open->items[open->count - 1];
    const char *marker = "-";
    if (list->delimiter) {
        marker = arena_printf(open->arena, "%u%c", list->number++, list->delimiter);
    }
    containers_push(open, (Container){.kind = CONTAINER_ITEM, .marker = marker});
}

// The number of lists and quotes, as a paragraph's depth.
static int containers_depth(const Containers *open)
{
    return open->levels < LESSON_DEPTH ? open->levels : LESSON_DEPTH;
}

// The empty paragraph that text at this place belongs to.
static Paragraph containers_paragraph(Containers *open)
{
    if (open->count == 0) return (Paragraph){.kind = PARAGRAPH_TEXT};
    Container *inner = &open->items[open->count - 1];
    Paragraph paragraph = {.depth = containers_depth(open) - 1, .marker = inner->marker};
    paragraph.kind = inner->kind == CONTAINER_QUOTE ? PARAGRAPH_QUOTE : PARAGRAPH_ITEM;
    inner->marker = NULL;
    return paragraph;
}

// ---- entities -----------------------------------------------------------------------------------

// The named characters that lessons about mathematics use, and numbered ones, "&#215;" or
// "&#xD7;". Control characters and surrogates are no characters that text may have, and are left
// as they were written.

typedef struct Entity {
    const char *name;
    uint32_t code;
} Entity;

// Those that turn up in text about mathematics; HTML has two thousand more.
static const Entity ENTITIES[] = {
    {"amp", '&'},      {"lt", '<'},       {"gt", '>'},        {"quot", '"'},     {"apos", '\''},
    {"nbsp", ' '},     {"times", 0xD7},   {"middot", 0xB7},   {"minus", 0x2212}, {"radic", 0x221A},
    {"ndash", 0x2013}, {"mdash", 0x2014}, {"hellip", 0x2026}, {"larr", 0x2190},  {"rarr", 0x2192},
    {"infin", 0x221E}, {"asymp", 0x2248}, {"ne", 0x2260},     {"le", 0x2264},    {"ge", 0x2265},
    {"sum", 0x2211},   {"alpha", 0x3B1},  {"beta", 0x3B2},    {"sigma", 0x3C3},
};

// "#215" or "#xD7"; 0 when it is no character.
static uint32_t numeric_code(Str name)
{
    char digits[12] = "";
    bool hex = name.n > 1 && (name.p[1] == 'x' || name.p[1] == 'X');
    int from = hex ? 2 : 1;
    for (int i = from; i < name.n && i - from < (int)sizeof digits - 1; i++) {
        digits[i - from] = name.p[i];
    }
    unsigned long code = strtoul(digits, NULL, hex ? 16 : 10);
    bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return control || surrogate || code > 0x10FFFF ? 0 : (uint32_t)code;
}

static uint32_t named_code(Str name)
{
    for (size_t i = 0; i < sizeof ENTITIES / sizeof ENTITIES[0]; i++) {
        if (str_is(name, ENTITIES[i].name)) return ENTITIES[i].code;
    }
    return 0;
}

// Writes the character of "&times;" or "&#215;" into `out` (at least 4 bytes) as UTF-8; returns the
// number of bytes, 0 for a name that is not known.
static int entity_decode(Str entity, char *out)
{
    Str name = str_slice(entity, 1, entity.n - 1); // without & and ;
    uint32_t code = name.n && name.p[0] == '#' ? numeric_code(name) : named_code(name);
    return code ? utf8_encode(code, out) : 0;
}

enum { MOST_CELL_LEVEL = 4 }; // headings of notebooks that make steps
enum { SMALL_TEXT = 10000 };
enum { MAX_TABLE_COLUMNS = 128 }; // each row is filled up to the columns of the head

typedef struct MarkdownReader {
    Builder *builder;
    Str text; // the source's, terminated: md4c looks one byte behind an entity at the end
    Containers open;
    int strong, emphasis, link; // how many of them are open
    int64_t targets_left;       // bytes that those of links may yet take
    bool table_head;
    char *align; // of the columns of the table
    int column;  // of the cell to be entered next
    int cursor;  // everything before this offset has been read
    int parts;   // callbacks so far
    int heading, heading_offset;
    bool in_code_block, in_code_span, in_formula;
    CodeBlockReader block;
    Buf span;        // text of the code span or the formula
    int span_offset; // of its first piece in the source, or -1
    // The outermost quote: it may be a prediction.
    int quote_offset, quote_block, quote_step;
    const Source *quote_code; // the first inline code in it
} MarkdownReader;

typedef bool BlockHandler(MarkdownReader *reader, void *detail);

// --- places

// The offset of a piece of text in the source, or -1 for a constant of the library.
static int offset_of(const MarkdownReader *reader, const MD_CHAR *p)
{
    Str text = reader->text;
    uintptr_t at = (uintptr_t)p, start = (uintptr_t)text.p;
    return p && at >= start && at < start + (size_t)text.n ? (int)(at - start) : -1;
}

static unsigned style_of(const MarkdownReader *reader)
{
    return (reader->strong ? STYLE_STRONG : 0u) | (reader->emphasis ? STYLE_EMPHASIS : 0u) |
           (reader->link ? STYLE_LINK : 0u);
}

// --- paragraphs

static void begin(MarkdownReader *reader, ParagraphKind kind)
{
    Paragraph paragraph = {.kind = kind, .depth = containers_depth(&reader->open)};
    paragraph.header = kind == PARAGRAPH_TABLE && reader->table_head;
    paragraph.level = kind == PARAGRAPH_HEADING ? reader->heading : 0;
    paragraph.align = kind == PARAGRAPH_TABLE ? reader->align : NULL;
    builder_begin(reader->builder, paragraph);
}

// The text of a tight list's item comes without a paragraph around it.
static void need_paragraph(MarkdownReader *reader)
{
    if (!reader->builder->open) builder_begin(reader->builder, containers_paragraph(&reader->open));
}

static bool enter_paragraph(MarkdownReader *reader, void *detail UNUSED)
{
    builder_begin(reader->builder, containers_paragraph(&reader->open));
    return true;
}

// "![weights]" or "![weights: heads]" by itself: without a definition that is no image.
static bool end_paragraph(MarkdownReader *reader)
{
    Builder *builder = reader->builder;
    Str text = buf_str(&builder->text);
    bool alone = builder->open && !builder->inline_count && !builder->cells &&
                 builder->paragraph.kind == PARAGRAPH_TEXT;
    if (!alone || !str_starts(text, "![") || !str_ends(text, "]")) return true;
    int start = reader->cursor - text.n, colon = str_find(text, ": ");
    Str name = str_slice(text, 2, colon < 0 ? text.n - 1 : colon);
    Str kind = colon < 0 ? (Str){0} : str_trim(str_slice(text, colon + 2, text.n - 1));
    if (kind.n && !str_is(kind, "heads")) {
        Span at = {builder->source, start + colon + 2, reader->cursor - 1};
        error_set_at(builder->error, at, NULL, "a picture cannot be '%.*s'", STR_ARG(kind));
        return error_hint(builder->error, "![weights] is the matrix in colours, ![weights: heads] "
                                          "all heads");
    }
    name = (Str){str_copy(builder->arena, name), name.n};
    builder->text.n = 0;
    builder->paragraph.kind = PARAGRAPH_PICTURE;
    builder->paragraph.heads = kind.n > 0;
    const Source *live = builder_source(builder, name, start + 2);
    builder_inline(builder, (Inline){.kind = INLINE_CODE, .text = name, .live = live});
    return true;
}

static bool enter_rule(MarkdownReader *reader, void *detail UNUSED)
{
    begin(reader, PARAGRAPH_RULE);
    return true;
}

static bool enter_heading(MarkdownReader *reader, void *detail)
{
    reader->heading = (int)((MD_BLOCK_H_DETAIL *)detail)->level;
    reader->heading_offset = -1;
    begin(reader, PARAGRAPH_HEADING);
    return true;
}

// In a cell a step may have begun already that waits for its title.
static void begin_step(Builder *builder, const char *title, Span at)
{
    bool untitled = builder->cells && builder_step_is_waiting(builder) &&
                    !builder->steps[builder->step_count - 1].title && !builder->block_count;
    if (untitled)
        builder_title_step(builder, title);
    else
        builder_step(builder, title, at);
}

// # is the lesson's title, ## a step; what is below or inside something stays a paragraph.
static bool leave_heading(MarkdownReader *reader, void *detail UNUSED)
{
    Builder *builder = reader->builder;
    int level = reader->heading;
    reader->heading = 0;
    if (reader->open.count) return true;
    if (builder->cells && level > 1 && level <= MOST_CELL_LEVEL) level = 2;
    if (builder->cells && level == 1 && builder->title) level = 2;
    if (level == 1 && !builder->title) {
        const char *title = builder_take_text(builder);
        builder->title = *title ? title : NULL;
    } else if (level == 2) {
        int start = reader->heading_offset < 0 ? reader->cursor : reader->heading_offset;
        Span at = {builder->source, start, reader->cursor};
        begin_step(builder, builder_take_text(builder), at);
    }
    return true;
}

// --- lists and quotes

static bool leave_container(MarkdownReader *reader, void *detail UNUSED)
{
    containers_pop(&reader->open);
    return true;
}

static bool enter_list(MarkdownReader *reader, void *detail UNUSED)
{
    containers_push(&reader->open, (Container){.kind = CONTAINER_LIST});
    return true;
}

static bool enter_numbered_list(MarkdownReader *reader, void *detail)
{
    const MD_BLOCK_OL_DETAIL *list = detail;
    Container container = {CONTAINER_LIST, NULL, list->start, list->mark_delimiter};
    containers_push(&reader->open, container);
    return true;
}

static bool enter_item(MarkdownReader *reader, void *detail)
{
    const MD_BLOCK_LI_DETAIL *item = detail;
    if (item->is_task) {
        const char *marker = item->task_mark == ' ' ? "[ ]" : "[x]";
        containers_push(&reader->open, (Container){.kind = CONTAINER_ITEM, .marker = marker});
    } else {
        containers_push_item(&reader->open);
    }
    return true;
}

static bool enter_quote(MarkdownReader *reader, void *detail UNUSED)
{
    if (reader->open.count == 0) {
        reader->quote_offset = -1;
        reader->quote_block = reader->builder->block_count;
        reader->quote_step = reader->builder->step_count;
        reader->quote_code = NULL;
    }
    containers_push(&reader->open, (Container){.kind = CONTAINER_QUOTE});
    return true;
}

static bool leave_quote(MarkdownReader *reader, void *detail)
{
    leave_container(reader, detail);
    Builder *builder = reader->builder;
    bool outermost = reader->open.count == 0;
    if (!outermost || reader->quote_step != builder->step_count) return true;
    Span at = {builder->source, reader->quote_offset, reader->cursor};
    return prediction_gather(builder, reader->quote_block, reader->quote_code, at);
}

// --- tables

static bool refuse_size(MarkdownReader *reader, const char *what)
{
    int line = lines_find(&reader->builder->lines, reader->cursor);
    int start = lines_start(&reader->builder->lines, line);
    error_set_at(reader->builder->error, (Span){reader->builder->source, start, start}, NULL, "%s",
                 what);
    return error_hint(reader->builder->error, "use a smaller lesson; is this the right file?");
}

static bool enter_table(MarkdownReader *reader, void *detail)
{
    const MD_BLOCK_TABLE_DETAIL *table = detail;
    reader->align = NEW_ARRAY(reader->builder->arena, char, MAX_TABLE_COLUMNS + 1);
    if (table->col_count <= MAX_TABLE_COLUMNS) return true;
    return refuse_size(reader,
                       arena_printf(reader->builder->arena, "a table with more than %d columns",
                                    MAX_TABLE_COLUMNS));
}

static bool enter_table_head(MarkdownReader *reader, void *detail UNUSED)
{
    reader->table_head = true;
    return true;
}

static bool leave_table_head(MarkdownReader *reader, void *detail UNUSED)
{
    reader->table_head = false;
    return true;
}

static bool enter_row(MarkdownReader *reader, void *detail UNUSED)
{
    reader->column = 0;
    begin(reader, PARAGRAPH_TABLE);
    return true;
}

static bool enter_cell(MarkdownReader *reader, void *detail)
{
    static const char SIDES[] = {[MD_ALIGN_DEFAULT] = ' ',
                                 [MD_ALIGN_LEFT] = 'l',
                                 [MD_ALIGN_CENTER] = 'c',
                                 [MD_ALIGN_RIGHT] = 'r'};
    if (reader->column) builder_inline(reader->builder, (Inline){.kind = INLINE_BREAK});
    reader->align[reader->column++] = SIDES[((MD_BLOCK_TD_DETAIL *)detail)->align];
    return true;
}

// --- code blocks

// The first line of which nothing has been read. A fence without a language is the next one there.
static int next_line(const MarkdownReader *reader)
{
    const Lines *lines = &reader->builder->lines;
    int line = lines_find(lines, reader->cursor);
    bool begun = reader->cursor > lines_start(lines, line);
    return begun ? lines_start(lines, line + 1) : reader->cursor;
}

static bool enter_code(MarkdownReader *reader, void *detail)
{
    const MD_BLOCK_CODE_DETAIL *block = detail;
    reader->in_code_block = true;
    Str language = {block->lang.text, (int)block->lang.size};
    int offset = language.n ? offset_of(reader, language.p) : -1;
    int from = offset >= 0 ? offset : next_line(reader);
    code_block_begin(&reader->block, block->fence_char, language, from);
    return true;
}

static bool leave_code(MarkdownReader *reader, void *detail UNUSED)
{
    reader->in_code_block = false;
    return code_block_end(&reader->block, reader->builder, containers_depth(&reader->open),
                          &reader->cursor);
}

// --- spans

static void leave_code_span(MarkdownReader *reader)
{
    Builder *builder = reader->builder;
    reader->in_code_span = false;
    Str text = {str_copy(builder->arena, buf_str(&reader->span)), reader->span.n};
    int offset = reader->span_offset < 0 ? reader->cursor : reader->span_offset;
    Inline part = {.kind = INLINE_CODE, .style = style_of(reader), .text = text};
    if (str_starts(text, "{python} ")) {
        Str expression = str_trim(str_slice(text, 9, text.n));
        offset += (int)(expression.p - text.p);
        part.kind = INLINE_LIVE;
        part.text = expression;
        part.live = builder_source(builder, expression, offset);
    } else if (reader->open.levels && !reader->quote_code) {
        reader->quote_code = builder_source(builder, text, offset);
    }
    builder_inline(builder, part);
}

// As in Pandoc, one dollar neither has a blank inside nor a digit behind it: "from $5 to $6".
static bool is_price(const MarkdownReader *reader, Str formula, const char *dollars)
{
    int closing = reader->cursor; // the text is terminated
    char behind = closing < reader->text.n ? reader->text.p[closing + 1] : '\0';
    return !dollars[1] && (str_trim(formula).n < formula.n || ascii_is_digit(behind));
}

// One with a command that is not known here keeps its dollars: they are how a reader of plain text
// knows it for a formula.
static void leave_formula(MarkdownReader *reader, const char *dollars)
{
    Arena *arena = reader->builder->arena;
    Str formula = buf_str(&reader->span);
    const char *tex = arena_printf(arena, "%s%.*s%s", dollars, STR_ARG(formula), dollars);
    const char *text = formula_in_unicode(formula, arena);
    reader->in_formula = false;
    if (is_price(reader, formula, dollars)) {
        builder_text(reader->builder, str_from(tex), style_of(reader));
        return;
    }
    builder_inline(
        reader->builder,
        (Inline){.style = style_of(reader), .text = str_from(text ? text : tex), .tex = tex});
}

static bool is_formula(MD_SPANTYPE type)
{
    return type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY;
}

// A target is in the text once, and any number of references to it: together they may
// take little more than the text, as in cmark. A link beyond that is text. NULL: it is one of
// those.
static const char *target_of(MarkdownReader *reader, const MD_ATTRIBUTE *href)
{
    if (reader->targets_left < 0) return NULL;
    Buf target = {.arena = reader->builder->arena};
    for (int i = 0; href->size && href->substr_offsets[i] < href->size; i++) {
        MD_OFFSET from = href->substr_offsets[i], to = href->substr_offsets[i + 1];
        Str part = {href->text + from, (int)(to - from)};
        char decoded[4];
        int length = href->substr_types[i] == MD_TEXT_ENTITY ? entity_decode(part, decoded) : 0;
        buf_add(&target, length ? (Str){decoded, length} : part);
    }
    return buf_text(&target);
}

static bool count_part(MarkdownReader *reader)
{
    if (++reader->parts <= LESSON_PARTS) return true;
    return refuse_size(reader, "more than a lesson can hold");
}

// The library reads a target again for each reference to it.
static bool count_target(MarkdownReader *reader, MD_SPANTYPE type, const void *detail)
{
    const int64_t most_read = 64 << 20;
    const MD_SPAN_A_DETAIL *link = detail;
    const MD_SPAN_IMG_DETAIL *image = detail;
    if (type == MD_SPAN_A) reader->targets_left -= (int64_t)link->href.size + link->title.size;
    if (type == MD_SPAN_IMG) reader->targets_left -= (int64_t)image->src.size + image->title.size;
    if (reader->targets_left > -most_read) return true;
    return refuse_size(reader, "references that repeat more than 64 MiB of links");
}

static int enter_span(MD_SPANTYPE type, void *detail, void *user)
{
    MarkdownReader *reader = user;
    if (!count_part(reader) || !count_target(reader, type, detail)) return -1;
    need_paragraph(reader);
    reader->strong += type == MD_SPAN_STRONG;
    reader->emphasis += type == MD_SPAN_EM;
    reader->link += type == MD_SPAN_A;
    if (type == MD_SPAN_A)
        builder_link(reader->builder, target_of(reader, &((MD_SPAN_A_DETAIL *)detail)->href));
    reader->in_code_span |= type == MD_SPAN_CODE;
    reader->in_formula |= is_formula(type);
    if (reader->in_code_span || reader->in_formula) {
        reader->span.n = 0;
        reader->span_offset = -1;
    }
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail UNUSED, void *user)
{
    MarkdownReader *reader = user;
    if (is_formula(type)) leave_formula(reader, type == MD_SPAN_LATEXMATH ? "$" : "$$");
    if (type == MD_SPAN_A) builder_link(reader->builder, NULL);
    reader->strong -= type == MD_SPAN_STRONG;
    reader->emphasis -= type == MD_SPAN_EM;
    reader->link -= type == MD_SPAN_A;
    if (type == MD_SPAN_CODE) leave_code_span(reader);
    return 0;
}

// --- text

static void add_entity(MarkdownReader *reader, Str entity)
{
    char decoded[4];
    int length = entity_decode(entity, decoded);
    builder_text(reader->builder, length ? (Str){decoded, length} : entity, style_of(reader));
}

static void add_text(MarkdownReader *reader, MD_TEXTTYPE type, Str piece)
{
    need_paragraph(reader);
    if (type == MD_TEXT_BR) {
        builder_inline(reader->builder, (Inline){.kind = INLINE_BREAK});
    } else if (type == MD_TEXT_ENTITY) {
        add_entity(reader, piece);
    } else {
        Str text = type == MD_TEXT_SOFTBR ? STR(" ") : piece;
        builder_text(reader->builder, text, style_of(reader));
    }
}

// "<!-- goal: expression reached by: x[1, 0] = 0 -->", over one line or several, is a goal of the
// item that it is in.
static bool add_comment(MarkdownReader *reader, int offset)
{
    static const char GOAL[] = "goal:", WAY[] = "reached by:";
    Builder *builder = reader->builder;
    Str rest = str_slice(reader->text, offset, reader->text.n);
    int end = str_find(rest, "-->");
    if (builder->cells || !str_starts(rest, "<!--") || end < 0) return true;
    Str comment = str_trim(str_slice(rest, 4, end));
    if (!str_starts(comment, GOAL)) return true;
    Str goal = str_slice(comment, (int)sizeof GOAL - 1, comment.n), way = {0};
    int behind = str_find(goal, WAY);
    if (behind >= 0) {
        way = str_trim(str_slice(goal, behind + (int)sizeof WAY - 1, goal.n));
        goal = str_slice(goal, 0, behind);
    }
    goal = str_trim(goal);
    const Source *live = builder_source(builder, goal, offset_of(reader, goal.p));
    if (builder_goal(builder, (Inline){.kind = INLINE_GOAL, .text = way, .live = live}))
        return true;
    error_set_at(builder->error, (Span){builder->source, offset, offset + end + 3}, NULL,
                 "this goal belongs to no item of a list");
    return error_hint(builder->error, "put it at the end of an item below \"### Try it\"");
}

static int text(MD_TEXTTYPE type, const MD_CHAR *p, MD_SIZE size, void *user)
{
    MarkdownReader *reader = user;
    Str piece = {p, (int)size};
    int offset = offset_of(reader, p);
    if (!count_part(reader)) return -1;
    if (offset >= 0) {
        if (reader->heading && reader->heading_offset < 0) reader->heading_offset = offset;
        if (reader->quote_offset < 0) reader->quote_offset = offset;
        if (offset + piece.n > reader->cursor) reader->cursor = offset + piece.n;
    }
    if (type == MD_TEXT_HTML) // comments and tags
        return offset < 0 || add_comment(reader, offset) ? 0 : -1;
    if (reader->in_code_block) {
        code_block_text(&reader->block, piece, offset);
    } else if (reader->in_code_span || reader->in_formula) {
        if (reader->span_offset < 0) reader->span_offset = offset;
        buf_add(&reader->span, type == MD_TEXT_SOFTBR ? STR(" ") : piece);
    } else {
        add_text(reader, type, piece);
    }
    return 0;
}

// --- blocks

static BlockHandler *const ENTER[] = {
    [MD_BLOCK_QUOTE] = enter_quote,      [MD_BLOCK_UL] = enter_list,
    [MD_BLOCK_OL] = enter_numbered_list, [MD_BLOCK_LI] = enter_item,
    [MD_BLOCK_HR] = enter_rule,          [MD_BLOCK_H] = enter_heading,
    [MD_BLOCK_CODE] = enter_code,        [MD_BLOCK_P] = enter_paragraph,
    [MD_BLOCK_TABLE] = enter_table,      [MD_BLOCK_THEAD] = enter_table_head,
    [MD_BLOCK_TR] = enter_row,           [MD_BLOCK_TH] = enter_cell,
    [MD_BLOCK_TD] = enter_cell,
};

static BlockHandler *const LEAVE[MD_BLOCK_TD + 1] = {
    [MD_BLOCK_QUOTE] = leave_quote,      [MD_BLOCK_UL] = leave_container,
    [MD_BLOCK_OL] = leave_container,     [MD_BLOCK_LI] = leave_container,
    [MD_BLOCK_H] = leave_heading,        [MD_BLOCK_CODE] = leave_code,
    [MD_BLOCK_THEAD] = leave_table_head,
};

// A block ends the paragraph before it; only a heading's text and a row's cells are still wanted.
static bool ends_paragraph(MD_BLOCKTYPE type)
{
    return type != MD_BLOCK_TH && type != MD_BLOCK_TD;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *user)
{
    MarkdownReader *reader = user;
    if (!count_part(reader)) return -1;
    if (ends_paragraph(type)) builder_end(reader->builder);
    return !ENTER[type] || ENTER[type](reader, detail) ? 0 : -1;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *user)
{
    MarkdownReader *reader = user;
    if (type == MD_BLOCK_P && !end_paragraph(reader)) return -1;
    if (ends_paragraph(type) && type != MD_BLOCK_H) builder_end(reader->builder);
    if (LEAVE[type] && !LEAVE[type](reader, detail)) return -1;
    if (type == MD_BLOCK_H) builder_end(reader->builder);
    return 0;
}

bool markdown_read(Builder *builder, int from)
{
    Str whole = builder->source->text;
    MarkdownReader reader = {.builder = builder,
                             .text = {str_copy(builder->arena, whole), whole.n}};
    reader.cursor = lines_start(&builder->lines, lines_find(&builder->lines, from));
    reader.open.arena = reader.span.arena = reader.block.text.arena = builder->arena;
    MD_PARSER parser = {
        .flags = MD_FLAG_TABLES | MD_FLAG_TASKLISTS | MD_FLAG_LATEXMATHSPANS,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = text,
    };
    Str rest = str_slice(reader.text, from, reader.text.n);
    reader.targets_left = 2 * (int64_t)rest.n + SMALL_TEXT;
    if (md_parse(rest.p, (MD_SIZE)rest.n, &parser, &reader) == 0) return true;
    return error_set(builder->error, NULL, "out of memory"); // else a handler has said why
}

bool markdown_cell(Builder *builder, const Source *cell)
{
    const Source *whole = builder->source;
    Lines lines = builder->lines;
    builder->source = cell;
    builder->lines = lines_of(cell->text, builder->arena);
    builder->counted_to = builder->counted = 0;
    bool ok = markdown_read(builder, 0);
    builder_end(builder);
    builder->source = whole;
    builder->lines = lines;
    return ok;
}
