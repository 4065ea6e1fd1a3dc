# The loop stops for each of its reasons, and leaves the best policy.
. "$(dirname "$0")/stranger.sh"

refuses_to_replace own_loop.policy
keeps_policy own_loop.policy
expect 0 --steps 8192 --environments 16 --horizon 64 --evaluate_every 4
says out "stopped, since there are no more steps; own_loop.policy has the return -" "learning rate"
[ -s own_loop.policy ] || fail "there is no policy"
rm own_loop.policy
expect 0 --steps 8192 --environments 16 --horizon 64 --good_enough -2000 --evaluate_every 1
says out "stopped, since the policy is good enough"
rm own_loop.policy
expect 0 --steps 65536 --environments 16 --horizon 64 --learning_rate 1e-12 --final_learning_rate 0 --evaluate_every 1 --patience 2
says out "stopped, since the policy no longer gets better"
expect 1 --patiense 3
says err "did you mean --patience?"
expect 1 --evaluate_every 0
says err "--evaluate_every is 0; it must be 1 or more"
