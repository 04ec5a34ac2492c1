package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/build/ingest"
	"weft/crawl/estimate"
	"weft/crawl/strategy"
	"weft/crawl/trap"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/internal/mem"
	"weft/internal/offered"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/livecrawl/watch"
)

const crawlHelp = `Crawl the Web from URLs on, politely, into a folder that any later run goes on with, after Ctrl-C and kill -9 alike.

DIR/warc gets WARC 1.1 files with CDXJ indexes, DIR/log every pick and every reply and a crawl.log in the form of
Heritrix, DIR/snapshot the graph: weft info, rank and report take DIR, also while the crawl runs.

Strategies, which page comes next:
  bfs        in the order in which they were found      dfs     the newest first
  indegree   with the most known links                  opic    by on-line PageRank
  random     any, by --random-seed                      hosts   one of each host in turn
  score:FILE by a file of "URL score" lines
  flow       the logical website of the seeds: pages to which a flow from them leads, the most overflow first, until
             the cut is certified; flow-lowered is the paper's. The site goes to DIR/site.txt
With --order strict the log depends on the Web and the options alone, and not on workers, timing or kills.

Scopes, which pages belong to it: host (of the seeds), domain, prefix (of their paths), anywhere, surt:FILE (a list of
SURT prefixes), regex:RE. --exclude and --include are regular expressions on top of it.

Polite: robots.txt and crawl-delay are obeyed, each host and address is asked one page at a time, and left alone for
--delay seconds after each; Retry-After is kept; hosts that fail are asked less and less often. The address in --contact
goes into the User-Agent, so that somebody can complain.

What was written is never cut off for damage: --resume refuses a damaged crawl and says which file, and --recover makes it one that can be
resumed. Damaged files are kept.

The crawl keeps within --memory: where that is small it is slower, and pages are kept up to a smaller size; when what is known of pages fills it
the crawl stops, and --resume with more goes on. --plan says how the memory is shared out.

An outage is not the end: pages of a host that does not answer wait and are asked for again, for --patience. A crawl that ends
without them says so, with exit status 3; --resume asks for them again, and for pages that were kept in part. weft missing DIR lists
what is not there, why, and how to fetch it.

How far the ranking can be trusted, as weft fidelity says it, is told at the end, and meanwhile where somebody looks on: on a
terminal or with --listen. --until hak=0.8 stops when HAK, an estimate of Kendall's tau between the order of the pages by PageRank and that of the
whole, is 0.8 or more, of 1,000 crawled pages and with a gamma, the share of links that stay inside, of 1/2 at least.

` + exitHelp

// crawlFlags are what the command line says of a crawl.
type crawlFlags struct {
	run    livecrawl.Options
	config folder.Config

	resume, recover, seedFile     string
	replay                        []string
	strategy, order, scope, until string
	delay, addressDelay           float64
	bytes, hostBytes              string
	maxPage, warcSize             string
	headers, cookies              string // files of what only some origins get
	contact, agent, nofollow      string
	listen                        string
	noSnapshot, noTraps, noHTTP2  bool
}

const siteLiveHelp = `Crawl the logical website that pages belong to, wherever it is served, and ask for little more: weft crawl --strategy flow, which takes the same options and goes on
in the same way. Ten pages of the site find more of it than three, and these more than one; --epsilon says how much is taken in: docs/crawling.md tells what to
expect. DIR/site.txt gets its URLs. weft site --live URL... does the same.`

// siteLiveCmd is the command of a name that crawls by flow. weft site is that command, too, if it is given --live.
func (a *app) siteLiveCmd(name string) *cobra.Command {
	c := a.crawlCmdOf(crawlFlags{strategy: strategy.FlowName})
	c.Use, c.Short, c.Long = name+" URL... -o DIR", "Crawl the logical website that pages belong to", siteLiveHelp+"\n\n"+crawlHelp
	c.Example = "  weft site live https://example.org/a https://example.org/b -o c --contact you@example.org\n  weft site live --resume c"
	return c
}

