// JSON, for other programs. Only copy.c writes some too: a single tensor, too large for a tree.
#pragma once

#include "base/text/json_record.h"
#include "lesson/listed.h"
#include "study/attention/survey.h"
#include "walk/walk.h"

// The JSON library gets its memory where having none is the end (base/memory.h); else it takes what
// it cannot keep for a mistake in the text.
void json_begin(void);

// Adds the tree as one line, and frees it; what is not safe to show is spelled out.
void json_print(json_t *json, Buf *out);

// What an object says as "schema": which version of assets/qkv.schema.json it is written by. It
// changes when what is there means something else, not when there is more.
enum { JSON_SCHEMA = 1 };

// What is wrong with a file, for programs that show it beside its text.
typedef struct Problem {
    SourceExtent at;
    const char *severity;       // "error", "warning", "notice"
    const char *message, *hint; // hint: or NULL
} Problem;

// {"file", "line", "column", "end_line", "end_column", "severity", "message", "hint"}
json_t *json_problem(const Problem *problem);

// {"schema", "lesson", "file", "steps": [{"title", "tensors", "operations", "hidden"}]}, as
// assets/qkv.schema.json says: per step the tensors that its code assigns, its operations in order,
// and what a reader is asked. Numbers read back as the same float32; NaN and infinities are the
// strings "NaN", "Infinity" and "-Infinity".
// `step` -1: all.
void json_walk(const Walk *walk, int step, Buf *out);

// {"lesson", "steps": [{"title", "operations": [{"code", "depth", "shape", "cost"}], "cost"}],
// "cost"}; a cost is {"multiplications", "additions", "exponentials", "others", "bytes"}.
void json_costs(const Walk *walk, int step, Buf *out);

// {"layers": [{"name", "made_at" (to distinguish equal names), "rows", "columns", "items", "calls",
// "heads": [{"head", "pattern", "token", "entropy", "scores": {NAME: {"score", "chance",
// "counted"}}}]}], "not_measured": {NAME: why}};
// only scores that were measured.
void json_survey(const HeadSurvey *survey, Buf *out);

// {"schema", "cell", "value", "operation", "role", "op", "text", "axes", "code", "span", "sources":
// [{"cell", "value", "operation", "role"}]}; `depth` levels of sources, each with the same members.
// Of a gradient also "chain_rule": {"of", "text", "adds_up", "terms":
// [{"cell", "value", "slope"}]}: the value is the sum of each term's times its slope. `why`, in
// words, is a member of the same name; or NULL. False: more sources than are sensible to print.
bool json_cell(const Trace *trace, Cell cell, int depth, int digits, const char *why, Buf *out,
               Error *error);

// [{"name", "steps", "title", "path", "summary", "done", "answers", "due"}]; done are the steps
// that were walked through, and due the questions that are to be asked again.
void json_lessons(const LessonList *lessons, Buf *out);
