package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/answers/answer"
	"weft/answers/pages"
	"weft/answers/recheck"
	"weft/graph/page"
	"weft/internal/digits"
	"weft/internal/ending"
	"weft/internal/offered"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/livecrawl/watch"
	"weft/making/ingest"
	"weft/store"
	"weft/web/weburl"
)

const recheckHelp = `Request pages of a crawl once more, also failed ones, and say what has changed. Pages work again, are broken now, or are still broken;
redirects lead elsewhere. The crawl stays as it is, and may run meanwhile.

URLs name the pages, or --list does. Without either, flags select them: --status, --state and --address. Without any of these, all failed
pages are requested.

weft takes contact, delay, logins and other settings for requests from the crawl. It obeys robots.txt. While the crawl runs,
weft waits twice the delay, because two programs then ask the same hosts. A crawl made by weft import has no settings; give
the --contact.

Redirects are followed, and no other links. With -o the responses are kept as a crawl: an archive and a graph.

The exit status is 3 if pages are left by --top, or were not requested because of robots.txt or the like.`

// recheckOptions are the flags of weft recheck, beside the flags of a crawl.
type recheckOptions struct {
	pages.Query
	list string
	top  int
}

// recheckCmd is weft recheck.
func (a *app) recheckCmd() *cobra.Command {
	var o recheckOptions
	fl := &crawlFlags{strategy: "bfs"}
	whole := &cobra.Command{} // has all flags of a crawl
	fl.add(whole)
	c := &cobra.Command{
		Use: "recheck CRAWL [URL…]", Short: "Request pages once more, and say what changed",
		Long:    recheckHelp,
		Example: "  weft crawl http://127.0.0.1:8080/ -o crawl\n  weft recheck crawl\n  weft recheck crawl --status 5xx\n  weft recheck crawl http://127.0.0.1:8080/a -o again",
		Args:    atLeast(1, "a crawl, and perhaps URLs"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.top < 0 {
				return usagef("--top %d: expected 0 or more", o.top)
			}
			return a.recheck(cmd, whole, fl, &o, args)
		},
	}
	f := c.Flags()
	f.StringVar(&o.list, "list", "", "request the pages in `FILE`, one URL a line up to a tab; - for standard input")
	f.StringVar(&o.Status, "status", "", "request pages with the HTTP `STATUS`: 404, or 4xx for a class")
	f.StringVar(&o.State, "state", "", "request pages in `STATE`: "+strings.Join(pages.StateNames[:], ", "))
	offered.Set(f, "state", pages.StateNames[:])
	f.StringVar(&o.Address, "address", "", "request pages whose URL begins with `TEXT`, or the pages of a host and its subdomains")
	f.IntVarP(&o.top, "top", "n", 1000, "request at most `N` selected pages, in the order of their URLs; 0 for all")
	for _, name := range []string{"output", "contact"} {
		f.AddFlag(whole.Flags().Lookup(name))
	}
	f.Lookup("output").Usage = "keep the responses in the folder `DIR`, as a crawl"
	ending.Set(f, "output", ending.Folder)
	own := &pflag.FlagSet{}
	fl.addPoliteness(own)
	fl.addRequests(own)
	own.VisitAll(func(x *pflag.Flag) { f.AddFlag(whole.Flags().Lookup(x.Name)) })
	return c
}

