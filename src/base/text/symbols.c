// Two tables: the commands of TeX that are one sign, and the signs that Unicode has raised or
// lowered. Both are read in both directions.
#include "base/text/symbols.h"

#include <stddef.h>

typedef struct Symbol {
    const char *command, *sign;
    bool between;
} Symbol;

// The first command for a sign is the one that is written.
static const Symbol symbols[] = {
    {"alpha", "α", false},     {"beta", "β", false},      {"gamma", "γ", false},
    {"delta", "δ", false},     {"epsilon", "ϵ", false},   {"varepsilon", "ε", false},
    {"zeta", "ζ", false},      {"eta", "η", false},       {"theta", "θ", false},
    {"iota", "ι", false},      {"kappa", "κ", false},     {"lambda", "λ", false},
    {"mu", "μ", false},        {"nu", "ν", false},        {"xi", "ξ", false},
    {"pi", "π", false},        {"rho", "ρ", false},       {"sigma", "σ", false},
    {"tau", "τ", false},       {"upsilon", "υ", false},   {"phi", "ϕ", false},
    {"varphi", "φ", false},    {"chi", "χ", false},       {"psi", "ψ", false},
    {"omega", "ω", false},     {"Gamma", "Γ", false},     {"Delta", "Δ", false},
    {"Theta", "Θ", false},     {"Lambda", "Λ", false},    {"Xi", "Ξ", false},
    {"Pi", "Π", false},        {"Sigma", "Σ", false},     {"Phi", "Φ", false},
    {"Psi", "Ψ", false},       {"Omega", "Ω", false},     {"cdot", "·", true},
    {"cdot", "⋅", true},       {"times", "×", true},      {"div", "÷", true},
    {"pm", "±", true},         {"mp", "∓", true},         {"odot", "⊙", true},
    {"oplus", "⊕", true},      {"otimes", "⊗", true},     {"circ", "∘", true},
    {"ast", "∗", true},        {"leq", "≤", true},        {"le", "≤", true},
    {"geq", "≥", true},        {"ge", "≥", true},         {"neq", "≠", true},
    {"ne", "≠", true},         {"approx", "≈", true},     {"equiv", "≡", true},
    {"sim", "∼", true},        {"propto", "∝", true},     {"ll", "≪", true},
    {"gg", "≫", true},         {"in", "∈", true},         {"notin", "∉", true},
    {"subset", "⊂", true},     {"subseteq", "⊆", true},   {"cup", "∪", true},
    {"cap", "∩", true},        {"rightarrow", "→", true}, {"to", "→", true},
    {"leftarrow", "←", true},  {"gets", "←", true},       {"leftrightarrow", "↔", true},
    {"Rightarrow", "⇒", true}, {"mapsto", "↦", true},     {"uparrow", "↑", true},
    {"downarrow", "↓", true},  {"mid", "∣", true},        {"parallel", "∥", true},
    {"infty", "∞", false},     {"sum", "∑", false},       {"prod", "∏", false},
    {"int", "∫", false},       {"partial", "∂", false},   {"nabla", "∇", false},
    {"top", "⊤", false},       {"bot", "⊥", false},       {"forall", "∀", false},
    {"exists", "∃", false},    {"emptyset", "∅", false},  {"prime", "′", false},
    {"ell", "ℓ", false},       {"hbar", "ℏ", false},      {"ldots", "…", false},
    {"dots", "…", false},      {"cdots", "⋯", false},     {"vdots", "⋮", false},
    {"langle", "⟨", false},    {"rangle", "⟩", false},    {"lfloor", "⌊", false},
    {"rfloor", "⌋", false},    {"lceil", "⌈", false},     {"rceil", "⌉", false},
    {"Vert", "‖", false},      {"|", "‖", false},         {"star", "⋆", true},
    {"bullet", "•", true},     {"checkmark", "✓", false},
};

enum { SYMBOLS = sizeof symbols / sizeof *symbols };

const char *symbol_of_command(Str name)
{
    for (int i = 0; i < SYMBOLS; i++) {
        if (str_is(name, symbols[i].command)) return symbols[i].sign;
    }
    return NULL;
}

bool symbol_is_between(Str name)
{
    for (int i = 0; i < SYMBOLS; i++) {
        if (str_is(name, symbols[i].command)) return symbols[i].between;
    }
    return false;
}

