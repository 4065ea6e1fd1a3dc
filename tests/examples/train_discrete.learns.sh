# The pole stands to the end, and the acrobot swings up as fast as it is known to.
. "$(dirname "$0")/stranger.sh"

train_wholly "$2"
return_of() { sed --quiet "s/^$1: return \(-\?[0-9]*\) of the most probable actions, .*/\1/p" out; }
[ "$(return_of CartPole)" -ge 490 ] || fail "CartPole falls: $(cat out)"
[ "$(return_of Acrobot)" -ge -90 ] || fail "Acrobot takes too long: $(cat out)"
