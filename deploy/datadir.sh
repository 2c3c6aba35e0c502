#!/bin/sh
# Prints the folder that holds everything Plumbline keeps. The same rule as
# DataDir in internal/config.
if [ -n "${PLUMBLINE_DATA:-}" ]; then
  case $PLUMBLINE_DATA in
    /*) printf '%s\n' "$PLUMBLINE_DATA" ;;
    *) printf '%s\n' "$PWD/$PLUMBLINE_DATA" ;;
  esac
elif [ "$(id -u)" = 0 ]; then
  echo /var/lib/plumbline
else
  case ${XDG_DATA_HOME:-} in
    /*) echo "$XDG_DATA_HOME/plumbline" ;;
    *) echo "$HOME/.local/share/plumbline" ;;
  esac
fi
