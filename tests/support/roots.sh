# Debian roots to test in, and what runs inside one. Read in by scripts that have set $suite, and
# $arch if it is not this machine's. A bare root and the packages that were fetched are kept in
# ${XDG_CACHE_HOME:-~/.cache}/qkv/roots; the work ends with the script.
. tests/support/apt.sh
name=$suite${arch:+-$arch}
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/qkv/roots
bare=$cache/$name.tar packages=$cache/$name.packages work=$cache/$name.work
root=$work/root

# What this machine has not is no failure. Anything else is.
cannot() {
    echo "qkv: cannot test on Debian $suite${arch:+ for $arch} here: $1" >&2
    exit 77
}

# What serves this machine serves the other suite too.
mirror() {
    . /etc/os-release
    # shellcheck disable=SC2016
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' \
        "Release: ${VERSION_CODENAME:-}" 2>/dev/null | head -n 1
}

make_bare() {
    said=0
    tests/support/deps.sh roots || said=$?
    [ $said != 3 ] || cannot "there is no network"
    command -v mmdebstrap >/dev/null || cannot "there is no mmdebstrap"
    [ -z "$arch" ] || arch-test -n "$arch" >/dev/null || cannot "its programs do not run on this kernel"
    echo "  root   $bare"
    apt-config dump | grep -E '^Acquire::(https?::|Check|Retries)' >"$work/apt.conf" || true
    from=$(mirror) || true
    mmdebstrap --quiet --variant=apt ${arch:+--architectures=$arch} --include=make --aptopt="$work/apt.conf" \
        --dpkgopt=force-unsafe-io "$suite" "$work/bare.tar" ${from:+"deb $from $suite main"} \
        >"$work/log" 2>&1 </dev/null || {
        tail -n 5 "$work/log" >&2
        host=$(unreached "$(cat "$work/log")")
        [ -z "$host" ] || cannot "there is no network: $host was not reached"
        exit 1
    }
    mv "$work/bare.tar" "$bare"
}

# Runs a command in the root, in /home/qkv. Its mounts and its processes end with it.
inside() {
    export root packages
    unshare --mount --pid --fork --kill-child sh -c '
        set -e
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount --bind "$packages" "$root/var/cache/apt/archives"
        exec chroot "$root" env -i -C /home/qkv HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
            DEV="${DEV:-}" "$@"' inside "$@" </dev/null
}

# A fresh root, which knows what packages there are.
open_root() {
    [ "$(id -u)" = 0 ] || cannot "that needs root rights"
    mkdir -p "$cache" || cannot "there is no place for its root"
    exec 9>"$cache/$name.lock"
    flock 9
    rm -rf "$work" # of one that was killed
    mkdir "$work"
    trap 'rm -rf --one-file-system "$work"' EXIT
    [ -f "$bare" ] || make_bare
    mkdir -p "$root" "$packages"
    tar -C "$root" -xf "$bare"
    mkdir -p "$root/home/qkv"
    cp -L /etc/resolv.conf "$root/etc/" 2>/dev/null || true
    inside true || cannot "no right to mount, or to change the root"
    apt inside apt-get update -qq -o APT::Update::Error-Mode=any && return
    [ -z "$apt_unreached" ] || cannot "there is no network"
    exit 1
}
