// Where two programs of one user meet: Unix sockets at a path. Nothing here ever waits.
#pragma once

#include "base/error.h"

typedef enum MeetingPlace {
    MEETING_OURS,  // listening
    MEETING_TAKEN, // somebody else listens there
    MEETING_NONE,  // nobody can, `warning` says why
} MeetingPlace;

// Listens at the path; what a program that died has left there is put away.
MeetingPlace meeting_listen(const char *path, int *listening, Error *warning);
// The next one that has come, or -1.
int meeting_accept(int listening);
// The connection to whoever listens there, or -1.
int meeting_connect(const char *path);
// How many bytes of it the other side has taken; -1: it is gone.
int meeting_send(int connection, Str bytes);
// How many bytes were read; 0: none are there now; -1: the other side is gone.
int meeting_read(int connection, char *bytes, int most);
