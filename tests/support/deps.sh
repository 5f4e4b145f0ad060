#!/bin/sh
# What qkv is built and tested with, and how to get it: the only list there is.
#
#   deps.sh GROUP…          installs what is missing, saying what and how; silent if nothing is
#   deps.sh --check GROUP…  only looks; names what is missing and exits 1
#
# While another apt-get runs it waits, for APT_WAIT seconds at most (600). Where there is no network
# it exits 3.
#
# Groups: build, test, look, lint, clang, fuzz, web, web-test, formats, pandoc, documents, site, deb,
# deb-test, musl, roots, parity.
# Installed with apt-get, dnf, pacman or brew, the first of these that is there. Tried on Debian;
# elsewhere the names come from the systems' package lists.
set -eu

PKG_CONFIG=${PKG_CONFIG:-pkg-config}
. "$(dirname "$0")/apt.sh"

# A check is cmd:PROGRAM, pkg:PKG-CONFIG-NAME>=LEAST-VERSION, header:FILE, or the name of a function
# below. "-" in a column: the system has it already, or does not package it.
table() {
    cat <<'END'
# group  check                         apt-get              dnf                  pacman          brew
build    compiler                      gcc,libc6-dev        gcc                  gcc             -
build    cmd:pkg-config                pkg-config           pkgconf-pkg-config   pkgconf         pkgconf
build    pkg:ncursesw>=6.2             libncurses-dev       ncurses-devel        ncurses         ncurses
build    pkg:cairo>=1.16               libcairo2-dev        cairo-devel          cairo           cairo
build    pkg:pangocairo>=1.44          libpango1.0-dev      pango-devel          pango           pango
build    pkg:libdeflate>=1.10          libdeflate-dev       libdeflate-devel     libdeflate      libdeflate
build    pkg:md4c>=0.4.8               libmd4c-dev          md4c-devel           md4c            md4c
build    pkg:jansson>=2.13             libjansson-dev       jansson-devel        jansson         jansson
build    pkg:openblas>=0.3.13          libopenblas-dev      openblas-devel       openblas        openblas
build    pkg:libpcre2-8>=10.36         libpcre2-dev         pcre2-devel          pcre2           pcre2
build    pkg:libutf8proc>=2.6          libutf8proc-dev      utf8proc-devel       libutf8proc     utf8proc
build    pkg:sleef>=3.5                libsleef-dev         sleef-devel          sleef           sleef
build    pkg:libsixel>=1.8             libsixel-dev         libsixel-devel       libsixel        libsixel
build    pkg:gmp>=6.2                  libgmp-dev           gmp-devel            gmp             gmp
build    header:gif_lib.h              libgif-dev           giflib-devel         giflib          giflib
build    header:stb/stb_image_write.h  libstb-dev           stb_image_write-devel stb            -
build    font                          fonts-dejavu-core    dejavu-sans-fonts    ttf-dejavu      -
test     pkg:cmocka>=1.1.5             libcmocka-dev        libcmocka-devel      cmocka          cmocka
test     pkg:vterm>=0.1.4              libvterm-dev         libvterm-devel       libvterm        libvterm
test     cmd:rsvg-convert              librsvg2-bin         librsvg2-tools       librsvg         librsvg
test     cmd:pdftoppm                  poppler-utils        poppler-utils        poppler         poppler
test     cmd:tidy                      tidy                 tidy                 tidy            tidy-html5
look     cmd:Xvfb                      xvfb                 xorg-x11-server-Xvfb xorg-server-xvfb -
look     cmd:xterm                     xterm                xterm                xterm           -
look     cmd:xdotool                   xdotool              xdotool              xdotool         -
look     cmd:montage                   imagemagick          ImageMagick          imagemagick     -
look     dejavu_mono                   fonts-dejavu-core    dejavu-sans-mono-fonts ttf-dejavu    -
web      cmd:emcc                      emscripten           emscripten           emscripten      emscripten
web      cmd:node                      nodejs               nodejs               nodejs          node
web      cmd:zopfli                    zopfli               zopfli               zopfli          zopfli
web      cmd:esbuild                   esbuild              -                    esbuild         esbuild
web      cmd:tsc                       node-typescript      -                    typescript      -
web      cmd:xz                        xz-utils             xz                   xz              xz
web-test cmd:chromium                  chromium             chromium             chromium        -
web-test cmd:npm                       npm                  nodejs-npm           npm              node
formats  cmd:node                      nodejs               nodejs               nodejs          node
formats  cmd:npm                       npm                  nodejs-npm           npm             node
formats  cmd:python3                   python3              python3              python          python3
formats  cmd:chromium                  chromium             chromium             chromium        -
formats  cmd:inkscape                  inkscape             inkscape             inkscape        -
formats  cmd:pdflatex                  texlive-latex-base,texlive-pictures texlive-latex,texlive-pgf texlive-latex,texlive-pictures -
formats  cmd:lualatex                  texlive-luatex       texlive-luatex       texlive-luatex  -
pandoc   cmd:pandoc                    pandoc               pandoc-cli           pandoc-cli      pandoc
documents cmd:pandoc                   pandoc               pandoc-cli           pandoc-cli      pandoc
documents cmd:pdflatex                 texlive-latex-base   texlive-latex        texlive-latex   -
documents latex_packages               texlive-latex-recommended,texlive-pictures,lmodern texlive-latex,texlive-pgf,texlive-lm texlive-latexrecommended,texlive-pictures,texlive-fontsrecommended -
documents sphinx_and_myst               python3-sphinx,python3-myst-parser python3-sphinx,python3-myst-parser python-sphinx,python-myst-parser sphinx-doc
documents cmd:pdftotext                poppler-utils        poppler-utils        poppler         poppler
site     pkg:md4c-html                libmd4c-html0-dev    md4c-devel           md4c            md4c
site     cmd:mandoc                    mandoc               mandoc               mandoc          mandoc
lint     cmd:clang-format              clang-format         clang-tools-extra    clang           clang-format
lint     cmd:clang-tidy                clang-tidy           clang-tools-extra    clang           llvm
clang    cmd:clang                     clang                clang                clang           -
fuzz     cmd:clang                     clang                clang                clang           llvm
fuzz     libfuzzer                     clang,libclang-rt-dev compiler-rt         compiler-rt     llvm
deb      cmd:dpkg-shlibdeps            dpkg-dev             dpkg-dev             -               -
musl     cmd:musl-gcc                  musl-tools           musl-gcc             musl            -
deb-test cmd:lintian                   lintian              lintian              -               -
roots    cmd:mmdebstrap                mmdebstrap           mmdebstrap           -               -
roots    cmd:arch-test                 arch-test            -                    -               -
parity   torch_2_6                     python3-torch=2.6*     python3-torch      python-pytorch  pytorch
parity   safetensors_py                python3-safetensors  python3-safetensors  -               -
END
}

