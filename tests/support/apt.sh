# For scripts that call apt-get, to be sourced.
APT_HELD=75     # the status where another one holds its locks all the time
apt_unreached= # a host that could not be reached
apt_waits=     # whether it was said

# apt COMMAND…: runs one that ends in apt-get and what that is to do. While another one holds its
# locks it waits, for APT_WAIT seconds at most: DPkg::Lock::Timeout would wait for dpkg's lock alone,
# without a word. Where it fails, it says why.
apt() {
    apt_wait=${APT_WAIT:-600}
    apt_end=$(($(date +%s) + apt_wait))
    while :; do
        apt_status=0
        apt_said=$(LC_ALL=C "$@" 2>&1) || apt_status=$?
        apt_is_locked || break
        if [ "$(date +%s)" -ge $apt_end ]; then
            echo "qkv: another apt-get has not finished within $apt_wait seconds; please try again later" >&2
            return $APT_HELD
        fi
        [ -n "$apt_waits" ] ||
            echo "qkv: waiting for another apt-get to finish, for at most $apt_wait seconds" >&2
        apt_waits=yes
        sleep 1
    done
    apt_unreached=$(unreached "$apt_said" "$apt_unreached")
    [ "$apt_status" = 0 ] || apt_says_why
    return "$apt_status"
}

apt_is_locked() {
    [ "$apt_status" != 0 ] || return 1
    case $apt_said in
    *'Could not get lock'* | *'is another process using it'*) return 0 ;;
    *) return 1 ;;
    esac
}

# unreached TEXT [OTHERWISE]: the host that apt's words, or those of its kin, say could not be reached.
unreached() {
    host=$(printf '%s\n' "$1" | sed -nE \
        "s/.*(resolving|resolve|connect to|connection to|connected to) '?([A-Za-z0-9][A-Za-z0-9.-]*).*/\2/p" | head -n 1)
    echo "${host:-${2:-}}"
}

apt_says_why() {
    printf '%s\n' "$apt_said" | tail -n 10 >&2
    [ -z "$apt_unreached" ] || echo "qkv: no network: apt-get could not reach $apt_unreached" >&2
}
