# A device of one's own steps environments as the processor does; without a compiler it says so.
. "$(dirname "$0")/stranger.sh"

expect 0
says out "cpu        reward -6.25" "own_device reward -6.25" "numbers that differ: 0 of 819200"
CXX=/nowhere/c++ expect 1
says err "the kernel environments_reset does not compile"
