#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests and measures a graphics card in one call: whether its bits are the processor's, its speed, and how long trainings take.
#
#   bench/gpu/run.sh [--device cuda] [--quick] [--only PARTS] [--environments NAMES] [--jobs N] [--out FOLDER]
#
# --device        cuda, unified_cuda, opencl, unified_opencl or metal
# --quick         small sizes and two small environments, to try this script where there is no card
# --only          the parts to run, with commas: bits, sanitizer, speed, end_to_end, solve
# --environments  with commas; all of them unless --quick is given
# --jobs          programs that are compiled at the same time; by default one for each processor
# --out           the folder of the results; by default bench/results
#
# It needs g++ and what the device needs (README.md), and no build of the project. The results are a file whose head has the card,
# its driver, the date and the commit; where git does not know it, the commit is $LOCKSTEP_COMMIT. The exit code is 1 if there is no
# card, if bits differ or if a program fails; the other parts are run all the same.
set -euo pipefail
cd "$(dirname "$0")/../.."

device=cuda quick=false only=bits,sanitizer,speed,end_to_end,solve environments="" jobs=$(nproc) out=bench/results
usage() { sed -n '3,16s/^# \?//p' bench/gpu/run.sh; }
while [ $# -gt 0 ]; do
    case $1 in
        --quick) quick=true; shift; continue ;;
        --help | -h) usage; exit ;;
        --device | --only | --environments | --jobs | --out)
            [ $# -gt 1 ] || { echo "bench/gpu/run.sh: $1 needs a value" >&2; exit 2; } ;;
        *) echo "bench/gpu/run.sh: unknown option $1" >&2; usage >&2; exit 2 ;;
    esac
    case $1 in
        --device) device=$2 ;;
        --only) only=$2 ;;
        --environments) environments=$2 ;;
        --jobs) jobs=$2 ;;
        --out) out=$2 ;;
    esac
    shift 2
done
case $device in
    cuda | unified_cuda | opencl | unified_opencl | metal) ;;
    *) echo "bench/gpu/run.sh: no device $device" >&2; exit 2 ;;
esac
for part in ${only//,/ }; do
    case $part in bits | sanitizer | speed | end_to_end | solve) ;; *) echo "bench/gpu/run.sh: no part $part" >&2; exit 2 ;; esac
done
has() { [[ ",$only," == *",$1,"* ]]; }

if $quick; then
    : "${environments:=pendulum,inverted_pendulum}"
    trained=pendulum count=40 steps=30 numbers="256 1024" seconds=0.3 learner_count=256 goals="pendulum:-1230:5"
else
    all=pendulum,cartpole,acrobot,mountain_car,half_cheetah,walker2d,hopper,ant,humanoid,humanoid_standup,swimmer,reacher
    : "${environments:=$all,inverted_double_pendulum,inverted_pendulum,pusher,fetch,grasp,ur5e}"
    trained=pendulum,half_cheetah count=500 steps=250 seconds=1 learner_count=8192
    numbers="1024 4096 16384 65536 262144 1048576" goals="half_cheetah:6500:60 ant:6300:120 humanoid:6000:240"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-std=c++20 -O2 -march=native -ffp-contract=off -w -Iinclude -I. -pthread -DLOCKSTEP_GPU=$device"
if $quick; then
    flags+=" -DLOCKSTEP_QUICK"
fi
case $device in *opencl) libraries="-lOpenCL -ldl" ;; *) libraries="-ldl" ;; esac
compiler=${CXX:-g++}

# program NAME SOURCE [DEFINITION...]: the line of a program that is to be compiled.
program() {
    local name=$1 source=$2
    shift 2
    echo "$compiler $flags $* bench/gpu/$source.cpp -o $work/$name $libraries"
}
of_environment() { echo "-DLOCKSTEP_ENVIRONMENT=lockstep::envs::$1 '-DLOCKSTEP_HEADER=<lockstep/envs/$1.hpp>'"; }

echo "bench/gpu/run.sh: looking for a card of $device"
bash -c "$(program card card)"
if ! card=$("$work/card" 2>"$work/error"); then
    echo "bench/gpu/run.sh: no card that $device can use: $(cat "$work/error")" >&2
    exit 1
fi

