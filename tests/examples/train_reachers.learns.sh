# The arms meet: those that do not see each other return -5.6.
. "$(dirname "$0")/stranger.sh"

keeps_policy reachers.policy
if [ "$2" != Release ]; then
    echo "skipped: a whole training takes minutes without optimisation"
    exit
fi
expect 0 --steps 400000 --output meeting
[ -s meeting.policy ] && [ -s meeting.html ] || fail "a file is missing: $(ls)"
return_of() { sed --quiet 's/^return \(-[0-9.]*\) +- .* at the end, .*/\1/p' out; }
awk -v r="$(return_of)" 'BEGIN { exit !(r < 0 && r > -4.5) }' || fail "the arms miss each other: $(tail -1 out)"
expect 1 --output meeting
says err "meeting.policy: already exists; --overwrite replaces it"
