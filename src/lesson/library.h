// Where lessons are: the ones that come with the program, the user's own, and any path.
#pragma once

#include "lesson/lesson.h"

typedef struct LibraryLesson {
    const char *name; // "eight-steps"
    const char *path;
    int number; // from the file name, for the order; 0: none
} LibraryLesson;

typedef struct Library {
    LibraryLesson *lessons; // by number, then by name; of two with one name the user's own wins
    int count;
} Library;

// The name that the program was started by, which is kept: only some systems know where its file
// is.
void library_started_as(const char *name);

// Looks beside the program (build/qkv -> lessons/, PREFIX/bin/qkv -> PREFIX/share/qkv/lessons), in
// $XDG_DATA_HOME/qkv/lessons (~/.local/share) and in $XDG_DATA_DIRS. Nothing found is not an error.
void library_scan(Library *library, Arena *arena);

// The name of the lesson whose file that is, however its path is written; NULL: none of the
// library.
const char *library_name(const char *path, Arena *arena);

// A folder of the installed program or of the source tree: "assets", "lessons". NULL: not there.
const char *library_folder(const char *name, Arena *arena);

// The file of a lesson as a user names it, whether it is there or not.
const char *library_path(const char *lesson_or_path, Arena *arena);

// The lesson of that name; NULL: there is none.
const LibraryLesson *library_called(const Library *library, Str name);

// Reads the file at `path` ("-": standard input), as much as its kind may have.
bool library_read(const char *path, Arena *arena, Source *source, Error *error);

// Opens LESSON as a user names it: a name or a number of the library, a path to a .md, .py or
// .ipynb file, or "-". Errors name what was tried and suggest the nearest name.
bool library_open(const char *lesson_or_path, Arena *lesson_arena, Lesson *lesson, Error *error);
