#!/bin/sh
# What a reviewer should not have to look for: banned functions, leftovers, long functions, format.
set -u
cd "$(dirname "$0")/.."
files=$(find src tests assets -name '*.[ch]' | sort)
failed=0

verdict() { # NAME VIOLATIONS
    [ -z "$2" ] || { echo "$2"; failed=1; printf 'not '; }
    echo "ok - $1"
}

# shellcheck disable=SC2086
calls() { # of the functions named by a regular expression
    grep -nE "(^|[^A-Za-z0-9_.>\"])($1)[[:space:]]*\(" $files | grep -vE '^[^:]*:[0-9]+:[[:space:]]*//'
}

verdict "no unsafe string functions" "$(calls 'strcpy|strcat|sprintf|vsprintf|strtok|atoi|atof|gets')"
verdict "only base/bug.c ends the process" \
    "$(calls 'exit|_exit|_Exit|quick_exit|abort' | grep -vE '^(src/base/bug\.c|tests/)')"
# shellcheck disable=SC2086
verdict "nothing is left for later" "$(grep -nE '\b(TODO|FIXME|XXX|HACK)\b' $files)"

# shellcheck disable=SC2086
verdict "titles are on one line" "$(grep -nE '^[[:space:]]*// -+$' $files)"

# Functions are between a "{" and a "}" in the first column, as clang-format leaves them.
# shellcheck disable=SC2086
lengths=$(awk '
    FNR == 1 { inside = 0 }
    /^{/ { start = FNR - 1; name = before; inside = 1 }
    /^}/ && inside { print FNR - start + 1, FILENAME ":" start ": " name; inside = 0 }
    { before = $0 }' $(find src -name '*.c') | sort -n)
verdict "no function is longer than 60 lines" \
    "$(echo "$lengths" | awk '$1 > 60 { count = $1; $1 = ""; print substr($0, 2) " has " count " lines" }')"
echo "$lengths" | awk 'NF { length_of[++n] = $1 }
    END { if (n) printf "# %d functions: median %d lines, p90 %d, longest %d\n",
        n, length_of[int((n + 1) / 2)], length_of[int(0.9 * n + 0.5)], length_of[n] }'

verdict "no two types of src/ have the same name" \
    "$(grep -rhoE '^typedef (struct|enum|union) \w+ \{' src --include='*.[ch]' |
        awk '{ print $3 }' | sort | uniq -d)"

# The packages of brew that deps.sh builds with, against those of the formula.
deps=$(awk '$1 == "build" && $6 != "-" { print $6 }' tests/support/deps.sh | sort)
formula=$(sed -n 's/^  depends_on "\([^"]*\)".*/\1/p' assets/packaging/qkv.rb | sort)
verdict "the Homebrew formula depends on what deps.sh names for brew" \
    "$(printf '%s\n' "$deps" "$formula" | sort | uniq -u | sed 's/$/ is in one of them only/')"
if command -v ruby >/dev/null 2>&1; then
    verdict "the Homebrew formula is Ruby" "$(ruby -c assets/packaging/qkv.rb 2>&1 | grep -v '^Syntax OK$')"
else
    echo "ok - the Homebrew formula is Ruby # SKIP no ruby"
fi

if command -v tsc >/dev/null 2>&1; then
    verdict "the page's modules have the types that they say" "$(tsc -p src/web/page)"
    verdict "the modules of the npm package have the types that they say" "$(tsc -p src/npm)"
else
    echo "ok - the page's modules have the types that they say # SKIP no tsc"
fi

if command -v clang-format >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    verdict "formatted as .clang-format says (make format)" \
        "$(clang-format --dry-run -Werror $files 2>&1 | grep -E 'error:' | cut -d: -f1 | sort | uniq -c)"
else
    echo "ok - formatted as .clang-format says # SKIP no clang-format"
fi
exit $failed
