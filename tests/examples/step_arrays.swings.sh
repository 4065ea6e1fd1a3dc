# The controller swings most pendulums up: those that hang to the end earn about -1400.
. "$(dirname "$0")/stranger.sh"

expect 0
earned=$(sed --quiet 's/^return \(-[0-9]*\) of 1024 pendulums in 200 steps$/\1/p' out)
[ "$earned" -ge -700 ] || fail "the pendulums hang: $(cat out)"