compiler() {
    echo 'int main(void) { return 0; }' | ${CC:-cc} -x c -fsyntax-only -include stdio.h - 2>/dev/null
}

font() { # without any, every letter of a figure is a box
    font_file '*.[ot]t[fc]'
}

dejavu_mono() {
    font_file 'DejaVuSansMono.ttf'
}

font_file() { # NAME
    for folder in /usr/share/fonts /usr/local/share/fonts "${HOME:-/}/.fonts" \
        "${HOME:-/}/.local/share/fonts" /Library/Fonts /System/Library/Fonts; do
        [ -d "$folder" ] || continue
        [ -z "$(find -L "$folder" -name "$1" 2>/dev/null | head -n 1)" ] || return 0
    done
    return 1
}

libfuzzer() { # and the sanitizers, which Debian's clang only recommends
    echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' |
        clang -fsanitize=fuzzer,address -x c -o /dev/null - 2>/dev/null
}

latex_packages() {
    kpsewhich lmodern.sty tikz.sty xcolor.sty >/dev/null 2>&1
}

sphinx_and_myst() { # of the Python that sphinx-build runs in
    sphinx=$(command -v sphinx-build) && $(sed -n '1s/^#!//p' "$sphinx") -c 'import myst_parser' 2>/dev/null
}

