#!/bin/sh
# The Debian package and the tarball, as users get them: makes both, installs the package in a
# bare root of this machine's own Debian, uses it there, removes it, and looks at what is left.
#
# Ends with "N passed, M failed". Exits 77 and says why where it cannot: it needs root rights,
# mmdebstrap and the network.
set -eu
cd "$(dirname "$0")/.."
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null || true) arch=
. tests/support/roots.sh
. tests/support/verdict.sh
version=$(sed -n 's/^VERSION := //p' Makefile)

check() { # NAME COMMAND…: what the command prints is shown if it fails
    title=$1
    shift
    set +e # a condition would take it away from the command as well
    (set -e && "$@") >"$work/said" 2>&1
    status=$?
    set -e
    verdict $status "$title" "$work/said"
}

install_in_root() {
    apt inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -q -o Dpkg::Use-Pty=0 "$@"
}

# ---- the tarball --------------------------------------------------------------------------------

same_bytes() {
    assets/packaging/dist.sh "$version" "$work/one.tar.gz"
    assets/packaging/dist.sh "$version" "$work/other.tar.gz"
    cmp "$work/one.tar.gz" "$work/other.tar.gz"
}

holds_the_commit() {
    git ls-tree -r --name-only HEAD | LC_ALL=C sort >"$work/commit"
    tar -C "$work" -xzf "$work/one.tar.gz"
    (cd "$work/qkv-$version" && find . -type f -o -type l) | sed 's|^\./||' | LC_ALL=C sort |
        diff "$work/commit" -
}

knows_how_to_build() { # compiling it all would take too long
    env -u MAKEFLAGS make -C "$work/qkv-$version" -n all install DESTDIR=/nowhere >"$work/plan"
    grep -q 'src/main.c' "$work/plan" && grep -q '/nowhere/usr/local/bin/qkv' "$work/plan"
}

# ---- the package --------------------------------------------------------------------------------

lintian_is_content() {
    tests/support/deps.sh deb-test
    lintian --allow-root --fail-on error,warning "$deb" "$symbols"
}

# What it depends on comes first, so that the lists of files differ only by what it brings.
installs() {
    inside apt-get install -s ./qkv.deb >"$work/plan"
    # shellcheck disable=SC2046
    install_in_root man-db bash-completion $(awk '$1 == "Inst" && $2 != "qkv" { print $2 }' "$work/plan")
    files_of_root >"$work/before"
    install_in_root ./qkv.deb
    inside dpkg --verify qkv
}

files_of_root() {
    (cd "$root" && find usr etc var \( -path var/cache -o -path var/log -o -path var/lib/apt \
        -o -path var/lib/dpkg \) -prune -o -print | LC_ALL=C sort)
}

without_the_page() { # in KiB
    all=$(inside dpkg-query -W -f '${Installed-Size}' qkv)
    page=$(du -k --apparent-size "$root/usr/share/qkv/qkv.html" 2>/dev/null | cut -f 1)
    echo "$all KiB, of which the page takes ${page:-0}"
    [ $((all - ${page:-0})) -lt 6144 ]
}

says_its_version() {
    inside qkv --version >"$work/out"
    cat "$work/out"
    tr -s '\n ' ' ' <"$work/out" | grep -q 'OpenBLAS [0-9]' # which the package recommends
    [ "$(head -n 1 "$work/out")" = "qkv $version" ]
}

shows_a_lesson() {
    inside qkv show eight-steps --plain >"$work/out"
    awk '$1 == "scores_0" { printf "%s ", $4 }' "$work/out" | grep -qx '2 4 4 '
    build/qkv show eight-steps --plain | diff "$work/out" -
}

has_all_lessons() {
    inside qkv lessons --names >"$work/out"
    ls lessons/*.md | sed 's|.*/[0-9]*-||; s|\.md$||' | diff - "$work/out"
}

runs_a_program() {
    echo 'import torch; print(torch.tensor([[0., 1.]]).softmax(-1))' >"$root/home/qkv/a.py"
    inside qkv run a.py | diff - "$work/printed"
}

manual_renders() {
    inside env MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings qkv >"$work/out" 2>"$work/warnings"
    cat "$work/warnings"
    grep -q '^NAME' "$work/out" && grep -q 'qkv explain' "$work/out" && [ ! -s "$work/warnings" ]
}

