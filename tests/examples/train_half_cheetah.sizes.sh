# Sizes that cannot be trained with: the size is named.
. "$(dirname "$0")/stranger.sh"

refuses --output kept --environments 17 -- environments 17
refuses --output kept --environments 112 --horizon 16 --minibatch 2048 -- minibatch "environments * horizon"
refuses --output kept --steps 0 -- steps 0