// crawlCmd is weft crawl.
func (a *app) crawlCmd() *cobra.Command {
	c := a.crawlCmdOf(crawlFlags{strategy: "bfs"})
	c.Use, c.Short, c.Long = "crawl URL... -o DIR", "Crawl the Web into WARC files and a graph, politely, and survive anything", crawlHelp
	c.Example = "  weft crawl https://example.org/ -o c --contact you@example.org --pages 100\n  weft crawl --resume c"
	return c
}

// crawlCmdOf is a command that crawls, with the flags of a crawl. Those that are set in fl are its defaults.
func (a *app) crawlCmdOf(fl crawlFlags) *cobra.Command {
	c := &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error { return a.startCrawl(cmd, &fl, args) }}
	fl.add(c)
	return c
}

// startCrawl begins a crawl, resumes it, or makes a damaged one usable again, as the flags say.
func (a *app) startCrawl(cmd *cobra.Command, fl *crawlFlags, args []string) error {
	if fl.recover != "" {
		return a.recoverCrawl(cmd, fl, args)
	}
	address := fl.listen
	if a.plan {
		address = ""
	}
	l, err := a.listenFor(address)
	if err != nil {
		return err
	}
	j, err := a.openJob(cmd, fl, args)
	if err != nil || j == nil {
		return errors.Join(err, l.Close())
	}
	if fl.run.Net.Proxied() && !fl.run.Net.AllowPrivate {
		a.say("requests go through a proxy, which resolves names itself: a name that only the proxy knows may lead to a private address, unless the proxy refuses that")
	}
	return a.crawl(j, l, fl)
}

func (fl *crawlFlags) add(c *cobra.Command) {
	fl.addWhat(c.Flags())
	fl.addLimits(c.Flags())
	fl.addHow(c.Flags())
}

