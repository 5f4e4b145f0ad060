// The stored state of a lesson is a JSON file. Its name ends in a hash of the lesson's path, as two
// lessons may have the same file name. Hashes are FNV-1a with 64 bits, h = (h ^ byte) *
// 1099511628211, which is short and gives the same number on every machine. A file that is not what
// qkv wrote is renamed, not deleted.
//
// There is also a number of this reader, made once from the time and the process id. The choices of
// questions are shuffled by it, so that they stand in the same order each time.
#include "state/state.h"

#include "base/ascii.h"
#include "base/file.h"
#include "base/json_tree.h"
#include "base/number.h"
#include "base/utf8.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { STATE_BYTES = 1 << 20, MOST_ITEMS = 100000, NAME_BYTES = 40 };

// FNV-1a
uint64_t state_hash(Str text)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (int i = 0; i < text.n; i++) {
        hash = (hash ^ (unsigned char)text.p[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

int state_steps_done(const LessonState *state)
{
    int done = 0;
    for (int i = 0; i < state->steps; i++) done += state->done[i];
    return done;
}

// ---- where ------------------------------------------------------------------------------------

// XDG Base Directory Specification: a relative path is to be ignored.
static const char *state_folder(Arena *arena)
{
    const char *set = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (set && *set == '/') return arena_printf(arena, "%s/qkv/lessons", set);
    if (home && *home == '/') return arena_printf(arena, "%s/.local/state/qkv/lessons", home);
    return NULL;
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
    buf_printf(&path, "-%016" PRIx64 ".json", state_hash(str_from(key)));
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
    return state_hash(str_from(
        arena_printf(arena, "%lld %ld %ld", (long long)now.tv_sec, now.tv_nsec, (long)getpid())));
}

static uint64_t make_reader(const char *path, Arena *arena, Error *warning)
{
    FileWriter writer;
    uint64_t reader = new_reader(arena);
    const char *text = arena_printf(arena, "%" PRIu64 "\n", reader);
    bool ok = make_folders(path, arena, warning) &&
              file_create(&writer, path, true, arena, warning) &&
              file_write(&writer, text, strlen(text), warning) && file_commit(&writer, warning);
    return ok ? reader : 0;
}

uint64_t state_reader(Error *warning)
{
    enum { MOST_BYTES = 64 };
    Arena scratch = {0};
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
    arena_free(&scratch);
    return reader;
}

// ---- reading ----------------------------------------------------------------------------------

static int int_of(const json_t *object, const char *key, int otherwise)
{
    const json_t *value = json_object_get(object, key);
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : otherwise;
    return number < -1 || number > INT32_MAX ? otherwise : (int)number;
}

static const char *text_of(const json_t *object, const char *key, Arena *arena)
{
    const char *text = json_string_value(json_object_get(object, key));
    return str_copy(arena, str_from(text));
}

static const char *optional_text(const json_t *object, const char *key, Arena *arena)
{
    return json_is_string(json_object_get(object, key)) ? text_of(object, key, arena) : NULL;
}

// JSON has no infinities: they are text.
static double number_of(const json_t *object, const char *key)
{
    const json_t *item = json_object_get(object, key);
    double value = json_number_value(item);
    if (json_is_string(item)) number_parse_double(str_from(json_string_value(item)), &value);
    return value;
}

static StatePlace place_of(const json_t *object)
{
    int substep = int_of(object, "substep", 0);
    return (StatePlace){int_of(object, "step", 0), int_of(object, "entry", -1),
                        int_of(object, "call", -1), substep < 0 ? 0 : substep,
                        int_of(object, "statement", -1)};
}

static int items_of(const json_t *root, const char *key, const json_t **list)
{
    *list = json_object_get(root, key);
    size_t count = json_array_size(*list);
    return count < MOST_ITEMS ? (int)count : MOST_ITEMS;
}

static void read_lists(const json_t *root, Arena *arena, LessonState *state)
{
    const json_t *list;
    state->steps = items_of(root, "done", &list);
    bool *done = NEW_ARRAY(arena, bool, state->steps + 1);
    for (int i = 0; i < state->steps; i++) done[i] = json_is_true(json_array_get(list, (size_t)i));
    state->done = done;
    state->answer_count = items_of(root, "answers", &list);
    StateAnswer *answers = NEW_ARRAY(arena, StateAnswer, state->answer_count + 1);
    for (int i = 0; i < state->answer_count; i++) {
        const json_t *item = json_array_get(list, (size_t)i);
        answers[i] = (StateAnswer){text_of(item, "question", arena), text_of(item, "answer", arena),
                                   json_is_true(json_object_get(item, "right"))};
    }
    state->answers = answers;
    state->edit_count = items_of(root, "edits", &list);
    StateEdit *edits = NEW_ARRAY(arena, StateEdit, state->edit_count + 1);
    for (int i = 0; i < state->edit_count; i++) {
        const json_t *item = json_array_get(list, (size_t)i);
        edits[i] =
            (StateEdit){text_of(item, "cell", arena), number_of(item, "value"),
                        optional_text(item, "hold", arena), optional_text(item, "words", arena)};
    }
    state->edits = edits;
    state->mark_count = items_of(root, "marks", &list);
    StateMark *marks = NEW_ARRAY(arena, StateMark, state->mark_count + 1);
    for (int i = 0; i < state->mark_count; i++) {
        const json_t *item = json_array_get(list, (size_t)i);
        marks[i] =
            (StateMark){text_of(item, "name", arena), place_of(item), text_of(item, "cell", arena)};
    }
    state->marks = marks;
    state->kind_count = items_of(root, "kinds", &list);
    StateKind *kinds = NEW_ARRAY(arena, StateKind, state->kind_count + 1);
    for (int i = 0; i < state->kind_count; i++) {
        const json_t *item = json_array_get(list, (size_t)i);
        kinds[i] = (StateKind){text_of(item, "name", arena), int_of(item, "times", 0)};
    }
    state->kinds = kinds;
}

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
        state->place = place_of(json_object_get(root, "place"));
        state->columns = json_is_true(json_object_get(root, "columns"));
        read_lists(root, arena, state);
    }
    json_decref(root);
    return known;
}

// What is no state is out of the way after this, so that it is told once.
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

static json_t *number(double value)
{
    if (isfinite(value)) return json_real(value);
    return json_tree_text(isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

static json_t *place_json(const StatePlace *place)
{
    return json_tree_of("{s:i, s:i, s:i, s:i, s:i}", "step", place->step, "entry", place->entry,
                        "call", place->call, "substep", place->substep, "statement",
                        place->statement);
}

static json_t *optional(const char *text)
{
    return text ? json_tree_text(text) : NULL;
}

static void put_lists(json_t *root, const LessonState *state)
{
    json_t *done = json_tree_have(json_array()), *answers = json_tree_have(json_array()),
           *edits = json_tree_have(json_array()), *marks = json_tree_have(json_array()),
           *kinds = json_tree_have(json_array());
    for (int i = 0; i < state->steps; i++) json_tree_append(done, json_boolean(state->done[i]));
    for (int i = 0; i < state->answer_count; i++) {
        const StateAnswer *answer = &state->answers[i];
        json_tree_append(answers,
                         json_tree_of("{s:o, s:o, s:b}", "question",
                                      json_tree_text(answer->question), "answer",
                                      json_tree_text(answer->answer), "right", answer->right));
    }
    for (int i = 0; i < state->edit_count; i++) {
        const StateEdit *edit = &state->edits[i];
        json_tree_append(edits,
                         json_tree_of("{s:o, s:o, s:o*, s:o*}", "cell", json_tree_text(edit->cell),
                                      "value", number(edit->value), "hold", optional(edit->hold),
                                      "words", optional(edit->words)));
    }
    for (int i = 0; i < state->mark_count; i++) {
        json_t *mark = place_json(&state->marks[i].place);
        json_tree_put(mark, "name", json_tree_text(state->marks[i].name));
        json_tree_put(mark, "cell", json_tree_text(state->marks[i].cell));
        json_tree_append(marks, mark);
    }
    for (int i = 0; i < state->kind_count; i++) {
        const StateKind *kind = &state->kinds[i];
        json_tree_append(kinds, json_tree_of("{s:o, s:i}", "name", json_tree_text(kind->name),
                                             "times", kind->times));
    }
    json_tree_put(root, "done", done);
    json_tree_put(root, "answers", answers);
    json_tree_put(root, "edits", edits);
    json_tree_put(root, "marks", marks);
    json_tree_put(root, "kinds", kinds);
}

static Str as_text(const char *key, const LessonState *state, Arena *arena)
{
    json_t *root =
        json_tree_of("{s:o, s:s, s:o, s:o*}", "lesson", json_tree_text(key), "text",
                     arena_printf(arena, "%016" PRIx64, state->text), "place",
                     place_json(&state->place), "columns", state->columns ? json_true() : NULL);
    put_lists(root, state);
    Buf text = {.arena = arena};
    json_tree_print(root, JSON_INDENT(1), &text);
    return buf_str(&text);
}

const char *state_text(const char *key, const LessonState *state, Arena *arena)
{
    return as_text(key, state, arena).p;
}

bool state_save(const char *key, const LessonState *state, Error *warning)
{
    if (!utf8_valid(str_from(key))) return true; // JSON could not hold it
    Arena scratch = {0};
    FileWriter writer;
    const char *path = state_path(key, &scratch);
    bool ok = path && make_folders(path, &scratch, warning) &&
              file_create(&writer, path, true, &scratch, warning);
    if (ok) {
        Str text = as_text(key, state, &scratch);
        ok = file_write(&writer, text.p, (size_t)text.n, warning) && file_commit(&writer, warning);
    }
    if (!path) ok = error_set(warning, NULL, "neither XDG_STATE_HOME nor HOME says where to write");
    if (!ok)
        error_hint(warning,
                   "nothing of the session is remembered; XDG_STATE_HOME names another folder");
    arena_free(&scratch);
    return ok;
}
