# What ranks refuse before the first step, with the rank that is another.
. "$(dirname "$0")/ranks.sh"

launch 1 3 --environments 64 --output none
says err "ppo_config.environments is 64, not a multiple of 16 * 3 ranks; the nearest that are so are 48 and 96"
launch 1 3 --environments 40 --output none
says err "ppo_config.environments is 40, not a multiple of 16 * 3 ranks; the nearest that is so is 48"

code=0
common=("$example" --environments 64 --steps 1e6 --output none)
mpirun -n 1 "${common[@]}" : -n 1 "${common[@]}" --seed 7 >out 2>err || code=$?
[ $code = 1 ] || fail "exit code $code: $(cat out err)"
says err "lockstep::ppo: the config.seed of rank 1 on " " is 7, that of rank 0 is 1"

launch 0 2 --environments 64 --steps 8192 --output first
launch 1 2 --environments 64 --steps 8192 --output first
says err "first.checkpoint: already exists; --resume first goes on with it, --overwrite replaces it"
rm first.checkpoint
launch 1 2 --environments 64 --steps 8192 --output first
says err "first.policy: already exists; --overwrite replaces it"

# What is refused at first is not launched again.
for option in "--environments 40" "--no_such_option 1"; do
    code=0
    "$restart" "2 1" refused "$example" $option >out 2>err || code=$?
    [ $code != 0 ] || fail "exit code 0: $(cat out err)"
    says err "wrote neither refused.csv nor refused.checkpoint"
    [ "$(grep --count "the launch with" err)" = 1 ] || fail "launched again: $(cat err)"
done

# A rank that stands still is named by the others, with its host.
mpirun -n 3 "$example" --environments 48 --time_limit 2 --output still >out 2>err &
job=$!
trap 'kill -9 $job 2>/dev/null || true; rm -rf "$folder"' EXIT
until [ -e still.csv ] && [ "$(wc -l <still.csv)" -gt 2 ]; do
    kill -0 $job 2>/dev/null || fail "it ended by itself: $(cat out err)"
    sleep 0.1
done
kill -STOP "$(pgrep --parent $job | sed --quiet 2p)"
code=0
wait $job || code=$?
[ $code = 1 ] || fail "exit code $code: $(cat out err)"
says err "waited 2 s" "no answer from rank 1 on "
