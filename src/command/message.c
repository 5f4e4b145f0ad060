// Read with care: whoever is on the other side may be another version of the program.
#include "command/message.h"

#include "base/number.h"
#include "base/utf8.h"
#include "command/saved/handover.h"
#include "command/saved/progress.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_LINE = 4096, MOST_STATE = 1 << 22, MOST_SHOWS = 200 };

const char *message_key(const Walk *walk, const char *lesson, Arena *arena)
{
    const char *key = progress_key(walk, lesson, arena);
    if (!key) return NULL;
    return arena_printf(arena, "present-%016" PRIx64, state_hash(str_from(key)));
}

Str message_write(const char *key, const Walk *walk, const char *shows, Arena *arena)
{
    LessonState state = handover_of(walk, arena);
    const char *text = state_text(key, &state, arena);
    Buf message = {.arena = arena};
    buf_printf(&message, "qkv-2 %zu %d ", strlen(text), walk->settled);
    buf_add_one_line(&message, str_from(shows ? shows : ""));
    buf_printf(&message, "\n%s", text);
    return buf_str(&message);
}

static bool take_number(Str *rest, int64_t most, int64_t *number)
{
    int end = str_find(*rest, " ");
    if (end < 0 || !number_parse_int(str_slice(*rest, 0, end), number)) return false;
    *rest = str_slice(*rest, end + 1, rest->n);
    return *number >= -1 && *number <= most;
}

MessageTaken message_take(Str *all, Message *message)
{
    int end = str_find(*all, "\n");
    if (end < 0) return all->n > MOST_LINE ? MESSAGE_NOT_OURS : MESSAGE_IN_PART;
    Str line = str_slice(*all, 0, end);
    int64_t bytes, settled;
    if (!str_starts(line, "qkv-2 ")) return MESSAGE_NOT_OURS;
    line = str_slice(line, 6, line.n);
    if (!take_number(&line, MOST_STATE, &bytes) || bytes < 0) return MESSAGE_NOT_OURS;
    if (!take_number(&line, INT32_MAX, &settled)) return MESSAGE_NOT_OURS;
    if (all->n - end - 1 < bytes) return MESSAGE_IN_PART;
    *message = (Message){str_slice(*all, end + 1, end + 1 + (int)bytes), line, (int)settled};
    *all = str_slice(*all, end + 1 + (int)bytes, all->n);
    return MESSAGE_WHOLE;
}

Str message_follow(const Message *message, const char *key, Walk *walk, bool *ran)
{
    Arena scratch = {0};
    LessonState state;
    Handover taken = state_read(message->state, key, &scratch, &state) ? handover_take(&state, walk)
                                                                       : HANDOVER_OTHER_TEXT;
    arena_free(&scratch);
    *ran = taken == HANDOVER_RAN;
    if (taken == HANDOVER_OTHER_TEXT)
        return STR("a different version of the lesson is being presented");
    if (message->settled >= 0 && message->settled < walk->question_count)
        walk->settled = message->settled;
    return utf8_fit(message->shows, MOST_SHOWS);
}
