#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests and measures a graphics card in one call: whether its bits are the processor's, its speed, and how long trainings take.
#
#   bench/gpu/run.sh [--device cuda] [--quick] [--only PARTS] [--environments NAMES] [--jobs N] [--out FOLDER]
#                    [--programs FOLDER] [--march CPU] [--minutes N]
#
# --device        cuda, unified_cuda, opencl, unified_opencl or metal
# --quick         small sizes and two small environments, to try this script where there is no card
# --only          the parts to run, with commas; by default build, card, bits, end_to_end, speed, solve, sanitizer, in this order
# --environments  with commas; all of them unless --quick is given
# --jobs          programs that are compiled, or compare bits, at the same time; by default one for each processor
# --out           the folder of the results; by default bench/results
# --programs      the folder of compiled programs: those that are there are not compiled again
# --march         the processor that they are compiled for; by default this one
# --minutes       begins no program after so many whole minutes, and says which are left out: a part goes on in another call. A
#                 program that takes more than half of them is ended, so one that hangs leaves time for others
#
# It needs g++ and what the device needs (README.md), and no build of the project. Where a card is lent for a quarter of an hour:
#
#   bench/gpu/run.sh --only build --programs build/gpu --march x86-64-v3     # before, where there is no card
#   bench/gpu/run.sh --only card,bits,end_to_end,speed --programs build/gpu --minutes 8
#   bench/gpu/run.sh --only solve,sanitizer --programs build/gpu --minutes 4
#
# What matters most comes first in each part. The results are a file that grows line by line. Its head has the card, its driver,
# the date and the commit; where git does not know it, the commit is $LOCKSTEP_COMMIT. The exit code is 1 if there is no card, if
# bits differ or if a program fails; the other parts are run all the same.
set -euo pipefail
cd "$(dirname "$0")/../.."

device=cuda quick=false only=build,card,bits,end_to_end,speed,solve,sanitizer environments="" out=bench/results
jobs=$(getconf _NPROCESSORS_ONLN) programs="" march=native minutes=""
usage() { sed -nE '3,/^set/s/^# ?//p' bench/gpu/run.sh; }
while [ $# -gt 0 ]; do
    case $1 in
        --quick) quick=true; shift; continue ;;
        --help | -h) usage; exit ;;
        --device | --only | --environments | --jobs | --out | --programs | --march | --minutes)
            [ $# -gt 1 ] || { echo "bench/gpu/run.sh: $1 needs a value" >&2; exit 2; } ;;
        *) echo "bench/gpu/run.sh: unknown option $1" >&2; usage >&2; exit 2 ;;
    esac
    case $1 in
        --device) device=$2 ;;
        --only) only=$2 ;;
        --environments) environments=$2 ;;
        --jobs) jobs=$2 ;;
        --out) out=$2 ;;
        --programs) programs=$2 ;;
        --march) march=$2 ;;
        --minutes) minutes=$2 ;;
    esac
    shift 2
done
case $device in
    cuda | unified_cuda | opencl | unified_opencl | metal) ;;
    *) echo "bench/gpu/run.sh: no device $device" >&2; exit 2 ;;
esac
for part in ${only//,/ }; do
    case $part in build | card | bits | sanitizer | speed | end_to_end | solve) ;; *) echo "bench/gpu/run.sh: no part $part" >&2; exit 2 ;; esac
done
if ! [[ -z $minutes || $minutes =~ ^[1-9][0-9]*$ ]]; then
    echo "bench/gpu/run.sh: --minutes takes a whole number, not $minutes" >&2
    exit 2
fi
if [ -n "$minutes" ] && ! command -v timeout >/dev/null; then
    echo "bench/gpu/run.sh: --minutes needs the program timeout: on macOS, brew install coreutils" >&2
    exit 2
fi
has() { [[ ",$only," == *",$1,"* ]]; }

if $quick; then
    : "${environments:=pendulum,inverted_pendulum}"
    trained=pendulum count=40 steps=30 numbers="256 1024" seconds=0.3 learner_count=256 goals="pendulum:-1230:5"
else
    all=half_cheetah,ant,humanoid,pendulum,walker2d,hopper,humanoid_standup,swimmer,reacher,cartpole,acrobot,mountain_car
    : "${environments:=$all,inverted_double_pendulum,inverted_pendulum,pusher,fetch,grasp,ur5e}"
    trained=half_cheetah,pendulum count=500 steps=250 seconds=1 learner_count=8192
    numbers="1024 4096 16384 65536 262144 1048576" goals="half_cheetah:6500:60 ant:6300:120 humanoid:6000:240"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: "${programs:=$work/programs}"
