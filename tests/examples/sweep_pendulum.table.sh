# A search ends with a table, the best first; what makes no sense is refused in a sentence.
. "$(dirname "$0")/stranger.sh"

expect 0 --sweep "learning_rate=1e-3,3e-3" --candidates 3 --steps 12288 --episodes 16
[ "$(wc -l <out)" = 4 ] || fail "not a title and three candidates: $(cat out)"
says out rank return configuration "(as given)" "learning_rate 0.00"

expect 0 --sweep "learning_rate=1e-3,3e-3" --candidates 2 --steps 12288 --episodes 16 --logs logs
[ "$(ls logs)" = "$(printf 'candidate_0.seed_0\ncandidate_1.seed_0\nreport.html\nsearch.csv')" ] || fail "left: $(ls logs)"
says logs/report.html "<!DOCTYPE html>" "PPO on Pendulum" "learning_rate=1e-3,3e-3" "<svg " "</html>"
expect 1 --logs logs
says err "logs/search.csv: already exists"

expect 1 --sweep "learningrate=1..2"
says err "sweep \"learningrate=1..2\": there is no option of that name"
expect 1 --learning_rat 3
says err "did you mean --learning_rate?"
expect 1 --sweep "epochs=0" --candidates 0
says err "search_config.candidates is 0"
