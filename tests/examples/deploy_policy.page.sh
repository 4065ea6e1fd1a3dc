# The programs of docs/deploy_policy.md, in three languages, act alike.
page=$(realpath "$(dirname "$0")/../../docs/deploy_policy.md")
. "$(dirname "$0")/stranger.sh"

# block LANGUAGE: the page's program in it.
block() {
    sed --quiet "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$page" | sed '1d;$d'
}

# agrees VARIABLE NEEDED PROGRAM...: prints the torque of the program in C. Where the command NEEDED fails, nothing runs, and the
# test is skipped in the end, unless VARIABLE is 1.
agrees() {
    if [ "${!1:-0}" != 1 ] && ! $2 >problem 2>&1; then
        skipped="skipped: ${*:3}: $(tail -1 problem)"
        return
    fi
    local found
    found=$("${@:3}")
    awk -v a="${torque#torque }" -v b="${found#torque }" 'BEGIN { exit !(a - b < 0.006 && b - a < 0.006) }' ||
        fail "$*: $found, not $torque"
}

skipped=""
expect 0 --steps 4096 --environments 16 --output pendulum
block c >page.c
${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror page.c -o page
torque=$(./page | cut -d, -f1)
[[ $torque =~ ^torque\ -?[0-9.]+$ ]] || fail "the page's program says: $torque"
block javascript >page.mjs
agrees LOCKSTEP_REQUIRE_NODE "node --version" node page.mjs
echo "import numpy, onnxruntime" >needed.py
block python >page.py
agrees LOCKSTEP_REQUIRE_ONNXRUNTIME "python3 needed.py" python3 page.py
if [ -n "$skipped" ]; then
    echo "$skipped"
    exit 77
fi
