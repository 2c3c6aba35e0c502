#!/usr/bin/env bash
# Brings what Plumbline needs on Debian and Ubuntu: a C compiler, git, Go, a
# private PostgreSQL with pgvector, the ONNX runtime and the embedding model.
# Every fetched part is pinned in pins.txt and kept under the data folder.
#
#   deploy/setup.sh           bring what is missing; may be run again at any time
#   deploy/setup.sh --check   only report; exit status 1 if something is missing
set -euo pipefail
umask 022

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=$("$here/datadir.sh")
machine=$(uname -m)
system_user=plumbline # the database's owner when set-up runs as root
problems=()           # what is missing, each with what to do
fatal=0               # 1 when something is missing that Plumbline cannot do without

source "$here/setup/system.sh"
source "$here/setup/fetch.sh"
source "$here/setup/parts.sh"

main() {
  case "${1:-}" in
    --check) report_missing ;;
    "") bring_everything ;;
    *) echo "usage: deploy/setup.sh [--check]" >&2; exit 2 ;;
  esac
  print_problems
  exit "$fatal"
}

report_missing() {
  say "data folder: $data"
  check_system
  local part
  for part in go postgres onnx model tokenizer; do
    if "have_$part"; then say "$part: ready"; else problem "$part: missing; run \`make setup\`"; fi
  done
  fatal=$(( ${#problems[@]} > 0 ))
}

bring_everything() {
  make_data_folder
  exec 9>"$data/.setup.lock"
  flock 9 # two set-ups at once: the second waits, then finds everything there
  remove_left_overs
  bring_system
  bring_go
  bring_postgres
  bring_onnx
  bring_model
  bring_tokenizer
  prepare_model
  say "set-up: data folder $data"
}

say() { printf '%s\n' "$*" >&2; }

problem() { problems+=("$*"); }

essential_problem() { problem "$*"; fatal=1; }

print_problems() {
  local line
  for line in ${problems[@]+"${problems[@]}"}; do say "missing: $line"; done
}

main "$@"