mkdir -p "$programs"
flags="-std=c++20 -O2 -s -march=$march -ffp-contract=off -w -Iinclude -I. -pthread -DLOCKSTEP_GPU=$device"
if $quick; then
    flags+=" -DLOCKSTEP_QUICK"
fi
case $device in *opencl) libraries="-lOpenCL -ldl" ;; *) libraries="-ldl" ;; esac
compiler=${CXX:-g++}

# program NAME SOURCE [FLAG...]: the line that compiles a program, unless it is there.
program() {
    local name=$1 source=$2
    shift 2
    [ -x "$programs/$name" ] || echo "$compiler $flags $* $source -o $programs/$name $libraries"
}
of_environment() { echo "-DLOCKSTEP_ENVIRONMENT=lockstep::envs::$1 '-DLOCKSTEP_HEADER=<lockstep/envs/$1.hpp>'"; }

failed=0
only_builds=$([ "$only" = build ] && echo true || echo false)
has_tests=false
if [[ $device == cuda ]] && echo "#include <doctest/doctest.h>" | $compiler -x c++ -fsyntax-only - 2>/dev/null; then
    has_tests=true
fi

# The card, with its compiler, before all else. Python's packages may have NVRTC where no toolkit is.
echo "bench/gpu/run.sh: looking for a card of $device"
bash -c "$(program card bench/gpu/card.cpp)"
card=""
if ! $only_builds; then
    if ! card=$("$programs/card" 2>"$work/error") && grep --quiet "NVRTC" "$work/error" && [ -z "${LOCKSTEP_NVRTC:-}" ]; then
        # The error names the newest version that the driver runs: "NVRTC 12 or older is missing".
        newest=$(sed -n 's/.*NVRTC \([0-9][0-9]*\).*/\1/p' "$work/error" | head -1)
        found=$(find / -xdev -name 'libnvrtc.so.1*' -not -name '*alt*' 2>/dev/null | sort -r || true)
        while read -r nvrtc; do
            if card=$(LOCKSTEP_NVRTC=$nvrtc "$programs/card" 2>"$work/errors"); then
                export LOCKSTEP_NVRTC=$nvrtc
                break
            fi
        done < <(
            for ((major = ${newest:-13}; major >= 11; --major)); do
                grep "/libnvrtc\.so\.$major\(\.[0-9.]*\)\?$" <<<"$found" || true
            done
        )
    fi
    if [ -z "$card" ]; then
        echo "bench/gpu/run.sh: nothing is measured, since no card can be used: $(cat "$work/error")" >&2
        exit 1
    fi
fi

