package config

import (
	"errors"
	"os"
	"path/filepath"
)

// DataDir is the folder that holds everything Plumbline keeps: PLUMBLINE_DATA,
// else /var/lib/plumbline for root, else a folder in the user's data folder.
// deploy/datadir.sh follows the same rule.
func DataDir(getenv func(string) string) (string, error) {
	return dataDir(getenv, os.Geteuid() == 0)
}

func dataDir(getenv func(string) string, root bool) (string, error) {
	if dir := getenv("PLUMBLINE_DATA"); dir != "" {
		return filepath.Abs(dir)
	}
	if root {
		return "/var/lib/plumbline", nil
	}
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "plumbline"), nil
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".local", "share", "plumbline"), nil
	}
	return "", errors.New("no place to keep data: neither PLUMBLINE_DATA nor HOME is set; set PLUMBLINE_DATA to a folder")
}

// DatabaseURL is the connection string of a database of the user's own, "" if
// there is none and Plumbline is to run its private one.
func DatabaseURL(getenv func(string) string) string {
	if url := getenv("PLUMBLINE_DATABASE_URL"); url != "" {
		return url
	}
	return getenv("DATABASE_URL")
}
