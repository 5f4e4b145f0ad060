// The with statement: __enter__ before its block, __exit__ after it however it ends.
#include "lang/evaluation/flow.h"

typedef struct With {
    const WithCode *code;
    Value *result;
} With;

static Value no_protocol(Run *run, Value context, const char *more)
{
    error_forget(run);
    return raise_error(run, "TypeError",
                       "'%s' object does not support the context manager protocol%s",
                       context.type->name, more);
}

static bool find_methods(Run *run, Value context, Value *enter, Value *leave)
{
    *enter = value_get_attribute(run, context, name_of(&run->names, STR("__enter__")));
    if (!enter->type) {
        if (error_is(run, "AttributeError")) no_protocol(run, context, "");
        return false;
    }
    hold(run, *enter);
    *leave = value_get_attribute(run, context, name_of(&run->names, STR("__exit__")));
    if (!leave->type && error_is(run, "AttributeError"))
        no_protocol(run, context, " (missed __exit__ method)");
    hold(run, *leave);
    return leave->type != NULL;
}

// __exit__ of a block that failed: does it say that the exception is dealt with?
static Flow leave_failed(Run *run, Value leave)
{
    Handled caught;
    if (!error_handle(run, &caught)) return FLOW_ERROR;
    Value item[] = {value_class(caught.exception), caught.exception, NONE};
    Value answer = call_with(run, leave, item, 3);
    bool dealt = false;
    if (!answer.type || !value_truth(run, answer, &dealt)) {
        error_release(run, &caught);
        return FLOW_ERROR;
    }
    if (dealt)
        error_release(run, &caught);
    else
        raise_again(run, &caught);
    return dealt ? FLOW_NEXT : FLOW_ERROR;
}

static Flow leave_block(Run *run, Value leave, Flow flow, Value *result)
{
    if (flow == FLOW_ERROR) return leave_failed(run, leave);
    if (flow == FLOW_RETURN) hold(run, *result);
    Value item[] = {NONE, NONE, NONE};
    return call_with(run, leave, item, 3).type ? flow : FLOW_ERROR;
}

static Flow run_items(Run *run, const With *with, int at)
{
    if (at == with->code->item_count) return run_block(run, &with->code->body, with->result);
    const WithItem *item = &with->code->items[at];
    Value context = eval(run, item->context), enter, leave;
    if (!context.type) return FLOW_ERROR;
    run->frame.here = item->context->span;
    Value entered = NOTHING;
    if (find_methods(run, context, &enter, &leave)) entered = call_with(run, enter, NULL, 0);
    error_place(run->error, item->context->span);
    if (!entered.type) return FLOW_ERROR;
    hold(run, entered);
    Flow flow = FLOW_ERROR;
    if (!item->target || assign(run, item->target, entered)) flow = run_items(run, with, at + 1);
    run->frame.here = item->context->span;
    return leave_block(run, leave, flow, with->result);
}

Flow run_with(Run *run, const Stmt *stmt, Value *result)
{
    return run_items(run, &(With){stmt->with, result}, 0);
}