# What is needed, compiled together.
{
    if $has_tests && { has build || has card; }; then
        program cuda_card "tests/main.cpp tests/device/cuda_card.cpp"
    fi
    if has build || has bits || has sanitizer || has speed; then
        for env in ${environments//,/ }; do
            program "environment_$env" bench/gpu/environment.cpp "$(of_environment "$env")"
        done
    fi
    if has build || has bits || has end_to_end || has sanitizer; then
        for env in ${trained//,/ }; do
            for learner in ppo sac td3 crossq; do
                if [ $learner != crossq ] || [ "$env" = pendulum ]; then
                    program "${learner}_$env" bench/gpu/learner.cpp "-DLOCKSTEP_LEARNER=$learner" "$(of_environment "$env")"
                fi
            done
        done
    fi
    if has build || has solve; then
        for goal in $goals; do
            env=${goal%%:*}
            program "ppo_$env" bench/gpu/learner.cpp -DLOCKSTEP_LEARNER=ppo "$(of_environment "$env")"
        done
    fi
} | sort -u >"$work/lines"
echo "bench/gpu/run.sh: compiling $(wc -l <"$work/lines") programs"
if ! tr '\n' '\0' <"$work/lines" | xargs -0 -r -n 1 -P "$jobs" bash -c 2>"$work/compiler"; then
    failed=1
    echo "bench/gpu/run.sh: FAILED to compile a program: $(head -c 2000 "$work/compiler")" >&2
fi
if $only_builds; then
    exit $failed
fi

commit=$(git describe --always --dirty 2>/dev/null || echo "${LOCKSTEP_COMMIT:-unknown}")
date=$(date -u +%Y-%m-%d)
mkdir -p "$out"
words=${card//[^A-Za-z0-9]/ }
results=$out/$date-$device-$(echo $words | cut -c1-40 | tr ' ' '-' | sed 's/-*$//').txt
say() { echo "$*" | tee -a "$results"; }
# limited COMMAND...: a failure is said, and the script goes on. A program is ended after half of the minutes, or at their end.
limited() {
    local code=0 limit=
    if [ -n "$last_second" ]; then
        local left=$((last_second - $(date +%s))) most=$((30 * minutes))
        if [ $left -lt 5 ]; then
            echo "left out, since the minutes are over: ${*/#$programs\//}"
            return
        fi
        limit="timeout $((left < most ? left : most))"
    fi
    $limit "$@" 2>&1 || code=$?
    if [ "$code" != 0 ]; then
        touch "$work/failed"
        echo "FAILED with exit code $code: ${*/#$programs\//}"
    fi
}
last_second=${minutes:+$(($(date +%s) - SECONDS + 60 * minutes))}
export work programs minutes last_second
export -f limited
# note COMMAND...: writes its output to the results too.
note() { limited "$@" | tee -a "$results"; }
# together: the same of each line of the input, a command, several at the same time. They mostly compile kernels.
together() { xargs -P "$jobs" -I{} bash -c 'said=$(limited {}); printf "%s\n" "$said"' | tee -a "$results"; }
say "card: $card"
say "device: lockstep::$device$($quick && echo ", quick")"
say "date: $date"
say "commit: $commit"
say "parts: $only"
if [ -n "${LOCKSTEP_NVRTC:-}" ]; then
    say "NVRTC: $LOCKSTEP_NVRTC"
fi
if command -v nvidia-smi >/dev/null && [[ $device == *cuda ]]; then
    say "$(nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm --format=csv,noheader || true)"
fi

if has card && [[ $device == cuda ]]; then
    say "== card: kernels, environments and a training"
    if [ -x "$programs/cuda_card" ]; then
        LOCKSTEP_REQUIRE_CUDA=1 note "$programs/cuda_card"
    else
        failed=1
        say "FAILED: tests/device/cuda_card is not built, since doctest is missing: build it elsewhere (--only build --programs)"
    fi
fi

if has bits; then
    say "== bits: against the processor, and repeated"
    {
        for env in ${trained//,/ }; do
            for learner in ppo sac td3 crossq; do
                if [ $learner != crossq ] || [ "$env" = pendulum ]; then
                    echo "$programs/${learner}_$env bits"
                fi
            done
        done
        for env in ${environments//,/ }; do
            echo "$programs/environment_$env bits $count $steps"
        done
    } | together
fi

if has end_to_end; then
    say "== end to end, and where the time goes"
    for env in ${trained//,/ }; do
        for learner in ppo sac; do
            note "$programs/${learner}_$env" speed $seconds $learner_count
        done
    done
fi

if has speed; then
    say "== speed: steps/s against the number of environments"
    for env in ${environments//,/ }; do
        note "$programs/environment_$env" speed $seconds $numbers
    done
fi

if has solve; then
    say "== time to solve, by PPO"
    for goal in $goals; do
        IFS=: read -r env return most <<<"$goal"
        note "$programs/ppo_$env" solve "$return" "$most"
    done
fi

if has sanitizer; then
    say "== sanitizer: small sizes"
    small=${trained##*,} env=$small
    [ -x "$programs/environment_$env" ] || env=${environments%%,*}
    sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda*/bin/compute-sanitizer 2>/dev/null | head -1 || true)
    if [[ $device == *cuda ]] && [ -n "$sanitizer" ]; then
        for tool in memcheck racecheck synccheck initcheck; do
            note "$sanitizer" --tool "$tool" --error-exitcode 1 "$programs/environment_$env" bits 40 3
            note "$sanitizer" --tool "$tool" --error-exitcode 1 "$programs/ppo_$small" bits
        done
    elif [[ $device == *opencl ]] && command -v oclgrind >/dev/null; then
        if ! oclgrind --data-races "$programs/environment_$env" speed 0 64 >"$work/oclgrind" 2>&1; then
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

echo "bench/gpu/run.sh: results are in $results"
if [ -e "$work/failed" ]; then
    failed=1
fi
exit $failed
