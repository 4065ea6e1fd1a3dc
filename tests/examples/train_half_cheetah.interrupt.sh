# Ctrl-C: the iteration is finished, everything saved, the exit code is 130.
. "$(dirname "$0")/stranger.sh"

interrupted --environments 128 --steps 1e12
[ "$code" = 130 ] || fail "exit code $code, not 130: $(cat out err)"
[ -s stopped.policy ] || fail "no policy was saved"
[ -s stopped.svg ] || fail "no picture was saved"
[ "$(tail -c 1 stopped.csv | wc -l)" = 1 ] || fail "the table ends within a line"
columns=$(tr ',' '\n' <stopped.csv | wc -l)
[ $((columns % $(wc -l <stopped.csv))) = 0 ] || fail "a row of the table is not whole"
