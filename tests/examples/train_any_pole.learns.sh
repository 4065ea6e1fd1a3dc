# One policy balances poles of any mass.
. "$(dirname "$0")/stranger.sh"

refuses_to_replace train_any_pole.html
if [ "$2" != Release ]; then
    echo "skipped: a whole training takes minutes without optimisation"
    exit 77
fi
expect 0
steps=$(sed --quiet 's/^any pole stands for \([0-9]*\) of 1000 steps$/\1/p' out)
[ "$steps" -ge 900 ] || fail "a pole falls after $steps steps: $(cat out)"
says train_any_pole.html "<!DOCTYPE html>"
