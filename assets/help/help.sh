#!/bin/sh
# All help in Markdown, for people's assistants, and for those who want it in one piece:
#
#   help.sh QKV FOLDER      writes there, from assets/manual and from what the program says:
#     manual-SUBJECT.md     a page of the manual
#     command-COMMAND.md    what a command does, with its options
#     qkv.md                all of these
#     llms.txt              what they are, in the form of https://llmstxt.org
set -eu
cd "$(dirname "$0")/../.."
qkv=$1 out=$2 manual=assets/manual
case $qkv in */*) qkv=$(cd "$(dirname "$qkv")" && pwd)/$(basename "$qkv") ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 XDG_STATE_HOME="$work"
rm -rf "$out"
mkdir -p "$out"
tab=$(printf '\t')

# Name and phrase of each, a line each, with a tab between them.
subjects() { sed -nE 's/^- \[(.*)\]\(.*\.md\): (.*)/\1\t\2/p' $manual/README.md; }
commands() { "$qkv" help | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) +(.*)/\1\t\2/p'; }

# A part of what `qkv help COMMAND` prints, as code: the paragraph that begins so.
said() { # COMMAND BEGINNING
    "$qkv" help "$1" | awk -v beginning="$2" '
        /^$/ { inside = 0 }
        index($0, beginning) == 1 { inside = 1 }
        inside { print "    " $0 }'
}

subjects | while IFS=$tab read -r name _; do
    sed -E 's/\]\(([a-z-]+)\.md\)/](manual-\1.md)/g' "$manual/$name.md" >"$out/manual-$name.md"
done
commands | while IFS=$tab read -r name phrase; do
    {
        awk -v phrase="$phrase" '{ print } NR == 1 { print "\nTo " phrase "." }' "$manual/$name.md"
        printf '\nUsage and options:\n\n'
        said "$name" Usage:
        echo
        said "$name" Options:
    } >"$out/command-$name.md"
done

summary='Self-attention, one number at a time: qkv opens lessons, PyTorch listings and notebooks, runs their code with
an interpreter and a tensor engine of its own, walks through every operation, and says of every number where it
came from.'
version=$("$qkv" --version | head -n 1)

# Headings one level below those of the page they are put into; what is within a fence stays.
below() {
    awk '
        fence != "" { if ($0 == fence) fence = "" }
        fence == "" && /^```+[a-z]+$/ { fence = $0; sub(/[a-z]+$/, "", fence); print; next }
        fence == "" && /^#/ { print "#" $0; next }
        { print }' "$1" | sed -E 's/\[([^]]*)\]\((manual|command)-[a-z-]+\.md\)/\1/g'
}

{
    printf '# %s: all help\n\n%s\n' "$version" "$summary"
    { subjects | sed 's/^/manual-/' && commands | sed 's/^/command-/'; } | while IFS=$tab read -r name _; do
        echo
        below "$out/$name.md"
    done
    printf '\n## The lessons\n\n'
    "$qkv" lessons --names | sed 's/^/- /'
} >"$out/qkv.md"

{
    printf '# qkv\n\n> %s\n\n' "$(echo "$summary" | tr '\n' ' ' | sed 's/ $//')"
    cat <<END
This is $version: one program for a terminal, and the same one in a page for browsers. The code that it runs is
PyTorch's and prints what PyTorch 2.6 prints, so a listing that runs there can be opened as it is. It never writes
a file that the code names, and uses no network.

- \`qkv show FILE.py\` prints every tensor of a listing; \`qkv explain FILE.py 'scores[0,1]'\` where a cell came from.
- \`qkv check LESSON.md\` says what is wrong with a lesson, with file, line and column; \`qkv check FILE.py\` with a listing.
- \`--json\`, where a command has it, is for other programs.
- A FILE may be \`-\`, standard input: \`qkv run -\`.

## Manual

END
    subjects | while IFS=$tab read -r name phrase; do echo "- [$name](manual-$name.md): $phrase"; done
    printf '\n## Commands\n\n'
    commands | while IFS=$tab read -r name phrase; do echo "- [qkv $name](command-$name.md): $phrase"; done
    printf '\n## Optional\n\n- [All of the above](qkv.md): the manual, the commands with their options, and the lessons in one file\n'
} >"$out/llms.txt"
