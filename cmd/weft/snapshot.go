package main

import (
	"fmt"
	"time"

	"weft/ingest"
	"weft/job"
)

// graphOf returns what is to be opened for a path: for the folder of a live crawl its newest snapshot, which is made if there is
// none, or if a new one is asked for. The crawl may be running.
func (a *app) graphOf(path string) (string, error) {
	if !job.IsFolder(path) {
		return path, nil
	}
	dir, age, ok := job.NewestSnapshot(path)
	if ok && !a.fresh {
		a.tell("the graph is a snapshot of %s ago; --fresh makes a new one", age.Round(time.Second))
		return dir, nil
	}
	s, err := job.MakeSnapshot(a.ctx, path, a.snapshotOptions())
	if err != nil {
		return "", err
	}
	a.progress.Close()
	a.tell("made a snapshot of %s pages and %s arcs in %s", grouped(s.Pages), grouped(s.Arcs), s.Took.Round(10*time.Millisecond))
	return dir, nil
}

// tell says something on standard error, unless that is to be quiet.
func (a *app) tell(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.stderr, "weft: "+format+"\n", args...) //nolint:errcheck // nobody else to tell
	}
}

func (a *app) snapshotOptions() ingest.Options {
	return ingest.Options{
		Memory: a.budget, Workers: a.workers, Command: a.args, Version: version, Now: time.Now().UTC().Truncate(time.Second), Progress: a.importProgress,
	}
}
