# The car stops near its place.
. "$(dirname "$0")/stranger.sh"

expect 0 --steps 4096 --environments 16
says out "of 100, where standing still earns 50"
if [ "$2" != Release ]; then
    echo "skipped: a whole training takes minutes without optimisation"
    exit
fi
expect 0
earned=$(sed --quiet 's/^return \(-\?[0-9]*\) of 100, .*/\1/p' out)
[ "$earned" -ge 80 ] || fail "the car does not park: $(cat out)"
