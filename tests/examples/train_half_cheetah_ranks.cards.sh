# With --device cuda ranks train on cards, and NCCL carries what they exchange. Here a driver and an NCCL without cards (those of
# tests/support) take the place of both: two ranks leave the bits of one process on the processor.
. "$(dirname "$0")/ranks.sh"

launch 1 2 --device gpu --output none
says err 'option --device takes cpu or cuda, not "gpu"'

programs=$(dirname "$example")/../tests
options=(--environments 32 --horizon 8 --epochs 1 --minibatch 128 --seed 3 --steps 512)
without_clock() { cut --delimiter , --fields 1-2,6- "$1"; }
launch 0 1 "${options[@]}" --output of_processor
export LD_LIBRARY_PATH=$programs/fake_cuda:$programs/fake_nccl LOCKSTEP_NVRTC=$programs/fake_cuda/libcuda.so.1
export LOCKSTEP_CACHE=$folder/kernels FAKE_NCCL_FOLDER=$folder
launch 0 2 "${options[@]}" --device cuda --output of_cards
cmp of_processor.policy of_cards.policy || fail "cards learnt something else"
[ "$(without_clock of_processor.csv)" = "$(without_clock of_cards.csv)" ] || fail "cards report something else"
