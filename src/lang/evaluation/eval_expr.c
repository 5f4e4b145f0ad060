// Expressions. Each kind has its function in the table at the end. The first expression that
// fails gives the error its place, so that a message points at the smallest one.
#include "lang/containers/dict.h"

#include "base/text/number.h"
#include "lang/containers/set.h"
#include "lang/evaluation/eval.h"
#include "lang/evaluation/flow.h"
#include "lang/functions/function.h"
#include "lang/interp.h"
#include "lang/text/text.h"

#include <string.h>

static Value eval_name(Run *run, const Expr *expr)
{
    return scope_find(run, expr->name);
}

static Value eval_none(Run *run UNUSED, const Expr *expr UNUSED)
{
    return NONE;
}

static Value eval_bool(Run *run UNUSED, const Expr *expr)
{
    return from_bool(expr->truth);
}

// Other words in place of those that are there; NULL: there are none.
static const char *other_words(const Run *run, const Expr *expr, Str text)
{
    const OtherNumbers *others = &run->trace.others;
    return others->words ? others->words(others->context, expr->span, text) : NULL;
}

// Of a number, as it is written.
static bool other_number(const Run *run, const Expr *expr, double *number)
{
    if (!run->trace.others.words) return false;
    const char *other = other_words(run, expr, span_text(expr->span));
    return other && number_parse_double(str_from(other), number);
}

static Value eval_int(Run *run, const Expr *expr)
{
    double other;
    return from_int(other_number(run, expr, &other) ? (int64_t)other : expr->integer);
}

static Value eval_float(Run *run, const Expr *expr)
{
    double other;
    return from_double(other_number(run, expr, &other) ? other : expr->number);
}

static Value eval_large(Run *run, const Expr *expr)
{
    Value text = value_from_str(run, expr->string), base = from_int(0);
    Value both[] = {text, base};
    return text.type ? call_with(run, from_type(&type_int), both, 2) : NOTHING;
}

static Value eval_imaginary(Run *run, const Expr *expr)
{
    const Value *type = library_find_builtin(run, name_of(&run->names, STR("complex")));
    Value parts[] = {from_double(0), from_double(expr->number)};
    return type ? call_with(run, *type, parts, 2) : NOTHING;
}

static Value eval_string(Run *run, const Expr *expr)
{
    const char *other = other_words(run, expr, expr->string);
    return other ? value_from_text(run, other) : value_from_str(run, expr->string);
}

static Value eval_ellipsis(Run *run UNUSED, const Expr *expr UNUSED)
{
    return (Value){.type = &type_ellipsis};
}

// ---- displays ------------------------------------------------------------------------------

static bool add_starred(Run *run, Sequence *sequence, const Expr *starred)
{
    Value source = eval(run, starred->right), item;
    if (!source.type) return false;
    if (!value_start_iteration(run, &source)) {
        error_place(run->error, starred->right->span);
        return false;
    }
    for (int64_t at = 0; (item = value_next(run, source, &at)).type;) {
        if (!sequence_add(run, sequence, item)) return false;
    }
    return !run_has_failed(run);
}

static Value list_of_words(Run *run, Str words)
{
    Value list = sequence_new(run, &type_list, NULL, 0);
    while (list.type && words.n) {
        Value word = value_from_str(run, str_take(&words, " "));
        if (!word.type || !sequence_add(run, value_sequence(list), word)) return NOTHING;
    }
    return list;
}

static Value eval_items(Run *run, const Expr *expr)
{
    const char *other = expr->kind == EXPR_LIST ? other_words(run, expr, (Str){0}) : NULL;
    if (other) return list_of_words(run, str_from(other));
    const Type *type = expr->kind == EXPR_LIST ? &type_list : &type_tuple;
    Value sequence = sequence_new(run, type, NULL, 0);
    for (int i = 0; sequence.type && i < expr->list.count; i++) {
        const Expr *item = expr->list.item[i];
        if (item->kind == EXPR_STARRED) {
            if (!add_starred(run, value_sequence(sequence), item)) return NOTHING;
            continue;
        }
        Value value = eval(run, item);
        if (!value.type || !sequence_add(run, value_sequence(sequence), value)) return NOTHING;
    }
    return sequence;
}

