// Goes through the statements of a block, and those inside of them, for what they assign to.
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

static void add_block(Bound *bound, const StmtList *block);

static void add_try(Bound *bound, const TryCode *attempt)
{
    add_block(bound, &attempt->body);
    for (int i = 0; i < attempt->handler_count; i++) add_block(bound, &attempt->handlers[i].body);
    add_block(bound, &attempt->otherwise);
    add_block(bound, &attempt->finally);
}

static void add_statement(Bound *bound, const Stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_ASSIGN:
    case STMT_AUGMENTED:
    case STMT_ANNOTATED:
        for (int i = 0; i < stmt->targets.count; i++) add_target(bound, stmt->targets.item[i]);
        break;
    case STMT_FOR: add_target(bound, stmt->target); // fall through
    case STMT_WHILE:
    case STMT_IF:
        for (int i = 0; i < stmt->branch_count; i++) add_block(bound, &stmt->branches[i].body);
        add_block(bound, &stmt->body);
        add_block(bound, &stmt->otherwise);
        break;
    case STMT_WITH:
        for (int i = 0; i < stmt->with->item_count; i++)
            add_target(bound, stmt->with->items[i].target);
        add_block(bound, &stmt->with->body);
        break;
    case STMT_TRY: add_try(bound, stmt->attempt); break;
    default: break;
    }
}

static void add_block(Bound *bound, const StmtList *block)
{
    for (int i = 0; i < block->count; i++) add_statement(bound, block->item[i]);
}

int bound_names(const StmtList *block, Arena *arena, const char ***names)
{
    Bound bound = {.arena = arena};
    add_block(&bound, block);
    *names = bound.name;
    return (int)bound.count;
}
