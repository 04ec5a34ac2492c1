package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"weft/crawl/scope"
	"weft/livecrawl/folder"
)

// like sets the flags that the user did not give to the settings of an earlier crawl. It leaves out seeds, limits, --since and
// a shared frontier.
func (a *app) like(cmd *cobra.Command, fl *crawlFlags) error {
	if fl.resume != "" {
		return usagef("--like and --resume exclude each other: a resumed crawl keeps its own settings")
	}
	if !folder.Holds(fl.like) {
		return fmt.Errorf("--like %s: expected the folder of a crawl of weft crawl, found none", fl.like)
	}
	state, err := folder.Read(fl.like)
	if err != nil {
		return fmt.Errorf("--like: %w", err)
	}
	cfg, err := folder.Latest(fl.like)
	if err != nil {
		return fmt.Errorf("--like: %w", err)
	}
	values := ofConfig(cfg)
	for _, name := range remembered {
		values[name] = state.Settings[name]
	}
	if !cmd.Flags().Changed("scope") {
		fl.config.Scope.Texts = cfg.Scope.Texts // the list as it was, not what the file says now
	}
	for name, list := range values {
		if err := setUnlessGiven(cmd, fl.like, name, list); err != nil {
			return fmt.Errorf("--like: %w", err)
		}
	}
	return nil
}

// ofConfig returns the values of the flags that a configuration comes from.
func ofConfig(c *folder.Config) map[string][]string {
	one := func(v any) []string { return []string{fmt.Sprint(v)} }
	word := func(is bool, of [2]string) []string {
		if is {
			return of[:1]
		}
		return of[1:]
	}
	s := &c.Scope
	all := map[string][]string{
		"include": s.Include, "exclude": s.Exclude, "depth": one(s.Depth), "outside": one(s.Outside), "embeds": one(s.Embeds), "host-pages": one(s.HostPages), "types": s.Types,
		"robots": one(c.Robots), "nofollow": word(c.Nofollow, nofollowRules), "sitemaps": one(c.Sitemaps), "requisites": one(c.Requisites),
		"no-traps": one(!c.Traps), "release": c.Release, "soft-404": one(c.Soft404), "order": word(!c.Strict, crawlOrders), "scope": one(s.Area),
	}
	if s.HostBytes > 0 {
		all["host-bytes"] = []string{strconv.FormatUint(s.HostBytes, 10)}
	}
	if c.Repeats > 0 {
		all["repeats"] = one(c.Repeats)
	}
	if s.Area == scope.Listed.String() {
		switch {
		case len(s.Lists) > 0:
			all["scope"] = one("surt:" + s.Lists[0])
		case len(s.Include) > 0:
			all["scope"], all["include"] = one("regex:"+s.Include[0]), s.Include[1:]
		}
	}
	if !folder.ByFlow(c.Strategy) && !folder.IsHanded(c.Strategy) && c.Scores == "" {
		all["strategy"] = one(c.Strategy)
	}
	return all
}
