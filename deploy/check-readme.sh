#!/bin/sh
# Checks that every `make TARGET` and `plumbline COMMAND` that README.md names
# in code exists. Run by `make lint`, which has built bin/plumbline.
cd "$(dirname "$0")/.." || exit 1
[ -e README.md ] || { echo "README.md is missing" >&2; exit 1; }

# Code is what stands in fences and between back quotes.
code=$(awk '/^```/ { fenced = !fenced; next } fenced { print; next }
  { while (match($0, /`[^`]+`/)) { print substr($0, RSTART + 1, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH) } }' README.md)
help=$(bin/plumbline help) || exit 1
status=0

for target in $(printf '%s\n' "$code" | grep -oE '(^|[ ;&])make [a-z][a-z-]*' | awk '{ print $2 }' | sort -u); do
  grep -q "^$target:" Makefile || { echo "README.md: there is no \`make $target\`" >&2; status=1; }
done
for command in $(printf '%s\n' "$code" | grep -oE '(^|[ /;&])plumbline [a-z]+' | awk '{ print $2 }' | sort -u); do
  printf '%s\n' "$help" | grep -q "^  plumbline $command " ||
    { echo "README.md: there is no \`plumbline $command\`" >&2; status=1; }
done
exit $status