commit=$(git describe --always --dirty 2>/dev/null || echo "${LOCKSTEP_COMMIT:-unknown}")
date=$(date -u +%Y-%m-%d)
mkdir -p "$out"
words=${card//[^A-Za-z0-9]/ }
results=$out/$date-$device-$(echo $words | cut -c1-40 | tr ' ' '-' | sed 's/-*$//').txt
failed=0
say() { echo "$*" | tee -a "$results"; }
# note COMMAND...: writes its output to the results too; a failure is noted, and the script goes on.
note() {
    local code=0
    "$@" 2>&1 | tee -a "$results" || code=$?
    if [ "$code" != 0 ]; then
        failed=1
        say "FAILED with exit code $code: ${*/#$work\//}"
    fi
}
: >"$results"
say "card: $card"
say "device: lockstep::$device$($quick && echo ", quick")"
say "date: $date"
say "commit: $commit"
if command -v nvidia-smi >/dev/null && [[ $device == *cuda ]]; then
    say "$(nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm --format=csv,noheader || true)"
fi

# What is needed, compiled together.
{
    if has bits || has sanitizer || has speed; then
        for env in ${environments//,/ }; do
            program "environment_$env" environment "$(of_environment "$env")"
        done
    fi
    if has bits || has end_to_end || has sanitizer; then
        for env in ${trained//,/ }; do
            for learner in ppo sac td3; do
                program "${learner}_$env" learner "-DLOCKSTEP_LEARNER=$learner" "$(of_environment "$env")"
            done
        done
    fi
    if has solve; then
        for goal in $goals; do
            env=${goal%%:*}
            program "ppo_$env" learner -DLOCKSTEP_LEARNER=ppo "$(of_environment "$env")"
        done
    fi
} | sort -u >"$work/programs"
echo "bench/gpu/run.sh: compiling $(wc -l <"$work/programs") programs"
if ! tr '\n' '\0' <"$work/programs" | xargs -0 -P "$jobs" -I{} bash -c '{}' 2>"$work/compiler"; then
    failed=1
    say "FAILED to compile a program: $(head -c 2000 "$work/compiler")"
fi

if has bits; then
    say "== bits: against the processor, and repeated"
    for env in ${environments//,/ }; do
        note "$work/environment_$env" bits $count $steps
    done
    for env in ${trained//,/ }; do
        for learner in ppo sac td3; do
            note "$work/${learner}_$env" bits
        done
    done
fi

if has sanitizer; then
    say "== sanitizer: small sizes"
    env=${environments%%,*}
    sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda*/bin/compute-sanitizer 2>/dev/null | head -1 || true)
    if [[ $device == *cuda ]] && [ -n "$sanitizer" ]; then
        for tool in memcheck racecheck synccheck initcheck; do
            note "$sanitizer" --tool "$tool" --error-exitcode 1 "$work/environment_$env" bits 40 3
            note "$sanitizer" --tool "$tool" --error-exitcode 1 "$work/ppo_${trained%%,*}" bits
        done
    elif [[ $device == *opencl ]] && command -v oclgrind >/dev/null; then
        if ! oclgrind --data-races "$work/environment_$env" speed 0 64 >"$work/oclgrind" 2>&1; then
            failed=1
            say "FAILED under oclgrind"
        fi
        if grep --quiet --extended-regexp "data race at|Invalid (read|write)" "$work/oclgrind"; then
            failed=1
            say "FAILED: oclgrind: $(head -c 2000 "$work/oclgrind")"
        else
            say "oclgrind: environment_$env has no race and no invalid access"
        fi
    else
        failed=1
        say "FAILED: no sanitizer for $device: compute-sanitizer is part of the CUDA toolkit, oclgrind of Debian"
    fi
fi

if has speed; then
    say "== speed: steps/s against the number of environments"
    for env in ${environments//,/ }; do
        note "$work/environment_$env" speed $seconds $numbers
    done
fi

if has end_to_end; then
    say "== end to end, and where the time goes"
    for env in ${trained//,/ }; do
        for learner in ppo sac; do
            note "$work/${learner}_$env" speed $seconds $learner_count
        done
    done
fi

if has solve; then
    say "== time to solve, by PPO"
    for goal in $goals; do
        IFS=: read -r env return most <<<"$goal"
        note "$work/ppo_$env" solve "$return" "$most"
    done
fi

echo "bench/gpu/run.sh: results are in $results"
exit $failed