completes() {
    inside bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader qkv
        COMP_WORDS=(qkv expl) COMP_CWORD=1; _qkv; echo "${COMPREPLY[*]}"
        COMP_WORDS=(qkv show eight) COMP_CWORD=2; _qkv; echo "${COMPREPLY[*]}"' >"$work/out"
    printf 'explain\neight-steps\n' | diff - "$work/out"
}

draws_figures() {
    for ending in png svg pdf; do inside qkv export eight-steps weights -o "w.$ending"; done
    head -c 4 "$root/home/qkv/w.png" | grep -q PNG
    grep -q '<svg' "$root/home/qkv/w.svg"
    head -c 5 "$root/home/qkv/w.pdf" | grep -q '^%PDF-'
}

works_without_proc() { # as on systems that have none
    chroot "$root" sh -c 'qkv lessons --names && cd /usr && bin/qkv lessons --names' >"$work/out"
    [ "$(grep -c . "$work/out")" = $((2 * $(ls lessons/*.md | grep -c .))) ]
}

has_the_page() { # or make deb says that it has not
    dpkg-deb -c "$deb" >"$work/files"
    if grep -q 'left out: the page' "$work/made"; then
        ! grep '/usr/share/qkv/qkv.html$' "$work/files"
    else
        grep '/usr/share/qkv/qkv.html$' "$work/files"
    fi
}

says_what_lacks() { # a package without the page, whatever was built before it
    env -u MAKEFLAGS PAGE= assets/packaging/deb.sh "$version" "$work/bare" >"$work/bare.said" 2>&1
    grep 'left out: the page' "$work/bare.said"
    dpkg-deb -x "$work/bare/qkv_${version}_"*.deb "$work/bare/root"
    [ ! -e "$work/bare/root/usr/share/qkv/qkv.html" ]
    status=0
    "$work/bare/root/usr/bin/qkv" export lessons/01-eight-steps.md --format page -o "$work/p.html" 2>"$work/out" || status=$?
    cat "$work/out"
    [ $status = 1 ] && grep -q 'page that runs lessons is not installed' "$work/out" && grep -q 'make web' "$work/out"
}

has_all_cores() {
    ! grep jobserver "$work/made"
}

makes_a_page() {
    printf '# Mine\n\n## One\n\n```python\nimport torch\nx = torch.ones(2)\n```\n' >"$root/home/qkv/mine.md"
    status=0
    if [ -f "$root/usr/share/qkv/qkv.html" ]; then
        inside qkv export mine.md --format page -o p.html
        grep -q '# Mine' "$root/home/qkv/p.html"
    else
        inside qkv export mine.md --format page -o p.html 2>"$work/out" || status=$?
        cat "$work/out"
        [ $status = 1 ] && grep -q 'page that runs lessons is not installed' "$work/out"
    fi
}

leaves_nothing() {
    inside dpkg -P qkv
    files_of_root | diff "$work/before" -
}

grep -qs '^ID=debian$' /etc/os-release || cannot "this is no Debian"
open_root
env -u MAKEFLAGS make --no-print-directory deb >"$work/made" 2>&1 || { cat "$work/made" >&2; exit 1; }
deb=$(echo "build/packages/qkv_${version}_"*.deb) symbols=$(echo "build/packages/qkv-dbgsym_${version}_"*.deb)
cp "$deb" "$root/home/qkv/qkv.deb"
echo 'tensor([[0.2689, 0.7311]])' >"$work/printed"

check "the tarball of a commit has the same bytes every time" same_bytes
check "the tarball holds the files of the commit" holds_the_commit
check "the tarball's Makefile knows how to build and to install" knows_how_to_build
check "the build of the package has all cores" has_all_cores
check "the page is in the package, or left out with a word" has_the_page
check "a package without it says so, and what to do for a page" says_what_lacks
check "lintian finds no error and nothing to warn of" lintian_is_content
check "apt-get installs the package in a bare root" installs
check "without the page it takes less than 6 MiB" without_the_page
check "--version begins with the version, and OpenBLAS is found" says_its_version
check "a lesson is shown as the program of this tree shows it" shows_a_lesson
check "all lessons are there" has_all_lessons
check "a program runs and prints what PyTorch prints" runs_a_program
check "the manual page is rendered without a warning" manual_renders
check "bash completes commands and lessons" completes
check "figures are written as PNG, SVG and PDF" draws_figures
check "the lessons are found without /proc" works_without_proc
check "a page is written, or what is missing for it is named" makes_a_page
check "once it is removed no file is left" leaves_nothing
verdicts
