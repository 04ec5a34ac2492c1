package main

import (
	"time"

	"weft/internal/digits"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/making/ingest"
)

// graphOf returns the path to open for a given path. For the folder of a live crawl this is its newest snapshot.
// It makes a snapshot if there is none, or on request. The crawl may be running.
func (a *app) graphOf(path string) (string, error) {
	if !folder.Is(path) {
		return path, nil
	}
	if a.states {
		if n, err := folder.Waiting(path); err != nil {
			return "", err
		} else if n > 0 {
			a.say("%s waited for another request at the end of the last run, and the graph has no status of %s: weft missing %s --list waiting",
				digits.Plural(n, "page"), digits.Verb(n, "it", "them"), path)
		}
	}
	newest, ok := livecrawl.NewestSnapshot(path)
	if ok && !a.fresh {
		if newest.Grown && !a.logged {
			a.say("the crawl has more than its graph, which was made %s ago; --fresh makes a new one", digits.Span(newest.Age().Round(time.Second)))
		}
		return newest.Dir, nil
	}
	s, err := livecrawl.MakeSnapshot(a.ctx, path, a.snapshotOptions())
	if err != nil {
		return "", err
	}
	a.say("made a snapshot of %s and %s in %s", digits.Plural(s.Pages, "page"), digits.Plural(s.Arcs, "arc"), s.Took.Round(10*time.Millisecond))
	return s.Dir, nil
}

func (a *app) snapshotOptions() ingest.Options {
	o := ingest.Options{DraftOptions: a.draft(madeFlags{})}
	o.Progress = a.importProgress
	return o
}
