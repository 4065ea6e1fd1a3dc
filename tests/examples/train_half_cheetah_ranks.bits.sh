# A training has the same bits with 1, 2 and 4 ranks, also when it goes on with another number of them.
. "$(dirname "$0")/ranks.sh"

options=(--environments 64 --horizon 16 --epochs 2 --minibatch 256 --seed 3)
without_clock() { cut --delimiter , --fields 1-2,6- "$1"; }

for ranks in 1 2 4; do
    launch 0 $ranks "${options[@]}" --steps 10240 --output of_$ranks
done
for ranks in 2 4; do
    cmp of_1.policy of_$ranks.policy || fail "$ranks ranks learnt something else"
    [ "$(without_clock of_1.csv)" = "$(without_clock of_$ranks.csv)" ] || fail "$ranks ranks report something else"
done

launch 0 4 "${options[@]}" --steps 4096 --final_learning_rate 4e-4 --learning_rate 4e-4 --output parts
launch 0 2 "${options[@]}" --steps 8192 --final_learning_rate 4e-4 --learning_rate 4e-4 --resume parts
launch 0 1 "${options[@]}" --steps 10240 --final_learning_rate 4e-4 --learning_rate 4e-4 --resume parts
launch 0 2 "${options[@]}" --steps 10240 --final_learning_rate 4e-4 --learning_rate 4e-4 --output whole
cmp parts.policy whole.policy || fail "what was resumed learnt something else"
[ "$(without_clock parts.csv)" = "$(without_clock whole.csv)" ] || fail "the tables differ"
