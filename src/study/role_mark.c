// Writes names as parts of their roles, so that who draws the text knows what each is.
#include "study/role_mark.h"

#include "base/ascii.h"
#include "base/mark.h"
#include "study/role.h"

const char *role_mark_operand(const Trace *trace, int entry, const char *text, Arena *arena)
{
    return mark_text(arena, MARK_OPERAND + (int)role_of(trace, entry), text);
}

// Names that stand for no tensor that has one may be code, of which the names have roles.
const char *role_mark(const Trace *trace, int entry, const char *text, Arena *arena)
{
    Role role = role_of(trace, entry);
    return role ? mark_text(arena, (int)role, text) : role_mark_code(trace, entry, text, arena);
}

// The last that was called so before the entry was made, or by it.
static Role role_called(const Trace *trace, int entry, Str name)
{
    for (int i = trace->binding_count - 1; i >= 0; i--) {
        const Binding *binding = &trace->bindings[i];
        if (binding->entry <= entry && str_is(name, binding->name))
            return role_of(trace, binding->entry);
    }
    return ROLE_NONE;
}

// ".T" and "[0,1]" behind a name.
static int end_of_index(Str code, int at)
{
    if (str_starts(str_slice(code, at, code.n), ".T") && str_word(code, at + 1) == at + 2) at += 2;
    int end = at;
    if (at >= code.n || code.p[at] != '[') return at;
    while (end < code.n && code.p[end] != ']' && code.p[end] != ' ') end++;
    return end < code.n && code.p[end] == ']' ? end + 1 : at;
}

const char *role_mark_code(const Trace *trace, int entry, const char *text, Arena *arena)
{
    Str code = str_from(text);
    Buf out = {.arena = arena};
    for (int at = 0, end; at < code.n; at = end) {
        end = str_word(code, at);
        bool is_name =
            end > at && !ascii_is_digit(code.p[at]) && (at == 0 || code.p[at - 1] != '.');
        Role role = is_name ? role_called(trace, entry, str_slice(code, at, end)) : ROLE_NONE;
        if (role) end = end_of_index(code, end);
        if (end == at) end++;
        const char *part = str_copy(arena, str_slice(code, at, end));
        buf_add(&out, str_from(role ? mark_text(arena, (int)role, part) : part));
    }
    return buf_text(&out);
}
