# The result of an earlier training stays, until it is said that it may go.
. "$(dirname "$0")/stranger.sh"

options=(--environments 128 --steps 4096)
for ending in policy csv tensorboard svg html report.html; do
    touch kept.$ending
    refuses "${options[@]}" --output kept -- "kept." "already exists; --overwrite replaces it"  # nothing to go on from
    touch kept.checkpoint
    refuses "${options[@]}" --output kept -- "kept." "already exists; --resume kept goes on with it, --overwrite replaces it"
    rm kept.*
done

expect 0 "${options[@]}" --seed 1 --output trained
cp trained.policy first
expect 1 "${options[@]}" --seed 2 --output trained
says err "trained.policy: already exists"
cmp trained.policy first || fail "the policy was replaced"
expect 0 "${options[@]}" --seed 2 --output trained --overwrite
! cmp --quiet trained.policy first || fail "the policy was not replaced"

mv trained.csv first.csv
expect 1 "${options[@]}" --seed 2 --resume trained
says err "trained.csv: is missing" "rows are needed to continue" "--overwrite"
rm -r trained.tensorboard
last=$(wc -l <first.csv)
expect 0 "${options[@]}" --seed 2 --resume trained --overwrite
[ "$(wc -l <trained.csv)" = "$last" ] || fail "the lost rows do not count: $(cat trained.csv)"
expect 0 "${options[@]}" --seed 2 --resume trained
