// Command weft turns a crawl of the Web into a graph that can be measured.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"weft/internal/mem"
	"weft/internal/option"
	"weft/livecrawl/folder"
	"weft/making/ingest"
	"weft/store"
)

// Exit statuses. docs/crawling.md and exitHelp describe them.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitIncomplete  = 3
	exitInterrupted = 130
)

// exitHelp is the table of exit statuses of weft crawl.
const exitHelp = `Exit status:
  0    success: the crawl is complete
  1    failure
  2    wrong usage
  3    pages are left: at a limit such as --pages, --time or --until, after a stop by key or status page, because pages failed with errors that may pass, hosts do not respond or trap rules hold pages back, or because the memory was full. The result names the pages that are left
  130  interrupted (Ctrl-C, SIGTERM)`

// An incompleteError says that a command ended, but its work is incomplete.
type incompleteError struct {
	what  string
	asked bool // a limit or a stop by key ended the work
}

func (e *incompleteError) Error() string { return e.what }

func main() {
	mem.KeepClean()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole command: results go to stdout, everything else to stderr.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return (&app{stdin: stdin, stdout: &counted{Writer: stdout}, stderr: stderr}).run(args)
}

func (a *app) run(args []string) int {
	a.words = args
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	ctx, a.cancel = context.WithCancel(ctx)
	defer a.cancel()
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	a.progress.Close()
	a.json = a.json || wantsJSON(args)
	return a.report(ctx, err)
}

// report prints an error and returns the exit status.
func (a *app) report(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil:
		status := cmp.Or(a.interrupted, exitInterrupted)
		a.printError(failure{Kind: "stopped", Message: "stopped", Status: status})
		a.message(levelInfo, "stopped")
		return status
	}
	status, level := exitFailed, levelError
	var short *incompleteError
	switch {
	case isUsage(err):
		status = exitUsage
	case errors.As(err, &short):
		if status = exitIncomplete; short.asked {
			level = levelInfo
		}
	}
	a.printError(a.describeError(err, status))
	a.message(level, words(err))
	if h := hint(err); h != "" {
		a.message(levelHint, h)
	}
	return status
}

// A usageError says that the command line is wrong.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// words returns the text of an error, with options named as flags.
func words(err error) string { return option.Text(err, flagOf) }

// flagOf returns the flag of an option of a library.
func flagOf(name string) string {
	return cmp.Or(map[string]string{"output": "-o", "resume": "weft crawl --resume", "recover": "weft crawl --recover", "import": "weft import", "replay": "weft crawl --replay"}[name], "--"+name)
}

// hint returns what to do about an error, or "" if the error already says it.
func hint(err error) string {
	var short *mem.ShortError
	var seed *seedError
	var ofShards *ingest.ShardsError
	switch {
	case errors.As(err, &seed):
		return seed.hint()
	case errors.As(err, &short):
		return "--memory auto allows half of the memory of this machine"
	case errors.Is(err, store.ErrNoNames):
		return "import a list of arcs with URLs instead of numbers, or leave out options that need hosts"
	case errors.Is(err, folder.ErrDamaged), errors.As(err, &ofShards): // the error itself says what helps
		return ""
	case errors.Is(err, store.ErrCorrupt):
		return "weft verify CRAWL lists the damage; a crawl can be imported again from its source"
	}
	return ""
}
