package main

import (
	"fmt"
	"strings"

	"weft/internal/inert"
	"weft/job"
)

// tellSeeds says why seeds were not fetched; a crawl without any page has failed.
func (a *app) tellSeeds(r *crawlResult) error {
	if r.Fetched+r.Redirected > 0 || r.Stats.Stopped || len(r.Seeds) == 0 {
		for _, s := range r.Seeds {
			a.tellSeed(s)
		}
		return nil
	}
	for _, s := range r.Seeds[1:] {
		a.tellSeed(s)
	}
	return &seedError{fmt.Errorf("nothing was fetched: seed %s: %s", r.Seeds[0].URL, r.Seeds[0].Reason)}
}

// tellSeed says it also under --quiet: what was asked for and is missing must not go by unseen.
func (a *app) tellSeed(s job.SeedError) {
	a.progress.Close()
	fmt.Fprintf(a.stderr, "weft: warning: seed %s: %s\n", inert.Text(s.URL), inert.Text(s.Reason)) //nolint:errcheck // nobody else to tell
}

// A seedError says that no seed could be fetched.
type seedError struct{ error }

// hint says which flag would help.
func (e *seedError) hint() string {
	text := e.Error()
	switch {
	case strings.Contains(text, "special address"):
		return "--allow-private permits loopback, private and other special addresses"
	case strings.Contains(text, "certificate"):
		return "--insecure takes any certificate"
	case strings.Contains(text, "robots: "):
		return "robots.txt forbids it; ask who runs the site, or, if that is you, --robots ignore"
	}
	return ""
}
