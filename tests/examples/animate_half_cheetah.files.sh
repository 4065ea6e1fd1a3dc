# An episode of a policy becomes a file; what is no policy is named.
. "$(dirname "$0")/stranger.sh"

"$(dirname "$example")/train_half_cheetah" --environments 128 --steps 4096 --output trained >out 2>err || fail "$(cat err)"
expect 0 trained.policy episode.json
says out "1001 frames in episode.json"
says episode.json lockstep.animation.1 ffoot
expect 0 trained.policy episode.html
says episode.html "<!DOCTYPE html>" '"label": "half_cheetah"' '"frames": 1001'
expect 1 trained.policy missing/episode.html
says err missing/episode.html "cannot be written"
expect 1 trained.policy episode.png
says err "episode.png: cannot be written: .png is the suffix of a PNG picture"
[ ! -e episode.png ] || fail "a page is named as a picture"
expect 1 missing.policy episode.json
says err missing.policy "No such file"
expect 2 trained.policy
says err usage
