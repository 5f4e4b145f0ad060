// Messages are checked: the other side may be another version of the program.
#include "command/message.h"

#include "base/text/number.h"
#include "base/text/utf8.h"
#include "command/saved/handover.h"
#include "command/saved/progress.h"

#include <inttypes.h>

enum { MOST_SHOWS = 200 };

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
    buf_printf(&message, "%d ", walk->at.settled);
    buf_add_one_line(&message, str_from(shows ? shows : ""));
    buf_printf(&message, "\n%s", text);
    return str_from(arena_printf(arena, "qkv-3 %016" PRIx64 "\n%s", state_hash(buf_str(&message)),
                                 buf_text(&message)));
}

MessageTaken message_take(Str all, Message *message)
{
    Str sum, shows, settled;
    int64_t number;
    if (!str_starts(all, "qkv-3 ") && all.n) return MESSAGE_NOT_OURS;
    str_next_line(&all, &sum);
    SCRATCH(scratch);
    bool is_whole = str_is(sum, arena_printf(&scratch, "qkv-3 %016" PRIx64, state_hash(all)));
    if (!is_whole || !str_next_line(&all, &shows)) return MESSAGE_IN_PART;
    settled = str_take(&shows, " ");
    if (!number_parse_int(settled, &number) || number < -1 || number > INT32_MAX)
        return MESSAGE_NOT_OURS;
    *message = (Message){all, shows, (int)number};
    return MESSAGE_WHOLE;
}

Str message_follow(const Message *message, const char *key, Walk *walk, bool *ran)
{
    SCRATCH(scratch);
    LessonState state;
    Handover taken = state_read(message->state, key, &scratch, &state) ? handover_take(&state, walk)
                                                                       : HANDOVER_OTHER_TEXT;
    *ran = taken == HANDOVER_RAN;
    if (taken == HANDOVER_OTHER_TEXT)
        return STR("a different version of the lesson is being presented");
    if (message->settled >= 0 && message->settled < walk->ran.question_count)
        walk->at.settled = message->settled;
    return utf8_fit(message->shows, MOST_SHOWS);
}