static bool is_constant(const Expr *expr)
{
    if (expr->kind == EXPR_UNARY) return is_constant(expr->right);
    bool constant = expr->kind == EXPR_INT || expr->kind == EXPR_FLOAT ||
                    expr->kind == EXPR_LARGE || expr->kind == EXPR_IMAGINARY ||
                    expr->kind == EXPR_BOOL || expr->kind == EXPR_NONE || expr->kind == EXPR_STRING;
    if (expr->kind != EXPR_TUPLE) return constant;
    for (int i = 0; i < expr->list.count; i++) {
        if (!is_constant(expr->list.item[i])) return false;
    }
    return true;
}

// CPython makes a set of three or more constants by copying a frozenset, which may change its
// order.
static bool is_copied(const ExprList *items)
{
    for (int i = 0; i < items->count; i++) {
        if (!is_constant(items->item[i])) return false;
    }
    return items->count >= 3;
}

static bool add_item(Run *run, Set *set, const Expr *item)
{
    bool starred = item->kind == EXPR_STARRED;
    Value value = eval(run, starred ? item->right : item);
    if (!value.type) return false;
    if (starred ? set_update(run, set, value) : set_add(run, set, value)) return true;
    error_place(run->error, item->span);
    return false;
}

static Value eval_set(Run *run, const Expr *expr)
{
    Value set = set_new(run, &type_set);
    for (int i = 0; set.type && i < expr->list.count; i++) {
        if (!add_item(run, set_of(set), expr->list.item[i])) return NOTHING;
    }
    return set.type && is_copied(&expr->list) ? set_from(run, &type_set, set) : set;
}

static bool add_mapping(Run *run, Dict *dict, const Expr *expr)
{
    Value from = eval(run, expr);
    if (!from.type) return false;
    if (value_is_dict(from)) return dict_merge(run, dict, from);
    raise_error(run, "TypeError", "'%s' object is not a mapping", from.type->name);
    error_place(run->error, expr->span);
    return false;
}

static Value eval_dict(Run *run, const Expr *expr)
{
    Value dict = dict_new(run);
    for (int i = 0; dict.type && i < expr->list.count; i += 2) {
        if (!expr->list.item[i]) {
            if (!add_mapping(run, dict_of(dict), expr->list.item[i + 1])) return NOTHING;
            continue;
        }
        Value key = eval(run, expr->list.item[i]);
        Value value = key.type ? eval(run, expr->list.item[i + 1]) : NOTHING;
        if (!value.type) return NOTHING;
        if (dict_set(run, (Dict *)dict.object, key, value)) continue;
        error_place(run->error, expr->list.item[i]->span);
        return NOTHING;
    }
    return dict;
}

// ---- operators -----------------------------------------------------------------------------

static Value eval_unary(Run *run, const Expr *expr)
{
    Value operand = eval(run, expr->right);
    run->frame.here = expr->span;
    return operand.type ? value_unary(run, expr->op, operand) : NOTHING;
}

static Value eval_binary(Run *run, const Expr *expr)
{
    Value left = eval(run, expr->left);
    Value right = left.type ? eval(run, expr->right) : NOTHING;
    run->frame.here = expr->span;
    return right.type ? value_binary(run, expr->op, left, right) : NOTHING;
}

