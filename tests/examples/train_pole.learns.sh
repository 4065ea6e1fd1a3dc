# The pole on the robot of our own stands in the end.
. "$(dirname "$0")/stranger.sh"

refuses_to_replace train_pole.html
train_wholly "$2"
steps=$(sed --quiet 's/^the pole stands for \([0-9]*\) of 500 steps$/\1/p' out)
[ "$steps" -ge 400 ] || fail "the pole falls after $steps steps: $(cat out)"
says train_pole.html "<!DOCTYPE html>"