// addWhat adds what to crawl, in which order, and what of it.
func (fl *crawlFlags) addWhat(f *pflag.FlagSet) {
	f.StringVarP(&fl.run.Dir, "output", "o", "", "`DIR` of the new crawl")
	f.StringVar(&fl.resume, "resume", "", "go on with the crawl in `DIR`")
	f.StringVar(&fl.recover, "recover", "", "make the damaged crawl in `DIR` one that can be resumed, of what is intact; damaged files are kept")
	f.StringArrayVar(&fl.replay, "replay", nil, "crawl what is in `FILE`, a WARC, a WACZ, a crawl or a graph, instead of the Web; may be repeated")
	f.StringVar(&fl.seedFile, "seeds", "", "`FILE` of seeds, a line each, up to a tab, plain or compressed; - for standard input")
	f.StringVar(&fl.strategy, "strategy", fl.strategy, "`WHICH` page comes next")
	offered.List(f, "strategy", strategy.Forms(strategy.All))
	f.StringVar(&fl.config.Flow.Capacity, "capacity", "", "with --strategy flow, a link carries `WHAT`")
	offered.List(f, "capacity", folder.FlowCapacities)
	f.Float64Var(&fl.config.Flow.Sigma, "sigma", 0, "with --strategy flow, `σ` of the similarity of URLs; 0 is 7.24, that of the paper")
	f.Float64Var(&fl.config.Flow.Epsilon, "epsilon", 0, "with --strategy flow, the `ε` that each page costs to take in; 0 is 0.05, or 1e-3 by outdegree")
	f.IntVar(&fl.config.Flow.Height, "height", 0, "with --strategy flow-lowered, the `HEIGHT` of the source; 0 is 16")
	f.Float64Var(&fl.config.Flow.Threshold, "threshold", 0, "with --strategy flow-lowered, leave overflows of up to `CAPACITY` where they are")
	f.StringVar(&fl.order, "order", "arrival", "`ORDER` in which replies are learnt: arrival, or strict")
	offered.Set(f, "order", []string{"arrival", "strict"})
	f.IntVar(&fl.config.Window, "window", 0, "`W` picks under way at most; 0: 64 in strict order, else 50000, or 200 for strategies that weigh pages")
	f.StringVar(&fl.scope, "scope", "host", "`WHAT` belongs to it: host (with --strategy flow anywhere), domain, prefix, anywhere, surt:FILE, regex:RE")
	offered.Set(f, "scope", []string{"host", "domain", "prefix", "anywhere", "surt:FILE", "regex:RE"})
	f.StringArrayVar(&fl.config.Scope.Exclude, "exclude", nil, "leave URLs out that this regular expression `RE` finds something in")
	f.StringArrayVar(&fl.config.Scope.Include, "include", nil, "take URLs that this regular expression `RE` finds something in")
	f.IntVar(&fl.config.Scope.Depth, "depth", -1, "at most `N` links from a seed; -1 is any number")
	f.IntVar(&fl.config.Scope.Outside, "outside", 0, "follow `N` links in a row beyond the scope")
	f.IntVar(&fl.config.Scope.Embeds, "embeds", 0, "follow `N` frames and redirects in a row beyond the scope")
	f.IntVar(&fl.config.Scope.HostPages, "host-pages", 0, "at most `N` pages of a host; 0 is any number")
	f.StringVar(&fl.hostBytes, "host-bytes", "", "ask a host no more when so many were received: a `SIZE`")
	f.StringSliceVar(&fl.config.Scope.Types, "types", nil, "keep these media types alone: a `LIST` such as text/html,application/*")
	f.StringVar(&fl.config.Robots, "robots", "obey", "`HOW` robots.txt is read: obey, google (with rules of Google's own), ignore")
	offered.Set(f, "robots", []string{"obey", "google", "ignore"})
	f.StringVar(&fl.nofollow, "nofollow", "obey", "`HOW` links are treated that ask not to be followed: obey, ignore")
	offered.Set(f, "nofollow", []string{"obey", "ignore"})
	f.BoolVar(&fl.config.Sitemaps, "sitemaps", true, "read the sitemaps that robots.txt names, and feeds")
	f.IntVar(&fl.config.Requisites, "requisites", 0, "fetch also `N` images, style sheets, scripts and fonts of a page at most, from any host; 1000 if no number is given")
	f.Lookup("requisites").NoOptDefVal = "1000"
	f.BoolVar(&fl.config.Soft404, "soft-404", false, "find pages that only pretend to exist, by asking each host for one that surely does not")
	f.BoolVar(&fl.noTraps, "no-traps", false, "hold no page back; with --resume fetch those that were held back before")
	f.IntVar(&fl.config.Repeats, "repeats", trap.DefaultBudget, "fetch `N` pages of a site that repeat others, then hold back what is like them")
	f.StringVar(&fl.config.Since, "since", "", "crawl again: what did not change since the crawl in `DIR` becomes a revisit record")
}

// addLimits adds when to stop, and how politely hosts are asked.
func (fl *crawlFlags) addLimits(f *pflag.FlagSet) {
	f.Uint64Var(&fl.run.Limits.Pages, "pages", 0, "stop when `N` pages were fetched")
	f.StringVar(&fl.bytes, "bytes", "", "stop when so many were received: a `SIZE` such as 2GB")
	f.DurationVar(&fl.run.Limits.Time, "time", 0, "stop after a `DURATION` such as 90m")
	f.Uint64Var(&fl.run.Limits.Batch, "batch", 0, "stop after `N` pages of this run: the next may go on with another strategy")
	f.StringVar(&fl.until, "until", "", "stop when a rule holds, such as complete>=0.9: `EXPR` about "+strings.Join(livecrawl.FigureNames(), ", "))
	f.Float64Var(&fl.delay, "delay", 1, "`SECONDS` between the end of an answer and the next request to the host; 0 turns politeness off")
	f.Float64Var(&fl.addressDelay, "address-delay", -1, "`SECONDS` for all hosts at an address; -1 is as --delay")
	f.IntVar(&fl.run.Politeness.Connections, "connections", 1, "`N` connections to a host at a time")
	f.IntVar(&fl.run.Politeness.Tries, "tries", 3, "ask `N` times for a page that is not answered, before it is put off")
	f.DurationVar(&fl.run.Politeness.Patience, "patience", 3*time.Hour, "ask hosts that do not answer again for a `DURATION`, after pauses that grow; pages that fail alone for a tenth of it")
}

