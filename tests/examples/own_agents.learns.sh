# Three agents cover three places, and a wrong option is refused.
. "$(dirname "$0")/stranger.sh"

refuses_to_replace spread.policy
keeps_policy spread.policy
train_wholly "$2" --steps 500000
return_of() { sed --quiet 's/^return \(-[0-9.]*\), .* before the training/\1/p' out; }
awk -v r="$(return_of)" 'BEGIN { exit !(r < 0 && r > -20) }' || fail "places are not covered: $(tail -2 out)"
says out "one episode on the host: -"