// a < b < c: each operand once, and no further than the first false comparison.
static Value eval_compare(Run *run, const Expr *expr)
{
    Value left = eval(run, expr->operands.item[0]), result = NOTHING;
    if (!left.type) return NOTHING;
    for (int i = 1; i < expr->operands.count; i++) {
        Value right = eval(run, expr->operands.item[i]);
        if (!right.type) return NOTHING;
        run->frame.here = expr->span;
        result = value_compare(run, expr->operators[i - 1], left, right);
        if (!result.type || i + 1 == expr->operands.count) return result;
        bool truth;
        if (!value_truth(run, result, &truth)) return NOTHING;
        if (!truth) return result;
        left = right;
    }
    return result;
}

static Value eval_logic(Run *run, const Expr *expr)
{
    for (int i = 0;; i++) {
        Value value = eval(run, expr->list.item[i]);
        if (!value.type || i + 1 == expr->list.count) return value;
        bool truth;
        if (!value_truth(run, value, &truth)) {
            error_place(run->error, expr->list.item[i]->span);
            return NOTHING;
        }
        if (truth == (expr->kind == EXPR_OR)) return value;
    }
}

static Value eval_not(Run *run, const Expr *expr)
{
    Value value = eval(run, expr->right);
    bool truth;
    return value.type && value_truth(run, value, &truth) ? from_bool(!truth) : NOTHING;
}

static Value eval_conditional(Run *run, const Expr *expr)
{
    Value condition = eval(run, expr->condition);
    bool truth;
    if (!condition.type) return NOTHING;
    if (!value_truth(run, condition, &truth)) {
        error_place(run->error, expr->condition->span);
        return NOTHING;
    }
    return eval(run, truth ? expr->yes : expr->no);
}

static Value eval_walrus(Run *run, const Expr *expr)
{
    Value value = eval(run, expr->right);
    return value.type && scope_bind(run, expr->left->name, value) ? value : NOTHING;
}

// ---- parts of values -----------------------------------------------------------------------

static void name_attribute(Run *run, Value object, const char *attribute, Tensor *tensor)
{
    if (!trace_is_recording(&run->trace) || run->frame.plumbing.source) return;
    const char *path = path_of(run, object);
    path = path ? arena_printf(&run->scratch, "%s.%s", path, attribute) : attribute;
    trace_bind_attribute(&run->trace, path, tensor);
}

const char *eval_callee_name(Run *run, const Expr *expr)
{
    const char *other =
        run->trace.others.words ? other_words(run, expr, str_from(expr->attribute)) : NULL;
    return other ? name_of(&run->names, str_from(other)) : expr->attribute;
}

static Value eval_attribute(Run *run, const Expr *expr)
{
    Value object = eval(run, expr->object);
    run->frame.here = expr->span;
    Value value = object.type ? value_get_attribute(run, object, expr->attribute) : NOTHING;
    if (is_tensor(value) && object.type->class) {
        name_attribute(run, object, expr->attribute, value.tensor);
    }
    return value;
}

static Value eval_slice_part(Run *run, const Expr *expr)
{
    return expr ? eval(run, expr) : NONE;
}

static Value eval_slice(Run *run, const Expr *expr)
{
    Value start = eval_slice_part(run, expr->start);
    Value stop = start.type ? eval_slice_part(run, expr->stop) : NOTHING;
    Value step = stop.type ? eval_slice_part(run, expr->step) : NOTHING;
    return step.type ? slice_new(run, start, stop, step) : NOTHING;
}

static Value eval_subscript(Run *run, const Expr *expr)
{
    Value object = eval(run, expr->object);
    Value key = object.type ? eval(run, expr->index) : NOTHING;
    run->frame.here = expr->span;
    return key.type ? value_get_subscript(run, object, key) : NOTHING;
}

static Value eval_starred(Run *run, const Expr *expr UNUSED)
{
    return raise_error(run, "SyntaxError", "can't use starred expression here");
}

static Value eval_lambda(Run *run, const Expr *expr)
{
    return eval_function(run, expr->code);
}

// ---- comprehensions ------------------------------------------------------------------------

