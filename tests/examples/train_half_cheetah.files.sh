# A training leaves a policy, a table, events for TensorBoard, a picture, a page and a checkpoint, and on a pipe plain lines.
. "$(dirname "$0")/stranger.sh"

expect 0 --environments 128 --steps 12288 --seed 3 --threads 2 --output trained
expected='err out trained.checkpoint trained.csv trained.html trained.policy trained.report.html trained.svg trained.tensorboard'
[ "$(ls | tr '\n' ' ')" = "$expected " ] || fail "left: $(ls)"
says out "of 12.3 k steps" steps/s return left "energy: "
! grep --quiet "$(printf '\033')" out || fail "control characters on a pipe"
[ ! -s err ] || fail "complained: $(cat err)"

says trained.csv iteration,steps,total_steps,seconds,steps_per_second,episode_return
[ "$(tail -n 1 trained.csv | cut -d , -f 2)" = 12288 ] || fail "the last row is not the last iteration: $(cat trained.csv)"
says trained.csv joules_per_million_steps,price_per_million_steps
says trained.tensorboard/events.out.tfevents.lockstep.rows train/value_loss train/approx_kl
says trained.tensorboard/events.out.tfevents.lockstep.configuration _hparams_/session_start_info learning_rate
says trained.svg "<svg " "</svg>" "environment steps"
says trained.html "<!DOCTYPE html>" "HalfCheetah, PPO" '"label": "at the start"' '"label": "at the end"' '"frames": 1001'
says trained.report.html "<h1>HalfCheetah, PPO</h1>" "<tr><td>environments</td><td>128</td></tr>" "Final evaluation"
says trained.policy '"dtype":"F32"'

# The same seed gives the same policy, with one thread as with two.
expect 0 --environments 128 --steps 12288 --seed 3 --threads 1 --output again
cmp trained.policy again.policy || fail "the same seed gave another policy"
expect 0 --environments 128 --steps 12288 --seed 4 --output other
! cmp --quiet trained.policy other.policy || fail "another seed gave the same policy"
