#!/usr/bin/env bash
# Makes a form of the embedding model that computes in int8, where that pays.
#
#   deploy/prepare-model.sh DATA [--force]
#
# Only where PLUMBLINE_INT8=1 is set, since it has a price: int8 scales are
# taken from a whole batch, so a text's vector depends a little on the texts
# that were embedded with it (cosine 0.99). It is kept only where it is faster,
# which takes a processor with int8 dot products; --force tries it on any. What
# was decided is kept, so that a second run ends at once. Whatever goes wrong,
# the model stays usable as it came.
set -euo pipefail
shopt -s inherit_errexit

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=${1:?usage: deploy/prepare-model.sh DATA [--force]}
force=${2:-}
wanted=${PLUMBLINE_INT8:-}
folder=$data/models/minilm
decided=$folder/.int8 # what was decided, and for what

# The versions that the result was checked with.
packages=(numpy==2.4.6 onnx==1.23.2 onnxruntime==1.32.0)

main() {
  local for_what
  for_what="$(sha256sum "$here/prepare_model.py" | cut -c1-16) $(stat -c '%s %Y' "$folder/model.onnx") $(int8_units) $wanted"
  if [ -z "$force" ] && [ "$(cut -d: -f2- "$decided" 2>/dev/null)" = "$for_what" ]; then
    return
  fi
  local outcome=shipped
  if [ -n "$force" ] || [ "$(int8_units)" != none ] && [ "$wanted" = 1 ]; then
    outcome=$(prepare)
  fi
  if [ "$outcome" = shipped ]; then forget_prepared; fi
  printf '%s:%s\n' "$outcome" "$for_what" >"$decided"
}

# The kind of instruction that multiplies and adds bytes in one step.
int8_units() {
  grep -oEm1 'amx_int8|avx512_vnni|avx_vnni|asimddp' /proc/cpuinfo | head -n1 | grep . || echo none
}

# Prints "int8" if the prepared model is in place, "shipped" if it isn't worth it.
prepare() {
  local scratch status=0
  scratch=$(mktemp -d "$data/.preparing.XXXXXX")
  # shellcheck disable=SC2064 # the folder's name is wanted as it is now
  trap "rm -rf '$scratch'" EXIT
  python3 -m pip install --quiet --disable-pip-version-check --only-binary=:all: \
    --target "$scratch/python" "${packages[@]}" >&2
  PYTHONPATH=$scratch/python python3 "$here/prepare_model.py" \
    "$folder/model.onnx" "$scratch/int8.onnx" >&2 || status=$?
  case $status in
    0) use_prepared "$scratch/int8.onnx"; echo int8 ;;
    3) echo shipped ;;
    *) return "$status" ;;
  esac
}

use_prepared() {
  mv "$1" "$folder/int8.onnx"
  printf '{"name": "minilm", "model": "int8.onnx"}\n' >"$folder/.plumbline.json"
  mv "$folder/.plumbline.json" "$folder/plumbline.json"
}

# Settings that somebody else wrote are left alone.
forget_prepared() {
  if grep -qs '"model": "int8.onnx"' "$folder/plumbline.json"; then rm "$folder/plumbline.json"; fi
  rm -f "$folder/int8.onnx"
}

main
