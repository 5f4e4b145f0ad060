#!/bin/sh
# The libraries that the engine needs, for a page: fetches the sources of the versions below, each
# checked by its SHA-256, and compiles them with emcc, or with LIBRARIES_CC and LIBRARIES_AR.
#
#   libraries.sh FOLDER   leaves FOLDER/include, FOLDER/libraries.a and, for tests, FOLDER/cmocka.a
#
# The sources come from the same Debian mirror as packages do, and stay in ${XDG_CACHE_HOME:-
# ~/.cache}/qkv/sources; where there is none, put the archives there by hand.
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd)
cc=${LIBRARIES_CC:-emcc} ar=${LIBRARIES_AR:-emar}
sources=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/qkv/sources
. "$(dirname "$0")/../../tests/support/apt.sh"

table() {
    cat <<'END'
m/md4c/md4c_0.4.8          4a457df853425b6bb6e3457aa1d1a13bccec587a04c38c622b1013a0da41439f
j/jansson/jansson_2.14     c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b
p/pcre2/pcre2_10.42        c33b418e3b936ee3153de2c61cc638e7e4fe3156022a5c77d0711bcbb9d64f1f
u/utf8proc/utf8proc_2.8.0  a0a60a79fe6f6d54e7d411facbfcc867a6e198608f2cd992490e46f04b1bcecc
libd/libdeflate/libdeflate_1.14  89e7df898c37c3427b0f39aadcf733731321a278771d20fc553f92da8d4808ac
s/sleef/sleef_3.9.0        b2a1acd3f1860299848b4e24238a4609fbb85761a1a85bac5573347b90d0440b
g/gmp/gmp_6.3.0+dfsg      bd2966e6d277f79328e894a5a9f3ba3fbf2ed2be81def5f48623e30c23fb1572
c/cmocka/cmocka_1.1.7      810570eb0b8d64804331f82b29ff47c790ce9cd6b163e98d47a4807047ecad82
END
}

is_right() { # FILE SHA256
    [ -f "$1" ] && echo "$2  $1" | sha256sum --check --status
}

mirror() {
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null |
        grep -v security | head -n 1
}

fetch() { # PATH SHA256
    file=$sources/$(basename "$1").orig.tar
    is_right "$file" "$2" && return
    echo "  fetch  $(basename "$1")"
    mkdir -p "$sources"
    from=$(mirror)pool/main/$1.orig.tar
    for ending in gz xz; do
        rm -f "$file"
        said=$(LC_ALL=C /usr/lib/apt/apt-helper -qq download-file "$from.$ending" "$file" </dev/null 2>&1) &&
            is_right "$file" "$2" && return
        host=$(unreached "$said" "${host:-}")
    done
    [ -z "$host" ] || echo "qkv: no network: $host was not reached" >&2
    echo "qkv: $(basename "$file") could not be fetched; please put it into $sources (SHA-256 $2)" >&2
    exit 1
}

unpack() { # NAME: its archive's folder is called NAME from then on
    mkdir "$work/$1"
    tar -C "$work/$1" --strip-components=1 -xf "$sources/$(table | sed -n "s|.*/\($1_[^ ]*\) .*|\1|p").orig.tar"
}

# FILE… -- FLAG…
compile() {
    files=
    while [ "$1" != -- ]; do files="$files $1"; shift; done
    shift
    for file in $files; do
        $cc -O2 -w "$@" -c "$file" -o "$work/objects/$(echo "${file%.c}" | tr / -).o"
    done
}

build_md4c() {
    cp md4c/src/md4c.h include/
    compile md4c/src/md4c.c -- -DMD4C_USE_UTF8
}

build_libdeflate() {
    cp libdeflate/libdeflate.h include/
    compile libdeflate/lib/*.c libdeflate/lib/*/cpu_features.c -- -Ilibdeflate
}

build_utf8proc() {
    cp utf8proc/utf8proc.h include/
    compile utf8proc/utf8proc.c -- -DUTF8PROC_STATIC
}

