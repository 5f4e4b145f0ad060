// A page without a medium: what is on it, as a list of nodes that is made once. A format (html.c,
// markdown.c, plain.c) is a table of what is before and behind a node, and a function for what
// needs more than that.
#pragma once

#include "terminal/text.h"
#include "text/cells.h"

typedef enum NodeKind {
    NODE_NONE,
    NODE_TITLE,
    NODE_PART_TITLE, // of answers behind their handout
    NODE_NAME,       // room for it
    NODE_STEP,       // a group: up to a node of this kind that ends it
    NODE_PROSE,      // `paragraph`, no row of a table
    NODE_TABLE,      // `paragraph`: `count` rows
    NODE_CODE,
    NODE_PRINTED,
    NODE_TENSOR,   // `entry`; `text` is its name
    NODE_PICTURE,  // `text` is SVG, `paragraph` what it shows in words; in HTML alone
    NODE_QUESTION, // a group; `text` names it in links
    NODE_QUESTION_TITLE,
    NODE_CHOICES,     // a group
    NODE_CHOICE,      // `paragraph`; `text` is its letter
    NODE_ROOM,        // for the answer
    NODE_REASON_ROOM, // for why a choice is the answer
    NODE_ANSWER,      // a group
    NODE_REPLIES,     // a group
    NODE_REPLY,  // `paragraph`, with the answer that it is a reply to; for lines that is `text`
    NODE_SOURCE, // a group: code with the statement at hand
    NODE_LINE,   // of it: `runs`; those of the expression at hand are underlined
    NODE_OPENER, // of a picture: `text` are the keys that open it, `paragraph` is its name
    NODE_NOTE,   // on the page, in low letters
    NODE_ERROR,  // why the program stopped
    NODE_KINDS
} NodeKind;

typedef struct Node {
    NodeKind kind;
    bool ends; // a group
    Str text;
    const Paragraph *paragraph;
    int count, entry;
    bool is_marked; // the right choice; a line of the statement at hand
    const TextRun *runs;
    CodeState inside; // what the line begins in
} Node;

typedef struct Document {
    const Walk *walk;
    Arena *arena;
    Sight sight;   // what of the tensors may be seen
    bool is_whole; // a lesson, and no handout or answers
    Node *nodes;
    int count;
} Document;

// Each returns the node, which is valid until the next one is added.
Node *document_add(Document *document, NodeKind kind, Str text);
void document_end(Document *document, NodeKind kind);
// The paragraphs or the table at the beginning of the blocks; returns how many of them that was.
int document_prose(Document *document, const Block *blocks, int count);
void document_words(Document *document, const char *words);
void document_picture(Document *document, Str svg, const char *words);

// What is asked, with the choices; and the answer with replies to wrong ones. `solution`: "4", "b",
// or NULL where the reason says it.
void document_question(Document *document, const Prediction *prediction);
void document_answer(Document *document, const Prediction *prediction, const char *solution);

// ---- formats ------------------------------------------------------------------------------------

typedef struct DocumentFormat DocumentFormat;

typedef struct DocumentWriter {
    const Document *document;
    const DocumentFormat *format;
    Buf *out;
    Arena *arena;
    // Of the format itself.
    char open[LESSON_DEPTH + 2]; // lists and quotes
    int open_count;
    int box; // where the one of a question begins, which is open; 0: none
} DocumentWriter;

struct DocumentFormat {
    const char *name;
    // A node is `before`, its paragraph or text, `behind`; where a group ends is `end`.
    struct {
        const char *before, *behind, *end;
    } marks[NODE_KINDS];
    void (*escape)(Buf *out, Str text);
    // Writes a node that these are not enough for. False: they are.
    bool (*write)(DocumentWriter *writer, const Node *node);
};

extern const DocumentFormat document_html, document_markdown, document_plain;

void document_write(Document *document, const DocumentFormat *format, Buf *out);

// For formats: prints the matrices of a NODE_TENSOR, as wide as a page of A4; returns what is left
// out, or NULL.
const char *document_slices(DocumentWriter *writer, const Node *tensor, TextMatrixPrint *print);
// Is the blank line left out between two nodes, a list going on?
bool document_joins(const Node *node, const Node *next);
// Does a link begin or end with this part of the paragraph?
bool link_begins(const Paragraph *paragraph, int part);
bool link_ends(const Paragraph *paragraph, int part);

// A paragraph as HTML, without the element around it.
void html_escape(Buf *out, Str text);
void html_inlines(Buf *out, const Walk *walk, const Paragraph *paragraph);
