package main

import (
	"errors"
	"fmt"
	"slices"

	"weft/answers/answer"
	"weft/build/ingest"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/store"
)

// measureOptions are what measures take, with the view that the flags name.
func (a *app) measureOptions(c *store.Crawl, rf resultFlags) (answer.Options, error) {
	o := a.options(rf.kinds)
	var err error
	o.Lens, err = a.lens(c, rf.view, rf.sites)
	return o, err
}

// lens returns the lens with a name; nil for the crawl as it is.
func (a *app) lens(c *store.Crawl, name, sites string) (*store.Lens, error) {
	switch {
	case name != "" && !slices.Contains(store.Lenses, name):
		return nil, usagef("--view %s: want %s", name, choice.Of(name, store.Lenses))
	case name == store.BetweenSites && sites == "":
		return nil, usagef("--view %s: say with --sites which page is of which site", name)
	case name != store.BetweenSites && sites != "":
		return nil, usagef("--sites goes with --view %s", store.BetweenSites)
	case name == "":
		return nil, nil //nolint:nilnil // a nil lens shows the crawl as it is
	}
	var groups store.Groups
	if sites != "" {
		s, err := a.readSites(c, sites)
		if err != nil {
			return nil, err
		}
		groups = s
	}
	return c.NewLens(a.ctx, name, groups, a.budget)
}

// readSites reads a list of sites, which may be compressed.
func (a *app) readSites(c *store.Crawl, path string) (*store.Sites, error) {
	r, err := ingest.OpenText(path, a.stdin, a.budget)
	if err != nil {
		return nil, err
	}
	s, err := c.ReadSites(r, a.budget)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	if err == nil && s.Unknown > 0 {
		a.say("%s names pages that the crawl does not have, in %s", path, digits.Plural(s.Unknown, "line"))
	}
	return s, errors.Join(err, r.Close())
}

// say tells people something on standard error.
func (a *app) say(format string, args ...any) {
	if !a.quiet {
		a.progress.Interrupt()
		fmt.Fprintln(a.stderr, "weft: "+inert.Message(fmt.Sprintf(format, args...))) //nolint:errcheck // nobody else to tell
	}
}
