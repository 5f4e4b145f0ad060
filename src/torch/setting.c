// Where the program says what a setting is: a number as an argument of its call, or the statement
// that gives the name there its number; or what is called, module.NAME. It is looked for in the
// syntax tree, and the number must be the one that the setting has now.
#include "lang/interp.h"
#include "torch/torch.h"

#include "syntax/bound.h"
#include "syntax/parser.h"

// A call of the program, whose places are counted from `at.start`; NULL: which one is not known.
static const Expr *call_now(Run *run, Span *at)
{
    bool in_library = !run->frame.here.source || run->frame.here.source->is_library;
    *at = in_library ? run->frame.user_call : run->frame.here;
    if (!at->source || !trace_is_recording(&run->trace)) return NULL;
    Source *piece = NEW(&run->scratch, Source);
    *piece = (Source){.text = span_text(*at)};
    Error error = {.arena = &run->scratch};
    const Expr *call = parse_single_expression(piece, &run->scratch, &run->names, &error);
    return call && call->kind == EXPR_CALL ? call : NULL;
}

static const Expr *argument_of(const Expr *call, const char *keyword, int place)
{
    for (int i = 0; i < call->argument_count; i++) {
        const Argument *argument = &call->arguments[i];
        if (argument->stars) place = -1;
        if (argument->keyword ? str_is(str_from(keyword), argument->keyword) : i == place)
            return argument->value;
    }
    return NULL;
}

// ---- the statement that gives a name its number -------------------------------------------------

typedef struct Naming {
    const char *name;
    const Expr *value; // of the last one found
    int count;
} Naming;

static void find_naming(const Stmt *stmt, void *data)
{
    Naming *naming = data;
    if (stmt->kind == STMT_DEF || stmt->kind == STMT_CLASS)
        stmt_each(&stmt->code->body, find_naming, naming);
    for (int i = 0; stmt->kind == STMT_ASSIGN && i < stmt->targets.count; i++) {
        const Expr *target = stmt->targets.item[i];
        if (target->kind != EXPR_NAME || target->name != naming->name) continue;
        naming->value = stmt->value;
        naming->count++;
    }
}

// NULL: none of the program, or more than one.
static const Expr *value_of_name(Run *run, const Source *source, const char *name)
{
    StmtList program = {0};
    Naming naming = {.name = name};
    Error error = {.arena = &run->scratch};
    if (!parse_program(source, &run->scratch, &run->names, &program, &error)) return NULL;
    stmt_each(&program, find_naming, &naming);
    return naming.count == 1 ? naming.value : NULL;
}

// ---- settings ----------------------------------------------------------------------------------

static void note(Run *run, Setting *setting, Span at)
{
    setting->at = at;
    trace_note_setting(&run->trace, setting);
}

static Span part_of(Span call, const Expr *expr)
{
    return (Span){call.source, call.start + expr->span.start, call.start + expr->span.end};
}

static bool is_number(const Expr *expr, double now)
{
    return (expr->kind == EXPR_INT && (double)expr->integer == now) ||
           (expr->kind == EXPR_FLOAT && expr->number == now);
}

static void note_argument(Run *run, Setting *setting, const char *keyword, int place, double now)
{
    Span call;
    const Expr *expr = call_now(run, &call);
    if (expr) expr = argument_of(expr, keyword, place);
    if (!expr) return;
    Span at = part_of(call, expr);
    if (expr->kind == EXPR_NAME && (expr = value_of_name(run, call.source, expr->name)))
        at = expr->span;
    if (!expr || !is_number(expr, now)) return;
    setting->now = str_copy(&run->scratch, span_text(at));
    note(run, setting, at);
}

// "torch.optim.SGD" of the call, where it is called by way of a module.
static void note_called(Run *run, Setting *setting)
{
    Span call;
    const Expr *expr = call_now(run, &call);
    if (!expr || expr->function->kind != EXPR_ATTRIBUTE) return;
    setting->now = expr->function->attribute;
    note(run, setting, part_of(call, expr->function));
}

void setting_note_seed(Run *run, int64_t now)
{
    const char *other[] = {arena_printf(&run->scratch, "%lld", (long long)now + 1),
                           arena_printf(&run->scratch, "%lld", (long long)now + 2)};
    Setting setting = {.name = "seed", .other = other, .count = 2, .is_of_chance = true};
    note_argument(run, &setting, "seed", 0, (double)now);
}

// name, keyword (None: it is what is called), its place, what it is, others
static Value note_setting(Run *run, Value *arg)
{
    enum { MOST = 8 };
    const Sequence *others = value_sequence(arg[4]);
    const char *other[MOST];
    Setting setting = {.name = str_copy(&run->scratch, value_text(arg[0])), .other = other};
    for (int i = 0; i < others->count && i < MOST; i++)
        other[setting.count++] = str_copy(&run->scratch, value_text(others->item[i]));
    if (arg[1].type == &type_none) {
        note_called(run, &setting);
        return NONE;
    }
    const char *keyword = str_copy(&run->scratch, value_text(arg[1]));
    note_argument(run, &setting, keyword, (int)arg[2].integer, value_number(arg[3]));
    return NONE;
}

const Native setting_functions[] = {
    {"_setting", "name, keyword, place, now, others", note_setting},
    {0},
};
