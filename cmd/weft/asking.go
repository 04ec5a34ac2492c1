package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"

	"weft/internal/inert"
	"weft/making/ingest"
	"weft/making/ingest/tables"
)

// importAsking imports. On a terminal it asks how to read an input that can be read in several ways, and imports it so.
func (a *app) importAsking(o *ingest.Options, run func() error) error {
	for {
		err := run()
		var q *tables.Question
		if !errors.As(err, &q) || !a.mayAsk(o) {
			return err
		}
		a.progress.Close()
		r, ok := ask(a.stdin, a.stderr, words(err), q)
		if !ok {
			return err
		}
		o.Choose(r)
		a.progress = a.newProgress(a.quiet || a.plan)
	}
}

// mayAsk reports whether a person sits at a terminal, who can answer, and no input comes from there.
func (a *app) mayAsk(o *ingest.Options) bool {
	return !slices.Contains(o.Inputs, "-") && (a.onTerminal || isTerminal(a.stdin) && isTerminal(a.stderr))
}

func isTerminal(f any) bool {
	file, ok := f.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// ask shows a question with its readings numbered, and returns the reading whose number is answered; false without one.
func ask(in io.Reader, out io.Writer, text string, q *tables.Question) (*tables.Reading, bool) {
	if len(q.Readings) == 0 {
		return nil, false
	}
	why, _, _ := strings.Cut(text, "\n")
	fmt.Fprintln(out, inert.Text(why)) //nolint:errcheck // a terminal
	for i := range q.Readings {
		fmt.Fprintf(out, "  %d   %s\n", i+1, inert.Text(q.Readings[i].Arcs)) //nolint:errcheck // a terminal
	}
	lines := bufio.NewScanner(in)
	for {
		fmt.Fprintf(out, "Which is right, 1 to %d? Enter stops: ", len(q.Readings)) //nolint:errcheck // a terminal
		if !lines.Scan() || strings.TrimSpace(lines.Text()) == "" {
			return nil, false
		}
		if n, err := strconv.Atoi(strings.TrimSpace(lines.Text())); err == nil && n >= 1 && n <= len(q.Readings) {
			return &q.Readings[n-1], true
		}
	}
}
