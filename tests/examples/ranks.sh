# Sourced by the scripts of examples that run in several processes, in the place of stranger.sh.
restart=$(realpath "$(dirname "$0")/../../examples/restart_ranks.sh")
. "$(dirname "$0")/stranger.sh"

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

# launch CODE RANKS ARGUMENT...: runs the example with so many ranks, as expect does.
launch() {
    local code=0
    mpirun -n "$2" "$example" "${@:3}" >out 2>err || code=$?
    [ "$code" = "$1" ] || fail "exit code $code, not $1: $* | $(cat out err)"
}
