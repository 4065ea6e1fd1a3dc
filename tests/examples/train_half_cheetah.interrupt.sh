# Ctrl-C and SIGTERM: the iteration is finished, everything saved, the exit code is 128 and the signal's number.
. "$(dirname "$0")/stranger.sh"

interrupted --environments 128 --steps 1e12
[ "$code" = 130 ] || fail "exit code $code, not 130: $(cat out err)"
[ -s stopped.policy ] || fail "no policy was saved"
[ -s stopped.svg ] || fail "no picture was saved"
says out "stopped; --resume stopped with the same options goes on"
[ "$(tail -c 1 stopped.csv | wc -l)" = 1 ] || fail "the table ends within a line"
columns=$(tr ',' '\n' <stopped.csv | wc -l)
[ $((columns % $(wc -l <stopped.csv))) = 0 ] || fail "a row of the table is not whole"

rm -r stopped.*
started --environments 128 --steps 1e12
end_by TERM
[ "$code" = 143 ] || fail "exit code $code, not 143: $(cat out err)"
for ending in policy svg csv checkpoint; do
    [ -s stopped.$ending ] || fail "no stopped.$ending was saved"
done
