# A table that cannot be written: said before the training if it shows there, else the training ends and the policy is saved.
. "$(dirname "$0")/stranger.sh"

ln -s /dev/full kept.csv
expect 1 --overwrite --output kept
says err kept.csv "No space left on device"
[ ! -s out ] || fail "it began before it refused: $(cat out)"

# A pipe stands for the disk: its reader leaves after a few rows.
mkfifo full.csv
trap '' PIPE
head --lines 3 full.csv >rows &
trap 'kill %1 2>/dev/null || true; rm -rf "$folder"' EXIT
expect 1 --environments 128 --steps 1e12 --output full --overwrite
says err full.csv "cannot be written"
[ "$(wc -l <rows)" = 3 ] || fail "the rows before are missing: $(cat rows)"
[ -s full.svg ] || fail "no picture was saved"
trap - PIPE
expect 0 --evaluate full.policy

# No place for the last checkpoint: the policy and the picture are saved all the same.
started --environments 128 --steps 1e12
rm stopped.checkpoint
mkdir stopped.checkpoint
ctrl_c
[ "$code" = 1 ] || fail "exit code $code, not 1: $(cat out err)"
says err "stopped.checkpoint: cannot be written"
! grep --quiet -e --resume out || fail "it advises to go on from a checkpoint that is not there: $(cat out)"
[ -s stopped.svg ] || fail "no picture was saved"
expect 0 --evaluate stopped.policy
