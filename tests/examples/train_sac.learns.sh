# Few steps leave a policy and a page; a whole training balances the pole.
. "$(dirname "$0")/stranger.sh"

refuses_to_replace train_sac.policy train_sac.html
keeps_policy train_sac.policy
expect 0 --steps 2000 --warmup 500
says out "of 1000 steps; train_sac.html shows it"
says train_sac.html "<!DOCTYPE html>" "InvertedPendulum, SAC"
[ -s train_sac.policy ] || fail "there is no policy"
rm train_sac.policy
train_wholly "$2"
steps=$(sed --quiet 's/^the pole stands for \([0-9]*\) of 1000 steps.*$/\1/p' out)
[ "$steps" -ge 500 ] || fail "the pole falls after $steps steps: $(cat out)"
