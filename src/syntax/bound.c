// Goes through the statements of a block and those inside of them, for what they assign to.
#include "syntax/bound.h"

typedef struct Bound {
    const char **name;
    size_t count;
    Arena *arena;
} Bound;

static void add(Bound *bound, const char *name)
{
    for (size_t i = 0; i < bound->count; i++) {
        if (bound->name[i] == name) return;
    }
    *ARENA_ADD(bound->arena, bound->name, bound->count) = name;
}

static void add_target(Bound *bound, const Expr *target)
{
    if (!target) return;
    if (target->kind == EXPR_NAME) add(bound, target->name);
    if (target->kind == EXPR_STARRED) add_target(bound, target->right);
    if (target->kind != EXPR_TUPLE && target->kind != EXPR_LIST) return;
    for (int i = 0; i < target->list.count; i++) add_target(bound, target->list.item[i]);
}

static void add_statement(const Stmt *stmt, void *bound)
{
    bool assigns =
        stmt->kind == STMT_ASSIGN || stmt->kind == STMT_AUGMENTED || stmt->kind == STMT_ANNOTATED;
    for (int i = 0; assigns && i < stmt->targets.count; i++)
        add_target(bound, stmt->targets.item[i]);
    if (stmt->kind == STMT_FOR) add_target(bound, stmt->target);
    for (int i = 0; stmt->kind == STMT_WITH && i < stmt->with->item_count; i++)
        add_target(bound, stmt->with->items[i].target);
}

int bound_names(const StmtList *block, Arena *arena, const char ***names)
{
    Bound bound = {.arena = arena};
    stmt_each(block, add_statement, &bound);
    *names = bound.name;
    return (int)bound.count;
}

void stmt_each(const StmtList *block, void (*visit)(const Stmt *stmt, void *data), void *data)
{
    for (int i = 0; i < block->count; i++) {
        const Stmt *stmt = block->item[i];
        visit(stmt, data);
        if (stmt->kind == STMT_IF || stmt->kind == STMT_WHILE || stmt->kind == STMT_FOR) {
            for (int k = 0; k < stmt->branch_count; k++)
                stmt_each(&stmt->branches[k].body, visit, data);
            stmt_each(&stmt->body, visit, data);
            stmt_each(&stmt->otherwise, visit, data);
        } else if (stmt->kind == STMT_WITH) {
            stmt_each(&stmt->with->body, visit, data);
        } else if (stmt->kind == STMT_TRY) {
            const TryCode *attempt = stmt->attempt;
            stmt_each(&attempt->body, visit, data);
            for (int k = 0; k < attempt->handler_count; k++)
                stmt_each(&attempt->handlers[k].body, visit, data);
            stmt_each(&attempt->otherwise, visit, data);
            stmt_each(&attempt->finally, visit, data);
        }
    }
}
