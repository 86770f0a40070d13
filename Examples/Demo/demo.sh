#!/usr/bin/env bash
# One story in the terminal: two sign-ins with one address, a change of one row, and what it lets in.
#
# LINKPOLICY names the tool; without it, the one that `make demo` builds is taken. Each command is shown before its output.
# It ends with 1 where a command ends otherwise than the story says.
set -uo pipefail
LINKPOLICY=$(realpath "${LINKPOLICY:-$(dirname "$0")/../../.build/demo/debug/linkpolicy}") || exit 1
cd "$(dirname "$0")" || exit 1

linkpolicy() { "$LINKPOLICY" "$@"; }

say() { printf '\n# %s\n' "$@"; }

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

say "1. Ada signs in with Google. Then somebody signs in with Facebook, by Ada's address. May they enter her account?"
show 0 'linkpolicy play two-sign-ins.yaml'
say "No: Facebook is not believed about gmail.com. The column 'decided by' names the row of the policy."

say "2. A colleague proposes one row more. The policy is well formed, and check has nothing against it."
show 0 'cat fewer-refusals.yaml'
show 0 'linkpolicy check fewer-refusals.yaml'

say "3. What does the row change? diff answers for every combination of facts, and plays a shortest sequence that it found."
show 1 'linkpolicy diff hardened fewer-refusals.yaml --limit 1 | sed -n 1,19p'

say "4. Is that dangerous? prove looks for an attacker who gets into the owner's account."
show 1 'linkpolicy prove fewer-refusals.yaml --invariant I1 | tail -9'
say "A takeover in two sign-ins. One shortest sequence is shown, and every way to repeat it as a vector: --vectors FILE."
  "(within the bounds and assumptions that it prints; Docs/Safety.md)."
