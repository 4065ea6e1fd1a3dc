# Sourced by the scripts beside it, which are run with the path of an example. Each works in a folder of its own.
set -euo pipefail

example=$(realpath --no-symlinks "$1")  # a link says which program it is
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "$*" >&2
    exit 1
}

# expect CODE ARGUMENT...: runs the example, which must exit with CODE; leaves its words in the files out and err.
expect() {
    local code=0
    "$example" "${@:2}" >out 2>err || code=$?
    [ "$code" = "$1" ] || fail "exit code $code, not $1: $* | $(cat out err)"
}

# says FILE WORDS...: each of the words is in the file.
says() {
    local words
    for words in "${@:2}"; do
        grep --quiet --fixed-strings -e "$words" "$1" || fail "\"$words\" is not in $1: $(cat "$1")"
    done
}

# refuses ARGUMENT... -- WORDS...: exits with 1, says the words, trains nothing and leaves every file as it was.
refuses() {
    local arguments=()
    while [ "$1" != -- ]; do
        arguments+=("$1")
        shift
    done
    for file in kept.policy kept.csv kept.svg; do
        echo before >$file
    done
    expect 1 ${arguments[@]+"${arguments[@]}"}
    says err "${@:2}"
    [ ! -s out ] || fail "it began before it refused: $(cat out)"
    for file in kept.policy kept.csv kept.svg; do
        [ "$(cat $file)" = before ] || fail "$file was overwritten"
    done
}

# refuses_to_replace FILE...: a folder in the place of each is named at once, and nothing is trained.
refuses_to_replace() {
    local file
    for file in "$@"; do
        mkdir $file
        expect 1
        says err "$file: cannot be written: Is a directory"
        [ ! -s out ] || fail "it began before it refused: $(cat out)"
        rmdir $file
    done
}

# keeps_policy FILE: a policy at FILE stays, and nothing is trained.
keeps_policy() {
    echo before >$1
    expect 1
    says err "$1: already exists; "
    [ ! -s out ] || fail "it began before it refused: $(cat out)"
    [ "$(cat $1)" = before ] || fail "$1 was replaced"
    rm $1
}

# train_wholly BUILD_TYPE ARGUMENT...: refuses an option that is misspelt, then runs the example; skipped unless BUILD_TYPE is
# Release.
train_wholly() {
    expect 1 --stesp 3
    says err "unknown option --stesp; did you mean --steps?"
    if [ "$1" != Release ]; then
        echo "skipped: a whole training takes minutes without optimisation"
        exit 77
    fi
    expect 0 "${@:2}"
}

# started ARGUMENT...: runs the example, whose output is named stopped, until its table has rows, and leaves it running.
started() {
    "$example" "$@" --output stopped >out 2>err &
    training=$!
    trap 'kill -9 $training 2>/dev/null || true; rm -rf "$folder"' EXIT
    until [ -e stopped.csv ] && [ "$(wc -l <stopped.csv)" -gt 2 ]; do
        kill -0 $training 2>/dev/null || fail "it ended by itself: $(cat out err)"
        sleep 0.02
    done
}

# end_by SIGNAL: sends it to what was started; leaves the exit code in the variable code.
end_by() {
    kill -$1 $training
    code=0
    wait $training || code=$?
}

# ctrl_c: presses it.
ctrl_c() {
    end_by INT
}

# interrupted ARGUMENT...: started, and then ctrl_c.
interrupted() {
    started "$@"
    ctrl_c
}