// addHow adds how servers are asked, and what is kept of their answers.
func (fl *crawlFlags) addHow(f *pflag.FlagSet) {
	f.StringVar(&fl.contact, "contact", "", "`MAIL` or address of a page by which you can be reached; goes into the User-Agent")
	f.BoolVar(&fl.run.NoDedup, "no-dedup", false, "keep an answer again whose content the archive has already, instead of a revisit record")
	f.StringVar(&fl.run.Imprint.Collection, "collection", "", "`NAME` that the WARC files begin with, instead of weft")
	f.StringVar(&fl.run.Imprint.Operator, "operator", "", "`TEXT` that says in the WARC files who crawls; the contact if it is not given")
	f.StringVar(&fl.run.Imprint.Description, "description", "", "`TEXT` that says in the WARC files what the crawl is for")
	f.StringVar(&fl.agent, "user-agent", "", "`TEXT` of the User-Agent, instead of weft's own with the contact")
	f.StringVar(&fl.run.Net.Proxy, "proxy", "", "`URL` of an HTTP proxy, instead of http_proxy and https_proxy of the environment; it resolves names, so that private addresses are refused only as far as they are known here")
	f.StringArrayVar(&fl.run.Net.Resolve, "resolve", nil, "`HOST:PORT:ADDRESS`, instead of asking the DNS")
	f.BoolVar(&fl.run.Net.AllowPrivate, "allow-private", false, "connect also to loopback, private and other special addresses, and ask a proxy for them")
	f.BoolVar(&fl.run.Net.Insecure, "insecure", false, "take any certificate")
	f.BoolVar(&fl.run.Net.Cookies, "cookies", false, "keep cookies and send them back")
	f.StringVar(&fl.cookies, "cookies-from", "", "`FILE` of cookies in the form of Netscape (cookies.txt) to begin with; implies --cookies")
	f.StringVar(&fl.headers, "headers", "", "`FILE` of header fields and logins of sites of your own: lines below [https://example.org]")
	f.BoolVar(&fl.noHTTP2, "no-http2", false, "speak HTTP/1.1 alone")
	f.StringVar(&fl.maxPage, "max-page", "64MiB", "`SIZE` of a page at most; the rest is left. If it is not given it is less where --memory is small")
	f.DurationVar(&fl.run.Net.TotalTimeout, "page-time", 5*time.Minute, "`DURATION` of an answer at most; the rest is left")
	f.StringVar(&fl.warcSize, "warc-size", "1GB", "`SIZE` at which a WARC file is full")
	f.StringVar(&fl.listen, "listen", "", "`ADDRESS` such as 127.0.0.1:8080 for a status page and metrics for Prometheus; answers under this name, localhost and the machine's name, with at most 64 connections")
	f.BoolVar(&fl.noSnapshot, "no-snapshot", false, "make no graph at the end, nor estimate gamma and HAK of it; weft info DIR --fresh makes it")
}

// openJob begins a crawl, or opens one to go on; nil if it only says how that would share out its memory.
func (a *app) openJob(cmd *cobra.Command, fl *crawlFlags, args []string) (*livecrawl.Job, error) {
	if fl.resume != "" {
		if err := recall(cmd, fl.resume); err != nil {
			return nil, folder.Rescuable(fl.resume, err)
		}
	}
	if err := a.setCrawlOptions(cmd, fl); err != nil {
		return nil, err
	}
	if fl.resume != "" {
		j, err := a.resumeJob(cmd, fl, args)
		return j, folder.Rescuable(fl.resume, err)
	}
	var err error
	if fl.config.Seeds, err = a.readSeeds(fl, args); err != nil {
		return nil, err
	}
	if fl.run.Dir == "" {
		return nil, usagef("a crawl needs a folder: -o DIR")
	}
	if folder.ByFlow(fl.strategy) && !cmd.Flags().Changed("scope") {
		fl.scope = "anywhere" // the flow decides
	}
	if err := fl.setConfig(a.seed); err != nil {
		return nil, err
	}
	if err := fl.checkContact(); err != nil {
		return nil, err
	}
	if a.plan {
		return nil, a.planCrawl(&fl.config, fl)
	}
	j, err := livecrawl.Create(fl.config, fl.run)
	if errors.Is(err, livecrawl.ErrOptions) {
		return nil, usagef("%w", err)
	}
	return j, err
}

