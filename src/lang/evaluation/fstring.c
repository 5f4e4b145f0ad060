// f"…": pieces of text, and values written by their format.
#include "lang/evaluation/eval.h"
#include "lang/text/text.h"

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

Value eval_fstring(Run *run, const Expr *expr)
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
