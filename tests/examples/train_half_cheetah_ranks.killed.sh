# Ranks are killed at any time, LOCKSTEP_KILLS times (5): each time the training goes on with those that are left, and ends in the
# bits of one that nobody disturbed.
. "$(dirname "$0")/ranks.sh"

steps=$([ "$2" = Debug ] && echo 20480 || echo 204800)
options=(--environments 64 --horizon 16 --epochs 2 --minibatch 512 --seed 3 --steps $steps --checkpoint_seconds 0)
without_clock() { cut --delimiter , --fields 1-3,6- "$1"; }
launch 0 1 "${options[@]}" --output undisturbed

kills=0
tries=0
while [ $kills -lt "${LOCKSTEP_KILLS:-5}" ]; do
    tries=$((tries + 1))
    [ $tries -le 100 ] || fail "no training lasts long enough to be killed"
    rm -rf killed.*
    "$restart" "4 2 1" killed "$example" "${options[@]}" >out 2>err &
    job=$!
    trap 'kill -9 $job 2>/dev/null || true; rm -rf "$folder"' EXIT
    # Now and then before the first row, mostly later.
    rows=$((RANDOM % 60))
    until [ -e killed.csv ] && [ "$(wc -l <killed.csv)" -ge $rows ]; do
        kill -0 $job 2>/dev/null || break
        sleep 0.02
    done
    launcher=$(pgrep --parent $job || true)
    [ -n "$launcher" ] || continue
    rank=$((RANDOM % 4))
    victim=$(pgrep --parent "$launcher" | sed --quiet $((rank + 1))p || true)
    [ -n "$victim" ] && kill -9 "$victim" 2>/dev/null || true
    wait $job || fail "it did not go on: $(cat out err)"
    cmp undisturbed.policy killed.policy || fail "it learnt something else: $(cat err)"
    [ "$(without_clock undisturbed.csv)" = "$(without_clock killed.csv)" ] || fail "the tables differ: $(cat err)"
    grep --quiet "the launch with 4 ranks ended" err || continue  # it was faster
    says err "process rank $rank with PID" "exited on signal 9 (Killed)"
    kills=$((kills + 1))
done
echo "$kills of $kills killed trainings went on"