// recheck requests pages of a crawl, and compares.
func (a *app) recheck(cmd, whole *cobra.Command, fl *crawlFlags, o *recheckOptions, args []string) error {
	selects := slices.ContainsFunc([]string{"status", "state", "address"}, cmd.Flags().Changed)
	switch {
	case len(args) > 1 && (o.list != "" || selects), o.list != "" && selects:
		return usagef("the pages are named, listed or selected: give URLs, or --list, or --status, --state and --address")
	case o.Query == pages.Query{}:
		o.State = page.Failed.String()
	}
	kept := fl.run.Dir
	if kept == "" {
		dir, err := os.MkdirTemp("", "weft-recheck-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir) //nolint:errcheck // of temporary files
		fl.run.Dir = filepath.Join(dir, "crawl")
	}
	return a.open(args[0], func(c *store.Crawl) error {
		urls, left, err := a.toRecheck(c, o, args[1:])
		if err != nil {
			return err
		}
		r := &recheck.Check{Crawl: args[0], Left: left, Folder: kept}
		if r.Rows, err = a.recheckURLs(whole, fl, c, urls, r); err != nil {
			return err
		}
		r.Count()
		if err := a.saveOutcome(r); err != nil {
			return err
		}
		if err := a.print(r, func(w io.Writer) { answer.Print(w, r.Blocks(), flagOf) }); err != nil {
			return err
		}
		if n := r.Counts[recheck.Unchecked]; n+left > 0 {
			return &incompleteError{digits.Plural(n+left, "page") + " not checked", false}
		}
		return nil
	})
}

// toRecheck returns the pages to request, and how many selected pages are left.
func (a *app) toRecheck(c *store.Crawl, o *recheckOptions, named []string) (urls []string, left int, err error) {
	switch {
	case !c.HasNames():
		return nil, 0, store.ErrNoNames
	case len(named) > 0:
		if err := refuseFiles(named); err != nil {
			return nil, 0, err
		}
		urls, err = canonical(named)
	case o.list != "":
		urls, err = a.listToRecheck(o.list)
	default:
		urls, left, err = a.selectToRecheck(c, o)
	}
	if err == nil && len(urls) == 0 {
		return nil, 0, usagef("no page to request: the crawl has no page that the flags select")
	}
	return urls, left, err
}

// canonical returns URLs in the form of names of pages, each once.
func canonical(texts []string) (urls []string, err error) {
	seen := map[string]bool{}
	for _, text := range texts {
		name, _, err := folder.SeedURL(text)
		if err == nil {
			name, err = weburl.Parse(name)
		}
		if err != nil {
			return nil, usagef("%s is no URL of a page: %w", text, err)
		}
		if !seen[name] {
			seen[name] = true
			urls = append(urls, name)
		}
	}
	return urls, nil
}

// listToRecheck reads a list of URLs.
func (a *app) listToRecheck(path string) ([]string, error) {
	in, err := ingest.OpenText(path, a.stdin, a.budget)
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // only read
	all, err := folder.ReadSeeds(bufio.NewReader(in), path)
	if err != nil {
		return nil, usagef("%w", err)
	}
	if len(all) > mostOnly {
		return nil, usagef("--list %s: %s pages, expected %s or fewer", path, digits.Grouped(len(all)), digits.Grouped(mostOnly))
	}
	return canonical(all)
}

// selectToRecheck finds the pages of a query.
func (a *app) selectToRecheck(c *store.Crawl, o *recheckOptions) (urls []string, left int, err error) {
	s := pages.New(c)
	defer s.Close() //nolint:errcheck // only read
	found, err := s.Find(a.ctx, &o.Query, true)
	if err != nil {
		return nil, 0, err
	}
	most := o.top
	if most == 0 || most > found.Count {
		most = found.Count
	}
	if most > mostOnly {
		return nil, 0, usagef("%s pages are selected: expected %s or fewer at a time; --top says how many", digits.Grouped(found.Count), digits.Grouped(mostOnly))
	}
	first, err := s.First(a.ctx, found, pages.ByURL, most)
	if err != nil {
		return nil, 0, err
	}
	for _, u := range first {
		name, err := c.AppendName(nil, u)
		if err != nil {
			return nil, 0, err
		}
		urls = append(urls, string(name))
	}
	return urls, found.Count - len(first), nil
}

// plain are the values of flags of a crawl that requests given pages and nothing else. The rules of the crawl chose its pages;
// here the reader did.
var plain = map[string]string{"scope": "anywhere", "depth": "0", "sitemaps": "false", "requisites": "0", "no-traps": "true", "strategy": "bfs", "soft-404": "false"}

// unruled are the flags of rules that do not hold for pages that were chosen.
var unruled = []string{"include", "exclude", "outside", "embeds", "host-pages", "host-bytes", "types", "release", "repeats", "order", "workers", "collection", "lease"}

// recheckURLs crawls the pages, and compares their fates.
func (a *app) recheckURLs(whole *cobra.Command, fl *crawlFlags, c *store.Crawl, urls []string, r *recheck.Check) ([]recheck.Row, error) {
	begin := time.Now()
	before := recheck.Side{Store: c}
	before.Dir, _ = folder.Of(c.Path)
	if err := a.likeBefore(whole, fl, before.Dir); err != nil {
		return nil, err
	}
	fl.config.Seeds = urls
	if err := fl.setConfig(a.seed); err != nil {
		return nil, err
	}
	if err := fl.checkContact(); err != nil {
		return nil, err
	}
	j, err := livecrawl.Create(fl.config, fl.run)
	if errors.Is(err, livecrawl.ErrOptions) {
		return nil, usagef("%w", err)
	}
	if err != nil {
		return nil, err
	}
	if err := a.runRecheck(j); err != nil {
		return nil, err
	}
	r.Seconds = time.Since(begin).Seconds()
	now := recheck.Side{Dir: fl.run.Dir}
	switch s, err := livecrawl.MakeSnapshot(a.ctx, fl.run.Dir, a.snapshotOptions()); {
	case errors.Is(err, ingest.ErrBadInput): // nothing has a link
	case err != nil:
		return nil, err
	default:
		if now.Store, err = store.Open(s.Dir); err != nil {
			return nil, err
		}
		defer now.Store.Close() //nolint:errcheck // only read
	}
	return recheck.Compare(a.ctx, before, now, urls, a.budget)
}

// likeBefore takes the settings of a live crawl for requests. dir is empty for another crawl.
func (a *app) likeBefore(whole *cobra.Command, fl *crawlFlags, dir string) error {
	for name, value := range plain {
		if err := whole.Flags().Set(name, value); err != nil {
			return err
		}
	}
	for _, name := range unruled {
		if f := whole.Flags().Lookup(name); f != nil {
			f.Changed = true // so that the crawl's own value is not taken
		}
	}
	if dir != "" {
		fl.like = dir
		if err := a.like(whole, fl); err != nil {
			return err
		}
		fl.config.Scope.Texts = nil
	}
	if err := a.setCrawlOptions(whole, fl); err != nil {
		return err
	}
	if dir != "" && isRunning(dir) {
		fl.run.Politeness.Delay *= 2
		fl.run.Politeness.AddressDelay *= 2
		a.say("the crawl runs: weft waits %s between requests to a host, twice its delay", fl.run.Politeness.Delay)
	}
	return nil
}

// runRecheck requests the pages. An interrupted run ends with the error of the interruption.
func (a *app) runRecheck(j *livecrawl.Job) error {
	ctx, cancel := context.WithCancel(context.WithoutCancel(a.ctx))
	defer cancel()
	defer context.AfterFunc(a.ctx, func() { j.Stop(interrupted) })()
	w := a.watchJob(j, nil, cancel)
	defer w.Close()
	_, err := j.Run(ctx)
	w.Close()
	if err = errors.Join(err, j.Close()); a.ctx.Err() != nil {
		return a.ctx.Err()
	}
	return err
}

// isRunning reports whether another process runs the live crawl in a folder.
func isRunning(dir string) bool {
	kept, err := watch.ReadKept(filepath.Join(dir, folder.StatusFile))
	return err == nil && kept.Runs(time.Now())
}
