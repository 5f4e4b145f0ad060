// The stored state of a lesson is a JSON file. Its name ends in a hash of the lesson's path, as two
// lessons may have the same file name. A file that is not what qkv wrote is renamed, not deleted.
//
// There is also a number of this reader, made once from the time and the process id. The choices of
// questions are shuffled by it, so that they are in the same order each time.
#include "state/state.h"

#include "base/files/file.h"
#include "base/text/ascii.h"
#include "base/text/json_record.h"
#include "base/text/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { STATE_BYTES = 1 << 20, MOST_ITEMS = 100000, NAME_BYTES = 40 };

int state_steps_done(const LessonState *state)
{
    int done = 0;
    for (int i = 0; i < state->steps; i++) done += state->done[i];
    return done;
}

// ---- where ------------------------------------------------------------------------------------

static const char *state_folder(Arena *arena)
{
    return file_of_user("XDG_STATE_HOME", ".local/state", "lessons", arena);
}

// The end of the key, for people, and its hash, for telling apart.
const char *state_path(const char *key, Arena *arena)
{
    const char *folder = state_folder(arena), *slash = strrchr(key, '/');
    if (!folder) return NULL;
    Buf path = {.arena = arena};
    buf_printf(&path, "%s/", folder);
    const char *name = slash ? slash + 1 : key;
    for (int i = 0; name[i] && i < NAME_BYTES; i++) {
        bool plain = ascii_is_alnum(name[i]) || strchr("._-", name[i]);
        buf_add_char(&path, plain ? name[i] : '_');
    }
    buf_printf(&path, "-%016" PRIx64 ".json", hash_text(str_from(key)));
    return buf_text(&path);
}

static bool make_folders(const char *path, Arena *arena, Error *error)
{
    char *part = str_copy(arena, str_from(path));
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST && access(part, F_OK) != 0)
            return error_set(error, NULL, "%s: %s", part, strerror(errno));
        *slash = '/';
    }
    return true;
}

static bool write_whole(const char *path, const char *text, Arena *arena, Error *warning)
{
    FileWriter writer;
    return make_folders(path, arena, warning) && file_create(&writer, path, true, arena, warning) &&
           file_write(&writer, text, strlen(text), warning) && file_commit(&writer, warning);
}

const char *state_meeting_path(const char *name, Arena *arena, Error *warning)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR"), *folder = state_folder(arena), *path = NULL;
    if (runtime && *runtime == '/')
        path = arena_printf(arena, "%s/qkv/%s", runtime, name);
    else if (folder)
        path = arena_printf(arena, "%s/../%s", folder, name);
    else
        error_set(warning, NULL, "neither XDG_RUNTIME_DIR nor HOME names a folder to meet in");
    return path && make_folders(path, arena, warning) ? path : NULL;
}

// ---- the reader ---------------------------------------------------------------------------------

static uint64_t new_reader(Arena *arena)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return hash_text(str_from(
        arena_printf(arena, "%lld %ld %ld", (long long)now.tv_sec, now.tv_nsec, (long)getpid())));
}

static uint64_t make_reader(const char *path, Arena *arena, Error *warning)
{
    uint64_t reader = new_reader(arena);
    return write_whole(path, arena_printf(arena, "%" PRIu64 "\n", reader), arena, warning) ? reader
                                                                                           : 0;
}

uint64_t state_reader(Error *warning)
{
    enum { MOST_BYTES = 64 };
    SCRATCH(scratch);
    Str text;
    const char *folder = state_folder(&scratch);
    uint64_t reader = 0;
    if (folder) {
        int parent = (int)(strrchr(folder, '/') - folder); // beside the lessons
        const char *path = arena_printf(&scratch, "%.*s/reader", parent, folder);
        if (access(path, F_OK) != 0)
            reader = make_reader(path, &scratch, warning);
        else if (file_read(path, MOST_BYTES, &scratch, &text, warning))
            reader = strtoull(str_copy(&scratch, text), NULL, 10);
    }
    return reader;
}

// ---- as JSON ----------------------------------------------------------------------------------

static const JsonRecord PLACE = {
    sizeof(StatePlace), (const JsonField[]){JSON_NUMBER("step", StatePlace, step, -1, 0),
                                            JSON_NUMBER("entry", StatePlace, entry, -1, -1),
                                            JSON_NUMBER("call", StatePlace, call, -1, -1),
                                            JSON_FIELD("substep", StatePlace, substep, INT),
                                            JSON_NUMBER("statement", StatePlace, statement, -1, -1),
                                            {0}}};

static const JsonRecord ANSWER = {
    sizeof(StateAnswer), (const JsonField[]){JSON_FIELD("question", StateAnswer, question, TEXT),
                                             JSON_FIELD("answer", StateAnswer, answer, TEXT),
                                             JSON_FIELD("right", StateAnswer, right, BOOL),
                                             JSON_FIELD("hinted", StateAnswer, hinted, FLAG),
                                             JSON_NUMBER("asked", StateAnswer, asked, 0, 0),
                                             JSON_NUMBER("again", StateAnswer, again, 0, 0),
                                             {0}}};

