// Command plumbline answers questions about a repository at one commit, with
// verified citations, on GitHub and from the command line.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// Exit statuses.
const (
	exitDone      = 0
	exitFailed    = 1
	exitUsage     = 2
	exitAbstained = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

// command is one subcommand.
type command struct {
	name, args, help string
	run              func(ctx context.Context, e *env, args []string) error
}

// env is what a subcommand may use of the world.
type env struct {
	getenv         func(string) string
	stdout, stderr io.Writer
}

// usageError is a command line that cannot be understood.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

// errAbstained: there is an answer, and it says that nothing was found.
var errAbstained = errors.New("abstained")

func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	name, rest := "help", args
	if len(args) > 0 {
		name, rest = args[0], args[1:]
	}
	if name == "help" || name == "-h" || name == "--help" {
		printHelp(stdout)
		return exitDone
	}
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == name })
	if i < 0 {
		fmt.Fprintf(stderr, "plumbline: there is no command %q; `plumbline help` lists them\n", name)
		return exitUsage
	}
	err := commands[i].run(ctx, &env{getenv, stdout, stderr}, rest)
	return status(err, commands[i], stderr)
}

func status(err error, c command, stderr io.Writer) int {
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errAbstained):
		return exitAbstained
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "plumbline %s: %s\nusage: plumbline %s %s\n", c.name, usage.message, c.name, c.args)
		return exitUsage
	default:
		fmt.Fprintf(stderr, "plumbline %s: %v\n", c.name, err)
		return exitFailed
	}
}

func printHelp(w io.Writer) {
	fmt.Fprintln(w, "plumbline answers questions about a repository at one commit, each claim with a checked citation.")
	fmt.Fprintln(w)
	for _, c := range commands {
		fmt.Fprintf(w, "  plumbline %-8s %s\n      %s\n", c.name, c.args, strings.ReplaceAll(c.help, "\n", "\n      "))
	}
}