const char *symbol_command(Str sign)
{
    if (str_is(sign, "✓")) return NULL; // no command of LaTeX itself
    for (int i = 0; i < SYMBOLS; i++) {
        if (str_is(sign, symbols[i].sign)) return symbols[i].command;
    }
    return NULL;
}

// ---- raised and lowered ----------------------------------------------------------------------

typedef struct Script {
    const char *sign, *raised, *lowered; // NULL: Unicode has none
} Script;

// clang-format off
static const Script scripts[] = {
    {"0", "⁰", "₀"}, {"1", "¹", "₁"}, {"2", "²", "₂"}, {"3", "³", "₃"}, {"4", "⁴", "₄"},
    {"5", "⁵", "₅"}, {"6", "⁶", "₆"}, {"7", "⁷", "₇"}, {"8", "⁸", "₈"}, {"9", "⁹", "₉"},
    {"+", "⁺", "₊"}, {"−", "⁻", "₋"}, {"=", "⁼", "₌"}, {"(", "⁽", "₍"}, {")", "⁾", "₎"},
    {"a", "ᵃ", "ₐ"}, {"b", "ᵇ", NULL}, {"c", "ᶜ", NULL}, {"d", "ᵈ", NULL}, {"e", "ᵉ", "ₑ"},
    {"f", "ᶠ", NULL}, {"g", "ᵍ", NULL}, {"h", "ʰ", "ₕ"}, {"i", "ⁱ", "ᵢ"}, {"j", "ʲ", "ⱼ"},
    {"k", "ᵏ", "ₖ"}, {"l", "ˡ", "ₗ"}, {"m", "ᵐ", "ₘ"}, {"n", "ⁿ", "ₙ"}, {"o", "ᵒ", "ₒ"},
    {"p", "ᵖ", "ₚ"}, {"r", "ʳ", "ᵣ"}, {"s", "ˢ", "ₛ"}, {"t", "ᵗ", "ₜ"}, {"u", "ᵘ", "ᵤ"},
    {"v", "ᵛ", "ᵥ"}, {"w", "ʷ", NULL}, {"x", "ˣ", "ₓ"}, {"y", "ʸ", NULL}, {"z", "ᶻ", NULL},
    {"A", "ᴬ", NULL}, {"B", "ᴮ", NULL}, {"D", "ᴰ", NULL}, {"E", "ᴱ", NULL}, {"G", "ᴳ", NULL},
    {"H", "ᴴ", NULL}, {"I", "ᴵ", NULL}, {"J", "ᴶ", NULL}, {"K", "ᴷ", NULL}, {"L", "ᴸ", NULL},
    {"M", "ᴹ", NULL}, {"N", "ᴺ", NULL}, {"O", "ᴼ", NULL}, {"P", "ᴾ", NULL}, {"R", "ᴿ", NULL},
    {"⊤", "ᵀ", NULL}, {"T", "ᵀ", NULL}, {"U", "ᵁ", NULL}, {"V", "ⱽ", NULL}, {"W", "ᵂ", NULL},
    {"β", "ᵝ", "ᵦ"}, {"γ", "ᵞ", "ᵧ"}, {"δ", "ᵟ", NULL}, {"θ", "ᶿ", NULL}, {"ρ", NULL, "ᵨ"},
    {"φ", "ᵠ", "ᵩ"}, {"χ", "ᵡ", "ᵪ"}, {"′", "′", NULL}, {"∗", "*", NULL},
};
// clang-format on

enum { SCRIPTS = sizeof scripts / sizeof *scripts };

static const Script *script_of(Str sign)
{
    for (int i = 0; i < SCRIPTS; i++) {
        if (str_is(sign, scripts[i].sign)) return &scripts[i];
    }
    return NULL;
}

const char *symbol_raised(Str sign)
{
    const Script *script = script_of(sign);
    return script ? script->raised : NULL;
}

const char *symbol_lowered(Str sign)
{
    const Script *script = script_of(sign);
    return script ? script->lowered : NULL;
}

const char *symbol_of_script(Str script, bool *raised)
{
    if (script.n < 2) return NULL; // "*" and "′" are signs of their own
    for (int i = 0; i < SCRIPTS; i++) {
        *raised = scripts[i].raised && str_is(script, scripts[i].raised);
        bool lowered = scripts[i].lowered && str_is(script, scripts[i].lowered);
        if ((*raised || lowered) && !str_is(script, scripts[i].sign)) return scripts[i].sign;
    }
    return NULL;
}
