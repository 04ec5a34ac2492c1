package main

import (
	"errors"
	"path/filepath"
	"time"

	"weft/internal/progress"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/livecrawl/watch"
)

// listenFor opens the port of the status page, before there is a crawl; nil if none is requested.
func (a *app) listenFor(address string) (*watch.Listener, error) {
	if address == "" {
		return nil, nil //nolint:nilnil // no page
	}
	l, err := watch.Listen(address)
	switch {
	case errors.Is(err, watch.ErrAddress):
		return nil, usagef("--listen %w", err)
	case err != nil:
		return nil, err
	}
	note := ""
	if l.Open() {
		note = "; anyone who can reach it may stop the crawl"
	}
	a.say("status page at %s%s", l.URL(), note)
	return l, nil
}

// watchJob shows how a crawl goes, until the watcher is closed; that it closes the listener, which may be nil. Then
// bars show what comes next. Giving up ends what is under way when the crawl was stopped by key or page.
func (a *app) watchJob(j *livecrawl.Job, l *watch.Listener, giveUp func()) *crawlWatch {
	a.progress.Close()
	a.progress = nil
	o := watch.Options{
		Out: a.stderr, In: a.stdin, Quiet: a.quiet, Listener: l, Interrupted: a.ctx.Done(), GiveUp: giveUp, Patience: livecrawl.Patience,
		File: filepath.Join(j.About().Dir, folder.StatusFile),
	}
	if a.form == forPrograms {
		o.Out, o.In = nil, nil
		if !a.quiet {
			o.Each = a.crawlLines(j.About().Limits.Pages)
		}
	}
	w := &crawlWatch{app: a, Watcher: watch.Start(j, o)}
	w.ends = a.obeyCrawl(w)
	return w
}

// crawlLines returns the function that writes the state of a crawl, and its new messages, as lines of JSON. The crawl
// ends after most pages; 0 means any number.
func (a *app) crawlLines(most uint64) func(livecrawl.Status) {
	told := 0
	return func(s livecrawl.Status) {
		for _, m := range s.Told {
			if m.Number > told {
				a.message(levelWarning, m.Text)
				told = m.Number
			}
		}
		step := progress.Phase{
			Name: "crawl", Done: int64(s.Fetched), Total: int64(most), Unit: "pages", //nolint:gosec // numbers of pages
			Seconds: s.Elapsed.Round(time.Millisecond).Seconds(), Left: s.Left.Round(time.Millisecond).Seconds(), Paused: s.Paused,
		}
		progress.WriteLine(a.stderr, progress.Line{Progress: &step, Crawl: &progress.Crawl{
			Known: s.Known, Waiting: s.Waiting, Failed: s.Failed, Redirected: s.Redirected, Bytes: s.Bytes, Hosts: s.Hosts, PageRate: s.PageRate, Why: s.Why,
		}})
	}
}

// A crawlWatch is a Watcher in place of the progress of a command.
type crawlWatch struct {
	*watch.Watcher
	app  *app
	ends func() // the obedience to orders
}

// Close ends the watcher. It may be called more than once.
func (w *crawlWatch) Close() {
	w.ends()
	w.Watcher.Close()
	if w.app.progress == nil {
		w.app.progress = w.app.newProgress(w.app.quiet)
	}
}
