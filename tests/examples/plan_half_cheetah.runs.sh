# The robot runs at once, without training, and a page shows it; what cannot be planned is refused.
. "$(dirname "$0")/stranger.sh"

expect 0 --candidates 256 --steps 60 --output planned.html
says out "return" "in 60 steps; open planned.html"
[ "$(sed -n 's/^return \([0-9]*\) in .*/\1/p' out)" -gt 120 ] || fail "it does not run: $(cat out)"
says planned.html "<!DOCTYPE html>" '"label": "planned, return' '"frames": 60'
cp out first
expect 0 --candidates 256 --steps 60 --output planned.html --threads 1
cmp out first || fail "another number of threads gives another episode"

expect 1 --elites 2000
says err "cem_config.elites is 2000, above candidates, which is 1024"
expect 1 --output missing/planned.html
says err missing/planned.html
expect 1 --output planned.png
says err "planned.png: cannot be written"
