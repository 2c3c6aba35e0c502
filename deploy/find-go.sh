#!/bin/sh
# Prints the path of a Go that can build Plumbline: one as new as go.mod's "go"
# line, or one that fetches such a toolchain itself (1.21 and later do, unless
# GOTOOLCHAIN=local). Exit status 1 if there is none.
here=$(cd "$(dirname "$0")" && pwd)
repo=$(dirname "$here")
data=$("$here/datadir.sh")

# In the module's folder a Go that is too old and may fetch answers with the
# fetched version; one that may not fails. Go 1.20 and older know no toolchains
# and answer with a version that is too old.
builds_plumbline() {
  version=$(cd "$repo" && "$1" env GOVERSION 2>/dev/null) || return 1
  case $version in
    go1.?|go1.?.*|go1.1?|go1.1?.*|go1.20|go1.20.*) return 1 ;;
    go*) return 0 ;;
  esac
  return 1
}

for go in "$(command -v go)" "$data/go/bin/go" /usr/local/go/bin/go /usr/lib/go-*/bin/go; do
  if [ -n "$go" ] && [ -x "$go" ] && builds_plumbline "$go"; then
    printf '%s\n' "$go"
    exit 0
  fi
done
exit 1
