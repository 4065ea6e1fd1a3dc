#!/bin/bash
# SPDX-License-Identifier: MIT
# Trains in several processes; when one of them is killed, goes on from the last checkpoint with those that are left.
#
#     examples/restart_ranks.sh "4 2 1" half_cheetah build/release/examples/train_half_cheetah_ranks --steps 1e7
#
# The first argument is how many ranks to start, at first and after each fault; each number divides the groups of 16
# environments. The second is the NAME of the training's files, which --output gives to the program; if there is a checkpoint of
# that name, it goes on from there. MPIRUN may hold a launcher with its options, "mpirun --hostfile hosts". Ctrl-C ends all. A
# first launch that writes no file ends all too: what it refuses, as a mistyped option, others would refuse as well. The exit code
# is the last launch's.
set -u
read -r -a counts <<<"$1"
name=$2
program=("${@:3}")
read -r -a launcher <<<"${MPIRUN:-mpirun}"

begins_anew=true  # so files without a checkpoint are of a launch that ended before the first one
for ending in policy csv checkpoint; do
    [ ! -e "$name.$ending" ] || begins_anew=false
done

state() { stat --format "%i %s %y" "$name.csv" "$name.checkpoint" 2>/dev/null; }

code=1
has_trained=false
for count in "${counts[@]}"; do
    arguments=(--output "$name")
    if [ -e "$name.checkpoint" ]; then
        arguments+=(--resume "$name")
    elif $begins_anew; then
        arguments+=(--overwrite)
    fi
    before=$(state)
    "${launcher[@]}" -n "$count" "${program[@]}" "${arguments[@]}"
    code=$?
    case $code in
        0 | 130 | 143) exit $code ;;  # done, Ctrl-C, SIGTERM
    esac
    echo "restart_ranks.sh: the launch with $count ranks ended with exit code $code" >&2
    [ "$(state)" = "$before" ] || has_trained=true
    if ! $has_trained; then
        echo "restart_ranks.sh: it wrote neither $name.csv nor $name.checkpoint, so there is no training to go on with" >&2
        break
    fi
done
exit $code
