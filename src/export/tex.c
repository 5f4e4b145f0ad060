// Escapes text for TeX. A text on a figure knows nothing of the formula that it was made of; it is
// found again by comparing it with the texts that had formulas, of which it is one, or a line.
#include "export/tex.h"

#include "base/text/ascii.h"
#include "base/text/symbols.h"
#include "base/text/utf8.h"

#include <string.h>

typedef struct Escape {
    const char *sign, *tex;
    bool mono_only;
} Escape;

// clang-format off
static const Escape escapes[] = {
    {"#", "\\#", false}, {"$", "\\$", false}, {"%", "\\%", false}, {"&", "\\&", false},
    {"_", "\\_", false}, {"{", "\\{", false}, {"}", "\\}", false},
    {"~", "\\textasciitilde{}", false}, {"^", "\\textasciicircum{}", false},
    {"\\", "\\textbackslash{}", false}, {"<", "\\textless{}", false},
    {">", "\\textgreater{}", false}, {"|", "\\textbar{}", false},
    {"'", "\\textquotesingle{}", true}, {"-", "-{}", true}, {"\"", "\\char34{}", true},
    {"–", "--", false}, {"—", "---", false}, {"…", "\\ldots{}", false},
    {"“", "``", false}, {"”", "''", false}, {"‘", "`", false}, {"’", "'", false},
    {"\u00a0", "~", false}, {"−", "$-$", false}, {"√", "$\\surd$", false},
    {"\u2009", "\\,", false}, {"\u202f", "\\,", false}, {"′", "$'$", false},
    {"█", "\\rule{.5em}{1.5ex}", false},
};
// clang-format on

const char TEX_COMMANDS[] =
    "\\providecommand\\qkvmark[1]{\\ifdefined\\Umathcode#1\\fi}%\n"
    "\\providecommand\\qkvsign[2]{\\ifdefined\\Umathcode#1\\else\\ifcsname u8:\\detokenize{#1}"
    "\\endcsname\\ifnum\n"
    "  \\pdfstrcmp{\\csname f@encoding\\endcsname}{OT1}=0 "
    "{\\fontencoding{T1}\\selectfont#1}\\else#1\\fi\\else\n"
    "  \\PackageWarning{qkv}{no U+#2 in pdfLaTeX: LuaLaTeX may have it}"
    "{\\setlength\\fboxsep{0pt}%\n"
    "  \\framebox[.6em]{\\rule{0pt}{1.4ex}}}\\fi\\fi}%\n";

static bool every_latex_sets(uint32_t code)
{
    return code <= 0xff && !strchr("\xab\xbb\xd0\xde\xf0\xfe", (int)code); // « » Ð Þ ð þ
}

// With the font encoding T1, or that of the document.
static bool pdflatex_sets(uint32_t code)
{
    static const uint16_t others[] = {0x218,  0x219,  0x21a,  0x21b,  0x201a, 0x201e, 0x2020,
                                      0x2021, 0x2022, 0x2030, 0x2039, 0x203a, 0x20ac, 0x2122};
    static const uint16_t missing[] = {0x126, 0x127, 0x138, 0x13f, 0x140,
                                       0x149, 0x166, 0x167, 0x17f};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (code == missing[i]) return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (code == others[i]) return true;
    return code <= 0x17f; // Latin with accents
}

static const char *escape_of(Str sign, bool mono)
{
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        if (escapes[i].mono_only && !mono) continue;
        if (str_is(sign, escapes[i].sign)) return escapes[i].tex;
    }
    return NULL;
}

static void add_letter(Str sign, TexText *tex, Buf *out)
{
    int length;
    uint32_t code = utf8_decode(sign, &length);
    bool guarded = tex->guarded && !every_latex_sets(code), is_mark = !utf8_width(sign);
    tex->has_guarded |= guarded;
    if (tex->unset && !is_mark && !pdflatex_sets(code) &&
        str_find(buf_str(tex->unset), str_copy(tex->arena, sign)) < 0)
        buf_printf(tex->unset, " %.*s", STR_ARG(sign));
    if (!guarded)
        buf_add(out, sign);
    else if (is_mark)
        buf_printf(out, "\\qkvmark{%.*s}", STR_ARG(sign));
    else
        buf_printf(out, "\\qkvsign{%.*s}{%X}", STR_ARG(sign), (unsigned)code);
}

static void add_mathematics(Str sign, TexText *tex, Buf *out)
{
    bool raised;
    const char *command = symbol_command(sign), *of = symbol_of_script(sign, &raised);
    const char *inner = of ? symbol_command(str_from(of)) : NULL;
    if (command) {
        buf_printf(out, "$\\%s$", command);
    } else if (of) {
        if (str_is(str_from(of), "−")) of = "-";
        buf_printf(out, "$%c{%s%s}$", raised ? '^' : '_', inner ? "\\" : "", inner ? inner : of);
    } else {
        add_letter(sign, tex, out);
    }
}

static void add_sign(Str sign, bool mono, TexText *tex, Buf *out)
{
    const char *escaped = escape_of(sign, mono);
    if (escaped)
        buf_add(out, str_from(escaped));
    else if (sign.n == 1)
        buf_add(out, sign);
    else
        add_mathematics(sign, tex, out);
}

// Is there a letter or digit at the place? Then what ends or begins there is a part of a word.
static bool in_word(Str text, int at)
{
    return at >= 0 && at < text.n && ascii_is_alnum(text.p[at]);
}

static bool stands_alone(Str text, int at, int length)
{
    return !in_word(text, at - 1) || !in_word(text, at)
               ? !in_word(text, at + length) || !in_word(text, at + length - 1)
               : false;
}

// The formula whose sign is at `at`, from the `*next` one on; NULL: none.
static const char *formula_at(const FormulaText *from, Str text, int at, int *next, int *length)
{
    for (int i = *next; from && i < from->count; i++) {
        *length = (int)strlen(from->sign[i]);
        bool here = *length && str_starts(str_slice(text, at, text.n), from->sign[i]);
        if (!here || !stands_alone(text, at, *length)) continue;
        *next = i + 1;
        return from->tex[i];
    }
    return NULL;
}

// The text with formulas that this one is, or is a line of.
static const FormulaText *source_of(const TexText *tex, const char *text)
{
    for (int i = 0; i < tex->formula_count; i++) {
        const FormulaText *formulas = &tex->formulas[i];
        if (formulas->count && strstr(formulas->text, text)) return formulas;
    }
    return NULL;
}

void tex_add(TexText *tex, const char *text, bool mono, Buf *out)
{
    Str all = str_from(text);
    const FormulaText *from = mono ? NULL : source_of(tex, text);
    int next = 0, length;
    for (int at = 0; at < all.n; at += length) {
        const char *formula = formula_at(from, all, at, &next, &length);
        if (formula) {
            buf_printf(out, "$%s$", formula);
            continue;
        }
        utf8_decode(str_slice(all, at, all.n), &length);
        bool lost = all.p[at] == ' ' && (at == 0 || all.p[at - 1] == ' '); // TeX takes one for many
        if (lost) buf_add_char(out, '\\');
        add_sign(str_slice(all, at, at + length), mono, tex, out);
    }
}
