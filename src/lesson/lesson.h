// A lesson as it was written: title, steps, prose, code. Knows nothing of tensors.
//
// The format is Markdown that any tool can render (assets/manual/writing-lessons.md). Everything
// lives in the arena given to lesson_parse; slices may point into the source text.
#pragma once

#include "base/error.h"

typedef enum InlineKind {
    INLINE_TEXT,
    INLINE_CODE,
    INLINE_LIVE, // `{python} expression`: shows the value
    INLINE_BREAK,
    INLINE_GOAL, // <!-- goal: expression --> at the end of an item: what it asks for (walk/goals.h)
} InlineKind;

enum { STYLE_STRONG = 1, STYLE_EMPHASIS = 2, STYLE_LINK = 4 };

typedef struct Inline {
    InlineKind kind;
    unsigned style;     // STYLE_… flags
    Str text;           // of INLINE_GOAL: a way to reach it, "x[1, 0] = 0"; may be empty
    const Source *live; // INLINE_LIVE, INLINE_GOAL: the expression, with its place in the file;
                        // of a picture the tensor
    const char *tex;    // of a formula, which `text` has in Unicode: "$\sqrt{d_k}$"; else NULL
    const char *link;   // where it leads; NULL: nowhere
} Inline;

typedef enum ParagraphKind {
    PARAGRAPH_TEXT,
    PARAGRAPH_ITEM, // of a list, `marker` says "-" or "3."
    PARAGRAPH_QUOTE,
    PARAGRAPH_HEADING, // below the step's own heading
    PARAGRAPH_LITERAL, // a code block that is not run; one Inline per line
    PARAGRAPH_TABLE,   // a row of a table; cells are separated by INLINE_BREAK
    PARAGRAPH_RULE,
    PARAGRAPH_PICTURE, // "![weights]" by itself; its one Inline, code, has the tensor in `live`
} ParagraphKind;

typedef struct Paragraph {
    ParagraphKind kind;
    int depth;          // lists and quotes around it, its own not counted; at most LESSON_DEPTH
    const char *marker; // PARAGRAPH_ITEM, first paragraph of the item: "-", "3.", "[x]"; else NULL
    bool heads;         // PARAGRAPH_PICTURE: one for each head, "![weights: heads]"
    bool header;        // PARAGRAPH_TABLE: the head row
    int level;          // PARAGRAPH_HEADING: the number of "#"
    const char *align;  // PARAGRAPH_TABLE: 'l', 'c', 'r' or ' ' for each column; else NULL
    Inline *inlines;
    int count;
} Paragraph;

// "#| key: value" in a code block.
typedef struct CodeOption {
    Str key, value;
    Span at;
} CodeOption;

typedef struct CodeBlock {
    const Source *source; // what is run, options included (they are comments to Python)
    CodeOption *options;
    int option_count;
    bool has_output;    // an ```output block follows
    Str output;         // what the lesson says the code prints, each line terminated
    Span output_at;     // its lines in the lesson's source
    bool shows_value;   // of a notebook: prints the value of an expression at its end
    const char *raises; // the class of the error that it ends with, "": any; NULL: none is expected
    Span raises_at;
} CodeBlock;

// Is this the error that the block is expected to end with? What qkv itself does not run, or a
// limit, is not.
bool code_expects(const CodeBlock *code, const Error *error);

// > - [ ] 0.2, 0.4, 0.4
// >   - The reply to this choice.
typedef struct Choice {
    Paragraph text;
    bool right;
    Paragraph says; // nothing: its count is 0
} Choice;

// > - `3`, `4`: The reply to these answers.
typedef struct Foreseen {
    const Str *numbers; // as written
    int count;
    Paragraph says;
} Foreseen;

// > **Predict** `scores[0, 1]` …, and the reason after a blank quoted line.
typedef struct Prediction {
    const Source *cell; // the expression asked for; with choices it may be NULL
    Paragraph *question;
    int question_count;
    Choice *choices; // none: a number is asked for
    int choice_count;
    Paragraph *reason;
    int reason_count;
    Foreseen *foreseen; // wrong numbers, where a number is asked for
    int foreseen_count;
    Span at;
} Prediction;

typedef enum BlockKind { BLOCK_PROSE, BLOCK_CODE, BLOCK_PREDICTION } BlockKind;

typedef struct Block {
    BlockKind kind;
    Paragraph prose;       // BLOCK_PROSE
    CodeBlock code;        // BLOCK_CODE
    Prediction prediction; // BLOCK_PREDICTION
} Block;

typedef struct Step {
    const char *title;
    Span at;
    Block *blocks;
    int count;
} Step;

// The lines above the title, between two lines "---".
typedef struct FrontMatter {
    const char *title; // NULL: the Markdown has one
    const char *part;  // the group of lessons that it belongs to; NULL: none
    int minutes;       // that it takes; 0: it does not say
    int fade;          // 0 … MOST_FADE operations of each step have a cell blanked
    Str *needs;        // names of the lessons that come before it, as written
    int need_count;
} FrontMatter;

typedef struct Lesson {
    const Source *source;
    const char *name; // "eight-steps"
    const char *title;
    Block *intro; // between the title and the first step; never code
    int intro_count;
    FrontMatter front;
    Step *steps;
    int step_count;
    const char *axes; // what its reader says of them (walk/edits/labelling.h), or NULL
} Lesson;

enum {
    LESSON_BYTES = 4 << 20, // larger files are refused
    LESSON_PARTS = 1 << 20, // paragraphs, spans, lines of code …: more are refused
    MOST_FADE = 3,
    LESSON_DEPTH = 16, // lists and quotes nested deeper count as this deep
};

// What a file is (kind.h). Of a file of tensors the text is the listing that opens it.
typedef enum LessonFormat {
    FORMAT_MARKDOWN,
    FORMAT_LISTING,
    FORMAT_NOTEBOOK,
    FORMAT_DATA
} LessonFormat;
LessonFormat lesson_format(const Source *source);

// "lessons/01-eight-steps.md" -> "eight-steps", and 1 to `*number`; a file that is not numbered
// gets 0. `number` may be NULL.
const char *lesson_name(const char *path, int *number, Arena *arena);

// Parses a lesson, a listing or a notebook. `source` must live as long as the lesson. Code
// before the first heading opens a step with the lesson's title. Errors: no code at all, an
// unclosed fence, an unknown "#|" option, a binary file (bytes that are not UTF-8), an ```output
// block that follows no code, a prediction that asks for nothing, a goal of no list's item,
// a picture of no known kind.
bool lesson_parse(const Source *source, Arena *lesson_arena, Lesson *lesson, Error *error);
