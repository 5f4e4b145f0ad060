# For scripts that run a check at a time, to be sourced: verdict STATUS NAME FILE says in TAP how it
# went; what went wrong is in FILE. verdicts is how they all went, at the end.
passed=0 failed=0

verdict() {
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
        echo "ok - $2"
    else
        failed=$((failed + 1))
        echo "not ok - $2"
        sed 's/^/# /' "$3"
    fi
}

verdicts() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}
