// qkv model --writes, --circuit, --patch and --ablate: what heads write, as listings of
// src/library/_circuits.py.
#pragma once

#include "command/command.h"

// A text as Python writes it.
void python_text_add(Str text, Buf *out);

bool circuits_asked(const Arguments *arguments);
// Which of these options go together. False: the error is set.
bool circuits_check(const Arguments *arguments, Error *error);

// A program that prints the listing about the folder `path`, called `name`. `printed`: the listing
// is to print the titles of its steps as well. NULL: the error is set.
const char *circuits_program(const char *path, const char *name, const Arguments *arguments,
                             bool printed, Session *session);
// What the listing calls the matrix that it is about.
const char *circuits_result(const Arguments *arguments);
