# A training that was stopped goes on to what it would have learnt, under whatever number of threads.
. "$(dirname "$0")/stranger.sh"

options=(--environments 128 --seed 3)
long=$([ "$2" = Debug ] && echo 1e5 || echo 4e5)
size() { stat --format %s "$1.tensorboard/events.out.tfevents.lockstep.rows"; }
without_clock() { cut --delimiter , --fields 1-3,6-16 "$1"; }

expect 0 "${options[@]}" --steps 24576 --output whole
expect 0 "${options[@]}" --steps 12288 --output parts

# A training that goes on under another name leaves the first as it was.
find parts.* -type f -exec sha256sum {} + >before.sums
expect 0 "${options[@]}" --steps 24576 --resume parts --output moved
sha256sum --check --quiet before.sums || fail "what was resumed was changed"
[ "$(cut --delimiter , --fields 2 moved.csv)" = "$(cut --delimiter , --fields 2 whole.csv)" ] ||
    fail "other rows: $(cat moved.csv)"
cmp <(size moved) <(size whole) || fail "other events"
[ -s moved.checkpoint ] && [ -s moved.svg ] || fail "no checkpoint and no picture under the other name"

# Rows after the checkpoint, as a killed training leaves them, are forgotten. The learning rate falls until the last step,
# so a training that is made longer on the way is another one.
tail --lines 1 parts.csv >>parts.csv
expect 0 "${options[@]}" --steps 24576 --resume parts --threads 1
[ "$(cut --delimiter , --fields 2 parts.csv)" = "$(cut --delimiter , --fields 2 whole.csv)" ] ||
    fail "other rows: $(cat parts.csv)"
cmp moved.policy parts.policy || fail "the training learnt something else under another name"

# Ctrl-C writes a checkpoint.
interrupted "${options[@]}" --steps $long
rows=$(wc -l <stopped.csv)
expect 0 "${options[@]}" --steps $long --output undisturbed
expect 0 "${options[@]}" --steps $long --resume stopped
cmp stopped.policy undisturbed.policy || fail "the resumed training learnt something else"
[ "$(wc -l <stopped.csv)" -gt "$rows" ] || fail "it did not go on"
[ "$(without_clock stopped.csv)" = "$(without_clock undisturbed.csv)" ] || fail "the tables differ"

refuses "${options[@]}" --resume kept -- "kept.checkpoint: cannot be read"
cp parts.checkpoint kept.checkpoint
refuses --environments 256 --seed 3 --resume kept -- "kept.checkpoint: is a checkpoint of another training" config.environments

# Sizes that were left open stay those of the checkpoint, also where more steps would choose others: iterations of 256 steps, and
# not of 512, by which 198,400 cannot be divided.
expect 0 --steps 8192 --output short
expect 0 --steps 198400 --resume short
[ "$(cut --delimiter , --fields 2 short.csv | tail -n 1)" = 198400 ] || fail "other sizes: $(tail -n 1 short.csv)"
