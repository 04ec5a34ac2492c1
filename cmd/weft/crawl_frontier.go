package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/crawl/shared"
	"weft/crawl/shared/open"
	"weft/internal/digits"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// passwordVariable is the variable of the environment with the password of a shared frontier whose address has none.
const passwordVariable = "WEFT_FRONTIER_PASSWORD"

const sharedHelp = `Several crawlers, one frontier: with --frontier redis://HOST, crawlers in several processes or machines share what is left to fetch. Each page is fetched once, and each host is asked by one crawler at a time. Give all of them the same seeds, scope and options, and a folder each; weft union joins the folders. A crawler that is killed is resumed with --resume; until then the others fetch its pages, once its --lease is over. The password of Redis is read from the address or from ` + passwordVariable + `, and is not kept. A server of URLFrontier is grpc://HOST:7071/NAME; choose a lease of several minutes there. docs/howto/shared-frontier.md has a walk through it.`

// addFrontier adds the flags of a shared frontier.
func (fl *crawlFlags) addFrontier(f *pflag.FlagSet) {
	f.StringVar(&fl.frontier, "frontier", "", "share the frontier at `ADDRESS` with other crawlers, such as redis://HOST:6379; add ?name=NAME where several crawls use one server. grpc://HOST:7071/NAME is a server of URLFrontier")
	f.DurationVar(&fl.lease, "lease", shared.DefaultLease, "with --frontier, leave the pages of a crawler to others when it was silent for `DURATION`. A number is in seconds")
	under(f, "Shared frontier", "frontier", "lease")
}

// parseFrontier reads the address of a frontier. The password may stand in the environment.
func parseFrontier(text string) (open.Address, error) {
	a, err := open.Parse(text)
	if err != nil {
		return a, usagef("--frontier: %w", err)
	}
	if a.Password == "" {
		a.Password = os.Getenv(passwordVariable)
	}
	return a, nil
}

// leastLease and mostLease bound the lease: Redis must be asked in time, and a killed crawler must be missed some day.
const (
	leastLease = time.Second
	mostLease  = 24 * time.Hour
)

// nameFrontier names the frontier of a new crawl in its configuration, if it is shared.
func (fl *crawlFlags) nameFrontier(cmd *cobra.Command) error {
	if fl.frontier == "" {
		if cmd.Flags().Changed("lease") {
			return usagef("--lease requires --frontier: a crawl with a frontier of its own has no lease")
		}
		return nil
	}
	if fl.strategy == "bfs" && !cmd.Flags().Changed("strategy") {
		fl.strategy = ""
	}
	at, err := parseFrontier(fl.frontier)
	if err != nil {
		return err
	}
	fl.config.Frontier, fl.address = at.String(), &at
	return nil
}

// findFrontier finds the frontier of a crawl that is resumed, if it is shared. The crawl has its address without a password.
func (fl *crawlFlags) findFrontier(c *folder.Config) error {
	if c.Frontier == "" {
		if fl.frontier != "" {
			return usagef("--frontier: the crawl in %s has a frontier of its own, and cannot share one now: begin a new crawl", fl.resume)
		}
		return nil
	}
	text := fl.frontier
	if text == "" {
		text = c.Frontier
	}
	at, err := parseFrontier(text)
	if err != nil {
		return err
	}
	if at.String() != c.Frontier {
		return usagef("--frontier %s: the crawl in %s shares the frontier %s, and cannot change it", at.String(), fl.resume, c.Frontier)
	}
	fl.address = &at
	return nil
}

// openFrontier connects to the frontier that is shared, if any.
func (a *app) openFrontier(fl *crawlFlags) error {
	if fl.address == nil {
		return nil
	}
	if fl.lease < leastLease || fl.lease > mostLease {
		return usagef("--lease %s: expected %s to %s", fl.lease, leastLease, mostLease)
	}
	if a.plan {
		return nil
	}
	s, warnings, err := fl.address.Open(a.ctx)
	if err != nil {
		if fl.address.Password == "" && strings.HasPrefix(fl.address.String(), "redis") {
			err = fmt.Errorf("%w (a password is read from --frontier or from %s)", err, passwordVariable)
		}
		return err
	}
	for _, text := range warnings {
		a.message(levelWarning, text)
	}
	fl.run.Sharing = &livecrawl.Sharing{Service: s, Lease: fl.lease, Warn: func(text string) { a.warn("%s", text) }}
	return nil
}

// closeFrontier closes what openFrontier has opened.
func (fl *crawlFlags) closeFrontier() error {
	if fl.run.Sharing == nil {
		return nil
	}
	return fl.run.Sharing.Service.Close()
}

// printFrontier prints what a shared frontier has left.
func printFrontier(w io.Writer, r *crawlResult) {
	f := r.Frontier
	if f == nil {
		return
	}
	row(w, "frontier", "%s queued, %s held by %s: %s", digits.Plural(f.Queued, "page"), grouped(f.Held), digits.Plural(f.Crawlers, "other crawler"), f.Address)
}