static const JsonRecord EDIT = {sizeof(StateEdit),
                                (const JsonField[]){JSON_FIELD("cell", StateEdit, cell, TEXT),
                                                    JSON_FIELD("value", StateEdit, value, NUMBER),
                                                    JSON_FIELD("hold", StateEdit, hold, OPTIONAL),
                                                    JSON_FIELD("words", StateEdit, words, OPTIONAL),
                                                    {0}}};

static const JsonRecord MARK = {
    sizeof(StateMark), (const JsonField[]){JSON_STRUCT("place", StateMark, place, PART, &PLACE),
                                           JSON_FIELD("name", StateMark, name, TEXT),
                                           JSON_FIELD("cell", StateMark, cell, TEXT),
                                           {0}}};

static const JsonRecord KIND = {sizeof(StateKind),
                                (const JsonField[]){JSON_FIELD("name", StateKind, name, TEXT),
                                                    JSON_NUMBER("times", StateKind, times, -1, 0),
                                                    {0}}};

static const JsonRecord STATE = {
    sizeof(LessonState),
    (const JsonField[]){JSON_STRUCT("place", LessonState, place, RECORD, &PLACE),
                        JSON_FIELD("columns", LessonState, columns, FLAG),
                        JSON_LIST("done", LessonState, done, BOOLS, steps, NULL),
                        JSON_LIST("answers", LessonState, answers, RECORDS, answer_count, &ANSWER),
                        JSON_LIST("edits", LessonState, edits, RECORDS, edit_count, &EDIT),
                        JSON_LIST("marks", LessonState, marks, RECORDS, mark_count, &MARK),
                        JSON_LIST("kinds", LessonState, kinds, RECORDS, kind_count, &KIND),
                        {0}}};

bool state_read(Str text, const char *key, Arena *arena, LessonState *state)
{
    json_t *root = json_tree_read(text, 0, NULL);
    const char *lesson = json_string_value(json_object_get(root, "lesson"));
    bool known = lesson && strcmp(lesson, key) == 0;
    *state = (LessonState){.place = {.entry = -1, .call = -1}};
    if (known) {
        const char *hash = json_string_value(json_object_get(root, "text"));
        state->is_known = true;
        state->text = hash ? strtoull(hash, NULL, 16) : 0;
        json_record_read(&STATE, root, state, arena);
    }
    json_decref(root);
    return known;
}

// A file that is no state is moved away, so that the warning comes once.
static bool move_aside(const char *path, Arena *arena, Error *warning)
{
    const char *aside = arena_printf(arena, "%s.broken", path);
    bool moved = rename(path, aside) == 0;
    error_set(warning, NULL, "%s: this is not what qkv has written; the lesson begins anew", path);
    return moved && error_hint(warning, "it is now %s", aside);
}

// `*broken`: a file that is no state.
static bool load(const char *key, Arena *arena, LessonState *state, Error *warning,
                 const char **broken)
{
    *state = (LessonState){.place = {.entry = -1, .call = -1}};
    const char *path = state_path(key, arena);
    struct stat info;
    Str text;
    if (!path || (stat(path, &info) != 0 && (errno == ENOENT || errno == ENOTDIR))) return true;
    if (!file_read(path, STATE_BYTES, arena, &text, warning)) return false;
    if (state_read(text, key, arena, state)) return true;
    *broken = path;
    return false;
}

bool state_load(const char *key, Arena *arena, LessonState *state, Error *warning)
{
    const char *broken = NULL;
    bool loaded = load(key, arena, state, warning, &broken);
    if (broken) move_aside(broken, arena, warning);
    return loaded;
}

bool state_glance(const char *key, Arena *arena, LessonState *state)
{
    const char *broken;
    Error unheard = {.arena = arena};
    return load(key, arena, state, &unheard, &broken);
}

// ---- writing ----------------------------------------------------------------------------------

const char *state_text(const char *key, const LessonState *state, Arena *arena)
{
    json_t *root = json_tree_of("{s:o, s:s}", "lesson", json_tree_text(key), "text",
                                arena_printf(arena, "%016" PRIx64, state->text));
    json_t *record = json_record(&STATE, state);
    json_object_update(root, record);
    json_decref(record);
    Buf text = {.arena = arena};
    json_tree_print(root, JSON_INDENT(1), &text);
    return buf_text(&text);
}

bool state_save(const char *key, const LessonState *state, Error *warning)
{
    if (!utf8_valid(str_from(key))) return true; // JSON could not hold it
    SCRATCH(scratch);
    const char *path = state_path(key, &scratch);
    bool ok = path && write_whole(path, state_text(key, state, &scratch), &scratch, warning);
    if (!path) ok = error_set(warning, NULL, "neither XDG_STATE_HOME nor HOME says where to write");
    if (!ok)
        error_hint(warning,
                   "nothing of the session is remembered; XDG_STATE_HOME names another folder");
    return ok;
}
