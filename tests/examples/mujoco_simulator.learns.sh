# A policy learns in MuJoCo itself.
. "$(dirname "$0")/stranger.sh"

expect 0 --steps 2048 --environments 16
says out "of 500 steps"
if [ "$2" != Release ]; then
    echo "skipped: a whole training takes minutes without optimisation"
    exit
fi
expect 0
steps=$(sed --quiet 's/^the pole stands for \([0-9]*\) of 500 steps$/\1/p' out)
[ "$steps" -ge 300 ] || fail "the pole falls after $steps steps: $(cat out)"
