# A wrong command line: the option is named, and nothing else happens.
. "$(dirname "$0")/stranger.sh"

refuses --output kept --enviroments 128 -- "unknown option --enviroments" "did you mean --environments?"
refuses --output kept train -- "unknown option train"
refuses --output kept --steps -- "option --steps lacks its value"
refuses --output kept --steps many -- "--steps" "many"
refuses --output kept --seed -1 -- "--seed" "-1"
refuses --output kept --environments 1.5 -- "--environments" "1.5"
refuses --output kept --steps 1e30 -- "--steps" "1e30"

expect 0 --help
says out --environments --steps --seed --threads --output
