package main

import (
	"fmt"

	"weft/internal/inert"
	"weft/livecrawl/fetch"
	"weft/web/live"
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
	return &seedError{r.Seeds[0]}
}

// tellSeed says it also under --quiet: what was requested and is missing must not go by unseen.
func (a *app) tellSeed(s fetch.SeedError) {
	a.progress.Close()
	a.warn("seed %s: %s", inert.Text(s.URL), inert.Text(s.Reason))
}

// A seedError says that no seed could be fetched.
type seedError struct{ fetch.SeedError }

func (e *seedError) Error() string {
	return fmt.Sprintf("nothing was fetched: seed %s: %s", e.URL, e.Reason)
}

// hint says which flag would help.
func (e *seedError) hint() string {
	switch e.Cause() {
	case live.CausePrivate.String():
		return "--allow-private permits loopback, private and other special addresses"
	case live.CauseCertificate.String():
		return "--insecure takes any certificate"
	case live.CauseRobots.String():
		return "robots.txt forbids it; ask who runs the site, or, if that is you, --robots ignore"
	}
	return ""
}
