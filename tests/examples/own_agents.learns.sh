# Three agents cover three places, and a wrong option is refused.
. "$(dirname "$0")/stranger.sh"

expect 1 --stesp 3
says err "unknown option --stesp; did you mean --steps?"
if [ "$2" != Release ]; then
    echo "skipped: a whole training takes minutes without optimisation"
    exit
fi
expect 0
return_of() { sed --quiet 's/^return \(-[0-9.]*\), .* before the training/\1/p' out; }
awk -v r="$(return_of)" 'BEGIN { exit !(r < 0 && r > -20) }' || fail "places are not covered: $(tail -2 out)"
says out "one episode on the host: -"
