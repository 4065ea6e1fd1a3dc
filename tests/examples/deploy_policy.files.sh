# A trained policy becomes a model, a header that passes its self-test, and a module; what is no policy of Pendulum is named.
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
cp swing.policy before
expect 1 --steps 4096 --output swing
says err "swing.policy: already exists; --policy loads it"
cmp swing.policy before || fail "the policy was replaced"
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
