#!/bin/sh
# How deps.sh waits for another apt-get, and what it says where it gets nothing: with an apt-get that
# does what is in a file.
set -u
cd "$(dirname "$0")/../.."
. tests/support/verdict.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"

program() { # NAME: its text comes from standard input
    { echo '#!/bin/sh'; cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

echo 'echo 0' | program id
true | program mandoc
true | program sleep
program pkg-config <<END
[ -f '$work/installed' ] || case \$* in *md4c-html*) exit 1 ;; esac
END
# Each call takes a line from plan: what to print, and the status.
program apt-get <<END
read -r status text <'$work/plan'
sed -i 1d '$work/plan'
[ -z "\$text" ] || echo "\$text" >&2
case "\$status \$*" in '0 '*install*) touch '$work/installed' ;; esac
exit \$status
END

held='100 E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)'
front='100 E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt-get)'
cut="0 W: Failed to fetch http://deb.debian.org/x Temporary failure resolving 'deb.debian.org'"
gone='100 E: Unable to locate package libmd4c-html0-dev'

# run NAME STATUS TEXT [LINE…]: the lines are what apt-get does; TEXT is one of the lines said, once.
run() {
    name=$1 wanted=$2 text=$3
    shift 3
    rm -f "$work/installed"
    printf '%s\n' "$@" >"$work/plan"
    PATH="$work/bin:$PATH" PKG_CONFIG=pkg-config tests/support/deps.sh site >"$work/said" 2>&1
    status=$?
    [ $status = "$wanted" ] && [ "$(grep -c -- "$text" "$work/said")" = 1 ]
    verdict $? "$name" "$work/said"
}

run "no other apt-get runs" 0 "installing with apt-get: libmd4c-html0-dev" 0 0
run "locks are waited for, which is said once" 0 \
    "waiting for another apt-get to finish, for at most 600 seconds" "$held" "$held" 0 "$front" 0
APT_WAIT=0
export APT_WAIT
run "a lock that is never free" 1 "another apt-get has not finished within 0 seconds" "$held"
unset APT_WAIT
run "no network" 3 "no network: apt-get could not reach deb.debian.org" "$cut" "$gone"
run "the packages cannot be had for another reason" 1 "Unable to locate package" 0 "$gone"
run "old lists will do" 0 "installing with apt-get" "$cut" 0
run "another reason is not taken for the network" 1 "unmet dependencies" \
    0 "100 E: unmet dependencies"
grep -q "no network" "$work/said"
verdict $((1 - $?)) "nor is anything said of it" "$work/said"

# All calls of apt-get go through apt().
grep -rnE 'apt-get (-[^ ]+ )*(update|install)' tests/*.sh tests/support src/web assets .ci |
    grep -vE '^[^:]*:[0-9]+: *(#|apt |echo|check )|install -s ' >"$work/said"
[ ! -s "$work/said" ]
verdict $? "apt-get is called in one way" "$work/said"
verdicts
