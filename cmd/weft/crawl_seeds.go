package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

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

// bareSeed matches a host with an optional port and an optional rest, without a scheme.
var bareSeed = regexp.MustCompile(`^(localhost|[\pL\pN_-]+(?:\.[\pL\pN_-]+)+|\[[0-9a-fA-F:.]+\])\.?(:[0-9]+)?([/?#].*)?$`)

// numericHost matches an IPv4 address or the end of an IPv6 address in brackets.
var numericHost = regexp.MustCompile(`^[0-9.]+$|\]$`)

// withSchemes returns seeds with the schemes that users left out, and reports the choice. The scheme is https for names, and
// http for this machine, addresses and ports other than 443. Names of files stay as they are.
func (a *app) withSchemes(seeds []string) []string {
	whole := make([]string, len(seeds))
	for i, seed := range seeds {
		whole[i] = seed
		m := bareSeed.FindStringSubmatch(seed)
		if m == nil {
			continue
		}
		if _, err := os.Stat(seed); err == nil {
			continue
		}
		scheme := "https"
		if isLoopback(strings.Trim(m[1], "[]")) || m[2] != ":443" && (m[2] != "" || numericHost.MatchString(m[1])) {
			scheme = "http"
		}
		whole[i] = scheme + "://" + seed
		a.say("%s has no scheme: weft crawls %s", inert.Text(seed), inert.Text(whole[i]))
	}
	return whole
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
