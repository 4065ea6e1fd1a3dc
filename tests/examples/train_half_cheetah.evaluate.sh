# A saved policy is evaluated; what is none is named, and left as it is.
. "$(dirname "$0")/stranger.sh"

expect 0 --environments 128 --steps 4096 --output trained
expect 0 --evaluate trained.policy
says out return

head -c 1000 trained.policy >short.policy
expect 1 --evaluate short.policy
says err short.policy truncated
echo "Dear diary" >diary.policy
expect 1 --evaluate diary.policy
says err diary.policy "no safetensors file"
expect 1 --evaluate missing.policy
says err missing.policy "No such file"
[ "$(cat diary.policy)" = "Dear diary" ] || fail "diary.policy was changed"
