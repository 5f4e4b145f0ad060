// Opening what a user named on the command line.
#pragma once

#include "command/command.h"
#include "terminal/signs.h"
#include "walk/walk.h"

// Runs LESSON with the options --memory and --digits. False: the error is reported and nothing is
// left to close. A program that fails later leaves walk->error set and a walk up to there.
bool open_walk(Walk *walk, const char *lesson, Session *session, const Arguments *arguments);

// The same for a listing that is no file: `name` is for messages, and its program may read what is
// below `files`. `here`: it is for a walk on this terminal.
bool open_text(Walk *walk, const char *name, const char *text, const char *files, bool here,
               Session *session, const Arguments *arguments);

// What --signs and --ascii say.
SignSet open_signs(const Arguments *arguments);
// Will a walk on this terminal be in ASCII? Where they say so, or the locale is not UTF-8.
bool open_is_ascii(const Arguments *arguments);

// Does the lesson come from standard input? Then keys come from /dev/tty.
bool open_takes_input(const char *lesson);

// Puts the choices into the order of this reader, where he sits at a terminal. What a teacher gives
// out or shows has the order of the lesson.
void open_shuffle(Walk *walk, Session *session);

// The same as open_walk() for a walk on this terminal.
bool open_walk_here(Walk *walk, const char *lesson, Session *session, const Arguments *arguments);

// The step that --step names, from 0, or -1 without the option. False: there is no such step.
bool open_step(const Walk *walk, const Arguments *arguments, int *step, Error *error);

// Reports session->error and why the lesson's program stopped, if they are set, and closes the
// walk. Returns the exit code.
ExitCode open_finish(Walk *walk, Session *session);
