# What the distribution must bring, the data folder and the system user.

# Debian's packages behind the commands that set-up, build and product call.
declare -A package_of=([gcc]=gcc [git]=git [python3]=python3 [flock]=util-linux [make]=make)

missing_packages() {
  local command
  for command in "${!package_of[@]}"; do
    command -v "$command" >/dev/null || echo "${package_of[$command]}"
  done
  [ -e /usr/include/stdlib.h ] || echo libc6-dev
  [ -e /etc/ssl/certs/ca-certificates.crt ] || echo ca-certificates
  # pip is only needed while a wheel is missing; asking it anything is slow.
  if [ -n "$(missing_wheels)" ] && ! python3 -m pip --version >/dev/null 2>&1; then echo python3-pip; fi
}

check_system() {
  local missing
  missing=$(missing_packages | tr '\n' ' ')
  if [ -n "$missing" ]; then problem "packages of the system: $missing; run \`make setup\`"; fi
  if [ "$(id -u)" = 0 ] && ! id -u "$system_user" >/dev/null 2>&1; then
    problem "the system user $system_user, who owns the database; run \`make setup\`"
  fi
}

bring_system() {
  local missing
  missing=$(missing_packages | tr '\n' ' ')
  if [ -n "$missing" ]; then
    install_packages $missing ||
      essential_problem "packages of the system: $missing; install them, then run \`make setup\` again"
  fi
  if [ "$(id -u)" = 0 ]; then make_system_user; fi
}

# install_packages PACKAGE…: through apt, as root or through sudo.
install_packages() {
  local as_root=()
  command -v apt-get >/dev/null || return 1
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || return 1
    as_root=(sudo)
  fi
  say "installing $*"
  "${as_root[@]}" apt-get update -qq >&2 &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends "$@" >&2
}

make_data_folder() {
  mkdir -p "$data" 2>/dev/null && [ -w "$data" ] && return
  say "the data folder $data cannot be written; name another one in PLUMBLINE_DATA"
  exit 1
}

make_system_user() {
  id -u "$system_user" >/dev/null 2>&1 && return
  useradd --system --user-group --home-dir "$data" --no-create-home \
    --shell /usr/sbin/nologin "$system_user" ||
    essential_problem "the system user $system_user, who owns the database; create it with useradd --system $system_user"
}
