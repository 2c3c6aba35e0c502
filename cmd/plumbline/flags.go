package main

import (
	"errors"
	"flag"
	"io"
)

// newFlags makes a flag set that reports bad usage as an error.
func newFlags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	return f
}

// parse reads flags before and after the positional arguments, which it
// returns. What stands after "--" is positional word for word.
func parse(f *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for {
		if err := f.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, usageError{"help"}
			}
			return nil, usageError{err.Error()}
		}
		left := f.Args()
		if len(left) == 0 {
			return rest, nil
		}
		if consumed := len(args) - len(left); consumed > 0 && args[consumed-1] == "--" {
			return append(rest, left...), nil
		}
		rest, args = append(rest, left[0]), left[1:]
	}
}
