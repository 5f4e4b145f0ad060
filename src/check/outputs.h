// Output blocks against what the code above them prints, line by line.
//
// Not compared are addresses of objects, which are others in each run; the name of a tensor's
// grad_fn, which other versions of PyTorch spell otherwise; and, in code that asks for versions,
// the numbers of versions: they say what was installed where the output was saved.
#pragma once

#include "base/text/patch.h"
#include "check/findings.h"
#include "walk/walk.h"

// What the block printed, as far as outputs state it; and a text with a mark in the place of each
// part that is not compared.
Str output_printed(const CodeBlock *code, const Printed *printed);
Str output_compared(const CodeBlock *code, Str text, Arena *arena);

// Is what it printed what is stated?
bool output_is_said(const CodeBlock *code, const Printed *printed, Arena *arena);

// False: each line that differs is one of the findings, unless there are very many.
bool output_holds(const Walk *walk, const CodeBlock *code, const Printed *printed,
                  Findings *findings);

// Puts what the code prints into the place of the lines that differ, in a lesson that has run. A
// block whose code prints nothing stays: more likely a print() was forgotten.
void update_outputs(const Walk *walk, Patch *patch);
