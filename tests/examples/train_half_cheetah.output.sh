# Where nothing can be written: said at once and not after the training.
. "$(dirname "$0")/stranger.sh"

refuses --output nowhere/kept -- nowhere/kept "there is no folder nowhere"
touch plain
refuses --output plain/kept -- plain/kept "Not a directory"
mkdir taken.policy
refuses --overwrite --output taken -- taken.policy "Is a directory"
[ ! -e taken.csv ] || fail "taken.csv was written"
rmdir taken.policy
mkdir taken.report.html
refuses --overwrite --output taken -- taken.report.html "Is a directory"
[ ! -e taken.csv ] || fail "taken.csv was written"

name=$(printf 'x%.0s' {1..245})
refuses --output $name -- $name "File name too long"
[ ! -e $name.csv ] || fail "$name.csv was written"

# A folder alone would hide the files in it: `.policy`, `.csv` and so on.
mkdir results
for output in results/ . results/..; do
    refuses --output $output -- "$output: names a folder; add a name for the files in it"
done
[ -z "$(ls -A results)" ] || fail "results holds $(ls -A results)"
