package main

import (
	"time"

	"weft/build/ingest"
	"weft/internal/digits"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// graphOf returns the path to open for a given path. For the folder of a live crawl this is its newest snapshot.
// It makes a snapshot if there is none, or on request. The crawl may be running.
func (a *app) graphOf(path string) (string, error) {
	if !folder.Is(path) {
		return path, nil
	}
	dir, age, ok := livecrawl.NewestSnapshot(path)
	if ok && !a.fresh {
		if !a.logged {
			a.say("the graph is a snapshot of %s ago; --fresh makes a new one", age.Round(time.Second))
		}
		return dir, nil
	}
	s, err := livecrawl.MakeSnapshot(a.ctx, path, a.snapshotOptions())
	if err != nil {
		return "", err
	}
	a.say("made a snapshot of %s and %s in %s", digits.Plural(s.Pages, "page"), digits.Plural(s.Arcs, "arc"), s.Took.Round(10*time.Millisecond))
	return dir, nil
}

func (a *app) snapshotOptions() ingest.Options {
	o := ingest.Options{DraftOptions: a.draft(madeFlags{})}
	o.Progress = a.importProgress
	return o
}
