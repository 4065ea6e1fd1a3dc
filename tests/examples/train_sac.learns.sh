# Few steps leave a policy and a page; a whole training balances the pole.
. "$(dirname "$0")/stranger.sh"

expect 0 --steps 2000 --warmup 500
says out "of 1000 steps; train_sac.html shows it"
says train_sac.html "<!DOCTYPE html>" "InvertedPendulum, SAC"
[ -s train_sac.policy ] || fail "there is no policy"
expect 1 --stesp 3
says err "unknown option --stesp; did you mean --steps?"
if [ "$2" != Release ]; then
    echo "skipped: a whole training takes minutes without optimisation"
    exit
fi
expect 0
steps=$(sed --quiet 's/^the pole stands for \([0-9]*\) of 1000 steps.*$/\1/p' out)
[ "$steps" -ge 500 ] || fail "the pole falls after $steps steps: $(cat out)"
