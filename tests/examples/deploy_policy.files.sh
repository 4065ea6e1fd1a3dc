# A trained policy becomes a model, a header that passes its self-test, and a module; what is no policy of Pendulum is named. The
# programs of docs/deploy_policy.md act alike.
page=$(realpath "$(dirname "$0")/../../docs/deploy_policy.md")
. "$(dirname "$0")/stranger.sh"

expect 0 --steps 4096 --environments 16 --output swing
says out "swing.onnx, swing.h and swing.mjs act as the policy does"
says swing.onnx pendulum_policy
says swing.mjs "class PendulumPolicy"
cat >main.c <<'END'
#include "swing.h"
int main(void) {
    return pendulum_policy_self_test() < 1e-6f ? 0 : 1;
}
END
${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror main.c -o main && ./main || fail "the header's self-test fails"

expect 0 --policy swing.policy --output again
cmp swing.h again.h || fail "a loaded policy is another one"
expect 1 --policy swing.h
says err "swing.h"
expect 1 --policy swing.policy --output missing/swing
says err "missing/swing.onnx" "cannot be written"
expect 1 --polciy swing.policy
says err "unknown option --polciy; did you mean --policy?"
expect 1 --steps 4096 --output missing/swing
says err "missing/swing.onnx" "there is no folder missing"
[ ! -s out ] || fail "it trained before it refused: $(cat out)"
for ending in onnx h mjs policy; do
    mkdir taken.$ending
    expect 1 --steps 4096 --output taken
    says err "taken.$ending: cannot be written: Is a directory"
    [ ! -s out ] || fail "it trained before it refused: $(cat out)"
    rmdir taken.$ending
done
expect 1 --policy swing.policy --output .
says err ".: names a folder"

# block LANGUAGE: the page's program in it.
block() {
    sed --quiet "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$page" | sed '1d;$d'
}

# agrees VARIABLE NEEDED PROGRAM...: prints the torque of the program in C. Where the command NEEDED fails, nothing runs, unless
# VARIABLE is 1.
agrees() {
    if [ "${!1:-0}" != 1 ] && ! $2 >problem 2>&1; then
        echo "not run: ${*:3}: $(tail -1 problem)"
        return
    fi
    local found
    found=$("${@:3}")
    awk -v a="${torque#torque }" -v b="${found#torque }" 'BEGIN { exit !(a - b < 0.006 && b - a < 0.006) }' ||
        fail "$*: $found, not $torque"
}

expect 0 --policy swing.policy --output pendulum
block c >page.c
${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror page.c -o page
torque=$(./page | cut -d, -f1)
[[ $torque =~ ^torque\ -?[0-9.]+$ ]] || fail "the page's program says: $torque"
block javascript >page.mjs
agrees LOCKSTEP_REQUIRE_NODE "node --version" node page.mjs
echo "import numpy, onnxruntime" >needed.py
block python >page.py
agrees LOCKSTEP_REQUIRE_ONNXRUNTIME "python3 needed.py" python3 page.py