// planCrawl says how a crawl would share out its memory.
func (a *app) planCrawl(c *folder.Config, fl *crawlFlags) error {
	m, err := livecrawl.PlanMemory(c, fl.run)
	if err != nil {
		return err
	}
	return a.print(m, func(w io.Writer) {
		row(w, "need", "%s", digits.Size(mem.Sum(m.Parts)))
		for _, p := range m.Parts {
			row(w, "", "%9s  %s", digits.Size(p.Bytes), p.Name)
		}
		row(w, "budget", "%s", digits.Size(m.Budget))
	})
}

// crawlResult is what a crawl tells when it ends.
//
//json:object crawl
type crawlResult struct {
	Crawl string `json:"crawl"` // folder of the crawl
	livecrawl.Result
	// complete, limit (set by an option, key or status page) or incomplete (pages wait, are held back,
	// or did not fit in memory)
	Ended string `json:"ended"`
	// 0 if it is complete or ended at a limit, 3 if it is incomplete
	ExitStatus int                 `json:"exit_status"`
	Snapshot   *livecrawl.Snapshot `json:"snapshot,omitempty"` // graph made at the end of the run
	Seconds    float64             `json:"seconds"`            // duration of the run, s
	Peak       int64               `json:"anonymous_memory"`   // peak of the anonymous memory of the process, bytes
	noGraph    bool                // as no page belongs to one
	cookies    bool                // are sent back
}

// interrupted is why a run ended by a signal.
const interrupted = "it was interrupted"

// crawl runs a job, and makes the graph of what it found.
func (a *app) crawl(j *livecrawl.Job, l *watch.Listener, fl *crawlFlags) (err error) {
	begin := time.Now()
	ctx, cancel := context.WithCancel(context.WithoutCancel(a.ctx))
	defer cancel()
	stop := context.AfterFunc(a.ctx, func() { j.Stop(interrupted) })
	defer stop()
	w := a.watchJob(j, l, cancel)
	defer w.Close() // also in a panic: it gives the terminal back
	r := crawlResult{Crawl: fl.run.Dir}
	r.Result, err = j.Run(ctx)
	w.Close()
	if w.Stopped() && errors.Is(err, context.Canceled) {
		err = nil // pages under way were given up; the crawl goes on with them
	}
	if e := j.Close(); err == nil {
		err = e
	}
	if a.ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)) {
		fmt.Fprintf(a.stderr, "weft: fetched %s; weft crawl --resume %s goes on\n", digits.Plural(r.Fetched, "page"), inert.Text(fl.run.Dir)) //nolint:errcheck // nobody else to tell
		return a.ctx.Err()
	}
	if errors.Is(err, folder.ErrDamaged) {
		return err
	}
	if err != nil {
		return fmt.Errorf("%w (weft crawl --resume %s goes on)", err, fl.run.Dir)
	}
	if err := a.tellSeeds(&r); err != nil {
		if fl.resume == "" {
			err = errors.Join(err, folder.Remove(fl.run.Dir)) // so that the command can be given again
		}
		return err
	}
	if !fl.noSnapshot {
		s, err := livecrawl.MakeSnapshot(a.ctx, fl.run.Dir, a.snapshotOptions())
		if r.noGraph = errors.Is(err, ingest.ErrBadInput); err != nil && !r.noGraph {
			return err
		}
		if !r.noGraph {
			r.Snapshot = &s
			if r.Trust, err = a.lastTrust(&s); err != nil {
				return err
			}
		}
	}
	r.Seconds, r.Peak = time.Since(begin).Seconds(), mem.Anonymous()
	r.cookies = fl.run.Net.Cookies || len(fl.run.Net.CookieList) > 0
	r.setEnd()
	if err := a.print(r, func(w io.Writer) { printCrawl(w, &r) }); err != nil || r.ExitStatus == exitDone {
		return err
	}
	return &incompleteError{fmt.Sprintf("the crawl is incomplete: %s; weft missing %s lists what is not there", r.left(), fl.run.Dir)}
}