# utf8_encode is a name of ours, too.
build_jansson() {
    mkdir jansson_config
    cat >jansson_config/jansson_config.h <<'END'
#define JSON_INLINE inline
#define JSON_INTEGER_IS_LONG_LONG 1
#define JSON_HAVE_LOCALECONV 1
#define JSON_HAVE_ATOMIC_BUILTINS 1
#define JSON_HAVE_SYNC_BUILTINS 1
#define JSON_PARSER_MAX_DEPTH 2048
END
    cat >jansson_config/jansson_private_config.h <<'END'
#define HAVE_SYS_TIME_H 1
#define HAVE_UNISTD_H 1
#define HAVE_FCNTL_H 1
#define HAVE_LOCALE_H 1
#define HAVE_LOCALECONV 1
#define INITIAL_HASHTABLE_ORDER 3
END
    cp jansson/src/jansson.h jansson_config/jansson_config.h include/
    compile jansson/src/*.c -- -Ijansson_config -Dutf8_encode=jansson_utf8_encode \
        -DHAVE_CONFIG_H -DHAVE_STDINT_H
}

build_pcre2() {
    mkdir pcre2_config
    cp pcre2/src/config.h.generic pcre2_config/config.h
    cp pcre2/src/pcre2.h.generic include/pcre2.h
    cp pcre2/src/pcre2_chartables.c.dist pcre2/src/pcre2_chartables.c
    compile $(for part in auto_possess chartables compile config context convert dfa_match error \
        extuni find_bracket maketables match match_data newline ord2utf pattern_info script_run \
        serialize string_utils study substitute substring tables ucd valid_utf xclass; do
        echo pcre2/src/pcre2_$part.c; done) -- -DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 \
        -DSUPPORT_PCRE2_8 -DSUPPORT_UNICODE -Ipcre2_config -Iinclude
}

# Only the functions of one number at a time that round once where they multiply and add: they give
# the bits that PyTorch has.
build_sleef() {
    cc -w -o mkrename sleef/src/libm/mkrename.c
    mkdir sleef_config
    : >sleef_config/sleef-config.h
    ./mkrename finz_ 1 1 purecfma >sleef_config/renamepurecfma_scalar.h
    ./mkrename finz_ 1 1 double float int32_t int32_t __STDC__ purecfma |
        sed -n 's/^SLEEF_IMPORT SLEEF_CONST \(float Sleef_[a-z0-9_]*([a-z, ]*);\)/\1/p' >include/sleef.h
    compile sleef/src/libm/sleefsimdsp.c sleef/src/libm/rempitab.c -- -DENABLE_PURECFMA_SCALAR \
        -DDORENAME -DFP_FAST_FMA -DFP_FAST_FMAF -ffp-contract=off -fno-math-errno -Isleef_config -Isleef/src/arch \
        -Isleef/src/common -Isleef/src/libm
}

# The small one that comes with GMP: it takes the square of a number's length.
build_gmp() {
    cp gmp/mini-gmp/mini-gmp.h include/gmp.h
    compile gmp/mini-gmp/mini-gmp.c --
}

build_cmocka() {
    cp cmocka/include/*.h include/
    compile cmocka/src/cmocka.c -- -Iinclude -DHAVE_INTTYPES_H -DHAVE_SIGNAL_H -DHAVE_STRINGS_H \
        -DHAVE_STDINT_H -DHAVE_UNISTD_H -DHAVE_TIME_H -DHAVE_UINTPTR_T -DHAVE_STRUCT_TIMESPEC -DHAVE_MALLOC_H
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
table | while read -r path sum; do fetch "$path" "$sum"; done
cd "$work"
mkdir include objects
cp -R "$(echo '#include <stb/stb_image_write.h>' | cc -E -x c - | sed -n 's|^# 1 "\(.*/stb\)/stb_image_write.h".*|\1|p' | head -n 1)" include/
for name in md4c jansson libdeflate pcre2 utf8proc sleef gmp cmocka; do
    echo "  $cc   $name"
    unpack $name
    build_$name
done
rm -rf "$folder/include" "$folder/cmocka.a" "$folder/libraries.a"
$ar rcs "$folder/cmocka.a" objects/cmocka-*.o
rm objects/cmocka-*.o
$ar rcs "$folder/libraries.a" objects/*.o
cp -R include "$folder/"
