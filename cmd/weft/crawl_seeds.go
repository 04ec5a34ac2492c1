package main

import (
	"errors"
	"fmt"
	"os"

	"weft/internal/inert"
	"weft/livecrawl/fetch"
	"weft/livecrawl/folder"
	"weft/web/live"
)

// tellSeeds says why seeds were not fetched; a crawl without any page has failed.
func (a *app) tellSeeds(r *crawlResult) error {
	if r.Fetched+r.Failed+r.Excluded == 0 && r.remains() == 0 && r.Redirected > 0 && r.Redirected == r.Circles && !r.Stats.Stopped {
		return errors.New("nothing was fetched: " + loopsOnly(r.cookies))
	}
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

// loopsOnly describes a crawl whose pages all redirect in loops.
func loopsOnly(cookies bool) string {
	if cookies {
		return "each page redirects in a loop; if a browser shows the site, --cookies-from FILE takes the cookies of a browser"
	}
	return "each page redirects in a loop; if a browser shows the site, it needs cookies: crawl with --cookies"
}

// tellSeed warns of a failed seed, even with --quiet: the user named the seed, so its loss must be visible.
func (a *app) tellSeed(s fetch.SeedError) {
	a.progress.Close()
	a.warn("seed %s: %s", inert.Text(s.URL), inert.Text(s.Reason))
}

// A seedError says that no seed could be fetched.
type seedError struct{ fetch.SeedError }

func (e *seedError) Error() string {
	return fmt.Sprintf("nothing was fetched: seed %s: %s", e.URL, e.Reason)
}

// tellSchemes reports the scheme that weft adds to seeds of the command line and of a settings file. Names in a graph have
// none.
func (a *app) tellSchemes(c *folder.Config, seeds []string) {
	if c.Web == folder.Graph {
		return
	}
	for _, seed := range seeds {
		if url, added, err := folder.SeedURL(seed); err == nil && added {
			a.say("%s has no scheme: weft crawls %s", inert.Text(seed), inert.Text(url))
		}
	}
}

// refuseFiles refuses seeds that name files: the user meant the URLs in the file.
func refuseFiles(seeds []string) error {
	for _, seed := range seeds {
		if info, err := os.Stat(seed); err == nil && info.Mode().IsRegular() {
			return usagef("%s is a file, expected a URL: use --seeds %s for the URLs in the file, or write https://%s for a host of this name", seed, seed, seed)
		}
	}
	return nil
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
