package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"weft/answers/answer"
	"weft/faces/serve/jobs"
	"weft/internal/atomicfile"
	"weft/internal/inert"
)

// A jobOrders is a command as a job of weft serve: it has a folder, and obeys orders on standard input.
type jobOrders struct {
	dir string // folder of the job; empty for a command of people

	mu   sync.Mutex
	does func(order string) // what a crawl does with an order
}

// addJob declares the flag of jobs. Help does not list it: only weft serve uses it.
func (a *app) addJob(f *pflag.FlagSet) {
	f.StringVar(&a.job.dir, "job", "", "be a job of weft serve, with the folder `DIR`: obey orders on standard input, and write the result in all forms")
	f.MarkHidden("job") //nolint:errcheck // the flag is there
}

// obey reads orders, if the command is a job, until cancel ends it. Nothing else reads standard input then.
func (a *app) obey(cancel context.CancelFunc) {
	if a.job.dir == "" {
		return
	}
	in := a.stdin
	a.stdin, a.form = strings.NewReader(""), forPrograms
	go jobs.ReadOrders(in, func(order string) {
		a.job.mu.Lock()
		does := a.job.does
		a.job.mu.Unlock()
		if does == nil || order == jobs.Interrupt {
			if order == jobs.Interrupt || order == jobs.Stop {
				cancel()
			}
			return
		}
		does(order)
	})
}

// obeyCrawl lets orders of a job pause, continue and stop a crawl, until the function that it returns is called.
func (a *app) obeyCrawl(w *crawlWatch) (end func()) {
	set := func(does func(string)) {
		a.job.mu.Lock()
		a.job.does = does
		a.job.mu.Unlock()
	}
	set(func(order string) {
		switch order {
		case jobs.Pause, jobs.Resume:
			if !w.Pause(order == jobs.Pause) {
				a.say("this crawl cannot be paused")
			}
		case jobs.Stop:
			w.Stop("it was stopped in the browser")
		}
	})
	return func() { set(nil) }
}

// saveOutcome writes a result into the folder of the job, if the command is one.
func (a *app) saveOutcome(got answer.Answer) error {
	if a.job.dir == "" {
		return nil
	}
	return jobs.Save(a.job.dir, got, flagOf)
}

// saveText writes what a command prints for people into the folder of the job, if the command is one.
func (a *app) saveText(print func(w io.Writer)) error {
	if a.job.dir == "" {
		return nil
	}
	var b strings.Builder
	print(&b)
	return atomicfile.WriteFile(filepath.Join(a.job.dir, jobs.TextFile), []byte(inert.Lines(b.String())))
}
