#!/usr/bin/env bash
# One story in the terminal: two sign-ins with one address, a change of one row, and whom it lets in.
#
# LINKPOLICY names the tool; without it, the one that `make demo` builds is taken. Each command is shown before its output.
# It ends with 1 where a command ends otherwise than the story says.
set -uo pipefail
tool=${LINKPOLICY:-$(dirname "$0")/../../.build/debug/linkpolicy}
LINKPOLICY=$(cd "$(dirname "$tool")" && pwd)/$(basename "$tool") || exit 1
cd "$(dirname "$0")" || exit 1

linkpolicy() { "$LINKPOLICY" "$@"; }

say() { printf '\n## %s\n' "$1"; }

# Shows a command and runs it; its exit code has to be the first argument.
show() {
  local expected=$1 ended
  printf '\n$ %s\n' "$2"
  eval "$2"
  ended=$?
  if [ "$ended" -ne "$expected" ]; then
    echo "demo: '$2' ended with $ended and not with $expected" >&2
    exit 1
  fi
}

say 'A company believes its own directory about its addresses, and nobody else. These are its rows.'
show 0 "sed -n '/^facts/,\$p' harbour.yaml"

say 'Ada signs in by the directory. Then somebody signs in by GitHub, with her address.'
show 0 'linkpolicy play two-sign-ins.yaml'
say 'Refused, by the row stranger: the directory is believed about harbour.example, and GitHub is not.'

say 'A colleague proposes that staff come in by GitHub as well. One row changes; check finds no error.'
show 0 'cat proposed.yaml'
show 0 'linkpolicy check proposed.yaml'

say 'What does it change? diff compares the answers in every combination of facts that can occur.'
show 1 'linkpolicy diff harbour.yaml proposed.yaml'
say 'reaches-more: somebody enters an existing account who did not. The two sign-ins that show it were played.'

say 'Is that a takeover? prove is told who can obtain which assertion, and searches for one.'
show 0 'cat believed.yaml'
show 0 'linkpolicy prove harbour.yaml --assume believed.yaml --invariant I1 | tail -3'
show 1 'linkpolicy prove proposed.yaml --assume believed.yaml --invariant I1 | tail -9'
say 'It is: whoever gets her address into a GitHub account enters hers, in two sign-ins.'
say 'PROVED holds under the assumptions that prove prints: see Docs/Safety.md.'
