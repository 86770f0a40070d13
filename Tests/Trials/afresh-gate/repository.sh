# Sets up an empty repository in the folder named, goes there and defines `commit`.
mkdir -p "$1" && cd "$1" && git init -q -b main . && git config user.name a && git config user.email a@harbour.example
commit() { git add -A && git commit -q -m "$1"; }
