# The pole on the robot of our own stands in the end.
. "$(dirname "$0")/stranger.sh"

expect 1 --stesp 3
says err "unknown option --stesp; did you mean --steps?"
if [ "$2" != Release ]; then
    echo "skipped: a whole training takes minutes without optimisation"
    exit 77
fi
expect 0
steps=$(sed --quiet 's/^the pole stands for \([0-9]*\) of 500 steps$/\1/p' out)
[ "$steps" -ge 400 ] || fail "the pole falls after $steps steps: $(cat out)"
says train_pole.html "<!DOCTYPE html>"