torch_2_6() { # in Debian from 13 on
    python3 "$(dirname "$0")/judge.py" --there 2>/dev/null
}

safetensors_py() { # recorded listings read their tensors with it
    python3 -c 'import safetensors' 2>/dev/null
}

present() {
    name=${1#*:}
    case $1 in
    cmd:*) command -v "$name" >/dev/null 2>&1 ;;
    pkg:*) $PKG_CONFIG --exists "${name%>=*} >= ${name#*>=}" 2>/dev/null ;;
    header:*) echo "#include <$name>" | ${CC:-cc} ${CPPFLAGS:-} -E -x c - >/dev/null 2>&1 ;;
    *) "$1" ;;
    esac
}

rows() { # the rows of the groups asked for
    for group in $groups; do table | grep "^$group " || unknown "$group"; done
}

unknown() {
    echo "deps.sh: no group '$1'" >&2
    exit 2
}

missing() { # a line for each missing thing: what, and its packages
    rows | while read -r _ check apt dnf pacman brew; do
        present "$check" && continue
        case $manager in
        apt-get) package=$apt ;;
        dnf) package=$dnf ;;
        pacman) package=$pacman ;;
        brew) package=$brew ;;
        *) package=- ;;
        esac
        echo "${check#*:} $package"
    done
}

find_manager() {
    for manager in apt-get dnf pacman brew; do
        command -v $manager >/dev/null 2>&1 && return
    done
    manager=none
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

may_install() {
    [ "$(id -u)" = 0 ] || [ $manager = brew ] || command -v sudo >/dev/null 2>&1
}

install() {
    case $manager in
    apt-get) # old lists may do, too
        apt as_root env LC_ALL=C apt-get update -qq || [ $? != $APT_HELD ] || exit 1
        apt as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
            -o Dpkg::Use-Pty=0 --no-install-recommends "$@" && return
        [ -z "$apt_unreached" ] || exit 3
        exit 1
        ;;
    dnf) as_root dnf install -y "$@" ;;
    pacman) as_root pacman -S --needed --noconfirm "$@" ;;
    brew) brew install "$@" ;;
    esac
}

tell() { # the list on one line: "ncursesw (libncurses-dev), cairo (libcairo2-dev)"
    echo "$1" | awk '{ printf "%s%s%s", (NR > 1 ? ", " : ""), $1, ($2 == "-" ? "" : " (" $2 ")") }'
}

install_missing() {
    packages=$(echo "$1" | awk '$2 != "-" { gsub(",", " ", $2); print $2 }' | sort -u | tr '\n' ' ')
    if [ -n "$packages" ] && ! may_install; then
        echo "qkv: missing: $(tell "$1")" >&2
        echo "qkv: not root, and no sudo here; as root, $manager can install: $packages" >&2
        exit 1
    elif [ -n "$packages" ]; then
        echo "qkv: missing: $(tell "$1"); installing with $manager: $packages" >&2
        # shellcheck disable=SC2086
        install $packages </dev/null
    fi
    left=$(missing)
    [ -z "$left" ] && return
    echo "qkv: still missing: $(tell "$left"); please install by hand" >&2
    exit 1
}

mode=install
if [ "${1:-}" = --check ]; then
    mode=check
    shift
fi
groups=${*:-build}
find_manager
gone=$(missing)
[ -n "$gone" ] || exit 0
if [ $mode = install ]; then
    install_missing "$gone"
else
    echo "qkv: missing: $(tell "$gone"); \`make deps\` installs it" >&2
    exit 1
fi