// printSite says what a crawl by flow found.
func printSite(w io.Writer, r *crawlResult) {
	s := r.Site
	if s == nil {
		return
	}
	how := "not certified: the source was lowered"
	switch {
	case s.Certified:
		how = "certified to be the minimum cut"
	case s.Left > 0:
		how = fmt.Sprintf("not certified: %s still to be asked for", digits.Plural(s.Left, "page"))
	case s.Over:
		how = "not certified: the links of the seeds carry more than can be summed"
	}
	row(w, "site", "%s, listed in %s", digits.Plural(s.Pages, "page"), filepath.Join(r.Crawl, folder.SiteFile))
	row(w, "", "%s", how)
	row(w, "", "%s of capacity %.3g leave it, by %s, ε = %.3g", digits.Plural(s.CutArcs, "link"), s.Capacity, s.Weights, s.Epsilon)
	row(w, "", "asked for %s (%.2f for each of the site), of %s known", digits.Plural(s.Asked, "page"), s.PerPage, grouped(s.Known))
}

func printCrawl(w io.Writer, r *crawlResult) {
	s := &r.Status
	row(w, "crawl", "%s: %s", r.Crawl, r.how())
	row(w, "fetched", "%s, %s, in %.1f s", digits.Plural(s.Fetched, "page"), digits.Size(int64(s.Bytes)), r.Seconds) //nolint:gosec // of bytes
	for _, c := range []struct {
		name string
		n    uint64
	}{{"requisites", s.Requisites}, {"sitemaps", s.Sitemaps}, {"lost requisites", s.LostParts}, {"lost sitemaps", s.LostMaps}, {"redirected", s.Redirected}, {"failed", s.Failed}, {"absent", s.Absent}, {"excluded", s.Excluded}, {"left out", s.LeftOut}, {"not asked for", s.Waiting}, {"near duplicates", s.Near}, {"cut short", s.CutShort}} {
		if c.n > 0 {
			row(w, c.name, "%s", grouped(c.n))
		}
	}
	printCut(w, r)
	printHints(w, r)
	if u := s.Unanswered; u.Pages > 0 {
		row(w, "waiting", "%s; listed in %s", strings.TrimPrefix(u.String(), "waiting "), filepath.Join(r.Crawl, folder.WaitingFile))
	}
	printSite(w, r)
	if r.Duplicates > 0 {
		row(w, "duplicates", "%s whose content the archive had already %s kept as a revisit", digits.Plural(r.Duplicates, "answer"), digits.Verb(r.Duplicates, "is", "are each"))
	}
	if r.Forgotten > 0 {
		row(w, "duplicates", "of the oldest contents %s not looked for any more, and kept again", digits.Verb(r.Forgotten, "1 is", grouped(r.Forgotten)+" are"))
	}
	if r.Bad > 0 {
		row(w, "bad records", "%s of the archive cannot be read; weft import says where", grouped(r.Bad))
	}
	if !r.Done || r.held() > 0 {
		row(w, "size", "%s", printSize(s.Size, r.held() > 0))
	}
	if sn := r.Snapshot; sn != nil {
		row(w, "graph", "%s, %s: %s", digits.Plural(sn.Pages, "page"), digits.Plural(sn.Arcs, "arc"), sn.Dir)
	}
	if r.noGraph {
		row(w, "graph", "none, as nothing that was fetched is HTML or leads to a page")
	}
	printTrust(w, r)
	printEnd(w, r)
}

// printSize says how many pages a site has, as far as that can be told.
func printSize(i estimate.Interval, held bool) string {
	switch {
	case held:
		return fmt.Sprintf("at least %.0f pages; what lies behind pages that are held back is unknown", i.Low)
	case math.IsInf(i.High, 0):
		return fmt.Sprintf("at least %.0f pages; more can be said when more were fetched", i.Low)
	}
	return fmt.Sprintf("about %.0f pages, %.0f to %.0f", i.Estimate, i.Low, i.High)
}