bool eval_conditions(Run *run, const ExprList *conditions, bool *hold)
{
    *hold = true;
    for (int i = 0; *hold && i < conditions->count; i++) {
        Value value = eval(run, conditions->item[i]);
        if (!value.type || !value_truth(run, value, hold)) return false;
    }
    return true;
}

static Value eval_comprehension(Run *run, const Expr *expr)
{
    const Comprehension *comprehension = expr->comprehension;
    const Expr *first = comprehension->clauses[0].source;
    Value source = eval(run, first);
    if (!source.type) return NOTHING;
    if (!value_start_iteration(run, &source)) {
        error_place(run->error, first->span);
        return NOTHING;
    }
    return comprehension->kind == GENERATOR ? generator_expression_new(run, comprehension, source)
                                            : comprehension_collect(run, comprehension, source);
}

// ---- f"…" ----------------------------------------------------------------------------------

static Value eval_fstring(Run *run, const Expr *expr);

static bool write_piece(Run *run, const FPiece *piece, Buf *out)
{
    Value value = eval(run, piece->value);
    Value format = piece->format && value.type ? eval_fstring(run, piece->format) : NOTHING;
    if (!value.type || (piece->format && !format.type)) return false;
    value = format_convert(run, value, piece->conversion);
    if (!value.type) return false;
    if (format_value(run, value, format.type ? value_text(format) : (Str){0}, out)) return true;
    error_place(run->error, piece->value->span);
    return false;
}

static Value eval_fstring(Run *run, const Expr *expr)
{
    Buf out = {.arena = &run->scratch};
    for (int i = 0; i < expr->piece_count; i++) {
        const FPiece *piece = &expr->pieces[i];
        buf_add(&out, piece->text);
        if (piece->value && !write_piece(run, piece, &out)) return NOTHING;
        if (!run_text_fits(run, &out)) return NOTHING;
    }
    return value_from_str(run, buf_str(&out));
}

// ---- the table -----------------------------------------------------------------------------

static Value (*const evaluators[])(Run *run, const Expr *expr) = {
    [EXPR_NAME] = eval_name,
    [EXPR_NONE] = eval_none,
    [EXPR_BOOL] = eval_bool,
    [EXPR_INT] = eval_int,
    [EXPR_FLOAT] = eval_float,
    [EXPR_LARGE] = eval_large,
    [EXPR_IMAGINARY] = eval_imaginary,
    [EXPR_STRING] = eval_string,
    [EXPR_ELLIPSIS] = eval_ellipsis,
    [EXPR_FSTRING] = eval_fstring,
    [EXPR_LIST] = eval_items,
    [EXPR_TUPLE] = eval_items,
    [EXPR_SET] = eval_set,
    [EXPR_DICT] = eval_dict,
    [EXPR_UNARY] = eval_unary,
    [EXPR_BINARY] = eval_binary,
    [EXPR_COMPARE] = eval_compare,
    [EXPR_AND] = eval_logic,
    [EXPR_OR] = eval_logic,
    [EXPR_NOT] = eval_not,
    [EXPR_CONDITIONAL] = eval_conditional,
    [EXPR_CALL] = eval_call,
    [EXPR_ATTRIBUTE] = eval_attribute,
    [EXPR_SUBSCRIPT] = eval_subscript,
    [EXPR_SLICE] = eval_slice,
    [EXPR_STARRED] = eval_starred,
    [EXPR_LAMBDA] = eval_lambda,
    [EXPR_COMPREHENSION] = eval_comprehension,
    [EXPR_WALRUS] = eval_walrus,
    [EXPR_YIELD] = eval_yield,
    [EXPR_YIELD_FROM] = eval_yield_from,
};

Value eval(Run *run, const Expr *expr)
{
    Value value = run_take_step(run) ? evaluators[expr->kind](run, expr) : NOTHING;
    if (!value.type) error_place(run->error, expr->span);
    hold(run, value);
    return value;
}
