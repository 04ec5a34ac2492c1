package main

import (
	"fmt"
	"strings"

	"weft/internal/choice"
	"weft/internal/inert"
	"weft/internal/offered"
	"weft/internal/progress"

	"github.com/spf13/pflag"
)

// Forms of standard error.
const (
	forPeople   = "auto" // a bar on a terminal, else a plain line now and then
	forPrograms = "json" // a line of JSON for each step, and for each message
)

var progressForms = []string{forPeople, forPrograms}

// Levels of messages.
const (
	levelInfo    = "info"
	levelWarning = "warning"
	levelError   = "error"
	levelHint    = "hint"
)

// addStandardError declares the flags of progress and messages.
func (a *app) addStandardError(f *pflag.FlagSet) {
	a.addProgress(f)
	a.addJob(f)
}

// addProgress declares the form of progress. Two simulations have another flag of this name, which hides it.
func (a *app) addProgress(f *pflag.FlagSet) {
	f.StringVar(&a.form, "progress", forPeople, "write progress and messages to standard error as `FORM`: auto (for people) or json (a line for each step). Two simulations have another --progress")
	offered.Set(f, "progress", progressForms)
}

// newProgress returns what shows the progress of the command.
func (a *app) newProgress(quiet bool) *progress.Reporter {
	if a.form == forPrograms && !quiet {
		return progress.NewJSON(a.stderr)
	}
	return progress.New(a.stderr, quiet)
}

// checkProgress refuses unknown forms of progress.
func (a *app) checkProgress() error {
	if a.form != forPeople && a.form != forPrograms {
		form := a.form
		a.form = forPeople
		return usagef("--progress %s: expected %s", form, choice.Of(form, progressForms))
	}
	return nil
}

// message writes a message to standard error, as a line. For people it begins with the name of the program and the level.
func (a *app) message(level, text string) {
	text = inert.Message(text)
	if a.form == forPrograms {
		progress.WriteLine(a.stderr, progress.Line{Message: text, Level: level})
		return
	}
	line := "weft: " + level + ": " + text
	if level == levelInfo {
		line = "weft: " + text
	}
	fmt.Fprintln(a.stderr, strings.TrimSuffix(line, "\n")) //nolint:errcheck // nobody else to tell
}
